"""A club that is opened again: `python -m benchmarks.start`. CPU seconds and memory until its first page is answered.

The club is set up already: its libraries, tables and static files are there. Each start is a process of its own, as
`club.py` makes it, and is asked for the home page until it answers; Linux only. Beside it stands the floor: Python that
loads Django, with the apps that every project of Django has, its models and its addresses, and nothing of ours.
"""

import http.client
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure

STARTS = 5
CPU_AIM, MEMORY_AIM = 1.2, 100
PROJECT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"
BETWEEN_TRIES = 0.02
PATIENCE = 60

DJANGO = """
from django.conf import settings
apps = [f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "messages", "staticfiles")]
settings.configure(INSTALLED_APPS=apps, DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3"}})
import django
django.setup()
from django.contrib import admin
admin.site.urls
"""


def measure() -> Iterator[Figure]:
    if not Path("/proc/self/stat").exists():
        return
    _start()
    starts = [_start() for _start_again in range(STARTS)]
    seconds, megabytes = (statistics.median(figures) for figures in zip(*starts, strict=True))
    bare = statistics.median(_bare() for _run in range(STARTS))
    yield Figure("a club opened again, until its first page", seconds, "s", CPU_AIM, f"Django alone {bare:.2f} s")
    yield Figure("its memory then", megabytes, "MB", MEMORY_AIM, "")


def _start() -> tuple[float, float]:
    """Return the CPU seconds and the megabytes of a start."""
    from burraco_club.network import free_port_after

    port = free_port_after(HOST, 8000)
    assert port is not None
    command = [sys.executable, "manage.py", "serve", "--host", HOST, "--port", str(port)]
    club = subprocess.Popen(command, cwd=PROJECT, env=os.environ | {"PYTHONUTF8": "1"}, stdout=subprocess.DEVNULL)
    try:
        _wait_for_a_page(port, club)
        used, most = Path(f"/proc/{club.pid}/stat"), Path(f"/proc/{club.pid}/status")
        ticks = sum(map(int, used.read_text(encoding="ascii").rpartition(")")[2].split()[11:15]))
        peak = next(line for line in most.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return ticks / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1024
    finally:
        club.terminate()
        club.wait(PATIENCE)


def _wait_for_a_page(port: int, club: subprocess.Popen[bytes]) -> None:
    begun = time.monotonic()
    while club.poll() is None and time.monotonic() - begun < PATIENCE:
        browser = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        try:
            browser.request("GET", "/")
            if browser.getresponse().read():
                return
        except OSError:
            time.sleep(BETWEEN_TRIES)
        finally:
            browser.close()
    raise SystemExit("expected the club's first page")


def _bare() -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", DJANGO], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    for figure in measure():
        print(f"{figure.what:48}{figure.figure:7.2f} {figure.unit}   aim {figure.aim:g}   {figure.beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
