"""The states on which the polls of a hall depend. A server that holds answers back compares them to find what changed.

Whatever changes an answer changes the state of its subject; the reverse need not hold, because a request that is
answered too early only asks again. A state may last for a while only, because a clock runs.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter

from django.db import connection
from django.utils import timezone

from pages.line import line_address
from tournaments.selectors.desk_state import tiles_state
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


@dataclass(frozen=True, slots=True)
class DeskTiles:
    """The tiles of a round at the desk."""

    slug: str
    round_number: int


@dataclass(frozen=True, slots=True)
class OwnPages:
    """The club's own pages of a tournament that change with its revision: the desk's hall, the list at the door."""

    slug: str


Subject = PublicPages | PhoneTable | DeskTiles | OwnPages


@dataclass(frozen=True, slots=True)
class StateUntil:
    """A state that lasts until a moment, if nothing else happens; for ever if that is None."""

    digest: str
    until: datetime | None


def states_of(subjects: Collection[Subject]) -> Mapping[Subject, object]:
    """Return the states of the subjects, to be compared: a query for each tournament, each round and each desk.

    The state of a subject that does not exist is None.
    """
    of_revision = [subject for subject in subjects if isinstance(subject, PublicPages | OwnPages)]
    revisions = {slug: revision_of(slug) for slug in {subject.slug for subject in of_revision}}
    states: dict[Subject, object] = {}
    for subject in of_revision:
        revision = revisions[subject.slug]
        states[subject] = (revision, line_address()) if revision and isinstance(subject, PublicPages) else revision
    tables = [subject for subject in subjects if isinstance(subject, PhoneTable)]
    of_round = attrgetter("slug", "round_number")
    for (slug, round_number), asked in groupby(sorted(tables, key=of_round), of_round):
        rows = raw_tables_for_phones(slug, round_number)
        states |= {table: _digest(rows[table.table_number]) if table.table_number in rows else None for table in asked}
    for desk in (subject for subject in subjects if isinstance(subject, DeskTiles)):
        tiles = tiles_state(desk.slug, desk.round_number, timezone.now())
        states[desk] = StateUntil(tiles.digest, tiles.next_late) if tiles.tables else None
    return states


def end_of(states: Mapping[Subject, object]) -> datetime | None:
    """Return the moment at which the first of these states is over; None if all of them last."""
    ends = (state.until for state in states.values() if isinstance(state, StateUntil))
    return min((end for end in ends if end is not None), default=None)


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
