"""Who met whom, and what came of it: the cross-table of a tournament, out of its ranking.

Two forms of the same: `rows` have one entrant each and a column for every round; `matrix` sets the entrants
against each other, which a page holds for some thirty of them. Both are in the order of the ranking.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.records import Adjustment, EntrantId, Line, Outcome, RoundScore, Standing

MATRIX_UP_TO = 30
"""More entrants than this are crossed as a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """One round of one entrant: with whom, against whom, and what it brought."""

    round: int
    table: int
    line: Line
    partner: Standing | None
    """In an individual tournament."""
    opponents: tuple[Standing, ...]
    """Nobody, where the entrant rested."""
    outcome: Outcome
    absent: bool
    vp: int | None
    """VP of the round without what the referee gave or took; None while the table is open."""
    total: int
    """VP up to and with this round, the referee's included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """One entrant's way through the tournament."""

    standing: Standing
    encounters: tuple[Encounter | None, ...]
    """One for each round of the table; None where the entrant was not part of it."""


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
    """VP that come from no meeting: rests, and what the referee gave or took."""


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


def cross_table(standings: Sequence[Standing], adjustments: Iterable[Adjustment] = ()) -> CrossTable:
    """The cross-table of a ranking; `adjustments` are those that the ranking was made with."""
    rounds = tuple(sorted({score.round for standing in standings for score in standing.rounds}))
    ranked = {standing.entrant.id: standing for standing in standings}
    given: dict[EntrantId, list[Adjustment]] = {}
    for adjustment in adjustments:
        given.setdefault(adjustment.entrant, []).append(adjustment)
    return CrossTable(
        rounds=rounds,
        rows=tuple(
            CrossRow(
                standing=standing,
                encounters=_encounters(standing, rounds, ranked, given.get(standing.entrant.id, ())),
            )
            for standing in standings
        ),
    )


def _encounters(
    standing: Standing,
    rounds: Sequence[int],
    ranked: Mapping[EntrantId, Standing],
    given: Sequence[Adjustment],
) -> tuple[Encounter | None, ...]:
    scores = {score.round: score for score in standing.rounds}
    encounters: list[Encounter | None] = []
    total = 0
    for number in rounds:
        score = scores.get(number)
        if score is None:
            encounters.append(None)
            continue
        total += score.vp
        encounters.append(
            Encounter(
                round=number,
                table=score.table,
                line=score.line,
                partner=None if score.partner is None else ranked[score.partner],
                opponents=tuple(ranked[each] for each in score.opponents),
                outcome=score.outcome,
                absent=score.absent,
                vp=_known(score),
                total=total + sum(each.vp for each in given if each.round <= number),
            )
        )
    return tuple(encounters)


def _known(score: RoundScore) -> int | None:
    return None if score.outcome is Outcome.OPEN else score.vp


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
