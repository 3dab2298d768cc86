"""The state of the desk's tiles: what every poll of a desk compares, read without the people at the tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from django.db.models import Count, Max, Subquery

from pages.prepared_queries import PreparedQuery, Row, Rows
from tournaments.clock.clock import Clock, end_of_play, time_over
from tournaments.clock.clocks import RoundClocks, clocks_from_json
from tournaments.models import CodeTry, Table
from tournaments.slips.tiles import LATE_AFTER

CLOCKS, MINUTES = "round__clocks", "round__tournament__round_minutes"
OF_THE_ROUND = ("round", "round__state", "round__on_paper", CLOCKS, MINUTES, "round__tournament__revision")
OF_TABLES = (
    *("number", "version", "outcome", "phone_slip__state", "phone_slip__version", "phone_slip__agreed"),
    *("phone_slip__one_phone", "phone_slip__doubtful", "phone_slip__shut_at"),
)
"""All that the tile of a table is made of, beside its clock; whoever changes anything else counts the revision up."""


def _asked_by_desks(slug: str, number: int) -> Rows:
    # Named by the address and not by the table's row, so that the database counts them once.
    typed = CodeTry.objects.filter(table__round__tournament__slug=slug, table__round__number=number)
    tries = typed.order_by().values("table__round")
    tables = Table.objects.filter(round__tournament__slug=slug, round__number=number).order_by("number")
    rows: Rows = tables.annotate(
        tries=Subquery(tries.annotate(count=Count("pk")).values("count")),
        last_try=Subquery(tries.annotate(last=Max("pk")).values("last")),
    ).values("tries", "last_try", *OF_THE_ROUND, *OF_TABLES)
    return rows


ASKED_BY_DESKS = PreparedQuery(_asked_by_desks, str, int)
CODES = 2
SHARED = CODES + len(OF_THE_ROUND)


@dataclass(frozen=True, slots=True)
class TilesState:
    """The state of a round's tiles, to be compared."""

    round: tuple[Any, ...]
    """What all of them depend on."""
    codes: tuple[Any, ...]
    """The codes typed so far, which decide what is said above the tiles."""
    tables: Mapping[int, tuple[Any, ...]]
    """What each depends on, by its number."""
    next_late: datetime | None
    """The next moment at which a table is late, if nothing else happens."""

    @property
    def digest(self) -> str:
        return blake2b(repr((self.round, self.codes, self.tables)).encode(), digest_size=16).hexdigest()

    def changed_since(self, before: "TilesState") -> list[int] | None:
        """Return the tables whose tiles are others now; None if any may be."""
        if self.round != before.round or self.tables.keys() != before.tables.keys():
            return None
        return [number for number, row in self.tables.items() if row != before.tables[number]]


def tiles_state(slug: str, number: int, now: datetime) -> TilesState:
    """Return the state of this round's tiles at this moment; that of no tiles if there is no such round. One query."""
    rows = ASKED_BY_DESKS.raw_rows(slug, number)
    clocks = _clocks(ASKED_BY_DESKS.converted(rows[0])) if rows else None
    own = clocks.tables if clocks else {}
    hall_late = clocks is not None and time_over(clocks.hall, now) >= LATE_AFTER
    late = {number: time_over(clock, now) >= LATE_AFTER for number, clock in own.items()}
    return TilesState(
        round=rows[0][CODES:SHARED] if rows else (),
        codes=rows[0][:CODES] if rows else (),
        tables={row[SHARED]: (*row[SHARED:], late.get(row[SHARED], hall_late)) for row in rows},
        next_late=_next_late([clocks.hall, *own.values()], now) if clocks else None,
    )


def _clocks(row: Row) -> RoundClocks | None:
    """Return the clocks of the round that this row is of, or None where nobody measures the time."""
    return clocks_from_json(row[CLOCKS], minutes=row[MINUTES]) if row[MINUTES] else None


def _next_late(clocks: Iterable[Clock], now: datetime) -> datetime | None:
    ends = (end_of_play(clock) for clock in clocks)
    return min((late for end in ends if end and (late := end + LATE_AFTER) > now), default=None)
