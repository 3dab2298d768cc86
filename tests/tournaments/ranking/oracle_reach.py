"""Everything that can still happen in a tournament so small that all of it can be played through.

Each outcome is ranked by the criteria themselves; nothing is shared with the counting that is held against it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tournaments.ranking.tie_breaks import Meeting, in_order
from tournaments.ranking.victory_points import Scale, ScaleRow
from tournaments.records import TieBreak

SCALE = Scale(key="small", rows=(ScaleRow(5, 2), ScaleRow(15, 3)), total=4)
"""0 to 4 VP, in bands of two or three differences."""
FAR = 500
"""More than any difference that the tables before gave."""
DIFFERENCES = tuple(sign * step for step in (5, 10, 15, 20, 25, 30, 35, 40, FAR) for sign in (1, -1)) + (0,)
"""Every one about which the few MP of the tables before can matter, and one beyond."""
SCORED = (-10_000, 10_000)
"""MP of the table's EW side: enough to settle that criterion either way."""

Table = tuple[int, int]
Round = tuple[tuple[Table, ...], int | None]
"""The tables, and who rests."""


@dataclass(slots=True)
class Figures:
    """What an entrant has, as the ranking reads it."""

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


def places(field: Sequence[Figures], tie_breaks: Sequence[TieBreak]) -> dict[int, int]:
    """Everybody's place."""
    above, found = 0, {}
    for group in in_order(field, tie_breaks, 7):
        found |= {member.id: above + 1 for member in group.members}
        above += len(group.members)
    return found


def outcomes(field: Sequence[Figures], tables: Sequence[Table]) -> Iterator[tuple[dict[int, int], list[Figures]]]:
    """Every way that tables which are drawn can end: the VP that each entrant there gets, and how all then stand."""
    standing = {each.id: each for each in field}
    for results in product(product(DIFFERENCES, SCORED), repeat=len(tables)):
        then, got = dict(standing), {}
        for (ns, ew), (difference, mp) in zip(tables, results, strict=True):
            got[ns], got[ew] = SCALE.vp(difference)
            then[ns] = then[ns].plus(got[ns], difference, mp + difference)
            then[ew] = then[ew].plus(got[ew], -difference, mp)
        yield got, list(then.values())


def draws(entrants: Sequence[int]) -> Iterator[Round]:
    """Every way to seat them: two at each table, and one that rests if their number is odd."""
    if len(entrants) % 2:
        for rests in entrants:
            for tables, _nobody in draws([each for each in entrants if each != rests]):
                yield tables, rests
    elif entrants:
        first, *others = entrants
        for opponent in others:
            for tables, _nobody in draws([each for each in others if each != opponent]):
                yield ((first, opponent), *tables), None
    else:
        yield (), None


def endings(vp: dict[int, int], paired: Sequence[int], rounds: int, rest: int) -> set[tuple[tuple[int, int], ...]]:
    """The VP with which everybody can come out of rounds that are to be drawn, whoever meets whom."""
    now = {tuple(sorted(vp.items()))}
    for _round in range(rounds):
        now = {tuple(sorted(then.items())) for before in now for then, _got in one_round(dict(before), paired, rest)}
    return now


def one_round(vp: dict[int, int], paired: Sequence[int], rest: int) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """Every draw and every result of one round: the VP then, and what those who played got."""
    for tables, rests in draws(paired):
        for then, got in at_tables(vp, tables):
            yield then if rests is None else then | {rests: then[rests] + rest}, got


def at_tables(vp: dict[int, int], tables: Sequence[Table]) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """Every result of tables that are drawn: the VP then, and what those who played got."""
    for results in product(range(SCALE.total + 1), repeat=len(tables)):
        got: dict[int, int] = {}
        for (ns, ew), given in zip(tables, results, strict=True):
            got |= {ns: given, ew: SCALE.total - given}
        yield {each: points + got.get(each, 0) for each, points in vp.items()}, got
