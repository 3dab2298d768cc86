"""The notation of cards: one for JSON, and each language's own letters and names for people.

Source: docs/interchange.md §1.

A card is its rank followed by its suit: `3H`, `10S` or `TS`, `QD`, `AC`, `JK`. Suit symbols (♠♥♦♣) and lower case are
accepted; spaces and commas separate cards. `K?` is a king whose suit was not noted. The same letter means another suit
in another language (`QC` is the queen of clubs in English and of hearts in Italian), so the notation is always an
argument and never guessed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from scoring.engine.cards import CARD_SUITS, JOLLY, RANKS, TILE_COLOURS, Card, Rank, Suit
from scoring.engine.violations import InvalidNotation

SIGNS: Mapping[Suit, str] = dict(zip(CARD_SUITS, "♠♥♦♣", strict=True))

VARIATION_SELECTORS = "\ufe0e\ufe0f"
"""Characters that a phone's keyboard adds to a suit symbol; they say how to draw it, not which it is."""

LETTERS: Mapping[Rank, str] = {
    **{rank: str(int(rank)) for rank in RANKS},
    Rank.ACE: "A",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
}
"""The letters of the ranks in every language; a tile's rank is its number."""

JOLLY_TEXT = "JK"

UNSEEN_SUIT = "?"
"""Stands for a suit that was not noted: `K?` is a king."""

TOKEN = re.compile(r"[^\s,]+")


class UnreadableCard(InvalidNotation):
    """A piece of the text is not a card.

    `token` is the piece, `number` its position (from 1), `offset` its first character.
    """

    def __init__(self, *, token: str, number: int, offset: int) -> None:
        super().__init__(f"card {number}, character {offset + 1}: expected a card, got {token!r}")
        self.token = token
        self.number = number
        self.offset = offset


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """One way to write cards: its letters, and the names that are read aloud."""

    suits: Mapping[Suit, str]
    """The letter of every suit and colour."""
    rank_letters: Mapping[str, Rank] = field(default_factory=dict)
    """Letters of the language besides A, J, Q, K, T and the numbers."""
    jolly_words: tuple[str, ...] = ()
    """The words for the jolly besides JK; the first is its name."""
    rank_names: tuple[str, ...] = ()
    """The names from ace to king."""
    suit_names: Mapping[Suit, str] = field(default_factory=dict)
    card_name: str = ""
    """The pattern that makes a card's name from rank and suit."""
    tile_name: str = ""
    """The pattern that makes a tile's name from number and colour."""
    texts: Mapping[str, Card] = field(init=False, repr=False, compare=False)
    """Every text that is read as a card."""

    def __post_init__(self) -> None:
        texts: dict[str, Card] = {}
        for text, card in _all_texts(self):
            if texts.setdefault(text, card) != card:
                raise ValueError(f"expected a text for one card only, got {text!r} for {texts[text]} and {card}")
        object.__setattr__(self, "texts", texts)


def _all_texts(notation: Notation) -> Iterator[tuple[str, Card]]:
    yield from ((word.upper(), JOLLY) for word in (JOLLY_TEXT, *notation.jolly_words))
    letters = [(text, rank) for rank, text in LETTERS.items()]
    letters += [("T", Rank.TEN), *notation.rank_letters.items()]
    yield from ((text + UNSEEN_SUIT, Card(rank, None)) for text, rank in letters)
    for (text, rank), suit in product(letters, CARD_SUITS):
        yield from ((text + written, Card(rank, suit)) for written in (notation.suits[suit], SIGNS[suit]))
    yield from ((f"{int(rank)}{UNSEEN_SUIT}", Card(rank, None)) for rank in RANKS)
    for rank, colour in product(RANKS, TILE_COLOURS):
        yield f"{int(rank)}{notation.suits[colour]}", Card(rank, colour)


JSON = Notation(suits={suit: suit.value for suit in Suit})

