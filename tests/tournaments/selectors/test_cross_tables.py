"""The cross-tables of gironi and of the groups of a round robin: who is in them, and which rounds they count."""

from collections.abc import Collection, Sequence
from typing import Any

import pytest

from tournaments.models import Round, Tournament
from tournaments.ranking.cross_table import CrossTableView
from tournaments.records import Entrant, EntrantId, Outcome, PointAdjustment, System, TableResult
from tournaments.selectors.cross_tables import CrossTables, cross_tables_of
from tournaments.selectors.evening import Evening

SETTINGS: dict[str, Any] = {"scale": "fibur_2026_4", "rest_vp": 12, "rest_mp": 0, "absence_vp": 0, "absence_mp": 0}


def met(round_: int, *tables: tuple[int, int | None]) -> list[TableResult]:
    """Return the tables of a round: each won by the first pair 11–9, a lone pair rests."""
    return [
        TableResult(
            round=round_,
            table=table,
            ns=EntrantId(ns),
            ew=None if ew is None else EntrantId(ew),
            outcome=Outcome.REST if ew is None else Outcome.PLAYED,
            ns_mp=None if ew is None else 1300,
            ew_mp=None if ew is None else 1000,
        )
        for table, (ns, ew) in enumerate(tables, start=1)
    ]


def penalty(round_: int, entrant: int, vp: int = -3) -> PointAdjustment:
    return PointAdjustment(round=round_, entrant=EntrantId(entrant), vp=vp)


def tables_of(
    tournament: Tournament,
    rounds: Sequence[Round],
    results: Sequence[TableResult],
    adjustments: Sequence[PointAdjustment] = (),
    *,
    gironi: Sequence[int | None] = (None,) * 7,
    shown: Collection[int] | None = None,
    as_list: bool = False,
) -> CrossTables:
    """Return the cross-tables of as many pairs as there are `gironi`."""
    evening = Evening(
        tournament=tournament,
        entrants=[
            Entrant(id=EntrantId(number), names=(f"Rossi {number}",), girone=girone)
            for number, girone in enumerate(gironi, start=1)
        ],
        results=results,
        adjustments=adjustments,
    )
    wanted = None if shown is None else {EntrantId(number) for number in shown}
    tables = cross_tables_of(rounds, evening, evening.standings_by_figures(), shown=wanted, as_list=as_list)
    assert tables is not None
    return tables


def groups(
    *played: TableResult,
    first: int = 1,
    groups: int = 2,
    adjustments: Sequence[PointAdjustment] = (),
    shown: Collection[int] | None = None,
    pairs: int = 7,
) -> list[CrossTableView]:
    """Return the tables of a round robin of seven pairs, A with 1, 4, 5 and B with 2, 3, 6, 7."""
    tournament = Tournament(**SETTINGS)
    order = [[number, 0] for number in range(1, 8)]
    rounds = [
        Round(
            tournament=tournament,
            number=number,
            system=System.ROUND_ROBIN if number >= first else System.REGISTRATION,
            settings={"groups": groups} if number >= first else {},
            order=order,
        )
        for number in sorted({result.round for result in played})
    ]
    tables = tables_of(tournament, rounds, played, adjustments, shown=shown, gironi=(None,) * pairs)
    return list(tables.groups)


def members(view: CrossTableView) -> list[int]:
    return sorted(row.standing.entrant.id for row in view.table.rows)


def vp(view: CrossTableView) -> dict[int, int]:
    return {int(row.standing.entrant.id): row.standing.vp for row in view.table.rows}


FIRST = met(1, (4, 5), (2, 7), (3, 6), (1, None))
SECOND = met(2, (1, 5), (7, 3), (6, 2), (4, None))


def test_a_round_robin_of_one_group_has_the_table_of_all_only() -> None:
    assert groups(*met(1, (1, 2), (3, 4), (5, 6), (7, None)), groups=1) == []


