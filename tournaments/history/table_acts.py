"""The tables whose slips were saved, or written on phones: looked for once, and then sought by their keys."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import PhoneLog, Round, Table, Tournament
from tournaments.pairing.moves import OPENED_LATE

from .edits import EditType
from .time_spans import TimeSpan

FEW = 500
"""The most rows that are asked for by their keys: a database takes only so many in one query."""
MANY_PAIRS = 500
"""From so many pairs on, all tables that the tournament had are more than those of a last round and its slips."""
SAVED = Q(history_type=EditType.CHANGED) | Q(history_type=EditType.ADDED, history_change_reason=OPENED_LATE)
"""Without new seats and imports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesAt:
    """The keys of the tables with acts in a span; None where they are not known, or many."""

    saved: Collection[int] | None = None
    """Those whose slips were saved, or that were added late."""
    written: Collection[int] | None = None
    """Those with acts of phones, or of the referee on their slips."""


@dataclass(frozen=True, slots=True)
class TableActs:
    """Acts of one kind at tables, those nearest to one end of a span first: each moment with the key of the table."""

    acts: Sequence[tuple[datetime, int]]
    are_all: bool
    """Whether the span has no more of them."""

    def moment(self, reach: int) -> datetime | None:
        """Return when the last of so many was done; None if there are fewer."""
        return self.acts[reach - 1][0] if len(self.acts) >= reach else None

    def tables_in(self, part: TimeSpan) -> Collection[int] | None:
        """Return the tables with acts in the part of the span at that end; None if there may be more, or many."""
        tables = {table for at, table in self.acts if part.holds(at)}
        are_known = self.are_all or not part.holds(self.acts[-1][0])
        few = len(tables) <= FEW  # equivalent `len(tables) < FEW`: speed alone
        return tables if are_known and few else None  # equivalent `are_known`: speed alone


def acts_at(tournament: Tournament, span: TimeSpan, *, newest_first: bool, reach: int) -> tuple[TableActs, TableActs]:
    """Return the saves of slips, and the acts of phones. Three or four queries.

    They are twice so many, so that all acts at the moment of the last are among them.
    """
    way, most, pairs = "-" if newest_first else "", 2 * reach, tournament.pairs.count()
    many = pairs >= MANY_PAIRS  # equivalent `pairs > MANY_PAIRS`: speed alone
    near = _saved_near(tournament, span, way, most, among=pairs) if many else []
    if len(near) >= reach:
        saves = TableActs(near, are_all=False)
    else:
        saved = list(_in_time(saved_rows(tournament, span), way)[:most])
        saves = TableActs(saved, are_all=len(saved) < most)
    log = PhoneLog.objects.filter(span.of("at"), table__round__tournament=tournament)
    written = list(log.order_by(f"{way}at").values_list("at", "table_id")[:most])
    return saves, TableActs(written, are_all=len(written) < most)


def _saved_near(
    tournament: Tournament, span: TimeSpan, way: str, most: int, *, among: int
) -> list[tuple[datetime, int]]:
    """Return the saves among so many rows of all tournaments at one end of the span, without a look at the others."""
    club = Table.history.filter(span.of("history_date"))
    edge = Subquery(club.order_by(f"{way}history_date").values("history_date")[among : among + 1])
    of_round = Round.history.filter(id=OuterRef("round_id")).order_by().values("tournament_id")[:1]
    near = club.filter(SAVED, **{"history_date__gte" if way else "history_date__lte": edge})
    return list(_in_time(near.alias(of=Subquery(of_round)).filter(of=tournament.pk), way)[:most])


def _in_time(rows: QuerySet[Any], way: str) -> QuerySet[Any, tuple[datetime, int]]:
    return rows.order_by(f"{way}history_date").values_list("history_date", "id")


def tables_ever(tournament: Tournament) -> QuerySet[Any]:
    """Return the historical rows of the tables of every round that the tournament has or had."""
    rounds = Round.history.filter(tournament_id=tournament.pk).values("id")
    tables: QuerySet[Any] = Table.history.filter(round_id__in=rounds)
    return tables


def saved_rows(tournament: Tournament, span: TimeSpan) -> QuerySet[Any]:
    """Return the historical rows of the tables saved or added late within the span."""
    return tables_ever(tournament).filter(span.of("history_date"), SAVED)
