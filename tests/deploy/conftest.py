"""The server that `deploy/` describes, on a copy of the tests' database; skipped if a part of it is missing."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

import club
from burraco_club.preparation import collect_static_files
from deploy.rehearsal import Rehearsal
from tests.factories import make_account, make_tournament, start_round

MANIFEST = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacking = what_a_server_lacks()
    for item in items:
        if item.nodeid.startswith("tests/deploy/") and "sshd_and_nginx" in getattr(item, "fixturenames", ()):
            # They are asked for where everything is there, with what depends on the database.
            item.add_marker(pytest.mark.database)
            item.add_marker(pytest.mark.xdist_group("halls"))
            item.add_marker(pytest.mark.long)
            if without := what_a_house_of_halls_lacks():
                item.add_marker(pytest.mark.skip(reason=club.tell(without)))
        # Other folders may have a server of their own.
        if item.nodeid.startswith("tests/deploy/") and "server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.django_db)
            item.add_marker(pytest.mark.database)
            item.add_marker(pytest.mark.xdist_group("deploy"))
            item.add_marker(pytest.mark.long)
            if lacking:
                item.add_marker(pytest.mark.skip(reason=club.tell(lacking)))


def what_a_server_lacks() -> str | None:
    """Return what is missing as a key of `club.SENTENCES`."""
    if not all(map(shutil.which, ("nginx", "openssl"))):
        return "no_nginx"
    return None if connection.vendor == "postgresql" else "server_on_postgresql"


def what_a_house_of_halls_lacks() -> str | None:
    """Return what is missing as a key of `club.SENTENCES`."""
    if not all(map(shutil.which, ("sshd", "ssh", "ssh-keygen"))):
        return "no_sshd"
    return None if all(map(shutil.which, ("nginx", "openssl"))) else "no_nginx"


@pytest.fixture(scope="session")
def sshd_and_nginx() -> None:
    """Whoever asks for this has all that a house of halls needs, or is skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    running: Rehearsal
    slug: str
    session: str
    """The session of a referee."""


@pytest.fixture(scope="module")
def server(django_db_setup: None, django_db_blocker: Any) -> Iterator[Server]:
    """Serve a tournament with one round under way."""
    tests = connection.settings_dict["NAME"]
    database = f"{tests}_served"
    with django_db_blocker.unblock():
        connection.close()
        # A database can be copied only while nobody is connected; a connection of another test reconnects by itself.
        on_no_database(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{tests}'")
        on_no_database(f'DROP DATABASE IF EXISTS "{database}"')
        on_no_database(f'CREATE DATABASE "{database}" TEMPLATE "{tests}"')
        with connected_to(database):
            tournament = make_tournament(pairs=8)
            start_round(tournament)
            referee = Client()
            referee.force_login(make_account())
        with override_settings(STORAGES=MANIFEST):
            collect_static_files(lambda _sentence: None)
    environment = {
        "DATABASE_URL": address_of(database),
        "SECRET_KEY": settings.SECRET_KEY,
        "WEB_CONCURRENCY": "1",
    }
    static, session = Path(settings.STATIC_ROOT), referee.cookies[settings.SESSION_COOKIE_NAME].value
    with TemporaryDirectory(prefix="club-") as folder, Rehearsal(Path(folder), environment, static=static) as running:
        yield Server(running=running, slug=tournament.slug, session=session)
    with django_db_blocker.unblock():
        on_no_database(f'DROP DATABASE "{database}" WITH (FORCE)')


def on_no_database(statement: str) -> None:
    """Execute a statement that no connection to the database itself can execute."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def connected_to(database: str) -> Iterator[None]:
    """Switch Django's own connection within the block."""
    tests = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = tests


def address_of(database: str) -> str:
    """Return the address as in `DATABASE_URL`."""
    settings = connection.settings_dict
    user = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    return f"postgres://{user}@{quote(settings['HOST'], safe='')}:{settings['PORT'] or 5432}/{database}"
