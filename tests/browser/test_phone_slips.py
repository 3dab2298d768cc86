"""Two phones at a table and the referee at the laptop: a slip typed, sent, confirmed, contested and decided."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor, it, settled, until, visiting
from tests.factories import AT, start_on_phones
from tournaments.models import PhoneSlip, Table
from tournaments.phone_slips.codes import codes_of
from tournaments.records import Line, Outcome
from tournaments.services import table_swap_lines
from tournaments.views.phone.door import table_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

FIGURES = {"ns_base": "300", "ns_points": "145", "ew_base": "0", "ew_points": "60"}


@pytest.fixture
def tables(transactional_db: None) -> list[Table]:
    return list(start_on_phones().tables.select_related("round__tournament").order_by("number"))


@pytest.fixture
def phones(browser: Browser, club_server: LiveServer) -> Iterator[list[Visitor]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(visiting(browser, club_server, PHONE, has_touch=True, is_mobile=True)) for _two in Line
        ]


def enter(phone: Visitor, table: Table, line: Line) -> None:
    """Scan the slip's code, and give the line's."""
    phone.go(table_address(table))
    phone.page.fill("[name=code]", codes_of(table.round.secret, table.number)[line].lower())
    phone.page.click("button[value=code]")


def type_hand(page: Page, number: int, **changes: str) -> None:
    for name, figure in (FIGURES | changes).items():
        page.fill(f"[name=h{number}_{name}]", figure)


def press(page: Page, act: str) -> None:
    page.locator(f"button[value={act}]").click()
    settled(page)


@pytest.mark.long
def test_a_slip_goes_from_one_phone_to_the_other(phones: list[Visitor], referee: Visitor, tables: list[Table]) -> None:
    ns, ew = phones
    table = tables[0]
    enter(ns, table, Line.NS)
    ns.audit()
    ns.page.get_by_text(it("Yes, write the slip")).click()
    type_hand(ns.page, 1, ns_points="143")
    expect(ns.page.locator("#phone-hand-1 .phone-says li")).to_be_visible()
    expect(ns.page.locator("[data-kept]")).to_be_visible()
    ns.audit()
    # The Wi-Fi goes: what is typed stays, says that it is not sent, and goes out by itself.
    ns.page.context.set_offline(True)
    type_hand(ns.page, 1)
    expect(ns.page.locator("[data-not-sent]")).to_be_visible()
    ns.page.locator("#phone-hand-1 [data-next-hand]").click()
    expect(ns.page.locator("[name=h2_ns_base]")).to_be_focused()
    type_hand(ns.page, 2)
    ns.page.context.set_offline(False)
    expect(ns.page.locator("[data-not-sent]")).to_be_hidden()
    until(ns.page, lambda: PhoneSlip.objects.get().typed["h2_ew_points"] == "60")
    enter(ew, table, Line.EW)
    expect(ew.page.locator("#phone")).to_contain_text(it("I go on writing here"))
    ew.audit()
    press(ns.page, "send")
    ns.audit()
    expect(ew.page.locator(".phone-figures")).to_contain_text("890")
    ew.audit()
    press(ew.page, "object")
    ew.page.check("[name=hand][value='2']")
    ew.page.fill("[name=note]", "140")
    ew.audit()
    press(ew.page, "contest")
    expect(ns.page.locator("#phone [role=alert].note")).to_contain_text("140")
    ns.audit()
    # The referee goes where it is red, and is shown the figures.
    referee.go(f"/tournaments/{table.round.tournament.slug}/rounds/1/results/")
    expect(referee.page.locator(".table-chip.is-red")).to_have_count(1)
    expect(referee.page.locator("[name=h2_ns_points]")).to_have_value("145")
    referee.page.fill("[name=h2_ns_points]", "140")
    referee.page.keyboard.press("Enter")
    expect(referee.page.locator(".table-chip.is-red")).to_have_count(0)
    for phone in phones:
        expect(phone.page.locator("#phone")).to_contain_text(
            it("The referee has decided this table. The slip can only be read.")
        )
    assert [hand.ns_total for hand in Table.objects.get(pk=table.pk).hands.all()] == [445, 440]
    # At the next table all goes well, on one phone that is passed over; the referee, who has it open, sees it come.
    other = tables[1]
    referee.go(f"/tournaments/{table.round.tournament.slug}/rounds/1/tables/{other.number}/")
    enter(ns, other, Line.EW)
    ns.page.get_by_text(it("Yes, write the slip")).click()
    type_hand(ns.page, 1)
    ns.page.locator("#phone-hand-1 [data-next-hand]").click()
    type_hand(ns.page, 2)
    press(ns.page, "send")
    expect(referee.page.locator(".table-chip.is-amber")).to_have_count(1)
    press(ns.page, "pass")
    ns.audit()
    ns.page.fill("[name=code]", codes_of(other.round.secret, other.number)[Line.NS])
    ns.page.fill("[name=total]", "890")
    press(ns.page, "passed")
    press(ns.page, "agree")
    ns.audit()
    expect(referee.page.locator(".table-chip.is-green")).to_have_count(2)
    expect(referee.page.locator("[name=h2_ns_points]")).to_have_value("145")
    # What is being typed stays, whatever is saved meanwhile, until the referee lets it go.
    referee.page.fill("[name=h1_ns_points]", "120")
    table_swap_lines(table=other, version=1, at=AT)
    notice = referee.page.locator("#desk-meanwhile .note")
    expect(notice).to_be_visible()
    expect(referee.page.locator("[name=h1_ns_points]")).to_have_value("120")
    referee.audit()
    notice.locator("a").click()
    expect(referee.page.locator("[name=h1_ew_points]")).to_have_value("145")
    expect(notice).to_have_count(0)
    assert Table.objects.get(pk=other.pk).outcome == Outcome.PLAYED
    for visitor in (*phones, referee):
        # What was asked of a server that could not be reached is no fault of the page.
        told = [
            said for said in visitor.complaints if "ERR_INTERNET_DISCONNECTED" not in said and "sendError" not in said
        ]
        assert told == []
