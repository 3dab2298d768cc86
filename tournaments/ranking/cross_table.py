"""The cross-table of a tournament: who met whom, and with what result.

Two forms of the same: `rows` have one entrant each and a column for every round; `matrix` sets the entrants
against each other, which a page holds for some thirty of them. Both are in the order of the ranking.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple

from tournaments.records import EntrantId, Line, RoundScore, Standing

MATRIX_UP_TO = 30
"""With more entrants than this, the cross-table is a list."""


class Encounter(NamedTuple):
    """One round of an entrant: partner, opponents and result.

    A large table has thousands, and a frozen dataclass takes four times as long to make.
    """

    round: int
    line: Line | None
    """None if there was no seat, and the round is listed for an adjustment."""
    partner: Standing | None
    """The partner, only in an individual tournament."""
    opponents: tuple[Standing, ...]
    """The opponents; empty for a rest or without a seat."""
    absent: bool
    vp: int | None
    """The VP of the round with adjustments; None while the table is open."""
    total: int
    """The VP up to and including this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """An entrant's rounds in the cross-table."""

    standing: Standing
    encounters: tuple[Encounter | None, ...]
    """One for each round; None if the round gave the entrant neither points nor a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixMeeting:
    """A meeting as a cell of the matrix."""

    round: int
    vp: int | None
    together: bool
    """Whether the two were partners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """An entrant's row of the matrix."""

    standing: Standing
    cells: tuple[tuple[MatrixMeeting, ...] | None, ...]
    """One for each entrant, in the order of the rows; None where a row crosses itself."""
    elsewhere: int
    """The VP without an opponent among the rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """A ranking with all its rounds."""

    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]

    @property
    def fits_a_matrix(self) -> bool:
        return len(self.rows) <= MATRIX_UP_TO

    @property
    def has_partners(self) -> bool:
        return any(
            encounter is not None and encounter.partner is not None for row in self.rows for encounter in row.encounters
        )

    @property
    def has_vp_elsewhere(self) -> bool:
        """Return whether somebody has VP from elsewhere: a rest, the rounds before a cut, another girone."""
        members = {row.standing.entrant.id for row in self.rows}
        return any(_elsewhere(row, members) for row in self.rows)

    @property
    def matrix(self) -> tuple[MatrixRow, ...]:
        """Return the matrix; each cell holds the points of its row's entrant."""
        order = [row.standing.entrant.id for row in self.rows]
        return tuple(_matrix_row(row, order) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTableView:
    """A cross-table in the form in which it is shown."""

    name: str
    """The name of its group, or the letter of its girone; empty for the whole field."""
    table: CrossTable
    as_matrix: bool
    is_girone: bool = False


def cross_table(
    standings: Sequence[Standing],
    *,
    members: Sequence[Standing] | None = None,
    since: int = 1,
    cut_after: int | None = None,
) -> CrossTable:
    """Return the cross-table of a ranking, or of its `members` alone from round `since` on.

    `cut_after` is the round after which the ranking was cut: the totals go on from what was carried over.
    """
    members = standings if members is None else members
    played = {score.round for standing in members for score in standing.rounds}
    rounds = sorted(played.union(*(standing.vp_by_round for standing in members)))
    counted = tuple(number for number in rounds if number >= since)
    ranked = {standing.entrant.id: standing for standing in standings}
    rows = (
        CrossRow(standing=standing, encounters=_encounters(standing, counted, ranked, cut_after))
        for standing in members
    )
    return CrossTable(rounds=counted, rows=tuple(rows))


def _encounters(
    standing: Standing, rounds: Sequence[int], ranked: Mapping[EntrantId, Standing], cut_after: int | None
) -> tuple[Encounter | None, ...]:
    scores, vp = {score.round: score for score in standing.rounds}, standing.vp_by_round
    totals = _totals(standing, rounds, cut_after)
    return tuple(
        _encounter(number, scores.get(number), vp.get(number), total, ranked)
        for number, total in zip(rounds, totals, strict=True)
    )


def _totals(standing: Standing, rounds: Sequence[int], cut_after: int | None) -> list[int]:
    """Return the VP up to and including each round: since the cut, what was carried over and what came after it."""
    vp = standing.vp_by_round
    stages = {number: bool(cut_after is not None and number > cut_after) for number in rounds}
    carried = standing.carried.vp if standing.carried else 0
    totals = []
    for in_gironi, numbers in groupby(rounds, key=stages.__getitem__):
        _start, *of_stage = accumulate((vp.get(number, 0) for number in numbers), initial=carried * in_gironi)
        totals += of_stage
    return totals


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
        opponents=tuple([ranked[opponent] for opponent in score.opponents]) if score else (),
        absent=score.absent if score else False,
        vp=vp,
        total=total,
    )


def _matrix_row(row: CrossRow, order: Sequence[EntrantId]) -> MatrixRow:
    met: dict[EntrantId, list[MatrixMeeting]] = {entrant: [] for entrant in order}
    for encounter in filter(None, row.encounters):
        if encounter.partner is not None:
            met[encounter.partner.entrant.id].append(
                MatrixMeeting(round=encounter.round, vp=encounter.vp, together=True)
            )
        for opponent in encounter.opponents:
            meeting = MatrixMeeting(round=encounter.round, vp=encounter.vp, together=False)
            met.get(opponent.entrant.id, []).append(meeting)
    own = row.standing.entrant.id
    return MatrixRow(
        standing=row.standing,
        cells=tuple(None if entrant == own else tuple(met[entrant]) for entrant in order),
        elsewhere=_elsewhere(row, met),
    )


def _elsewhere(row: CrossRow, members: Container[EntrantId]) -> int:
    return row.standing.vp - sum(
        encounter.vp or 0
        for encounter in row.encounters
        if encounter is not None and any(opponent.entrant.id in members for opponent in encounter.opponents)
    )
