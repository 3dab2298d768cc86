"""The fields of a hand exactly as typed: read from a query or a form, and written back into one.

The names of a side's fields begin with its key (`a`, `b`; `ns`, `ew` at a tournament's table):

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

from scoring.engine.cards import Card
from scoring.engine.grades import USUAL_GRADES
from scoring.engine.hand import AnyEntry, AnyHand, CardsEntry, CountsEntry, HandEnd
from scoring.engine.notation import NOTATIONS, Notation, format_cards
from scoring.engine.ruleset import RuleSet
from scoring.engine.value_notation import write_values
from scoring.engine.violations import InvalidNotation
from scoring.services import read_typed_cards

VALUES = ("melded", "left_value")
"""The values that are entered besides the burracos, in points."""


class EntryDepth(StrEnum):
    """The detail in which a table is entered: its cards, or only the number of burracos and the value of the cards."""

    CARDS = "cards"
    COUNTS = "counts"


class TypedData(Protocol):
    """The interface of a `QueryDict` that is used here."""

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
    """The non-empty fields, by grade or value."""

    @property
    def is_blank(self) -> bool:
        return not any((*self.melds, self.left, self.pozzetto, self.unlooked, *self.counts.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHand:
    """The fields of a whole hand, with the sides by key in their order."""

    sides: Mapping[str, TypedSide]
    letters: str
    end: str = ""
    depth: EntryDepth = EntryDepth.CARDS

    @property
    def is_blank(self) -> bool:
        return not self.end and all(side.is_blank for side in self.sides.values())


def counted_grades(rules: RuleSet) -> tuple[str, ...]:
    """Return the burracos in the order of the page, including those that the ruleset does not have."""
    return tuple(dict.fromkeys([*map(str, USUAL_GRADES), *rules.rows]))


def read_typed(data: TypedData, keys: Sequence[str], language: str, rules: RuleSet) -> TypedHand:
    """Return the hand as typed, in the letters of `language`, with the counts that these rules need.

    Cards in the letters of another language are rewritten if they can be read there.
    """
    letters = data.get("letters", language)
    typed = TypedHand(
        sides={key: _read_side(data, key, rules) for key in keys},
        letters=letters if letters in NOTATIONS else language,
        end=data.get("end", ""),
        depth=EntryDepth.COUNTS if data.get("depth", "") == EntryDepth.COUNTS else EntryDepth.CARDS,
    )
    return typed if typed.letters == language else _retype(typed, language)


def _read_side(data: TypedData, key: str, rules: RuleSet) -> TypedSide:
    counts = {name: data.get(f"{key}_{name}", "") for name in (*counted_grades(rules), *VALUES)}
    return TypedSide(
        melds=tuple(data.getlist(key)),
        left=data.get(f"{key}_left", ""),
        pozzetto=data.get(f"{key}_pozzetto", ""),
        unlooked=data.get(f"{key}_unlooked", ""),
        counts={name: text for name, text in counts.items() if text},
    )


def write_typed(typed: TypedHand) -> list[tuple[str, str]]:
    """Return the non-empty fields for a query. `read_typed` returns the same hand from them, without empty melds."""
    fields = [("end", typed.end), ("depth", typed.depth.value if typed.depth is not EntryDepth.CARDS else "")]
    for key, side in typed.sides.items():
        fields += [(key, meld) for meld in side.melds if meld.strip()]
        fields += [(f"{key}_left", side.left), (f"{key}_pozzetto", side.pozzetto), (f"{key}_unlooked", side.unlooked)]
        fields += [(f"{key}_{name}", text) for name, text in side.counts.items()]
    written = [(name, text) for name, text in fields if text]
    return [("letters", typed.letters), *written] if written else []


def type_hand(hand: AnyHand, keys: Sequence[str], language: str) -> TypedHand:
    """Return a hand known by its cards or counts as it would have been typed."""
    closers = [key for key, side in zip(keys, hand.sides, strict=True) if getattr(side, "closed", None)]
    counted = any(isinstance(side, CountsEntry) for side in hand.sides)
    return TypedHand(
        sides={key: _type_side(side, language) for key, side in zip(keys, hand.sides, strict=True)},
        letters=language,
        end=f"{HandEnd.CLOSED}_{closers[0]}" if closers else hand.end.value,
        depth=EntryDepth.COUNTS if counted else EntryDepth.CARDS,
    )


def _type_side(entry: AnyEntry, language: str) -> TypedSide:
    notation = NOTATIONS[language]
    if not isinstance(entry, CardsEntry | CountsEntry):
        return TypedSide()
    pozzetto = entry.pozzetto
    by_worth = str(pozzetto.value or "")
    unlooked = by_worth
    if pozzetto.card_count is not None:
        unlooked = _type_pile(pozzetto.cards or (), pozzetto.by_value, notation)
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
    def in_language(text: str) -> str:
        return re.sub(r"[^\s,]+", lambda found: _retype_card(found.group(), typed.letters, language), text)

    sides = {
        key: replace(
            side,
            melds=tuple(in_language(meld) for meld in side.melds),
            left=in_language(side.left),
            unlooked=in_language(side.unlooked),
        )
        for key, side in typed.sides.items()
    }
    return replace(typed, sides=sides, letters=language)


def _retype_card(text: str, letters: str, language: str) -> str:
    try:
        return format_cards(read_typed_cards(text, letters), NOTATIONS[language])
    except InvalidNotation:
        return text
