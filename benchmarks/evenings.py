"""Random tournaments for every system, with the independent check: `python -m benchmarks.evenings [evenings]`.

Prints how many rounds of each system were drawn, refused and correct, and every fault with the seed of its evening,
which `tests.tournaments.pairing.evenings.evening` reproduces. The pages' statements about each round are checked too.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable

import django

from tests.tournaments.pairing.evenings import EVERYTHING, PLAIN, evening
from tournaments.pairing import PairingRefused
from tournaments.pairing.systems import SYSTEMS
from tournaments.pairing_check import check_draft, check_runs
from tournaments.records import Draft, PairingRequest, System

EVENINGS = 20_000
OF_PAIRS = tuple(system for system in SYSTEMS if system is not System.INDIVIDUAL)


Check = Callable[[Draft, PairingRequest], list[str]]


def sweep(seed: int, seen: Counter[str], false_statements: Check) -> list[str]:
    """Play one evening: with pairs three times out of four, otherwise with single players."""
    systems = (System.INDIVIDUAL,) if seed % 4 == 0 else OF_PAIRS
    run, faults = [], []
    for paired in evening(seed, systems, size=2 + seed % 63, rounds=12, twists=EVERYTHING if seed % 3 else PLAIN):
        if isinstance(paired.answer, PairingRefused):
            seen[f"{paired.system}: refused, {paired.answer.code}"] += 1
            continue
        seen[paired.system] += 1
        run.append((paired.answer, paired.request))
        faults += [
            f"round {paired.request.round}, {paired.system}: {fault}"
            for fault in (
                *check_draft(paired.answer, paired.request),
                *false_statements(paired.answer, paired.request),
            )
        ]
    return faults + [str(fault) for fault in check_runs(run)]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    django.setup()
    # The texts of the pages are available only now.
    from tests.tournaments.pairing.statements import false_statements

    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS
    seen, wrong, start = Counter[str](), 0, time.perf_counter()
    for seed in range(evenings):
        for fault in sweep(seed, seen, false_statements):
            wrong += 1
            print(f"seed {seed}: {fault}")
    for name, times in sorted(seen.items()):
        print(f"{times:8,}  {name}")
    print(f"{evenings:,} evenings, {wrong} faults, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
