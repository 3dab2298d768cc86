"""An OpenAPI document as tables for people."""

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
"""The objects of `score_hand`, in the order in which a reader meets them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One key of an object."""

    name: str
    type: str
    """The type in JSON: `string`, `list of Line`."""
    is_required: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One object of a request or a response."""

    key: str
    anchor: str
    """The anchor on a page that describes several documents."""
    title: str
    members: Sequence[Member]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter in the query string of an address."""

    name: str
    type: str
    text: str
    least: int | None
    most: int | None
    default: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedReply:
    """A response of an address, with its status."""

    status: int
    type: str
    """The type of its body: `application/json`; empty if it has none."""
    formats: Sequence[Format]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    anchor: str
    method: str
    path: str
    summary: str
    needs_token: bool
    takes: Sequence[Format]
    parameters: Sequence[Parameter]
    replies: Sequence[DescribedReply]


def describe(document: Mapping[str, Any], titles: Mapping[str, Promise], *, of: str = "") -> list[Format]:
    """Return the objects of the document in the reader's language, in the order of `titles`.

    Anchors begin with `of`.
    """
    schemas = document["components"]["schemas"]
    order = [*filter(schemas.__contains__, titles), *(key for key in schemas if key not in titles)]
    return [
        Format(
            key=key,
            anchor=f"format-{of}{key}",
            title=str(titles.get(key, key)),
            members=list(_members(schemas[key])),
        )
        for key in order
    ]


def operations(document: Mapping[str, Any], formats: Sequence[Format]) -> list[Operation]:
    """Return the operations of the document in its order. `formats` is what `describe` returned."""
    known = {format_.key: format_ for format_ in formats}
    return [
        Operation(
            anchor=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            needs_token=bool(operation.get("security")),
            takes=_named(operation.get("requestBody", {}), known),
            parameters=[
                _parameter(parameter) for parameter in operation.get("parameters", ()) if parameter["in"] == "query"
            ],
            replies=[
                DescribedReply(status=int(status), type=media, formats=_named(content, known))
                for status, reply in operation["responses"].items()
                for media, content in reply.get("content", {"": {}}).items()
            ],
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _named(schema: Any, known: Mapping[str, Format]) -> list[Format]:
    """Return the objects to which the schema refers, each once."""
    return list({key: known[key] for key in _references(schema)}.values())


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield str(schema["$ref"]).removeprefix(COMPONENTS)
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from _references(part)


def _parameter(given: Mapping[str, Any]) -> Parameter:
    schema = given["schema"]
    # An optional parameter has its type or null.
    own = next((part for part in schema.get("anyOf", ()) if part.get("type") != "null"), schema)
    return Parameter(
        name=given["name"],
        type=_type(own),
        text=str(given.get("description", "")),
        least=own.get("minimum"),
        most=own.get("maximum"),
        default=schema.get("default"),
    )


def _members(schema: Mapping[str, Any]) -> Iterator[Member]:
    for name, member in schema["properties"].items():
        yield Member(
            name=name,
            type=_type(member),
            is_required=name in schema.get("required", ()),
            text=str(member.get("description", "")),
        )


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(COMPONENTS)
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(choice) for choice in schema["anyOf"])
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}, …]"
    return str(schema.get("type", "JSON"))
