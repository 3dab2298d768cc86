"""Phones at the tables of a hall, a script of their slips, and a record of who did what."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, expect

from scoring.engine.hand import EnteredHand
from tests.browser.conftest import PHONE, Visitor, follow, it, settled, visiting
from tournaments.models import PhoneLog, Table
from tournaments.records import Line
from tournaments.slips.codes import codes_of
from tournaments.views.phone.door import table_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

NS, EW = Line
E = PhoneLog.Event

WRITE_AND_PASS_OVER = """async ({code, opponents, figures, total}) => {
  const read = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const press = async (page, act, typed = {}) => {
    const form = page.querySelector(`button[value="${act}"]`).form;
    const sent = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries({ ...typed, do: act })) sent.set(name, value);
    return read(await fetch(form.getAttribute("action"), { method: "POST", body: sent }));
  };
  let page = await press(document, "code", { code });
  page = await read(await fetch(page.querySelector("[href$='?us=1']").getAttribute("href")));
  page = await press(page, "send", figures);
  page = await press(page, "pass");
  page = await press(page, "passed", { code: opponents, total });
  page = await press(page, "agree");
  return page.querySelector("#phone").textContent;
}"""
"""Write a slip through the pages' forms, from the code to the agreement of both lines."""

FILL = """(figures) => {
  const fields = document.getElementById("phone-slip").elements;
  for (const [name, figure] of Object.entries(figures)) fields[name].value = figure;
}"""
"""Fill in the whole slip at once; nothing is saved before it is sent."""


@dataclass
class Evening:
    """The script, the owners of the phones, and the responses to the phones."""

    browser: Browser
    server: LiveServer
    stack: ExitStack
    phones: list[Visitor] = field(default_factory=list)
    slips: dict[tuple[int, int], list[EnteredHand]] = field(default_factory=dict)
    log: dict[tuple[int, int], list[tuple[str, str, str]]] = field(default_factory=dict)
    """Event, line and the phone's name, by round and table; the names are those of `devices`."""
    devices: dict[str, str] = field(default_factory=dict)
    answers: list[Response] = field(default_factory=list)

    def new_phone(self) -> Visitor:
        phone = visiting(self.browser, self.server, PHONE, has_touch=True, is_mobile=True)
        visitor = self.stack.enter_context(phone)
        visitor.page.context.on("response", lambda answer: self.answers.append(answer))
        self.phones.append(visitor)
        return visitor

    def slip(self, table: Table) -> list[EnteredHand]:
        return self.slips[table.round.number, table.number]

    def tell(self, table: Table, *entries: tuple[str, str, str]) -> None:
        """Note the next entries that the table's log must have."""
        self.log.setdefault((table.round.number, table.number), []).extend(entries)

    def tell_signed(self, table: Table, name: str) -> None:
        """Note that this phone sent the slip and was handed over for the other line's agreement."""
        self.tell(table, (E.SEND, NS, name), (E.ENTER, EW, name), (E.AGREE_PASSED, EW, name))

    def name(self, phone: Visitor, name: str) -> None:
        """Give the phone at its table this name."""
        path = urlsplit(phone.page.url).path
        own = [c for c in phone.page.context.cookies(phone.page.url) if c["name"] == "phone-it" and c["path"] == path]
        assert len(own) == 1
        self.devices[own[0]["value"].split(".")[1]] = name


def tables_of(number: int) -> dict[int, Table]:
    tables = Table.objects.filter(round__number=number).select_related("round__tournament").order_by("number")
    return {table.number: table for table in tables}


def code(table: Table, line: Line) -> str:
    return codes_of(table.slip_secret, table.number)[line]


def figures(hands: list[EnteredHand]) -> dict[str, str]:
    """Return the figures to type, by the fields' names."""
    typed = {f"h{number}_end": hand.end.value for number, hand in enumerate(hands, start=1)}
    for number, hand in enumerate(hands, start=1):
        for line, entry in zip(Line, hand.sides, strict=True):
            typed |= {f"h{number}_{line}_base": str(entry.base), f"h{number}_{line}_points": str(entry.points)}
    return typed


def total(hands: list[EnteredHand], line: Line) -> int:
    return sum(hand.sides[list(Line).index(line)].total for hand in hands)


def enter(evening: Evening, phone: Visitor, table: Table, line: Line, name: str) -> Page:
    """Scan the slip's code, and enter the line's code."""
    page = phone.visit(table_address(table))
    page.fill("[name=code]", code(table, line).lower())
    follow(page, page.locator("button[value=code]").click)
    evening.name(phone, name)
    evening.tell(table, (E.ENTER, line, name))
    return page


def begin(page: Page) -> None:
    """Confirm that it is the right table."""
    page.get_by_text(it("Yes, write the slip")).click()
    expect(page.locator("#phone-slip")).to_be_visible()
    settled(page)


def type_hand(page: Page, hands: list[EnteredHand], number: int) -> None:
    hand = page.locator(f"#phone-hand-{number}")
    if hand.get_attribute("open") is None:
        hand.locator("summary").click()
    for name, figure in figures(hands).items():
        if name.startswith(f"h{number}_"):
            place = page.locator(f"[name={name}]")
            place.select_option(figure) if name.endswith("_end") else place.fill(figure)


def otherwise(hands: list[EnteredHand]) -> list[EnteredHand]:
    """Return the same slip with another figure of NS in the last hand."""
    ns, ew = hands[-1].sides
    return [*hands[:-1], EnteredHand(end=hands[-1].end, sides=(replace(ns, points=ns.points + 5), ew))]


def press(page: Page, act: str) -> None:
    page.locator(f"button[value={act}]").click()
    settled(page)


def send_slip(page: Page, hands: list[EnteredHand]) -> None:
    """Confirm that it is the right table, write the slip, and send it to the other line."""
    begin(page)
    page.evaluate(FILL, figures(hands))
    press(page, "send")


def pass_over(page: Page, table: Table, line: Line, hands: list[EnteredHand]) -> None:
    """Hand the phone over the table; the other line enters its code and agrees."""
    press(page, "pass")
    expect(page.locator(".phone-figures")).to_have_count(0)
    page.fill("[name=code]", code(table, line))
    page.fill("[name=total]", str(total(hands, line)))
    press(page, "passed")
    press(page, "agree")
    agreed(page)


def agreed(page: Page) -> None:
    expect(page.locator("#phone")).to_contain_text(it("Something is wrong after all"))
