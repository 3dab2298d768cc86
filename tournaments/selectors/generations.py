"""The generation of the data, and the versions on pages and in forms, which include it.

After a restore, versions continue from the restored ones, so a version seen before the restore is no longer valid.
"""

from pages.written_numbers import written_number
from tournaments.models import Generation

NOT_SEEN = -1
"""A version that no row has."""


class ServedGeneration:
    """The generation that this process serves, which stays the same while the server runs."""

    key: str | None = None
    """The key; None until it is first needed."""


SERVED = ServedGeneration()


def generation() -> str:
    """Return the part common to all versions shown. One query the first time."""
    if SERVED.key is None:
        SERVED.key = Generation.objects.values_list("key", flat=True).first() or ""
    return SERVED.key


def stamped(version: int) -> str:
    """Return the version as a page, a form or an ETag contains it."""
    line = generation()
    return f"{line}.{version}" if line else str(version)


def version_seen(sent: str) -> int:
    """Return the version in a stamped one of this generation, or else `NOT_SEEN`."""
    line, _dot, version = sent.rpartition(".")
    seen = written_number(version, 9) if line == generation() else None
    return NOT_SEEN if seen is None else seen
