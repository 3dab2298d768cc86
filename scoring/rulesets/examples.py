"""Melds that show what a ruleset makes of them: at least one for each grade it knows, made from its own deck."""

from collections.abc import Iterator
from itertools import groupby

from scoring.engine.cards import HIGH_ACE, JOLLY, LOW_ACE, Card, Rank, card_at
from scoring.engine.grades import BURRACO_CARDS, GradeRow, Kind
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Violation
from scoring.services import judge_meld

Cards = tuple[Card, ...]


def example_melds(rules: RuleSet) -> tuple[Meld, ...]:
    """One of each grade and kind; where burracos can be semi-clean, all those that show which are and which are not."""
    shown: list[Meld] = []
    for cards in _candidates(rules):
        meld = judge_meld(rules, cards).meld
        if meld is None:
            continue
        is_first = all((meld.grade, meld.kind) != (other.grade, other.kind) for other in shown)
        may_be_semi_clean = rules.semi_clean is not None and meld.wild and len(cards) > BURRACO_CARDS
        if is_first or may_be_semi_clean:
            shown.append(meld)
    return tuple(shown)


def example_faults(rules: RuleSet) -> tuple[tuple[Cards, Violation], ...]:
    """Cards that are no meld, and the first reason why."""
    judged = ((cards, judge_meld(rules, cards).violations) for cards in _unlucky(rules))
    return tuple((cards, faults[0]) for cards, faults in judged if faults)


def _candidates(rules: RuleSet) -> Iterator[Cards]:
    suit, other = rules.deck.suits[1], rules.deck.suits[-1]
    two = Card(Rank.TWO, other)
    # Kings, where the ruleset has sets of them.
    alike = tuple(Card(rules.set_ranks[-1], each) for each in rules.deck.suits for _copy in range(rules.deck.copies))
    yield _run(rules, Rank.FIVE, Rank.SEVEN)
    yield alike[:6:2]
    yield (*_run(rules, Rank.THREE, Rank.FIVE), two, *_run(rules, Rank.SEVEN, Rank.NINE))
    yield (*alike[:6], JOLLY)
    yield (JOLLY, *_run(rules, Rank.THREE, Rank.NINE))
    yield (*_run(rules, Rank.THREE, Rank.NINE), JOLLY, Card(Rank.JACK, suit))
    yield (*alike[:7], JOLLY)
    yield (*alike[:8], JOLLY)
    yield _run(rules, Rank.TWO, Rank.EIGHT)
    yield alike[:7]
    yield _run(rules, Rank.ACE, Rank.KING)
    for row in rules.own_grades:
        yield from (meld.cards for meld in row_melds(rules, row))


def row_melds(rules: RuleSet, row: GradeRow) -> tuple[Meld, ...]:
    """Burracos that the engine reads as this grade, a set and a sequence where it may be both; none if nothing can."""
    judged = (judge_meld(rules, cards) for cards in _of_row(rules, row))
    melds = [each.meld for each in judged if each.legal and each.meld is not None and each.meld.grade == row.key]
    return tuple(next(same) for _kind, same in groupby(melds, key=lambda meld: meld.kind))


def _of_row(rules: RuleSet, row: GradeRow) -> Iterator[Cards]:
    """Cards of the fewest that the row asks for, which may be read as it."""
    wild = (JOLLY if rules.deck.jollies else Card(Rank.TWO, rules.deck.suits[-1]),) if row.has_wild else ()
    naturals = row.least - row.has_wild
    suit = rules.deck.suits[1]
    if row.kind is not Kind.SET:
        for low in range(LOW_ACE, HIGH_ACE + 2 - naturals):
            yield (*(card_at(place, suit) for place in range(low, low + naturals)), *wild)
    if row.kind is not Kind.SEQUENCE:
        for rank in reversed(rules.set_ranks):
            alike = [Card(rank, each) for each in rules.deck.suits for _copy in range(rules.deck.copies)]
            if naturals <= len(alike):
                yield (*alike[:naturals], *wild)


def _unlucky(rules: RuleSet) -> Iterator[Cards]:
    yield tuple(Card(Rank.KING, each) for each in rules.deck.suits[:3])
    yield (*_run(rules, Rank.THREE, Rank.SIX), JOLLY, Card(Rank.TWO, rules.deck.suits[-1]))
    yield (*_run(rules, Rank.THREE, Rank.FIVE), *_run(rules, Rank.EIGHT, Rank.NINE))
    yield tuple(Card(Rank.TWO, each) for each in rules.deck.suits[:3])


def _run(rules: RuleSet, low: Rank, high: Rank) -> Cards:
    return tuple(card_at(place, rules.deck.suits[1]) for place in range(low, high + 1))
