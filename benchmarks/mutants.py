"""The faults that the tests notice: `python -m benchmarks.mutants [--module M] [--drawn N] [--seed N] [--few N]`.

Changes one thing at a time (`mutations.py`) in randomly chosen places and runs the tests that reach the change; no
source is written. A mutant is dead if one of the tests fails, or if it needs four times its computing time. Aim: at
least 90 % of 200 die. Changes that nobody can notice are not drawn: `mutations.py` has rules for them, and the code
marks the exceptions. A seed draws the same mutants as long as their functions have these changes. Of functions that
few tests call, twice as many survive: `--few 5` draws from those that at most five tests call.

The tests of a mutant are those that call the changed function (`coverage_map.py`), the files closest to the module
first (`closeness.py`). What killed a mutant is run without the change, too, and must pass.

The code of a changed function replaces that of the original in a fork of a process in which Django is set up, the
database created and the tests imported. Changes at module or class level, and of functions that already ran during
imports, are made while the module is imported, in a process forked before that. `fates.py` stores what is known.

Why neither mutmut nor cosmic-ray: mutmut (3.8) leaves properties and decorated functions alone; cosmic-ray (8.7)
changes the files themselves, removes no statements, and has one test command for all modules. Neither draws a sample
from a seed.
"""

import argparse
import gc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from heapq import nsmallest
from importlib.abc import MetaPathFinder
from itertools import takewhile
from multiprocessing.sharedctypes import RawValue
from types import CodeType, ModuleType

import pytest

from benchmarks.closeness import APPS, PROJECT, files_by_closeness, importers, is_imported, module_file, modules
from benchmarks.coverage_map import CoverageMap
from benchmarks.fates import Fate, Trial, Verdict, Verdicts
from benchmarks.forks import OPTIONS, Profile, session
from benchmarks.functions import Calls, Functions
from benchmarks.mutations import Mutant, Source

AT_LEAST = 90

NOT_DRAWN = {"migrations", "models", "urls", "management", "admin", "apps", "sheets", "charts"}
"""Declarations, commands, and drawings, where a point more or less is no fault."""

OF_A_FILE, OF_ALL = 60, 240
"""The most computing seconds of the tests that are run for a mutant. Only a survivor needs them."""
UNMEASURED = 10
"""The computing seconds that a test is expected to need as long as nobody has measured it."""
SET_UP = 60
"""The most computing time that a process needs to import everything."""
FIXTURES = 10
"""The computing time that a test may need for what another test has made for it before."""
MEMORY = 4 << 30
"""The memory limit of a mutant, in bytes."""


class _Broken(MetaPathFinder, importlib.machinery.SourceFileLoader):
    """A loader that imports one module with other code than its file has."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(module_file(mutant.module)))
        self._code = mutant.code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Watch:
    """A plugin that limits each test's computing time, and notes which one runs, for the process that forked."""

    def __init__(self, tests: dict[str, float]) -> None:
        self._tests, self._number = tests, RawValue("i", -1)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._number.value = list(self._tests).index(nodeid) if nodeid in self._tests else -1
        self.allow(FIXTURES + 4 * self._tests.get(nodeid, UNMEASURED))

    @staticmethod
    def allow(seconds: float) -> None:
        """End this process after this much computing time, and in any case when it hangs."""
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.alarm(60 + round(20 * seconds))

    @property
    def test(self) -> str:
        return list(self._tests)[self._number.value] if self._number.value >= 0 else ""


def sources(wanted: Sequence[str]) -> Iterator[Source]:
    """Yield the sources of these modules and packages that mutants are drawn from."""
    for name in modules():
        if not NOT_DRAWN & set(name.split(".")) and any(f"{name}.".startswith(f"{package}.") for package in wanted):
            yield Source(name, module_file(name).read_text(encoding="utf-8"), str(module_file(name)))


def drawn(wanted: Sequence[str], seed: int, size: int, few: int | None = None) -> list[Mutant]:
    """Return a random sample of the mutants of these modules and packages, in the order of their lot.

    If `few` is given, they are changes of functions that at most so many tests call.
    """
    every = [*sources(wanted)]
    often = often_called([source.module for source in every], few) if few is not None else None
    lots = (
        (_lot(seed, key), at, number)
        for at, source in enumerate(every)
        for number, (function, key) in enumerate(zip(source.functions, source.keys, strict=True))
        if often is None or (function and f"{source.module}:{function}" not in often)
    )
    return [every[at].mutant(number) for _, at, number in nsmallest(size, lots)]


