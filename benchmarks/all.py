"""Every figure with an aim: `python -m benchmarks.all` prints one table and writes it to docs/speed.md.

Each benchmark runs in a process and a data folder of its own, one after the other, so that none is affected by what
another left in memory. All figures are median CPU times unless their unit says otherwise. Milliseconds depend on the
machine, so each figure has its floor or its alternative beside it, measured in the same run.
"""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure

PROJECT = Path(__file__).resolve().parent.parent
WRITTEN = PROJECT / "docs" / "speed.md"
BENCHMARKS = {
    "start": "The start",
    "public_pages": "The players’ pages",
    "desk": "The referee’s pages",
    "draw": "A round drawn, and the pages around it",
    "walk": "The slip’s walk",
    "every_page": "Every page of 5,000 pairs",
    "people": "Long lists of people",
    "book": "The club’s book, its money and its calendar",
    "imports": "A long list while a hall saves",
    "sheets": "Paper",
    "pairing": "Draws",
    "engine": "Hands",
    "reach": "What can still be reached",
    "seasons": "Seasons",
    "paint": "Until a page is seen",
}
"""The modules of this folder that have a `measure`, with the headings of their figures."""
DECISIONS = """
## What measuring has decided

* **Django’s `GZipMiddleware` compresses**, and no code of our own: at its level a page takes 0.0 to 1.8 ms more than a
  faster level would (the referee’s ranking of 500 pairs, 5.4 ms of 174 ms), and on the wire it is between 10 % shorter
  and 5 % longer; a PDF of 188 kB takes 5.7 ms of 522 ms. The middleware leaves the players’ pages alone, which are
  compressed once, when they are made.
* **The players’ pages are cached in memory, not on disk.** After a restart, phones that have a page get a 304. If all
  500 phones ask for their own page without having it, making them takes 7.7 s of CPU, once, as after every slip that is
  saved; from disk it took 0.5 s, and writing each page took 2.1 ms by the clock (7.9 ms with Django’s file-based
  cache), at every slip. On a server nginx caches the pages that all processes share.
* **The index of members’ words does not pay at 5,000 members**, and at 50,000 it pays for rare words only. Count and
  first page of what “zzz”, “ros” and “a” find (nobody, 5 % and everybody) take 2, 3 and 13 ms of 5,000 with it, and 6,
  6 and 5 ms by reading everybody’s folded words in one column; of 50,000, 1, 10 and 101 ms, and 83, 21 and 13 ms.
  Writing 5,000 members takes four times as long with their words (1,908 ms, 465 ms without). The completion of a name
  reads names alone, without the index. (Two cores, load 3.)
* **News are pushed by answers that are held back**, on the club's own server and without another: a poll that says
  `Prefer: wait=12` waits on its connection without a thread, and one thread asks SQLite four times a second whether
  anything has changed. 5,000 phones of which nobody has news take 0.16 of a core; with four phones at each of 50
  tables, figures typed at one reach the others after 0.2 s, the slowest of 150 after 0.5 (`python -m benchmarks.news`;
  a machine at load 20). Asked every few seconds, the same phones were reckoned at 0.97. Server-sent events would need
  a second kind of answer beside every page; a held poll is the poll that is there, and where nothing is held back, or
  a proxy cuts it, the page asks as before. A server of another kind (granian, uvicorn) was no faster for Django.
  The desk and the door wait the same way, and each poll names what its page shows: a browser stores nothing personal,
  so no poll of theirs was ever answered by a 304: every four seconds a door got 237 kB, and a desk its tiles.
* **A club that sleeps is woken by its first page in 1.4 s of CPU**, and has 65 MiB while nobody plays, 89 with 20
  tables on phones (`python -m benchmarks.house`, 50 clubs, ten playing; `docs/scale.md` says what follows for 2,000).
* **Long lists have pages, and the size of a page is counted in bytes**: what a hall of 250 tables has below 300 kB is
  on one page there. `python -m benchmarks.every_page` takes every page of 500 and of 5,000 pairs, and
  `tests/burraco_club/test_bounded_pages.py` finds the next one that grows. Rows are chosen before they are rendered,
  and a round's scores are those of the tables on the page, without the ranking of everybody; what a page says of the
  whole (the ranking, the till's prizes, the entries that may be doubles) is still computed from the whole. The desk's
  tiles are compared by one query of figures, without the people, before anything is rendered.
* **Rows are cached as long as they read the same, and so is what was computed of them**: each page reads the rows of
  a ranking and compares them with those read last (`row_cache.py`), so a correction, a penalty, a cut or a round that
  is deleted is seen by whichever process reads next, and nothing has to be told. Tables and entrants are then not made
  again, a ranking whose facts are the same is not computed again, and after a slip the rounds before are not summed
  again (`ranking_cache.py`). At most 30,000 tables, 30,000 entrants, and rankings of 20,000 entrants are in memory.
  500 pairs after four rounds: read and ranked 33 → 12 ms unchanged; 5,000 pairs: 359 → 119.
* **A season and the page about the API are answered without being made**: the season's readers before sessions and
  addresses are looked at, with one query whose SQL is compiled once; the other page by an ETag of all that it shows.
* **A start loads what its first pages need**, and the rest comes with the first request for it: 2.87 s of CPU and
  147 MB until the first page became 1.25 s and 81 MB (beside commit 7b40f053, a machine at load 20; `python -m
  benchmarks.start`). The first slip then takes 0.11 s more than before, the first draw 0.12 s, the first PDF 0.09 s,
  the page about the API 0.4 s.
* **Rows of a long table are laid out when they are seen** (`content-visibility`): the ranking, a round, a bracket. A
  season of 60 tournaments is no table for a phone at all: the widths of its columns, which a table takes from all its
  cells, are computed where the page is made (`row_layout.py`), and cells in a line were laid out fastest: 4.4 × the
  emptiest page, where a flexible row took 6.5, floats 5.8, a table with fixed columns 6.0. Roles of rows that are no
  table's cost next to nothing.
* **Sums of hands come from an index of their sums alone**, so no slip is read: 500 pairs after eight rounds 8.4 → 5.7
  ms, 5,000 after four 43 → 32, PostgreSQL 68 → 42; a new hand takes 0.5 µs more. One subquery for both lines as JSON
  would save half a millisecond of 500 pairs and cost a round under way more; six columns less, of assigned scores and
  partners, another 1.7.
* **A list that is imported is written in slices of 100 rows**, each a transaction of its own, between which a hall
  saves its slips; in one it would be faster, and the hall would wait for all of it.

## What cannot be reached

CPU of a quiet machine whose loop takes 1.2 s, by a profile of each.

* **A draw that is sent, at three times its pairing and a commit**: 5,000 pairs 122 ms, where a Mitchell's pairing takes
  11 and the aim is 36. To read the field takes 41 (all tables, with the sums of their hands, and the entrants) and to
  write 2,500 tables 20 in the database alone, so that what has to be done in any case is above the aim. The rest are
  19 for what is written, the reasons of each seat, and what lies ahead of the next rounds. When this was asked for the
  pairing took seven times as long as now.
* **A slip saved in 15 ms**: 20. A quarter is the next table's form, a third is Django composing 15 queries, the rest
  the request, the session, the rights and the forms. The form drawn from a text that was made before would save a
  tenth.
* **A phone that comes in by one request**: two, for a code has to be asked for.
* **The desk's tiles, a 304 in 1 ms** where nothing is held back (gunicorn, PostgreSQL): 5 to 7, of which middleware,
  session and account are 4. On the club's own server a poll waits without a thread.
* **Swiss, 1.6 × swisspair**: 2.5 ×, with the reasons of each table and the rules of clubs, which swisspair has not.
* **Flat histories**: the list of all pairs is counted and the acts of phones are sought at each table, 26 ms of 500
  pairs and 45 of 5,000.
* **JSON, 2.3 MB**: 33 ms are its rows read and written by `json` without an indent; with the indent that people read
  it by, `json` alone takes 105. **The ranking as PDF**: 44 ms are its 14,902 texts drawn with places and codes known,
  99 by reportlab's `drawString`.
* **Slower than at commit 452c5e8**, for what was not asked there: a press at the door says whose membership has expired
  (2.4 → 3.4 × a name completed), and a list of 5,000 that is looked at has telephones, clubs and titles taken out of
  each cell (8.1 → 13.4 × its rows read; imported, 27.0 and 27.5 ×, both at the same time). A slip's answer is 0.4 KiB
  longer.
"""


