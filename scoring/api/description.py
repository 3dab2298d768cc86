"""The OpenAPI document as tables that a person reads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from .endpoint import COMPONENTS

FORMATS: Mapping[str, Promise] = {
    "Hand": gettext_lazy("A hand"),
    "CardsSide": gettext_lazy("A side, as cards"),
    "CountsSide": gettext_lazy("A side, as counts"),
    "SlipSide": gettext_lazy("A side, as on the slip"),
    "TotalSide": gettext_lazy("A side, only its total"),
    "Answer": gettext_lazy("The answer"),
    "SideScore": gettext_lazy("The score of a side"),
    "MeldRead": gettext_lazy("A meld as it was read"),
    "Line": gettext_lazy("A line of a score"),
    "Fault": gettext_lazy("A violation"),
    "Doubt": gettext_lazy("A doubt"),
    "Unreadable": gettext_lazy("What cannot be read"),
}
"""The objects in the order in which one comes to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One key of an object."""

    name: str
    type: str
    """As JSON has it: `string`, `list of Line`."""
    is_required: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One object that goes in or out."""

    key: str
    title: str
    members: Sequence[Member]


def describe(document: Mapping[str, Any]) -> list[Format]:
    """Every object of the document, in the reader's language."""
    schemas = document["components"]["schemas"]
    return [Format(key=key, title=str(title), members=list(_members(schemas[key]))) for key, title in FORMATS.items()]


def _members(schema: Mapping[str, Any]) -> Iterator[Member]:
    for name, member in schema["properties"].items():
        yield Member(
            name=name,
            type=_type(member),
            is_required=name in schema.get("required", ()),
            text=str(member["description"]),
        )


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(COMPONENTS)
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(choice) for choice in schema["anyOf"])
    if schema["type"] == "array":
        return f"[{_type(schema['items'])}, …]"
    return str(schema["type"])
