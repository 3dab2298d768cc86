"""The states on which the polls of a hall depend. A server that holds answers back compares them to find what changed.

Whatever changes an answer changes the state of its subject; the reverse need not hold, because a request that is
answered too early only asks again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter

from django.db import connection

from pages.line import line_address
from tournaments.selectors.hall.revision import revision_of
from tournaments.selectors.phone_tables import raw_tables_for_phones


@dataclass(frozen=True, slots=True)
class PublicPages:
    """The players' pages of the tournament at an address, which change with its revision and with the line."""

    slug: str


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """A table as its phones see it."""

    slug: str
    round_number: int
    table_number: int


Subject = PublicPages | PhoneTable


def states_of(subjects: Collection[Subject]) -> Mapping[Subject, object]:
    """Return the states of the subjects, to be compared: one query for each tournament and for each round.

    The state of a subject that does not exist is None.
    """
    states: dict[Subject, object] = {
        subject: (found := revision_of(subject.slug)) and (found, line_address())
        for subject in subjects
        if isinstance(subject, PublicPages)
    }
    tables = [subject for subject in subjects if isinstance(subject, PhoneTable)]
    of_round = attrgetter("slug", "round_number")
    for (slug, round_number), asked in groupby(sorted(tables, key=of_round), of_round):
        rows = raw_tables_for_phones(slug, round_number)
        states |= {table: _digest(rows[table.table_number]) if table.table_number in rows else None for table in asked}
    return states


def _digest(row: object) -> bytes:
    return blake2b(repr(row).encode(), digest_size=16).digest()


def data_version() -> int | None:
    """Return a number that changes with every change of the data by another connection, or None if there is none.

    SQLite counts for each connection what others, of any process, have changed.
    """
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        version: int = cursor.execute("PRAGMA data_version").fetchone()[0]
    return version
