"""The engine still gives the answers of a slow oracle, which need not be asked for all of them again.

A digest stands for an oracle's answers to some thousands of questions, and for the oracle itself. If the engine answers
otherwise, or the oracle has changed, the oracle is asked for all; otherwise for a sample, another one in each run.
With `ASK_ORACLES=all` in the environment, as `.ci/run --full` sets it, every oracle is asked for all.
`python -m tests.scoring.agreed` asks for all and stores the digests of what they agree on.
"""

import hashlib
import json
import os
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

Answer = TypeVar("Answer")

STORED = Path(__file__).parent / "data" / "agreed.json"
SAMPLE = 150
ALL, STORE = "all", "store"


def disagreements(
    name: str, oracle: ModuleType, answers: Sequence[Answer], ask: Callable[[int], Answer], *, by: str = ""
) -> list[int]:
    """Return the places of the engine's answers that are not the oracle's; `ask` returns the oracle's at a place."""
    current, known = digest(oracle, by, answers), stored().get(name)
    mode = os.environ.get("ASK_ORACLES", "")
    everything = range(len(answers))
    if current == known and not mode:
        return [at for at in random.sample(everything, min(SAMPLE, len(answers))) if ask(at) != answers[at]]
    wrong = [at for at in everything if ask(at) != answers[at]]
    if not wrong and mode == STORE:
        STORED.write_text(json.dumps(stored() | {name: current}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    elif not wrong and current != known:
        pytest.fail(f"The oracle agrees, but with answers that are not stored: python -m tests.scoring.agreed ({name})")
    return wrong


def digest(oracle: ModuleType, by: str, answers: Sequence[object]) -> str:
    """Return the same for the same answers of the same oracle, in whatever order its sets are."""
    made = hashlib.sha256(Path(str(oracle.__file__)).read_bytes())
    made.update(by.encode())
    for answer in answers:
        made.update(repr(answer).encode() + b"\n")
    return made.hexdigest()


def stored() -> dict[str, str]:
    return dict(json.loads(STORED.read_text(encoding="utf-8"))) if STORED.exists() else {}


if __name__ == "__main__":
    STORED.unlink(missing_ok=True)
    os.environ["ASK_ORACLES"] = STORE
    sys.exit(pytest.main(["-q", "-n", "0", str(Path(__file__).parent / "engine")]))
