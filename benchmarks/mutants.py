"""Whether the tests notice what they should: `python -m benchmarks.mutants [--module M] [--seed N] [--jobs N]`.

Breaks pure modules, 25 times each by lot, one thing at a time (`mutations.py`), and runs the tests closest to the
module and its doctests, each time in a process of its own that imports the broken module, and asks at the end whether
it did; no file is written. A mutant is dead if a test fails, or if it needs four times the computing time of the
whole. Aim: at least 95 % of each module's mutants die, and the others change nothing that anybody could notice:
`EQUIVALENT` says why. A survivor that is not listed fails.

Why neither mutmut nor cosmic-ray: mutmut (3.8) leaves properties and decorated functions alone and knows its mutants
by running numbers, so no list of equivalents outlives an edit; cosmic-ray (8.7) breaks the files themselves, leaves no
statement out, and has one command of tests for all modules. Neither draws a sample from a seed.
"""

import argparse
import importlib.machinery
import importlib.util
import os
import resource
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from random import Random
from types import CodeType, ModuleType

import hypothesis
import pytest

from benchmarks.mutations import Mutant, mutants_of

PROJECT = Path(__file__).resolve().parents[1]
DRAWN = 25
AT_LEAST = 95

MEMORY = 2 << 30
"""What a mutant that gathers without end may use."""

UNBROKEN = 100
"""What a process exits with whose tests passed without importing the broken module: they say nothing about it."""

CLOSEST: dict[str, tuple[str, ...]] = {
    "scoring.engine.cards": (
        "scoring/engine/test_notation.py",
        "scoring/engine/test_melds.py",
        "scoring/test_examples.py",
    ),
    "scoring.engine.deck": ("scoring/engine/test_deck_faults.py", "scoring/engine/test_ruleset.py"),
    "scoring.engine.deck_faults": ("scoring/engine/test_deck_faults.py", "scoring/engine/test_half_told.py"),
    "scoring.engine.rows": ("scoring/engine/test_melds.py", "scoring/engine/test_half_told.py"),
    "scoring.engine.melds": ("scoring/engine/test_melds.py", "scoring/test_examples.py"),
    "tournaments.pairing.matching": ("tournaments/pairing/test_matching.py", "tournaments/pairing/test_swiss.py"),
    "tournaments.pairing.blossoms": ("tournaments/pairing/test_blossoms.py",),
    "tournaments.pairing.chains": ("tournaments/pairing/test_blossoms.py", "tournaments/pairing/test_matching.py"),
    "tournaments.pairing.fields": (
        "tournaments/pairing/test_matching.py",
        "tournaments/pairing/test_swiss.py",
        "tournaments/pairing/test_blossoms.py",
    ),
    "tournaments.pairing.mitchell": ("tournaments/pairing/test_mitchell.py",),
    "tournaments.pairing.swiss": ("tournaments/pairing/test_swiss.py", "tournaments/pairing/test_explanation.py"),
    "tournaments.pairing.round_robin": ("tournaments/pairing/test_round_robin.py",),
    "tournaments.knockout.bracket": ("tournaments/knockout/test_bracket.py",),
    "tournaments.ranking.standings": ("tournaments/ranking/test_standings.py",),
    "tournaments.ranking.tie_breaks": ("tournaments/ranking/test_standings.py",),
    "tournaments.ranking.victory_points": ("tournaments/ranking/test_victory_points.py",),
    "tournaments.slips.counted": ("tournaments/slips/test_counted.py",),
    "tournaments.drafting.moves": (
        "tournaments/drafting/test_moves.py",
        "tournaments/drafting/test_results_along.py",
    ),
}

GUARD = "only tells the type checker that nobody sits there: nobody is seated anew as nobody"
ALONE = "one alone is parted from nobody, whatever the criterion says"
FREE_PLACE = "the free place comes back to a table when everybody does, and not sooner"
NOBODY = "nobody asks for the opponent of a place that is not among those seated"
SPEED_OF_SETS = "looked at first for speed alone: all ranks are compared after it"
SPEED = "speed alone: what is tried instead gives the same round"

