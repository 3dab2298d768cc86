"""The evening: who misses a round, the course of a knockout, and the brackets of gironi."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.selectors.test_cross_tables import SETTINGS, met
from tournaments.models import Round, Tournament
from tournaments.records import Entrant, EntrantId, Kind, Outcome, Standing, System, TableResult
from tournaments.selectors.evening import Evening
from tournaments.selectors.knockout import bracket_views_of, tied_tables


def evening(*results: TableResult, gironi: Sequence[int | None] = (None,) * 4, **facts: Any) -> Evening:
    """Create an evening of pairs in these gironi."""
    own = facts.pop("own_knockouts", {})
    cut = {"cut_after": 1, "carry": "whole"} if any(gironi) else {}
    return Evening(
        tournament=Tournament(**SETTINGS, seed=7, **cut, **facts),
        entrants=[
            Entrant(id=EntrantId(number), names=(f"Rossi {number}",), girone=girone)
            for number, girone in enumerate(gironi, start=1)
        ],
        results=results,
        adjustments=[],
        own_knockouts=own,
    )


def drawn(
    of: Evening,
    *numbers: int,
    system: System = System.KNOCKOUT,
    gironi: Sequence[Sequence[int]] = (),
    knockouts: Sequence[int] = (),
) -> list[Round]:
    """Create rounds with the pairs in the order of their numbers, drawn by `gironi`, some with their own knockouts."""
    order = [[int(entrant.id), 0] for entrant in of.entrants]
    settings = {"by_girone": [[girone, "knockout"] for girone in knockouts]} if knockouts else {}
    as_drawn = {"gironi": list(gironi)} if gironi else {}
    facts = {"tournament": of.tournament, "system": system, "order": order, "settings": settings, "as_drawn": as_drawn}
    return [Round(number=number, **facts) for number in numbers]


def in_knockout(results: Sequence[TableResult]) -> list[TableResult]:
    return [result._replace(knockout=True) for result in results]


def tied(results: Sequence[TableResult]) -> list[TableResult]:
    return [result._replace(ns_mp=1000, ew_mp=1000) for result in in_knockout(results)]


@pytest.mark.parametrize(("kind", "absences"), [(Kind.PAIRS, 1), (Kind.TEAM_MATCHES, 0)])
def test_whoever_has_no_seat_is_absent_but_not_a_pair_that_is_in_no_line_up(kind: Kind, absences: int) -> None:
    then = evening(*met(1, (1, 2), (3, None)), *met(2, (1, 2)), gironi=(None,) * 3, kind=kind, missed_rounds="absence")
    last = next(row for row in then.standings(rounds=[]) if row.entrant.id == 3)
    assert sum(score.absent for score in last.rounds) == absences


def places(rows: Sequence[Standing]) -> list[int]:
    return [int(row.entrant.id) for row in rows]


def test_the_latest_places_are_those_of_a_knockout_of_many_rounds() -> None:
    """Pair 1 has the most points, and lost the only match of the bracket, in round 6."""
    ordinary = [table for number in range(1, 6) for table in met(number, (1, 2))]
    final = [table for number in range(6, 10) for table in in_knockout(met(number, (2, 1)))]
    then = evening(*ordinary, *final, gironi=(None, None))
    ordinary_rounds = drawn(then, 1, 2, 3, 4, 5, system=System.DANISH)
    rounds = [*ordinary_rounds, *drawn(then, 6, 7, 8, 9)]
    standings = then.standings(rounds=rounds)
    assert places(then.standings_by_figures()) == [1, 2] and places(standings) == [2, 1]
    course = then.course(standings, rounds=rounds, latest=2)
    assert {number: dict(of_round) for number, of_round in course.places.items()} == {8: {2: 1, 1: 2}, 9: {2: 1, 1: 2}}


def test_the_run_of_a_girone_begins_with_the_first_round_in_which_anybody_was_in_it() -> None:
    then = evening(gironi=(1, 1, 2, 2))
    (second,) = drawn(then, 2, gironi=[(1, 1), (2, 1), (3, 1), (4, 1)])
    (third,) = drawn(then, 3, gironi=[(1, 1), (2, 1), (3, 2), (4, 2)])
    run = then.run_of([second, third], 2)
    assert run is not None and (run.start, run.order) == (3, (3, 4))
    assert then.run_of([second, third], 3) is None
    assert then.bracket([second, third], 2).seeds == (3, 4)
    assert then.bracket([second, third], 3).seeds == ()


def test_a_table_at_which_somebody_of_another_girone_was_seated_is_of_the_bracket() -> None:
    own = {2: {EntrantId(1): 1, EntrantId(2): 1}}
    then = evening(*in_knockout(met(2, (3, 1), (2, 4))), gironi=(1, 1, 2, 2), own_knockouts=own)
    (final,) = then.bracket(drawn(then, 2, system=System.DANISH, knockouts=[1]), 1).rounds[0]
    assert final.contestants == (1, 3) and final.winner == 3


def test_the_knockouts_of_gironi_are_told_in_the_order_of_the_letters() -> None:
    gironi = (8, 8, 1, 1)
    own = {2: {EntrantId(number): girone for number, girone in enumerate(gironi, start=1)}}
    then = evening(*met(1, (1, 3), (2, 4)), *tied(met(2, (1, 2), (3, 4))), gironi=gironi, own_knockouts=own)
    rounds = drawn(then, 2, system=System.DANISH, knockouts=[1, 8])
    views = bracket_views_of(rounds, then, then.standings_by_figures())
    assert [view.girone for view in views] == [1, 8]
    four = evening(
        *tied(met(2, (1, 4), (2, 3), (5, 8), (6, 7))),
        gironi=(8,) * 4 + (1,) * 4,
        own_knockouts={2: {EntrantId(number): 8 if number < 5 else 1 for number in range(1, 9)}},
    )
    ties = tied_tables(drawn(four, 2, system=System.DANISH, knockouts=[1, 8]), 3, four)
    assert [(tie.table, tie.better.id, tie.other.id) for tie in ties] == [(3, 5, 8), (4, 6, 7), (1, 1, 4), (2, 2, 3)]


def test_a_tie_is_to_be_decided_only_right_before_the_next_round_of_its_knockout() -> None:
    then = evening(*tied(met(1, (1, 4), (2, 3))), *met(2, (1, 2), (3, 4)))
    rounds = [*drawn(then, 1), *drawn(then, 2, system=System.DANISH)]
    assert [tie.table for tie in tied_tables(rounds, 2, then)] == [1, 2]
    assert tied_tables(rounds, 3, then) == []


def test_a_round_open_at_a_table_ties_nothing() -> None:
    then = evening(*(table._replace(outcome=Outcome.OPEN) for table in in_knockout(met(1, (1, 4), (2, 3)))))
    assert tied_tables(drawn(then, 1), 2, then) == []
