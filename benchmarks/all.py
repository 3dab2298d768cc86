"""Everything that has an aim, measured: `python -m benchmarks.all` prints one table and writes it to docs/speed.md.

Each benchmark runs in a process and with a data folder of its own, one after the other, so that none pays for what
another left in memory. All figures are CPU time, medians, unless their unit says otherwise; milliseconds are the
machine's, so each stands beside its floor or its alternative, measured in the same run.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure

PROJECT = Path(__file__).resolve().parent.parent
WRITTEN = PROJECT / "docs" / "speed.md"
BENCHMARKS = {
    "public_pages": "The players’ pages",
    "desk": "The referee’s pages",
    "people": "Long lists of people",
    "sheets": "Paper",
    "pairing": "Draws",
    "engine": "Hands",
    "reach": "What can still be reached",
    "seasons": "Seasons",
    "paint": "Until a page is seen",
}
"""Modules of this folder with a `measure`, and the headings of their figures."""


def measured(name: str) -> list[Figure]:
    """What a benchmark measures, in a process of its own."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "burraco_club.settings", "BURRACO_DATA": folder}
        command = [sys.executable, "-m", "benchmarks.all", name]
        ran = subprocess.run(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [Figure(*json.loads(line)) for line in ran.stdout.splitlines() if line.startswith("[")]


def measure_here(name: str) -> None:
    """Print what a benchmark measures, a line of JSON for each figure."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    for figure in import_module(f"benchmarks.{name}").measure():
        print(json.dumps(figure), flush=True)


def machine() -> str:
    """What it was measured on, and how much else ran there."""
    named = (line.partition(":")[2].strip() for line in _cpuinfo().splitlines() if line.startswith("model name"))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    processor = next(named, platform.processor() or platform.machine())
    return f"{os.cpu_count()} × {processor}, {platform.system()}, Python {platform.python_version()}{load}"


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""


def _told(figures: list[Figure]) -> Iterator[str]:
    """A part's figures; a benchmark may have had nothing here to measure with."""
    return table(figures) if figures else iter(["Skipped: what it needs is not on this machine."])


def table(figures: list[Figure]) -> Iterator[str]:
    yield "| what | figure | aim | | beside it |"
    yield "|---|--:|--:|---|---|"
    for each in figures:
        aim = _written(each.aim) if each.aim else ""
        yield f"| {each.what} | {_written(each.figure)} {each.unit} | {aim} | {each.said} | {each.beside} |"


def _written(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 or figure == int(figure) else f"{figure:.1f}"


def page(parts: dict[str, list[Figure]], began_on: str) -> str:
    """docs/speed.md."""
    figures = [each for part in parts.values() for each in part if each.aim]
    reached = sum(each.is_reached for each in figures)
    lines = [
        "# How fast it is",
        "",
        f"Written by `python -m benchmarks.all` on {date.today().isoformat()}: {began_on} when it began.",
        "",
        "CPU time, medians. Milliseconds are a machine’s; what another machine can compare is the ratio to what stands",
        f"beside each figure, measured in the same run. {reached} of {len(figures)} aims are reached.",
    ]
    for name, part in parts.items():
        lines += ["", f"## {BENCHMARKS[name]}", "", f"`python -m benchmarks.{name}`", "", *_told(part)]
    return "\n".join(lines) + "\n"


def main() -> None:
    if names := sys.argv[1:]:
        for name in names:
            measure_here(name)
        return
    began_on, parts = machine(), {}
    for name in BENCHMARKS:
        parts[name] = measured(name)
        print(f"\n{BENCHMARKS[name]}\n", *_told(parts[name]), sep="\n", flush=True)
    WRITTEN.write_text(page(parts, began_on), encoding="utf-8")


if __name__ == "__main__":
    main()
