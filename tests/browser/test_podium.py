"""The podium comes to the wall and to the phones when the referee has it shown, with its moments, once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, main_action, poll, visiting
from tests.factories import make_tournament, play_round, start_round
from tournaments.models import Tournament
from tournaments.services import tournament_finish_play, tournament_make_final, tournament_show_podium

WITH_MOTION = {"reduced_motion": "no-preference"}


def finished() -> Tournament:
    tournament = make_tournament(pairs=8, round_minutes=30)
    play_round(start_round(tournament), seed=1)
    return tournament_make_final(tournament=tournament_finish_play(tournament=tournament))


STEADY = 0.02
"""The layout shift of a refresh that nobody notices."""


def watched(page: Page) -> None:
    """Note in the page how each step came, the suits that fell, and how far a refresh moved what was there."""
    page.add_init_script(
        """window.shifted = 0;
        new PerformanceObserver((seen) => seen.getEntries().forEach((shift) => (window.shifted += shift.value)))
          .observe({ type: "layout-shift" });
        document.addEventListener("animationstart", ({ target }) => {
          const told = document.documentElement.dataset;
          if (target.matches(".wall-step, .feast-step")) told.came = (told.came ?? "") + target.className.slice(-1);
          if (target.closest(".suits")) told.fell = Number(told.fell ?? 0) + 1;
        });"""
    )


@pytest.fixture
def wall(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, LAPTOP, **WITH_MOTION) as visitor:
        watched(visitor.page)
        yield visitor


@pytest.fixture
def phone(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, PHONE, **WITH_MOTION) as visitor:
        watched(visitor.page)
        yield visitor


def test_the_referee_has_the_podium_shown_and_third_second_and_first_come_one_after_the_other(
    referee: Visitor, wall: Visitor, phone: Visitor
) -> None:
    slug = finished().slug
    wall.visit(f"/t/{slug}/wall/")
    phone.page.clock.install()
    phone.page.clock.resume()
    phone.visit(f"/t/{slug}/")
    expect(wall.page.locator(".wall-podium")).to_have_count(0)
    referee.go(f"/tournaments/{slug}/")
    main_action(referee.page)
    expect(referee.page.locator("main")).to_contain_text(it("The podium is on the wall and on the players’ phones."))
    poll(phone.page)
    for page in (wall.page, phone.page):
        expect(page.locator("html")).to_have_attribute("data-came", "321")
        expect(page.locator("html")).to_have_attribute("data-fell", "60")
    expect(phone.page.locator(".suits")).to_have_count(0)
    for page in (wall.page, phone.page):
        assert page.evaluate("window.shifted") < STEADY

    # Once on each device, until the referee has it shown again.
    for page in (wall.page, phone.page):
        page.reload()
        expect(page.locator(".step-1")).to_be_visible()
        expect(page.locator("html:not([data-came])")).to_have_count(1)
    follow(referee.page, referee.page.get_by_role("button", name=it("Show the podium again")).click)
    expect(wall.page.locator("html")).to_have_attribute("data-came", "321")
    phone.audit()
    assert "\n".join(referee.complaints + wall.complaints + phone.complaints) == ""


def test_nothing_moves_for_who_wants_no_motion_and_nothing_falls_the_day_after(player: Visitor, phone: Visitor) -> None:
    tournament = finished()
    tournament_show_podium(tournament=tournament, at=timezone.now())
    watched(player.page)
    player.visit(f"/t/{tournament.slug}/")
    tournament_show_podium(tournament=tournament, at=timezone.now() - timedelta(days=1))
    phone.visit(f"/t/{tournament.slug}/")
    for page in (player.page, phone.page):
        expect(page.locator(".step-1")).to_be_visible()
        expect(page.locator(".is-awaited, .is-celebrated, .suits")).to_have_count(0)
        expect(page.locator("html:not([data-came])")).to_have_count(1)
    player.page.emulate_media(media="print")
    expect(player.page.locator(".step-1")).to_be_visible()
    expect(player.page.locator(":is(.btn, .round-links, .menu):visible")).to_have_count(0)
    assert "\n".join(player.complaints + phone.complaints) == ""