EQUIVALENT: dict[str, dict[tuple[str, str, str], str]] = {
    "scoring.engine.deck": {
        ("", "(1000, 100000)", "(1001, 100000)"): "points are multiples of 5",
        ("", "bytes([_MOST_AT_ONCE]) * 256", "bytes([_MOST_AT_ONCE]) * 255"): "no card's code is that high",
    },
    "scoring.engine.rows": {
        ("is_set", "firm[0]", "firm[1]"): SPEED_OF_SETS,
        ("is_set", "firm[-1]", "firm[-0]"): SPEED_OF_SETS,
        ("is_set", "firm[-1]", "firm[1]"): SPEED_OF_SETS,
        ("asks_for_two", "return False", "return None"): "both are no",
    },
    "scoring.engine.melds": {
        ("Reason", "STANDS_FOR = 'stands_for'", "STANDS_FOR = 'stands_forx'"): "told as a sentence, never by its key",
        ("", "MOST_KNOWN = 8192", "MOST_KNOWN = 8191"): "one meld less is remembered",
        ("read_meld", "len(cards) > MOST_CARDS", "len(cards) >= MOST_CARDS"): "read anew, to the same meld",
        ("_read_anew", "readings[0]", "readings[-1]"): "of one alone the first is the last",
    },
    "tournaments.pairing.matching": {
        ("always_pairable", "2 * busiest + 2", "2 * busiest + 3"): SPEED,
        ("always_pairable", "2 * busiest", "3 * busiest"): SPEED,
        ("top_down", "2 * len(tables)", "3 * len(tables)"): SPEED,
        ("_Squares.near", "busiest < WIDE // 2", "False"): SPEED,
        ("_Squares.wide", "1 + loose[one]", "0 + loose[one]"): (
            "a place less than the proof gives: no field is known of which an optimum reaches that far"
        ),
        ("complete", "[-1]", "[-0]"): NOBODY,
        ("complete", "[-1]", "[-2]"): NOBODY,
        ("complete", "(nearest & -nearest).bit_length", "(nearest | -nearest).bit_length"): (
            "the lowest bit all the same: `n | -n` is minus it"
        ),
        ("top_down", "if not always_pairable(left, busiest):", "if True:  (2)"): SPEED,
        ("_improve_free", "best == left", "False"): SPEED,
        ("_mates", "[-1]", "[1]"): NOBODY,
        (
            "_improve_free",
            "reconnect(meets, mates, free & ~(1 << upper | 1 << best), left, 1 << other) is None",
            "True",
        ): SPEED,
    },
    "tournaments.pairing.fields": {
        (
            "_Search.round",
            "mate if self._tight(level, one, mate) else -1",
            "mate if self._tight(level, one, mate) else -2",
        ): "whoever has no opponent has one below 0",
        (
            "_Search._better",
            "float(np.abs(level).max()) * 2.0 ** (-46)",
            "float(np.abs(level).max()) // 2.0 ** (-46)",
        ): "everything is in doubt then, and looked at in whole numbers",
        (
            "_Search._bonus",
            "(np.full(self.of.size, -1), np.zeros(self.of.size), 0)",
            "(np.full(self.of.size, -1), np.zeros(self.of.size), 1)",
        ): "the blossoms have other numbers, and as different ones",
        (
            "_Search._worst",
            "np.arange(len(one)) - np.searchsorted(one, one)",
            "np.arange(len(one)) + np.searchsorted(one, one)",
        ): SPEED,
        ("Window.price", "len(numbers) - 1", "len(numbers) - 2"): "the last is told from its lower place: nobody asks",
        (
            "_bits_of",
            "len(masks) + 7",
            "len(masks) + 6",
        ): "as many bytes for an even number of places, as fields have",
    },
    "tournaments.pairing.mitchell": {
        ("", "STEPS_TRIED = 30", "STEPS_TRIED = 29"): "a limit to the time alone: an earlier step holds",
        ("proposed_step", "len(request.entrants) + 1", "len(request.entrants) + 2"): (
            "a step over all tables brings everybody back to where he sits, and holds no longer than another"
        ),
        (
            "rounds_ahead",
            "last.get(frozenset((ns, ew)), 0)",
            "last.get(frozenset((ns, ew)), -1)",
        ): "who has never met has met before every round",
        (
            "_tables",
            "Notes.of(request, past, forced=False, since=remembered_since(request))",
            "Notes.of(request, past, forced=True, since=remembered_since(request))",
        ): "a move to a rematch is refused, so that no table has one to be noted",
        ("_turn_lines", "entrant.fixed_table is not None", "True"): "None is no table's number",
        ("rounds_ahead", "ns is None or ew is None", "ns is None"): FREE_PLACE,
    },
    "tournaments.pairing.swiss": {
        ("", "(4, 16)", "(4, 17)"): SPEED,
        ("", "(4, 16)", "(3, 16)"): SPEED,
        ("_ByVP.near", "self.window.loose.max() < WIDE", "self.window.loose.max() >= WIDE"): SPEED,
        ("_ByVP.near", "(1 << end) - 1", "(1 << end) + 1"): SPEED,
        ("_ByVP.near", "1 << centre", "0 << centre"): SPEED,
        ("_ByVP.near", "end - place <= NEAR_END or len(found) < near", "len(found) < near"): SPEED,
        ("_ByVP.near", "end - place <= NEAR_END or len(found) < near", "False"): SPEED,
        ("_ByVP.near", "end - place <= NEAR_END", "end - place < NEAR_END"): SPEED,
        ("_ByVP.near", "found += lowest(below >> end << end, near)", "pass"): SPEED,
        ("Groups.unit", "len(self.vp) ** 3 + 1", "len(self.vp) ** 3 + 0"): (
            "still more than the folds of half as many tables can come to"
        ),
        ("_folded", "(0, len(groups.vp))", "(-1, len(groups.vp))"): SPEED,
        ("Groups.__post_init__", "range(size - 2, -1, -1)", "range(size - 2, -2, -1)"): (
            "the last place is looked at once more, beside the first: as good as it only where all are one group"
        ),
    },
    "tournaments.knockout.bracket": {
        ("_Drawing._gone_on", "len(after) > 1", "len(after) >= 1"): "of one table alone the likeliest is that table",
        ("_Drawing._final", "semi_finals[0]", "semi_finals[-1]"): "only their round is asked for, which is the same",
    },
    "tournaments.ranking.tie_breaks": {
        ("_direct", "vp = 0", "vp = 1"): "one VP more for everybody orders nobody anew",
        ("_parted", "len(group.members) == 1", "False"): ALONE,
    },
    "tournaments.slips.counted": {
        (
            "CountedHand.by_cards",
            "all((isinstance(side, CardsEntry) for side in self.hand.sides))",
            "any((isinstance(side, CardsEntry) for side in self.hand.sides))",
        ): "both sides are told at the same depth, or the hand is illegal",
        ("count_hand", "score.slip is not None", "True"): "a hand of cards or counts always has a slip",
    },
    "tournaments.drafting.moves": {
        ("_seated_otherwise", "table.ew and seated(table.ew)", "seated(table.ew)"): GUARD,
        ("_seated_otherwise", "table.ns_partner and seated(table.ns_partner)", "seated(table.ns_partner)"): GUARD,
        ("_seated_otherwise", "table.ew_partner and seated(table.ew_partner)", "seated(table.ew_partner)"): GUARD,
    },
}
"""By module, of the mutants that nobody can notice: the function, what it says and what the mutant says, and why."""


