"""Who met whom, and what came of it: the cross-table of a tournament, out of its ranking.

Two forms of the same: `rows` have one entrant each and a column for every round; `matrix` sets the entrants
against each other, which a page holds for some thirty of them. Both are in the order of the ranking.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from tournaments.records import EntrantId, Line, RoundScore, Standing

MATRIX_UP_TO = 30
"""More entrants than this are crossed as a list."""


class Encounter(NamedTuple):
    """One round of one entrant: with whom, against whom, and what it brought.

    A large table has thousands, and a frozen dataclass takes four times as long to make.
    """

    round: int
    line: Line | None
    """None: no seat, and the round is here for what the referee gave or took."""
    partner: Standing | None
    """In an individual tournament."""
    opponents: tuple[Standing, ...]
    """Nobody, where the entrant rested or had no seat."""
    absent: bool
    vp: int | None
    """VP of the round, with what the referee gave or took; None while the table is open."""
    total: int
    """VP up to and with this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """One entrant's way through the tournament."""

    standing: Standing
    encounters: tuple[Encounter | None, ...]
    """One for each round of the table; None where it brought the entrant nothing, a seat neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """One meeting as a cell of the matrix shows it."""

    round: int
    vp: int | None
    together: bool
    """They were partners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One entrant against everybody."""

    standing: Standing
    cells: tuple[tuple[Met, ...] | None, ...]
    """One for each entrant, in the order of the rows; None where a row crosses itself."""
    elsewhere: int
    """VP of the rounds in which nobody was met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """A ranking with everything that it is made of."""

    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]

    @property
    def fits_a_matrix(self) -> bool:
        return len(self.rows) <= MATRIX_UP_TO

    @property
    def has_partners(self) -> bool:
        return any(each is not None and each.partner is not None for row in self.rows for each in row.encounters)

    @property
    def has_vp_elsewhere(self) -> bool:
        """Somebody has VP that come from no meeting."""
        return any(_elsewhere(row) for row in self.rows)

    @property
    def matrix(self) -> tuple[MatrixRow, ...]:
        """Everybody against everybody; a cell holds what its row's entrant got."""
        order = [row.standing.entrant.id for row in self.rows]
        return tuple(_matrix_row(row, order) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """A cross-table in the form that it is shown in."""

    name: str
    """Of its group; empty for everybody's."""
    table: CrossTable
    as_matrix: bool


def cross_table(standings: Sequence[Standing]) -> CrossTable:
    """The cross-table of a ranking."""
    played = {score.round for standing in standings for score in standing.rounds}
    rounds = tuple(sorted(played.union(*(standing.vp_by_round for standing in standings))))
    ranked = {standing.entrant.id: standing for standing in standings}
    rows = (CrossRow(standing=each, encounters=_encounters(each, rounds, ranked)) for each in standings)
    return CrossTable(rounds=rounds, rows=tuple(rows))


def _encounters(
    standing: Standing, rounds: Sequence[int], ranked: Mapping[EntrantId, Standing]
) -> tuple[Encounter | None, ...]:
    scores, vp = {score.round: score for score in standing.rounds}, standing.vp_by_round
    totals = accumulate(vp.get(number, 0) for number in rounds)
    return tuple(
        _encounter(number, scores.get(number), vp.get(number), total, ranked)
        for number, total in zip(rounds, totals, strict=True)
    )


def _encounter(
    number: int, score: RoundScore | None, vp: int | None, total: int, ranked: Mapping[EntrantId, Standing]
) -> Encounter | None:
    if score is None and vp is None:
        return None
    partner = score.partner if score else None
    return Encounter(
        round=number,
        line=score.line if score else None,
        partner=None if partner is None else ranked[partner],
        opponents=tuple([ranked[each] for each in score.opponents]) if score else (),
        absent=score.absent if score else False,
        vp=vp,
        total=total,
    )


def _matrix_row(row: CrossRow, order: Sequence[EntrantId]) -> MatrixRow:
    met: dict[EntrantId, list[Met]] = {entrant: [] for entrant in order}
    for encounter in filter(None, row.encounters):
        if encounter.partner is not None:
            met[encounter.partner.entrant.id].append(Met(round=encounter.round, vp=encounter.vp, together=True))
        for opponent in encounter.opponents:
            met[opponent.entrant.id].append(Met(round=encounter.round, vp=encounter.vp, together=False))
    own = row.standing.entrant.id
    return MatrixRow(
        standing=row.standing,
        cells=tuple(None if entrant == own else tuple(met[entrant]) for entrant in order),
        elsewhere=_elsewhere(row),
    )


def _elsewhere(row: CrossRow) -> int:
    return row.standing.vp - sum(each.vp or 0 for each in row.encounters if each is not None and each.opponents)
