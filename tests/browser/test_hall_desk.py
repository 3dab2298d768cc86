"""The desk and the wall of a full hall: every table at a glance, three-digit numbers, the time of day."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import LAPTOP, Visitor, settled, until, visiting
from tests.factories import make_tournament, play_table, slip, start_on_phones, start_round
from tournaments.clock.clock import ClockAction
from tournaments.models import RefereeCall, Table, Tournament
from tournaments.services import call_referee, clock_change, phone_enter
from tournaments.slips.code_tries import Origin

ANOTHER_YEAR = datetime(2019, 3, 1, 12, 0)
OVERLAPS = """() => {
  const [table, pair] = ['.slip-table strong', '.slip-pair .line'].map(each =>
    document.querySelector(each).getBoundingClientRect());
  const head = document.querySelector('.slip-table').getBoundingClientRect();
  return table.right > pair.left || table.right > head.right + 1;
}"""
UNSEEN = """() => {
  const strip = document.querySelector('.desk-strip').getBoundingClientRect();
  return [...document.querySelectorAll('#tables > li > a')].filter(tile => {
    const { top, bottom } = tile.getBoundingClientRect();
    return top < strip.top - 1 || bottom > Math.min(strip.bottom, innerHeight) + 1;
  }).length;
}"""

CUT = """() => {
  const faults = [];
  const unseen = (each) => each && (each.clientWidth === 1 || unseen(each.parentElement)); // for a screen reader alone
  for (const each of document.querySelectorAll(".club-band *, .club-tabs *, main *")) {
    const left = each.closest("svg, select, details:not([open]) > :not(summary)");
    if (left || !each.getClientRects().length || unseen(each)) continue;
    const { overflowX, overflowY, display } = getComputedStyle(each);
    const said = `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`;
    const isBox = display !== "inline" && !["auto", "scroll"].includes(overflowX);
    if (isBox && each.scrollWidth > each.clientWidth + 1) faults.push(`too wide, ${said}`);
    if (overflowY === "hidden" && each.scrollHeight > each.clientHeight + 1) faults.push(`too high, ${said}`);
    const { right } = each.getBoundingClientRect();
    if (right > innerWidth + 1 && !each.closest(".club-tabs")) faults.push(`off the screen, ${said}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("width", [1280, 1366])
def test_a_number_of_three_digits_has_room_beside_the_pair(
    referee: Visitor, transactional_db: None, width: int
) -> None:
    round_ = start_round(make_tournament(pairs=4))
    for number in (100, 1234):
        Table.objects.filter(pk=round_.tables.order_by("-number").first().pk).update(number=number)
        page = referee.page
        page.set_viewport_size({"width": width, "height": 768})
        referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/tables/{number}/")
        assert page.evaluate(OVERLAPS) is False, number
    referee.audit()
    assert referee.complaints == []


def test_no_text_of_the_desk_is_cut_in_any_hall_on_any_screen(referee: Visitor, transactional_db: None) -> None:
    faults = []
    for pairs in (8, 80, 300):
        round_ = start_round(make_tournament(pairs=pairs, hands_per_round=4, round_minutes=50))
        play_table(round_.tables.get(number=2))
        for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
            referee.page.set_viewport_size({"width": width, "height": height})
            for page in ("results/", "tables/2/", "tables/3/"):
                referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/{page}")
                faults += [f"{pairs} pairs, {page} at {width}: {fault}" for fault in referee.page.evaluate(CUT)]
    assert "\n".join([*faults, *referee.complaints]) == ""


def test_every_tile_of_forty_tables_is_seen_beside_a_call_and_a_lock(referee: Visitor, transactional_db: None) -> None:
    round_ = start_on_phones(pairs=80, round_minutes=25)
    tables = list(round_.tables.order_by("number"))
    call_referee(table=tables[4], line=None, reason=RefereeCall.Reason.RULE, at=timezone.now())
    for at in range(5):
        origin = Origin(device=f"x{at}", address="10.0.0.7", scanned=True)
        assert phone_enter(table=tables[7], typed="0000", origin=origin, at=timezone.now()) is None
    page = referee.page
    page.set_viewport_size({"width": 1366, "height": 768})
    referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/results/")
    expect(page.locator("#tables > li")).to_have_count(40)
    expect(page.locator(".calls li")).to_have_count(1)
    settled(page)
    assert page.evaluate(UNSEEN) == 0
    referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/tables/3/")
    assert page.evaluate(UNSEEN) == 0
    referee.audit()
    assert referee.complaints == []


def test_the_wall_tells_the_hall_s_time_and_a_call_passes(
    browser: Browser, club_server: LiveServer, transactional_db: None
) -> None:
    round_ = start_round(make_tournament(pairs=4, round_minutes=25))
    clock_change(round=round_, action=ClockAction.START, at=timezone.now() - timedelta(minutes=14, seconds=57))
    slug = Tournament.objects.get().slug
    with visiting(browser, club_server, LAPTOP) as visitor:
        wall = visitor.page
        # The clock of this computer is in another year and in another time zone.
        wall.clock.install(time=ANOTHER_YEAR)
        wall.clock.resume()
        visitor.visit(f"/t/{slug}/wall/")
        hall = timezone.now().astimezone(ZoneInfo("Europe/Rome"))
        near = {(hall + timedelta(minutes=minutes)).strftime("%H:%M") for minutes in (-1, 0, 1)}
        wall.wait_for_function("() => document.querySelector('[data-time-of-day]').textContent.length > 0")
        assert wall.locator("[data-time-of-day]").inner_text() in near
        locator = wall.locator("[data-call='600']")
        expect(locator).to_be_visible()
        wall.clock.fast_forward(21_000)
        expect(locator).to_be_hidden()
        expect(wall.locator("[data-clock-until]")).to_be_visible()
        assert visitor.complaints == []


def test_what_was_said_when_the_desk_came_goes_with_the_next_save(referee: Visitor, transactional_db: None) -> None:
    round_ = start_on_phones()
    table = round_.tables.get(number=1)
    for at in range(5):
        origin = Origin(device=f"x{at}", address="10.0.0.7", scanned=True)
        assert phone_enter(table=table, typed="0000", origin=origin, at=timezone.now()) is None
    page = referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/results/")
    page.locator(".desk-shut button").click()
    locator = page.locator(".page-desk > .notes")
    expect(locator).to_be_visible()
    page.locator("#tables > li > a").first.click()
    expect(page.locator("#slip")).to_be_visible()
    settled(page)
    expect(locator).to_have_count(0)
    assert referee.complaints == []


def test_where_a_page_begins_is_where_one_types(referee: Visitor, transactional_db: None) -> None:
    """The focus is on the name of a new tournament, and on the pair after an infraction was chosen."""
    page = referee.visit("/tournaments/new/")
    expect(page.locator("[name=name]")).to_be_focused()
    round_ = start_round(make_tournament(pairs=4))
    referee.visit(f"/tournaments/{round_.tournament.slug}/adjustments/")
    page.locator("a[href*='infraction=']").first.click()
    expect(page.locator("[name=pair]")).to_be_focused()
    settled(page)
    assert referee.complaints == []


def test_the_table_that_a_referee_opens_stays_open_when_another_comes_by_itself(
    referee: Visitor, transactional_db: None
) -> None:
    """Table 1 is saved elsewhere, and the referee opens table 2 before it has come, and while it is coming."""
    tables = list(start_on_phones(pairs=6).tables.order_by("number"))
    page, held = referee.page, list[Route]()

    def let_go(table: int) -> None:
        (route,) = [route for route in held if f"/tables/{table}/" in route.request.url]
        held.remove(route)
        with page.expect_response(route.request.url):
            route.continue_()

    def is_asked(table: int) -> None:
        until(page, lambda: any(f"/tables/{table}/" in route.request.url for route in held))

    for first in (1, 2):
        referee.visit(f"/tournaments/{tables[0].round.tournament.slug}/rounds/1/tables/1/")
        page.route("**/tables/*/", lambda route: held.append(route))
        play_table(Table.objects.get(pk=tables[0].pk), slip(), slip())
        page.evaluate("htmx.trigger(document.querySelector('[data-asks-for-slip]'), 'ask')")
        is_asked(1)
        page.locator("#tables-2 > a").click()
        is_asked(2)
        let_go(first)
        let_go(3 - first)
        settled(page)
        expect(page.locator(".slip-table strong")).to_have_text("2")
        page.keyboard.type("300")
        expect(page.locator("[name=h1_ns_base]")).to_have_value("300")
        page.unroute_all()
        page.evaluate("localStorage.clear()")
    assert referee.complaints == []
