"""What comes by itself moves nothing that is read: the refreshes of an evening under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.browser.conftest import LAPTOP, PHONE, settled, visiting
from tests.factories import make_tournament, members, play_round, play_table, start_round
from tournaments.records import System

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 0.02
"""The layout shift of a refresh that nobody notices."""
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((seen) => seen.getEntries().forEach((shift) => (window.shifted += shift.value)))
    .observe({ type: "layout-shift" });
}"""
ASK = """() => {
  const asking = [...document.querySelectorAll("[hx-trigger*='ask']")];
  for (const part of asking) htmx.trigger(part, "ask");
  return asking.length;
}"""


def answered(page: Page) -> None:
    """Wait until every part that asked has its answer, in the page's own time."""
    for _part in range(5):
        page.wait_for_load_state("networkidle")
        page.clock.run_for(100)
    settled(page)


def test_no_refresh_moves_what_is_read(browser: Browser, club_server: LiveServer) -> None:
    members(60)
    user = User.objects.create_superuser("amministratore")
    tournament = make_tournament(pairs=24, hands_per_round=2, rounds_planned=4, round_minutes=50)
    play_round(start_round(tournament, System.DANISH))
    round_ = start_round(tournament, System.DANISH)
    tables = iter(round_.tables.order_by("number"))
    play_table(next(tables))
    slug = {"slug": tournament.slug}
    pages = [
        reverse("public_ranking", kwargs=slug),
        reverse("public_round", kwargs=slug | {"number": "2"}),
        reverse("public_seat", kwargs=slug),
        reverse("public_pair", kwargs=slug | {"number": "5"}),
        reverse("round", kwargs=slug | {"number": "2"}),
        reverse("results", kwargs=slug | {"number": "2"}),
        reverse("table_entry", kwargs=slug | {"number": "2", "table": "12"}),
    ]
    moved: dict[str, float] = {}
    with (
        visiting(browser, club_server, PHONE, user=user, is_mobile=True, has_touch=True) as phone,
        visiting(browser, club_server, LAPTOP, user=user) as laptop,
    ):
        for visitor in (phone, laptop):
            visitor.page.clock.install()
        for page in pages:
            play = next(tables)
            for visitor in (phone, laptop):
                visitor.go(page)
                for _part in range(5):
                    visitor.page.clock.run_for(100)
                visitor.page.evaluate(WATCH)
            play_table(play)
            for visitor in (phone, laptop):
                assert visitor.page.evaluate(ASK), f"{page} asks for nothing"
                answered(visitor.page)
                if (shifted := visitor.page.evaluate("shifted")) >= MOST:
                    moved[f"{page} at {visitor.page.viewport_size}"] = shifted
        complaints = [*phone.complaints, *laptop.complaints]
    assert moved == {}
    assert complaints == []
