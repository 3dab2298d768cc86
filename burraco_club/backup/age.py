"""The age of a database relative to this program, judged by its schema: the same, older, newer or foreign.

Until 23 November 2026 the first migration was rewritten in place. Databases from before that day record it as run but
have other tables.
"""

from enum import Enum

from .schema import Schema, is_current, known_migrations, migrations_to_run, schema_after

FIRST = ("tournaments", "0001_initial")
GENERATIONS = "tournaments_generation"
"""A table that every version has had since versions can be told apart."""


class Age(Enum):
    """The age of a database relative to this program."""

    EMPTY = "empty"
    FOREIGN = "foreign"
    """The database does not belong to a club."""
    OTHER = "other"
    """A club's database, with tables that no version since that day has created."""
    OLDER = "older"
    SAME = "same"
    NEWER = "newer"


def age_of(schema: Schema) -> Age:
    """Return how old a database is beside this program; one of another program is foreign."""
    if not schema.tables:
        return Age.EMPTY
    if is_current(schema):
        return Age.SAME
    begun, unknown = FIRST in schema.migrations, schema.migrations - known_migrations()
    if unknown and GENERATIONS in schema.tables:
        return Age.NEWER
    expected = schema_after(schema.migrations)
    if unknown or any(schema.tables.get(table) != columns for table, columns in expected.items()):
        return Age.OTHER if begun else Age.FOREIGN
    if not schema.migrations:
        return Age.FOREIGN
    # A program killed during its very first start may have left an incomplete database.
    return Age.OLDER if migrations_to_run(schema.migrations) else Age.SAME
