"""Every bag of one to four cards of every preset, and every burraco of one suit, is judged as the oracle does."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product

import pytest

from scoring.engine.cards import CARD_SUITS, JOLLY, RANKS, Card, Rank, Suit
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.ruleset import RuleSet
from tests.scoring.oracle_melds import Book, judged
from tests.scoring.perft import BOOKS, PAGE, Bag, Perft, alike, engine_class, oracle_texts, page, perft

SIZES = (1, 2, 3, 4)
counted_once = pytest.mark.xdist_group("small bags")
"""For all the tests that ask, because they ask the same worker."""


@cache
def counted(key: str) -> Mapping[int, Perft]:
    """Presets with the same rules of small melds are counted once: their first stands for them."""
    return {size: perft(RULEBOOKS[key], BOOKS[key], size) for size in SIZES}


def test_every_preset_has_a_second_opinion() -> None:
    assert set(BOOKS) == set(RULEBOOKS)


@counted_once
@pytest.mark.parametrize("key", sorted({keys[0] for keys in alike().values()}))
def test_every_small_bag_is_judged_as_the_oracle_does(key: str) -> None:
    assert [different for found in counted(key).values() for different in found.different] == []


@counted_once
def test_there_are_as_many_bags_as_combinatorics_says() -> None:
    """Choose with repetition from 53 kinds, less those with three or four of a card of which there are two."""
    assert [sum(found.counts.values()) for found in counted("fibur_2026").values()] == [
        53,
        53 + 53 * 52 // 2,
        55 * 54 * 53 // 6 - 52,
        56 * 55 * 54 * 53 // 24 - 52 * 53,
    ]


@counted_once
def test_the_table_in_the_docs_is_the_one_that_is_counted() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(counted)


HEARTS = tuple(Card(rank, Suit.HEARTS) for rank in RANKS)
WILDS: tuple[Bag, ...] = (
    (),
    (JOLLY,),
    (Card(Rank.TWO, Suit.SPADES),),
    (Card(Rank.TWO, Suit.HEARTS),),
    (JOLLY, Card(Rank.TWO, Suit.HEARTS)),
)


def one_suit() -> Iterator[Bag]:
    """Every choice of at least six hearts, each once, with every kind of wild; the heart's two comes as it is too."""
    for size in range(6, 14):
        for hearts in combinations(HEARTS, size):
            yield from ((*hearts, *wild) for wild in WILDS)


def one_rank() -> Iterator[Bag]:
    """Five to eight aces, threes and sevens, with every kind of wild."""
    for rank, size in product((Rank.ACE, Rank.THREE, Rank.SEVEN), range(5, 9)):
        alike = [Card(rank, suit) for suit in CARD_SUITS for _copy in range(2)][:size]
        yield from ((*alike, *wild) for wild in (*WILDS, (JOLLY, JOLLY)))


EVERY_BOOK = sorted(set(BOOKS.values()), key=repr)
OF_SEQUENCES = {(book.semi, book.royal): book for book in EVERY_BOOK}
"""What else a book says is of sets, and six hearts of six ranks are none."""


def judged_otherwise(book: Book, bags: Iterable[Bag]) -> list[tuple[str, ...]]:
    rules: RuleSet = next(RULEBOOKS[key] for key in BOOKS if BOOKS[key] == book and key != "argentine")
    return [oracle_texts(bag) for bag in bags if engine_class(rules, bag) != judged(book, oracle_texts(bag))]


@pytest.mark.parametrize("book", OF_SEQUENCES.values(), ids=repr)
def test_every_burraco_of_one_suit_is_judged_as_the_oracle_does(book: Book) -> None:
    assert judged_otherwise(book, one_suit()) == []


@pytest.mark.parametrize("book", EVERY_BOOK, ids=repr)
def test_every_burraco_of_one_rank_is_judged_as_the_oracle_does(book: Book) -> None:
    assert judged_otherwise(book, one_rank()) == []
