"""Example melds that show how a ruleset reads them: at least one for each of its grades, from its own deck."""

from collections.abc import Iterator
from itertools import groupby, zip_longest

from scoring.engine.cards import HIGH_ACE, JOLLY, LOW_ACE, Card, Rank, Suit, card_at
from scoring.engine.grades import BURRACO_CARDS, GradeRow, MeldKind, WildPlace
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Violation
from scoring.services import judge_meld

Cards = tuple[Card, ...]


def example_melds(rules: RuleSet) -> tuple[Meld, ...]:
    """Return one meld of each grade and kind, and all examples of semi-clean burracos if there are any."""
    melds: list[Meld] = []
    for cards in _candidates(rules):
        meld = judge_meld(rules, cards).meld
        if meld is None:
            continue
        several = len(meld.wilds) > 1
        is_first = all((meld.grade, meld.kind) != (other.grade, other.kind) for other in melds) or several
        may_be_semi_clean = rules.semi_clean is not None and meld.wilds
        if is_first or may_be_semi_clean:
            melds.append(meld)
    return tuple(melds)


def example_faults(rules: RuleSet) -> tuple[tuple[Cards, Violation], ...]:
    """Return cards that are not a meld, each with the first reason."""
    judged = ((cards, judge_meld(rules, cards).violations) for cards in _unlucky(rules))
    return tuple((cards, faults[0]) for cards, faults in judged if faults)


def _candidates(rules: RuleSet) -> Iterator[Cards]:
    suit, other = rules.deck.suits[1], rules.deck.suits[-1]
    two = Card(Rank.TWO, other)
    # Kings, if the ruleset has sets of them.
    alike = tuple(Card(rules.set_ranks[-1], suit) for suit in rules.deck.suits for _copy in range(rules.deck.copies))
    wild = JOLLY if rules.deck.jollies else two
    yield _run(rules, Rank.FIVE, Rank.SEVEN)
    yield alike[:6:2]
    yield (*_run(rules, Rank.THREE, Rank.FIVE), two, *_run(rules, Rank.SEVEN, Rank.NINE))
    yield (*alike[:6], wild)
    yield (wild, *_run(rules, Rank.THREE, Rank.NINE))
    yield (*_run(rules, Rank.THREE, Rank.NINE), wild, Card(Rank.JACK, suit))
    yield (*alike[:7], wild)
    yield (*alike[:8], wild)
    yield _run(rules, Rank.TWO, Rank.EIGHT)
    yield alike[:7]
    yield _run(rules, Rank.ACE, Rank.KING)
    yield (*_run(rules, Rank.ACE, Rank.KING), Card(Rank.ACE, suit))
    if rules.red_threes is not None:
        yield (Card(Rank.THREE, Suit.HEARTS), Card(Rank.THREE, Suit.DIAMONDS))
        yield (*_run(rules, Rank.FOUR, Rank.NINE), two)
        yield _run(rules, Rank.FIVE, Rank.JACK)
    if rules.black_threes:
        yield (Card(Rank.THREE, Suit.SPADES), Card(Rank.THREE, Suit.CLUBS), Card(Rank.THREE, Suit.CLUBS))
    yield from _with_several_wilds(rules, alike)
    for row in rules.own_grades:
        yield from (meld.cards for meld in row_melds(rules, row))


def _with_several_wilds(rules: RuleSet, alike: Cards) -> Iterator[Cards]:
    """Yield melds with as many wilds as allowed, and a burraco of wilds alone."""
    wilds = _wilds(rules)
    if rules.wilds_alone is not None:
        yield wilds[:BURRACO_CARDS]
    for naturals in range(2, BURRACO_CARDS - 1):
        number = BURRACO_CARDS - naturals
        if number <= rules.most_wilds(naturals):
            yield (*alike[:naturals], *wilds[:number])
            run = _run(rules, Rank.FIVE, Rank(Rank.FIVE + naturals))
            yield (*run[:1], *run[2:], *wilds[:number])
            return


def _wilds(rules: RuleSet) -> Cards:
    """Return the wilds of the deck, twos and jollies in turn as far as there are both."""
    twos = [Card(Rank.TWO, suit) for suit in rules.deck.suits for _copy in range(rules.deck.copies)]
    pairs = zip_longest((JOLLY,) * rules.deck.jollies, twos)
    return tuple(card for pair in pairs for card in pair if card is not None)


def row_melds(rules: RuleSet, row: GradeRow) -> tuple[Meld, ...]:
    """Return burracos of this grade: a set and a sequence if it may be both, or none if it is impossible."""
    judged = (judge_meld(rules, cards) for cards in _of_row(rules, row))
    melds = [
        judgement.meld
        for judgement in judged
        if judgement.legal and judgement.meld is not None and judgement.meld.grade == row.key
    ]
    return tuple(next(same) for _kind, same in groupby(melds, key=lambda meld: meld.kind))


def _of_row(rules: RuleSet, row: GradeRow) -> Iterator[Cards]:
    """Yield the fewest cards that the row requires and that may be read as it."""
    suit, other = rules.deck.suits[1], rules.deck.suits[-1]
    wild = (JOLLY if rules.deck.jollies else Card(Rank.TWO, other),) if row.has_wild else ()
    naturals = row.least - row.has_wild
    if row.wild is WildPlace.EVERYWHERE:
        yield _wilds(rules)[: row.least]
        return
    if row.kind is not MeldKind.SET:
        for low in range(LOW_ACE, HIGH_ACE + 2 - naturals):
            yield (*(card_at(place, suit) for place in range(low, low + naturals)), *wild)
    if row.kind is not MeldKind.SEQUENCE:
        for rank in reversed(rules.set_ranks):
            alike = [Card(rank, suit) for suit in rules.deck.suits for _copy in range(rules.deck.copies)]
            if naturals <= len(alike):
                yield (*alike[:naturals], *wild)


def _unlucky(rules: RuleSet) -> Iterator[Cards]:
    yield tuple(Card(Rank.KING, suit) for suit in rules.deck.suits[:3])
    yield (*_run(rules, Rank.FOUR, Rank.SEVEN), *_wilds(rules)[-1:], *_wilds(rules)[:1])
    yield (*_run(rules, Rank.FOUR, Rank.FIVE), *_run(rules, Rank.EIGHT, Rank.NINE))
    if not rules.sequences_allowed:
        yield _run(rules, Rank.FIVE, Rank.SEVEN)
    if rules.black_threes:
        yield (*(Card(Rank.THREE, Suit.CLUBS),) * 2, *_wilds(rules)[:1])
    if rules.red_threes is not None:
        yield _run(rules, Rank.THREE, Rank.FIVE)
    yield tuple(Card(Rank.TWO, suit) for suit in rules.deck.suits[:3])


def _run(rules: RuleSet, low: Rank, high: Rank) -> Cards:
    return tuple(card_at(place, rules.deck.suits[1]) for place in range(low, high + 1))
