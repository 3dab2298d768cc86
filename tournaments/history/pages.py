"""The history a page at a time: of all that a tournament has been through, only the page's own slips are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from tournaments.models import PhoneLog, Table, Tournament

from .changes import Change, History
from .edits import EditType
from .reading import history_of
from .stretches import Stretch

WIDER = 4
"""How many times as much is read where a filter has left too little for a page."""

NEXT_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Some changes, newest first."""

    history: History
    """What the sentences of its changes need."""
    changes: Sequence[Change]
    older: datetime | None
    """The page before it is that of the changes before this moment; None where it is the oldest."""
    newer: datetime | None
    """The page behind it is that of the changes after this moment; None where it is the newest."""


def page_before(
    tournament: Tournament, wanted: Callable[[Change], bool], *, before: datetime | None, size: int
) -> HistoryPage:
    """The newest changes before a moment, or of all: so many, and those of the same moment as the last of them."""
    history, whole = _enough(tournament, wanted, size, lambda reach: _back_from(tournament, before, reach))
    shown = _first(history.changes, size)
    more = len(shown) < len(history.changes) or not whole
    return HistoryPage(
        history=history,
        changes=shown,
        older=shown[-1].at if shown and more else None,
        newer=shown[0].at if shown and before is not None else None,
    )


def page_after(tournament: Tournament, wanted: Callable[[Change], bool], *, after: datetime, size: int) -> HistoryPage:
    """The oldest changes after a moment; where there are none, the newest page."""
    history, whole = _enough(tournament, wanted, size, lambda reach: _on_from(tournament, after, reach))
    shown = _first(history.changes[::-1], size)[::-1]
    if not shown:
        return page_before(tournament, wanted, before=None, size=size)
    more = len(shown) < len(history.changes) or not whole
    return HistoryPage(history=history, changes=shown, older=shown[-1].at, newer=shown[0].at if more else None)


def _enough(
    tournament: Tournament,
    wanted: Callable[[Change], bool],
    size: int,
    stretch_of: Callable[[int], tuple[Stretch, bool]],
) -> tuple[History, bool]:
    """More changes than a page takes, if there are; and whether there are no others."""
    reach = size + 1
    while True:
        stretch, whole = stretch_of(reach)
        history = history_of(tournament, stretch).where(wanted)
        if whole or len(history.changes) > size:
            return history, whole
        reach *= WIDER


def _first(changes: Sequence[Change], size: int) -> Sequence[Change]:
    """So many, and those of the same moment as the last of them, which would be lost between two pages."""
    behind = takewhile(lambda change: change.at == changes[size - 1].at, changes[size:])
    return [*changes[:size], *behind]


def _back_from(tournament: Tournament, before: datetime | None, reach: int) -> tuple[Stretch, bool]:
    """The time in which so many slips were saved or written before that moment, and whether none were earlier."""
    moments = _moments(tournament, Stretch(until=before), "-", reach)
    return Stretch(since=max(moments, default=None), until=before), not moments


def _on_from(tournament: Tournament, after: datetime, reach: int) -> tuple[Stretch, bool]:
    since = after + NEXT_MOMENT
    moments = _moments(tournament, Stretch(since=since), "", reach)
    return Stretch(since=since, until=min(moments, default=None)), not moments


def _moments(tournament: Tournament, stretch: Stretch, order: str, reach: int) -> list[datetime]:
    """When the last of so many slips was saved, and when the last of so many acts of phones was. Two queries."""
    rounds = tournament.rounds.model.history.filter(tournament_id=tournament.pk).values("id")
    saved = Table.history.filter(stretch.of("history_date"), round_id__in=rounds, history_type=EditType.CHANGED)
    written = PhoneLog.objects.filter(stretch.of("at"), table__round__tournament=tournament)
    return [
        *saved.order_by(f"{order}history_date").values_list("history_date", flat=True)[reach - 1 : reach],
        *written.order_by(f"{order}at").values_list("at", flat=True)[reach - 1 : reach],
    ]
