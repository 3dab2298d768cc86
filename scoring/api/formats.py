"""The requests and responses of the endpoint, described for OpenAPI (docs/interchange.md §2, §3).

These classes only describe; `scoring.services` reads, and names the path of what it cannot read. The tests keep the two
consistent.
"""

from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from ninja import Schema
from pydantic import ConfigDict, Field

from scoring.engine.rulebooks import RULEBOOKS

PozzettoState = Literal["taken", "not_taken", "unlooked"]


def member(text: Promise, default: Any = ..., **more: Any) -> Any:
    """Return a member with its description, in the language of the requested document."""
    return Field(default, description=text, **more)  # type: ignore[call-overload]


def optional_member(text: Promise) -> Any:
    """Return a member that may be omitted but is never null."""
    return member(text, None, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


class StrictSchema(Schema):
    """Unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class PozzettoSide(StrictSchema):
    pozzetto: PozzettoState = optional_member(
        _(
            "What happened to the pozzetto; unlooked: taken, but not yet looked at when the hand ended. Left out only "
            "if the ruleset has none."
        )
    )
    pozzetto_cards: str = optional_member(_("The cards of an unlooked pozzetto."))
    pozzetto_by_value: dict[str, int] = optional_member(
        _("Its other cards, of which only the values are known: how many of each value, by points.")
    )
    pozzetto_value: int = optional_member(_("What they are worth, if only that is known."))
    closed: bool = member(_("Whether this side closed the hand."))
    solo: bool = optional_member(_("With three players: whether this side is the one who plays alone."))


class CardsSide(PozzettoSide):
    melds: list[str] = member(
        _("The cards of each meld: 3H 10S QD AC, the joker JK; tiles 5R 12N; in a set K? if its suit is unknown.")
    )
    left: str = member(_("The cards left in the hands of the side’s players."))
    left_by_value: dict[str, int] = optional_member(
        _("The other cards left in hand, of which only the values are known: how many of each value, by points.")
    )


class CountsSide(PozzettoSide):
    """The usual burracos, and the club's own by their keys."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"additionalProperties": {"type": "integer"}})

    clean: int = member(_("How many clean burracos."), 0)
    semi_clean: int = member(_("How many semi-clean burracos."), 0)
    dirty: int = member(_("How many dirty burracos."), 0)
    royal: int = member(_("How many royal burracos."), 0)
    ace_to_ace: int = optional_member(_("How many burracos from ace to ace."))
    wilds_alone: int = optional_member(_("How many burracos of wilds."))
    red_threes: int = optional_member(_("How many red threes are laid."))
    melded: int = member(_("What the cards melded are worth, in points."))
    left_value: int = member(_("What the cards left in hand are worth, in points."))


class SlipSide(StrictSchema):
    base: int = member(_("The base column of the slip."))
    points: int = member(_("The points column of the slip."))
    closed: bool | None = member(_("Whether this side closed, if the slip says so."), None)
    solo: bool = optional_member(_("With three players: whether this side is the one who plays alone."))


class TotalSide(StrictSchema):
    total: int = member(_("Only the score of the side."))
    solo: bool = optional_member(_("With three players: whether this side is the one who plays alone."))


class Hand(StrictSchema):
    ruleset: str = member(_("The key of a preset."), json_schema_extra={"enum": list(RULEBOOKS)})
    options: dict[str, Any] = optional_member(_("What the club plays differently, by option."))
    end: Literal["closed", "stock", "stall", "time"] = member(_("How the hand ended."))
    players: Literal[2, 3, 4, 6] = member(_("The number of players."), 4)
    partners: bool = optional_member(_("With three players: false if each plays alone and has a pozzetto."))
    sides: list[CardsSide | CountsSide | SlipSide | TotalSide] = member(
        _(
            "Two sides, all at the same depth; three in a three-player hand without any pozzetto or without partners, "
            "and with six players in pairs."
        )
    )


class MeldRead(Schema):
    cards: str = member(_("Its cards, in their order on the table."))
    kind: Literal["set", "sequence"] = member(_("Set or sequence."))
    grade: str = member(
        _(
            "clean, semi_clean, dirty, royal, ace_to_ace, wilds_alone, or a grade of the club’s own; plain with fewer "
            "than 7 cards."
        )
    )
    value: int = member(_("What its cards are worth, in points."))
    bonus: int = member(_("The bonus of the burraco, in points."))
    wild: bool = optional_member(_("For a plain meld: whether it has a wild."))


class Line(Schema):
    item: str = member(_("What the line is about."))
    count: int = member(_("How many cards or burracos."))
    points: int = member(_("What they count, together."))
    label: str = optional_member(_("For one of the club’s own grades: what the club calls it."))


class SideScore(Schema):
    total: int = member(_("The sum of the lines."))
    base: int | None = member(_("The base column of the slip; null if only the total is known."))
    points: int | None = member(_("The points column of the slip; null if only the total is known."))
    melds: list[MeldRead] = member(_("Each meld as it was read, if the cards are known."))
    lines: list[Line] = member(_("What the score is made of."))


class Fault(Schema):
    code: str = member(_("What is wrong; the code never changes."))
    side: int | None = member(_("Which side, from 0; null if it is about all of the table."))
    meld: int | None = member(_("Which of its melds, from 0."))
    cards: str = member(_("The cards that it is about."))
    message: str = member(_("The same as a sentence, in the language of the address."))


class Doubt(Schema):
    code: str = member(_("What is unusual; the code never changes."))
    side: int | None = member(_("Which side, from 0; null if it is about all of the table."))
    message: str = member(_("The same as a sentence, in the language of the address."))


class Answer(Schema):
    legal: bool = member(_("Whether nothing is wrong."))
    violations: list[Fault] = member(_("Everything that is wrong."))
    sides: list[SideScore] = member(_("The scores, in the order of the sides; none if anything is wrong."))
    doubts: list[Doubt] = optional_member(_("For a legal but unusual hand: what to check."))


class Unreadable(Schema):
    error: str = member(_("The path of the value, what was expected there, and what was found."))
