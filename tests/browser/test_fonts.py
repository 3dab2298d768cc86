"""The program's fonts: they come late on a slow network, and nothing jumps when they do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import LAPTOP, PHONE, until, visiting
from tests.factories import make_account, make_tournament, play_round, start_round

pytestmark = pytest.mark.django_db(transaction=True)

SHIFTS = """
window.moved = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
}).observe({type: 'layout-shift', buffered: true});
"""
LOADED = """[...document.fonts].filter(
  ({family, status}) => status === 'loaded' && /^.?(Atkinson Next|Literata).?$/.test(family)
).length"""
LATE_MS = 400
MOST = 0.02
PAGES = ("", "seat/", "rounds/", "pairs/1/")


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_jumps_when_the_fonts_come_late(
    browser: Browser, club_server: LiveServer, screen: dict[str, int]
) -> None:
    tournament = make_tournament(pairs=12)
    play_round(start_round(tournament), seed=1)
    with visiting(browser, club_server, screen, user=make_account()) as visitor:
        page = visitor.page
        page.add_init_script(SHIFTS)
        waiting: list[Callable[[], None]] = []

        def hold(route: Route) -> None:
            waiting.append(route.continue_)

        page.route("**/*.woff2", hold)
        addresses = [f"/t/{tournament.slug}/{name}" for name in PAGES]
        for address in (*addresses, f"/tournaments/{tournament.slug}/"):
            # A page counts as loaded only once its fonts are.
            page.goto(visitor.address + address, wait_until="commit")
            page.wait_for_timeout(LATE_MS)
            stood = page.evaluate("window.moved")
            until(page, lambda: len(waiting) >= 2)
            while waiting:
                waiting.pop()()
            until(page, lambda: page.evaluate(LOADED) >= 2)
            page.wait_for_timeout(100)
            assert page.evaluate("window.moved") - stood < MOST, address
        assert visitor.complaints == []
