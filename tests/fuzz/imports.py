"""Files for the importer and for `score_hand`: valid ones, changed by hand, by a faulty program or by an attacker."""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tests.fuzz.grammar import API_NASTY, NASTY

NUMBER = re.compile(r"(?<=[ \[])-?\d+(?=[,\n\]}])")
TEXTS = ("9" * 10_000, "NaN", "-Infinity", "1e999", '"\\ud800"', '"\\u0000"', "[" * 2_000, "{}", "1.0", "true", "null")
"""Texts that may replace a number."""
KEYS = ("options", "scale", "plan", "tie_breaks", "rest", "absence", "settings", "kept", "excluded", "order", "drawn")
SPOILT = (
    "\ud800",
    "a\0b",
    "x" * 5_000,
    "Zap",
    -1,
    0,
    3,
    10**9,
    2**31,
    2**63,
    True,
    None,
    [],
    {},
    [1],
    [[1, 2, 3]],
    0.5,
)


def spoilt_files(rng: Random, sound: Sequence[str], files: int, *, named: str = "tournament") -> Iterator[str]:
    """Yield this many files, each made from a valid one, most with one wrong value.

    `named` is the object with the slug.
    """
    parsed = [json.loads(text) for text in sound]
    for number in range(files):
        if rng.random() < 0.2:
            yield _of_text(rng, rng.choice(sound))
            continue
        given = deepcopy(rng.choice(parsed))
        given[named]["slug"] = f"file-{number}"
        for _change in range(rng.choice((1, 1, 2))):
            _spoil(rng, given)
        yield json.dumps(given)


def _of_text(rng: Random, text: str) -> str:
    """Change the text: replace a number, remove a piece, or double a key."""
    at = rng.randrange(len(text))
    match rng.randrange(3):
        case 0:
            place = rng.choice(list(NUMBER.finditer(text)))
            return text[: place.start()] + rng.choice(TEXTS) + text[place.end() :]
        case 1:
            return text[:at] + text[at + rng.randrange(60) :]
        case _:
            return text.replace('"players": [', '"players": [], "players": [', 1)


def _spoil(rng: Random, given: Any) -> None:
    """Change, add, remove or swap values at any depth."""
    while isinstance(given, dict | list) and given:
        place = rng.choice(list(given)) if isinstance(given, dict) else rng.randrange(len(given))
        if isinstance(given[place], dict | list) and given[place] and rng.random() < 0.85:
            given = given[place]
            continue
        match rng.randrange(6):
            case 0:
                del given[place]
            case 1 if isinstance(given, dict):
                given[rng.choice(KEYS)] = _wrong(rng)
            case 2:
                other = rng.choice(list(given)) if isinstance(given, dict) else rng.randrange(len(given))
                given[place], given[other] = given[other], given[place]
            case 3 if isinstance(given, list):
                given.append(deepcopy(given[place]))
            case _:
                given[place] = _wrong(rng)
        return


def _wrong(rng: Random) -> Any:
    return deepcopy(rng.choice(rng.choice((SPOILT, SPOILT, API_NASTY, NASTY))))
