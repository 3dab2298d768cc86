"""The pages of a history; only the slips of the page are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile

from tournaments.models import Tournament

from .changes import Change, History
from .table_acts import TableActs, TablesAt, acts_at
from .time_spans import TimeSpan
from .tournament_history import history_of

WIDER = 4
"""The factor by which more is read if a filter leaves too little for a page."""

NEXT_MOMENT = timedelta(microseconds=1)

EDITS_ON_A_PAGE = 60
"""The most pairs, or entries, that one press changed and a page shows; more have a page of their own."""

SEATS_ON_A_PAGE = 60
"""The most tables whose seats a page shows when their round was published; more have a page of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """A span to be read, and its tables as far as they are known."""

    span: TimeSpan
    tables: TablesAt
    is_whole: bool
    """Whether it reaches to the end of the history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Some changes, newest first."""

    history: History
    """The history that the sentences of these changes need."""
    changes: Sequence[Change]
    older: datetime | None
    """The next page has the changes before this moment; None on the oldest page."""
    newer: datetime | None
    """The previous page has the changes after this moment; None on the newest page."""


def page_before(
    tournament: Tournament,
    wanted: Callable[[Change], bool],
    *,
    before: datetime | None,
    size: int,
    all_seats: bool = False,
) -> HistoryPage:
    """Return the newest changes before a moment, or of all, including those at the moment of the last one.

    Seats that make a page long are left out, unless `all_seats` is true: who is `wanted` may sit there.
    """
    stretch_of = partial(_back_from, tournament, before)
    history, whole = _enough(tournament, wanted, size, stretch_of, all_seats=all_seats)
    page = _first(history.changes, size)
    more = len(page) < len(history.changes) or not whole
    return HistoryPage(
        history=history,
        changes=page,
        older=page[-1].at if more else None,
        newer=page[0].at if page and before is not None else None,
    )


def page_after(
    tournament: Tournament,
    wanted: Callable[[Change], bool],
    *,
    after: datetime,
    size: int,
    all_seats: bool = False,
) -> HistoryPage:
    """Return the oldest changes after a moment; if there are none, the newest page. `all_seats` as above."""
    stretch_of = partial(_on_from, tournament, after)
    history, whole = _enough(tournament, wanted, size, stretch_of, all_seats=all_seats)
    page = _first(history.changes[::-1], size)[::-1]
    if not page:
        return page_before(tournament, wanted, before=None, size=size, all_seats=all_seats)
    more = len(page) < len(history.changes) or not whole
    return HistoryPage(history=history, changes=page, older=page[-1].at, newer=page[0].at if more else None)


def page_at(tournament: Tournament, wanted: Callable[[Change], bool], *, at: datetime) -> HistoryPage:
    """Return the changes at a moment with all their parts, however many there are."""
    history = history_of(tournament, TimeSpan(since=at)).where(lambda change: change.at == at and wanted(change))
    return HistoryPage(history=history, changes=history.changes, older=at, newer=at)


def _enough(
    tournament: Tournament,
    wanted: Callable[[Change], bool],
    size: int,
    stretch_of: Callable[[int], _Stretch],
    *,
    all_seats: bool,
) -> tuple[History, bool]:
    """Return enough changes for a page, if there are, and whether they are all."""
    reach = size + 1
    while True:
        stretch = stretch_of(reach)
        history = history_of(
            tournament,
            stretch.span,
            tables=stretch.tables,
            most_seats=None if all_seats else SEATS_ON_A_PAGE,
            most_edits=None if all_seats else EDITS_ON_A_PAGE,
        ).where(wanted)
        if stretch.is_whole or len(history.changes) > size:
            return history, stretch.is_whole
        reach *= WIDER


def _first(changes: Sequence[Change], size: int) -> Sequence[Change]:
    """Return a page of changes, including those at the moment of the last one, so that none is lost between pages."""
    behind = takewhile(lambda change: change.at == changes[size - 1].at, changes[size:])
    return [*changes[:size], *behind]


def _back_from(tournament: Tournament, before: datetime | None, reach: int) -> _Stretch:
    """Return the time since which so many slips were saved or written; all time before if there are fewer."""
    acts = acts_at(tournament, TimeSpan(until=before), newest_first=True, reach=reach)
    return _stretch(acts, TimeSpan(since=max(_moments(acts, reach), default=None), until=before), reach)


def _on_from(tournament: Tournament, after: datetime, reach: int) -> _Stretch:
    since = after + NEXT_MOMENT
    acts = acts_at(tournament, TimeSpan(since=since), newest_first=False, reach=reach)
    return _stretch(acts, TimeSpan(since=since, until=min(_moments(acts, reach), default=None)), reach)


def _moments(acts: Sequence[TableActs], reach: int) -> list[datetime]:
    """Return when the last of so many slips was saved, and when the last of so many acts of phones was."""
    return [moment for moment in (those.moment(reach) for those in acts) if moment is not None]


def _stretch(acts: tuple[TableActs, TableActs], span: TimeSpan, reach: int) -> _Stretch:
    saves, phones = acts
    tables = TablesAt(saved=saves.tables_in(span), written=phones.tables_in(span))
    return _Stretch(span=span, tables=tables, is_whole=not _moments(acts, reach))
