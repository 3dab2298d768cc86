"""The rest of a tournament of pairs, and what everybody has without it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from tournaments.records import EntrantId, Outcome, Standing, TieBreak

from .victory_points import Scale

BOUNDLESS = 10**9
"""More MP than a tournament can give; a multiple of `MP_STEP`."""


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """VP that a table can give to one side, with the range of MP differences that give them, `low` to `high`."""

    vp: int
    low: int
    high: int


def possible_results(scale: Scale) -> tuple[PossibleResult, ...]:
    """Return everything that one side of a table can get, the least first.

    >>> from tournaments.ranking.victory_points import ScaleRow
    >>> [result.vp for result in possible_results(Scale(key="win_draw_loss", rows=(ScaleRow(0, 1),), total=2))]
    [0, 1, 2]
    """
    draw, *wins = scale.bands()
    won = [PossibleResult(band.winner, band.low, BOUNDLESS if band.high is None else band.high) for band in wins]
    lost = [PossibleResult(scale.total - result.vp, -result.high, -result.low) for result in reversed(won)]
    level = scale.rows[0].up_to
    return (*lost, PossibleResult(draw.winner, -level, level), *won)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """Everything still to be played."""

    tables: Sequence[tuple[EntrantId, EntrantId]]
    """NS and EW of tables without a result, in the round under way and in earlier ones."""
    rounds: int = 0
    """The number of rounds still to be drawn."""
    paired: frozenset[EntrantId] = frozenset()
    """The entrants who will play, or rest, in those rounds."""
    rest_vp: int = 0
    """The VP of a rest in those rounds, if the number is odd."""
    missed_vp: int = 0
    """The VP that each of those rounds gives to entrants left out."""


class CertainFigures(NamedTuple):
    """The certain figures of an entrant, and how much is to come. Of a large field there are two for each entrant."""

    vp: int
    difference: int
    """The MP difference without open tables."""
    mp: int
    """The MP without open tables."""
    figures: tuple[int, ...]
    """The figures that order before a direct meeting, VP first: final if nothing is to come."""
    tables: int
    """The number of open tables."""
    rounds: int
    """The number of rounds to be drawn."""

    @property
    def games(self) -> int:
        return self.tables + self.rounds


def settled(
    standings: Sequence[Standing], remaining: Remaining, tie_breaks: Sequence[TieBreak]
) -> dict[EntrantId, CertainFigures]:
    """Return everybody's figures without the open tables."""
    to_play = Counter(entrant for table in remaining.tables for entrant in table)
    order = list(takewhile(lambda key: key not in (TieBreak.DIRECT, TieBreak.LOT), tie_breaks))
    # Where only the lot separates entrants, their places show the result of the lot.
    by_lot = tuple(tie_breaks[len(order) : len(order) + 1]) == (TieBreak.LOT,)
    figures: dict[EntrantId, CertainFigures] = {}
    for row in standings:
        number, paired = row.entrant.id, row.entrant.id in remaining.paired
        vp, difference, mp = row.vp, row.mp_difference, row.mp
        if not paired:
            vp += remaining.missed_vp * remaining.rounds
        for score in row.rounds:
            if score.outcome is Outcome.OPEN:
                own = row.own_mp(score)
                difference, mp = difference - (score.difference - own), mp - (score.mp - own)
        figures[number] = CertainFigures(
            vp=vp,
            difference=difference,
            mp=mp,
            figures=(vp, *(getattr(row, key) for key in order[1:]), *((-row.place,) if by_lot else ())),
            tables=to_play[number],
            rounds=remaining.rounds if paired else 0,
        )
    return figures