def often_called(names: Iterable[str], few: int) -> set[str]:
    """Return the functions that more tests call than `few`, as `module:Class.function`.

    The tests that may reach these modules are measured first, if they are not yet.
    """
    measure({file for name in names for file in files_by_closeness(name)})
    calls = Counter(function for test in CoverageMap().all_tests() for function in test.functions)
    return {function for function, tests in calls.items() if tests > few}


def _lot(seed: int, key: str) -> bytes:
    return blake2b(f"{seed}:{key}".encode(), digest_size=16).digest()


def trial_of(mutant: Mutant, reached: CoverageMap, *, imported: bool) -> Trial:
    """Return a mutant with the tests that reach it, those of the closest files first, of each file the quickest.

    A mutant that is imported is reached by calls of its module, by those of the modules that import it, and by the
    tests of files that import it.
    """
    function = f"{mutant.module}:{mutant.function}"
    users = {mutant.module, *importers(mutant.module)}

    def is_reached(functions: Iterable[str]) -> bool:
        if mutant.function and function in functions:
            return True
        return imported and any(name.partition(":")[0] in users for name in functions)

    tests = dict[str, float]()
    for file in files_by_closeness(mutant.module):
        left, reads = min(OF_A_FILE, OF_ALL - sum(tests.values())), imported and is_imported(mutant.module, file)
        for test, measured in sorted(reached.tests(file).items(), key=lambda one: one[1].seconds):
            if left > 0 and (reads or is_reached(measured.functions)):
                tests[test] = measured.seconds
                left -= measured.seconds
    return Trial(mutant, tests)


