"""The table that a phone asks for: in one query, because every phone of a hall asks for its own every few seconds."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, OuterRef, Subquery

from tournaments.models import PhoneSlip, RefereeCall, Round, Table, Tournament

from .prepared import Prepared, Row, Rows

Made = TypeVar("Made", bound=Model)

OF_TOURNAMENTS = {
    *("id", "slug", "name", "kind", "state", "writing", "ruleset", "options", "hands_per_round", "entry", "scale"),
    *("round_minutes", "call_minutes", "last_hand_minutes", "announcement"),
}
FOR_PHONES: Mapping[type[Model], tuple[str, Sequence[str]]] = {
    model: (path, [field.attname for field in model._meta.concrete_fields if names is None or field.attname in names])
    for model, path, names in (
        (Table, "", {"id", "round_id", "number", "outcome", "version"}),
        (Round, "round__", {"id", "tournament_id", "number", "state", "on_paper", "secret", "clocks"}),
        (Tournament, "round__tournament__", OF_TOURNAMENTS),
        (PhoneSlip, "phone_slip__", None),
    )
}
"""What a phone's page asks of each model, and the way there from a table: a round's order is as long as its ranking."""

OPEN_CALL = "open_call"
"""The key of the table's own call that waits for an answer, beside what belongs to the table."""


def _asked_by_phones(slug: str, number: int, table: int) -> Rows:
    waiting = RefereeCall.objects.filter(table=OuterRef("pk"), answered_at__isnull=True, taken_back_at__isnull=True)
    tables = Table.objects.filter(round__tournament__slug=slug, round__number=number, number=table, ew__isnull=False)
    asked = [f"{path}{name}" for path, names in FOR_PHONES.values() for name in names]
    call = {OPEN_CALL: Subquery(waiting.order_by().values("pk"))}
    rows: Rows = tables.order_by().annotate(**call).values(OPEN_CALL, *asked)
    return rows


ASKED_BY_PHONES = Prepared(_asked_by_phones, str, int, int)


def table_for_phones(slug: str, number: int, table: int) -> Table | None:
    """A table at which phones write, with its round, tournament, slip and open call; None where they do not. One query.

    What phones do not ask of them has not been read.
    """
    for row in ASKED_BY_PHONES.rows(slug, number, table):
        found = _made(Table, row)
        found.round = _made(Round, row)
        found.round.tournament = _made(Tournament, row)
        slip = None if row["phone_slip__id"] is None else _made(PhoneSlip, row)
        # As `select_related` does it: where there is none, that is known too.
        Table._meta.get_field("phone_slip").set_cached_value(found, slip)
        if slip is not None:
            slip.table = found
        setattr(found, OPEN_CALL, row[OPEN_CALL])
        return found if found.round.phones_write else None
    return None


def _made(model: type[Made], row: Row) -> Made:
    """What belongs to one model of a row, as the database gave it."""
    path, names = FOR_PHONES[model]
    return model.from_db(DEFAULT_DB_ALIAS, names, [row[f"{path}{name}"] for name in names])
