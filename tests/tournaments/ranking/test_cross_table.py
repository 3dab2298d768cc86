"""The cross-table: a small tournament worked by hand, and the rules that hold for all of them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.cross_table import (
    MATRIX_UP_TO,
    CrossRow,
    CrossTable,
    Encounter,
    MatrixMeeting,
    MatrixRow,
    cross_table,
)
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import Entrant, EntrantId, Line, Outcome, PointAdjustment, TableResult, TieBreak

REST = rest_allowance(FIBUR_2026_4, 4)
ABSENCE = absence_allowance(FIBUR_2026_4, 4)


def seated(round_: int, table: int, ns: int, ew: int | None, ns_mp: int = 0, ew_mp: int = 0) -> TableResult:
    """Return a played table, or a rest."""
    rests = ew is None
    return TableResult(
        round=round_,
        table=table,
        ns=EntrantId(ns),
        ew=None if ew is None else EntrantId(ew),
        outcome=Outcome.REST if rests else Outcome.PLAYED,
        ns_mp=None if rests else ns_mp,
        ew_mp=None if rests else ew_mp,
    )


def of_four(round_: int, table: int, ns: tuple[int, int], ew: tuple[int, int], ns_mp: int, ew_mp: int) -> TableResult:
    """Return a table of an individual tournament."""
    return TableResult(
        round=round_,
        table=table,
        ns=EntrantId(ns[0]),
        ns_partner=EntrantId(ns[1]),
        ew=EntrantId(ew[0]),
        ew_partner=EntrantId(ew[1]),
        outcome=Outcome.PLAYED,
        ns_mp=ns_mp,
        ew_mp=ew_mp,
    )


def crossed(
    count: int, results: list[TableResult], *adjustments: PointAdjustment, cut_after: int | None = None
) -> CrossTable:
    ranking = standings(
        [Entrant(id=EntrantId(number), names=(f"Player {number}",)) for number in range(1, count + 1)],
        results,
        adjustments,
        scale=FIBUR_2026_4,
        rest=REST,
        absence=ABSENCE,
        tie_breaks=tuple(TieBreak),
        seed=7,
    )
    return cross_table(ranking, cut_after=cut_after)


def row_of(table: CrossTable, number: int) -> CrossRow:
    return next(row for row in table.rows if row.standing.entrant.id == number)


def data_of(encounter: Encounter | None) -> tuple[object, ...] | None:
    """Return the data of a line of the list."""
    if encounter is None:
        return None
    against = tuple(other.entrant.id for other in encounter.opponents)
    return encounter.line, against, encounter.vp, encounter.total


def cells(row: MatrixRow) -> list[list[tuple[int, int | None, bool]] | None]:
    return [None if cell is None else [(m.round, m.vp, m.together) for m in cell] for cell in row.cells]


# --- Five pairs, two rounds ---------------------------------------------------------------------------------

# Differences of 300 and 400 are 11–9 and 12–8, of 2,100 it is 20–0; a rest is 12 VP.
FIVE = [
    seated(1, 1, 1, 2, 1300, 1000),
    seated(1, 2, 3, 4, 2100, 0),
    seated(1, 3, 5, None),
    seated(2, 1, 1, 3, 1000, 1400),
    seated(2, 2, 5, 4, 1000, 1000),
    seated(2, 3, 2, None),
]


def five() -> CrossTable:
    return crossed(5, FIVE, PointAdjustment(round=2, entrant=EntrantId(2), vp=-1))


def test_rows_follow_the_ranking() -> None:
    # 3: 20 + 12; 5: 12 + 10; 2: 9 + 12 − 1; 1: 11 + 8; 4: 0 + 10.
    assert [(row.standing.entrant.id, row.standing.vp) for row in five().rows] == [
        *((3, 32), (5, 22), (2, 20), (1, 19), (4, 10))
    ]


def test_a_row_tells_line_opponent_vp_and_the_total_so_far() -> None:
    table = five()
    assert table.rounds == (1, 2)
    assert [data_of(encounter) for encounter in row_of(table, 1).encounters] == [
        (Line.NS, (2,), 11, 11),
        (Line.NS, (3,), 8, 19),
    ]
    assert [data_of(encounter) for encounter in row_of(table, 3).encounters] == [
        (Line.NS, (4,), 20, 20),
        (Line.EW, (1,), 12, 32),
    ]
    assert [data_of(encounter) for encounter in row_of(table, 5).encounters] == [
        (Line.NS, (), 12, 12),
        (Line.NS, (4,), 10, 22),
    ]
    # The penalty is in the VP of its round, as in the ranking.
    assert [data_of(encounter) for encounter in row_of(table, 2).encounters] == [
        (Line.EW, (1,), 9, 9),
        (Line.NS, (), 11, 20),
    ]


def test_a_cell_tells_what_its_row_got() -> None:
    matrix = five().matrix
    by_number = {row.standing.entrant.id: row for row in matrix}
    # In the order of the ranking: 3, 5, 2, 1, 4.
    assert cells(by_number[EntrantId(1)]) == [[(2, 8, False)], [], [(1, 11, False)], None, []]
    assert cells(by_number[EntrantId(3)]) == [None, [], [], [(2, 12, False)], [(1, 20, False)]]
    assert [row.elsewhere for row in matrix] == [0, 12, 11, 0, 0]
    assert five().has_vp_elsewhere


def test_two_meetings_share_a_cell() -> None:
    table = crossed(2, [seated(1, 1, 1, 2, 1300, 1000), seated(2, 1, 2, 1, 0, 2100)])
    first, second = table.matrix
    assert (first.cells[1], second.cells[0]) == (
        (MatrixMeeting(round=1, vp=11, together=False), MatrixMeeting(round=2, vp=20, together=False)),
        (MatrixMeeting(round=1, vp=9, together=False), MatrixMeeting(round=2, vp=0, together=False)),
    )
    assert not table.has_vp_elsewhere


def test_a_table_still_open_is_met_without_vp() -> None:
    open_ = TableResult(round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=Outcome.OPEN, ns_mp=900, ew_mp=100)
    table = crossed(2, [open_])
    assert [data_of(encounter) for row in table.rows for encounter in row.encounters] == [
        (Line.NS, (2,), None, 0),
        (Line.EW, (1,), None, 0),
    ]
    assert table.matrix[0].cells[1] == (MatrixMeeting(round=1, vp=None, together=False),)


def test_who_did_not_come_is_marked_and_who_came_late_has_no_round() -> None:
    left = TableResult(round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=Outcome.ABSENT_EW)
    table = crossed(3, [left, seated(2, 1, 3, 1, 1000, 1000)])
    absent, late = row_of(table, 2).encounters[0], row_of(table, 3).encounters[0]
    assert absent is not None and absent.absent and absent.vp == ABSENCE.vp
    assert late is None
    assert row_of(table, 2).encounters[1] is None


def test_a_penalty_of_a_round_without_a_seat_stands_in_that_round() -> None:
    results = [seated(1, 1, 1, 2, 1000, 1000), seated(2, 1, 2, 3, 1000, 1000), seated(3, 1, 1, 2, 1000, 1000)]
    table = crossed(3, results, PointAdjustment(round=2, entrant=EntrantId(1), vp=-2))
    assert [data_of(encounter) for encounter in row_of(table, 1).encounters] == [
        (Line.NS, (2,), 10, 10),
        (None, (), -2, 8),
        (Line.NS, (2,), 10, 18),
    ]


def test_where_nothing_was_carried_over_the_totals_begin_at_nothing_after_the_cut() -> None:
    results = [seated(round_, 1, 1, 2, 1300, 1000) for round_ in (1, 2, 3)]
    table = crossed(2, results, cut_after=1)
    assert [data_of(encounter)[-1] for encounter in row_of(table, 1).encounters] == [11, 11, 22]  # type: ignore[index]


def test_rounds_stand_in_their_order_however_many_lie_between() -> None:
    assert crossed(2, [seated(8, 1, 1, 2, 1300, 1000), seated(1, 1, 1, 2, 1300, 1000)]).rounds == (1, 8)


# --- Players, whose partners change ---------------------------------------------------------------------------------


def test_partners_are_told_from_opponents() -> None:
    table = crossed(5, [of_four(1, 1, (1, 2), (3, 4), 1300, 1000), seated(1, 2, 5, None)])
    mine = row_of(table, 1).encounters[0]
    assert mine is not None and mine.partner is not None
    assert (mine.partner.entrant.id, [other.entrant.id for other in mine.opponents], mine.vp) == (2, [3, 4], 11)
    by_number = {row.standing.entrant.id: row for row in table.matrix}
    order = [row.standing.entrant.id for row in table.rows]
    met = dict(zip(order, by_number[EntrantId(1)].cells, strict=True))
    assert met[EntrantId(2)] == (MatrixMeeting(round=1, vp=11, together=True),)
    assert met[EntrantId(3)] == met[EntrantId(4)] == (MatrixMeeting(round=1, vp=11, together=False),)
    assert met[EntrantId(5)] == ()
    assert by_number[EntrantId(1)].elsewhere == 0
    assert by_number[EntrantId(5)].elsewhere == REST.vp
    assert table.has_partners and not five().has_partners


# --- Everybody, and nobody ---------------------------------------------------------------------------------


def test_nobody_is_an_empty_table() -> None:
    table = crossed(0, [])
    assert (table.rounds, table.rows, table.matrix, table.has_vp_elsewhere) == ((), (), (), False)


@pytest.mark.parametrize(("entrants", "fits"), [(MATRIX_UP_TO, True), (MATRIX_UP_TO + 1, False)])
def test_some_thirty_fit_a_matrix(entrants: int, fits: bool) -> None:
    assert crossed(entrants, []).fits_a_matrix is fits


def evening(seed: int) -> tuple[int, list[TableResult]]:
    """Draw rounds of tables and rests at random, all of them played."""
    lot = Random(seed)
    count, results = lot.randint(2, 13), []
    for round_ in range(1, lot.randint(1, 6) + 1):
        order = lot.sample(range(1, count + 1), count)
        sides = [(order[at], order[at + 1] if at + 1 < count else None) for at in range(0, count, 2)]
        results += [
            seated(round_, table, ns, ew, 5 * lot.randint(-100, 500), 5 * lot.randint(-100, 500))
            for table, (ns, ew) in enumerate(sides, 1)
        ]
    return count, results


@given(st.integers(0, 2**32))
def test_the_two_cells_of_a_meeting_share_the_vp_of_its_round(seed: int) -> None:
    matrix = crossed(*evening(seed)).matrix
    for at, row in enumerate(matrix):
        for other_at, cell in enumerate(row.cells):
            other = matrix[other_at].cells[at]
            if cell is None or other is None:
                assert at == other_at
                continue
            assert [met.round for met in cell] == [met.round for met in other]
            assert all((a.vp or 0) + (b.vp or 0) == FIBUR_2026_4.total for a, b in zip(cell, other, strict=True))


@given(st.integers(0, 2**32))
def test_a_row_of_cells_adds_up_to_the_vp_of_the_ranking(seed: int) -> None:
    count, results = evening(seed)
    fined = PointAdjustment(round=1, entrant=EntrantId(1), vp=-3)
    table = crossed(count, results, fined)
    for row, line in zip(table.matrix, table.rows, strict=True):
        assert sum(met.vp or 0 for cell in row.cells if cell for met in cell) + row.elsewhere == row.standing.vp
        last = line.encounters[-1]
        assert last is not None and last.total == row.standing.vp
