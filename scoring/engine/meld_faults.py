"""The faults of cards that are not a meld, each with its cards (docs/rules.md §3).

The faults are those of the shape that was probably meant: the one that becomes legal with the fewest cards added or
removed. Between two equally near shapes, a set comes before a sequence, and an extra wild before a gap. What a growing
meld of one or two cards can still correct is not a fault yet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.engine.cards import RED_SUITS, Card, Rank, card_at
from scoring.engine.grades import MELD_CARDS, MOST_CARDS
from scoring.engine.meld_layouts import CardsByRole, Row, asks_for_two, rows, table_order
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Fact, Violation, ViolationCode


class _Shape(NamedTuple):
    """A shape that may have been meant. The faults reported are those of the first in order."""

    distance: int
    """The number of cards to add or remove to make it legal."""
    preference: int
    faults: tuple[Violation, ...]

    @property
    def order(self) -> tuple[int, int, int]:
        return self.distance, self.preference, len(self.faults)


def meld_faults(rules: RuleSet, bag: CardsByRole) -> Iterator[Violation]:
    """Yield every fault of cards that have no legal reading."""
    # Where red threes are laid alone, no three is in a meld, or only black ones by themselves are.
    threes = [card for card in bag.firm if card.rank is Rank.THREE]
    if threes and rules.red_threes is not None:
        red = [card for card in threes if card.suit in RED_SUITS]
        if not rules.black_threes or red:
            yield _fault(ViolationCode.THREES_NOT_MELDED, red if rules.black_threes else threes)
            return
        if bag.size > len(threes):
            yield _fault(ViolationCode.THREES_WITH_OTHERS, threes)
            return
    growing = bag.size < MELD_CARDS
    # A meld has three cards or more.
    if growing:
        yield _fault(ViolationCode.TOO_FEW_CARDS, (*bag.firm, *bag.wilds), size=bag.size, least=MELD_CARDS)
    if not bag.firm:
        yield from _wild_faults(rules, bag, growing=growing)
    # Only a set can do without suits.
    elif unseen := _unseen(rules, bag, growing=growing):
        yield _fault(ViolationCode.SUIT_UNSEEN, unseen)
        yield from _too_many(rules, bag.jollies, len(bag.firm) + len(bag.twos))
    # The cards have one rank or one suit.
    elif strangers := _strangers(bag.firm):
        yield _fault(ViolationCode.MIXED, strangers)
        wilds = _certain_wilds(bag)
        yield from _too_many(rules, wilds, bag.size - len(wilds))
    else:
        shapes = [*_set_shape(rules, bag), *(_row_shape(rules, row, bag, growing=growing) for row in rows(rules, bag))]
        yield from min(shapes, key=lambda shape: shape.order).faults


def _fault(code: ViolationCode, involved: Iterable[Card], **facts: Fact) -> Violation:
    return Violation(code=code, cards=tuple(sorted(involved, key=table_order)), facts=facts)


def _too_many(rules: RuleSet, wilds: Sequence[Card], naturals: int) -> Iterator[Violation]:
    # A meld holds at most one wild, or what the ruleset allows beside this many other cards.
    if len(wilds) > 1 and len(wilds) > (most := rules.most_wilds(naturals)):
        yield _fault(ViolationCode.TOO_MANY_WILDS, wilds, most=most)


def _surplus(rules: RuleSet, wilds: Sequence[Card], naturals: int) -> int:
    """Return how many wilds are too many."""
    return max(len(wilds) - rules.most_wilds(naturals), 0)


def _wild_faults(rules: RuleSet, bag: CardsByRole, *, growing: bool) -> Iterator[Violation]:
    """Yield the faults of wilds alone: a set of twos or jollies is not a meld (000).

    One of two may be a natural two, and other cards may still come.
    """
    if growing:
        if rules.wilds_alone is None:
            yield from _too_many(rules, bag.jollies, MOST_CARDS)
    elif not bag.jollies:
        yield _fault(ViolationCode.SET_OF_TWOS, bag.twos)
    else:
        yield _fault(ViolationCode.ONLY_WILDS, bag.wilds)


def _unseen(rules: RuleSet, bag: CardsByRole, *, growing: bool) -> tuple[Card, ...]:
    """Return the cards whose suits must be known: those of a sequence, and a two that may be a natural.

    In a growing meld the two may still be the wild of a set.
    """
    suits = {card.suit for card in bag.firm}
    suit = suits.pop() if len(suits) == 1 else None
    if suit is not None:
        needs_two = not growing and asks_for_two(rules, bag, suit)
        return tuple(two for two in bag.twos if two.is_suit_unseen) if needs_two else ()
    several = len({card.rank for card in bag.firm}) > 1
    return tuple(card for card in bag.firm if card.is_suit_unseen) if several else ()


def _strangers(firm: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards outside the largest suit or rank; none if all have one suit or one rank."""
    firm = sorted(firm, key=table_order)
    ranks, suits = Counter(card.rank for card in firm), Counter(card.suit for card in firm)
    if len(ranks) == 1 or len(suits) == 1:
        return ()
    (rank, of_rank), (suit, of_suit) = ranks.most_common(1)[0], suits.most_common(1)[0]
    if of_rank == of_suit == 1:
        return tuple(firm)
    return tuple(card for card in firm if (card.rank != rank if of_rank >= of_suit else card.suit != suit))


