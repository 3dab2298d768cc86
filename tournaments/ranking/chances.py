"""Each entrant's chances of finishing first or on the podium, by simulating the open tables of the last round.

This is an estimate: every open table ends like a random one already played in this tournament, in either direction,
no matter who sits there. The same results give the same chances, because the draws are seeded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from random import Random

from tournaments.records import EntrantId, Line, Outcome, Standing

from .reach import PODIUM, Reaches
from .remaining_rounds import BOUNDLESS, CertainFigures, Remaining
from .victory_points import Scale

LEAST_PLAYED = 8
"""The number of tables that must have been played: fewer say nothing about how tables end."""
MOST_TRIALS, LEAST_TRIALS = 1_000, 200
WORK = 60_000
"""The number of entrants drawn in all trials together: with more entrants in contention there are fewer trials."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """The number of trials, and of those that ended so."""

    trials: int
    first: int
    podium: int


def differences_played(standings: Sequence[Standing]) -> list[int]:
    """Return the MP differences of all tables played, for NS, lowest first."""
    scores = (score for row in standings for score in row.rounds)
    return sorted(s.difference for s in scores if s.line is Line.NS and s.outcome is Outcome.PLAYED)


def chances(
    figures: Mapping[EntrantId, CertainFigures],
    reach: Reaches,
    remaining: Remaining,
    differences: Sequence[int],
    *,
    scale: Scale,
    seed: int,
) -> dict[EntrantId, Chances]:
    """Return the chances of everybody who can still reach the podium.

    The result is empty if rounds are still to be drawn, no table is open, somebody has two, or too few were played.
    Entrants equal in VP are ordered by their MP difference, whatever the tournament's tie-breaks.
    """
    most_tables = max((one.tables for one in figures.values()), default=0)
    if remaining.rounds or most_tables != 1 or len(differences) < LEAST_PLAYED:
        return {}
    running = reach.within(PODIUM)
    standing = {own: _level(figures[own].vp, figures[own].difference) for own in running}
    # Entrants out of contention take no place on the podium.
    nobody = _level(-BOUNDLESS, 0)
    seats = [
        (ns, standing.get(ns, nobody), ew, standing.get(ew, nobody))
        for ns, ew in remaining.tables
        if ns in standing or ew in standing
    ]
    fixed = [(level, own) for own, level in standing.items() if not figures[own].tables]
    gain = {at: _gain(scale, at) for difference in set(differences) for at in (difference, -difference)}
    gains = [gain[at] for difference in differences for at in (difference, -difference)]
    trials = max(LEAST_TRIALS, min(MOST_TRIALS, WORK // len(running)))
    rng, first, podium = Random(seed), Counter[EntrantId](), Counter[EntrantId]()
    for _trial in range(trials):
        then = fixed.copy()
        drawn = rng.choices(gains, k=len(seats))
        for (ns, ns_level, ew, ew_level), (ns_gain, ew_gain) in zip(seats, drawn, strict=True):
            then += ((ns_level + ns_gain, ns), (ew_level + ew_gain, ew))
        best = nlargest(PODIUM, then)
        first[best[0][1]] += 1
        podium.update(own for _level, own in best)
    return {own: Chances(trials=trials, first=first[own], podium=podium[own]) for own in running}


def _level(vp: int, difference: int) -> int:
    """Return one figure that orders as the two do."""
    return vp * 4 * BOUNDLESS + difference


def _gain(scale: Scale, difference: int) -> tuple[int, int]:
    """Return what a table adds to the levels of NS and of EW."""
    ns, ew = scale.vp(difference)
    return _level(ns, difference), _level(ew, -difference)
