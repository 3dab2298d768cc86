"""The distribution of a prize fund by places, to the cent.

| rule                                                                        |                                    |
|-----------------------------------------------------------------------------|------------------------------------|
| each place has its percentage of the fund                                   | `shares`, which make 100           |
| equal places put theirs together and share them alike                       | two seconds: the second and third  |
| every prize is rounded down to the unit                                     | a euro, or 50 cents                |
| what is left over goes to the first, and so does a share that nobody claims | several firsts share it to the cent|
| a cent that several firsts cannot share goes to those who stand first       |                                    |
| prizes by girone: each has its part of the fund, shared within it           | A 30 20 10 B 25 15: 60% and 40%    |
| those level in what a special prize is given for share it to the cent       |                                    |
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, groupby, pairwise
from random import Random
from typing import Final

USUAL_SHARES: Final = (50, 30, 20)


Shares = Sequence[int] | Sequence[Sequence[int]]
"""The percentages of the places of the whole ranking, or those of each girone from A on."""


class PrizeFor(StrEnum):
    """The achievement that a special prize is for."""

    CATEGORY = "category"
    LAST = "last"
    LOT = "lot"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A prize: the winner's number, and cents."""

    number: int
    place: int
    cents: int


@dataclass(frozen=True, slots=True)
class Level:
    """A shared place: the entrants combine the percentages of all the places that they stand for."""

    place: int
    count: int
    last: int


def shares_by_girone(shares: Shares) -> list[tuple[int | None, list[int]]]:
    """Return the percentages of each girone, 1 for A; those of the whole ranking have None.

    >>> shares_by_girone([60, 40]), shares_by_girone([[50, 20], [30]])
    ([(None, [60, 40])], [(1, [50, 20]), (2, [30])])
    """
    plain = [share for share in shares if isinstance(share, int)]
    if plain:
        return [(None, plain)]
    of_gironi = (list(share) for share in shares if not isinstance(share, int))  # equivalent `True`: none is one here
    return list(enumerate(of_gironi, start=1))


def parts_of_fund(fund: int, shares: Shares) -> list[int]:
    """Return the part of the fund for each girone, in cents; they add up to the fund.

    >>> parts_of_fund(10_001, [[30, 20], [25], [25]]), parts_of_fund(10_001, [60, 40])
    ([5000, 2500, 2501], [10001])
    """
    bounds = [fund * so_far // 100 for so_far in accumulate(sum(own) for _girone, own in shares_by_girone(shares))]
    return [bound - before for before, bound in pairwise([0, *bounds])]


def share_out(fund: int, shares: Sequence[int], places: Sequence[tuple[int, int]], unit: int) -> tuple[Prize, ...]:
    """Return the prizes of a fund in cents. `places` are (number, place), in the order of the ranking.

    Entrants without a prize are left out. The prizes add up to the fund.

    >>> [prize.cents for prize in share_out(10_050, [50, 30, 20], [(7, 1), (3, 2), (4, 2)], 100)]
    [5050, 2500, 2500]
    """
    won = _rounded(fund, shares, places, unit)
    firsts = [number for number, place in places if place == places[0][1]]
    for number, cents in zip(firsts, split_alike(fund - sum(won.values()), len(firsts)), strict=True):
        won[number] += cents
    return tuple(Prize(number=number, place=place, cents=won[number]) for number, place in places if won.get(number))


def split_alike(cents: int, count: int) -> list[int]:
    """Return equal parts; if they cannot be equal, the first ones get a cent more.

    >>> split_alike(1000, 3)
    [334, 333, 333]
    """
    return [cents // count + (at < cents % count) for at in range(count)]


def left_over(fund: int, shares: Sequence[int], places: Sequence[tuple[int, int]], unit: int) -> int:
    """Return what no place receives by its percentage, so that the first receives it; zero if nobody is ranked."""
    return fund - sum(_rounded(fund, shares, places, unit).values()) if places else 0


def levels(shares: Sequence[int], places: Sequence[tuple[int, int]]) -> tuple[Level, ...]:
    """Return the shared places that win something.

    >>> levels([50, 30, 20], [(7, 1), (3, 2), (4, 2), (9, 4), (1, 4)])
    (Level(place=2, count=2, last=3),)
    """
    counted = Counter(place for _number, place in places)
    return tuple(
        Level(place=place, count=count, last=min(place + count - 1, len(shares)))
        for place, count in counted.items()
        if count > 1 and place <= len(shares)
    )


def _rounded(fund: int, shares: Sequence[int], places: Sequence[tuple[int, int]], unit: int) -> dict[int, int]:
    """Return the share of each number that has one, by the percentages and before the remainder."""
    won: dict[int, int] = {}
    at, all_shares = 0, sum(shares)
    for _place, tied in groupby(places, key=lambda place: place[1]):
        if at >= len(shares):
            break
        numbers = [number for number, _place in tied]
        together = sum(shares[at : at + len(numbers)])
        amount = fund * together // (all_shares * len(numbers))
        won |= dict.fromkeys(numbers, amount // unit * unit)
        at += len(numbers)
    return won


def lot_drawn(numbers: Sequence[int], seed: int) -> int | None:
    """Return the number that the seed draws, whatever their order; None if there are none."""
    return Random(seed).choice(sorted(numbers)) if numbers else None
