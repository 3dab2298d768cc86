"""A first visit on a slow network: fonts and scripts come late, and nothing on the page jumps when they do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import LAPTOP, PHONE, until, visiting
from tests.factories import make_account, make_tournament, play_round, start_round
from tournaments.services import tournament_finish_play, tournament_make_final

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
LATE = re.compile(r"\.woff2$|/js/(?!theme)|htmx")
"""All that a page asks for beside its styles, and beside the script that draws it light or dark."""
LATE_MS, SETTLED_MS = 400, 100
FACES = 3
MOST = 0.02
OF_A_TOURNAMENT = ("", "seat/", "rounds/", "pairs/1/", "cross-table/")
OF_A_FINAL_ONE = ("", "pairs/1/", "highlights/")
OF_THE_CLUB = ("/", "/club/", "/score/", "/games/", "/account/password/")
AT_THE_DESK = ("", "rounds/2/results/", "rounds/2/sheet/", "rounds/2/tables/1/hands/1/", "ranking/")


def addresses() -> list[str]:
    """Return the addresses of pages of a tournament under way, of a final one and of the club, and of the desk."""
    running, final = make_tournament(pairs=12), make_tournament(pairs=8)
    for seed in (1, 2):
        play_round(start_round(running), seed=seed)
    play_round(start_round(final), seed=1)
    tournament_make_final(tournament=tournament_finish_play(tournament=final))
    return [
        *(f"/t/{running.slug}/{name}" for name in OF_A_TOURNAMENT),
        *(f"/t/{final.slug}/{name}" for name in OF_A_FINAL_ONE),
        *OF_THE_CLUB,
        *(f"/tournaments/{running.slug}/{name}" for name in AT_THE_DESK),
    ]


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_jumps_when_fonts_and_scripts_come_late(
    browser: Browser, club_server: LiveServer, screen: dict[str, int]
) -> None:
    found = addresses()
    jumps: dict[str, float] = {}
    waiting: list[Route] = []
    is_early = True

    def hold(route: Route) -> None:
        if is_early:
            waiting.append(route)
        else:
            route.continue_()

    with visiting(browser, club_server, screen, user=make_account()) as visitor:
        page = visitor.page
        page.add_init_script(SHIFTS)
        page.route(LATE, hold)
        for address in found:
            is_early = True
            page.goto(visitor.address + address, wait_until="commit")
            page.wait_for_timeout(LATE_MS)
            is_early = False
            while waiting:
                waiting.pop().continue_()
            page.wait_for_load_state()
            until(page, lambda: page.evaluate(LOADED) == FACES)
            page.wait_for_timeout(SETTLED_MS)
            assert page.url == visitor.address + address
            if (moved := page.evaluate("window.moved")) >= MOST:
                jumps[address] = moved
    assert jumps == {}
    assert visitor.complaints == []
