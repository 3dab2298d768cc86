"""What cards can be worth together: for a hand of which only the values were written down (docs/rules.md §2, §4).

Sums are kept as bits of a whole number: bit n is set when n steps of 5 points can be the value. What is refused here
no cards could give; that the same few cards cannot be in two melds at once is checked only as far as the numbers tell.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from scoring.engine.cards import JOLLY, PLACES, RANKS, WILD_RANKS, Card, Rank, card_at
from scoring.engine.deck import STEP, Deck
from scoring.engine.grades import BURRACO_CARDS, MELD_CARDS, Grade
from scoring.engine.melds import read_meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld

NOTHING = 1
"""The sum of no cards: only bit 0."""


def can_be_left(deck: Deck, value: int) -> bool:
    """Whether some cards of the deck, any number of them, are worth this."""
    return any(_holds(sums, value) for sums in _sums_by_number(deck))


def can_be_pozzetto(deck: Deck, value: int, cards: int) -> bool:
    """Whether so many cards of the deck are worth this."""
    return _holds(_sums_by_number(deck)[cards], value)


def can_be_melded(rules: RuleSet, burracos: Mapping[str, int], value: int) -> bool:
    """Whether melds with these burracos, and any others smaller than burracos, are worth this."""
    return value >= _least_worth(rules, burracos) and _holds(_melded_sums(rules, _counted(burracos)), value)


def cards_needed(rules: RuleSet, burracos: Mapping[str, int]) -> int:
    """How many cards these burracos have at least, those of a grade that the ruleset does not know included."""
    rows = rules.rows
    return sum(count * (rows[key].least if key in rows else BURRACO_CARDS) for key, count in burracos.items())


def wilds_needed(rules: RuleSet, burracos: Mapping[str, int]) -> int:
    """How many wilds they have."""
    return sum(count for key, count in burracos.items() if key in rules.rows and rules.rows[key].has_wild)


def _holds(sums: int, value: int) -> bool:
    return value >= 0 and value % STEP == 0 and bool(sums >> value // STEP & 1)


def _counted(burracos: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((grade, count) for grade, count in burracos.items() if count))


def _deck_cards(deck: Deck) -> list[Card]:
    each = [Card(rank, suit) for suit in deck.suits for rank in RANKS] * deck.copies
    return [*each, *(JOLLY,) * deck.jollies]


@lru_cache
def _sums_by_number(deck: Deck) -> tuple[int, ...]:
    """For each number of cards, what so many cards of the deck can be worth."""
    sums = [NOTHING, *(0,) * deck.cards]
    for most, card in enumerate(_deck_cards(deck), start=1):
        steps = deck.worth_of([card]) // STEP
        for number in range(most, 0, -1):
            sums[number] |= sums[number - 1] << steps
    return tuple(sums)


def _least_worth(rules: RuleSet, burracos: Mapping[str, int]) -> int:
    """The cheapest cards of the deck that are as many as these burracos need, wilds and others."""
    deck = rules.deck
    wilds, cards = wilds_needed(rules, burracos), cards_needed(rules, burracos)
    worths = sorted((deck.worth_of([card]), card.rank in WILD_RANKS) for card in _deck_cards(deck))
    cheapest_wilds = [worth for worth, wild in worths if wild][:wilds]
    others = sorted([*(worth for worth, wild in worths if not wild), *[w for w, wild in worths if wild][wilds:]])
    return sum(cheapest_wilds) + sum(others[: cards - wilds])


@lru_cache(maxsize=1024)
def _melded_sums(rules: RuleSet, burracos: tuple[tuple[str, int], ...]) -> int:
    by_grade = _meld_sums(rules)
    whole = (1 << rules.deck.worth // STEP + 1) - 1
    sums = NOTHING
    for grade, count in burracos:
        for _each in range(count):
            sums = _added(sums, by_grade.get(grade, 0)) & whole
    # As many smaller melds as there may be.
    while (more := (sums | _added(sums, by_grade[Grade.PLAIN])) & whole) != sums:
        sums = more
    return sums


def _added(sums: int, others: int) -> int:
    """Every sum of one and another."""
    total = 0
    for steps in range(others.bit_length()):
        if others >> steps & 1:
            total |= sums << steps
    return total


@lru_cache
def _meld_sums(rules: RuleSet) -> Mapping[str, int]:
    """What a meld of each grade can be worth."""
    sums: dict[str, int] = dict.fromkeys((Grade.PLAIN, *rules.rows), 0)
    for cards in _shapes(rules.deck):
        try:
            meld = read_meld(rules, cards)
        except IllegalMeld:
            continue
        sums[meld.grade] |= 1 << meld.value // STEP
    return sums


def _shapes(deck: Deck) -> Iterator[tuple[Card, ...]]:
    """Every set and sequence there is, but for exchanged suits, with every kind of wild."""
    suit = deck.suits[0]
    naturals: Iterable[tuple[Card, ...]] = (
        *((Card(rank, suit),) * count for rank in RANKS for count in range(2, len(deck.suits) * deck.copies + 1)),
        *(
            tuple(card_at(place, suit) for place in range(first, last + 1) if place != hole)
            for first, last in combinations_with_replacement(PLACES, 2)
            for hole in (None, *range(first + 1, last))
        ),
    )
    for cards in naturals:
        for wilds in ((), (Card(Rank.TWO, deck.suits[-1]),), (JOLLY,)):
            if len(cards) + len(wilds) >= MELD_CARDS:
                yield (*cards, *wilds)
