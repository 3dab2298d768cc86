"""The chart of a free game's running score: pure geometry in whole units, which a template writes as SVG.

Each party's line has its own mark and dashes besides its colour. The page also shows the chart's figures as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pages.chart_marks import MARK, mark_at

WIDTH, HEIGHT = 360, 210
"""The chart's units: about the points of a phone's screen."""
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 26
MOST_STEPS = 5
"""The most horizontal lines besides the first."""
MOST_HANDS_NAMED = 12
"""More numbers than these below the chart would overlap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRule:
    """A horizontal line at a number of points."""

    points: int
    at: int
    beside: int
    """The position of its label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A party's totals, from 0 before the first hand."""

    party: int
    path: str
    """The points of an SVG polyline."""
    marks: tuple[str, ...]
    """A mark for each hand, as the path of a shape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChart:
    """The totals of a game, hand by hand, as lines; lengths are in the units of the drawing."""

    rules: tuple[ChartRule, ...]
    target: int | None
    """The position of the target's line; None if there is none."""
    lines: tuple[ChartLine, ...]
    hands: tuple[tuple[int, int], ...]
    """The hands with labels below, and their positions."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - 8


def draw_chart(running: Sequence[Sequence[Fraction]], target: int | None) -> GameChart:
    """Return the chart of the parties' totals after each hand. There is at least one hand."""
    parties = range(len(running[0]))
    totals = [(Fraction(0),) * len(parties), *running]
    everything = [Fraction(target or 0), *(total for after in totals for total in after)]
    step = _step(max(everything) - min(everything))
    lowest, highest = min(everything) // step, -(-max(everything) // step)

    def down(points: Fraction | int) -> int:
        share = Fraction(points - lowest * step, max(highest - lowest, 1) * step)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))

    def across(hand: int) -> int:
        return LEFT + hand * (WIDTH - LEFT - RIGHT - MARK) // len(running)

    places = [[(across(hand), down(after[party])) for hand, after in enumerate(totals)] for party in parties]
    ruled = [number * step for number in range(lowest, highest + 1)]
    every = -(-len(running) // MOST_HANDS_NAMED)
    return GameChart(
        rules=tuple(ChartRule(points=points, at=down(points), beside=down(points) + MARK) for points in ruled),
        target=None if target is None else down(target),
        lines=tuple(_line(party, found) for party, found in enumerate(places)),
        hands=tuple((number, across(number)) for number in range(every, len(running) + 1, every)),
    )


def _step(span: Fraction) -> int:
    """Return the smallest of 50, 100, 250, 500 … that crosses the chart with few lines."""
    tens = 10
    while True:
        for factor in (5, 10, 25):
            if span <= MOST_STEPS * factor * tens:
                return factor * tens
        tens *= 10


def _line(party: int, points: Sequence[tuple[int, int]]) -> ChartLine:
    path = " ".join(f"{x},{y}" for x, y in points)
    return ChartLine(party=party, path=path, marks=tuple(mark_at(party, x, y) for x, y in points[1:]))
