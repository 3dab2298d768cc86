"""The least that a round needs: by trying every round of a small field, by determinants in a bigger one."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from tournaments.records import EntrantId

TRY_ALL_UP_TO = 12
"""10,395 rounds, of which a table over subsets sees each part once."""

PRIME = (1 << 61) - 1

Judge = Callable[[EntrantId, EntrantId], bool]


def fewest_costly(pairs: Sequence[EntrantId], dear: Judge) -> int:
    """Return the fewest dear tables of a round of all `pairs`."""
    return len(pairs) // 2 - largest_matching(pairs, lambda one, other: not dear(one, other))


def largest_matching(pairs: Sequence[EntrantId], allowed: Judge) -> int:
    """The most tables that can be made of allowed meetings.

    Half the rank of the Tutte matrix, its unknowns replaced by random residues (Lovász 1979): never too high, and
    too low with a chance below the number of pairs in 2^61.
    """
    if _seats_all(pairs, allowed):
        return len(pairs) // 2
    lot, size = Random(len(pairs)), len(pairs)
    rows = [[0] * size for _ in pairs]
    for one, other in combinations(range(size), 2):
        if allowed(pairs[one], pairs[other]):
            rows[one][other] = lot.randrange(1, PRIME)
            rows[other][one] = PRIME - rows[one][other]
    return _rank(rows) // 2


def _seats_all(pairs: Sequence[EntrantId], allowed: Judge) -> bool:
    """Return whether one walk up the ranking happens to seat everybody: the common case, and a proof."""
    free = list(pairs)
    while len(free) > 1:
        last = free.pop()
        other = next((at for at in reversed(range(len(free))) if allowed(free[at], last)), None)
        if other is None:
            return False
        del free[other]
    return True


def _rank(rows: list[list[int]]) -> int:
    """Rank modulo PRIME, by elimination."""
    rank = 0
    for column in range(len(rows)):
        pivot = next((at for at in range(rank, len(rows)) if rows[at][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, PRIME)
        for at in range(rank + 1, len(rows)):
            if factor := rows[at][column] * inverse % PRIME:
                rows[at] = [(mine - factor * its) % PRIME for mine, its in zip(rows[at], rows[rank], strict=True)]
        rank += 1
    return rank


def least_total(places: int, price: Callable[[int, int], int]) -> int | None:
    """The least sum of prices that a round of `places` can have; None where there are too many to try."""
    if places > TRY_ALL_UP_TO:
        return None
    prices = {(a, b): price(a, b) for a, b in combinations(range(places), 2)}

    @cache
    def least(free: tuple[int, ...]) -> int:
        if not free:
            return 0
        first, *others = free
        return min(prices[first, other] + least(tuple(place for place in others if place != other)) for other in others)

    return least(tuple(range(places)))


def every_round(places: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to make tables of all the places; the tables in order, the better place first."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        for rest in every_round([place for place in others if place != other]):
            yield [(first, other), *rest]
