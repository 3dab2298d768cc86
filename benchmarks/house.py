"""A house of many clubs on this machine: `python -m benchmarks.house [--clubs N] [--playing N]`. Linux only.

Each club is a process with a data folder and a socket of its own, which `deploy/house/rehearsal.py` holds as systemd
would; nginx stands before them with the files that `house apply` writes, or nobody where it is not installed. The clubs
are woken by their first page, one after another: first in a quiet house, then while others play. Those play 20 tables
with two phones each, as in `benchmarks.hall`, and one guest at each table looks at the ranking. The load runs on the
same cores. Aims: 95 of 100 clubs are awake within 3 s, 99 of 100 saves take at most 500 ms, as in one hall; and no slip
is lost or written twice.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import django

from benchmarks.hall import AIM_MS, HANDS, PROJECT, deal, lost, percentile, print_row, slips_of
from benchmarks.house_clubs import Door, House
from benchmarks.load import Waits, look
from benchmarks.phones import CONFIRMED, KINDS, LOAD_SECONDS, OPENING_SECONDS, SENT, TYPED, Hall, TableSlip
from benchmarks.start import DJANGO

CLUBS, PLAYING, TABLES = 50, 10, 20
WAKES = 20
BETWEEN_WAKES = 6
"""Seconds, in the house that plays."""
WAKE_AIM = 3.0
OPEN_FILES = 16_000
MIB = 2**20
MEMORY = "print(open('/proc/self/smaps_rollup').read())"


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of a process: what it has in memory, and its share of it, where pages that several have are divided."""

    rss: int
    pss: int


async def wake(door: Door) -> float:
    """Return the seconds until a club that sleeps has sent its first page."""
    begun = time.monotonic()
    answer = await door.wire().ask("/", {})
    if answer.status != 200:
        raise SystemExit(f"expected the first page of {door.name or door.at}, got {answer.status}")
    return time.monotonic() - begun


async def play(house: House, playing: Sequence[str], others: Sequence[str], evening: "Evening") -> "Played":
    """Let clubs play, and wake the others meanwhile."""
    rng = Random(1)
    halls = [Hall(house.door(name).at, Random(number), house.door(name).name) for number, name in enumerate(playing)]
    now = time.monotonic()
    begin, end = now + OPENING_SECONDS, now + OPENING_SECONDS + LOAD_SECONDS
    waits = Waits(begin)
    looking = [
        look(house.door(name).wire(), f"/t/{evening.slug}/", now + OPENING_SECONDS * rng.random(), end, waits, rng)
        for name in playing
        for _guest in evening.slips
    ]

    async def wake_others() -> list[float]:
        await asyncio.sleep(begin - time.monotonic())
        woken = []
        for name in others:
            woken.append(await wake(house.door(name)))
            await asyncio.sleep(BETWEEN_WAKES)
        return woken

    woken, *_played = await asyncio.gather(wake_others(), *(hall.play(evening.slips) for hall in halls), *looking)
    return Played(halls, waits, woken)


