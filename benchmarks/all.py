"""Every figure with an aim: `python -m benchmarks.all` prints their tables and writes them into docs/speed.md.

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
    "served": "The same as served",
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
BY_HAND = "## Everything beside commit 452c5e8"
"""The heading in docs/speed.md from which on it is written by hand."""


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


def page(parts: dict[str, list[Figure]], loops: dict[str, float], began_on: str, before: str) -> str:
    """Return the text of docs/speed.md: the tables of these figures, and what is written by hand in its text before.

    `loops` are the seconds of the plain loop before each part: a shared machine changes its speed on the way.
    """
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
        command = f"`python -m benchmarks.{name}`, where the loop took {loops[name]:.1f} s"
        lines += ["", f"## {BENCHMARKS[name]}", "", command, "", *_figure_lines(part)]
    return "\n".join(lines) + "\n\n" + before[before.index(BY_HAND) :]


def main() -> None:
    if names := sys.argv[1:]:
        for name in names:
            measure_here(name)
        return
    began_on, parts, loops = machine(), dict[str, list[Figure]](), dict[str, float]()
    for name in BENCHMARKS:
        loops[name] = loop_seconds()
        parts[name] = measured(name)
        heading = f"\n{BENCHMARKS[name]}, where the loop took {loops[name]:.1f} s\n"
        print(heading, *_figure_lines(parts[name]), sep="\n", flush=True)
    WRITTEN.write_text(page(parts, loops, began_on, WRITTEN.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
