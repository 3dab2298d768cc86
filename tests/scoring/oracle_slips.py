"""A naive second opinion on slips: play every hand a base could come from, and see whether one fits.

Written from the rules in prose, with numbers of its own; it shares nothing with `scoring/engine/`.
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
    clean_to_close: bool = False
    pozzetto_to_close: bool = True
    unlooked: int | None = None
    """An amount for a pozzetto not yet looked at, instead of its cards."""
    own: tuple[int, int] | None = None
    """The bonus and the cards of a clean grade beside the usual ones."""
    refills: bool = False
    """An untaken pozzetto becomes the stock, so its cards may be anywhere (002)."""
    cards: int = 108
    worth: int = 1080


ITALIAN = Book()
BRAZILIAN = Book(royal=500, pozzetto_to_close=False, refills=True)
BRAZILIAN_CLEAN = replace(BRAZILIAN, clean_to_close=True)
BOOKS = {
    "fibur_2026": Book(semi=150),
    "fibur_internazionale": Book(clean_to_close=True),
    "italian": ITALIAN,
    "italian_semiclean": Book(semi=150),
    "argentine": Book(took=100, all_against=True, cards=106, worth=1060),
    "brazilian_aberto_sujo": BRAZILIAN,
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
    """Every way to lay burracos and close, by what it is worth before the pozzetto is counted."""
    found: dict[int, set[SideOnTable]] = defaultdict(set)
    worth, size = book.own or (0, 1)
    for (clean, semi, dirty, royal), own in product(_counts(book), range(book.cards // size + 1) if book.own else (0,)):
        cards = 7 * clean + 8 * semi + 7 * dirty + 13 * royal + size * own
        if cards > book.cards:
            continue
        bonus = (
            worth * own + book.clean * clean + (book.semi or 0) * semi + book.dirty * dirty + (book.royal or 0) * royal
        )
        burracos = clean + semi + dirty + royal + own
        found[bonus].add(SideOnTable(False, cards, burracos, clean + royal + own))
        found[bonus + book.closing].add(SideOnTable(True, cards, burracos, clean + royal + own))
    return found


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


def legal(book: Book, closing_end: bool, ns: Slip, ew: Slip) -> bool:
    """Is there a hand that these two slips tell?"""
    if ns.points % 5 or ew.points % 5 or abs(ns.points) + abs(ew.points) > book.worth:
        return False
    return any(
        _sides_fit(book, closing_end, replace(ns, base=ns.base - ns_lost), replace(ew, base=ew.base - ew_lost), *took)
        for took in product((True, False), repeat=2)
        for ns_lost, ew_lost in product(*([0, book.unlooked or 0] if each else [0] for each in took))
    )


def _sides_fit(book: Book, closing_end: bool, ns: Slip, ew: Slip, ns_took: bool, ew_took: bool) -> bool:
    missing = 0 if book.waived and not ns_took and not ew_took else book.not_taken
    untaken = 0 if book.refills else 11 * [ns_took, ew_took].count(False)
    for one in tabled(book).get(ns.base - (book.took if ns_took else missing), ()):
        if not _side_fits(book, ns, one, ns_took):
            continue
        for other in tabled(book).get(ew.base - (book.took if ew_took else missing), ()):
            if (
                _side_fits(book, ew, other, ew_took)
                and [one.closed, other.closed].count(True) == (1 if closing_end else 0)
                and one.cards + other.cards + untaken <= book.cards
            ):
                return True
    return False


def _side_fits(book: Book, slip: Slip, side: SideOnTable, took: bool) -> bool:
    if side.closed:
        if side.burracos == 0 or (book.clean_to_close and side.clean == 0):
            return False
        if book.pozzetto_to_close and not took:
            return False
    if slip.closed is not None and slip.closed != side.closed:
        return False
    return not (book.all_against and side.burracos == 0 and slip.points > 0)
