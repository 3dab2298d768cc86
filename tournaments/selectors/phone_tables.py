"""The table for a phone, read with one query, because every phone in a hall polls its own every few seconds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Avg, Case, Model, OuterRef, QuerySet, Subquery, When

from pages.prepared_queries import PreparedQuery, Rows, instance_of
from tournaments.models import PhoneSlip, RefereeCall, Round, Table, Tournament
from tournaments.records import Outcome

OF_TOURNAMENTS = {
    *("id", "slug", "name", "kind", "state", "writing", "ruleset", "options", "hands_per_round", "entry", "scale"),
    *("round_minutes", "call_minutes", "last_hand_minutes", "announcement"),
}
OF_ROUNDS = {
    *("id", "tournament_id", "number", "state", "system", "settings", "on_paper", "secret", "editions", "clocks"),
}
FOR_PHONES: Mapping[type[Model], tuple[Sequence[str], str]] = {
    model: ([field.attname for field in model._meta.concrete_fields if names is None or field.attname in names], path)
    for model, path, names in (
        (Table, "", {"id", "round_id", "number", "outcome", "version"}),
        (Round, "round__", OF_ROUNDS),
        (Tournament, "round__tournament__", OF_TOURNAMENTS),
        (PhoneSlip, "phone_slip__", None),
    )
}
"""The fields that a phone's page needs of each model, and the path from a table. A round's order would be long."""

OPEN_CALL = "open_call"
"""The key of the table's unanswered call, beside the related rows."""
SHARE_IN = "share_in"  # equivalent: whatever it is called
"""The share of its round's tables that are in, from 0 to 1, while the hall's clock waits.

Afterwards it is not needed.
"""


FIELDS = [f"{path}{name}" for names, path in FOR_PHONES.values() for name in names]


def _tables_of_round(slug: str, number: int) -> QuerySet[Table]:
    waiting = RefereeCall.objects.filter(table=OuterRef("pk"), answered_at__isnull=True, taken_back_at__isnull=True)
    tables = Table.objects.filter(round__tournament__slug=slug, round__number=number, ew__isnull=False)
    return tables.order_by().annotate(**{OPEN_CALL: Subquery(waiting.order_by().values("pk"))})


def _asked_by_server(slug: str, number: int) -> Rows:
    rows: Rows = _tables_of_round(slug, number).values(OPEN_CALL, *FIELDS)
    return rows


def _asked_by_phones(slug: str, number: int, table: int) -> Rows:
    is_in = Case(When(outcome=Outcome.OPEN, then=0.0), default=1.0)
    playing = Table.objects.filter(round=OuterRef("round"), ew__isnull=False).order_by().values("round")
    clock_waits = {"round__clocks__hall__started_at__isnull": True, "round__tournament__round_minutes__gt": 0}
    share = Subquery(playing.annotate(share=Avg(is_in)).values("share"))
    tables = _tables_of_round(slug, number).filter(number=table)
    rows: Rows = tables.annotate(**{SHARE_IN: Case(When(**clock_waits, then=share), default=0.0)})
    return rows.values(OPEN_CALL, SHARE_IN, *FIELDS)


ASKED_BY_PHONES = PreparedQuery(_asked_by_phones, str, int, int)
ASKED_BY_SERVER = PreparedQuery(_asked_by_server, str, int)


def table_for_phones(slug: str, number: int, table: int) -> Table | None:
    """Return a table with slips on phones, with round, tournament, slip and open call, or None. One query.

    Fields that phones do not need are not read.
    """
    for row in ASKED_BY_PHONES.rows(slug, number, table):
        stored = instance_of(Table, row, *FOR_PHONES[Table])
        stored.round = instance_of(Round, row, *FOR_PHONES[Round])
        stored.round.tournament = instance_of(Tournament, row, *FOR_PHONES[Tournament])
        slip = None if row["phone_slip__id"] is None else instance_of(PhoneSlip, row, *FOR_PHONES[PhoneSlip])
        # Like `select_related`, this also caches that there is none.
        Table._meta.get_field("phone_slip").set_cached_value(stored, slip)
        if slip is not None:
            slip.table = stored
        for name in (OPEN_CALL, SHARE_IN):
            setattr(stored, name, row[name])
        return stored if stored.round.phones_write else None
    return None


def raw_tables_for_phones(slug: str, number: int) -> Mapping[int, tuple[Any, ...]]:
    """Return what `table_for_phones` reads of each table of a round, by its number, to be compared. One query.

    Of how many tables are in, it has whether half of them are, which decides about the clock.
    """
    at, outcome = (1 + FIELDS.index(name) for name in ("number", "outcome"))
    rows = ASKED_BY_SERVER.raw_rows(slug, number)
    half_in = 2 * sum(row[outcome] != Outcome.OPEN for row in rows) >= len(rows)
    return {row[at]: (half_in, *row) for row in rows}
