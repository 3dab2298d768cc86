"""Cards laid out as a meld: what can be a wild, every way to lay one suit in a row (docs/rules.md §3)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from scoring.engine.cards import HIGH_ACE, LOW_ACE, Card, Rank, Suit


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
        return len({*self.places}) < len(self.places)


def sort_bag(cards: Sequence[Card]) -> Bag:
    wilds = [card for card in cards if card.is_wild]
    if not wilds:
        return Bag(tuple(cards), (), ())
    firm = tuple([card for card in cards if not card.is_wild])
    twos = sorted([card for card in wilds if card.rank is Rank.TWO], key=table_order)
    return Bag(firm, tuple(twos), tuple([card for card in wilds if card.rank is Rank.JOLLY]))


table_order = attrgetter("table_order")
"""What sorts cards for people."""


def is_set(bag: Bag) -> bool:
    """Whether three cards or more are of one rank, with at most one wild; never twos, which all are wild (000, 002)."""
    firm = bag.firm
    if len(bag.twos) + len(bag.jollies) > 1:
        return False
    return firm[0].number == firm[-1].number and len({card.number for card in firm}) == 1


def is_sequence(row: Row) -> bool:
    """Consecutive cards, each once, with at most one wild, which may fill one hole (000)."""
    _suit, places, wilds = row
    filled, allowed = len(places), len(wilds)
    return allowed <= 1 and places[-1] - places[0] < filled + allowed and len({*places}) == filled


def rows(bag: Bag) -> list[Row]:
    """Every way to lay cards of one suit in a row, the preferred one first; it may have holes and doubled cards.

    A two of the suit is rather a natural than a wild, the ace rather above the king than below the two. No row of
    cards of several suits or of an unseen one, or of wilds only; nor beside a two that may be a natural or not.
    """
    suit = bag.firm[0].suit if bag.firm else None
    ranks = [card.number for card in bag.firm if card.suit is suit]
    if suit is None or len(ranks) < len(bag.firm):
        return []
    found = []
    if bag.twos:
        if asks_for_two(bag, suit):
            return []
        suits = [two.suit for two in bag.twos]
        if suit in suits:
            own = suits.index(suit)
            wilds = bag.twos[:own] + bag.twos[own + 1 :] + bag.jollies
            found = [Row(suit, places, wilds) for places in _places([*ranks, Rank.TWO.value])]
    return found + [Row(suit, places, bag.wilds) for places in _places(ranks)]


def asks_for_two(bag: Bag, suit: Suit) -> bool:
    """Whether what naturals of this suit make depends on the suit of a two that nobody looked at.

    It is the wild beside another two of theirs, and where its own place is out of their reach.
    """
    suits = [two.suit for two in bag.twos]
    if None not in suits or suit in suits:
        return False
    ranks = [*(card.number for card in bag.firm), Rank.TWO.value]
    return any(is_sequence(Row(suit, places, bag.wilds[1:])) for places in _places(ranks))


def _places(ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """The places of these ranks in order, the ace above the king, and then below the two."""
    low = sorted(ranks)
    aces = low.count(LOW_ACE)
    if not aces:
        return [tuple(low)]
    return [(*low[aces:], *(HIGH_ACE,) * aces), tuple(low)]
