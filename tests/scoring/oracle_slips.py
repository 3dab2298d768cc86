"""A naive oracle for slips: it plays every hand that can lead to a base, and looks for one that fits.

Written from the rules in prose, with numbers of its own, it shares nothing with `scoring/engine/`.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product


@dataclass(frozen=True)
class Book:
    """The numbers of a rule book as its source prints them."""

    clean: int = 200
    dirty: int = 100
    semi: int | None = None
    royal: int | None = None
    closing: int = 100
    took: int = 0
    not_taken: int = -100
    waived: bool = False
    all_against: bool = False
    unclean_against: bool = False
    """Without a clean burraco everything counts against a side."""
    clean_to_close: bool = False
    burracos_to_close: int = 1
    alone: bool = False
    """Each side is one player, who closes without a card in hand."""
    pozzetto_to_close: bool = True
    pozzetto: bool = True
    """There is one to take."""
    unlooked: int | None = None
    """The amount for an unlooked pozzetto, instead of its cards."""
    own: tuple[int, int] | None = None
    """The bonus and the number of cards of a grade besides the usual ones, a clean one where that matters."""
    own_most: int = 99
    """The most of them that a side can have."""
    red_threes: int = 0
    """The points of each of up to four red threes, for a side with a burraco and against one without."""
    red_threes_together: int | None = None
    """The points of all four, instead."""
    any_meld_keeps: bool = False
    """Any meld is enough for red threes, which a base does not show; not only a burraco."""
    ace: int = 15
    jolly: int = 30
    refills: bool = False
    """An untaken pozzetto becomes the stock, so its cards may be anywhere (002)."""
    stays: int = 3
    """Cards of stock and discard pile that nobody has after a closing or the end of the stock."""
    cards: int = 108
    worth: int = 1080
    cheapest: tuple[int, ...] = (5,) * 40


ITALIAN = Book()
BRAZILIAN = Book(royal=500, pozzetto_to_close=False, refills=True, stays=0)
BRAZILIAN_CLEAN = replace(BRAZILIAN, clean_to_close=True)
CANASTA = Book(
    pozzetto=False,
    clean=500,
    dirty=300,
    not_taken=0,
    pozzetto_to_close=False,
    red_threes=100,
    red_threes_together=800,
    any_meld_keeps=True,
    refills=True,
    stays=0,
    worth=1200,
    ace=20,
    jolly=50,
)
BOOKS = {
    "fibur_2026": Book(semi=150),
    "fibur_internazionale": Book(clean_to_close=True),
    "italian": ITALIAN,
    "italian_semiclean": Book(semi=150),
    "burako_comodines": Book(own=(1000, 7), own_most=1, unlooked=-100),
    "argentine": Book(took=100, all_against=True, stays=0, cards=106, worth=1060, jolly=50),
    "canasta": CANASTA,
    "canasta_for_two": replace(CANASTA, burracos_to_close=2, alone=True),
    "brazilian_aberto_sujo": BRAZILIAN,
    "tranca": Book(red_threes=100, pozzetto_to_close=False, refills=True, stays=0, cards=104, worth=960),
    "brazilian_as_a_as": replace(BRAZILIAN, own=(1000, 14), own_most=4),
    "brazilian_aberto": BRAZILIAN_CLEAN,
    "brazilian_fechado": BRAZILIAN,
    "brazilian_fechado_sujo": BRAZILIAN,
    "brazilian_fechado_stbl": BRAZILIAN_CLEAN,
}


@dataclass(frozen=True)
class SideOnTable:
    """The burracos of one side, and whether it closed."""

    closed: bool
    cards: int
    burracos: int
    clean: int


@lru_cache
def tabled(book: Book) -> dict[int, set[SideOnTable]]:
    """Return every way to lay burracos and close, by its value before the pozzetto is counted."""
    found: dict[int, set[SideOnTable]] = defaultdict(set)
    worth, size = book.own or (0, book.cards)
    own_counts = range(min(book.cards // size, book.own_most) + 1 if book.own else 1)
    laid = range(5 if book.red_threes else 1)
    for (clean, semi, dirty, royal), own, red in product(_counts(book), own_counts, laid):
        cards = 7 * clean + 8 * semi + 7 * dirty + 13 * royal + size * own + red
        if cards > book.cards:
            continue
        burracos = clean + semi + dirty + royal + own
        bonus = worth * own + book.clean * clean + (book.semi or 0) * semi + book.dirty * dirty
        bonus += (book.royal or 0) * royal
        threes = red_points(book, red)
        for scored in {threes if burracos else -threes, threes if burracos or book.any_meld_keeps else -threes}:
            found[bonus + scored].add(SideOnTable(False, cards, burracos, clean + royal + own))
            found[bonus + scored + book.closing].add(SideOnTable(True, cards, burracos, clean + royal + own))
    return found


def red_points(book: Book, red: int) -> int:
    if red == 4 and book.red_threes_together is not None:
        return book.red_threes_together
    return red * book.red_threes


def _counts(book: Book) -> Iterator[tuple[int, int, int, int]]:
    for clean in range(book.cards // 7 + 1):
        for semi in range(book.cards // 8 + 1) if book.semi is not None else (0,):
            for dirty in range(book.cards // 7 + 1):
                for royal in range(book.cards // 13 + 1) if book.royal is not None else (0,):
                    if 7 * clean + 8 * semi + 7 * dirty + 13 * royal <= book.cards:
                        yield clean, semi, dirty, royal


@dataclass(frozen=True)
class Slip:
    base: int
    points: int
    closed: bool | None = None


def legal(book: Book, end: str, ns: Slip, ew: Slip) -> bool:
    """Return whether there is a hand that these two slips describe."""
    if ns.points % 5 or ew.points % 5:
        return False
    return any(
        _sides_fit(book, end, replace(ns, base=ns.base - ns_lost), replace(ew, base=ew.base - ew_lost), *took)
        for took in product((True, False), repeat=2)
        for ns_lost, ew_lost in product(*([0, book.unlooked or 0] if taken else [0] for taken in took))
    )


def _sides_fit(book: Book, end: str, ns: Slip, ew: Slip, ns_took: bool, ew_took: bool) -> bool:
    missing = 0 if book.waived and not ns_took and not ew_took else book.not_taken
    nobody = (0 if book.refills else 11 * [ns_took, ew_took].count(False)) + (
        book.stays if end in ("closed", "stock") else 0
    )
    # At best, these are the cheapest cards.
    if abs(ns.points) + abs(ew.points) + sum(book.cheapest[:nobody]) > book.worth:
        return False
    for one in tabled(book).get(ns.base - (book.took if ns_took else missing), ()):
        if not _side_fits(book, ns, one, ns_took):
            continue
        for other in tabled(book).get(ew.base - (book.took if ew_took else missing), ()):
            if (
                _side_fits(book, ew, other, ew_took)
                and [one.closed, other.closed].count(True) == (1 if end == "closed" else 0)
                and one.cards + other.cards + nobody <= book.cards
            ):
                return True
    return False


def _side_fits(book: Book, slip: Slip, side: SideOnTable, took: bool) -> bool:
    if side.closed:
        if book.alone and slip.points <= 0:
            return False
        if side.burracos < book.burracos_to_close or (book.clean_to_close and side.clean == 0):
            return False
        if book.pozzetto_to_close and not took:
            return False
    if slip.closed is not None and slip.closed != side.closed:
        return False
    against = (book.all_against and side.burracos == 0) or (book.unclean_against and side.clean == 0)
    return not (against and slip.points > 0)
