"""What is still to be played in a tournament of pairs, and what everybody has for certain without it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from tournaments.records import EntrantId, Outcome, RoundScore, Standing, TieBreak

from .victory_points import Scale

BOUNDLESS = 10**9
"""More MP than a tournament can give; a multiple of `MP_STEP`."""


@dataclass(frozen=True, slots=True)
class Result:
    """VP that a table can give to one side, and the MP differences that give them, from `low` to `high`."""

    vp: int
    low: int
    high: int


def possible_results(scale: Scale) -> tuple[Result, ...]:
    """Everything that one side of a table can get, the least first.

    >>> from tournaments.ranking.victory_points import ScaleRow
    >>> [result.vp for result in possible_results(Scale(key="win_draw_loss", rows=(ScaleRow(0, 1),), total=2))]
    [0, 1, 2]
    """
    draw, *wins = scale.bands()
    won = [Result(band.winner, band.low, BOUNDLESS if band.high is None else band.high) for band in wins]
    lost = [Result(scale.total - each.vp, -each.high, -each.low) for each in reversed(won)]
    return (*lost, Result(draw.winner, -(draw.high or 0), draw.high or 0), *won)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """What is still to be played."""

    tables: Sequence[tuple[EntrantId, EntrantId]]
    """NS and EW where no result is in: of the round under way, and of earlier ones whose slip is missing."""
    rounds: int = 0
    """How many are still to be drawn."""
    paired: frozenset[EntrantId] = frozenset()
    """Who will play, or rest, in those."""
    rest_vp: int = 0
    """VP of who rests there, where their number is odd."""
    missed_vp: int = 0
    """VP that each of them gives to whom it leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What an entrant has whatever happens, and how much is to come."""

    vp: int
    difference: int
    """MP difference, without a table that is open."""
    mp: int
    """Without a table that is open."""
    figures: tuple[int, ...]
    """What orders it before a direct meeting, VP first: final where nothing is to come."""
    tables: int
    """Open ones."""
    rounds: int
    """To be drawn."""

    @property
    def games(self) -> int:
        return self.tables + self.rounds


def settled(
    standings: Sequence[Standing], remaining: Remaining, tie_breaks: Sequence[TieBreak]
) -> dict[EntrantId, Settled]:
    """Everybody as they stand without the tables that are open."""
    to_play = Counter(entrant for table in remaining.tables for entrant in table)
    order = list(takewhile(lambda key: key not in (TieBreak.DIRECT, TieBreak.LOT), tie_breaks))
    # Of those whom nothing before the lot parts, the place says how it fell.
    by_lot = tuple(tie_breaks[len(order) : len(order) + 1]) == (TieBreak.LOT,)
    found: dict[EntrantId, Settled] = {}
    for row in standings:
        number, paired = row.entrant.id, row.entrant.id in remaining.paired
        so_far = [(score, _unfelt(row, score)) for score in row.rounds if score.outcome is Outcome.OPEN]
        vp = row.vp + (0 if paired else remaining.missed_vp * remaining.rounds)
        found[number] = Settled(
            vp=vp,
            difference=row.mp_difference - sum(score.difference - unfelt for score, unfelt in so_far),
            mp=row.mp - sum(score.mp - unfelt for score, unfelt in so_far),
            figures=(vp, *(getattr(row, key) for key in order[1:]), *((-row.place,) if by_lot else ())),
            tables=to_play[number],
            rounds=remaining.rounds if paired else 0,
        )
    return found


def _unfelt(row: Standing, score: RoundScore) -> int:
    """MP that the referee gave or took in a round without the table's feeling it: they stay whatever its result."""
    return sum(given.mp for given in row.adjustments if given.round == score.round and not given.felt)
