"""What is wrong with cards that are no meld, every fault with its cards (docs/rules.md §3).

They are faulted for the shape they were meant as: the one nearest to legal, that is, the one that the fewest cards
taken away or added would make legal. Between two equally near, a set goes before a sequence, and a wild too many
before a gap. What a growing meld of one or two cards can still mend is no fault yet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.engine.cards import Card, Rank, card_at
from scoring.engine.grades import LONGEST_SEQUENCE, MELD_CARDS
from scoring.engine.rows import Bag, Row, asks_for_two, rows, table_order
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Fact, Violation, ViolationCode


class _Shape(NamedTuple):
    """A shape that the cards may have been meant as; the least one is what they are faulted for."""

    distance: int
    """How many cards, taken away or added, would make it legal."""
    preference: int
    faults: tuple[Violation, ...]

    @property
    def order(self) -> tuple[int, int, int]:
        return self.distance, self.preference, len(self.faults)


def meld_faults(rules: RuleSet, bag: Bag) -> Iterator[Violation]:
    """Every fault of cards that have no legal reading."""
    growing = bag.size < MELD_CARDS
    # A meld has three cards or more.
    if growing:
        yield _fault(ViolationCode.TOO_FEW_CARDS, (*bag.firm, *bag.wilds), size=bag.size, least=MELD_CARDS)
    if not bag.firm:
        yield from _wild_faults(bag, growing=growing)
    # Only a set needs no suits.
    elif unseen := _unseen(bag, growing=growing):
        yield _fault(ViolationCode.SUIT_UNSEEN, unseen)
        yield from _too_many(bag.jollies)
    # The cards are of one rank or of one suit.
    elif strangers := _strangers(bag.firm):
        yield _fault(ViolationCode.MIXED, strangers)
        yield from _too_many(_certain_wilds(bag))
    else:
        shapes = [*_set_shape(rules, bag), *(_row_shape(row, bag, growing=growing) for row in rows(bag))]
        yield from min(shapes, key=lambda shape: shape.order).faults


def _fault(code: ViolationCode, shown: Iterable[Card], **facts: Fact) -> Violation:
    return Violation(code=code, cards=tuple(sorted(shown, key=table_order)), facts=facts)


def _too_many(wilds: Sequence[Card]) -> Iterator[Violation]:
    # A meld holds at most one wild.
    if len(wilds) > 1:
        yield _fault(ViolationCode.TOO_MANY_WILDS, wilds)


def _wild_faults(bag: Bag, *, growing: bool) -> Iterator[Violation]:
    """No card but wilds: a set of twos or jollies is no meld (000). Of two, one may still be a natural two."""
    if growing:
        yield from _too_many(bag.jollies)
    elif not bag.jollies:
        yield _fault(ViolationCode.SET_OF_TWOS, bag.twos)
    else:
        yield _fault(ViolationCode.ONLY_WILDS, bag.wilds)


def _unseen(bag: Bag, *, growing: bool) -> tuple[Card, ...]:
    """The cards whose suits must be known to tell what they make: those of a sequence, and a two that may be its own.

    Of a growing meld the two may still be the wild of a set.
    """
    suits = {card.suit for card in bag.firm}
    suit = suits.pop() if len(suits) == 1 else None
    if suit is not None:
        asked = not growing and asks_for_two(bag, suit)
        return tuple(two for two in bag.twos if two.is_suit_unseen) if asked else ()
    several = len({card.rank for card in bag.firm}) > 1
    return tuple(card for card in bag.firm if card.is_suit_unseen) if several else ()


def _strangers(firm: Sequence[Card]) -> tuple[Card, ...]:
    """The cards outside the largest suit or rank; none where all are of one suit or one rank."""
    firm = sorted(firm, key=table_order)
    ranks, suits = Counter(card.rank for card in firm), Counter(card.suit for card in firm)
    if len(ranks) == 1 or len(suits) == 1:
        return ()
    (rank, of_rank), (suit, of_suit) = ranks.most_common(1)[0], suits.most_common(1)[0]
    if of_rank == of_suit == 1:
        return tuple(firm)
    return tuple(card for card in firm if (card.rank != rank if of_rank >= of_suit else card.suit != suit))


def _certain_wilds(bag: Bag) -> tuple[Card, ...]:
    """The wilds of cards that have no shape: all twos and jollies, but for one two of a suit that is there."""
    suits = {card.suit for card in bag.firm}
    natural = next((at for at, two in enumerate(bag.twos) if two.suit in suits), None)
    return bag.wilds if natural is None else bag.wilds[:natural] + bag.wilds[natural + 1 :]


def _set_shape(rules: RuleSet, bag: Bag) -> Iterator[_Shape]:
    if len({card.rank for card in bag.firm}) > 1:
        return
    faults = [*_too_many(bag.wilds)]
    allowed = rules.may_be_set(bag.firm[0].rank)
    # Some rulesets know sequences only, or sets of some ranks only; a single card may still become a sequence.
    if not rules.sets_allowed:
        faults.append(_fault(ViolationCode.SETS_NOT_ALLOWED, bag.firm))
    elif not allowed:
        faults.append(_fault(ViolationCode.SET_RANK_NOT_ALLOWED, bag.firm, ranks=[*map(int, rules.set_ranks)]))
    # The longest set has every card of its rank, and a wild.
    most = len(rules.deck.suits) * rules.deck.copies + 1
    if bag.size > most:
        faults.append(_fault(ViolationCode.TOO_LONG, (*bag.firm, *bag.wilds), size=bag.size, most=most))
    distance = max(len(bag.wilds) - 1, 0) + (not allowed)
    yield _Shape(distance, 0, tuple(faults))


def _row_shape(row: Row, bag: Bag, *, growing: bool) -> _Shape:
    counts = Counter(row.places)
    spare = {card_at(place, row.suit): count - 1 for place, count in counts.items() if count > 1}
    missing = [place for low, high in pairwise(sorted(counts)) for place in range(low + 1, high)]
    lacking = 0 if growing else max(len(missing) - len(row.wilds), 0)
    faults = [*_too_many(row.wilds)]
    # The ace is low or high, never both in one sequence.
    if aces := [card for card in spare if card.rank is Rank.ACE]:
        faults.append(_fault(ViolationCode.TWO_ACES, aces))
    # A sequence has every other card once.
    if doubled := [card for card in spare if card.rank is not Rank.ACE]:
        faults.append(_fault(ViolationCode.CARD_TWICE, doubled))
    # Consecutive: what is missing between two cards is more than the wilds can stand for.
    if lacking:
        faults.append(_fault(ViolationCode.GAP, (card_at(place, row.suit) for place in missing)))
    if bag.size > LONGEST_SEQUENCE:
        faults.append(_fault(ViolationCode.TOO_LONG, (*bag.firm, *bag.wilds), size=bag.size, most=LONGEST_SEQUENCE))
    distance = max(len(row.wilds) - 1, 0) + sum(spare.values()) + lacking
    return _Shape(distance, 2 if lacking else 1, tuple(faults))
