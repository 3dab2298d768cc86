"""What somebody typed about a hand, exactly as it was typed: read from a query or a form, and written back into one.

Each side has a key (`a`, `b`; `ns`, `ew` at a tournament's table) in front of its fields:

| field        | holds                                                                                   |
|--------------|-----------------------------------------------------------------------------------------|
| `rules`      | the key of a ruleset                                                                    |
| `end`        | how the hand ended: `closed_a`, `stock`, `stall`, `time`                                |
| `depth`      | `cards` or `counts`                                                                     |
| `letters`    | the language whose letters the cards are written in: `QC` is another card in another one |
| `a`          | the cards of one meld, once for each meld                                               |
| `a_left`     | the cards left in the hands of the side's players, or their values: `4D 3x5`              |
| `a_pozzetto` | `taken`, `not_taken`, `unlooked`                                                        |
| `a_unlooked` | the same of a pozzetto not yet looked at; or one number, what all its cards are worth     |
| `a_clean` …  | at the depth of counts: the burracos of each grade, `a_melded` and `a_left_value`       |
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from scoring.engine.by_value import write_values
from scoring.engine.cards import Card
from scoring.engine.grades import USUAL_GRADES
from scoring.engine.hand import AnyEntry, AnyHand, CardsEntry, CountsEntry, HandEnd
from scoring.engine.notation import NOTATIONS, Notation, format_cards
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.services import read_typed_cards

VALUES = ("melded", "left_value")
"""What is asked for beside the burracos, in points."""


class Depth(StrEnum):
    """How much of a table is told: its cards, or only how many burracos and what the cards are worth."""

    CARDS = "cards"
    COUNTS = "counts"


class Typed(Protocol):
    """A `QueryDict`, of which only this is asked."""

    def get(self, key: str, default: str, /) -> str: ...
    def getlist(self, key: str, /) -> list[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSide:
    """One side's fields."""

    melds: tuple[str, ...] = ()
    left: str = ""
    pozzetto: str = ""
    unlooked: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    """By grade or value, those that are not blank."""

    @property
    def is_blank(self) -> bool:
        return not any((*self.melds, self.left, self.pozzetto, self.unlooked, *self.counts.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHand:
    """The fields of a whole hand; its sides by their keys, in order."""

    sides: Mapping[str, TypedSide]
    letters: str
    end: str = ""
    depth: Depth = Depth.CARDS

    @property
    def is_blank(self) -> bool:
        return not self.end and all(side.is_blank for side in self.sides.values())


def counted_grades(rules: RuleSet) -> tuple[str, ...]:
    """The burracos in the order in which they are asked for; those that the ruleset does not know may be typed too."""
    return tuple(dict.fromkeys([*map(str, USUAL_GRADES), *rules.rows]))


def read_typed(data: Typed, keys: Sequence[str], language: str, rules: RuleSet) -> TypedHand:
    """The hand as it was typed, in the letters of `language`, with the counts that these rules ask for.

    Only cards that were typed in the letters of another language, and can be read there, are written anew.
    """
    letters = data.get("letters", language)
    typed = TypedHand(
        sides={key: _read_side(data, key, rules) for key in keys},
        letters=letters if letters in NOTATIONS else language,
        end=data.get("end", ""),
        depth=Depth.COUNTS if data.get("depth", "") == Depth.COUNTS else Depth.CARDS,
    )
    return typed if typed.letters == language else _retype(typed, language)


def _read_side(data: Typed, key: str, rules: RuleSet) -> TypedSide:
    counts = {name: data.get(f"{key}_{name}", "") for name in (*counted_grades(rules), *VALUES)}
    return TypedSide(
        melds=tuple(data.getlist(key)),
        left=data.get(f"{key}_left", ""),
        pozzetto=data.get(f"{key}_pozzetto", ""),
        unlooked=data.get(f"{key}_unlooked", ""),
        counts={name: text for name, text in counts.items() if text},
    )


def write_typed(typed: TypedHand) -> list[tuple[str, str]]:
    """The fields that are not blank, as they go into a query; `read_typed` gives the same hand, without blank melds."""
    fields = [("end", typed.end), ("depth", typed.depth.value if typed.depth is not Depth.CARDS else "")]
    for key, side in typed.sides.items():
        fields += [(key, meld) for meld in side.melds if meld.strip()]
        fields += [(f"{key}_left", side.left), (f"{key}_pozzetto", side.pozzetto), (f"{key}_unlooked", side.unlooked)]
        fields += [(f"{key}_{name}", text) for name, text in side.counts.items()]
    written = [(name, text) for name, text in fields if text]
    return [("letters", typed.letters), *written] if written else []


def type_hand(hand: AnyHand, keys: Sequence[str], language: str) -> TypedHand:
    """A hand that is known by its cards or counts, as it would have been typed."""
    closers = [key for key, side in zip(keys, hand.sides, strict=True) if getattr(side, "closed", None)]
    counted = any(isinstance(side, CountsEntry) for side in hand.sides)
    return TypedHand(
        sides={key: _type_side(side, language) for key, side in zip(keys, hand.sides, strict=True)},
        letters=language,
        end=f"{HandEnd.CLOSED}_{closers[0]}" if closers else hand.end.value,
        depth=Depth.COUNTS if counted else Depth.CARDS,
    )


def _type_side(entry: AnyEntry, language: str) -> TypedSide:
    notation = NOTATIONS[language]
    if not isinstance(entry, CardsEntry | CountsEntry):
        return TypedSide()
    pozzetto = entry.pozzetto
    by_worth = str(pozzetto.value or "")
    unlooked = by_worth if pozzetto.shown is None else _type_pile(pozzetto.cards or (), pozzetto.by_value, notation)
    side = TypedSide(pozzetto=pozzetto.state.value, unlooked=unlooked)
    if isinstance(entry, CardsEntry):
        melds = tuple(format_cards(meld, notation) for meld in entry.melds)
        return replace(side, melds=melds, left=_type_pile(entry.left, entry.left_by_value, notation))
    numbers = {str(grade): count for grade, count in entry.burracos.items()}
    numbers |= {"melded": entry.melded, "left_value": entry.left_value}
    return replace(side, counts={name: str(number) for name, number in numbers.items() if number})


def _type_pile(cards: Sequence[Card], by_value: Mapping[int, int], notation: Notation) -> str:
    return f"{format_cards(cards, notation)} {write_values(by_value)}".strip()


def _retype(typed: TypedHand, language: str) -> TypedHand:
    def anew(text: str) -> str:
        return re.sub(r"[^\s,]+", lambda found: _retype_card(found.group(), typed.letters, language), text)

    sides = {
        key: replace(
            side,
            melds=tuple(anew(meld) for meld in side.melds),
            left=anew(side.left),
            unlooked=anew(side.unlooked),
        )
        for key, side in typed.sides.items()
    }
    return replace(typed, sides=sides, letters=language)


def _retype_card(text: str, letters: str, language: str) -> str:
    try:
        return format_cards(read_typed_cards(text, letters), NOTATIONS[language])
    except InvalidNotation:
        return text
