"""The generation of the data: a new one begins if they are not those that this club had when it was closed.

No backup contains the generation's row, so data restored from one, by command or by hand, form a new generation. A
database copied by hand is recognised on a laptop by the state of its file at closing, and on a server by the object
identifier of its table.
"""

import json
import sqlite3
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection

from burraco_club.code_version import program_version
from burraco_club.private_files import write_whole
from tournaments.models import Generation
from tournaments.services.generations import generation_begin, generation_opened

from . import sqlite
from .age import GENERATIONS
from .creation import database_file, database_kind

SEEN = "seen.json"


def settle_generation(*, elsewhere: bool = False) -> None:
    """Continue the current generation, or begin one if there is none or if the data come from `elsewhere`."""
    program, place = program_version(settings.CODE_VERSION), _place()
    row = Generation.objects.first()
    if row is None or row.place != place or elsewhere:
        generation_begin(place=place, program=program)
    elif row.program != program:
        generation_opened(program=program)


def came_from_elsewhere() -> bool:
    """Return whether the file has changed since the club closed, or has had fewer rows.

    Call it before opening the database.
    """
    if database_kind() != "sqlite":
        return False
    try:
        # Read the file first: opening the database may merge into it what a killed program left beside it.
        there = _file()
        data = json.loads((Path(settings.DATA_DIR) / SEEN).read_text(encoding="utf-8"))
        return bool(data["file"] not in (None, there) or data["rows"] > sqlite.rows_ever(database_file()))
    except (OSError, sqlite3.Error, ValueError, KeyError, TypeError):
        return False


def note_opened() -> None:
    """Note that the file changes from now on. The count of rows ever written can only rise."""
    if database_kind() == "sqlite":
        _note(None)


def note_command() -> None:
    """Note that a command may change the file of a closed club: what it writes has not come from elsewhere."""
    if not came_from_elsewhere():
        note_opened()


def note_closed() -> None:
    """Write everything into the file, and note its state: it stays so until it is opened again."""
    if database_kind() == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _note(_file())


def _note(file: object) -> None:
    with suppress(OSError, sqlite3.Error):
        mark = {"file": file, "rows": sqlite.rows_ever(database_file())}
        write_whole(Path(settings.DATA_DIR) / SEEN, json.dumps(mark))


def _file() -> list[int]:
    stat = database_file().stat()
    return [stat.st_size, stat.st_mtime_ns]


def _place() -> str:
    """Return the table's object identifier on a server; a copy of the table has another."""
    if database_kind() == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::regclass::oid", [GENERATIONS])
        return str(cursor.fetchone()[0])
