"""The waiting times while 250 tables write on 500 phones: `python -m benchmarks.hall [tables]`. Prints milliseconds.

A separate process serves the club as `club.py` does, on this computer only, from a SQLite database as durable as a
club's. Every phone polls as often as its page says. Within two minutes every table enters four hands and sends them,
and the other line confirms. In the end every slip in the database must be what was entered. Aim: on two cores, 99 of a
hundred saves take at most 500 ms.

A wait is counted from the moment when the request was due, so it includes the time of the phones' own process.
"""

import asyncio
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from benchmarks.phones import CONFIRMED, KINDS, LOAD_SECONDS, OPENING_SECONDS, SENT, TYPED, Hall, TableSlip

if TYPE_CHECKING:
    from scoring.engine.hand import EnteredHand
    from tournaments.models import Round

TABLES, HANDS = 250, 4
AIM_MS = 500
PROJECT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"
START_SECONDS, STOP_SECONDS = 60, 20


def deal(rng: Random, tables: int) -> "list[list[EnteredHand]]":
    from scoring.services import ruleset_for
    from tournaments.simulation import play_hand

    rules = ruleset_for("fibur_2026", {})
    return [[play_hand(rng, rules, 0) for _hand in range(HANDS)] for _table in range(tables)]


def slips_of(round_: "Round", dealt: "Sequence[Sequence[EnteredHand]]") -> list[TableSlip]:
    """Return the tables by number, and what each enters. NS and EW take turns to write."""
    from tournaments.forms.desk.slip import end_name, figure_name
    from tournaments.records import Line
    from tournaments.slips.codes import codes_of
    from tournaments.views.phone.door import table_address

    slips = []
    for table, hands in zip(round_.tables.select_related("round__tournament").order_by("number"), dealt, strict=True):
        codes = codes_of(table.slip_secret, table.number)
        lines = (Line.NS, Line.EW) if table.number % 2 else (Line.EW, Line.NS)
        typed = []
        for number, hand in enumerate(hands, start=1):
            for line, entry in zip(Line, hand.sides, strict=True):
                figures = {figure_name(number, line, name): str(getattr(entry, name)) for name in ("base", "points")}
                typed.append({end_name(number): hand.end.value} | figures)
        slips.append(TableSlip(address=table_address(table), codes=(codes[lines[0]], codes[lines[1]]), typed=typed))
    return slips


@contextmanager
def open_club(port: int, *options: str) -> Iterator[None]:
    """Serve the club on this computer only."""
    command = [sys.executable, "manage.py", "serve", "--host", HOST, "--port", str(port), *options]
    club = subprocess.Popen(command, cwd=PROJECT, env=os.environ | {"PYTHONUTF8": "1"}, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, club)
        yield
    finally:
        club.terminate()
        try:
            club.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            club.kill()


def _wait_for(port: int, club: subprocess.Popen[bytes]) -> None:
    for _try in range(START_SECONDS):
        if club.poll() is not None:
            break
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(1)
    raise SystemExit(f"expected the club to open on port {port}")


def club_seconds() -> float:
    """Return the CPU seconds of the club's process after it has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def print_waits(hall: Hall) -> None:
    print(f"{'':28}{'asked':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}")
    for kind in KINDS:
        print_row(kind, hall.waited[kind])
    saves = [wait for kind in (TYPED, SENT, CONFIRMED) for wait in hall.waited[kind]]
    print_row("every save", saves)
    print(f"Aim: 99 of 100 saves within {AIM_MS} ms: {'met' if percentile(saves, 99) <= AIM_MS else 'NOT met'}.")


def print_row(what: str, waits: Sequence[float], shares: Sequence[int] = (50, 90, 99, 100)) -> None:
    figures = "".join(f"{percentile(waits, share):9.0f}" for share in shares)
    print(f"{what:28}{len(waits):8}{figures}")


def percentile(waits: Sequence[float], share: int) -> float:
    """Return the percentile of the waits, or 0 if there are none."""
    return sorted(waits)[-(-share * len(waits) // 100) - 1] if waits else 0.0


def lost(round_: "Round", dealt: "Sequence[Sequence[EnteredHand]]", *, may_come_in_again: bool = False) -> list[str]:
    """Return every table whose slip is not what was entered, was not confirmed, or was recorded more than once.

    A phone that got no answer to its code sends the code once more, and so `may_come_in_again`.
    """
    from scoring.services import write_entry
    from tournaments.models import PhoneLog
    from tournaments.records import Outcome
    from tournaments.slips.states import SlipState

    event = PhoneLog.Event
    wanted_log = sorted([event.TYPE] * 2 * HANDS + [event.SEND, event.AGREE])
    faults = []
    tables = round_.tables.select_related("phone_slip").prefetch_related("hands", "phone_log").order_by("number")
    for table, hands in zip(tables, dealt, strict=True):
        saved = [(hand.end, hand.ns_entry, hand.ew_entry) for hand in table.hands.all()]
        state = table.phone_slip.state if hasattr(table, "phone_slip") else SlipState.EMPTY
        if (table.outcome, state) != (Outcome.PLAYED, SlipState.AGREED):
            faults.append(f"table {table.number}: {table.outcome}, {state}")
        elif saved != [(hand.end, *map(write_entry, hand.sides)) for hand in hands]:
            faults.append(f"table {table.number}: {saved}")
        else:
            log = [entry.event for entry in table.phone_log.all()]
            entered, others = log.count(event.ENTER), sorted(did for did in log if did != event.ENTER)
            if others != wanted_log or entered < 2 or (entered > 2 and not may_come_in_again):
                faults.append(f"table {table.number}: {log}")
    return faults


def main(tables: int) -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections

    from burraco_club.network import free_port_after
    from tests.factories import start_on_phones

    call_command("migrate", verbosity=0)
    # With an account present, none is created when the club opens.
    User.objects.create_superuser("referee")
    rng = Random(1)
    dealt, round_ = deal(rng, tables), start_on_phones(pairs=2 * tables, hands_per_round=HANDS)
    slips = slips_of(round_, dealt)
    port = free_port_after(HOST, 8000)
    if port is None:
        raise SystemExit("expected a free port")
    connections.close_all()
    hall = Hall(f"http://{HOST}:{port}", rng)
    print(f"{tables} tables, {2 * tables} phones; load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    with open_club(port):
        asyncio.run(hall.play(slips))
        print(f"load of the machine after: {os.getloadavg()[0]:.1f}, of {os.cpu_count()} cores")
    print_waits(hall)
    took, limit = club_seconds(), OPENING_SECONDS + LOAD_SECONDS
    print(f"The club's process worked {took:.0f} s of {limit} on one core; at the end of that, waits are queues.")
    if faults := hall.faults + lost(round_, dealt):
        raise SystemExit("\n".join(faults))
    print(f"All {tables} slips are in the database as they were typed.")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        django.setup()
        main(int(sys.argv[1]) if sys.argv[1:] else TABLES)
