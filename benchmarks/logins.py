"""The time of a save while 16 connections try passwords: `python -m benchmarks.logins`. Prints milliseconds.

The club is served as `club.py` does, from a SQLite database as durable as a club's. A referee saves the slip of a table
every fifth of a second: first alone, then while 16 connections send invented names and passwords as fast as they are
answered, first from one address, then each from an address of its own behind a trusted proxy. Aim: a save takes at most
twice as long as alone.
"""

import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlencode

import django

from benchmarks.hall import HOST, open_club, percentile

CONNECTIONS, SECONDS, EVERY = 16, 20, 0.2
AIM = 2
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PROJECT = Path(__file__).resolve().parents[1]


def ask(connection: HTTPConnection, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
    """Return the status, the page, and the CSRF cookie if one was set."""
    connection.request(method, path, body, {**(FORM if body else {}), **headers})
    response = connection.getresponse()
    cookies = " ".join(response.headers.get_all("Set-Cookie", []))
    page = response.read().decode()
    return response.status, page, (re.findall(r"csrftoken=(\w+)", cookies) or [""])[0]


def guess(port: int, seconds: float, spread: bool, answers: Counter[int], seed: int) -> None:
    """Send invented names one after the other; if `spread` is true, each from an address of its own."""
    rng, connection = Random(seed), HTTPConnection(HOST, port, timeout=30)
    _status, _page, token = ask(connection, "GET", "/login/")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        typed = {"username": f"name{rng.random()}", "password": "wrong wrong wrong", "csrfmiddlewaretoken": token}
        address = ".".join(str(rng.randrange(1, 255)) for _part in range(4))
        headers = {"X-Forwarded-For": address} if spread else {}
        status, _page, _token = ask(
            connection, "POST", "/login/", urlencode(typed), Cookie=f"csrftoken={token}", **headers
        )
        answers[status] += 1


def attack(port: int, seconds: float, spread: bool) -> None:
    """Attack from another process, so that the measurement is not slowed down."""
    answers: Counter[int] = Counter()
    threads = [Thread(target=guess, args=(port, seconds, spread, answers, seed)) for seed in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = ", ".join(f"{count} answered {status}" for status, count in sorted(answers.items()))
    print(f"  {sum(answers.values()) / seconds:.0f} tries a second: {counts}", flush=True)


def saves(port: int, session: str, path: str) -> list[float]:
    """Return the milliseconds of each save."""
    connection, took = HTTPConnection(HOST, port, timeout=30), []
    hand = {"ns_base": 300, "ns_points": 100, "ew_base": 0, "ew_points": 85, "end": "closed"}
    figures = {f"h{number}_{name}": figure for number in (1, 2) for name, figure in hand.items()}
    until, turn = time.monotonic() + SECONDS, 0
    while time.monotonic() < until:
        turn += 1
        _status, page, token = ask(connection, "GET", path, Cookie=f"sessionid={session}")
        version = re.findall(r'name="version" value="([^"]+)"', page)[0]
        sent = figures | {"version": version, "depth": "slip", "csrfmiddlewaretoken": token}
        sent |= {"h1_ns_points": 100 + 5 * (turn % 2)}
        begun = time.perf_counter()
        cookies = f"sessionid={session}; csrftoken={token}"
        status, page, _token = ask(connection, "POST", path, urlencode(sent), Cookie=cookies)
        took.append(1000 * (time.perf_counter() - begun))
        if status != 302:
            raise SystemExit(f"expected that the slip is saved, got {status}: {page[:3000]}")
        time.sleep(EVERY)
    return took


def measured(what: str, took: Sequence[float]) -> float:
    median = statistics.median(took)
    print(
        f"{what:44}{len(took):4} saves   p50{median:7.0f}   p90{percentile(took, 90):7.0f}   max{max(took):7.0f}",
        flush=True,
    )
    return median


def main() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    from burraco_club.network import free_port_after
    from tests.factories import make_tournament, start_round

    call_command("migrate", verbosity=0)
    client = Client()
    client.force_login(User.objects.create_superuser("referee"))
    session = client.cookies["sessionid"].value
    tournament = make_tournament(pairs=40, hands_per_round=2)
    start_round(tournament)
    connections.close_all()
    port = free_port_after(HOST, 8000)
    if port is None:
        raise SystemExit("expected a free port")
    path = f"/tournaments/{tournament.slug}/rounds/1/tables/1/"
    os.environ["TRUSTED_PROXIES"] = HOST
    with open_club(port):
        time.sleep(2)
        alone = measured("alone", saves(port, session, path))
        worst = 0.0
        for spread, what in (
            (False, "16 connections from one address"),
            (True, "16 connections, each try from another"),
        ):
            command = [sys.executable, "-m", "benchmarks.logins", str(port), "spread" if spread else "one"]
            attacker = subprocess.Popen(command, cwd=PROJECT)
            time.sleep(1)
            worst = max(worst, measured(what, saves(port, session, path)))
            attacker.wait()
    print(
        f"Aim: at most {AIM} times as long: {worst / alone:.1f} times, {'met' if worst <= AIM * alone else 'NOT met'}."
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        attack(int(sys.argv[1]), SECONDS + 1, sys.argv[2] == "spread")
    else:
        with TemporaryDirectory() as folder:
            os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
            django.setup()
            main()
