"""The axis of charts over tournaments: the distance of each from the left, and the numbers below."""

from collections.abc import Iterator, Sequence

from tournaments.wording.figures import figure

from .drawing import Anchor, AnyShape, Drawing, Writing
from .frame import FOOT, WIDTH, Frame

INSET = 8
"""The distance of the first and the last from the ends of the guide lines."""
ROOM = 26
"""The width that a tournament's number needs."""
FEWEST = 2
"""One tournament makes no line."""


def across(tournaments: int, frame: Frame) -> list[int]:
    """Return the positions of that many tournaments, at least `FEWEST`, between the ends of the guide lines.

    >>> across(3, Frame(left=40, right=20, top=0, height=150))
    [48, 190, 332]
    """
    first, last = frame.left + INSET, frame.last - INSET
    return [first + number * (last - first) // (tournaments - 1) for number in range(tournaments)]


def numbered(shapes: Sequence[AnyShape], places: Sequence[int], frame: Frame) -> Drawing:
    """Return the drawing of these shapes, with the tournaments' numbers below."""
    height = frame.floor + FOOT
    return Drawing(width=WIDTH, height=height, shapes=(*shapes, *_numbers(places, frame, height)))


def _numbers(places: Sequence[int], frame: Frame, floor: int) -> Iterator[Writing]:
    """Return the numbers from 1, always with the latest; if there is no room for all, every second, third …"""
    every = -(-ROOM * len(places) // (frame.last - frame.left))
    for number in range(len(places) - 1, -1, -every):
        yield Writing(at=(places[number], floor - 4), text=figure(number + 1), anchor=Anchor.MIDDLE)
