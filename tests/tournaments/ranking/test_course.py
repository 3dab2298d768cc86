"""The course of a ranking: the places after each round are those of the ranking as of that round."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.test_standings import ANY_TOURNAMENT, ORDER, ranked, table
from tournaments.ranking.course import Course, course_of
from tournaments.ranking.standings import placed_by_knockout
from tournaments.records import EntrantId, Outcome, PointAdjustment, Standing, TableResult, TieBreak


def places(rows: tuple[Standing, ...]) -> dict[int, int]:
    return {row.entrant.id: row.place for row in rows}


@settings(max_examples=60)
@given(ANY_TOURNAMENT, st.sampled_from([ORDER, (TieBreak.VP,), (TieBreak.WINS, TieBreak.DIRECT)]))
def test_the_places_after_a_round_are_those_of_the_ranking_of_then(
    tournament: tuple[int, list[TableResult], list[PointAdjustment]], tie_breaks: tuple[TieBreak, ...]
) -> None:
    count, results, adjustments = tournament
    now = ranked(count, results, adjustments, tie_breaks=tie_breaks)
    course = course_of(now, tie_breaks=tie_breaks, seed=7)
    for number in course.rounds:
        then = places(ranked(count, results, adjustments, tie_breaks=tie_breaks, after_round=number))
        here = {
            entrant for result in results if result.round <= number for entrant in (*result.ns_side, *result.ew_side)
        }
        assert course.places[number] == {entrant: place for entrant, place in then.items() if entrant in here}


def test_a_round_without_a_result_is_no_part_of_it() -> None:
    rows = ranked(3, [table(1, 1, 2, 900, 300), table(2, 1, 2, outcome=Outcome.OPEN)])
    assert course_of(rows, tie_breaks=ORDER, seed=7).rounds == (1,)


def test_places_won_are_told_from_the_round_before() -> None:
    rows = ranked(4, [table(1, 1, 2, 900, 300), table(1, 3, 4, 500, 400), table(2, 1, 4, 0, 2500)])
    course = course_of(rows, tie_breaks=ORDER, seed=7)
    assert course.of(EntrantId(4)) == ((1, 3), (2, 1))
    assert (course.climbed(EntrantId(4)), course.climbed(EntrantId(1))) == (2, -1)


def test_a_penalty_of_a_later_round_takes_no_place_before() -> None:
    penalty = PointAdjustment(round=2, entrant=EntrantId(1), vp=-20)
    results = [table(1, 1, 2, 900, 300), table(2, 1, 2, 900, 300)]
    course = course_of(ranked(2, results, [penalty]), tie_breaks=ORDER, seed=7)
    assert course.places == {1: {1: 1, 2: 2}, 2: {2: 1, 1: 2}}


def test_a_penalty_of_a_round_yet_to_come_takes_no_place_before() -> None:
    penalty = PointAdjustment(round=8, entrant=EntrantId(1), vp=-20)
    course = course_of(ranked(2, [table(1, 1, 2, 900, 300)], [penalty]), tie_breaks=ORDER, seed=7)
    assert course.places == {1: {1: 1, 2: 2}}


def test_whoever_has_no_place_in_one_of_two_rounds_has_not_moved() -> None:
    course = Course(places={1: {EntrantId(1): 1}, 2: {EntrantId(2): 1}})
    assert [course.climbed(EntrantId(number)) for number in (1, 2)] == [None, None]


def test_the_latest_rounds_alone_tell_the_same_places() -> None:
    rows = ranked(4, [table(1, 3, 4, 2000, 0), table(2, 1, 2, 900, 300), table(3, 4, 1, 2000, 0)])
    every, latest = (course_of(rows, tie_breaks=ORDER, seed=7, latest=count) for count in (None, 2))
    assert latest.places == {number: every.places[number] for number in (2, 3)}


def test_after_one_round_nobody_has_moved() -> None:
    course = course_of(ranked(2, [table(1, 1, 2, 900, 300)]), tie_breaks=ORDER, seed=7)
    assert course.climbed(EntrantId(1)) is None


def test_who_comes_late_has_no_place_before() -> None:
    rows = ranked(4, [table(1, 1, 2, 900, 300), table(2, 1, 2, 900, 300), table(2, 3, 4, 900, 300)])
    course = course_of(rows, tie_breaks=ORDER, seed=7)
    assert course.of(EntrantId(3)) == ((2, 3),)
    assert course.climbed(EntrantId(3)) is None


def test_a_knockout_says_the_places_of_its_rounds() -> None:
    rows = ranked(2, [table(1, 1, 2, 900, 300), table(2, 1, 2, 100, 300, knockout=True)])
    bracket = placed_by_knockout(rows, [EntrantId(2), EntrantId(1)], ORDER)
    course = course_of(bracket, tie_breaks=ORDER, seed=7, played_out={2: bracket})
    assert course.of(EntrantId(2)) == ((1, 2), (2, 1))
