"""Cards laid out as a meld: what can be a wild, every way to lay one suit in a row (docs/rules.md §3)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.engine.cards import HIGH_ACE, LOW_ACE, Card, Rank, Suit
from scoring.engine.deck import WILD_RANKS


class Bag(NamedTuple):
    """The cards by what they can be: a two is a wild, or a natural in a sequence of its suit."""

    firm: tuple[Card, ...]
    """Those that are never wild, as they were given."""
    twos: tuple[Card, ...]
    """By suit, those of an unseen one last."""
    jollies: tuple[Card, ...]

    @property
    def size(self) -> int:
        return len(self.firm) + len(self.twos) + len(self.jollies)

    @property
    def wilds(self) -> tuple[Card, ...]:
        return self.twos + self.jollies


class Row(NamedTuple):
    """Naturals of one suit laid in a row, and the wilds beside them."""

    suit: Suit
    places: tuple[int, ...]
    """Where the naturals lie, from the lowest; a card that is there twice, twice."""
    wilds: tuple[Card, ...]
    """All jollies, and the twos that are no naturals."""

    @property
    def holes(self) -> int:
        """How many places between the lowest and the highest natural are empty, if no card is there twice."""
        return self.places[-1] - self.places[0] + 1 - len(self.places)

    @property
    def doubled(self) -> bool:
        return len(set(self.places)) < len(self.places)


def sort_bag(cards: Iterable[Card]) -> Bag:
    firm: list[Card] = []
    wilds: list[Card] = []
    for card in cards:
        (wilds if card.rank in WILD_RANKS else firm).append(card)
    if not wilds:
        return Bag(tuple(firm), (), ())
    twos = sorted((card for card in wilds if card.rank is Rank.TWO), key=table_order)
    return Bag(tuple(firm), tuple(twos), tuple(card for card in wilds if card.rank is Rank.JOLLY))


def table_order(card: Card) -> tuple[int, int]:
    return card.table_order


def is_set(bag: Bag) -> bool:
    """Cards of one rank, and at most one wild; never only wilds, never twos (000, 002)."""
    return len(bag.twos) + len(bag.jollies) <= 1 and len({card.rank for card in bag.firm}) == 1


def is_sequence(row: Row) -> bool:
    """Consecutive cards, each once, with at most one wild, which may fill one hole (000)."""
    return len(row.wilds) <= 1 and row.holes <= len(row.wilds) and not row.doubled


def rows(bag: Bag) -> Iterator[Row]:
    """Every way to lay cards of one suit in a row, the preferred one first; it may have holes and doubled cards.

    A two of the suit is rather a natural than a wild, the ace rather above the king than below the two. No row of
    cards of several suits or of an unseen one, or of wilds only; nor beside a two that may be a natural or not.
    """
    suits = {card.suit for card in bag.firm}
    suit = suits.pop() if len(suits) == 1 else None
    if suit is None or asks_for_two(bag, suit):
        return
    ranks = [card.rank for card in bag.firm]
    own = next((at for at, two in enumerate(bag.twos) if two.suit is suit), None)
    if own is not None:
        wilds = (*bag.twos[:own], *bag.twos[own + 1 :], *bag.jollies)
        yield from (Row(suit, places, wilds) for places in _places([*ranks, Rank.TWO]))
    yield from (Row(suit, places, bag.wilds) for places in _places(ranks))


def asks_for_two(bag: Bag, suit: Suit) -> bool:
    """Whether what naturals of this suit make depends on the suit of a two that nobody looked at.

    It is the wild beside another two of theirs, and where its own place is out of their reach.
    """
    if not any(two.is_suit_unseen for two in bag.twos) or any(two.suit is suit for two in bag.twos):
        return False
    ranks = [*(card.rank for card in bag.firm), Rank.TWO]
    return any(is_sequence(Row(suit, places, bag.wilds[1:])) for places in _places(ranks))


def _places(ranks: Sequence[Rank]) -> Iterator[tuple[int, ...]]:
    """The places of these ranks in order, the ace above the king, and then below the two."""
    if Rank.ACE not in ranks:
        yield tuple(sorted(ranks))
        return
    for ace in (HIGH_ACE, LOW_ACE):
        yield tuple(sorted(ace if rank == LOW_ACE else rank for rank in ranks))
