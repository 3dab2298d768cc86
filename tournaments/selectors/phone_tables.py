"""The table for a phone, read with one query, because every phone in a hall polls its own every few seconds."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Avg, Case, Model, OuterRef, Subquery, When

from tournaments.models import PhoneSlip, RefereeCall, Round, Table, Tournament
from tournaments.records import Outcome

from .prepared_queries import PreparedQuery, Row, Rows

Made = TypeVar("Made", bound=Model)

OF_TOURNAMENTS = {
    *("id", "slug", "name", "kind", "state", "writing", "ruleset", "options", "hands_per_round", "entry", "scale"),
    *("round_minutes", "call_minutes", "last_hand_minutes", "announcement"),
}
OF_ROUNDS = {
    *("id", "tournament_id", "number", "state", "system", "settings", "on_paper", "secret", "editions", "clocks"),
}
FOR_PHONES: Mapping[type[Model], tuple[str, Sequence[str]]] = {
    model: (path, [field.attname for field in model._meta.concrete_fields if names is None or field.attname in names])
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


def _asked_by_phones(slug: str, number: int, table: int) -> Rows:
    waiting = RefereeCall.objects.filter(table=OuterRef("pk"), answered_at__isnull=True, taken_back_at__isnull=True)
    tables = Table.objects.filter(round__tournament__slug=slug, round__number=number, number=table, ew__isnull=False)
    fields = [f"{path}{name}" for path, names in FOR_PHONES.values() for name in names]
    is_in = Case(When(outcome=Outcome.OPEN, then=0.0), default=1.0)
    playing = Table.objects.filter(round=OuterRef("round"), ew__isnull=False).order_by().values("round")
    clock_waits = {"round__clocks__hall__started_at__isnull": True, "round__tournament__round_minutes__gt": 0}
    share = Subquery(playing.annotate(share=Avg(is_in)).values("share"))
    beside = {
        OPEN_CALL: Subquery(waiting.order_by().values("pk")),
        SHARE_IN: Case(When(**clock_waits, then=share), default=0.0),
    }
    rows: Rows = tables.order_by().annotate(**beside).values(*beside, *fields)
    return rows


ASKED_BY_PHONES = PreparedQuery(_asked_by_phones, str, int, int)


def table_for_phones(slug: str, number: int, table: int) -> Table | None:
    """Return a table with slips on phones, with round, tournament, slip and open call, or None. One query.

    Fields that phones do not need are not read.
    """
    for row in ASKED_BY_PHONES.rows(slug, number, table):
        stored = _made(Table, row)
        stored.round = _made(Round, row)
        stored.round.tournament = _made(Tournament, row)
        slip = None if row["phone_slip__id"] is None else _made(PhoneSlip, row)
        # Like `select_related`, this also caches that there is none.
        Table._meta.get_field("phone_slip").set_cached_value(stored, slip)
        if slip is not None:
            slip.table = stored
        for name in (OPEN_CALL, SHARE_IN):
            setattr(stored, name, row[name])
        return stored if stored.round.phones_write else None
    return None


def _made(model: type[Made], row: Row) -> Made:
    """Return the instance of a model from its part of a row."""
    path, names = FOR_PHONES[model]
    return model.from_db(DEFAULT_DB_ALIAS, names, [row[f"{path}{name}"] for name in names])
