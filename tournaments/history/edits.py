"""The change of one row, read from the historical rows of its model, and the changes that belong together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet

from pages.prepared_queries import PreparedQuery, Rows
from tournaments.pairing.moves import OPENED_LATE

from .time_spans import TimeSpan

ONE_GESTURE = timedelta(seconds=5)
"""The longest time between the edits of one press: several pairs ticked at once, the hands and the table of a slip."""

SEAT_FIELDS = frozenset({"ns_id", "ew_id", "ns_partner_id", "ew_partner_id"})

Values = Mapping[str, Any]


class EditType(StrEnum):
    """The types of the historical rows."""

    ADDED = "+"
    CHANGED = "~"
    REMOVED = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The change of one row: its fields now and before; `before` is empty if nothing is known of it."""

    type: EditType
    id: int
    row: int
    """The key of the historical row."""
    at: datetime
    who: str
    reason: str
    values: Values
    before: Values

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the names of the fields that changed."""
        return tuple(name for name, value in self.values.items() if name in self.before and self.before[name] != value)

    @property
    def reseated(self) -> bool:
        """Return whether other entrants sit at the table than before, or whether it is new in a round under way."""
        return self.opened_late or (self.type is EditType.CHANGED and not SEAT_FIELDS.isdisjoint(self.changed))

    @property
    def opened_late(self) -> bool:
        """Return whether the table was added to a round under way."""
        return self.type is EditType.ADDED and self.reason == OPENED_LATE


def edits_of(rows: QuerySet[Any], fields: Sequence[str]) -> list[Edit]:
    """Return the rows of one historical model, oldest first, each with the values before it."""
    return _edits((row.values() for row in _in_order(rows, fields)), fields)


class EditsByKey:
    """The edits of the historical rows that `build` finds for a key, read by a query that is compiled once."""

    def __init__(self, build: Callable[[int], QuerySet[Any]], fields: Sequence[str]) -> None:
        self._query, self._fields = PreparedQuery(lambda key: _in_order(build(key), fields), int), fields

    def of(self, key: int) -> list[Edit]:
        """Return them as `edits_of` does. One query."""
        return _edits((row.values() for row in self._query.rows(key)), self._fields)


def _in_order(rows: QuerySet[Any], fields: Sequence[str]) -> Rows:
    key = rows.model.instance_type._meta.pk.attname
    about = (key, "history_id", "history_type", "history_date", "history_user__username", "history_change_reason")
    in_order: Rows = rows.order_by("history_date", "history_id").values(*about, *fields)
    return in_order


def _edits(rows: Iterable[Iterable[Any]], fields: Sequence[str]) -> list[Edit]:
    last: dict[int, Values] = {}
    edits = []
    for pk, row, type_, at, who, reason, *found in rows:
        values = dict(zip(fields, found, strict=True))
        edits.append(
            Edit(
                type=EditType(type_),
                id=pk,
                row=row,
                at=at,
                who=who or "",
                reason=reason or "",
                values=values,
                before=last.get(pk, {}),
            )
        )
        last[pk] = values
    return edits


def with_the_press_before(stretch: TimeSpan) -> TimeSpan:
    """Return the time from the beginning of the span on, with what the same press may have left just before.

    So no half of a press is taken for a change of its own.
    """
    return TimeSpan(since=stretch.since and stretch.since - ONE_GESTURE)


def gestures_of(edits_in_order: Sequence[Edit]) -> list[list[Edit]]:
    """Return the edits grouped by press of a button."""
    gestures: list[list[Edit]] = []
    for edit in edits_in_order:
        if edit.type is EditType.CHANGED and not edit.changed:
            continue
        if gestures and _same_gesture(gestures[-1][-1], edit):
            gestures[-1].append(edit)
        else:
            gestures.append([edit])
    return gestures


def _same_gesture(one: Edit, other: Edit) -> bool:
    same = (one.type, one.who, one.changed, one.id == other.id) == (other.type, other.who, other.changed, False)
    return same and other.at - one.at <= ONE_GESTURE
