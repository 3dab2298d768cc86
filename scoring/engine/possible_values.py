"""The possible values of cards, for hands whose values alone were written down (docs/rules.md §2, §4).

Sums are the bits of an integer: bit n is set if n steps of 5 points are a possible value. A refused value is
impossible; that the same cards cannot be in two melds at once is checked only as far as the numbers of cards tell.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product

from scoring.engine.cards import JOLLY, PLACES, RANKS, WILD_RANKS, Card, Rank, card_at
from scoring.engine.deck import STEP, Deck
from scoring.engine.grades import BURRACO_CARDS, MELD_CARDS, Grade
from scoring.engine.melds import read_meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld

MOST_TRIED = 3
"""With more wilds in a meld nearly every value is possible, and the melds are too many to try."""

NOTHING = 1
"""The sums of no cards: only bit 0."""


def can_be_left(deck: Deck, value: int) -> bool:
    """Return whether any number of cards of the deck can have this value."""
    return any(_holds(sums, value) for sums in _sums_by_number(deck))


def can_be_pozzetto(deck: Deck, value: int, cards: int) -> bool:
    """Return whether this many cards of the deck can have this value."""
    return _holds(_sums_by_number(deck)[cards], value)


def can_be_melded(rules: RuleSet, burracos: Mapping[str, int], value: int) -> bool:
    """Return whether melds with these burracos, and any smaller ones, can have this value."""
    if value < least_melded(rules, burracos):
        return False
    return _most_wilds(rules) > MOST_TRIED or _holds(_melded_sums(rules, _counted(burracos)), value)


def cards_needed(rules: RuleSet, burracos: Mapping[str, int]) -> int:
    """Return the fewest cards in these burracos, including those of a grade that the ruleset does not have."""
    rows = rules.rows
    return sum(count * (rows[key].least if key in rows else BURRACO_CARDS) for key, count in burracos.items())


def least_melded(rules: RuleSet, burracos: Mapping[str, int], cards: int = 0) -> int:
    """Return the value of the cheapest cards that these burracos need, wilds and others.

    If melds besides the burracos are required, `cards` is their number together.
    """
    # Red threes are worth their bonus alone.
    burracos = {key: count for key, count in burracos.items() if key != Grade.RED_THREES}
    needed = max(cards_needed(rules, burracos), cards)
    return _least_worth(rules.deck, wilds_needed(rules, burracos), needed, count=rules.melded_wilds_count)


def wilds_needed(rules: RuleSet, burracos: Mapping[str, int]) -> int:
    """Return the fewest wilds in these burracos."""
    rows = rules.rows
    return sum(count * rows[key].least_wilds for key, count in burracos.items() if key in rows)


def _holds(sums: int, value: int) -> bool:
    return value >= 0 and value % STEP == 0 and bool(sums >> value // STEP & 1)


def _counted(burracos: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((key, count) for key, count in burracos.items() if count and key != Grade.RED_THREES))


def _deck_cards(deck: Deck) -> list[Card]:
    pack = [Card(rank, suit) for suit in deck.suits for rank in RANKS] * deck.copies
    return [*pack, *(JOLLY,) * deck.jollies]


@lru_cache
def _sums_by_number(deck: Deck) -> tuple[int, ...]:
    """Return, for each number of cards of the deck, their possible values."""
    sums = [NOTHING, *(0,) * deck.cards]
    for most, card in enumerate(_deck_cards(deck), start=1):
        steps = deck.worth_of([card]) // STEP
        for number in range(most, 0, -1):
            sums[number] |= sums[number - 1] << steps
    return tuple(sums)


@lru_cache(maxsize=1024)
def _least_worth(deck: Deck, wilds: int, cards: int, *, count: bool) -> int:
    """Return the least value of this many cards with these wilds, which may count nothing."""
    candidates = [(card, card.rank in WILD_RANKS) for card in _deck_cards(deck)]
    worths = sorted((deck.worth_of([card]) if count or not wild else 0, wild) for card, wild in candidates)
    cheapest_wilds = [worth for worth, wild in worths if wild][:wilds]
    others = sorted([*(worth for worth, wild in worths if not wild), *[w for w, wild in worths if wild][wilds:]])
    return sum(cheapest_wilds) + sum(others[: cards - wilds])


@lru_cache(maxsize=1024)
def _melded_sums(rules: RuleSet, burracos: tuple[tuple[str, int], ...]) -> int:
    by_grade = _meld_sums(rules)
    whole = (1 << rules.deck.worth // STEP + 1) - 1
    sums = NOTHING
    for grade, count in burracos:
        for _ in range(count):
            sums = _added(sums, by_grade.get(grade, 0)) & whole
    # Add any number of smaller melds.
    while (more := (sums | _added(sums, by_grade[Grade.PLAIN])) & whole) != sums:
        sums = more
    return sums


def _added(sums: int, others: int) -> int:
    """Return the sums of each pair of values."""
    total = 0
    for steps in range(others.bit_length()):
        if others >> steps & 1:
            total |= sums << steps
    return total


@lru_cache
def _meld_sums(rules: RuleSet) -> Mapping[str, int]:
    """Return the possible values of a meld of each grade."""
    sums: dict[str, int] = dict.fromkeys((Grade.PLAIN, *rules.rows), 0)
    for cards in _shapes(rules):
        try:
            meld = read_meld(rules, cards)
        except IllegalMeld:
            continue
        sums[meld.grade] |= 1 << meld.value // STEP
    return sums


def _most_wilds(rules: RuleSet) -> int:
    return min(rules.most_wilds(rules.deck.cards), rules.deck.wilds)


def _shapes(rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    """Yield every set and sequence with every kind of wilds, one for all suits, and wilds alone.

    Threes of a suit that may not be melded are among them.
    """
    deck, most = rules.deck, _most_wilds(rules)
    suit, two = deck.suits[0], Card(Rank.TWO, deck.suits[-1])
    naturals: Iterable[tuple[Card, ...]] = (
        *((Card(rank, suit),) * count for rank in RANKS for count in range(2, len(deck.suits) * deck.copies + 1)),
        *(
            tuple(card_at(place, suit) for place in range(first, last + 1) if place not in holes)
            for first, last in combinations_with_replacement(PLACES, 2)
            for number in range(most + 1)
            for holes in combinations(range(first + 1, last), number)
            if rules.sequences_allowed
        ),
    )
    for cards in naturals:
        for number in range(most + 1):
            for wilds in combinations_with_replacement((two, JOLLY), number):
                if len(cards) + number >= MELD_CARDS:
                    yield (*cards, *wilds)
    if rules.wilds_alone is not None:
        for twos, jollies in product(range(deck.wilds - deck.jollies + 1), range(deck.jollies + 1)):
            yield (two,) * twos + (JOLLY,) * jollies
