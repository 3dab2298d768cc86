"""The functions that each test calls and the time it takes, measured again when the test's file changes."""

import hashlib
import json
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from benchmarks.closeness import PROJECT
from benchmarks.forks import answer_of
from benchmarks.functions import Functions, probe

KEPT = PROJECT / "test-output" / "coverage_map.json"

LONGEST = 1800
"""The seconds after which a file that is measured is given up."""


@dataclass(frozen=True, slots=True)
class PassedTest:
    """A passing test."""

    seconds: float
    functions: frozenset[str]
    """Those it calls, as `module:Class.function`."""


class CoverageMap:
    """The measurements by file and test, stored in `KEPT`."""

    def __init__(self) -> None:
        stored = json.loads(KEPT.read_text()) if KEPT.exists() else {"functions": [], "files": {}}
        names = stored["functions"]
        self._hashes: dict[str, str] = {file: entry["hash"] for file, entry in stored["files"].items()}
        self._tests: dict[str, dict[str, PassedTest]] = {
            file: {
                test: PassedTest(seconds, frozenset(names[number] for number in numbers))
                for test, (seconds, numbers) in entry["tests"].items()
            }
            for file, entry in stored["files"].items()
        }

    def tests(self, file: str) -> dict[str, PassedTest]:
        return self._tests.get(file, {})

    def all_tests(self) -> Iterator[PassedTest]:
        for tests in self._tests.values():
            yield from tests.values()

    def is_measured(self, file: str) -> bool:
        """Return whether the file is unchanged since it was measured."""
        return self._hashes.get(file) == _hash(file)

    def measure(self, items: Sequence[pytest.Item]) -> bool:
        """Run the tests and store their measurements; each file runs in a fork."""
        files: dict[str, list[pytest.Item]] = {}
        for item in items:
            files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        functions = Functions()
        called = probe(functions)
        for number, (file, tests) in enumerate(files.items(), 1):
            began = time.monotonic()
            self._hashes[file], self._tests[file] = (
                _hash(file),
                answer_of(lambda tests=tests: _measured(tests, called, functions)) or {},
            )
            if number % 10 == 0 or number == len(files):
                self.keep()
            passed = f"{len(self._tests[file])} of {len(tests)} tests pass"
            print(f"{number}/{len(files)} {file}: {passed}, {time.monotonic() - began:.0f} s", file=sys.stderr)
        return True

    def keep(self) -> None:
        names = sorted(
            {name for tests in self._tests.values() for measured in tests.values() for name in measured.functions}
        )
        numbers = {name: number for number, name in enumerate(names)}
        files = {
            file: {
                "hash": self._hashes[file],
                "tests": {
                    test: (round(passed.seconds, 3), [numbers[name] for name in passed.functions])
                    for test, passed in tests.items()
                },
            }
            for file, tests in self._tests.items()
        }
        KEPT.parent.mkdir(exist_ok=True)
        beside = KEPT.with_suffix(".part")
        beside.write_text(json.dumps({"functions": names, "files": files}))
        beside.replace(KEPT)


def _measured(items: Sequence[pytest.Item], called: set[str], functions: Functions) -> dict[str, PassedTest]:
    measured, session = dict[str, PassedTest](), items[0].session
    # A test that hangs has no time limit of its own; its file is then measured as one without tests.
    signal.alarm(LONGEST)
    for item, after in zip(items, [*items[1:], None], strict=True):
        # What another test has left in a cache would not be called.
        functions.clear_caches()
        called.clear()
        failed, before = session.testsfailed, time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed == failed:
            measured[item.nodeid] = PassedTest(time.process_time() - before, frozenset(called))
    return measured


def _hash(file: str) -> str:
    return hashlib.sha256((PROJECT / file).read_bytes()).hexdigest()
