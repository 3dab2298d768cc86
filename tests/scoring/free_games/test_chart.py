"""The chart of the running score: everything is inside it, and a higher total is higher."""

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.free_games.chart import BOTTOM, HEIGHT, MOST_STEPS, TOP, WIDTH, draw_chart

TOTALS = st.integers(-10_000, 50_000).map(lambda halves: Fraction(halves, 2))
RUNNING = st.integers(2, 3).flatmap(lambda n: st.lists(st.tuples(*[TOTALS] * n), min_size=1, max_size=40))


def points_of(path: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+),(-?\d+)", path)]


@given(running=RUNNING, target=st.sampled_from([None, 5, 2005, 100_000]))
def test_every_line_is_inside_and_in_order(running: list[tuple[Fraction, ...]], target: int | None) -> None:
    chart = draw_chart(running, target)
    lines = [points_of(line.path) for line in chart.lines]
    assert [len(line) for line in lines] == [len(running) + 1] * len(running[0])
    for line in lines:
        across = [x for x, _y in line]
        assert across == sorted(across)
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)
    assert len(chart.rules) <= MOST_STEPS + 2
    assert all(0 <= rule.at <= HEIGHT for rule in chart.rules)


@given(running=RUNNING)
def test_a_higher_total_is_never_drawn_lower(running: list[tuple[Fraction, ...]]) -> None:
    lines = [points_of(line.path) for line in draw_chart(running, 2005).lines]
    drawn = [
        (total, line[hand][1])
        for hand, after in enumerate(running, 1)
        for total, line in zip(after, lines, strict=True)
    ]
    heights = [y for _total, y in sorted(drawn, key=lambda point: (point[0], -point[1]))]
    assert heights == sorted(heights, reverse=True)


@given(running=RUNNING)
def test_the_highest_line_is_at_the_top_and_the_lowest_at_the_foot(running: list[tuple[Fraction, ...]]) -> None:
    heights = [rule.at for rule in draw_chart([*running, (Fraction(5),) * len(running[0])], None).rules]
    assert (min(heights), max(heights)) == (TOP, HEIGHT - BOTTOM)


def test_the_marks_tell_the_parties_apart() -> None:
    chart = draw_chart([(Fraction(100), Fraction(100), Fraction(100))], None)
    shapes = {re.sub(r"^M-?\d+,-?\d+", "", line.marks[0]) for line in chart.lines}
    assert len(shapes) == 3


def test_the_lines_stay_within_the_drawing() -> None:
    chart = draw_chart([[Fraction(5), Fraction(1)], [Fraction(9), Fraction(2)]], None)
    assert chart.left < max(at for _hand, at in chart.hands) <= chart.right < chart.width
