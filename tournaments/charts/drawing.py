"""A drawing of plain shapes in whole units, and its SVG. Sheets draw the same shapes on paper.

The ink of a shape names its purpose, not its colour: the pages' stylesheets have colours for light and dark, paper has
greys. Lines also differ by dashes, marks and labels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from pages.chart_marks import mark_at

TYPE = 12
"""The size of text."""

Point = tuple[int, int]
"""The distance from the left and from the top."""


class Ink(StrEnum):
    """The purpose of a shape."""

    OWN = "own"
    """The entrant that the chart is about."""
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    OTHER = "other"
    RULE = "rule"
    """Guide lines."""
    WORDS = "words"
    """Figures beside the guide lines."""


MEDALS: Mapping[int, Ink] = {1: Ink.FIRST, 2: Ink.SECOND, 3: Ink.THIRD}
"""The ink of each place."""


class Shape(StrEnum):
    """The marks, in the order of `mark_at`; they differ without colours."""

    DOT = "dot"
    SQUARE = "square"
    TRIANGLE = "triangle"


class Anchor(StrEnum):
    """The part of a text that lies at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    ink: Ink
    strong: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A small sign at a point of a chart."""

    at: Point
    shape: Shape
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A filled rectangle, given by its upper left corner."""

    at: Point
    width: int
    height: int
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """A short text, on the line of its point."""

    at: Point
    text: str
    ink: Ink = Ink.WORDS
    anchor: Anchor = Anchor.START
    strong: bool = False


AnyShape = Stroke | Mark | Bar | Writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Shapes, the later ones above the earlier."""

    width: int
    height: int
    shapes: tuple[AnyShape, ...]

    @property
    def svg(self) -> SafeString:
        """Return the content of an `<svg>` with this drawing's view box."""
        return mark_safe("".join(_SVG[type(shape)](shape) for shape in self.shapes))

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width} {self.height}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartTable:
    """The content of a chart as a table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Each row is as long as `heads`; its first cell names the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing with its title and its table."""

    key: str
    """A name that is unique in the page."""
    title: str
    drawing: Drawing
    table: ChartTable
    note: str = ""
    """A sentence that explains how to read the chart."""
    wide: Drawing | None = None
    """The same for a wide screen; None if the drawing is for every screen."""


def _stroke(shape: Stroke) -> str:
    classes = f"ink-{shape.ink}{' strong' if shape.strong else ''}{' dashed' if shape.dashed else ''}"
    return f'<polyline class="{classes}" points="{" ".join(f"{x},{y}" for x, y in shape.points)}"/>'


def _mark(shape: Mark) -> str:
    return f'<path class="ink-{shape.ink}" d="{mark_at([*Shape].index(shape.shape), *shape.at)}"/>'


def _bar(shape: Bar) -> str:
    (x, y), classes = shape.at, f"ink-{shape.ink}"
    return f'<rect class="{classes}" x="{x}" y="{y}" width="{shape.width}" height="{shape.height}"/>'


def _writing(shape: Writing) -> str:
    (x, y), classes = shape.at, f"ink-{shape.ink} {shape.anchor}{' strong' if shape.strong else ''}"
    return f'<text class="{classes}" x="{x}" y="{y}">{escape(shape.text)}</text>'


_SVG: Mapping[type, Callable[..., str]] = {
    Stroke: _stroke,
    Mark: _mark,
    Bar: _bar,
    Writing: _writing,
}


def round_steps(highest: int, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that reaches `highest` in at most `steps` steps."""
    tens = 1
    while True:
        for factor in (1, 2, 5):
            if highest <= most * factor * tens:
                return factor * tens
        tens *= 10


def spread(wanted: Sequence[int], least: int, top: int, bottom: int) -> list[int]:
    """Return the heights of labels near `wanted`, in order, at least `least` apart and within the bounds.

    There must be enough room: `(len(wanted) - 1) * least` at most `bottom - top`.
    """
    placed: list[int] = []
    for at in wanted:
        placed.append(max(at, placed[-1] + least if placed else top))
    limit = bottom
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - least
    return placed
