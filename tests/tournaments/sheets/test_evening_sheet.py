"""The evening on one page."""

from itertools import pairwise

import pytest

from tests.tournaments.ranking.test_standings import ORDER, ranked, table
from tests.tournaments.sheets.sheet_text import HARD_NAMES, HEADER, entrant, pages_of, squeezed
from tournaments.charts.differences import round_differences
from tournaments.charts.places import first_courses
from tournaments.ranking.course import course_of
from tournaments.ranking.highlights import highlights_of
from tournaments.sheets.evening_sheet import ROUNDS, evening_sheet
from tournaments.wording.highlights import highlights_in_words

pytestmark = pytest.mark.usefixtures("in_english")


def sheet_of(rounds: int, pairs: int = 14, names: tuple[str, ...] = ()) -> bytes:
    results = [
        table(number, one, one + 1, 1000 + 100 * one, 1000 + 35 * number)
        for number in range(1, rounds + 1)
        for one in range(1, pairs, 2)
    ]
    rows = ranked(pairs, results)
    course = course_of(rows, tie_breaks=ORDER, seed=7)
    entrants = {row.entrant.id: entrant(row.entrant.id, *names) for row in rows}
    charts = [round_differences(results, number) for number in course.rounds]
    return evening_sheet(
        HEADER,
        courses=first_courses(course, rows),
        differences=[chart for chart in charts if chart is not None],
        highlights=highlights_in_words(highlights_of(results, course), entrants),
    )


def test_it_tells_the_first_the_latest_rounds_and_the_highlights_on_one_page() -> None:
    (page,) = pages_of(sheet_of(6))
    for heading in (
        "The evening at a glance",
        "How the leaders got there",
        "Player 13 North",
        "Highest",
        "Closest table",
    ):
        assert heading.replace("Highest", "Most points at a table") in page
    rounds = [number for number in range(1, 7) if f"The differences of round {number}" in page]
    assert rounds == list(range(7 - ROUNDS, 7))
    assert all(after - before == 1 for before, after in pairwise(rounds))


def test_after_one_round_there_is_no_course_to_draw() -> None:
    (page,) = pages_of(sheet_of(1))
    assert "How the leaders got there" not in page and "The differences of round 1" in page


def test_long_names_are_told_whole() -> None:
    (page,) = pages_of(sheet_of(2, names=HARD_NAMES[:2]))
    assert squeezed(HARD_NAMES[0]) in squeezed(page)