ENGLISH = Notation(
    suits=JSON.suits,
    jolly_words=("joker", "jolly"),
    rank_names=("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
    suit_names=dict(
        zip(Suit, ("spades", "hearts", "diamonds", "clubs", "red", "black", "blue", "yellow"), strict=True)
    ),
    card_name="{rank} of {suit}",
    tile_name="{suit} {rank}",
)

ITALIAN = Notation(
    suits=dict(zip(Suit, "PCQFRNBG", strict=True)),
    rank_letters={"F": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING},
    jolly_words=("jolly",),
    rank_names=(
        *("asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"),
        *("fante", "donna", "re"),
    ),
    suit_names=dict(zip(Suit, ("picche", "cuori", "quadri", "fiori", "rosso", "nero", "blu", "giallo"), strict=True)),
    card_name="{rank} di {suit}",
    tile_name="{rank} {suit}",
)

SPANISH = Notation(
    # Azul and amarillo begin with the same letter, so another letter distinguishes them.
    suits=dict(zip(Suit, "PCDTRNZM", strict=True)),
    # R could be the reina or the rey, so it is not used.
    jolly_words=("joker", "comodín", "comodin"),
    rank_names=(
        *("as", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
        *("jota", "reina", "rey"),
    ),
    suit_names=dict(
        zip(Suit, ("picas", "corazones", "diamantes", "tréboles", "rojo", "negro", "azul", "amarillo"), strict=True)
    ),
    card_name="{rank} de {suit}",
    tile_name="{rank} {suit}",
)

PORTUGUESE = Notation(
    # Azul and amarelo as in Spanish; P is paus, so preto keeps the letter that black has in JSON.
    suits=dict(zip(Suit, "ECOPVNZM", strict=True)),
    rank_letters={"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING},
    jolly_words=("joker", "curinga", "coringa"),
    rank_names=(
        *("ás", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez"),
        *("valete", "dama", "rei"),
    ),
    suit_names=dict(
        zip(Suit, ("espadas", "copas", "ouros", "paus", "vermelho", "preto", "azul", "amarelo"), strict=True)
    ),
    card_name="{rank} de {suit}",
    tile_name="{rank} {suit}",
)

NOTATIONS: Mapping[str, Notation] = {"it": ITALIAN, "en": ENGLISH, "es": SPANISH, "pt": PORTUGUESE}
"""The notations for people by language code."""


def parse_cards(text: str, notation: Notation = JSON) -> tuple[Card, ...]:
    """Return the cards in the order of the text. Raise UnreadableCard for the first piece that is not a card.

    >>> format_cards(parse_cards("3h, TS Q♥ jk"))
    '3H 10S QH JK'
    """
    return tuple(_parse(found, number, notation) for number, found in enumerate(TOKEN.finditer(text), start=1))


def _parse(found: re.Match[str], number: int, notation: Notation) -> Card:
    token = found.group()
    text = token.rstrip(VARIATION_SELECTORS).upper()
    try:
        return notation.texts[text]
    except KeyError:
        raise UnreadableCard(token=token, number=number, offset=found.start()) from None


def format_cards(cards: Iterable[Card], notation: Notation = JSON) -> str:
    """Return the cards as `parse_cards` reads them."""
    return " ".join(format_card(card, notation) for card in cards)


def format_card(card: Card, notation: Notation = JSON) -> str:
    if card.rank is Rank.JOLLY:
        return JOLLY_TEXT
    return _rank_text(card) + (UNSEEN_SUIT if card.suit is None else notation.suits[card.suit])


def show_card(card: Card, notation: Notation) -> str:
    """Return the card for a sentence, with its symbol: `2♣`; a tile with its letter: `5R`; the jolly by name."""
    if card.rank is Rank.JOLLY:
        return notation.jolly_words[0]
    if card.suit is None:
        return _rank_text(card) + UNSEEN_SUIT
    return _rank_text(card) + SIGNS.get(card.suit, notation.suits[card.suit])


def name_card(card: Card, notation: Notation) -> str:
    """Return the card as it is read aloud: `queen of hearts`, `red 5`, `joker`; without a suit, `queen`."""
    if card.rank is Rank.JOLLY:
        return notation.jolly_words[0]
    if card.suit is None:
        return notation.rank_names[card.rank - 1]
    if card.suit in TILE_COLOURS:
        return notation.tile_name.format(rank=int(card.rank), suit=notation.suit_names[card.suit])
    return notation.card_name.format(rank=notation.rank_names[card.rank - 1], suit=notation.suit_names[card.suit])


def _rank_text(card: Card) -> str:
    return str(int(card.rank)) if card.suit in TILE_COLOURS else LETTERS[card.rank]
