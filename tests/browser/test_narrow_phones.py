"""Every public page fits a phone of 360 px; none scrolls sideways."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.translation import override

from burraco_club.rights import EVERYBODY, RIGHTS
from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_wall import LONG
from tests.factories import make_tournament, members, play_round, start_round
from tests.scoring.free_games.tables import make_game, play
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.services import pairs_add_many, tournament_finish_play, tournament_make_final

WIDTH = "document.documentElement.scrollWidth"
"""The page's width; the window of a phone grows with a page that is too wide."""


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
            if rights.of("GET") is not EVERYBODY:
                continue
            space, _colon, last = name.rpartition(":")
            known = get_resolver().namespace_dict[space][1] if space else get_resolver()
            parts = known.reverse_dict.getlist(last)[0][0][0][1]
            yield reverse(name, args=[filled.get(part, "1") for part in parts])


@pytest.mark.django_db(transaction=True)
def test_no_page_for_everybody_scrolls_sideways_on_a_narrow_phone(player: Visitor) -> None:
    members(20)
    game = make_game()
    play(game, 300, 100)
    waiting = make_tournament(pairs=4, name="Torneo di domani", self_check_in=True)
    seen: set[str] = set()
    wide = []
    for slug in (waiting.slug, ended().slug):
        for address in addresses(slug, game.secret):
            answer = Client().get(address)
            # A chart within a page is not a page.
            if answer.status_code == 200 and b"<html" in answer.content and address not in seen:
                seen.add(address)
                if player.visit(address).evaluate(WIDTH) > PHONE["width"] + 1:
                    wide.append(address)
    assert wide == []
    assert len(seen) > 25
