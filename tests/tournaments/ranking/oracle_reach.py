"""All possible endings of a tournament that is small enough to play all of them.

Each outcome is ranked by the tie-breaks themselves; nothing is shared with the counting under test.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tournaments.ranking.reach import Need
from tournaments.ranking.tie_breaks import Meeting, in_order
from tournaments.ranking.victory_points import Scale, ScaleRow
from tournaments.records import TieBreak

SCALE = Scale(key="small", rows=(ScaleRow(5, 2), ScaleRow(15, 3)), total=4)
"""0 to 4 VP, in bands of two or three differences."""
FAR = 500
"""More than any difference of the earlier tables."""
DIFFERENCES = tuple(sign * step for step in (5, 10, 15, 20, 25, 30, 35, 40, FAR) for sign in (1, -1)) + (0,)
"""All differences that matter beside the few MP of the earlier tables, and one beyond."""
SCORED = (-10_000, 10_000)
"""MP of the table's EW side: enough to settle that tie-break either way."""

Table = tuple[int, int]
Round = tuple[tuple[Table, ...], int | None]
"""The tables, and the resting entrant."""


@dataclass(slots=True)
class Figures:
    """An entrant's figures, as the ranking reads them."""

    id: int
    vp: int
    mp_difference: int = 0
    mp: int = 0
    wins: int = 0

    def meetings(self) -> list[Meeting]:
        return []

    def plus(self, vp: int, difference: int, mp: int) -> "Figures":
        won = vp * 2 > SCALE.total
        return Figures(self.id, self.vp + vp, self.mp_difference + difference, self.mp + mp, self.wins + won)


class Seen:
    """The places reached by somebody, by the VP of the next table."""

    def __init__(self) -> None:
        self.places: defaultdict[int, set[int]] = defaultdict(set)

    @property
    def best(self) -> int:
        return min(place for places in self.places.values() for place in places)

    @property
    def worst(self) -> int:
        return max(place for places in self.places.values() for place in places)

    def need(self, place: int) -> Need:
        """Return the need as its definition says it, from all outcomes."""
        by_vp = sorted(self.places.items())
        possible = [vp for vp, places in by_vp if min(places) <= place]
        certain = [vp for vp, _places in by_vp if all(max(p) <= place for more, p in by_vp if more >= vp)]
        return Need(possible=min(possible, default=None), certain=min(certain, default=None), least=0)


def places(field: Sequence[Figures], tie_breaks: Sequence[TieBreak]) -> dict[int, int]:
    """Return everybody's place."""
    above, found = 0, {}
    for group in in_order(field, tie_breaks, 7):
        found |= {member.id: above + 1 for member in group.members}
        above += len(group.members)
    return found


def outcomes(field: Sequence[Figures], tables: Sequence[Table]) -> Iterator[tuple[dict[int, int], list[Figures]]]:
    """Return all ways in which drawn tables can end: the VP gained by each entrant, and everybody's VP afterwards."""
    standing = {figures.id: figures for figures in field}
    for results in product(product(DIFFERENCES, SCORED), repeat=len(tables)):
        then, got = dict(standing), {}
        for (ns, ew), (difference, mp) in zip(tables, results, strict=True):
            got[ns], got[ew] = SCALE.vp(difference)
            then[ns] = then[ns].plus(got[ns], difference, mp + difference)
            then[ew] = then[ew].plus(got[ew], -difference, mp)
        yield got, list(then.values())


def draws(entrants: Sequence[int]) -> Iterator[Round]:
    """Return all ways to seat them: two at each table, and one that rests if their number is odd."""
    if len(entrants) % 2:
        for rests in entrants:
            for tables, _nobody in draws([entrant for entrant in entrants if entrant != rests]):
                yield tables, rests
    elif entrants:
        first, *others = entrants
        for opponent in others:
            for tables, _nobody in draws([other for other in others if other != opponent]):
                yield ((first, opponent), *tables), None
    else:
        yield (), None


def endings(vp: dict[int, int], paired: Sequence[int], rounds: int, rest: int) -> set[tuple[tuple[int, int], ...]]:
    """Return the VP with which everybody can finish rounds not drawn yet, whoever meets whom."""
    now = {tuple(sorted(vp.items()))}
    for _round in range(rounds):
        now = {tuple(sorted(then.items())) for before in now for then, _got in one_round(dict(before), paired, rest)}
    return now


def one_round(vp: dict[int, int], paired: Sequence[int], rest: int) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """Return every draw and result of one round: the VP afterwards, and the gains of those who played."""
    for tables, rests in draws(paired):
        for then, got in at_tables(vp, tables):
            yield then if rests is None else then | {rests: then[rests] + rest}, got


def at_tables(vp: dict[int, int], tables: Sequence[Table]) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """Return every result of drawn tables: the VP afterwards, and the gains of those who played."""
    for results in product(range(SCALE.total + 1), repeat=len(tables)):
        got: dict[int, int] = {}
        for (ns, ew), given in zip(tables, results, strict=True):
            got |= {ns: given, ew: SCALE.total - given}
        yield {number: points + got.get(number, 0) for number, points in vp.items()}, got