@dataclass(frozen=True, slots=True)
class Evening:
    """What all clubs play."""

    slug: str
    slips: Sequence[TableSlip]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of it."""

    halls: Sequence[Hall]
    guests: Waits
    woken: Sequence[float]


def memory_of(process: int) -> Memory:
    return _memory(Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii"))


def _memory(rollup: str) -> Memory:
    found = {line.partition(":")[0]: line.split()[1] for line in rollup.splitlines() if ":" in line}
    return Memory(1024 * int(found["Rss"]), 1024 * int(found["Pss"]))


def seconds_of(process: int) -> float:
    """Return the CPU seconds of a process and of those of its children that run."""
    ticks = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") + sum(seconds_of(int(child)) for child in children)


def print_memory(what: str, memories: Sequence[Memory]) -> None:
    rss, pss = (sorted(getattr(memory, name) / MIB for memory in memories) for name in ("rss", "pss"))
    if not memories:
        return
    middle = len(memories) // 2
    print(
        f"{what:36}{len(memories):4} processes: RSS {rss[middle]:.0f} MiB, PSS {pss[middle]:.0f} each; "
        f"together {sum(pss):.0f} MiB"
    )


def print_wakes(what: str, seconds: Sequence[float]) -> None:
    if seconds:
        last = percentile(seconds, 95)
        reached = "met" if last <= WAKE_AIM else "NOT met"
        print(
            f"{what:36}{len(seconds):4} wakes: median {percentile(seconds, 50):.2f} s, p95 {last:.2f} s "
            f"(aim {WAKE_AIM:g} s: {reached})"
        )


def main(clubs: int, playing: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    with TemporaryDirectory(prefix="house-") as scratch, ExitStack() as files:
        root = Path(scratch)
        names = [f"club{number:02}" for number in range(1, clubs + 1)]
        evening = _seed(root / "seed")
        for name in names:
            shutil.copytree(root / "seed", root / "var/lib/burraco-house/clubs" / name / "data")
        house = House(root, names, files)
        load = os.getloadavg()[0]
        print(f"{clubs} clubs, {playing} of them play {TABLES} tables; load of the machine before: {load:.1f}")
        bare = subprocess.run([sys.executable, "-c", f"{DJANGO}\n{MEMORY}"], check=True, capture_output=True, text=True)
        assert house.awake() == []
        print(f"{'asleep':36}{clubs:4} clubs: no process, and a socket each")
        sleeping = names[playing:]
        quiet = [asyncio.run(wake(house.door(name))) for name in sleeping[:WAKES]]
        print_wakes("woken in a quiet house", quiet)
        woken = house.awake()
        cpu = sorted(seconds_of(house.process(name)) for name in woken)
        print(f"{'CPU of a wake':36}     {cpu[len(cpu) // 2] if cpu else 0:.2f} s until its first page has been sent")
        print_memory("awake, nobody plays", [memory_of(house.process(name)) for name in woken])
        print_memory("beside it: Django alone", [_memory(bare.stdout)])
        for name in woken:
            house.holder.stop(name)
        if playing:
            _play(house, names[:playing], sleeping[-WAKES // 2 :] if sleeping else [], evening)


def _play(house: House, playing: Sequence[str], others: Sequence[str], evening: Evening) -> None:
    began = time.process_time()
    nginx_before = seconds_of(house.nginx) if house.nginx else 0.0
    played = asyncio.run(play(house, playing, others, evening))
    own = time.process_time() - began
    print_wakes("woken while others play", played.woken)
    print_memory("awake, playing", [memory_of(house.process(name)) for name in playing])
    seconds, took = OPENING_SECONDS + LOAD_SECONDS, [seconds_of(house.process(name)) for name in playing]
    nginx = seconds_of(house.nginx) - nginx_before if house.nginx else 0.0
    print(
        f"CPU seconds of {seconds}: {len(playing)} clubs {sum(took):.0f}, nginx {nginx:.0f}, the load {own:.0f}; "
        f"load of the machine after: {os.getloadavg()[0]:.1f}, of {os.cpu_count()} cores"
    )
    print(f"{'milliseconds':28}{'asked':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}")
    for kind in KINDS:
        print_row(kind, [wait for hall in played.halls for wait in hall.waited[kind]])
    for kind, waited in played.guests.waited.items():
        print_row(f"a guest: {kind}", waited)
    saves = [wait for hall in played.halls for kind in (TYPED, SENT, CONFIRMED) for wait in hall.waited[kind]]
    print_row("every save", saves)
    reached = "met" if percentile(saves, 99) <= AIM_MS else "NOT met"
    print(f"Aim: 99 of 100 saves within {AIM_MS} ms: {reached}.")
    faults = [fault for hall in played.halls for fault in hall.faults] + [*played.guests.faults]
    for name in playing:
        house.holder.stop(name)
        faults += [f"{name}: {fault}" for fault in _in_a_club(house.places.clubs / name / "data", "--check")]
    if faults:
        raise SystemExit("\n".join(faults))
    print(f"All {TABLES * len(playing)} slips are in their club's database as they were typed, each once.")


def _seed(data: Path) -> Evening:
    """Make the club of which all are copies, with a round under way."""
    made = _in_a_club(data, "--seed")
    return Evening(made["slug"], [TableSlip(**slip) for slip in made["slips"]])


def _in_a_club(data: Path, what: str) -> "dict[str, list[dict[str, object]]]":
    """Run this module on a club's data, in a process of its own."""
    data.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.house", what],
        cwd=PROJECT,
        env=os.environ | {"BURRACO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "burraco_club.settings"},
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout.splitlines()[-1])


def seed() -> dict[str, object]:
    """Make a club with a round under way, and return its tournament's slug and what each table types."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from burraco_club.preparation import collect_static_files
    from tests.factories import start_on_phones

    call_command("migrate", verbosity=0)
    collect_static_files(lambda _sentence: None)
    User.objects.create_superuser("referee")
    round_ = start_on_phones(pairs=2 * TABLES, hands_per_round=HANDS)
    slips = slips_of(round_, deal(Random(1), TABLES))
    return {"slug": round_.tournament.slug, "slips": [asdict(slip) for slip in slips]}


def check() -> list[str]:
    """Return what is wrong with a club's slips after the evening."""
    from tournaments.models import Round

    return lost(Round.objects.get(), deal(Random(1), TABLES))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    parser.add_argument("--playing", type=int, default=PLAYING)
    parser.add_argument("--seed", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.seed or options.check:
        django.setup()
        print(json.dumps(seed() if options.seed else check()))
    else:
        main(options.clubs, options.playing)
