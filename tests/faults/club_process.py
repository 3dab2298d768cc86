"""A club in a process that is killed and reopened within milliseconds: `python -m tests.faults.club_process`.

It loads the program once and then obeys its standard input. `evening` creates an evening and prints a referee's
session; `open` starts a server in another process, on the port that was printed first; `check` runs `check_club`;
`totals` prints what the history has of every table; `restore FILE` restores a backup. Each command is answered with one
line of JSON.
"""

import gc
import io
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import django


def load() -> None:
    """Load the program as a club runs it, with plain static files."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "burraco_club.settings"
    settings = import_module("burraco_club.settings")
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    django.setup()
    import_module("burraco_club.urls")
    # A collection would search all this again and again during the migrations, and copy it in each server.
    gc.freeze()
    gc.set_threshold(200_000)


def evening() -> dict[str, Any]:
    """Create a round of twelve tables under way, with one total for each line as slips, and a referee's session."""
    from django.contrib.auth.models import User
    from django.db import connections
    from django.test import Client

    from burraco_club.backup.folder import begun
    from burraco_club.backup.upgrade import begin_database
    from tests.factories import make_tournament, start_round
    from tournaments.models import Round

    begin_database()
    begun()
    tournament = make_tournament(pairs=24, hands_per_round=2, entry="total")
    start_round(tournament)
    client = Client()
    client.force_login(User.objects.create_superuser("referee", password="quattro-jolly"))
    tables = list(Round.objects.get().tables.values_list("number", flat=True))
    connections.close_all()
    return {"session": client.cookies["sessionid"].value, "slug": tournament.slug, "tables": tables}


def check() -> str:
    """Return the faults that `check_club` reports."""
    return command("check_club")


def restore(file: str) -> str:
    """Return the reason why the file could not be restored, or an empty string."""
    return command("restore", file)


def command(*words: str) -> str:
    """Return the error output of a command of `manage.py`."""
    from django.core.management import CommandError, call_command
    from django.db import connections

    try:
        call_command(*words, stdout=io.StringIO())
    except CommandError as failure:
        return str(failure)
    finally:
        connections.close_all()
    return ""


def totals() -> dict[int, list[int]]:
    """Return, by table, NS's totals of the first hand in the history, in the order of time."""
    from django.db import connections

    from tournaments.models import Hand, Table

    numbers = dict(Table.objects.values_list("pk", "number"))
    found: dict[int, list[int]] = {number: [] for number in numbers.values()}
    rows = Hand.history.filter(number=1).order_by("history_id")
    for table, total in rows.values_list("table_id", "ns_total"):
        found[numbers[table]].append(total)
    connections.close_all()
    return found


def serve(opened: socket.socket) -> None:
    """Serve as `manage.py serve` does after its preparations."""
    from burraco_club.backup.errors import BackupFailed
    from burraco_club.backup.server_start import open_for_good
    from burraco_club.serve import create_club_server

    try:
        open_for_good()
    except BackupFailed as refusal:
        print(refusal, file=sys.stderr, flush=True)
        os._exit(3)
    threading.Thread(target=create_club_server(opened).run, daemon=True).start()
    signal.pause()


def main() -> None:
    load()
    opened = socket.create_server(("127.0.0.1", 0))
    say({"port": opened.getsockname()[1]})
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    orders: dict[str, Callable[..., object]] = {
        "evening": evening,
        "check": check,
        "totals": totals,
        "restore": restore,
    }
    for line in sys.stdin:
        order, *file = line.strip().split(" ", 1)
        if order != "open":
            say(orders[order](*file))
            continue
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(opened)
        say({"pid": child})


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
