"""Clubs for these tests, each with its own data folder and, on PostgreSQL, its own database."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings

from tests.faults.club import ClubProcess, Referee, running

HAS_FORK = hasattr(os, "fork")
MakeClub = Callable[[str], ClubProcess]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/faults/"):
            item.add_marker(pytest.mark.database)
            item.add_marker(pytest.mark.xdist_group("faults"))
            item.add_marker(pytest.mark.long)
            if not HAS_FORK:
                item.add_marker(pytest.mark.skip(reason="Windows cannot open a club again within milliseconds"))


def on_postgresql() -> bool:
    return "postgresql" in settings.DATABASES["default"]["ENGINE"]


@pytest.fixture(scope="session")
def make_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeClub]:
    """Return a function that creates empty clubs with a second backup folder, on the tests' kind of database."""
    with ExitStack() as stack:

        def make(name: str) -> ClubProcess:
            database = stack.enter_context(scratch_database(name)) if on_postgresql() else None
            place = tmp_path_factory.mktemp(name)
            (place / "stick").mkdir()
            stick = {"BURRACO_BACKUP_COPY": str(place / "stick")}
            return stack.enter_context(running(place / "data", database, **stick))

        yield make


class scratch_database:
    """Create a database beside the tests' own within the block, and yield its address."""

    def __init__(self, name: str) -> None:
        self.name = f"faults_{name}_{os.getpid()}"
        self.address = re.sub(r"/[^/?]*(\?|$)", rf"/{self.name}\1", os.environ["DATABASE_URL"])

    def __enter__(self) -> str:
        self._run(f"CREATE DATABASE {self.name}")
        return self.address

    def become(self, other: "scratch_database") -> None:
        """Turn into a copy of another database."""
        self._run(f"DROP DATABASE {self.name} WITH (FORCE)")
        self._run(f"CREATE DATABASE {self.name} TEMPLATE {other.name}")

    def __exit__(self, *_raised: object) -> None:
        self._run(f"DROP DATABASE {self.name} WITH (FORCE)")

    def _run(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(statement)


@pytest.fixture(scope="session")
def club(make_club: MakeClub) -> ClubProcess:
    """A club with a round under way."""
    made = make_club("hall")
    made.evening = made.order("evening")
    return made


@pytest.fixture
def referee(club: ClubProcess) -> Referee:
    """A referee who has saved nothing yet, at an open club."""
    club.open()
    return Referee(club.port, club.evening["session"], club.evening["slug"], club.numbers)