def measured(name: str) -> list[Figure]:
    """Return the figures of a benchmark, measured in a process of its own."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "burraco_club.settings", "BURRACO_DATA": folder}
        command = [sys.executable, "-m", "benchmarks.all", name]
        ran = subprocess.run(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [Figure(*json.loads(line)) for line in ran.stdout.splitlines() if line.startswith("[")]


def measure_here(name: str) -> None:
    """Print the figures of a benchmark, one JSON object per line."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    for figure in import_module(f"benchmarks.{name}").measure():
        print(json.dumps(figure), flush=True)


def loop_seconds() -> float:
    """Return the CPU seconds of a plain loop, by which machines can be compared, if roughly."""
    start, total = time.process_time(), 0
    for i in range(20_000_000):
        total += i * i % 7
    return time.process_time() - start


def machine() -> str:
    """Return the machine's name, load and yardstick."""
    named = (line.partition(":")[2].strip() for line in _cpuinfo().splitlines() if line.startswith("model name"))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    processor = next(named, platform.processor() or platform.machine())
    loop = f"a loop of 20 million `total += i * i % 7` {loop_seconds():.1f} s"
    return f"{os.cpu_count()} × {processor}, {platform.system()}, Python {platform.python_version()}{load}; {loop}"


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""


def _figure_lines(figures: list[Figure]) -> Iterator[str]:
    """Yield the figures of a part, or a note if the machine lacks what the benchmark needs."""
    return table(figures) if figures else iter(["Skipped: what it needs is not on this machine."])


