"""A string of an enumeration is stored, exported and sent: it is the member's name, unless it is listed here."""

import importlib
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

PROJECT = Path(__file__).parents[1]
APPS = ("accounts", "pages", "scoring", "tournaments")

OTHERWISE = {
    "Suit.SPADES": "S",
    "Suit.HEARTS": "H",
    "Suit.DIAMONDS": "D",
    "Suit.CLUBS": "C",
    "Suit.RED": "R",
    "Suit.BLACK": "N",
    "Suit.BLUE": "B",
    "Suit.YELLOW": "Y",
    "EditType.ADDED": "+",
    "EditType.CHANGED": "~",
    "EditType.REMOVED": "-",
    "Holds.BIRTH": "birth_year",
}


def enumerations(scope: type | object, module: str) -> Iterator[type[Enum]]:
    """Yield those of a module, and those within its classes."""
    for member in list(vars(scope).values()):
        if isinstance(member, type) and member.__module__ == module and member is not scope:
            if issubclass(member, Enum):
                yield member
            else:
                yield from enumerations(member, module)


def test_the_string_of_a_member_is_its_name() -> None:
    found = {}
    for path in sorted(
        path for app in APPS for path in (PROJECT / app).rglob("*.py") if "migrations" not in path.parts
    ):
        name = ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        for enumeration in enumerations(importlib.import_module(name), name):
            found |= {
                f"{enumeration.__qualname__}.{one.name}": one.value for one in enumeration if isinstance(one.value, str)
            }
    assert {key: value for key, value in found.items() if value != key.rpartition(".")[2].lower()} == OTHERWISE
