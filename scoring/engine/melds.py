"""The reading of cards as a meld: the best legal one, or all faults (docs/rules.md §3).

The order in which cards were typed never matters. The best reading is the best paid. Between equal ones, a two of the
sequence's suit is a natural rather than the wild, and the ace follows the king rather than preceding the two. A wild
that is not needed inside lies at the lower end (000, 003), and at the upper one only above a low ace. If there is no
place left either, it stays with the sequence and stands for no card (000).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from itertools import islice

from scoring.engine.cards import Card, Rank, card_at, cards_between, count_cards
from scoring.engine.grades import MELD_CARDS, MOST_CARDS, Grade, GradeRow, MeldKind
from scoring.engine.meld_faults import meld_faults
from scoring.engine.meld_layouts import CardsByRole, Row, is_sequence, is_set, rows, sort_bag, table_order
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld


class ReadingReason(StrEnum):
    """The reason for a reading: what the wild does, or that there is none."""

    NO_WILD = "no_wild"
    NATURAL_TWO = "natural_two"
    """The two is in its own place."""
    STANDS_FOR = "stands_for"
    """The wild lies in a card's place."""
    STANDS_IN_SET = "stands_in_set"
    STANDS_FOR_NONE = "stands_for_none"
    """All 13 cards are there, and the wild is an extra (000)."""
    SEVERAL_WILDS = "several_wilds"
    WILDS_ALONE = "wilds_alone"
    LAID_ALONE = "laid_alone"
    """Red threes, each paid by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """A legal meld as it is read."""

    kind: MeldKind
    row: GradeRow | None
    """The grade that pays for it; None if it is not a burraco."""
    cards: tuple[Card, ...]
    """The cards in their order on the table: a sequence from its lower end, a set by suit with its wild last."""
    wilds_at: tuple[int, ...]
    """The indexes of the wilds in `cards`."""
    stands_for: Card | None
    """The card in whose place the only wild lies; None in a set, beside all naturals, and for several wilds."""
    value: int
    """The points of its cards."""

    @property
    def grade(self) -> str:
        """The key of its grade; `plain` for a smaller meld."""
        return Grade.PLAIN.value if self.row is None else self.row.key

    @property
    def bonus(self) -> int:
        if self.row is None:
            return 0
        return self.row.bonus * len(self.cards) if self.row.per_card else self.row.bonus

    @property
    def wilds(self) -> tuple[Card, ...]:
        return tuple(self.cards[at] for at in self.wilds_at)

    @property
    def reason(self) -> ReadingReason:
        """Why the meld has its grade, for the sentence beside it."""
        if self.row is not None and self.row.per_card:
            return ReadingReason.LAID_ALONE
        if not self.wilds_at:
            has_two = any(card.rank is Rank.TWO for card in self.cards)
            return ReadingReason.NATURAL_TWO if has_two else ReadingReason.NO_WILD
        if len(self.wilds_at) > 1:
            alone = len(self.wilds_at) == len(self.cards)
            return ReadingReason.WILDS_ALONE if alone else ReadingReason.SEVERAL_WILDS
        if self.kind is MeldKind.SET:
            return ReadingReason.STANDS_IN_SET
        return ReadingReason.STANDS_FOR_NONE if self.stands_for is None else ReadingReason.STANDS_FOR


MOST_KNOWN = 8192  # equivalent: a limit to memory alone
"""The most legal melds of a ruleset that are remembered; 16,000 realistic hands contain about 6,000."""


@lru_cache(maxsize=16)
def _melds_read(rules: RuleSet) -> dict[int, Meld]:
    """Return the legal melds read so far, by their counted cards."""
    return {}


def read_meld(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """Return the best reading of the cards. Raise IllegalMeld with every fault if there is no legal one.

    Whether the deck has enough copies of a card concerns the whole table and is not checked here.
    """
    return meld_reader(rules)(cards)


def meld_reader(rules: RuleSet) -> Callable[[Sequence[Card]], Meld]:
    """Return `read_meld` for one ruleset, which many melds share."""
    return partial(_read_once, rules, _melds_read(rules))


def _read_once(rules: RuleSet, melds_read: dict[int, Meld], cards: Sequence[Card]) -> Meld:
    # No legal meld has this many cards, and more than 255 copies of a card could not be counted.
    if len(cards) > MOST_CARDS:  # equivalent `len(cards) >= MOST_CARDS`: speed alone
        return _read_anew(rules, cards)
    counted = count_cards(cards)
    meld = melds_read.get(counted)
    if meld is None:
        meld = _read_anew(rules, cards)
        if len(melds_read) < MOST_KNOWN:
            melds_read[counted] = meld
    return meld


def _read_anew(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    bag = sort_bag(cards)
    if len(cards) >= MELD_CARDS:
        readings = [_read_set(rules, bag)] if is_set(rules, bag) else []
        # Beside several wilds a single card makes a set and sequences.
        if not readings or len(cards) > len(bag.firm) + 1:
            readings += [_read_sequence(rules, row) for row in rows(rules, bag) if is_sequence(rules, row)]
        if readings:
            return readings[0] if len(readings) == 1 else max(readings, key=partial(_quality, rules))
    if rules.are_laid_alone(cards):
        return _read_red_threes(rules, cards)
    raise IllegalMeld(tuple(meld_faults(rules, bag)))


def _quality(rules: RuleSet, meld: Meld) -> tuple[int, int]:
    """Return the sorting key of readings: better pay, then fewer wilds. Of equal ones `max` takes the first."""
    place = len(rules.grades) if meld.row is None else rules.grades.index(meld.row)
    return -place, -len(meld.wilds_at)


def _read_set(rules: RuleSet, bag: CardsByRole) -> Meld:
    cards = (*sorted(bag.firm, key=table_order), *bag.wilds)
    wilds_at = tuple(range(len(bag.firm), len(cards)))
    return Meld(
        kind=MeldKind.SET,
        row=rules.grade_of(MeldKind.SET, cards, wilds_at),
        cards=cards,
        wilds_at=wilds_at,
        stands_for=None,
        value=rules.deck.worth_of(cards if rules.melded_wilds_count else bag.firm),
    )


def _read_red_threes(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """Return red threes, which are worth their bonus and nothing else."""
    return Meld(
        kind=MeldKind.SET,
        row=rules.rows[Grade.RED_THREES],
        cards=tuple(sorted(cards, key=table_order)),
        wilds_at=(),
        stands_for=None,
        value=0,
    )


def _read_sequence(rules: RuleSet, row: Row) -> Meld:
    laid = cards_between(row.places[0], row.places[-1], row.suit)
    wilds_at: tuple[int, ...] = ()
    stands_for = None
    if len(row.wilds) == 1:
        place, at = _wild_place(rules, row)
        stands_for, wilds_at = None if place is None else card_at(place, row.suit), (at,)
        laid = laid[:at] + row.wilds + laid[at + row.holes :]
    elif row.wilds:
        laid, wilds_at = _with_wilds(rules, row)
    return Meld(
        kind=MeldKind.SEQUENCE,
        row=rules.grade_of(MeldKind.SEQUENCE, laid, wilds_at),
        cards=laid,
        wilds_at=wilds_at,
        stands_for=stands_for,
        value=rules.deck.worth_of(laid if rules.melded_wilds_count else _naturals(laid, wilds_at)),
    )


def _naturals(cards: tuple[Card, ...], wilds_at: Sequence[int]) -> list[Card]:
    return [card for at, card in enumerate(cards) if at not in wilds_at]


def _wild_place(rules: RuleSet, row: Row) -> tuple[int | None, int]:
    """Return the place that the only wild stands for, and its index among the naturals."""
    first, last = row.places[0], row.places[-1]
    if row.holes:
        # The sum of all places from the first to the last, less the filled ones.
        hole = (first + last) * (last - first + 1) // 2 - sum(row.places)
        return hole, hole - first
    # All naturals are there: the wild stays with them and stands for no card (000).
    if len(row.places) == rules.places:
        return None, 0
    # A free wild lies at the lower end (000, 003); below a low ace there is no place.
    return (first - 1, 0) if first > rules.first_place else (last + 1, len(row.places))


def _with_wilds(rules: RuleSet, row: Row) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Return the cards with several wilds in their order on the table, and the indexes of the wilds.

    The wilds fill the holes, then lie below the sequence as far as there are places, and then above it.
    """
    first, last = row.places[0], row.places[-1]
    free = len(row.wilds) - row.holes
    above = min(free, rules.places - (last - first + 1)) - (first - rules.first_place)
    below = free - max(above, 0)
    filled = {place: card_at(place, row.suit) for place in row.places}
    wilds = iter(row.wilds)
    laid = [*islice(wilds, below), *(filled.get(place) or next(wilds) for place in range(first, last + 1)), *wilds]
    naturals = {below + place - first for place in row.places}
    return tuple(laid), tuple(at for at in range(len(laid)) if at not in naturals)
