"""Requests for `/api/v1/`, generated from its OpenAPI document: valid ones, and those of a faulty program."""

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tests.fuzz.grammar import API_NASTY, DEEP, NASTY, place
from tests.fuzz.world import World
from tournaments.api.endpoint import api

COMPONENTS = "#/components/schemas/"
METHODS = ("GET", "GET", "GET", "HEAD", "PUT", "OPTIONS", "POST", "DELETE")
UNKNOWN = ("q", "page", "limit[]", "LIMIT", "after", "limit", "offset", "fields", "format")
"""Parameters that any address may receive, whether it knows them or not."""
HEADERS = ("HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_ACCEPT")
BEARERS = ("Bearer {}", "Bearer {}", "bearer {}", "Bearer", "Bearer  {} {}", "Basic {}", "Token {}", "{}")
ETAGS = ('"{}"', '"{}"', 'W/"{}"', "*", '"{}", "{}"', '"{}', "{}")
DEEPEST = 6
"""From this depth on, a generated value has no further contents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request of a program."""

    method: str
    path: str
    query: Sequence[tuple[str, str]]
    body: bytes
    headers: Sequence[tuple[str, str]]


@cache
def document() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(json.dumps(api.get_openapi_schema(), default=str))
    return found


def call(rng: Random, world: World) -> Call:
    """Draw a request for an address of the document: mostly a valid one, sometimes with something unexpected."""
    path = rng.choice(list(document()["paths"]))
    methods = document()["paths"][path]
    method = rng.choice((*methods, *methods, rng.choice(METHODS).lower()))
    operation = methods.get(method, next(iter(methods.values())))
    address = re.sub(r"{(\w+)}", lambda found: place(rng, found[1], world), path.removeprefix("/"))
    return Call(
        method=method.upper(),
        path=f"/{rng.choice(('', 'en/'))}{address}",
        query=[*_query(rng, operation)],
        body=_body(rng, operation) if method not in ("get", "head") or rng.random() < 0.02 else b"",
        headers=[*_headers(rng)],
    )


def _query(rng: Random, operation: Mapping[str, Any]) -> list[tuple[str, str]]:
    asked = [
        (parameter["name"], _text(rng, parameter["schema"]))
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query" and rng.random() < 0.5
    ]
    if rng.random() < 0.1:
        asked.append((rng.choice(UNKNOWN), rng.choice(NASTY)))
    return asked


def _text(rng: Random, schema: Mapping[str, Any]) -> str:
    value = rng.choice(NASTY) if rng.random() < 0.3 else value_of(rng, schema)
    return value if isinstance(value, str) else json.dumps(value)


def _headers(rng: Random) -> list[tuple[str, str]]:
    names = rng.sample(HEADERS, 1) if rng.random() < 0.3 else []
    return [(name, _header(rng, name)) for name in names]


def _header(rng: Random, name: str) -> str:
    """Return a header as a server passes it on: on one line, with one character for each byte."""
    written = rng.choice({"HTTP_AUTHORIZATION": BEARERS, "HTTP_ACCEPT": ("{}",)}.get(name, ETAGS))
    text = written.replace("{}", rng.choice(NASTY))
    return re.sub(r"[\r\n]", " ", text).encode("utf-8", "surrogatepass").decode("latin-1")


def _body(rng: Random, operation: Mapping[str, Any]) -> bytes:
    """Return a body by the document's schema, or sometimes no JSON or an incomplete one."""
    if rng.random() < 0.1:
        return rng.choice(DEEP).encode()
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    given = deepcopy(content["example"]) if "example" in content and rng.random() < 0.5 else None
    text = json.dumps(value_of(rng, content.get("schema", {})) if given is None else given, ensure_ascii=False)
    return (text if rng.random() < 0.9 else text[: rng.randrange(len(text))]).encode("utf-8", "surrogatepass")


def value_of(rng: Random, schema: Mapping[str, Any], depth: int = 0) -> Any:
    """Return a value that the schema allows, or rarely one that it does not."""
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].removeprefix(COMPONENTS)]
    if rng.random() < 0.05 or depth > DEEPEST:
        return deepcopy(rng.choice(API_NASTY))
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return value_of(rng, rng.choice(choices), depth + 1)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(rng, schema, depth)
        case "array":
            return [value_of(rng, schema.get("items", {}), depth + 1) for _ in range(rng.randint(0, 3))]
        case "integer" | "number":
            least, most = schema.get("minimum", -5), schema.get("maximum", 500)
            return rng.choice((least, most, least - 1, most + 1, rng.randint(least, most), rng.randint(least, most)))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
    return rng.choice(NASTY)


def _object(rng: Random, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    required = schema.get("required", ())
    return {
        name: value_of(rng, member, depth + 1)
        for name, member in schema.get("properties", {}).items()
        if rng.random() < (0.95 if name in required else 0.5)
    }
