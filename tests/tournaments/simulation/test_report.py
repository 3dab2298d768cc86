"""The bars of a trial of formats, as they are drawn."""

import pytest

from tournaments.trials.report import FormatReport, chart_of

pytestmark = pytest.mark.usefixtures("in_english")


def report(letter: str, first: int, podium: int, right_order: int, *, minutes: int = 0) -> FormatReport:
    return FormatReport(
        letter=letter,
        name="3 × Mitchell",
        first=first,
        podium=podium,
        right_order=right_order,
        rematches="0.0",
        rests="0.0",
        minutes=minutes,
    )


def test_each_question_has_a_bar_of_its_own_length_for_each_format() -> None:
    chart = chart_of([report("A", 50, 100, 3), report("B", 25, 0, 67)])
    assert [(group.label, group.label_y) for group in chart.groups] == [
        ("The strongest wins", 16),
        ("The strongest finishes in the first three", 86),
        ("The ranking has two of them in the right order", 156),
    ]
    bars = [bar for group in chart.groups for bar in group.bars]
    assert [(bar.letter, bar.percent, bar.width, bar.y, bar.text_x) for bar in bars] == [
        ("A", 50, 130, 26, 166),
        ("B", 25, 65, 48, 101),
        ("A", 100, 260, 96, 296),
        ("B", 0, 0, 118, 36),
        ("A", 3, 7, 166, 43),
        ("B", 67, 174, 188, 210),
    ]
    assert (chart.left, chart.bar_height, chart.width, chart.height) == (30, 16, 350, 210)
    assert chart_of([]).height == 78 and not any(group.bars for group in chart_of([]).groups)


@pytest.mark.parametrize(("minutes", "words"), [(59, "0 h 59 min"), (60, "1 h 00 min"), (305, "5 h 05 min")])
def test_a_duration_is_said_in_hours_and_minutes(minutes: int, words: str) -> None:
    assert report("A", 0, 0, 0, minutes=minutes).duration == words
