"""The JSON Schema of a side of a hand, at each of its depths (docs/interchange.md §2)."""

from scoring.engine.hand import PozzettoState

from .schema_parts import FLAG, NEVER, NOTHING, Schema, choice, either, listed, members, when

CARDS: Schema = {
    "type": "string",
    "description": "Cards: 3H 10S QD AC, the jolly JK; tiles 5R 12N; K? without its suit.",
}
POINTS: Schema = {"type": "integer"}
BY_VALUE: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^[1-9][0-9]{0,5}$"},
    "additionalProperties": {"type": "integer", "minimum": 1},
}
IF_UNLOOKED = {"pozzetto_cards": CARDS, "pozzetto_by_value": BY_VALUE, "pozzetto_value": POINTS}
"""What may be said of an unlooked pozzetto, and of no other."""
TABLE = {"pozzetto": choice(PozzettoState), **IF_UNLOOKED}
KNOWN_ONLY_UNLOOKED = when(
    {"pozzetto": {"const": PozzettoState.UNLOOKED.value}}, {}, {"properties": dict.fromkeys(IF_UNLOOKED, NEVER)}
)

AS_CARDS = members(
    {"melds": listed(CARDS), "left": CARDS, "closed": FLAG},
    {"left_by_value": BY_VALUE, **TABLE},
    allOf=[KNOWN_ONLY_UNLOOKED],
)
AS_COUNTS = members(
    {"melded": POINTS, "left_value": POINTS, "closed": FLAG},
    TABLE,
    additionalProperties=POINTS | {"description": "How many burracos of a grade, by the grade’s key."},
    allOf=[KNOWN_ONLY_UNLOOKED],
)
AS_ON_THE_SLIP = members({"base": POINTS, "points": POINTS}, {"closed": either(FLAG, NOTHING)})
AS_A_TOTAL = members({"total": POINTS})

SIDE: Schema = {
    "type": "object",
    "description": "A side as cards, as counts, as on the slip, or only its total; both sides of a hand alike.",
    **when(
        {"melds": {}},
        AS_CARDS,
        when({"melded": {}}, AS_COUNTS, when({"total": {}}, AS_A_TOTAL, AS_ON_THE_SLIP)),
    ),
}
