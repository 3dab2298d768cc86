"""The keys for entering cards by tapping, in the letters of the reader's language and the suits of the deck."""

from dataclasses import dataclass

from django.utils.translation import get_language

from scoring.card_entry.faces import RED_SUITS
from scoring.engine.cards import RANKS, TILE_COLOURS
from scoring.engine.deck import Deck
from scoring.engine.notation import JOLLY_TEXT, LETTERS, SIGNS
from scoring.messages import notation_for

TEXT_STYLE = "\ufe0e"
"""Asks for a suit's sign in the text's own colour, not as a coloured picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: what it writes, what stands on it, what a screen reader says."""

    writes: str
    face: str
    name: str
    look: str = ""
    """As of a card's face: `red`, `black`, or a tile's colour, `tile-r`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """A suit's key and then a rank's write a card; the jolly's key writes one by itself."""

    deck: str
    """`cards` or `tiles`: the keys are the same for all rulesets of one deck."""
    suits: tuple[Key, ...]
    ranks: tuple[Key, ...]
    jolly: Key

    @property
    def example(self) -> str:
        """A meld as it is typed: `3H 4H 5H`, in one piece."""
        return "\u00a0".join(rank.writes + self.suits[1].writes for rank in self.ranks[2:5])


def keypad_for(deck: Deck) -> Keypad:
    notation = notation_for(get_language())
    tiles = deck.suits[0] in TILE_COLOURS
    suits = tuple(
        Key(
            writes=notation.suits[suit],
            face=notation.suits[suit] if tiles else SIGNS[suit] + TEXT_STYLE,
            name=notation.suit_names[suit],
            look=f"tile-{suit.lower()}" if tiles else "red" if suit in RED_SUITS else "black",
        )
        for suit in deck.suits
    )
    texts = {rank: str(int(rank)) if tiles else LETTERS[rank] for rank in RANKS}
    ranks = tuple(
        Key(writes=text, face=text, name=text if tiles else notation.rank_names[rank - 1])
        for rank, text in texts.items()
    )
    jolly = Key(writes=JOLLY_TEXT, face="★", name=notation.jolly_words[0])
    return Keypad(deck="tiles" if tiles else "cards", suits=suits, ranks=ranks, jolly=jolly)
