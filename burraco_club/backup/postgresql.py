"""PostgreSQL's own means: `pg_dump`, `pg_restore` and `psql`, which a server has beside its database."""

import os
import subprocess
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.translation import gettext as _

from .errors import BackupFailed

EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
"""What is said before a dump, in the same transaction."""


def dump(to: Path) -> None:
    """The whole database as of one moment; whoever writes meanwhile does not wait."""
    _run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={to}", connects=True)


def fault(path: Path) -> str:
    """Why a dump cannot be read; empty where it can, from its first byte to its last."""
    try:
        _run("pg_restore", f"--file={os.devnull}", str(path))
    except BackupFailed as failure:
        return str(failure)
    return ""


def load(path: Path) -> None:
    """Put a dump in the place of what the database holds: all of it or, where anything fails, nothing."""
    script = path.with_suffix(".sql")
    try:
        _run("pg_restore", "--no-owner", "--no-acl", f"--file={script}", str(path))
        emptied = f"--command={EMPTY}"
        one = ("--single-transaction", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
        _run("psql", *one, "--output", os.devnull, emptied, f"--file={script}", connects=True)
    finally:
        script.unlink(missing_ok=True)


def others() -> int:
    """How many other connections the database has: programs that are running on it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *arguments: str, connects: bool = False) -> None:
    """Run one of PostgreSQL's programs, on the database of the settings where it connects. Raises BackupFailed."""
    where: list[str] = []
    environment: dict[str, str] | None = None
    if connects:
        [_psql, *where], environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    try:
        # Whoever needs a password that is not in the settings would wait for ever.
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
        said = done.stderr.strip().splitlines()[:1] or [str(done.returncode)]
        raise BackupFailed(_("%(program)s failed: %(reason)s") % {"program": program, "reason": said[0]})
