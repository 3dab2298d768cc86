"""All sets of one to four cards in every preset, and all burracos of one suit, are judged as by the oracle."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from scoring.engine.cards import CARD_SUITS, HIGH_ACE, JOLLY, LOW_ACE, RANKS, Card, Rank, Suit, cards_between
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from tests.scoring.oracle_melds import Book, judged
from tests.scoring.perft import (
    BOOKS,
    OPTION_BOOKS,
    OPTIONS,
    PAGE,
    CardsByRole,
    Perft,
    alike,
    engine_class,
    judged_otherwise,
    option_perft,
    oracle_texts,
    page,
    perft,
)

SIZES = (1, 2, 3, 4)
counted_once = pytest.mark.xdist_group("small bags")
"""For all tests that use `counted`, because they share the worker's cache."""


@cache
def counted(key: str) -> Mapping[int, Perft]:
    """Return the counts of a preset. Presets with the same rules for small melds are counted once, by the first."""
    rules, book = RULEBOOKS[key], BOOKS[key]
    return {size: perft(rules, book, size, stored=f"{key}, sets of {size}" if size == 4 else "") for size in SIZES}


def test_every_preset_has_a_second_opinion() -> None:
    assert set(BOOKS) == set(RULEBOOKS)


@counted_once
@pytest.mark.parametrize("key", sorted({keys[0] for keys in alike().values()}))
def test_every_small_bag_is_judged_as_the_oracle_does(key: str) -> None:
    assert [different for found in counted(key).values() for different in found.different] == []


@counted_once
def test_there_are_as_many_bags_as_combinatorics_says() -> None:
    """Choose with repetition from 53 kinds, without those with three or four copies of a card that exists twice."""
    assert [sum(found.counts.values()) for found in counted("fibur_2026").values()] == [
        53,
        53 + 53 * 52 // 2,
        55 * 54 * 53 // 6 - 52,
        56 * 55 * 54 * 53 // 24 - 52 * 53,
    ]


@counted_once
def test_the_table_in_the_docs_is_the_one_that_is_counted() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(counted, tried)


@cache
def tried(name: str) -> Mapping[int, Perft]:
    return option_perft(name)


@counted_once
@pytest.mark.parametrize("name", OPTIONS)
def test_every_bag_of_few_kinds_is_judged_as_the_oracle_does_under_an_option(name: str) -> None:
    assert [different for found in tried(name).values() for different in found.different] == []


@pytest.mark.parametrize("name", OPTIONS)
def test_long_melds_are_judged_as_the_oracle_does_under_an_option(name: str) -> None:
    """Parts of a suit and of a rank, with up to eight wilds."""
    options, book = OPTIONS[name]
    rules, rng = with_options(ITALIAN, options), Random(name)
    wilds = [JOLLY] * 4 + [Card(Rank.TWO, suit) for suit in CARD_SUITS] * 2
    found = set()
    for _bag in range(400):
        low = rng.randint(LOW_ACE, HIGH_ACE - 2)
        run = [card for card in cards_between(low, rng.randint(low, HIGH_ACE), Suit.HEARTS) if rng.random() < 0.85]
        kings = [Card(Rank.KING, suit) for suit in CARD_SUITS for _copy in range(2)][: rng.randint(0, 8)]
        naturals = rng.choice([run, run, kings, [*run, *kings[:1]]])
        bag = (*naturals, *rng.sample(wilds, rng.choice([0, 1, 1, 2, 2, 3, 4, 8])))
        assert (judgement := engine_class(rules, bag)) == judged(book, oracle_texts(bag)), oracle_texts(bag)
        found.add(judgement.grade)
    assert found >= {None, "plain", "clean", "dirty"}


HEARTS = tuple(Card(rank, Suit.HEARTS) for rank in RANKS)
WILDS: tuple[CardsByRole, ...] = (
    (),
    (JOLLY,),
    (Card(Rank.TWO, Suit.SPADES),),
    (Card(Rank.TWO, Suit.HEARTS),),
    (JOLLY, Card(Rank.TWO, Suit.HEARTS)),
)


def one_suit() -> Iterator[CardsByRole]:
    """Yield every choice of at least six hearts, each once, with every kind of wild and with the two of hearts."""
    for size in range(6, 14):
        for hearts in combinations(HEARTS, size):
            yield from ((*hearts, *wild) for wild in WILDS)


def one_rank() -> Iterator[CardsByRole]:
    """Yield five to eight aces, threes and sevens, with every kind of wild."""
    for rank, size in product((Rank.ACE, Rank.THREE, Rank.SEVEN), range(5, 9)):
        alike = [Card(rank, suit) for suit in CARD_SUITS for _copy in range(2)][:size]
        yield from ((*alike, *wild) for wild in (*WILDS, (JOLLY, JOLLY)))


EVERY_BOOK = sorted(set(BOOKS.values()), key=repr)
OF_SEQUENCES = {(book.semi, book.royal): book for book in EVERY_BOOK if book not in OPTION_BOOKS}
"""The rest of a book concerns sets, and six hearts of six ranks are not a set."""


def different(book: Book, bags: Iterable[CardsByRole], name: str) -> list[list[str]]:
    key = next(key for key in BOOKS if BOOKS[key] == book and key != "argentine")
    asked = [*bags]
    judgements = [engine_class(RULEBOOKS[key], bag) for bag in asked]
    return [*map(oracle_texts, judged_otherwise(judgements, book, asked, stored=f"{key}, {name}"))]


@pytest.mark.parametrize("book", OF_SEQUENCES.values(), ids=repr)
def test_every_burraco_of_one_suit_is_judged_as_the_oracle_does(book: Book) -> None:
    assert different(book, one_suit(), "one suit") == []


@pytest.mark.parametrize("book", EVERY_BOOK, ids=repr)
def test_every_burraco_of_one_rank_is_judged_as_the_oracle_does(book: Book) -> None:
    assert different(book, one_rank(), "one rank") == []
