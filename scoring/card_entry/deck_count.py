"""The cards of the deck that have not been entered yet, as numbers beside the hand: `37 cards: ♠ 9, ♥ 3, …`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from scoring.engine.cards import Card
from scoring.engine.remaining_cards import remaining_cards
from scoring.engine.ruleset import RuleSet

from .keypad import keypad_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPart:
    """The cards of a suit, the twos or the jollies, and how many of them have not been entered."""

    face: str
    name: str
    look: str
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCount:
    """The number of cards not entered: the sum of the parts, less the cards that nobody can identify."""

    cards: int
    parts: tuple[DeckPart, ...]
    unseen: int
    """Cards entered by rank or value alone, or hidden in an unlooked pozzetto."""


def count_deck(rules: RuleSet, cards: Sequence[Card], by_value: Mapping[int, int], hidden: int) -> DeckCount:
    """Return the count from `remaining_cards`, with the keys that write the cards."""
    rest, keypad = remaining_cards(rules.deck, cards, by_value, hidden), keypad_for(rules)
    suits = (
        DeckPart(face=key.face, name=key.name, look=key.look, cards=number)
        for key, number in zip(keypad.suits, rest.suits.values(), strict=True)
    )
    two, jolly = keypad.pinella.face, keypad.jolly
    parts = (
        *suits,
        DeckPart(face=two, name=pgettext("rank", "twos"), look="black", cards=rest.twos),
        DeckPart(face=jolly.face, name=jolly.name, look="black", cards=rest.jollies),
    )
    return DeckCount(cards=rest.cards, parts=parts, unseen=rest.unseen)
