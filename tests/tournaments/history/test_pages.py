"""The pages of a history: where each begins and ends, and what it calls older and newer."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest

from tests.factories import AT, make_tournament, start_round
from tournaments.history.changes import Change, ChangeKind
from tournaments.history.pages import HistoryPage, page_after, page_at, page_before
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of
from tournaments.models import Table, Tournament
from tournaments.records import Outcome, System
from tournaments.services import incident_add, table_set_outcome

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

MINUTE = timedelta(minutes=1)


def is_setting(change: Change) -> bool:
    return change.kind is ChangeKind.TOURNAMENT


def is_result(change: Change) -> bool:
    return change.kind is ChangeKind.RESULT


def minutes(moments: Iterable[datetime | None]) -> list[int | None]:
    return [None if at is None else (at - AT) // MINUTE for at in moments]


def shown(page: HistoryPage) -> tuple[list[int | None], int | None, int | None]:
    """Return the minutes of a page's changes, of the older and of the newer page."""
    older, newer = minutes([page.older, page.newer])
    return minutes(change.at for change in page.changes), older, newer


def tournament_changed(*at: int) -> Tournament:
    """Return a tournament that was created in the first of these minutes, and whose name was changed in the others."""
    tournament = make_tournament()
    for number, _minute in enumerate(at[1:]):
        tournament.name = f"Friday {number}"
        tournament.save()
    for row, minute in zip(Tournament.history.order_by("history_id"), at, strict=True):
        Tournament.history.filter(pk=row.pk).update(history_date=AT + minute * MINUTE)
    return tournament


def test_pages_end_between_two_moments() -> None:
    tournament = tournament_changed(0, 1, 2, 3, 3, 4, 5)

    def before(minute: int | None, size: int = 2) -> tuple[list[int | None], int | None, int | None]:
        at = None if minute is None else AT + minute * MINUTE
        return shown(page_before(tournament, is_setting, before=at, size=size))

    def after(minute: int, size: int = 2) -> tuple[list[int | None], int | None, int | None]:
        return shown(page_after(tournament, is_setting, after=AT + minute * MINUTE, size=size))

    assert before(None) == ([5, 4], 4, None)
    assert before(4, size=1) == ([3, 3], 3, 3)
    assert before(1) == ([0], None, 0)
    assert before(0) == ([], None, None)
    assert after(0) == ([2, 1], 1, 2)
    assert after(0, size=3) == ([3, 3, 2, 1], 1, 3)
    assert after(2, size=1) == ([3, 3], 3, 3)
    assert after(3) == ([5, 4], 4, None)
    assert after(5) == ([5, 4], 4, None)
    assert after(-1, size=7) == ([5, 4, 3, 3, 2, 1, 0], 0, None)


def test_a_moment_has_a_page_of_its_own() -> None:
    tournament = tournament_changed(0, 1, 2, 3, 3, 4, 5)
    assert shown(page_at(tournament, is_setting, at=AT + 3 * MINUTE)) == ([3, 3], 3, 3)
    assert shown(page_at(tournament, is_result, at=AT + 3 * MINUTE)) == ([], 3, 3)


def test_of_many_slips_a_page_reads_some_and_knows_that_there_are_more() -> None:
    tournament = make_tournament(pairs=2)
    table = start_round(tournament).tables.get()
    row = Table.history.get(id=table.pk)
    row.history_type = "~"
    for minute in range(6):
        row.pk, row.outcome = None, ("absent_ns", "absent_ew")[minute % 2]
        row.history_date = AT + minute * MINUTE
        row.save()
    assert shown(page_after(tournament, is_result, after=AT - MINUTE, size=2)) == ([1, 0], 0, 1)
    assert shown(page_after(tournament, is_result, after=AT + 3 * MINUTE, size=2)) == ([5, 4], 4, None)
    assert shown(page_before(tournament, is_result, before=None, size=2)) == ([5, 4], 4, None)
    assert shown(page_before(tournament, is_result, before=AT + 2 * MINUTE, size=2)) == ([1, 0], None, 1)


@pytest.mark.parametrize(("saved", "older", "newer"), [((0, 1, 5, 5, 5), 5, None), ((0, 0, 0, 4, 5), 0, 0)])
def test_many_slips_of_one_moment_do_not_end_the_pages(saved: tuple[int, ...], older: int, newer: int | None) -> None:
    tournament = make_tournament(pairs=2)
    table = start_round(tournament).tables.get()
    row = Table.history.get(id=table.pk)
    row.history_type = "~"
    for number, minute in enumerate(saved):
        row.pk, row.outcome = None, ("absent_ns", "absent_ew")[number % 2]
        row.history_date = AT + minute * MINUTE
        row.save()
    if newer is None:
        page = page_before(tournament, is_result, before=None, size=2)
    else:
        page = page_after(tournament, is_result, after=AT - MINUTE, size=2)
    assert shown(page) == ([older] * 3, older, newer)


def test_tables_of_a_hall_in_sections_are_called_by_their_section() -> None:
    tournament = make_tournament(pairs=8)
    round_ = start_round(tournament, System.MITCHELL, sections=(3,))
    table = round_.tables.get(number=3)
    table_set_outcome(table=table, version=table.version, outcome=Outcome.ABSENT_NS, at=AT)
    details = {"source": "other", "facts": "Noise", "round": 1, "table": 3}
    for _time in range(3):
        incident_add(tournament=tournament, details=details | {"facts": f"Noise {_time}"})
    history = history_of(tournament)
    told = [tell(change, history) for change in history.changes]
    assert "Round 1, table B 1: NS absent" in [words.headline for words in told]
    assert "Statement no. 3 written (Round 1, table B 1)" in [words.headline for words in told]
    (published,) = (words for words in told if words.headline.startswith("Round 1 published"))
    assert [one.label for one in published.differences] == ["Table A 1", "Table A 2", "Table B 1", "Table B 2"]
