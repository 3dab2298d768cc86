"""Every public page fits a phone of 360 px in a language half as long again: none scrolls sideways or cuts a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.translation import override

from burraco_club.rights import EVERYBODY, RIGHTS
from tests.browser.cut_words import faults_of, longer_pages, showing
from tests.browser.test_every_page import FREE_IN_WIDTH
from tests.browser.test_wall import LONG
from tests.factories import make_tournament, members, play_round, start_round
from tests.scoring.free_games.tables import make_game, play
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.services import pairs_add_many, tournament_finish_play, tournament_make_final

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer


def ended() -> Tournament:
    """A final evening with a knockout and a pair of long names."""
    tournament = make_tournament(pairs=7, hands_per_round=2, rounds_planned=3)
    pairs_add_many(tournament=tournament, lines=[LONG], here=True)
    play_round(start_round(tournament))
    for seed in (1, 2):
        play_round(start_round(tournament, System.KNOCKOUT), seed=seed)
    return tournament_make_final(tournament=tournament_finish_play(tournament=tournament))


def addresses(slug: str, secret: str) -> Iterator[str]:
    """Yield the addresses of all public views, filled with an evening's and a game's own values."""
    filled = {
        "slug": slug,
        "number": 1,
        "table": 1,
        "pair": 8,
        "key": "italian",
        "guide": "laptop",
        "secret": secret,
        "width": 1,
        "height": 1,
        "place": "it",
        "colour": "8a1c1c",
        "name": "0123456789abcdef-10x10",
    }
    with override("it"):
        for name, rights in RIGHTS.items():
            if rights.of("GET") is not EVERYBODY or name in FREE_IN_WIDTH:
                continue
            space, _colon, last = name.rpartition(":")
            known = get_resolver().namespace_dict[space][1] if space else get_resolver()
            parts = known.reverse_dict.getlist(last)[0][0][0][1]
            yield reverse(name, args=[filled.get(part, "1") for part in parts])


@pytest.mark.django_db(transaction=True)
def test_no_page_for_everybody_scrolls_sideways_or_cuts_a_word_on_a_narrow_phone(
    browser: Browser, club_server: LiveServer, tmp_path: Path
) -> None:
    members(20)
    game = make_game()
    play(game, 300, 100)
    waiting = make_tournament(pairs=4, name="Torneo di domani", self_check_in=True)
    pages: list[str] = []
    for slug in (waiting.slug, ended().slug):
        for address in addresses(slug, game.secret):
            answer = Client().get(address)
            # A chart within a page is not a page.
            if answer.status_code == 200 and b"<html" in answer.content and address not in pages:
                pages.append(address)
    with showing(browser, club_server) as phone:
        assert faults_of(phone, longer_pages(tmp_path, Client(), pages)) == []
        assert len(pages) > 25


@pytest.mark.django_db(transaction=True)
def test_what_is_cut_is_found(browser: Browser, club_server: LiveServer) -> None:
    head = f"<link rel=stylesheet href='{settings.STATIC_URL}vendor/bootstrap/bootstrap.min.css'>"
    long, words = "x" * 60, "Ŕóúñd " * 20
    with showing(browser, club_server) as phone:
        for html, fault in (
            (f"<p>{long}", "as wide as"),
            (f"<p class=text-break>{long}", "broken in"),
            (f"<p class=text-truncate>{words}", "cut off"),
            (f"<p class=d-flex><b class='w-50 text-nowrap overflow-visible'>{words}</b><b class=w-50>{words}", "upon"),
        ):
            assert fault in " ".join(faults_of(phone, {"": head + html})), html
        assert faults_of(phone, {"": f"{head}<p>{words}"}) == []
