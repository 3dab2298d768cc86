"""What every module declares: enumerations whose strings are their names, and controls that browsers know.

A string of an enumeration is stored, exported and sent. An attribute that HTML does not have is ignored silently.
"""

import importlib
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest
from django.forms import BaseForm
from django.forms.formsets import BaseFormSet

from tests.tournaments.views.markup import unknown_markup

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


def declared_forms() -> Iterator[type[BaseForm]]:
    """Yield the forms of every module, those of formsets too."""
    for path in sorted(path for app in APPS for path in (PROJECT / app / "forms").rglob("*.py")):
        module = importlib.import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))
        for member in vars(module).values():
            if isinstance(member, type) and issubclass(member, BaseFormSet):
                member = getattr(member, "form", None)
            if isinstance(member, type) and issubclass(member, BaseForm):
                yield member


@pytest.mark.django_db
def test_every_control_has_attributes_and_values_that_browsers_know() -> None:
    controls = {
        (form.__name__, name): field.widget.render(name, None)
        for form in declared_forms()
        for name, field in getattr(form, "base_fields", {}).items()
    }
    assert len(controls) > 200
    assert {control: unknown for control, html in controls.items() if (unknown := unknown_markup(html))} == {}
