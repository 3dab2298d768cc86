"""The draw of the next round: its gironi, the runs under way, and how long each step of a Mitchell lasts."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.selectors.test_evening import drawn, evening
from tournaments.models import Round
from tournaments.records import RoundSettings, System
from tournaments.selectors.draws import NextRound
from tournaments.selectors.evening import Evening
from tournaments.services.rounds import next_round


@pytest.mark.django_db
def test_steps_are_those_of_the_sections_in_which_the_latest_mitchell_was_played() -> None:
    tournament = make_tournament(pairs=12, hands_per_round=2)
    assert next_round(tournament).steps.longest == 6
    play_round(start_round(tournament, System.MITCHELL, sections=(4,), step=1))
    assert next_round(tournament).steps.longest == 3
    play_round(start_round(tournament, System.DANISH))
    assert next_round(tournament).steps.longest == 3


def coming(then: Evening, number: int, rounds: Sequence[Round] = ()) -> NextRound:
    return NextRound(number=number, evening=then, rounds=rounds, keys={})


def test_the_gironi_of_those_who_are_here_are_told_by_letter() -> None:
    then = evening(gironi=(8, 8, 1, 1, 2))
    gone = [replace(entrant, active=entrant.girone != 2) for entrant in then.entrants]
    assert coming(replace(then, entrants=gone), 2).gironi == [1, 8]
    assert coming(evening(), 2).gironi == []


def test_the_round_robins_of_gironi_go_on_in_the_order_of_the_letters() -> None:
    then = evening(gironi=(8, 8, 8, 1, 1, 1))
    rounds = drawn(then, 2, system=System.ROUND_ROBIN)
    assert [run.order for run in coming(then, 3, rounds).round_robins] == [(4, 5, 6), (1, 2, 3)]


def test_a_draft_with_other_groups_gives_a_round_robin_up_for_these_alone() -> None:
    then = evening(gironi=(None,) * 8)
    first, draft = drawn(then, 1, 2, system=System.ROUND_ROBIN)
    draft.settings = {"groups": 2}
    given_up, gone_on = coming(then, 2, [first, draft]), coming(then, 2, [first])
    for groups, unfinished in ((2, None), (3, 1)):
        run = given_up._unfinished(System.ROUND_ROBIN, RoundSettings(groups=groups))
        assert (run.start if run else None) == unfinished
    run = gone_on._unfinished(System.ROUND_ROBIN, RoundSettings(groups=2))
    assert run is not None and run.start == 1


def test_a_draft_by_the_ratings_can_be_drawn_so_again_whether_they_are_shown_or_not() -> None:
    (draft,) = drawn(evening(), 1, system=System.DANISH)
    draft.by_rating = True
    assert coming(evening(), 1, [draft]).is_rated and not coming(evening(), 2, [draft]).is_rated
