"""The same time everywhere: the desk, the wall and a phone agree, whatever their own clocks say."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import LAPTOP, Visitor, it, poll, settled, until, visiting
from tests.factories import make_tournament, start_round
from tournaments.clock.clock import ClockAction
from tournaments.models import Tournament
from tournaments.services import clock_change

ANOTHER_YEAR = datetime(2019, 3, 1, 12, 0)
FIVE_MINUTES = 5 * 60 * 1000
NEAR = 3
"""Seconds, because the pages are read one after the other."""


def left(page: Page) -> int:
    """Return the seconds on the hall's clock, or 0 while it shows nothing."""
    text = page.locator("[data-clock=hall] .clock-time").inner_text()
    minutes, seconds = re.fullmatch(r"(\d+):(\d\d)", text).groups() if text else (0, 0)  # type: ignore[union-attr]
    return 60 * int(minutes) + int(seconds)


def agree(*pages: Page, within: int = NEAR) -> bool:
    times = [left(page) for page in pages]
    return min(times) > 0 and max(times) - min(times) <= within


def press(referee: Visitor, button: str) -> None:
    referee.page.locator(f"#clock-hall-{button}").click()
    settled(referee.page)


def test_desk_wall_and_phone_show_one_time_and_are_right_again_after_a_sleep(
    referee: Visitor, player: Visitor, browser: Browser, club_server: LiveServer, transactional_db: None
) -> None:
    slug = Tournament.objects.get(pk=start_round(make_tournament(pairs=4, round_minutes=30)).tournament_id).slug
    desk, phone = referee.page, player.page
    with visiting(browser, club_server, LAPTOP) as visitor:
        wall = visitor.page
        # The clock of this computer is years behind.
        wall.clock.install(time=ANOTHER_YEAR)
        wall.clock.resume()
        visitor.visit(f"/t/{slug}/wall/")
        expect(wall.locator("[data-clock=hall]")).to_contain_text("30:00")
        referee.go(f"/tournaments/{slug}/rounds/1/results/")
        press(referee, "main")
        player.go(f"/t/{slug}/rounds/")
        expect(wall.locator("[data-clock=hall]")).to_have_attribute("data-state", "running")
        until(wall, lambda: agree(desk, wall, phone))
        assert 29 * 60 < left(desk) <= 30 * 60

        # While paused, all show the same second, and each added minute.
        press(referee, "main")
        paused = left(desk)
        press(referee, "add")
        assert left(desk) == paused + 60
        expect(wall.locator("[data-clock=hall]")).to_have_attribute("data-state", "paused")
        poll(phone)
        until(wall, lambda: agree(desk, wall, phone, within=0))
        visitor.audit()
        player.audit()
        press(referee, "main")
        expect(wall.locator("[data-clock=hall]")).to_have_attribute("data-state", "running")
        poll(phone)
        until(wall, lambda: agree(desk, wall, phone))

        # Five minutes pass only for the phone, as if it had slept the wrong way.
        phone.clock.fast_forward(FIVE_MINUTES)
        until(phone, lambda: agree(desk, wall, phone))
        phone.reload()
        until(phone, lambda: agree(desk, wall, phone))

        # The wall rings once it is allowed to.
        wall.locator("[data-bell] button").click()
        expect(wall.locator("[data-bell]")).to_be_hidden()
        desk.locator("#clock-hall-end").click()
        desk.locator("dialog[open] [value=yes]").click()
        expect(wall.locator("[data-bell-said]")).to_have_text(it("Time is up"))
        # The end is said once: by the clock, in the largest figures of the wall.
        expect(wall.locator("[data-bell-said]")).to_have_class(re.compile("visually-hidden"))
        expect(wall.locator("[data-clock=hall] .clock-time")).to_have_text(it("Time!"))
        expect(wall.locator("[data-clock=hall] .clock-said")).to_be_hidden()
        wall.reload()
        expect(wall.locator("[data-clock=hall] .clock-time")).to_have_text(it("Time!"))
        expect(wall.locator("[data-bell]")).to_be_hidden()
        assert "\n".join(referee.complaints + player.complaints + visitor.complaints) == ""


def test_a_clock_at_zero_is_lengthened_or_ended_and_cannot_be_paused(referee: Visitor, transactional_db: None) -> None:
    round_ = start_round(make_tournament(pairs=4, round_minutes=30))
    clock_change(round=round_, action=ClockAction.START, at=timezone.now() - timedelta(minutes=31))
    referee.go(f"/tournaments/{round_.tournament.slug}/rounds/1/results/")
    page = referee.page
    expect(page.locator("[data-clock=hall] .clock-time")).to_have_text("0:00")
    for button, offered in (("main", False), ("take", False), ("add", True), ("end", True)):
        expect(page.locator(f"#clock-hall-{button}")).to_be_visible(visible=offered)
    press(referee, "add")
    expect(page.locator("#clock-hall-main")).to_be_visible()
    assert referee.complaints == []
