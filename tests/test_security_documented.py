"""`docs/security.md` answers every requirement of ASVS 4.0.3 at level 2 once, and what it names exists."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from tests.test_citations import LINK, PATH, ROOT, missing

SETTINGS = (ROOT / "burraco_club" / "settings.py").read_text(encoding="utf-8")
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")

LEVEL_2 = """
1.1: 1-7; 1.2: 1-4; 1.4: 1, 4-5; 1.5: 1-4; 1.6: 1-4; 1.7: 1-2; 1.8: 1-2; 1.9: 1-2; 1.10: 1
1.11: 1-2; 1.12: 2; 1.14: 1-6
2.1: 1-12; 2.2: 1-3; 2.3: 1-3; 2.4: 1-5; 2.5: 1-7; 2.6: 1-3; 2.7: 1-6; 2.8: 1-7; 2.9: 1-3; 2.10: 1-4
3.1: 1; 3.2: 1-4; 3.3: 1-4; 3.4: 1-5; 3.5: 1-3; 3.7: 1
4.1: 1-3, 5; 4.2: 1-2; 4.3: 1-3
5.1: 1-5; 5.2: 1-8; 5.3: 1-10; 5.4: 1-3; 5.5: 1-4
6.1: 1-3; 6.2: 1-6; 6.3: 1-2; 6.4: 1-2
7.1: 1-4; 7.2: 1-2; 7.3: 1, 3-4; 7.4: 1-3
8.1: 1-4; 8.2: 1-3; 8.3: 1-8
9.1: 1-3; 9.2: 1-4
10.2: 1-2; 10.3: 1-3
11.1: 1-8
12.1: 1-3; 12.2: 1; 12.3: 1-6; 12.4: 1-2; 12.5: 1-2; 12.6: 1
13.1: 1, 3-5; 13.2: 1-3, 5-6; 13.3: 1-2; 13.4: 1-2
14.1: 1-4; 14.2: 1-6; 14.3: 2-3; 14.4: 1-7; 14.5: 1-4
"""
"""The requirements of levels 1 and 2 by section; the missing ones were deleted, or are of level 3 alone."""

ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]*) \| (.+) \|$", re.M)
TEST = re.compile(r"`(test_\w+)`")
NAMED = re.compile(r"`([A-Z][A-Z_]+)`")
NOWHERE = "burraco_club/wrongs.py"
VERDICTS = ("met", "not applicable", "open")


def required() -> list[str]:
    found = []
    for section, numbers in re.findall(r"(\d+\.\d+): ([\d, -]+)", LEVEL_2):
        for part in numbers.split(","):
            first, _dash, last = part.strip().partition("-")
            found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


@cache
def known_tests() -> frozenset[str]:
    files = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return frozenset(name for text in files for name in re.findall(r"^ *(?:async )?def (test_\w+)", text, re.M))


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the table and with what it names."""
    rows = ROW.findall(text)
    answered = Counter(number for number, _words, _verdict, _why in rows)
    yield from (f"{number}: not answered" for number in required() if not answered[number])
    yield from (f"{number}: {times} answers" for number, times in answered.items() if times > 1)
    yield from (f"{number}: not of level 2" for number in answered if number not in required())
    for number, _words, verdict, why in rows:
        if verdict not in VERDICTS:
            yield f"{number}: {verdict} is no answer"
        if verdict == "met" and not (TEST.search(why) or PATH.search(why) or LINK.search(why) or NAMED.search(why)):
            yield f"{number}: names nothing that meets it"
    yield from (f"{name}: no such test" for name in TEST.findall(text) if name not in known_tests())
    yield from missing(text)
    for name in NAMED.findall(text):
        if name not in SETTINGS:
            yield f"{name}: no such setting"


def test_level_2_has_259_requirements() -> None:
    assert len(required()) == len(set(required())) == 259


def test_every_requirement_is_answered_once_and_what_is_named_is_there() -> None:
    assert [*faults(TEXT)] == []


@pytest.mark.parametrize(
    ("passage", "instead", "fault"),
    [
        ("| 1.1.1 |", "| 1.1.2 |", "1.1.1: not answered"),
        ("| 1.1.1 |", "| 1.1.2 |", "1.1.2: 2 answers"),
        ("| 14.5.4 |", "| 14.5.5 |", "14.5.5: not of level 2"),
        ("| threat modeling | met |", "| threat modeling | nearly |", "1.1.2: nearly is no answer"),
        ("`test_there_is_no_other_rule`", "`test_there_is_another_rule`", "test_there_is_another_rule: no such test"),
        ("`burraco_club/rights.py`", f"`{NOWHERE}`", f"{NOWHERE}: no such file"),
        ("`BURRACO_IDLE_HOURS`", "`BURRACO_IDLE_DAYS`", "BURRACO_IDLE_DAYS: no such setting"),
        ("`test_every_answer_is_a_file_and_no_page` |", "we think so |", "14.4.2: names nothing that meets it"),
    ],
)
def test_what_is_wrong_is_found(passage: str, instead: str, fault: str) -> None:
    assert passage in TEXT
    assert fault in faults(TEXT.replace(passage, instead))
