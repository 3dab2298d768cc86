"""What goes in and out of the endpoint, described for OpenAPI (interchange.md).

These classes describe; they do not read. `scoring.services` does, and names the path of what it cannot read. The
tests hold the two together. The descriptions are in English, as in the OpenAPI document; the page translates them.
"""

from typing import Any, Literal

from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import ConfigDict, Field

from scoring.engine.rulebooks import RULEBOOKS

PozzettoState = Literal["taken", "not_taken", "unlooked"]


def may_be(description: str) -> Any:
    """A member that may be left out, but that is never null."""
    return Field(None, description=description, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


class Given(Schema):
    """Unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class Table(Given):
    pozzetto: PozzettoState = Field(
        description=_("What became of the pozzetto; unlooked: taken, and not yet looked at when the hand ended.")
    )
    pozzetto_cards: str = may_be(_("The cards of an unlooked pozzetto."))
    pozzetto_value: int = may_be(_("What they are worth, where only that is known."))
    closed: bool = Field(description=_("Whether this side closed the hand."))
    solo: bool = may_be(_("Of three players: whether this side is the one who plays alone."))


class CardsSide(Table):
    melds: list[str] = Field(description=_("The cards of each meld: 3H 10S QD AC, the jolly JK; tiles 5R 12N."))
    left: str = Field(description=_("The cards left in the hands of the side's players."))


class CountsSide(Table):
    clean: int = Field(0, description=_("How many clean burracos."))
    semi_clean: int = Field(0, description=_("How many semi-clean burracos."))
    dirty: int = Field(0, description=_("How many dirty burracos."))
    royal: int = Field(0, description=_("How many royal burracos."))
    melded: int = Field(description=_("What the cards melded are worth, in points."))
    left_value: int = Field(description=_("What the cards left in hand are worth, in points."))


class SlipSide(Given):
    base: int = Field(description=_("The base column of the slip."))
    points: int = Field(description=_("The points column of the slip."))
    closed: bool | None = Field(None, description=_("Whether this side closed, where the slip says so."))
    solo: bool = may_be(_("Of three players: whether this side is the one who plays alone."))


class TotalSide(Given):
    total: int = Field(description=_("Only the score of the side."))
    solo: bool = may_be(_("Of three players: whether this side is the one who plays alone."))


class Hand(Given):
    ruleset: str = Field(description=_("The key of a preset."), json_schema_extra={"enum": list(RULEBOOKS)})
    options: dict[str, Any] = Field(default_factory=dict, description=_("What the club plays otherwise, by option."))
    end: Literal["closed", "stock", "stall", "time"] = Field(description=_("How the hand ended."))
    players: Literal[2, 3, 4] = Field(4, description=_("How many play."))
    sides: list[CardsSide | CountsSide | SlipSide | TotalSide] = Field(
        description=_("Two sides, all at the same depth; three of a three-player hand without any pozzetto.")
    )


class MeldRead(Schema):
    cards: str = Field(description=_("Its cards, in their order on the table."))
    kind: Literal["set", "sequence"] = Field(description=_("Set or sequence."))
    grade: Literal["plain", "clean", "semi_clean", "dirty", "royal"] = Field(
        description=_("The grade of the burraco; plain with fewer than 7 cards.")
    )
    value: int = Field(description=_("What its cards are worth, in points."))
    bonus: int = Field(description=_("The bonus of the burraco, in points."))
    wild: bool = may_be(_("Of a plain meld: whether it has a wild."))


class Line(Schema):
    item: str = Field(description=_("What the line is about."))
    count: int = Field(description=_("How many cards or burracos."))
    points: int = Field(description=_("What they count, together."))


class SideScore(Schema):
    total: int = Field(description=_("The sum of the lines."))
    base: int | None = Field(description=_("The base column of the slip; null where only the total is known."))
    points: int | None = Field(description=_("The points column of the slip; null where only the total is known."))
    melds: list[MeldRead] = Field(description=_("Each meld as it was read, where the cards are known."))
    lines: list[Line] = Field(description=_("What the score is made of."))


class Fault(Schema):
    code: str = Field(description=_("What is wrong; the code never changes."))
    side: int | None = Field(description=_("Which side, from 0; null if it is about all of the table."))
    meld: int | None = Field(description=_("Which of its melds, from 0."))
    cards: str = Field(description=_("The cards that it is about."))
    message: str = Field(description=_("The same as a sentence, in the language of the address."))


class Answer(Schema):
    legal: bool = Field(description=_("Whether nothing is wrong."))
    violations: list[Fault] = Field(description=_("Everything that is wrong."))
    sides: list[SideScore] = Field(description=_("The scores, in the order of the sides; none if anything is wrong."))


class Unreadable(Schema):
    error: str = Field(description=_("The path of the value, what was expected there, and what was found."))
