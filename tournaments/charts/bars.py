"""Bars beside each other, each with its figure above and, where there is room, its label below."""

from collections.abc import Iterator, Sequence

from tournaments.wording.figures import figure

from .drawing import Anchor, AnyShape, Bar, Drawing, Ink, Stroke, Writing

WIDTH, HEIGHT = 360, 150
SIDE, TOP, FOOT = 8, 20, 24
GAP = 4
LABEL = 44
"""The width that a label below the bars needs."""
FIGURE = 22
"""The width that a figure above a bar needs; narrower bars have none."""


def bar_drawing(values: Sequence[int], labels: Sequence[str], *, bounds: bool = False) -> Drawing:
    """Return a bar for each value, at least one, none negative.

    The labels name the bars and stand below their middles; `bounds` of a histogram stand where their bars begin.
    """
    return Drawing(width=WIDTH, height=HEIGHT, shapes=tuple(_shapes(values, labels, bounds=bounds)))


def _shapes(values: Sequence[int], labels: Sequence[str], *, bounds: bool) -> Iterator[AnyShape]:
    floor, room = HEIGHT - FOOT, (WIDTH - 2 * SIDE) // len(values)
    every = -(-LABEL // room)
    highest = max(max(values), 1)
    for at, value in enumerate(values):
        height = (floor - TOP) * value // highest
        left = SIDE + at * room
        yield Bar(at=(left + GAP // 2, floor - height), width=max(room - GAP, 1), height=height, ink=Ink.OWN)
        if value and room >= FIGURE:
            middle = (left + room // 2, floor - height - 5)
            yield Writing(at=middle, text=figure(value), ink=Ink.OWN, anchor=Anchor.MIDDLE, strong=True)
        if at % every == 0:
            anchor = Anchor.MIDDLE if at or not bounds else Anchor.START
            label = left if bounds else at * room + max(SIDE + room // 2, LABEL // 2)
            yield Writing(at=(label, HEIGHT - 8), text=labels[at], anchor=anchor)
    yield Stroke(points=((SIDE, floor), (SIDE + room * len(values), floor)), ink=Ink.RULE)
