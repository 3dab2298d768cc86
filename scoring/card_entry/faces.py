"""Cards as they are drawn on a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, ngettext

from scoring.engine.cards import RED_SUITS, TILE_COLOURS, Card, Rank
from scoring.engine.melds import Meld
from scoring.engine.notation import LETTERS, SIGNS, UNSEEN_SUIT
from scoring.messages import meld_sentence, notation_for, show_cards, spell_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One card and its look, or several cards that are known by value alone."""

    rank: str
    """The rank, or the value of cards known by value."""
    sign: str
    """The suit's symbol or the letter of a tile's colour, or the number of cards known by value."""
    look: str
    """`red`, `black`, `jolly`, or a tile's colour: `tile-r`; `unseen` for an unknown suit."""
    is_wild: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """A row of cards with one text for screen readers, and what is said about them."""

    faces: tuple[Face, ...]
    spelled: str
    explained: str
    value: int | None = None
    bonus: int = 0

    @property
    def total(self) -> int:
        return (self.value or 0) + self.bonus


def show_meld(meld: Meld) -> MeldView:
    """Return a meld as it lies on the table, with its wilds marked."""
    return MeldView(
        faces=_faces(meld.cards, meld.wilds_at),
        spelled=spell_cards(meld.cards),
        explained=meld_sentence(meld),
        value=meld.value,
        bonus=meld.bonus,
    )


def show_no_meld(cards: Sequence[Card], why: str, by_value: Mapping[int, int] | None = None) -> MeldView:
    """Return cards in the given order, and those known by value alone."""
    counts = sorted((by_value or {}).items())
    spelled = [spell_cards(cards)] if cards else []
    for value, number in counts:
        sentence = ngettext("%(cards)s card of %(value)s points", "%(cards)s cards of %(value)s points", number)
        spelled.append(sentence % {"cards": number, "value": value})
    values = (Face(rank=str(value), sign=f"×{number}", look="unseen") for value, number in counts)
    return MeldView(faces=(*_faces(cards), *values), spelled=", ".join(spelled), explained=why)


def _faces(cards: Sequence[Card], wilds_at: Sequence[int] = ()) -> tuple[Face, ...]:
    return tuple(_face(card, is_wild=at in wilds_at) for at, card in enumerate(cards))


def _face(card: Card, *, is_wild: bool) -> Face:
    if card.rank is Rank.JOLLY:
        return Face(rank=show_cards([card]), sign="★", look="jolly", is_wild=is_wild)
    if card.suit is None:
        return Face(rank=LETTERS[card.rank], sign=UNSEEN_SUIT, look="unseen", is_wild=is_wild)
    if card.suit in TILE_COLOURS:
        letter = notation_for(get_language()).suits[card.suit]
        return Face(rank=str(int(card.rank)), sign=letter, look=f"tile-{card.suit.lower()}", is_wild=is_wild)
    look = "red" if card.suit in RED_SUITS else "black"
    return Face(rank=LETTERS[card.rank], sign=f"{SIGNS[card.suit]}\ufe0e", look=look, is_wild=is_wild)
