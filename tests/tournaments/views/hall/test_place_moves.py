"""The moves since the previous round, for pairs and referees: from two rankings computed separately."""

import re

import pytest
from django.test import Client

from tests.factories import make_account, make_tournament, play_round, start_round
from tests.tournaments.views.pages import text_of, url
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db


def played(rounds: int) -> Tournament:
    tournament = make_tournament(pairs=12)
    for number in range(rounds):
        play_round(start_round(tournament, System.DANISH if number else System.REGISTRATION), seed=number)
    return tournament


def test_a_pairs_own_card_says_how_far_it_has_moved(client: Client) -> None:
    tournament = played(2)
    before = {row.entrant.id: row.place for row in standings_of(tournament, after_round=1)}
    on_card, moved = [], []
    for row in standings_of(tournament):
        card = text_of(client.get(url("public_pair", tournament, row.entrant.id)))
        climbed = before[row.entrant.id] - row.place
        words = {climbed > 0: "up", climbed < 0: "down"}.get(True)
        moved.append(words is not None)
        on_card.append(
            words is not None and any(f"{words} {abs(climbed)} {noun}" in card for noun in ("place", "places"))
        )
    assert on_card == moved and any(moved)


def test_nobody_has_moved_in_the_first_round(client: Client) -> None:
    card = text_of(client.get(url("public_pair", played(1), 1)))
    assert not re.search(r"\b(?:up|down) \d+ place", card)


@pytest.mark.parametrize(("rounds", "drawn"), [(1, False), (2, True)])
def test_the_overview_draws_how_the_first_got_there(rounds: int, drawn: bool) -> None:
    referee = Client()
    referee.force_login(make_account())
    page = text_of(referee.get(url("tournament", played(rounds))))
    assert ("How the leaders got there" in page) is drawn
