"""The rounds that an entrant misses, and those that it does not."""

from tests.tournaments.ranking.test_standings import four, table
from tournaments.ranking.missed_rounds import missed_rounds
from tournaments.records import EntrantId, Outcome, TableResult

EVERYBODY = [EntrantId(number) for number in range(1, 9)]


def missed(results: list[TableResult]) -> list[tuple[int, int | None]]:
    found = missed_rounds(EVERYBODY, results)
    assert all(result.outcome is Outcome.ABSENT_NS and result.ew is None for result in found)
    return [(result.round, result.ns) for result in found]


def test_who_withdraws_misses_every_round_from_then_on() -> None:
    results = [table(n, 1, 2, 0, 0) for n in (1, 2, 3)] + [table(1, 3, 4, 0, 0), table(3, 3, 5, 0, 0)]
    # 3 missed only the second round, and 4 the second and the third; 5 came for the third.
    assert missed(results) == [(2, 3), (2, 4), (3, 4)]


def test_a_rest_is_a_table_and_an_absence_too() -> None:
    resting = table(2, 3, None, None, None, outcome=Outcome.REST)
    absent = table(2, 1, 2, None, None, outcome=Outcome.ABSENT_BOTH)
    assert missed([table(1, 1, 2, 0, 0), table(1, 3, 4, 0, 0), absent, resting]) == [(2, 4)]


def test_missed_rounds_come_in_their_order_whatever_that_of_the_tables() -> None:
    results = [table(n, 1, 2, 0, 0) for n in (3, 2, 1)] + [table(1, 3, 4, 0, 0)]
    assert missed(results) == [(2, 3), (3, 3), (2, 4), (3, 4)]


def test_who_never_came_misses_nothing() -> None:
    assert missed([table(n, 1, 2, 0, 0) for n in (1, 2)]) == []


def test_who_was_admitted_late_misses_every_round_before_too_seated_since_or_not() -> None:
    results = [table(n, 1, 2, 0, 0) for n in (1, 2)] + [table(3, 1, 7, 0, 0)]
    late = {EntrantId(7), EntrantId(8)}
    found = missed_rounds(EVERYBODY, results, late=late)
    assert [(missed.round, missed.ns) for missed in found] == [(3, 2), (1, 7), (2, 7), (1, 8), (2, 8), (3, 8)]


def test_out_of_a_knockout_nobody_misses_a_round() -> None:
    knockout = [table(2, 1, 3, 0, 0, knockout=True), table(3, 1, 2, 0, 0)]
    # 2 and 4 were not in the bracket; after it, 2 plays on, and 3 and 4 stay away.
    assert missed([table(1, 1, 2, 0, 0), table(1, 3, 4, 0, 0), *knockout]) == [(3, 3), (3, 4)]


def test_partners_of_one_round_are_seated_too() -> None:
    assert missed([four(1, (1, 2, 3, 4), 0, 0), four(2, (1, 3, 5, 4), 0, 0)]) == [(2, 2)]
