"""The parts that programs with a token read and write, described for OpenAPI."""

from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.endpoint import COMPONENTS
from scoring.api.formats import CardsSide, CountsSide, SlipSide, StrictSchema, TotalSide, member

from .formats import Problem, Stretch

AnySide = CardsSide | CountsSide | SlipSide | TotalSide


class Person(Schema):
    last_name: str = member(_("The last name."))
    first_name: str = member(_("The first name; empty if it is not known."))
    club: str = member(_("The club; empty if none was given."))
    card: str = member(_("The number of the federation’s card, with its leading zeros; empty if there is none."))
    category: str = member(_("The category, as the club names its own; empty if there is none."))


class PairPeople(Schema):
    pair: int = member(_("The number of the pair; of the player, in an individual tournament."))
    status: Literal["expected", "active", "withdrawn"] = member(_("Whether it is here."))
    players: list[Person] = member(_("Who was entered: two partners, or one player."))
    substitutes: list[Person] = member(_("Who has taken over the place of one of them."))


class People(Stretch):
    items: list[PairPeople] = member(_("Those on this page."))


class SlipHand(Schema):
    end: Literal["closed", "stock", "stall", "time"] = member(_("How the hand ended."))
    ns: AnySide = member(_("What the line ns has, at any depth."))
    ew: AnySide = member(_("What the line ew has, at the same depth."))


class TableResult(Schema):
    round: int = member(_("The number of the round."))
    table: int = member(_("The number of the table."))
    outcome: Literal["open", "played", "rest", "absent_ns", "absent_ew", "absent_both", "arbitral"] = member(
        _("What the result is; open while there is none.")
    )
    hands_per_round: int = member(_("How many hands a slip has."))
    hands: list[SlipHand] = member(_("The hands of the slip, in their order; none while there is no result."))


class Place(Schema):
    path: str = member(_("Where in the body: hands[0].ns.base; empty for the whole body."))
    message: str = member(_("What is wrong there."))


class SlipProblem(Problem):
    errors: list[Place] = member(_("Everything that is wrong with the slip, place by place."))


class SlipBody(StrictSchema):
    hands: list[SlipHand] = member(_("All hands of the round, in their order."))
    confirmed: bool = member(_("Whether somebody has checked what is unusual in it."), False)


IF_MATCH: dict[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": _("The state from which the slip was made: the ETag of the last answer, with its quotes."),
    "schema": {"type": "string"},
    "example": '"17-0"',
}
"""The header that names the state of the table."""
SLIP_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {"$ref": f"{COMPONENTS}SlipBody"},
            "example": {
                "hands": [
                    {"end": "closed", "ns": {"base": 300, "points": 120}, "ew": {"base": 0, "points": 85}},
                    {"end": "stock", "ns": {"base": 100, "points": 40}, "ew": {"base": 200, "points": 145}},
                ]
            },
        }
    },
}
"""The description of the request that `tournaments/api/slips.py` reads."""
