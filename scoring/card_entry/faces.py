"""Cards as they are drawn on a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from scoring.engine.cards import TILE_COLOURS, Card, Suit
from scoring.engine.melds import Meld
from scoring.engine.notation import LETTERS, SIGNS
from scoring.messages import meld_sentence, notation_for, show_cards, spell_cards

RED_SUITS = frozenset({Suit.HEARTS, Suit.DIAMONDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One card: what stands on it, and what it looks like."""

    rank: str
    sign: str
    """The suit's sign, or the letter of a tile's colour."""
    look: str
    """`red`, `black`, `jolly`, or a tile's colour: `tile-r`."""
    is_wild: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldShown:
    """Cards in a row, read aloud as one, and what is said of them."""

    faces: tuple[Face, ...]
    spelled: str
    explained: str
    value: int | None = None
    bonus: int = 0

    @property
    def total(self) -> int:
        return (self.value or 0) + self.bonus


def show_meld(meld: Meld) -> MeldShown:
    """A meld as it lies on the table, its wild marked."""
    return MeldShown(
        faces=_faces(meld.cards, wild_at=meld.wild_at),
        spelled=spell_cards(meld.cards),
        explained=meld_sentence(meld),
        value=meld.value,
        bonus=meld.bonus,
    )


def show_no_meld(cards: Sequence[Card], why: str) -> MeldShown:
    return MeldShown(faces=_faces(cards), spelled=spell_cards(cards), explained=why)


def _faces(cards: Sequence[Card], *, wild_at: int | None = None) -> tuple[Face, ...]:
    return tuple(_face(card, is_wild=at == wild_at) for at, card in enumerate(cards))


def _face(card: Card, *, is_wild: bool) -> Face:
    if card.suit is None:
        return Face(rank=show_cards([card]), sign="★", look="jolly", is_wild=is_wild)
    if card.suit in TILE_COLOURS:
        letter = notation_for(get_language()).suits[card.suit]
        return Face(rank=str(int(card.rank)), sign=letter, look=f"tile-{card.suit.lower()}", is_wild=is_wild)
    look = "red" if card.suit in RED_SUITS else "black"
    return Face(rank=LETTERS[card.rank], sign=f"{SIGNS[card.suit]}\ufe0e", look=look, is_wild=is_wild)
