"""The running score of a free game as a drawing: pure geometry in whole units, which a template writes as SVG.

Each party's line has its own mark and dashes beside its colour; what the drawing shows stands in the page's table too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH, HEIGHT = 360, 210
"""The drawing's units: about the points of a phone's screen."""
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 26
MOST_STEPS = 5
"""Lines across, beside the first."""
MOST_HANDS_NAMED = 12
"""More numbers below the drawing would run into each other."""
MARK = 4
"""Half the width of a mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A line across, at so many points."""

    points: int
    at: int
    beside: int
    """Where its figure stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A party's totals, from 0 before the first hand."""

    party: int
    path: str
    """The points of an SVG polyline."""
    marks: tuple[str, ...]
    """A mark for each hand, as the path of a shape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    rules: tuple[Rule, ...]
    target: int | None
    """Where the target's line lies; None where there is none."""
    lines: tuple[ChartLine, ...]
    hands: tuple[tuple[int, int], ...]
    """The hands that are named below, and where."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - 8


def draw_chart(running: Sequence[Sequence[Fraction]], target: int | None) -> Chart:
    """The drawing of totals after each hand, by party; at least one hand."""
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
    return Chart(
        rules=tuple(Rule(points=points, at=down(points), beside=down(points) + MARK) for points in ruled),
        target=None if target is None else down(target),
        lines=tuple(_line(party, found) for party, found in enumerate(places)),
        hands=tuple((number, across(number)) for number in range(every, len(running) + 1, every)),
    )


def _step(span: Fraction) -> int:
    """The smallest of 50, 100, 250, 500 … that crosses the drawing with few lines."""
    tens = 10
    while True:
        for factor in (5, 10, 25):
            if span <= MOST_STEPS * factor * tens:
                return factor * tens
        tens *= 10


def _line(party: int, points: Sequence[tuple[int, int]]) -> ChartLine:
    path = " ".join(f"{x},{y}" for x, y in points)
    return ChartLine(party=party, path=path, marks=tuple(mark_at(party, x, y) for x, y in points[1:]))


def mark_at(party: int, x: int, y: int) -> str:
    """A dot, a square, or a triangle: the parties are told apart without colours."""
    m = MARK
    match party:
        case 0:
            return f"M{x - m},{y}a{m},{m} 0 1,0 {2 * m},0a{m},{m} 0 1,0 {-2 * m},0z"
        case 1:
            return f"M{x - m},{y - m}h{2 * m}v{2 * m}h{-2 * m}z"
        case _:
            return f"M{x},{y - m - 1}l{m + 1},{2 * m + 1}h{-2 * m - 2}z"
