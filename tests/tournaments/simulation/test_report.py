"""The bars of a trial of formats, as they are drawn."""

import pytest

from tournaments.simulation import TrialFigures
from tournaments.trials.report import FormatReport, _how_long, _who_wins, chart_of

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


CLEAR = "Format %s lets the strongest win more often: %s %% of the evenings against %s %%."
BY_CHANCE = (
    "No clear difference in how often the strongest wins, A %s %% and B %s %%: chance alone explains up to %s points."
)


@pytest.mark.parametrize(
    ("evenings", "first", "second", "said"),
    [
        (100, 80, 20, CLEAR % ("A", 80, 20)),
        (100, 20, 80, CLEAR % ("B", 80, 20)),
        # Of 100 evenings each, 50 and 36 differ by 13.9 at most, in one case of twenty.
        (100, 50, 36, CLEAR % ("A", 50, 36)),
        (100, 50, 37, BY_CHANCE % (50, 37, 14)),
        (100, 37, 50, BY_CHANCE % (37, 50, 14)),
        # Of as many evenings again, half of that.
        (400, 200, 144, CLEAR % ("A", 50, 36)),
        (400, 200, 172, BY_CHANCE % (50, 43, 7)),
        (400, 200, 171, CLEAR % ("A", 50, 43)),
        (20, 10, 10, BY_CHANCE % (50, 50, 32)),
        # Who always or never wins leaves nothing to chance.
        (10, 10, 9, BY_CHANCE % (100, 90, 19)),
        (10, 0, 0, BY_CHANCE % (0, 0, 0)),
        (10, 10, 0, CLEAR % ("A", 100, 0)),
        (0, 0, 0, BY_CHANCE % (0, 0, 0)),
    ],
)
def test_a_difference_is_clear_beyond_what_chance_explains(evenings: int, first: int, second: int, said: str) -> None:
    figures = [TrialFigures(evenings=evenings, strongest_first=count) for count in (first, second)]
    percents = [round(100 * count / max(1, evenings)) for count in (first, second)]
    reports = [report(letter, percent, 0, 0) for letter, percent in zip("AB", percents, strict=True)]
    assert _who_wins(*figures, reports) == said


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (210, 210, "Both take the same time."),
        (211, 210, "Format A takes 1 minute longer."),
        (200, 210, "Format B takes 10 minutes longer."),
    ],
)
def test_the_longer_format_is_named(one: int, other: int, said: str) -> None:
    assert _how_long(report("A", 0, 0, 0, minutes=one), report("B", 0, 0, 0, minutes=other)) == said