def table(figures: list[Figure]) -> Iterator[str]:
    yield "| what | figure | aim | | beside it |"
    yield "|---|--:|--:|---|---|"
    for figure in figures:
        aim = _written(figure.aim) if figure.aim else ""
        value = f"{_written(figure.figure)} {figure.unit}"
        yield f"| {figure.what} | {value} | {aim} | {figure.aim_in_words} | {figure.beside} |"


def _written(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 or figure == int(figure) else f"{figure:.1f}"


def page(parts: dict[str, list[Figure]], began_on: str) -> str:
    """Return the text of docs/speed.md."""
    figures = [figure for part in parts.values() for figure in part if figure.aim]
    reached = sum(figure.is_reached for figure in figures)
    lines = [
        "# How fast it is",
        "",
        f"Written by `python -m benchmarks.all` on {date.today().isoformat()}: {began_on}, when it began.",
        "",
        "CPU time, medians. Milliseconds are a machine’s; what another machine can compare is the ratio to what stands",
        f"beside each figure, measured in the same run. {reached} of {len(figures)} aims are reached.",
    ]
    for name, part in parts.items():
        lines += ["", f"## {BENCHMARKS[name]}", "", f"`python -m benchmarks.{name}`", "", *_figure_lines(part)]
    return "\n".join(lines) + "\n" + DECISIONS


def main() -> None:
    if names := sys.argv[1:]:
        for name in names:
            measure_here(name)
        return
    began_on, parts = machine(), {}
    for name in BENCHMARKS:
        parts[name] = measured(name)
        print(f"\n{BENCHMARKS[name]}\n", *_figure_lines(parts[name]), sep="\n", flush=True)
    WRITTEN.write_text(page(parts, began_on), encoding="utf-8")


if __name__ == "__main__":
    main()
