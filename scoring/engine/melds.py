"""A bag of cards as a meld: the best of its legal readings, or everything that is wrong with it (docs/rules.md §3).

The order in which cards were typed never matters. The best reading is the best paid; between equal ones a two
of the sequence's suit is rather a natural than the wild, and the ace rather follows the king than precedes the two.
A wild that is not needed inside lies at the lower end (000, 003), and at the upper one only above a low ace.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial

from scoring.engine.cards import LOW_ACE, RANKS, Card, Rank, card_at, cards_between, count_cards
from scoring.engine.grades import MELD_CARDS, MOST_CARDS, Grade, GradeRow, Kind
from scoring.engine.meld_faults import meld_faults
from scoring.engine.rows import Bag, Row, is_sequence, is_set, rows, sort_bag, table_order
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld


class Reason(StrEnum):
    """Why a meld is what it is: what its wild does, or that it has none."""

    NO_WILD = "no_wild"
    NATURAL_TWO = "natural_two"
    """The two is in its own place."""
    STANDS_FOR = "stands_for"
    """The wild lies in a card's place."""
    STANDS_IN_SET = "stands_in_set"
    STANDS_FOR_NONE = "stands_for_none"
    """All 13 cards are there, and the wild beside them (000)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """A legal meld as it is read."""

    kind: Kind
    row: GradeRow | None
    """The grade it is paid as; None: it is no burraco."""
    cards: tuple[Card, ...]
    """In their order on the table: a sequence from its lower end, a set by suit and its wild last."""
    wild_at: int | None
    """Where in `cards` the wild lies; None: there is none."""
    stands_for: Card | None
    """The card in whose place the wild lies; None in a set, and beside all 13 naturals, where there is none."""
    value: int
    """Of its cards, in points."""

    @property
    def grade(self) -> str:
        """The key of its grade; of a smaller meld `plain`."""
        return Grade.PLAIN.value if self.row is None else self.row.key

    @property
    def bonus(self) -> int:
        return 0 if self.row is None else self.row.bonus

    @property
    def wild(self) -> Card | None:
        return None if self.wild_at is None else self.cards[self.wild_at]

    @property
    def reason(self) -> Reason:
        if self.wild_at is None:
            has_two = any(card.rank is Rank.TWO for card in self.cards)
            return Reason.NATURAL_TWO if has_two else Reason.NO_WILD
        if self.kind is Kind.SET:
            return Reason.STANDS_IN_SET
        return Reason.STANDS_FOR_NONE if self.stands_for is None else Reason.STANDS_FOR


MOST_KNOWN = 8192
"""So many legal melds of a ruleset are remembered; 16,000 hands as they are played show some 6,000."""


@lru_cache(maxsize=16)
def _known(rules: RuleSet) -> dict[int, Meld]:
    """The legal melds that were read already, by their counted cards."""
    return {}


def read_meld(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """The best reading of the cards. Raises IllegalMeld with every fault when there is no legal one.

    Whether the deck has so many copies of a card is a question to the whole table, not asked here.
    """
    # So many make no meld that is ever played, and more than 255 of a card could not be counted.
    if len(cards) > MOST_CARDS:
        return _read_anew(rules, cards)
    known, counted = _known(rules), count_cards(cards)
    meld = known.get(counted)
    if meld is None:
        meld = _read_anew(rules, cards)
        if len(known) < MOST_KNOWN:
            known[counted] = meld
    return meld


def _read_anew(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    bag = sort_bag(cards)
    if len(cards) >= MELD_CARDS:
        if is_set(bag) and rules.may_be_set(bag.firm[0].rank):
            return _read_set(rules, bag)
        if readings := [_read_sequence(rules, row) for row in rows(bag) if is_sequence(row)]:
            return readings[0] if len(readings) == 1 else max(readings, key=partial(_quality, rules))
    raise IllegalMeld(tuple(meld_faults(rules, bag)))


def _quality(rules: RuleSet, meld: Meld) -> tuple[int, bool]:
    """What the best reading has most of: pay, and then no wild. Of equal ones `max` takes the first."""
    place = len(rules.grades) if meld.row is None else rules.grades.index(meld.row)
    return -place, meld.wild_at is None


def _read_set(rules: RuleSet, bag: Bag) -> Meld:
    wild = bool(bag.twos or bag.jollies)
    cards = (*sorted(bag.firm, key=table_order), *bag.wilds)
    wild_at = len(bag.firm) if wild else None
    return Meld(
        kind=Kind.SET,
        row=rules.grade_of(Kind.SET, cards, wild_at),
        cards=cards,
        wild_at=wild_at,
        stands_for=None,
        value=rules.deck.worth_of(cards),
    )


def _read_sequence(rules: RuleSet, row: Row) -> Meld:
    laid = cards_between(row.places[0], row.places[-1], row.suit)
    wild_at = stands_for = None
    if row.wilds:
        place, wild_at = _wild_place(row)
        stands_for = None if place is None else card_at(place, row.suit)
        laid = laid[:wild_at] + row.wilds + laid[wild_at + row.holes :]
    return Meld(
        kind=Kind.SEQUENCE,
        row=rules.grade_of(Kind.SEQUENCE, laid, wild_at),
        cards=laid,
        wild_at=wild_at,
        stands_for=stands_for,
        value=rules.deck.worth_of(laid),
    )


def _wild_place(row: Row) -> tuple[int | None, int]:
    """The place that the wild stands for, and where it lies among the naturals."""
    first, last = row.places[0], row.places[-1]
    if row.holes:
        # What all places from the first to the last add up to, less those that are filled.
        hole = (first + last) * (last - first + 1) // 2 - sum(row.places)
        return hole, hole - first
    # All 13 naturals are there: the wild stays with them without standing for any card (000).
    if len(row.places) == len(RANKS):
        return None, 0
    # At an end it lies at the lower one (000, 003); below a low ace there is no place.
    return (first - 1, 0) if first > LOW_ACE else (last + 1, len(row.places))