class _Broken(MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Imports one module with other code than its file has."""

    def __init__(self, module: str, code: CodeType) -> None:
        super().__init__(module, str(_file(module)))
        self._code = code
        self.is_imported = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def get_code(self, fullname: str) -> CodeType:
        self.is_imported = True
        return self._code


class _Profile:
    """Hypothesis for mutants: the same examples each time, none kept, none made smaller."""

    def pytest_sessionstart(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutants", hypothesis.settings(derandomize=True, phases=phases))
        hypothesis.settings.load_profile("mutants")


def _file(module: str) -> Path:
    return PROJECT.joinpath(*module.split(".")).with_suffix(".py")


def started(module: str, code: CodeType | None, seconds: int | None, output: int) -> int:
    """The number of a process that runs the module's tests with other code; its exit is 0 if they all pass."""
    process = os.fork()
    if process:
        return process
    os.dup2(output, 1), os.dup2(output, 2)
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    broken = None if code is None else _Broken(module, code)
    if broken is not None:
        sys.meta_path.insert(0, broken)
    # What rewrites assertions would read the module that it is given from its file.
    options = ["-x", "-q", "--assert=plain"]
    for plugin in ("randomly", "cacheprovider", "playwright"):
        options += ["-p", f"no:{plugin}"]
    failed = 1
    try:
        tests = [str(_file(module)), *(f"tests/{path}" for path in CLOSEST[module])]
        failed = int(pytest.main([*options, *tests], plugins=[_Profile()]))
    finally:
        sys.stdout.flush()
        os._exit(UNBROKEN if broken is not None and not (failed or broken.is_imported) else failed)
    return 0


def seconds_of(module: str) -> int:
    """The computing time that a mutant may take. Raises SystemExit if the tests fail without one."""
    with tempfile.TemporaryFile() as output:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        _, status = os.waitpid(started(module, None, None, output.fileno()), 0)
        if status:
            output.seek(0)
            raise SystemExit(f"{module}: the tests fail as it is\n{output.read().decode()}")
        return 10 + round(4 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before))


