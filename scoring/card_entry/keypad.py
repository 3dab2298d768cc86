"""The keys for entering cards by tapping, in the letters of the reader's language and the suits of the deck."""

from dataclasses import dataclass, replace

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.card_entry.faces import RED_SUITS
from scoring.engine.cards import RANKS, TILE_COLOURS, Rank
from scoring.engine.deck import Deck
from scoring.engine.notation import JOLLY_TEXT, LETTERS, SIGNS, UNSEEN_SUIT
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
    """A suit's key and then a rank's write a card; the jolly's key writes one by itself.

    A sequence is told by its suit and two of its `places`, a set by one of its `set_ranks` and one of its `numbers`,
    and the wild of either by the jolly's key or the `pinella`'s.
    """

    deck: str
    """`cards` or `tiles`."""
    suits: tuple[Key, ...]
    ranks: tuple[Key, ...]
    jolly: Key
    pinella: Key
    numbers: tuple[int, ...]
    """How many naturals a set can have, the wild aside."""
    values: tuple[int, ...]
    """What cards are worth, the least first."""

    @property
    def places(self) -> tuple[Key, ...]:
        """Those of a sequence: the ranks in their order, and the ace again behind the king."""
        return (*self.ranks, self.ranks[0])

    @property
    def set_ranks(self) -> tuple[Key, ...]:
        """Each writes a natural of a set, of which nobody asks the suit; twos make no set (000)."""
        naturals = (key for rank, key in zip(RANKS, self.ranks, strict=True) if rank is not Rank.TWO)
        return tuple(replace(key, writes=key.writes + UNSEEN_SUIT) for key in naturals)

    @property
    def version(self) -> str:
        """The keys of two rulesets are the same if this is."""
        return " ".join(map(str, (self.deck, self.numbers[-1], *self.values)))

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
    two = ranks[Rank.TWO - 1]
    return Keypad(
        deck="tiles" if tiles else "cards",
        suits=suits,
        ranks=ranks,
        jolly=jolly,
        pinella=replace(two, writes=two.writes + UNSEEN_SUIT, name=_("pinella")),
        numbers=tuple(range(2, len(deck.suits) * deck.copies + 1)),
        values=tuple(deck.values),
    )
