"""What charts over tournaments share: how far from the left each lies, and the numbers below."""

from collections.abc import Iterator, Sequence

from tournaments.wording.figures import figure

from .drawing import Anchor, Writing

INSET = 8
"""The first and the last lie so far within the lines drawn across."""
ROOM = 26
"""What a tournament's number needs."""
FEWEST = 2
"""Of one tournament there is no line."""


def across(tournaments: int, left: int, right: int) -> list[int]:
    """Of so many tournaments, `FEWEST` at least, between the ends of the lines drawn across.

    >>> across(3, 40, 340)
    [48, 190, 332]
    """
    first, last = left + INSET, right - INSET
    return [first + number * (last - first) // (tournaments - 1) for number in range(tournaments)]


def numbers(places: Sequence[int], left: int, right: int, *, floor: int) -> Iterator[Writing]:
    """From 1, the latest one always; where they do not all have room, every so many."""
    every = -(-ROOM * len(places) // (right - left))
    for number in range(len(places) - 1, -1, -every):
        yield Writing(at=(places[number], floor - 4), text=figure(number + 1), anchor=Anchor.MIDDLE)
