"""The frame of a chart as wide as a phone, with the lines of one's own and of the leaders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.wording.figures import figure

from .drawing import MEDALS, Anchor, AnyShape, Ink, Mark, Point, Shape, Stroke, Writing, spread

WIDTH = 360
FOOT = 22
"""The room below the lines for the rounds or the tournaments."""
APART = 15
"""The distance between the labels at the lines' ends."""
END = 10
"""The distance by which a labelled line exceeds the guide lines."""
PLACE = 20
"""The room for a place before a name."""
LINE = 13
"""The distance between the lines of a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The margins, and the height between the upper and the lower one."""

    left: int
    right: int
    top: int
    height: int
    width: int = WIDTH

    @property
    def last(self) -> int:
        """Return the right end of the guide lines."""
        return self.width - self.right

    @property
    def floor(self) -> int:
        return self.top + self.height

    def rule(self, down: int, text: str, *, ink: Ink = Ink.RULE, dashed: bool = False) -> tuple[AnyShape, AnyShape]:
        """Return a guide line with its figure."""
        line = Stroke(points=((self.left, down), (self.last, down)), ink=ink, dashed=dashed)
        return line, Writing(at=(self.left - 6, down + 4), text=text, anchor=Anchor.END)

    def ranked_lines(
        self, lines: Sequence[tuple[int, Sequence[Point]]], names: Sequence[Sequence[str]] = ()
    ) -> Iterator[AnyShape]:
        """Return a line for each place, best first, with the place at its end and, if there are names, their lines."""
        below = LINE * (max(map(len, names), default=1) - 1)
        ends = spread([points[-1][1] for _place, points in lines], APART + below, self.top, self.floor)
        # The leaders are drawn last, above the others.
        for at, (place, points) in reversed([*enumerate(lines)]):
            ink = MEDALS.get(place, Ink.OTHER)
            strong = ink is not Ink.OTHER
            yield Stroke(points=(*points, (self.last + END, ends[at])), ink=ink, strong=strong, dashed=bool(at % 2))
            yield from (Mark(at=point, shape=[*Shape][at % len(Shape)], ink=ink) for point in points)
            figure_end = self.last + END + PLACE if names else self.width
            yield Writing(at=(figure_end, ends[at] + 4), text=figure(place), anchor=Anchor.END, strong=strong)
            if names:
                for number, text in enumerate(names[at]):
                    yield Writing(at=(figure_end + 5, ends[at] + 4 + number * LINE), text=text, strong=strong)


def own_line(points: Sequence[Point]) -> Iterator[AnyShape]:
    """Return the line of the entrant that the chart is about, with a dot for each point."""
    yield Stroke(points=tuple(points), ink=Ink.OWN, strong=True)
    yield from (Mark(at=point, shape=Shape.DOT, ink=Ink.OWN) for point in points)
