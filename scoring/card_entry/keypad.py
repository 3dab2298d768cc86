"""The keys for entering cards by tapping, in the letters of the reader's language and the suits of the deck."""

from dataclasses import dataclass, replace

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.engine.cards import RANKS, RED_SUITS, TILE_COLOURS, Rank
from scoring.engine.notation import JOLLY_TEXT, LETTERS, SIGNS, UNSEEN_SUIT
from scoring.engine.ruleset import RuleSet
from scoring.messages import notation_for

TEXT_STYLE = "\ufe0e"
"""The character that requests a suit symbol in the text's colour instead of a coloured picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: what it writes, what is on it, and what a screen reader says."""

    writes: str
    face: str
    name: str
    look: str = ""
    """The look, as for a card's face: `red`, `black`, or a tile's colour, `tile-r`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """The keys: a suit followed by a rank writes a card; the jolly's key writes one alone.

    A sequence is entered by its suit and two of its `places`, a set by one of its `set_ranks` and one of its `numbers`,
    and the wilds of either by the key of the jolly or of the `pinella`.
    """

    deck: str
    """`cards` or `tiles`."""
    suits: tuple[Key, ...]
    ranks: tuple[Key, ...]
    jolly: Key
    has_jollies: bool
    """Whether the deck has jollies; without them their key is not shown."""
    pinella: Key
    most_wilds: int
    """The most wilds of a meld."""
    numbers: tuple[int, ...]
    """The possible numbers of naturals in a set."""
    values: tuple[int, ...]
    """The values of cards, the lowest first."""
    has_sequences: bool = True
    """Whether sequences may be melded; without them they have no keys."""

    @property
    def places(self) -> tuple[Key, ...]:
        """The places of a sequence: the ranks in order, and the ace again after the king."""
        return (*self.ranks, self.ranks[0])

    @property
    def set_ranks(self) -> tuple[Key, ...]:
        """The ranks of sets. Each key writes a natural without its suit; twos make no set (000)."""
        naturals = (key for rank, key in zip(RANKS, self.ranks, strict=True) if rank is not Rank.TWO)
        return tuple(replace(key, writes=key.writes + UNSEEN_SUIT) for key in naturals)

    @property
    def version(self) -> str:
        """A text that is equal for rulesets with the same keys."""
        numbers = self.numbers[0], self.numbers[-1]
        return " ".join(
            map(str, (self.deck, *numbers, self.has_jollies, self.has_sequences, self.most_wilds, *self.values))
        )

    @property
    def example(self) -> str:
        """A meld as it is typed, without line breaks: `3H 4H 5H`."""
        return "\u00a0".join(rank.writes + self.suits[1].writes for rank in self.ranks[2:5])


def keypad_for(rules: RuleSet) -> Keypad:
    """Return the keys that write the cards of a ruleset's deck, in the notation of the current language."""
    deck = rules.deck
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
        has_jollies=deck.jollies > 0,
        pinella=replace(two, writes=two.writes + UNSEEN_SUIT, name=_("pinella")),
        most_wilds=rules.most_wilds(deck.cards),
        numbers=tuple(range(1 if rules.most_wilds(1) > 1 else 2, len(deck.suits) * deck.copies + 1)),
        values=tuple(deck.values),
        has_sequences=rules.sequences_allowed,
    )
