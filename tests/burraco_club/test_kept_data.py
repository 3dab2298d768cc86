"""Clubs of earlier versions, created by those versions (`tests/data/kept/make.py`), are opened unchanged.

The program itself migrates each one in another process, which then gets the same requests as the earlier version.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

import pytest
from django.db import connection

from tests.burraco_club.stored_clubs import VERSIONS, KeptPlace

OTHERWISE: dict[str, str] = {
    r"/tournaments/coppie/sheets/round-[12]-(seating|slips)": "the substitute came for round 3, and sat in none before",
    r"/people$": "who was forgotten is in no file of the members",
    r"/careers/": "the rounds of a seat that a substitute took over are of whoever sat there; ratings learn from them",
    r"/people: (deleted|player)$": "whoever was forgotten is in no list of members any more, nor in their file",
}
"""Intended changes of later versions, with their reasons.

A key is the beginning of the path and the earlier output: `path: output`, as a regular expression.
"""
WORD_BY_WORD = re.compile(r"/tournaments/[\w-]+/(ranking|export)|/seasons/[\w-]+/export|/check_club")

pytestmark = pytest.mark.database


@pytest.mark.parametrize("version", VERSIONS)
def test_a_club_of_an_earlier_version_opens_and_shows_the_same_facts(version: str, kept_place: KeptPlace) -> None:
    club = kept_place.current(version)
    now = club.facts()
    assert now["check_club"] == ""
    found = [(path, *what) for path, *what in otherwise(club.facts_then(), now)]
    assert [
        difference
        for difference in found
        if not any(re.match(known, f"{difference[0]}: {difference[1]}") for known in OTHERWISE)
    ] == []


@pytest.mark.django_db
@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgraded_club_has_the_tables_of_the_models(version: str, kept_place: KeptPlace) -> None:
    """The tests' own database, too, for it is made from the models without a migration."""
    assert tables(kept_place.current(version).execute) == tables(rows_here)


@pytest.mark.django_db
def test_a_new_club_has_the_tables_of_the_models(kept_place: KeptPlace) -> None:
    """One step makes them, which stands for all the migrations that an older club runs."""
    club = kept_place.new()
    club.run("prepare_database")
    assert tables(club.execute) == tables(rows_here)


SQLITE_TABLES = "SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
POSTGRESQL_TABLES = """
    SELECT table_name, concat_ws(' ', column_name, data_type, is_nullable, column_default, is_identity,
        character_maximum_length) FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid) || condeferrable || condeferred
        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
    UNION ALL SELECT tablename, regexp_replace(indexdef, 'INDEX [^ ]+ ON', 'INDEX ON')
        FROM pg_indexes WHERE schemaname = current_schema()
"""
CASTS = r"::(character varying|text)(\[\])?|[()]"
"""PostgreSQL moves these to other places of a condition when it is dumped and restored."""


def tables(rows: Callable[[str], list[Any]]) -> dict[str, Counter[str]]:
    """Return the columns, constraints and indexes of the program's tables, whatever their order and their names."""
    found: dict[str, Counter[str]] = {}
    for table, definition in rows(SQLITE_TABLES if connection.vendor == "sqlite" else POSTGRESQL_TABLES):
        if table.startswith(("accounts_", "scoring_", "tournaments_")):
            parts = of_sqlite(definition) if connection.vendor == "sqlite" else [re.sub(CASTS, "", definition)]
            found.setdefault(table, Counter()).update(parts)
    return found


def of_sqlite(statement: str) -> list[str]:
    """Return the lines of a table in SQLite, or its index without a name."""
    if not statement.startswith("CREATE TABLE"):
        return [re.sub(r'INDEX "\w+" ON', "INDEX ON", statement)]
    lines, depth = [""], 0
    for letter in statement[statement.index("(") + 1 : statement.rindex(")")]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            lines.append("")
        else:
            lines[-1] += letter
    return [line.strip() for line in lines]


def rows_here(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("%", "%%") if connection.vendor == "sqlite" else statement)
        return list(cursor.fetchall())


def otherwise(then: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the differences with their paths. Additions are not differences."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            yield from otherwise(value, now.get(name), f"{path}/{name}")
    elif isinstance(then, list) and isinstance(now, list) and WORD_BY_WORD.match(path):
        for at, (one, other) in enumerate(zip_longest(then, now)):
            yield from otherwise(one, other, f"{path}/{at}")
    elif isinstance(then, list) and isinstance(now, list):
        # Compare what is there in the same order, and yield the rest.
        if path.endswith("-seating"):
            then, now = _without_headings(then), _without_headings(now)
        place = 0
        for word in then:
            if word in now[place:]:
                place = now.index(word, place) + 1
            else:
                yield path, word, None
    elif then != now:
        yield path, then, now


def _without_headings(words: list[str]) -> list[str]:
    """Return the words without the heading of each column of names, of which there are as many as the names need."""
    return [word for before, word in zip(["", *words], words, strict=False) if word != "player" or before == "deleted"]


def test_a_difference_is_found_and_an_addition_is_none() -> None:
    then = {"tournaments": {"a": {"ranking": ["1,2"], "sheets": {"ranking": ["1", "Anna", "74"]}}}}
    more = {"tournaments": {"a": {"ranking": ["1,2"], "sheets": {"ranking": ["1", "Anna", "B", "74"]}, "new": 1}}}
    assert list(otherwise(then, more)) == []
    swapped = {"tournaments": {"a": {"ranking": ["1,2", "2,1"], "sheets": {"ranking": ["1", "74", "Anna"]}}}}
    assert [path for path, *_what in otherwise(then, swapped)] == [
        *("/tournaments/a/ranking/1", "/tournaments/a/sheets/ranking"),
    ]
