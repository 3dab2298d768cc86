"""A prepared query says what Django's own says, for every value, asked again and in any order."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F, Value
from django.utils import timezone

from tests.factories import start_on_phones
from tournaments.models import PhoneLog, Round, Table
from tournaments.selectors.prepared import Prepared

pytestmark = pytest.mark.django_db

TABLES = Prepared(
    lambda slug, number: (
        Table.objects.filter(round__tournament__slug=slug, number__gte=number)
        .order_by("-number")
        .values("number", "why", "round__tournament__name", after=F("number") + Value(1), closed=F("round__on_paper"))
    ),
    str,
    int,
)


@pytest.fixture
def round_() -> Round:
    return start_on_phones(pairs=6)


def test_each_value_has_its_own_rows_whatever_was_asked_before(round_: Round, django_assert_num_queries: Any) -> None:
    slug, name = round_.tournament.slug, round_.tournament.name
    for number in (2, 3, 1, 4, 2):
        with django_assert_num_queries(1):
            rows = TABLES.rows(slug, number)
        # JSON is read, and a bool is one on a database that has none.
        assert [(row["number"], row["after"], row["closed"]) for row in rows] == [
            (n, n + 1, False) for n in range(3, number - 1, -1)
        ]
        assert all(row["round__tournament__name"] == name and isinstance(row["why"], list) for row in rows)
    assert TABLES.rows(f"{slug}' or 1=1 --", 1) == TABLES.rows("\x1f0", 1) == []


def test_an_integer_that_no_database_holds_finds_nothing(round_: Round) -> None:
    assert TABLES.rows(round_.tournament.slug, 10**30) == []


def test_a_moment_is_compared_as_the_database_keeps_it(round_: Round) -> None:
    since = Prepared(lambda at: PhoneLog.objects.filter(at__gt=at).order_by("pk").values("event"), datetime)
    now, table = timezone.now(), round_.tables.first()
    assert table is not None
    for minutes in (3, 1):
        PhoneLog.objects.create(table=table, at=now - timedelta(minutes=minutes), event=PhoneLog.Event.TYPE)
    found = [len(since.rows(now - timedelta(minutes=minutes))) for minutes in (4, 2, 0)]
    assert found == [2, 1, 0]


def test_a_value_that_the_query_forgets_is_a_mistake() -> None:
    forgets = Prepared(lambda number, _slug: Table.objects.filter(number=number).values("pk"), int, str)
    with pytest.raises(ValueError, match="uses every value"):
        forgets.rows(1, "a")
