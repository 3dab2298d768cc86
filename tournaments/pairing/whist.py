"""The whist movements: over a full cycle everybody partners everybody once and opposes everybody twice.

Source: docs/pairing.md §11. `whist.json` has one *starter* for each number of players: the tables of one round, with
players 0, 1, 2 … The other rounds are made by adding an *offset*, an element of a group, to every player. The group is
Z_n, or a product such as Z_3 × Z_3 whose elements are counted in mixed radix. With 4n players the last one is outside
the group and never changes.

| covered                                                   | not covered                                           |
|-----------------------------------------------------------|-------------------------------------------------------|
| 4, 5, 8, 9, 12, 13 … 40, 41 players                       | other numbers: no movement exists, or none is known   |
| the offsets of a short evening: the fewest opponents met  | the same beyond `TRY_ALL` choices: very few, by a     |
| twice, exactly while there are at most `TRY_ALL` choices  | local search                                          |
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb, prod
from random import Random

Side = tuple[int, int]
WhistTable = tuple[Side, Side]
"""Two partners against two partners, as places of the movement."""

TRY_ALL = 10_000
STARTS = 20
"""The number of random choices from which the local search starts."""


@dataclass(frozen=True, slots=True)
class Starter:
    """The tables of one round, and the group whose elements make the others from it."""

    players: int
    group: tuple[int, ...]
    """The orders of the cyclic groups whose product it is."""
    tables: tuple[WhistTable, ...]

    @property
    def rounds(self) -> int:
        """Return the length of the full cycle; its offsets are 0 … rounds - 1."""
        return prod(self.group)

    def round(self, offset: int) -> tuple[WhistTable, ...]:
        """Return the round of an offset: the starter's tables in their order, moved on."""
        return tuple(
            ((self._plus(a, offset), self._plus(c, offset)), (self._plus(b, offset), self._plus(d, offset)))
            for (a, c), (b, d) in self.tables
        )

    def resting(self, offset: int) -> tuple[int, ...]:
        """Return the players without a table in that round: none, or with 4n + 1 players one."""
        seated = {place for table in self.round(offset) for side in table for place in side}
        return tuple(place for place in range(self.players) if place not in seated)

    def _plus(self, place: int, offset: int) -> int:
        if place == self.rounds:
            return place
        total, weight = 0, 1
        for order in reversed(self.group):
            total += weight * ((place + offset) % order)
            place, offset, weight = place // order, offset // order, weight * order
        return total


@cache
def starters() -> Mapping[int, Starter]:
    """Return the starters by number of players, in rising order."""
    stored = json.loads(files(__package__).joinpath("whist.json").read_text(encoding="utf-8"))
    return {
        int(players): Starter(
            players=int(players),
            group=tuple(cycle["group"]),
            tables=tuple(((a, c), (b, d)) for (a, c), (b, d) in cycle["tables"]),
        )
        for players, cycle in stored.items()
    }


@cache
def offsets_for(players: int, rounds: int, played: frozenset[int] = frozenset({0})) -> tuple[int, ...]:
    """Return this many offsets, `played` included, with the fewest repeated opponents, in rising order.

    >>> offsets_for(8, 3)
    (0, 1, 4)
    """
    starter = starters()[players]
    missing = min(rounds, starter.rounds) - len(played)
    others = [offset for offset in range(starter.rounds) if offset not in played]
    if missing <= 0:
        return tuple(sorted(played))
    shared = _shared_meetings(players)
    if comb(len(others), missing) <= TRY_ALL:
        choices: Iterable[Sequence[int]] = combinations(others, missing)
    else:
        choices = _local_optima(shared, sorted(played), others, missing)
    chosen = min(choices, key=lambda choice: _meetings_twice(shared, (*played, *choice)))
    return tuple(sorted((*played, *chosen)))


@cache
def _shared_meetings(players: int) -> tuple[tuple[int, ...], ...]:
    """Return for every two offsets how many opponents of one round meet again in the other."""
    starter = starters()[players]
    met = [
        {frozenset((one, other)) for ns, ew in starter.round(offset) for one in ns for other in ew}
        for offset in range(starter.rounds)
    ]
    return tuple(tuple(len(one & other) for other in met) for one in met)


def _meetings_twice(shared: Sequence[Sequence[int]], offsets: Sequence[int]) -> int:
    """Return how many meetings are repeated.

    No two players meet more than twice, so each repetition is of two rounds.
    """
    return sum(shared[one][other] for one, other in combinations(offsets, 2))


def _local_optima(
    shared: Sequence[Sequence[int]], played: Sequence[int], others: Sequence[int], missing: int
) -> list[tuple[int, ...]]:
    """Return choices that no exchange of one offset improves, from `STARTS` random ones; the same on every machine.

    Each exchange lowers the number of repeated meetings, so the search ends.
    """
    lot = Random(f"{len(shared)}/{missing}/{played}")
    optima = []
    for _ in range(STARTS):
        chosen = lot.sample(others, missing)
        while exchange := _best_exchange(shared, played, others, chosen):
            leaving, coming = exchange
            chosen[chosen.index(leaving)] = coming
        optima.append(tuple(sorted(chosen)))
    return sorted(optima)


def _best_exchange(
    shared: Sequence[Sequence[int]], played: Sequence[int], others: Sequence[int], chosen: Sequence[int]
) -> tuple[int, int] | None:
    """Return the offset to remove and the one to add that lower the repeated meetings most, or None."""
    burden = Counter({number: sum(shared[number][other] for other in (*played, *chosen)) for number in others})
    gain, leaving, coming = max(
        (burden[leaving] - shared[leaving][leaving] - burden[coming] + shared[coming][leaving], leaving, coming)
        for leaving in chosen
        for coming in others
        if coming not in chosen
    )
    return (leaving, coming) if gain > 0 else None
