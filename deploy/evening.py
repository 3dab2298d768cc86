"""A new database with a round under way, for demonstrations. Django is loaded when the round is created."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import django
import psycopg

KEY = "for nothing that is kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What a server needs to know of the evening, and a referee's session."""

    database: str
    """The database as in `DATABASE_URL`."""
    key: str
    session: str
    slug: str
    tables: list[int]


@contextmanager
def scratch_database(maintenance: str | None) -> Iterator[str]:
    """Create a database beside the one named as in `DATABASE_URL`, and remove it at the end."""
    if not maintenance:
        raise SystemExit("expected the address of a PostgreSQL in DATABASE_URL: postgres://user@host/database")
    name = f"club_show_{os.getpid()}"
    with psycopg.connect(maintenance, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", maintenance)
    finally:
        with psycopg.connect(maintenance, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def make_evening(database: str) -> Evening:
    """Create twelve tables in an empty database, with one total for each line as slips, and a referee's session."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "burraco_club.settings", "DATABASE_URL": database, "SECRET_KEY": KEY}
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    from tests.factories import make_account, make_tournament, start_round

    call_command("migrate", verbosity=0)
    tournament = make_tournament(pairs=24, hands_per_round=2, entry="total")
    tables = list(start_round(tournament).tables.values_list("number", flat=True))
    referee = Client()
    referee.force_login(make_account())
    connections.close_all()
    session = referee.cookies[settings.SESSION_COOKIE_NAME].value
    return Evening(database=database, key=KEY, session=session, slug=tournament.slug, tables=tables)