def test_a_group_counts_its_own_rounds_alone() -> None:
    before = met(1, (1, 4), (2, 3), (6, 7), (5, None))
    a, b = groups(*before, *met(2, (4, 5), (2, 7), (3, 6), (1, None)), first=2)
    assert (a.table.rounds, b.table.rounds) == ((2,), (2,))
    assert (vp(a), vp(b)) == ({1: 12, 4: 11, 5: 9}, {2: 11, 3: 11, 6: 9, 7: 9})


def test_a_group_counts_the_adjustments_of_its_own_pairs_in_its_own_rounds() -> None:
    before = met(1, (1, 4), (2, 3), (6, 7), (5, None))
    penalties = [penalty(1, 4), penalty(2, 5), penalty(2, 7, vp=-1)]
    a, b = groups(*before, *met(2, (4, 5), (2, 7), (3, 6), (1, None)), first=2, adjustments=penalties)
    assert (vp(a), vp(b)) == ({1: 12, 4: 11, 5: 6}, {2: 11, 3: 11, 6: 9, 7: 8})
    assert [adjustment.vp for row in a.table.rows for adjustment in row.standing.adjustments] == [-3]


def test_a_late_pair_is_in_the_group_of_its_opponents_only() -> None:
    a, b = groups(*FIRST, *met(2, (1, 5), (7, 8), (6, 2), (4, 3)), pairs=8)
    assert (members(a), members(b)) == ([1, 4, 5], [2, 3, 6, 7, 8])


def test_who_met_them_before_the_round_robin_is_in_no_group() -> None:
    before = met(1, (8, 1), (2, 3), (4, 5), (6, 7))
    a, b = groups(*before, *met(2, (4, 5), (2, 7), (3, 6), (1, None)), first=2, pairs=8)
    assert (members(a), members(b)) == ([1, 4, 5], [2, 3, 6, 7])


@pytest.mark.parametrize(("shown", "expected"), [({5, 7}, {"A": [5], "B": [7]}), ({2, 6}, {"B": [2, 6]})])
def test_a_group_has_the_rows_looked_for_as_a_list_and_none_without_any(
    shown: set[int], expected: dict[str, list[int]]
) -> None:
    views = groups(*FIRST, *SECOND, shown=shown)
    assert {view.name: members(view) for view in views} == expected
    assert not any(view.as_matrix for view in views)


def test_the_groups_of_everybody_are_matrices_up_to_thirty_pairs() -> None:
    assert [view.as_matrix for view in groups(*FIRST, *SECOND)] == [True, True]


# --- Gironi -------------------------------------------------------------------------------------------------

CUT = Tournament(**SETTINGS, cut_after=1, carry="whole")


def in_gironi(
    gironi: Sequence[int], *, shown: Collection[int] | None = None, as_list: bool = False
) -> tuple[CrossTableView, ...]:
    """Return the tables of pairs of these gironi, 1 and 2, 3 and 4 … met in both rounds."""
    tables = [(number, number + 1) for number in range(1, len(gironi), 2)]
    return tables_of(CUT, [], met(1, *tables) + met(2, *tables), gironi=gironi, shown=shown, as_list=as_list).groups


def test_gironi_follow_each_other_by_letter() -> None:
    eight = in_gironi([number // 2 for number in range(2, 18)], shown={15, 16, 1})
    assert [(view.name, members(view)) for view in eight] == [("A", [1]), ("H", [15, 16])]


@pytest.mark.parametrize(
    ("pairs", "shown", "as_list", "matrix"),
    [
        (4, None, False, [True, True]),
        (4, None, True, [False, False]),
        (4, {1, 2, 3}, False, [False, False]),
        (34, None, False, [False, True]),
    ],
)
def test_a_girone_is_a_matrix_with_all_its_rows_up_to_thirty(
    pairs: int, shown: set[int] | None, as_list: bool, matrix: list[bool]
) -> None:
    views = in_gironi([1] * (pairs - 2) + [2] * 2, shown=shown, as_list=as_list)
    assert [view.as_matrix for view in views] == matrix
