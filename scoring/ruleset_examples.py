"""Melds that show what a ruleset makes of them: at least one for each grade it knows, made from its own deck."""

from collections.abc import Iterator

from scoring.engine.cards import JOLLY, Card, Rank, card_at
from scoring.engine.melds import Meld
from scoring.engine.ruleset import FEWEST_CARDS, Grade, RuleSet
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
        may_be_semi_clean = rules.semi_clean is not None and meld.wild and len(cards) >= FEWEST_CARDS[Grade.SEMI_CLEAN]
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
    kings = tuple(Card(Rank.KING, each) for each in rules.deck.suits for _copy in range(rules.deck.copies))
    yield _run(rules, Rank.FIVE, Rank.SEVEN)
    yield kings[:6:2]
    yield (*_run(rules, Rank.THREE, Rank.FIVE), two, *_run(rules, Rank.SEVEN, Rank.NINE))
    yield (*kings[:6], JOLLY)
    yield (JOLLY, *_run(rules, Rank.THREE, Rank.NINE))
    yield (*_run(rules, Rank.THREE, Rank.NINE), JOLLY, Card(Rank.JACK, suit))
    yield (*kings[:7], JOLLY)
    yield (*kings[:8], JOLLY)
    yield _run(rules, Rank.TWO, Rank.EIGHT)
    yield kings[:7]
    yield _run(rules, Rank.ACE, Rank.KING)


def _unlucky(rules: RuleSet) -> Iterator[Cards]:
    yield tuple(Card(Rank.KING, each) for each in rules.deck.suits[:3])
    yield (*_run(rules, Rank.THREE, Rank.SIX), JOLLY, Card(Rank.TWO, rules.deck.suits[-1]))
    yield (*_run(rules, Rank.THREE, Rank.FIVE), *_run(rules, Rank.EIGHT, Rank.NINE))
    yield tuple(Card(Rank.TWO, each) for each in rules.deck.suits[:3])


def _run(rules: RuleSet, low: Rank, high: Rank) -> Cards:
    return tuple(card_at(place, rules.deck.suits[1]) for place in range(low, high + 1))
