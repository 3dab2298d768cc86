"""PostgreSQL's programs `pg_dump`, `pg_restore` and `psql`, which a server has with its database."""

import os
import subprocess
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.translation import gettext as _

from .errors import BackupFailed

EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
"""The SQL that precedes a dump, in the same transaction."""


def dump(to: Path, *, without_rows_of: str) -> None:
    """Dump the whole database as of one moment, without the rows of one table. Nobody who writes has to wait."""
    shape = ("--format=custom", "--no-owner", "--no-acl", f"--exclude-table-data=*.{without_rows_of}")
    _run("pg_dump", *shape, f"--file={to}", connects=True)


def fault(path: Path) -> str:
    """Return the reason why a dump cannot be read, or an empty string. The whole dump is read."""
    try:
        _run("pg_restore", f"--file={os.devnull}", str(path))
    except BackupFailed as failure:
        return str(failure)
    return ""


def as_sql(path: Path, *wanted: str) -> str:
    """Return a dump, or a part of it, as SQL."""
    return _run("pg_restore", "--no-owner", "--no-acl", *wanted, "--file=-", str(path))


def load(path: Path) -> None:
    """Replace the contents of the database with a dump. If anything fails, nothing changes."""
    script = path.with_suffix(".sql")
    try:
        _run("pg_restore", "--no-owner", "--no-acl", f"--file={script}", str(path))
        emptied = f"--command={EMPTY}"
        one = ("--single-transaction", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
        _run("psql", *one, "--output", os.devnull, emptied, f"--file={script}", connects=True)
    finally:
        script.unlink(missing_ok=True)


def others() -> int:
    """Return the number of other connections to the database, which are running programs."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *arguments: str, connects: bool = False) -> str:
    """Run one of PostgreSQL's programs, on the database of the settings if it `connects`, and return its output.

    Raise BackupFailed if it fails.
    """
    where: list[str] = []
    environment: dict[str, str] | None = None
    if connects:
        [_psql, *where], environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    try:
        # A prompt for a password that is not in the settings would wait for ever.
        done = subprocess.run(
            [program, *arguments, *where],
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise BackupFailed(
            _("%(program)s is not on this machine: install PostgreSQL’s client programs (postgresql-client).")
            % {"program": program}
        ) from error
    if done.returncode != 0:
        sentences = done.stderr.strip().splitlines()[:1] or [str(done.returncode)]
        raise BackupFailed(_("%(program)s failed: %(reason)s") % {"program": program, "reason": sentences[0]})
    return done.stdout
