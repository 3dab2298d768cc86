"""Many rows by one statement are those that `bulk_create` stores."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.factories import make_tournament
from tournaments.models import Round, Table
from tournaments.records import Outcome, System
from tournaments.services.many_rows import insert_rows

pytestmark = pytest.mark.django_db

NAMES = ("number", "ns", "ew", "outcome", "why")


def stored(round_: Round) -> list[tuple[Any, ...]]:
    fields = [field.attname for field in Table._meta.concrete_fields if field.name not in ("id", "round")]
    return list(round_.tables.order_by("number").values_list(*fields))


def two_rounds() -> tuple[Round, Round, Sequence[tuple[Any, ...]]]:
    """Return two empty rounds and the tables for each: reasons of every kind of value, and a rest."""
    tournament = make_tournament(pairs=5)
    keys = list(tournament.pairs.order_by("number").values_list("pk", flat=True))
    one, other = (
        Round.objects.create(tournament=tournament, number=number, system=System.DRAW, seed=1, state=state)
        for number, state in ((1, Round.State.CLOSED), (2, Round.State.DRAFT))
    )
    why = [{"code": "same_club", "facts": {"clubs": "Forlì “A”", "forced": True, "tables": [1, 2]}}, {"facts": {}}]
    rows = [
        (1, keys[0], keys[1], Outcome.OPEN.value, why),
        (2, keys[3], keys[2], Outcome.OPEN.value, []),
        (3, keys[4], None, Outcome.REST.value, why[:1]),
    ]
    return one, other, rows


def test_rows_are_stored_as_by_bulk_create() -> None:
    one, other, rows = two_rounds()
    insert_rows(Table(round=one), NAMES, rows)
    Table.objects.bulk_create(
        Table(round=other, number=number, ns_id=ns, ew_id=ew, outcome=outcome, why=why)
        for number, ns, ew, outcome, why in rows
    )
    assert stored(one) == stored(other)
    assert len(stored(one)) == 3


def test_no_row_is_no_statement(django_assert_num_queries: Any) -> None:
    one, _other, _rows = two_rounds()
    with django_assert_num_queries(0):
        insert_rows(Table(round=one), NAMES, [])
