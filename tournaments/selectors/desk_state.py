"""The state of the desk's tiles: what every poll of a desk compares, read without the people at the tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from django.db.models import Count, Max, Subquery

from tournaments.clock.clock import time_over
from tournaments.models import CodeTry, Round, Table
from tournaments.slips.tiles import LATE_AFTER

from .prepared_queries import PreparedQuery, Rows

OF_THE_ROUND = ("round__state", "round__on_paper", "round__clocks", "round__tournament__revision")
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

    @property
    def digest(self) -> str:
        return blake2b(repr((self.round, self.codes, self.tables)).encode(), digest_size=16).hexdigest()

    def changed_since(self, before: "TilesState") -> list[int] | None:
        """Return the tables whose tiles are others now; None if any may be."""
        if self.round != before.round or self.tables.keys() != before.tables.keys():
            return None
        return [number for number, row in self.tables.items() if row != before.tables[number]]


def tiles_state(round_: Round, now: datetime) -> TilesState:
    """Return the state at this moment; `round_` was read with its tournament. One query."""
    rows = ASKED_BY_DESKS.raw_rows(round_.tournament.slug, round_.number)
    clocks = round_.running_clocks if round_.tournament.round_minutes else None
    own = clocks.tables if clocks else {}
    hall_late = clocks is not None and time_over(clocks.hall, now) >= LATE_AFTER
    late = {number: time_over(clock, now) >= LATE_AFTER for number, clock in own.items()}
    return TilesState(
        round=(round_.pk, *rows[0][CODES:SHARED]) if rows else (round_.pk,),
        codes=rows[0][:CODES] if rows else (),
        tables={row[SHARED]: (*row[SHARED:], late.get(row[SHARED], hall_late)) for row in rows},
    )