def _certain_wilds(bag: CardsByRole) -> tuple[Card, ...]:
    """Return the wilds of shapeless cards: all jollies and twos except one two of a suit that is present."""
    suits = {card.suit for card in bag.firm}
    natural = next((at for at, two in enumerate(bag.twos) if two.suit in suits), None)
    return bag.wilds if natural is None else bag.wilds[:natural] + bag.wilds[natural + 1 :]


def _set_shape(rules: RuleSet, bag: CardsByRole) -> Iterator[_Shape]:
    rank, *others = {card.rank for card in bag.firm}
    if others:
        return
    naturals = len(bag.firm)
    faults = [*_too_many(rules, bag.wilds, naturals)]
    allowed = rules.may_be_set(rank)
    # Some rulesets allow sequences only, or sets of some ranks only; a single card may still become a sequence.
    if not rules.sets_allowed:
        faults.append(_fault(ViolationCode.SETS_NOT_ALLOWED, bag.firm))
    elif not allowed:
        faults.append(_fault(ViolationCode.SET_RANK_NOT_ALLOWED, bag.firm, ranks=[*map(int, rules.set_ranks)]))
    # The longest set has all cards of its rank, and as many wilds as these may have.
    alike = len(rules.deck.suits) * rules.deck.copies
    most = alike + rules.most_wilds(alike)
    if bag.size > most:
        faults.append(_fault(ViolationCode.TOO_LONG, (*bag.firm, *bag.wilds), size=bag.size, most=most))
    distance = _surplus(rules, bag.wilds, naturals) + (not allowed)
    yield _Shape(distance, 0, tuple(faults))


def _row_shape(rules: RuleSet, row: Row, bag: CardsByRole, *, growing: bool) -> _Shape:
    counts = Counter(row.places)
    spare = {card_at(place, row.suit): count - 1 for place, count in counts.items() if count > 1}
    missing = [place for low, high in pairwise(counts) for place in range(low + 1, high)]
    lacking = 0 if growing else max(len(missing) - len(row.wilds), 0)
    faults = [*_too_many(rules, row.wilds, len(row.places))]
    # Some rulesets allow sets only.
    if not rules.sequences_allowed:
        faults.append(_fault(ViolationCode.SEQUENCES_NOT_ALLOWED, bag.firm))
    # The ace is either low or high in a sequence, never both.
    if aces := [card for card in spare if card.rank is Rank.ACE]:
        faults.append(_fault(ViolationCode.TWO_ACES, aces))
    # A sequence has every other card once.
    if doubled := [card for card in spare if card.rank is not Rank.ACE]:
        faults.append(_fault(ViolationCode.CARD_TWICE, doubled))
    # The cards are consecutive: each wild fills at most one place.
    if lacking:
        faults.append(_fault(ViolationCode.GAP, (card_at(place, row.suit) for place in missing)))
    # The longest sequence has a card in every place, and as many wilds as these may have.
    most = rules.places + rules.most_wilds(rules.places)
    if bag.size > most:
        faults.append(_fault(ViolationCode.TOO_LONG, (*bag.firm, *bag.wilds), size=bag.size, most=most))
    distance = _surplus(rules, row.wilds, len(row.places)) + sum(spare.values()) + lacking
    distance += not rules.sequences_allowed
    return _Shape(distance, 2 if lacking else 1, tuple(faults))
