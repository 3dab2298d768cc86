"""The gironi into which a ranking is cut, and the points that go on into them (docs/tournaments.md §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Carry(StrEnum):
    """The share of the points earned before the cut that counts in the gironi."""

    WHOLE = "whole"
    HALF = "half"
    """Half of the VP, rounded up to a whole one; half of the MP and of their difference, rounded toward zero."""
    NOTHING = "nothing"


class CarriedFigures(NamedTuple):
    """The figures with which an entrant began its girone."""

    vp: int
    mp_difference: int
    mp: int
    wins: int

    def carried(self, carry: Carry) -> "CarriedFigures":
        """Return what of these figures goes on. Rounds won and meetings go on whole, or not at all.

        >>> CarriedFigures(vp=63, mp_difference=-255, mp=4005, wins=3).carried(Carry.HALF)
        CarriedFigures(vp=32, mp_difference=-127, mp=2002, wins=3)
        """
        if carry is Carry.WHOLE:
            return self
        if carry is Carry.NOTHING:
            return CarriedFigures(0, 0, 0, 0)
        return CarriedFigures(-(-self.vp // 2), _halved(self.mp_difference), _halved(self.mp), self.wins)


def _halved(points: int) -> int:
    """Return half of the points, rounded toward zero."""
    return points // 2 if points >= 0 else -(-points // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cut of a ranking into gironi. The girone of an entrant is in `Entrant.girone`: 1 for A."""

    after_round: int
    carry: Carry
    own_tables: bool = False
    """Whether the tables of each girone are numbered from 1, A 1, B 1 …, instead of on from girone to girone."""


def girone_letter(girone: int) -> str:
    """Return the letter of a girone: A, B, C … Z, AA, AB …

    >>> [girone_letter(girone) for girone in (1, 26, 27, 53)]
    ['A', 'Z', 'AA', 'BA']
    """
    before, at = divmod(girone - 1, 26)
    return (girone_letter(before) if before else "") + chr(ord("A") + at)


def girone_number(letters: str) -> int:
    """Return the girone of its letters, the reverse of `girone_letter`.

    >>> [girone_number(letters) for letters in ("A", "Z", "AA", "BA")]
    [1, 26, 27, 53]
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def even_sizes(entrants: int, gironi: int) -> tuple[int, ...]:
    """Return the sizes of so many gironi, as equal as even sizes can be: only the last may be odd.

    >>> even_sizes(48, 3), even_sizes(50, 3), even_sizes(49, 3), even_sizes(47, 3)
    ((16, 16, 16), (18, 16, 16), (16, 16, 17), (16, 16, 15))
    """
    odd = entrants % 2
    tables, bigger = divmod((entrants + odd) // 2, gironi)
    last_is_bigger = bool(odd and bigger)
    sizes = [2 * (tables + (at < bigger - last_is_bigger)) for at in range(gironi)]
    sizes[-1] += 2 * last_is_bigger - odd
    return tuple(sizes)


def gironi_of(sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the girone of each place of a ranking that is cut into these sizes.

    >>> gironi_of((2, 3))
    (1, 1, 2, 2, 2)
    """
    return tuple(girone for girone, size in enumerate(sizes, start=1) for _place in range(size))
