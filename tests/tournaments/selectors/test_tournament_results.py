"""A tournament's rounds with what was played in them."""

import pytest

from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.records import System
from tournaments.selectors.tournament_results import played_of

pytestmark = pytest.mark.django_db


def test_a_draft_is_a_round_that_is_not_published() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    draft_round(tournament, System.DRAW)
    results = played_of(tournament)
    assert [round_.number for round_ in results.rounds] == [1, 2]
    assert [round_.number for round_ in results.published] == [1]
