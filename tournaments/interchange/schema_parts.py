"""The pieces of which the JSON Schemas of the interchange are made: they say what `json_node.Node` reads."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.ranking.victory_points import MP_STEP, SCALES

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def published(name: str, title: str, body: Schema) -> Schema:
    """Return a schema with its name, which says the version of the format: `tournament-1`."""
    return {"$schema": DIALECT, "$id": f"urn:burraco-club:schema:{name}", "title": title} | body


def members(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, **more: Any) -> Schema:
    """Return an object of these keys and no others."""
    properties = {**required, **(optional or {})}
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    } | more


def text(*, empty: bool = True, longest: int = 200) -> Schema:
    """Return a text of so many characters, without NUL; one that is not empty has more than blanks."""
    return {
        "type": "string",
        "maxLength": longest,
        "pattern": "^[^\\u0000]*$" if empty else "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    }


def whole(least: int = -1_000_000, most: int = 1_000_000, **more: Any) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most} | more


def choice(values: Iterable[str]) -> Schema:
    return {"enum": [str(value) for value in values]}


def listed(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items} | more


def row(*items: Schema) -> Schema:
    """Return a list that has exactly these items."""
    return {"type": "array", "prefixItems": list(items), "minItems": len(items), "maxItems": len(items)}


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def when(condition: Schema, then: Schema, otherwise: Schema | None = None) -> Schema:
    """Return a condition; both are about keys of one object, and a key that is missing meets no condition."""
    found = {"properties": condition, "required": list(condition)}
    return {"if": found, "then": then} | ({"else": otherwise} if otherwise else {})


FLAG: Schema = {"type": "boolean"}
NOTHING: Schema = {"type": "null"}
NEVER: Schema = {"not": {}}
NUMBER = whole(1)
"""The number of a pair, a player, a team, a round."""
MP = whole(multipleOf=MP_STEP)
SLUG: Schema = {"type": "string", "maxLength": 140, "pattern": "^[a-z0-9](?:(?:_|-_)*-?[a-z0-9])*$"}
SCALE = either(
    choice(SCALES),
    members(
        {
            "name": {"type": "string", "pattern": "\\S"},
            "rows": listed(
                row({"type": "integer", "minimum": 0, "multipleOf": MP_STEP}, {"type": "integer"}), minItems=1
            ),
            "total": {"type": "integer", "minimum": 2, "multipleOf": 2},
        }
    ),
)
