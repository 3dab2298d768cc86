"""A prepared query returns the same as Django's own, for every value, repeatedly and in any order."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
import pytest
from django.db import connection, transaction
from django.db.models import F, Value

from pages.prepared_queries import PreparedQuery
from tests.factories import start_on_phones
from tournaments.models import Round, Table

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db

TABLES = PreparedQuery(
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
        # JSON is decoded, and a bool is one even on a database without that type.
        assert [(row["number"], row["after"], row["closed"]) for row in rows] == [
            (n, n + 1, False) for n in range(3, number - 1, -1)
        ]
        assert all(row["round__tournament__name"] == name and isinstance(row["why"], list) for row in rows)
    assert TABLES.rows(f"{slug}' or 1=1 --", 1) == TABLES.rows("\x1f0", 1) == []


def test_an_integer_that_no_database_holds_finds_nothing(round_: Round) -> None:
    assert TABLES.rows(round_.tournament.slug, 10**30) == []


def test_a_value_that_the_query_forgets_is_a_mistake() -> None:
    forgets = PreparedQuery(lambda number, _slug: Table.objects.filter(number=number).values("pk"), int, str)
    with pytest.raises(ValueError, match="uses every value"):
        forgets.rows(1, "a")


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_alone(round_: Round) -> None:
    lock = PreparedQuery(lambda pk: Table.objects.select_for_update().filter(pk=pk).values("pk"), int)
    pk = round_.tables.get(number=1).pk
    for _time in range(2):
        with transaction.atomic():
            assert lock.rows(pk) == [{"pk": pk}]
        with pytest.raises(transaction.TransactionManagementError):
            lock.rows(pk)


APPS = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
ASKED_AGAIN_AND_AGAIN = {
    "burraco_club/middleware.py",
    "tournaments/history/edits.py",
    "tournaments/selectors/hall/revision.py",
    "tournaments/selectors/phone_tables.py",
    "tournaments/selectors/desk.py",
    "tournaments/selectors/desk_state.py",
    "tournaments/selectors/desk_tables.py",
    "tournaments/selectors/saved_slips.py",
    "tournaments/selectors/ranking.py",
    "tournaments/selectors/results.py",
    "tournaments/selectors/entrants.py",
    "tournaments/selectors/season_revision.py",
    "tournaments/services/locking.py",
}


def test_only_what_is_asked_again_and_again_is_prepared() -> None:
    modules = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    files = (path for path in modules if "PreparedQuery(" in path.read_text(encoding="utf-8"))
    preparing = {path.relative_to(ROOT).as_posix() for path in files} - {"pages/prepared_queries.py"}
    assert preparing == ASKED_AGAIN_AND_AGAIN, (
        "a query is prepared where it is asked again and again, and its figure stands beside the others"
    )


RELIED_ON: dict[str, Callable[[Any, Any], bool]] = {
    "`as_sql()` of a compiler gives the SQL, and the values of the query as they were given": (
        lambda query, compiler: {"\x1f0", 32_001} <= set(compiler.as_sql()[1])
    ),
    "`%s` stands in the SQL wherever a value goes": (
        lambda query, compiler: compiler.as_sql()[0].count("%s") == len(compiler.as_sql()[1])
    ),
    "`selected` of a query names its columns in order": (
        lambda query, compiler: list(query.selected) == ["number", "why", "closed"]
    ),
    "the first `col_count` of `select` of a compiler are the expressions of these columns": (
        lambda query, compiler: (
            bool(compiler.as_sql())
            and compiler.col_count == 3
            and [column[0].target.name for column in compiler.select[:3]] == ["number", "why", "on_paper"]
        )
    ),
    "`get_converters()` gives, by column, functions of a value, its expression and the connection": (
        lambda query, compiler: (
            bool(compiler.as_sql())
            and _converted(compiler.get_converters([column[0] for column in compiler.select[:3]]), 1, "[7]") == [7]
        )
    ),
}
"""The assumptions of `PreparedQuery` about Django's compiler, as sentences, each with the check that it still holds."""


def _converted(converters: Any, at: int, value: Any) -> Any:
    functions, expression = converters[at]
    for function in functions:
        value = function(value, expression, connection)
    return value


@pytest.mark.parametrize("sentence", RELIED_ON)
def test_django_keeps_to_what_a_prepared_query_relies_on(sentence: str) -> None:
    tables = Table.objects.filter(round__tournament__slug="\x1f0", number=32_001).order_by()
    query = tables.values("number", "why", closed=F("round__on_paper")).query
    try:
        holds = RELIED_ON[sentence](query, query.get_compiler(connection=connection))
    except (AttributeError, TypeError, LookupError, ValueError) as error:
        holds = False
        sentence += f" ({type(error).__name__}: {error})"
    assert holds, (
        f"Django {django.__version__} no longer keeps to this: {sentence}. Let "
        "`pages/prepared_queries.py` follow, or let `PreparedQuery.rows` return "
        "`list(build(*values))`: the same rows, several times as slowly."
    )
