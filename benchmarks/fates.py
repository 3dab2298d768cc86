"""The fates of mutants, stored as they become known, so that an interrupted run goes on where it ended."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from benchmarks.closeness import PROJECT, module_file
from benchmarks.mutations import Mutant

STORED = PROJECT / "test-output" / "mutants.jsonl"


class Fate(IntEnum):
    """The exit status of a process that has run the tests of a mutant."""

    ALIVE = 0
    DEAD = 1
    TOO_LATE = 100
    """The function has run before, or its code cannot be replaced: the change must be imported."""
    OTHER_TESTS = 101
    """The changed module gives other parameters to its tests: whole files must run."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant, and the tests that reach it, in their order, with the computing time of each."""

    mutant: Mutant
    tests: dict[str, float]

    @property
    def files(self) -> tuple[str, ...]:
        return files_of(self.tests)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a mutant, and the test that killed it, if one did."""

    fate: Fate
    killer: str = ""


class Verdicts:
    """The verdicts by mutant. They hold as long as the module and the tests are what they were."""

    def __init__(self) -> None:
        lines = STORED.read_text(encoding="utf-8").splitlines() if STORED.exists() else []
        self._stored = {line["key"]: line for line in map(json.loads, lines)}

    def of(self, trial: Trial) -> Verdict | None:
        """Return what is known of a mutant; a survivor's verdict holds for these tests alone."""
        line = self._stored.get(trial.mutant.key)
        if line is None or line["hash"] != _hash(trial, line["killer"]):
            return None
        return Verdict(Fate(line["fate"]), line["killer"])

    def add(self, trial: Trial, verdict: Verdict) -> None:
        line = {
            "key": trial.mutant.key,
            "fate": int(verdict.fate),
            "killer": verdict.killer,
            "hash": _hash(trial, verdict.killer),
        }
        self._stored[trial.mutant.key] = line
        with STORED.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def files_of(tests: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(test.partition("::")[0] for test in tests))


def _hash(trial: Trial, killer: str) -> str:
    tests: Sequence[str] = [killer] if killer else [*trial.tests]
    read = hashlib.sha256("\n".join(tests).encode())
    for path in (module_file(trial.mutant.module), *(PROJECT / file for file in files_of(tests))):
        read.update(path.read_bytes() if path.exists() else b"")
    return read.hexdigest()
