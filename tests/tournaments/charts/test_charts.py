"""Every chart lies inside its box, has the figures of its table, and needs no colours to be read."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.test_standings import ANY_TOURNAMENT, ORDER, ranked, table
from tournaments.charts.career_course import FEWEST, MOST, CareerPoint, career_chart
from tournaments.charts.differences import round_differences
from tournaments.charts.drawing import Bar, Chart, Drawing, Ink, Mark, Stroke, Writing, round_steps, spread
from tournaments.charts.places import first_courses, own_course
from tournaments.ranking.course import Course, course_of
from tournaments.records import Outcome, PointAdjustment, Standing, TableResult

VP = 20


def whole(
    count: int, results: list[TableResult], adjustments: list[PointAdjustment] | None = None
) -> tuple[tuple[Standing, ...], Course]:
    rows = ranked(count, results, adjustments)
    return rows, course_of(rows, tie_breaks=ORDER, seed=7)


def points(drawing: Drawing) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for shape in drawing.shapes:
        match shape:
            case Stroke():
                found += shape.points
            case Bar():
                found += [shape.at, (shape.at[0] + shape.width, shape.at[1] + shape.height)]
            case Mark() | Writing():
                found.append(shape.at)
    return found


def assert_inside(chart: Chart) -> None:
    assert all(0 <= x <= chart.drawing.width and 0 <= y <= chart.drawing.height for x, y in points(chart.drawing))
    assert {len(row) for row in chart.table.rows} == {len(chart.table.heads)}


@settings(max_examples=40)
@given(ANY_TOURNAMENT)
def test_every_chart_of_every_tournament_lies_inside(
    tournament: tuple[int, list[TableResult], list[PointAdjustment]],
) -> None:
    count, results, adjustments = tournament
    rows, course = whole(count, results, adjustments)
    charts = [own_course(course, rows, row, most_vp=VP) for row in rows]
    charts += [first_courses(course, rows), *(round_differences(results, number) for number in course.rounds)]
    for chart in charts:
        if chart is not None:
            assert_inside(chart)


EVENING = [table(number, 1, 2, 900, 300) for number in (1, 2)] + [table(1, 3, 4, 400, 0), table(2, 3, 4, 0, 2400)]


def test_a_pairs_own_line_is_the_strong_one_and_its_table_says_the_same() -> None:
    rows, course = whole(4, EVENING)
    chart = own_course(course, rows, rows[0], most_vp=VP)
    assert chart is not None and rows[0].entrant.id == 4
    (strong,) = [shape for shape in chart.drawing.shapes if isinstance(shape, Stroke) and shape.strong]
    first, last = strong.points
    assert strong.ink is Ink.OWN and first[1] > last[1]
    assert chart.table.rows == (("1", "3", "8"), ("2", "1", "20"))
    others = [
        shape for shape in chart.drawing.shapes if isinstance(shape, Stroke) and shape.ink in (Ink.SECOND, Ink.THIRD)
    ]
    assert len(others) == 2 and all(other.dashed for other in others)


def test_a_better_place_is_drawn_higher_in_a_field_of_any_size() -> None:
    for count in (4, 60):
        results = [table(1, one, one + 1, 5 * one, 0) for one in range(1, count, 2)]
        rows, course = whole(count, [*results, *(table(2, one, one + 1, 0, 0) for one in range(1, count, 2))])
        for row in rows[1:]:
            charts = [own_course(course, rows, pair, most_vp=VP) for pair in (rows[0], row)]
            best, other = [
                next(
                    shape.points[-1][1] for shape in chart.drawing.shapes if isinstance(shape, Stroke) and shape.strong
                )
                for chart in charts
                if chart is not None
            ]
            assert best < other


def test_of_many_rounds_the_bars_keep_apart_and_the_last_is_named() -> None:
    rows, course = whole(4, [table(number, one, one + 1, 900, 300) for number in range(1, 31) for one in (1, 3)])
    chart = own_course(course, rows, rows[0], most_vp=VP)
    assert chart is not None
    bars = [(shape.at[0], shape.width) for shape in chart.drawing.shapes if isinstance(shape, Bar)]
    assert len(bars) == 30 and all(
        left + width < right for (left, width), (right, _w) in zip(bars, bars[1:], strict=False)
    )
    named = [shape for shape in chart.drawing.shapes if isinstance(shape, Writing) and shape.at[1] > 250]
    assert named[-1].text.endswith("30") and len(named) < 15


def test_one_round_is_no_course() -> None:
    rows, course = whole(4, EVENING[:1])
    assert own_course(course, rows, rows[0], most_vp=VP) is None
    assert first_courses(course, rows) is None


def test_the_first_are_told_apart_by_what_stands_at_their_end() -> None:
    results = [table(number, one, 21 - one, 100 * one, 0) for number in (1, 2) for one in range(1, 11)]
    rows, course = whole(20, results)
    chart = first_courses(course, rows)
    assert chart is not None and len(chart.table.rows) == 10
    assert chart.wide is not None and chart.wide.width > chart.drawing.width
    for drawing in (chart.drawing, chart.wide):
        written = [shape for shape in drawing.shapes if isinstance(shape, Writing)]
        named = {shape.at[1]: shape.text for shape in written if "Player" in shape.text}
        ends = {shape.text: shape.at for shape in written if shape.at[1] in named and "Player" not in shape.text}
        for row in rows[:10]:
            assert named[ends[str(row.place)][1]].startswith(row.entrant.names[0][: len("Player 10")].rstrip())
        heights = sorted(named)
        assert min(below - above for above, below in zip(heights, heights[1:], strict=False)) >= 12


def test_tables_are_counted_by_their_difference() -> None:
    mp = (0, 40, 190, 199, 400, 1900)
    results = [table(1, 2 * at + 1, 2 * at + 2, 2000, 2000 - number) for at, number in enumerate(mp)]
    chart = round_differences([*results, table(1, 19, 20, outcome=Outcome.OPEN)], 1)
    assert chart is not None
    assert chart.table.rows[0] == ("0–199", "4")
    assert [row[1] for row in chart.table.rows[1:]] == ["0", "1", *["0"] * 6, "1"]
    assert round_differences(results[:5], 1) is None


def test_names_are_text_in_an_svg() -> None:
    drawing = Drawing(width=10, height=10, shapes=(Writing(at=(1, 1), text='<b>O\'Neil & "X"'),))
    assert re.sub(r"^<text[^>]*>|</text>$", "", drawing.svg) == "&lt;b&gt;O&#x27;Neil &amp; &quot;X&quot;"


@given(st.lists(st.integers(0, 100), max_size=8).map(sorted))
def test_labels_keep_apart_and_in_order(wanted: list[int]) -> None:
    placed = spread(wanted, 10, 0, 100)
    assert all(below - above >= 10 for above, below in zip(placed, placed[1:], strict=False))
    assert all(0 <= at <= 100 for at in placed)


@pytest.mark.parametrize(("highest", "most", "step"), [(4, 5, 1), (11, 5, 5), (500, 5, 100), (2401, 10, 500)])
def test_steps_are_round(highest: int, most: int, step: int) -> None:
    assert round_steps(highest, most) == step


@settings(max_examples=25)
@given(st.lists(st.fractions(min_value=-2, max_value=22), min_size=FEWEST, max_size=3 * MOST))
def test_a_career_lies_inside_and_ends_with_the_latest(vp: list[Fraction]) -> None:
    points = [CareerPoint(tournament=f"Torneo {at}", place="1", vp=share) for at, share in enumerate(vp)]
    chart = career_chart(points)
    assert chart
    assert_inside(chart)
    assert chart.table.rows[-1][0] == f"Torneo {len(vp) - 1}"
    (line,) = [shape for shape in chart.drawing.shapes if isinstance(shape, Stroke) and shape.strong]
    assert len(line.points) == min(len(vp), MOST)
    heights = [y for _x, y in line.points]
    drawn = vp[-MOST:]
    assert all((heights[a] <= heights[b]) for a in range(len(drawn)) for b in range(len(drawn)) if drawn[a] > drawn[b])


def test_one_tournament_is_no_career() -> None:
    assert career_chart([CareerPoint(tournament="Uno", place="1", vp=Fraction(10))]) is None
