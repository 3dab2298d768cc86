"""How a prize fund is shared out by places, to the cent.

| rule                                                                        |                                    |
|-----------------------------------------------------------------------------|------------------------------------|
| each place has its percentage of the fund                                   | `shares`, which make 100           |
| equal places put theirs together and share them alike                       | two seconds: the second and third  |
| every prize is rounded down to the unit                                     | a euro, or 50 cents                |
| what is left over goes to the first, and so does a share that nobody claims | several firsts share it to the cent|
| a cent that several firsts cannot share goes to those who stand first       |                                    |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from random import Random
from typing import Final

USUAL_SHARES: Final = (50, 30, 20)


class PrizeFor(StrEnum):
    """What a special prize is given for."""

    CATEGORY = "category"
    LAST = "last"
    LOT = "lot"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What a place has won: who by number, and cents."""

    number: int
    place: int
    cents: int


def share_out(fund: int, shares: Sequence[int], places: Sequence[tuple[int, int]], unit: int) -> tuple[Prize, ...]:
    """The prizes of a fund in cents; `places` are (number, place), in the order of the ranking; nothing for nobody.

    Whoever gets nothing is left out. The prizes add up to the fund.

    >>> [prize.cents for prize in share_out(10_050, [50, 30, 20], [(7, 1), (3, 2), (4, 2)], 100)]
    [5050, 2500, 2500]
    """
    won: dict[int, int] = {}
    at = 0
    for _place, tied in groupby(places, key=lambda each: each[1]):
        numbers = [number for number, _place in tied]
        together = sum(shares[at : at + len(numbers)])
        each = fund * together // (100 * len(numbers))
        won |= dict.fromkeys(numbers, each // unit * unit)
        at += len(numbers)
    firsts = [number for number, place in places if place == places[0][1]]
    left = fund - sum(won.values())
    for at, number in enumerate(firsts):
        won[number] += left // len(firsts) + (at < left % len(firsts))
    return tuple(Prize(number=number, place=place, cents=won[number]) for number, place in places if won[number])


def lot_drawn(numbers: Sequence[int], seed: int) -> int | None:
    """The one of these numbers that the seed draws, in whatever order they come; None of nobody."""
    return Random(seed).choice(sorted(numbers)) if numbers else None