def survivors(module: str, drawn: Sequence[Mutant], jobs: int) -> list[Mutant]:
    """Those that no test notices. Raises SystemExit if the tests never asked for the module."""
    seconds, left, running, alive = seconds_of(module), list(reversed(drawn)), dict[int, Mutant](), []
    with open(os.devnull, "w") as nowhere:
        while left or running:
            while left and len(running) < jobs:
                mutant = left.pop()
                running[started(module, mutant.code, seconds, nowhere.fileno())] = mutant
            process, status = os.wait()
            mutant = running.pop(process)
            if os.waitstatus_to_exitcode(status) == UNBROKEN:
                raise SystemExit(f"{module}: its tests do not import it")
            if status == 0:
                alive.append(mutant)
    return sorted(alive, key=lambda mutant: mutant.line)


def drawn_of(module: str, every: Sequence[Mutant], seed: int, size: int) -> list[Mutant]:
    """So many by lot that are not listed as equivalent, and those listed that the lot brought up meanwhile."""
    drawn, counted, listed = [], 0, EQUIVALENT.get(module, {})
    for mutant in Random(f"{seed} {module}").sample(every, len(every)):
        if counted == size:
            break
        drawn.append(mutant)
        counted += _key(mutant) not in listed
    return drawn


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.function, mutant.before, mutant.after


def faults_of(module: str, every: Sequence[Mutant], drawn: Sequence[Mutant], alive: Sequence[Mutant]) -> int:
    """Prints who survived, and why that is as it should be, or counts as a fault."""
    reasons = EQUIVALENT.get(module, {})
    listed = [mutant for mutant in drawn if _key(mutant) in reasons]
    survived = [mutant for mutant in alive if mutant not in listed]
    size = len(drawn) - len(listed)
    told = f"{size - len(survived)} of {size} die ({len(every)} in all)"
    print(f"{module}: {told}, {len(listed)} more change nothing", flush=True)
    for mutant in listed:
        print(f"  {_said(mutant)}\n    changes nothing: {reasons[_key(mutant)]}")
    faults = [f"{_said(mutant)}\n    SURVIVED" for mutant in survived]
    faults += [f"{_said(mutant)}\n    DIES, and is listed as equivalent" for mutant in listed if mutant not in alive]
    faults += [f"listed as equivalent, and not there: {key}" for key in reasons.keys() - set(map(_key, every))]
    if 100 * len(survived) > (100 - AT_LEAST) * size:
        faults.append(f"under {AT_LEAST} %")
    for fault in faults:
        print(f"  {fault}", flush=True)
    return len(faults)


def _said(mutant: Mutant) -> str:
    return f"line {mutant.line}, {mutant.function}: {mutant.before} → {mutant.after}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description="Do the tests notice mutants?")
    parser.add_argument("--module", choices=CLOSEST, action="append", help="one of them; as often as you like")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--drawn", type=int, default=DRAWN, help="how many of each module (default: %(default)s)")
    given = parser.parse_args()
    os.chdir(PROJECT)
    faults = 0
    for module in given.module or CLOSEST:
        every = mutants_of(_file(module).read_text(encoding="utf-8"), str(_file(module)))
        drawn = drawn_of(module, every, given.seed, given.drawn)
        faults += faults_of(module, every, drawn, survivors(module, drawn, given.jobs))
    if faults:
        raise SystemExit(f"{faults} faults")


if __name__ == "__main__":
    main()
