"""The layouts of cards in a meld: which can be wilds, and every way to lay one suit in a row (docs/rules.md §3)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from scoring.engine.cards import HIGH_ACE, LOW_ACE, RED_SUITS, Card, Rank, Suit
from scoring.engine.ruleset import RuleSet


class CardsByRole(NamedTuple):
    """The cards by their roles: a two is a wild, or a natural in a sequence of its suit."""

    firm: tuple[Card, ...]
    """The cards that are never wild, in the given order."""
    twos: tuple[Card, ...]
    """The twos by suit, those of an unseen suit last."""
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
    """The places of the naturals, from the lowest; a doubled card has its place twice."""
    wilds: tuple[Card, ...]
    """The jollies, and the twos that are not naturals."""

    @property
    def holes(self) -> int:
        """The number of empty places between the lowest and the highest natural, if no card is doubled."""
        return self.places[-1] - self.places[0] + 1 - len(self.places)


def sort_bag(cards: Sequence[Card]) -> CardsByRole:
    wilds = [card for card in cards if card.is_wild]
    if not wilds:
        return CardsByRole(tuple(cards), (), ())
    firm = tuple([card for card in cards if not card.is_wild])
    twos = sorted([card for card in wilds if card.rank is Rank.TWO], key=table_order)
    return CardsByRole(firm, tuple(twos), tuple([card for card in wilds if card.rank is Rank.JOLLY]))


table_order = attrgetter("table_order")
"""The sorting key of cards for people."""


def is_set(rules: RuleSet, bag: CardsByRole) -> bool:
    """Return whether three cards or more have one rank, with no more wilds than allowed (000, 002).

    Twos never do, being wild. Where wilds may be melded alone, they are a set.
    """
    firm, wilds = bag.firm, len(bag.twos) + len(bag.jollies)
    if not firm:
        return rules.wilds_alone is not None
    if wilds > 1 and wilds > rules.most_wilds(len(firm)):  # equivalent `wilds > rules.most_wilds(len(firm))`: speed
        return False
    if (
        firm[0].number != firm[-1].number  # equivalent `len({card.number for card in firm}) > 1`: speed alone
        or len({card.number for card in firm}) > 1
    ):
        return False
    if rules.black_threes and firm[0].rank is Rank.THREE and (wilds or any(card.suit in RED_SUITS for card in firm)):
        return False
    return rules.may_be_set(firm[0].rank)


def is_sequence(rules: RuleSet, row: Row) -> bool:
    """Return whether the row is consecutive, without doubled cards, and its holes have wilds, not too many (000).

    Some rulesets have no sequences.
    """
    if not rules.sequences_allowed:
        return False
    _suit, places, wilds = row
    filled, more = len(places), len(wilds)
    if places[-1] - places[0] >= filled + more or len({*places}) < filled:
        return False
    return more <= 1 or more <= rules.most_wilds(filled)  # equivalent `more <= rules.most_wilds(filled)`: speed alone


def rows(rules: RuleSet, bag: CardsByRole) -> list[Row]:
    """Return every way to lay cards of one suit in a row, the preferred one first, even with holes and doubled cards.

    A two of the suit is a natural rather than a wild, and the ace lies above the king rather than below the two. There
    is no row for several suits, for an unseen suit, for wilds alone, or beside a two that may be a natural or not.
    """
    suit = bag.firm[0].suit if bag.firm else None
    ranks = [card.number for card in bag.firm if card.suit is suit]
    if suit is None or len(ranks) < len(bag.firm):
        return []
    found = []
    if bag.twos:
        if asks_for_two(rules, bag, suit):
            return []
        suits = [two.suit for two in bag.twos]
        if suit in suits:
            own = suits.index(suit)
            wilds = bag.twos[:own] + bag.twos[own + 1 :] + bag.jollies
            found = [Row(suit, places, wilds) for places in _places(rules, [*ranks, Rank.TWO.value])]
    found += [Row(suit, places, bag.wilds) for places in _places(rules, ranks)]
    return [row for row in found if row.places[0] >= rules.first_place] if rules.first_place > LOW_ACE else found


def asks_for_two(rules: RuleSet, bag: CardsByRole, suit: Suit) -> bool:
    """Return whether the meld depends on the suit of a two whose suit was not noted.

    The two is certainly the wild beside another two of the suit, or if its own place is out of reach.
    """
    suits = [two.suit for two in bag.twos]
    if None not in suits or suit in suits:
        return False
    ranks = [*(card.number for card in bag.firm), Rank.TWO.value]
    natural = (Row(suit, places, bag.wilds[1:]) for places in _places(rules, ranks))
    return any(is_sequence(rules, row) for row in natural)


def _places(rules: RuleSet, ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the possible places of these ranks, with the ace above the king and then below the two.

    Where a sequence may hold both aces, the first of several lies below and the others above.
    """
    low = sorted(ranks)
    aces = low.count(LOW_ACE)
    if not aces:
        return [tuple(low)]
    both = [(LOW_ACE, *low[aces:], *(HIGH_ACE,) * (aces - 1))] if aces > 1 and rules.ace_to_ace is not None else []
    return [*both, (*low[aces:], *(HIGH_ACE,) * aces), tuple(low)]