def _tried(run: Callable[[], Fate], watch: _Watch) -> Verdict:
    """Return the outcome of a mutant's tests, run in a fork."""
    process = os.fork()
    if not process:
        fate = Fate.DEAD
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1), os.dup2(nowhere, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            watch.allow(SET_UP)
            fate = run()
        finally:
            os._exit(fate)
    _, status = os.waitpid(process, 0)
    code = os.waitstatus_to_exitcode(status)
    fate = Fate(code) if code in set(Fate) else Fate.DEAD
    return Verdict(fate, watch.test if fate == Fate.DEAD else "")


def in_place(trials: Sequence[Trial], learn: Callable[[Trial, Verdict], None]) -> list[Verdict]:
    """Return the verdicts on mutants whose code replaces that of functions; `learn` is called with each."""
    at_import = Calls()

    def run(items: Sequence[pytest.Item]) -> list[Verdict]:
        functions, by_test, early = Functions(), {item.nodeid: item for item in items}, at_import.names()
        gc.freeze()

        def fails(tests: Sequence[str], watch: _Watch) -> bool:
            its = [by_test[test] for test in tests]
            its[0].config.pluginmanager.register(watch)
            for item, after in zip(its, [*its[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if item.session.testsfailed:
                    return True
            return False

        def one(trial: Trial, watch: _Watch) -> Fate:
            if not functions.put(trial.mutant.code, trial.mutant.function):
                return Fate.TOO_LATE
            if fails([*trial.tests], watch):
                return Fate.DEAD
            return Fate.TOO_LATE if f"{trial.mutant.module}:{trial.mutant.function}" in early else Fate.ALIVE

        @cache
        def passes(tests: tuple[str, ...]) -> bool:
            watch = _Watch(dict.fromkeys(tests, OF_ALL))
            return _tried(lambda: Fate.DEAD if fails(tests, watch) else Fate.ALIVE, watch).fate == Fate.ALIVE

        verdicts = list[Verdict]()
        for trial in trials:
            watch = _Watch(trial.tests)
            verdict = _tried(lambda trial=trial, watch=watch: one(trial, watch), watch)
            if verdict.fate == Fate.DEAD and not passes(_until(trial.tests, verdict.killer)):
                print(f"  {verdict.killer} fails without a change, after others", file=sys.stderr)
                verdict = Verdict(Fate.ALIVE)
            learn(trial, verdict)
            verdicts.append(verdict)
        return verdicts

    tests = list(dict.fromkeys(test for trial in trials for test in trial.tests))
    return session(tests, run, during=at_import) if trials else []


def _until(tests: Iterable[str], killer: str) -> tuple[str, ...]:
    return (*takewhile(lambda test: test != killer, tests), *([killer] if killer else []))


def imported(trial: Trial) -> Verdict:
    """Return the verdict on a mutant that replaces its module when that is imported."""
    watch = _Watch(trial.tests)

    def run(tests: Sequence[str]) -> Fate:
        sys.meta_path.insert(0, _Broken(trial.mutant))
        code = pytest.main([*OPTIONS, "-x", *tests], plugins=[Profile(), watch])
        if code == pytest.ExitCode.USAGE_ERROR:
            return Fate.OTHER_TESTS
        return Fate.ALIVE if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else Fate.DEAD

    verdict = _tried(lambda: run([*trial.tests]), watch)
    if verdict.fate != Fate.OTHER_TESTS:
        return verdict
    verdict = _tried(lambda: run(trial.files), watch)
    # Files are always found: if they are refused as well, the program cannot even be imported.
    return Verdict(Fate.DEAD) if verdict.fate == Fate.OTHER_TESTS else verdict


def verdicts(mutants: Sequence[Mutant]) -> list[tuple[Trial, Verdict]]:
    """Return the verdicts on these mutants, with the tests that were run; what is stored is not tried again."""
    measure({file for mutant in mutants for file in files_by_closeness(mutant.module)})
    reached, stored, began = CoverageMap(), Verdicts(), time.monotonic()
    trials = [trial_of(mutant, reached, imported=not mutant.function) for mutant in mutants]
    if 2 * sum(not trial.tests for trial in trials) > len(trials):
        raise SystemExit("No test reaches most mutants: the coverage map is wrong. Delete it and measure again.")
    found = dict[str, tuple[Trial, Verdict]]()
    for trial in trials:
        for other in (trial, trial_of(trial.mutant, reached, imported=True)):
            if trial.mutant.key not in found and (verdict := stored.of(other)):
                found[trial.mutant.key] = other, verdict
    new = [trial for trial in trials if trial.tests and trial.mutant.key not in found]
    tried = Counter[str]()

    def learn(trial: Trial, verdict: Verdict) -> None:
        stored.add(trial, verdict)
        tried["mutants"] += 1
        progress = f"{tried['mutants']}/{len(new)}, {time.monotonic() - began:.0f} s"
        print(f"{progress}: {verdict.fate.name.lower()}: {described(trial)} {verdict.killer}", file=sys.stderr)

    functions = [trial for trial in new if trial.mutant.function]
    for trial, verdict in zip(functions, in_place(functions, learn), strict=True):
        found[trial.mutant.key] = trial, verdict
    for trial in trials:
        before = found.get(trial.mutant.key)
        if before is None or before[1].fate == Fate.TOO_LATE:
            trial = trial_of(trial.mutant, reached, imported=True)
            if not trial.tests:
                continue
            verdict = stored.of(trial)
            if verdict is None or verdict.fate == Fate.TOO_LATE:
                verdict = imported(trial)
                learn(trial, verdict)
            found[trial.mutant.key] = trial, verdict
    return [found.get(trial.mutant.key, (trial, Verdict(Fate.ALIVE))) for trial in trials]


def measure(files: Iterable[str]) -> None:
    reached = CoverageMap()
    if new := sorted(file for file in files if not reached.is_measured(file)):
        session(new, reached.measure)


def described(trial: Trial) -> str:
    mutant = trial.mutant
    change = f"{mutant.module} line {mutant.line}, {mutant.function}: {mutant.before} → {mutant.after}"
    return f"{change} ({len(trial.tests)} tests of {len(trial.files)} files)"


def room_of(mutant: Mutant) -> str:
    return ".".join(mutant.module.split(".")[:2])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description="Do the tests notice mutants?")
    parser.add_argument("--module", action="append", help="a module or package alone; as often as you like")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--few", type=int, help="only functions that at most so many tests call")
    given = parser.parse_args()
    for wanted in given.module or ():
        if not any(f"{module}.".startswith(f"{wanted}.") for module in modules()):
            parser.error(f"{wanted} is no module or package of the program.")
    os.chdir(PROJECT)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        found = verdicts(drawn(given.module or APPS, given.seed, given.drawn, given.few))
    alive = [trial for trial, verdict in found if verdict.fate != Fate.DEAD]
    lives = Counter(room_of(trial.mutant) for trial in alive)
    for room, size in sorted(Counter(room_of(trial.mutant) for trial, _ in found).items()):
        print(f"{room}: {size - lives[room]} of {size} die")
    for trial in sorted(alive, key=lambda one: (one.mutant.module, one.mutant.line)):
        print(described(trial))
    dead = len(found) - len(alive)
    print(f"{dead} of {len(found)} die")
    if 100 * dead < AT_LEAST * len(found):
        raise SystemExit(f"under {AT_LEAST} %")


if __name__ == "__main__":
    main()
