"""The parts that programs with a token read and write, described for OpenAPI."""

from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.endpoint import COMPONENTS
from scoring.api.formats import CardsSide, CountsSide, Given, SlipSide, TotalSide, told

from .formats import Problem, Stretch

AnySide = CardsSide | CountsSide | SlipSide | TotalSide


class Person(Schema):
    last_name: str = told(_("The last name."))
    first_name: str = told(_("The first name; empty where nobody knows it."))
    club: str = told(_("The club; empty where nobody said."))
    card: str = told(_("The number of the federation’s card, with its leading zeros; empty where there is none."))
    category: str = told(_("The category, as the club names its own; empty where there is none."))


class PairPeople(Schema):
    pair: int = told(_("The number of the pair; of the player, in an individual tournament."))
    status: Literal["expected", "active", "withdrawn"] = told(_("Whether it is here."))
    players: list[Person] = told(_("Who was entered: two partners, or one player."))
    substitutes: list[Person] = told(_("Who has taken over the place of one of them."))


class People(Stretch):
    items: list[PairPeople] = told(_("Those of this stretch."))


class SlipHand(Schema):
    end: Literal["closed", "stock", "stall", "time"] = told(_("How the hand ended."))
    ns: AnySide = told(_("What the line ns has, at any depth."))
    ew: AnySide = told(_("What the line ew has, at the same depth."))


class TableResult(Schema):
    round: int = told(_("The number of the round."))
    table: int = told(_("The number of the table."))
    outcome: Literal["open", "played", "rest", "absent_ns", "absent_ew", "absent_both", "arbitral"] = told(
        _("What the result is; open while there is none.")
    )
    hands_per_round: int = told(_("How many hands a slip has."))
    hands: list[SlipHand] = told(_("The hands of the slip, in their order; none while there is no result."))


class Place(Schema):
    path: str = told(_("Where in the body: hands[0].ns.base; empty where it is all of it."))
    message: str = told(_("What is wrong there."))


class SlipProblem(Problem):
    errors: list[Place] = told(_("Everything that is wrong with the slip, place by place."))


class SlipBody(Given):
    hands: list[SlipHand] = told(_("All hands of the round, in their order."))
    confirmed: bool = told(_("Whether somebody has looked at what is unusual in it."), False)


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
