"""The draw of the next round: how long each step of a Mitchell lasts from there on."""

import pytest

from tests.factories import make_tournament, play_round, start_round
from tournaments.records import System
from tournaments.services.rounds import next_round

pytestmark = pytest.mark.django_db


def test_steps_are_those_of_the_sections_in_which_the_latest_mitchell_was_played() -> None:
    tournament = make_tournament(pairs=12, hands_per_round=2)
    assert next_round(tournament).steps.longest == 6
    play_round(start_round(tournament, System.MITCHELL, sections=(4,), step=1))
    assert next_round(tournament).steps.longest == 3
    play_round(start_round(tournament, System.DANISH))
    assert next_round(tournament).steps.longest == 3
