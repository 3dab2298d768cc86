"""Cards as they are drawn on a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, ngettext

from scoring.engine.cards import TILE_COLOURS, Card, Rank, Suit
from scoring.engine.melds import Meld
from scoring.engine.notation import LETTERS, SIGNS, UNSEEN_SUIT
from scoring.messages import meld_sentence, notation_for, show_cards, spell_cards

RED_SUITS = frozenset({Suit.HEARTS, Suit.DIAMONDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One card: what stands on it, and what it looks like; or several of which only the value is known."""

    rank: str
    """Of cards told by their value, that value."""
    sign: str
    """The suit's sign, or the letter of a tile's colour; of cards told by their value, how many."""
    look: str
    """`red`, `black`, `jolly`, or a tile's colour: `tile-r`; `unseen` where nobody looked."""
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


def show_no_meld(cards: Sequence[Card], why: str, by_value: Mapping[int, int] | None = None) -> MeldShown:
    """Cards as they lie there, and those of which only the values are known."""
    told = sorted((by_value or {}).items())
    spelled = [spell_cards(cards)] if cards else []
    for value, number in told:
        sentence = ngettext("%(cards)s card of %(value)s points", "%(cards)s cards of %(value)s points", number)
        spelled.append(sentence % {"cards": number, "value": value})
    values = (Face(rank=str(value), sign=f"×{number}", look="unseen") for value, number in told)
    return MeldShown(faces=(*_faces(cards), *values), spelled=", ".join(spelled), explained=why)


def _faces(cards: Sequence[Card], *, wild_at: int | None = None) -> tuple[Face, ...]:
    return tuple(_face(card, is_wild=at == wild_at) for at, card in enumerate(cards))


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
