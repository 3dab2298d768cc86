"""Two phones at a table and the referee at the laptop: a slip typed, sent, agreed, contested and decided."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from django.utils.translation import override, pgettext
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor, it, settled, until, visiting
from tests.factories import AT, start_on_phones
from tournaments.clock.clock import ClockAction
from tournaments.models import PhoneSlip, Table
from tournaments.records import Line, Outcome
from tournaments.services import clock_change, table_swap_lines, tournament_announce
from tournaments.slips.codes import codes_of
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
    """Scan the slip's code, and enter the line's code."""
    phone.go(table_address(table))
    phone.page.fill("[name=code]", codes_of(table.round.secret, table.number)[line].lower())
    phone.page.click("button[value=code]")


def type_hand(page: Page, number: int, **changes: str) -> None:
    for name, figure in (FIGURES | changes).items():
        page.fill(f"[name=h{number}_{name}]", figure)


def it_of(context: str, message: str) -> str:
    """Return a word as the Italian pages show it in this context."""
    with override("it"):
        return pgettext(context, message)


def press(page: Page, act: str) -> None:
    page.locator(f"button[value={act}]").click()
    settled(page)


@pytest.mark.long
def test_a_slip_goes_from_one_phone_to_the_other(phones: list[Visitor], referee: Visitor, tables: list[Table]) -> None:
    ns, ew = phones
    table = tables[0]
    enter(ns, table, Line.NS)
    ns.audit()
    # Loaded again, the page is asked for, and the browser does not offer to send the code a second time.
    again = ns.page.reload()
    assert again is not None and again.request.method == "GET"
    ns.page.get_by_text(it("Yes, write the slip")).click()
    type_hand(ns.page, 1, ns_points="143")
    expect(ns.page.locator("#phone-hand-1 .phone-says li")).to_be_visible()
    expect(ns.page.locator("[data-kept]")).to_be_visible()
    ns.audit()
    # Without Wi-Fi, the typed figures stay, are marked as not sent, and are sent by themselves later.
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
    # The referee opens the red table, and sees the figures.
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
    # All goes well at the next table, on one phone that is handed over; the referee, who has it open, sees it arrive.
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
    referee.page.focus("[name=h1_ew_points]")
    press(ns.page, "agree")
    ns.audit()
    expect(referee.page.locator(".table-chip.is-green")).to_have_count(2)
    expect(referee.page.locator("[name=h2_ns_points]")).to_have_value("145")
    expect(referee.page.locator("[name=h1_ew_points]")).to_be_focused()
    # Figures being typed stay, whatever is saved by others, until the referee discards them.
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
        # A request to a server that could not be reached is not a fault of the page.
        texts = [
            complaint
            for complaint in visitor.complaints
            if "ERR_INTERNET_DISCONNECTED" not in complaint and "sendError" not in complaint
        ]
        assert texts == []


@pytest.mark.long
def test_the_first_hand_is_on_the_first_screen_and_the_phone_adds_up_by_itself(
    phones: list[Visitor], tables: list[Table]
) -> None:
    """Head and clock take one line each during writing; sums work without Wi-Fi; a minus is beside its figure."""
    phone, table = phones[0], tables[0]
    clock_change(round=table.round, action=ClockAction.START, at=timezone.now())
    tournament_announce(tournament=table.round.tournament, text="Il buffet è aperto")
    enter(phone, table, Line.NS)
    phone.page.get_by_text(it("Yes, write the slip")).click()
    page = phone.page
    expect(page.locator("[name=h1_ew_points]")).to_be_visible()
    settled(page)
    # On a busy machine, a poll without an answer in time is reported above the slip until the next answer.
    expect(page.locator("[data-offline]")).to_be_hidden()
    for name in ("base", "points"):
        cell = page.locator(f"[name=h1_ew_{name}]").bounding_box()
        assert cell and cell["y"] + cell["height"] < 0.75 * PHONE["height"]
    expect(page.locator(".phone-lines")).to_be_hidden()
    page.locator("#phone-head > summary").click()
    expect(page.locator(".phone-lines")).to_be_visible()
    expect(page.locator("#phone-head button[value=leave]")).to_be_visible()
    phone.audit()
    page.locator("#phone-head > summary").click()
    page.context.set_offline(True)
    type_hand(page, 1, ns_base="1200", ew_points="85")
    sign = page.locator(".phone-figure:has([name=h1_ew_points]) [data-sign]")
    sign.tap()
    expect(page.locator("[name=h1_ew_points]")).to_have_value("-85")
    expect(page.locator("[name=h1_ew_points]")).to_be_focused()
    expect(page.locator("#phone-sum-1")).to_have_text("1.345 – −85")
    expect(page.locator("#phone-sums .number-inline")).to_have_text(["1.345", "−85"])
    page.locator("#phone-hand-1 [data-next-hand]").click()
    page.locator(".phone-figure:has([name=h2_ns_base]) [data-sign]").tap()
    page.keyboard.type("100")
    expect(page.locator("[name=h2_ns_base]")).to_have_value("-100")
    expect(page.locator("#phone-sum-2")).to_have_text("· – ·")
    page.fill("[name=h2_ns_points]", "30")
    expect(page.locator("#phone-sum-2")).to_have_text("−70 – ·")
    page.locator("[name=h2_end]").select_option("not_played")
    expect(page.locator("#phone-sum-2")).to_have_text("0 – 0")
    page.locator("[name=h2_end]").select_option(label=it_of("end of a hand", "our opponents closed"))
    expect(page.locator("[name=h2_end]")).to_have_value("closed_ew")
    expect(page.locator("#phone-sums .number-inline")).to_have_text(["1.275", "−85"])
    # The club's sums, once they arrive, are those of the phone.
    page.context.set_offline(False)
    expect(page.locator("[data-kept]")).to_be_visible()
    expect(page.locator("#phone-sum-1")).to_have_text("1.345 – −85")


@pytest.mark.long
def test_a_doubt_names_its_hand_and_leads_there(phones: list[Visitor], tables: list[Table]) -> None:
    phone, page = phones[0], phones[0].page
    enter(phone, tables[0], Line.EW)
    page.get_by_text(it("Yes, write the slip")).click()
    type_hand(page, 1, ns_base="1600", ns_points="300")
    page.locator("#phone-hand-1 [data-next-hand]").click()
    type_hand(page, 2)
    press(page, "send")
    locator = page.locator("#phone-said li.is-doubt a")
    expect(locator.first).to_contain_text(it("Hand %(number)s", number=1))
    expect(locator.first).to_contain_text("1900")
    expect(page.locator("#phone-hand-1")).to_have_attribute("open", "")
    phone.audit()
    page.locator("#phone-hand-2 summary").click()
    locator.first.click()
    expect(page.locator("[name=h1_ns_base]")).to_be_focused()
    press(page, "send")
    expect(page.locator("button[value=pass]")).to_be_visible()
