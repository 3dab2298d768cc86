"""A naive second opinion on melds: lay the cards in every way there is, and see whether one is legal.

Written from docs/rules.md §3 and its sources, with cards as plain texts and numbers of its own; it shares nothing with
`scoring/engine/`. Slow on purpose: it has no idea which way of laying the cards could be the good one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The places a sequence can run over: the ace before the 2 or after the king."""


@dataclass(frozen=True)
class Book:
    """What the rules of melds differ in."""

    semi: str | None = None
    """None, "club" (000, Variazioni) or "federation" (January 2026)."""
    royal: bool = False
    sets: bool = True
    set_ranks: tuple[str, ...] = ("A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    """The ranks of which there are sets, where there are any."""


@dataclass(frozen=True)
class Judged:
    """A class of melds: how a legal one is read, or every way in which an illegal one is wrong."""

    kind: str | None = None
    grade: str | None = None
    wild: bool = False
    faults: frozenset[str] = frozenset()


GRADES = ("plain with a wild", "plain", "dirty", "semi_clean", "clean", "royal")
"""From the worst to the best."""


def judged(book: Book, cards: Sequence[str]) -> Judged:
    """The best of all readings; without any, the faults."""
    readings = [
        *((("set", _set_grade(book, *found)), found[1]) for found in _sets(book, cards)),
        *((("sequence", _sequence_grade(book, found)), "*" in found) for found in _sequences(cards)),
    ]
    if not readings:
        return Judged(faults=frozenset(_faults(book, cards)))
    (kind, grade), wild = max(readings, key=lambda reading: GRADES.index(reading[0][1]))
    return Judged(kind=kind, grade="plain" if grade.startswith("plain") else grade, wild=wild)


def _rank(card: str) -> str:
    return card[:-1]


def _suit(card: str) -> str:
    return card[-1]


def _may_be_wild(card: str) -> bool:
    return card == "JK" or _rank(card) == "2"


def _wild_choices(cards: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """The cards that are left as naturals when none, or any one of those that can be, is the wild."""
    yield list(cards), False
    for at, card in enumerate(cards):
        if _may_be_wild(card):
            yield [*cards[:at], *cards[at + 1 :]], True


def _sets(book: Book, cards: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """How many cards, and whether a wild is among them."""
    for naturals, wild in _wild_choices(cards):
        one_rank = len(set(map(_rank, naturals))) == 1 and not any(map(_may_be_wild, naturals))
        if len(cards) >= 3 and one_rank and not _no_set(book, naturals):
            yield len(cards), wild


def _no_set(book: Book, firm: Sequence[str]) -> str | None:
    """The fault of a set of this rank, where there is one."""
    if not book.sets:
        return "sets_not_allowed"
    return None if _rank(firm[0]) in book.set_ranks else "set_rank_not_allowed"


@cache
def _windows(length: int) -> tuple[tuple[str, ...], ...]:
    """Every run of places of this length that has no ace at both ends."""
    return tuple(
        RANKS[start : start + length] for start in range(15 - length) if not (start == 0 and start + length == 14)
    )


def _sequences(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every way to lay the cards in a row: the rank at each place, "*" where the wild is."""
    if len(cards) < 3:
        return
    for naturals, wild in _wild_choices(cards):
        if "JK" in naturals or len({_suit(card) for card in naturals}) != 1:
            continue
        have = sorted(_rank(card) for card in naturals)
        yield from (row for needed, row in _rows(len(cards), wild) if needed == have)


@cache
def _rows(length: int, wild: bool) -> list[tuple[list[str], tuple[str, ...]]]:
    """Every row of so many cards, with a wild at each place in turn or without one; and the naturals that it needs."""
    if not wild:
        return [(sorted(row), row) for row in _windows(length)]
    rows = [
        (sorted([*row[:at], *row[at + 1 :]]), (*row[:at], "*", *row[at + 1 :]))
        for row in _windows(length)
        for at in range(length)
    ]
    # A whole suit may carry one wild more, which then stands for nothing.
    return [*rows, *((sorted(row), ("*", *row)) for row in _windows(13) if length == 14)]


def _set_grade(book: Book, size: int, wild: bool) -> str:
    if size < 7:
        return "plain with a wild" if wild else "plain"
    if not wild:
        return "clean"
    if book.semi and size >= 8:
        return "semi_clean"
    return "dirty"


def _sequence_grade(book: Book, row: tuple[str, ...]) -> str:
    wild = "*" in row
    if len(row) < 7:
        return "plain with a wild" if wild else "plain"
    if not wild:
        return "royal" if book.royal and len(row) == 13 else "clean"
    stretches = "".join("*" if rank == "*" else "n" for rank in row).split("*")
    if book.semi == "club" and any(len(stretch) >= 7 for stretch in stretches):
        return "semi_clean"
    if book.semi == "federation" and "" in stretches and any(len(stretch) >= 7 for stretch in stretches):
        return "semi_clean"
    return "dirty"


def _faults(book: Book, cards: Sequence[str]) -> Iterator[str]:
    """What is wrong with cards that are no meld.

    The shape that was meant is the one nearest to legal: the one that the fewest cards, taken away or added, would
    make legal; between two equally near, a wild too many is told rather than a gap.
    """
    firm = [card for card in cards if not _may_be_wild(card)]
    if len(cards) < 3:
        yield "too_few_cards"
        # Whatever another card could still mend is no fault yet.
        yield from _hopeless(book, cards, firm)
    elif not firm:
        yield "set_of_twos" if all(_rank(card) == "2" for card in cards) else "only_wilds"
    elif _is_mixed(firm):
        yield "mixed"
        # One two can be a natural if its suit is there.
        natural = any(_rank(card) == "2" and _suit(card) in map(_suit, firm) for card in cards)
        if len(cards) - len(firm) - natural > 1:
            yield "too_many_wilds"
    else:
        yield from min(_shapes(book, cards, firm))[-1]


def _hopeless(book: Book, cards: Sequence[str], firm: Sequence[str]) -> Iterator[str]:
    if list(cards) == ["JK", "JK"]:
        yield "too_many_wilds"
    if _is_mixed(firm):
        yield "mixed"
    if len(firm) == 2 and _rank(firm[0]) == _rank(firm[1]) and (no_set := _no_set(book, firm)):
        yield no_set


def _is_mixed(firm: Sequence[str]) -> bool:
    return len(set(map(_rank, firm))) > 1 and len(set(map(_suit, firm))) > 1


Shape = tuple[int, int, int, tuple[str, ...]]
"""How far from legal; then what goes first at the same distance; then how many faults; and the faults."""


def _shapes(book: Book, cards: Sequence[str], firm: Sequence[str]) -> Iterator[Shape]:
    """Each shape the cards could be meant as."""
    wilds = len(cards) - len(firm)
    if len(set(map(_rank, firm))) == 1:
        # Eight naturals of a rank, and a wild.
        no_set = _no_set(book, firm)
        found = {str(no_set): no_set is not None, "too_many_wilds": wilds > 1, "too_long": len(cards) > 9}
        faults = tuple(fault for fault, here in found.items() if here)
        yield (no_set is not None) + max(wilds - 1, 0), 0, len(faults), faults
    if len(set(map(_suit, firm))) == 1:
        own_two = any(card == "2" + _suit(firm[0]) for card in cards)
        for natural_two in (False, True) if own_two else (False,):
            for first_ace in (True, False):
                yield _as_sequence(firm, wilds - natural_two, natural_two, first_ace)


def _as_sequence(firm: Sequence[str], wilds: int, natural_two: bool, first_ace: bool) -> Shape:
    copies = Counter(map(_rank, firm))
    if natural_two:
        copies["2"] += 1
    places = sorted(RANKS.index(rank) if rank != "A" or first_ace else 13 for rank in copies)
    missing = sum(above - below - 1 for below, above in pairwise(places))
    spare_aces = max(copies["A"] - 1, 0)
    doubles = sum(count - 1 for rank, count in copies.items() if rank != "A" and count > 1)
    distance = spare_aces + doubles + max(wilds - 1, 0) + max(missing - wilds, 0)
    found = {
        "too_many_wilds": wilds > 1,
        "two_aces": spare_aces > 0,
        "card_twice": doubles > 0,
        "gap": missing > wilds,
        "too_long": len(firm) + wilds + natural_two > 14,
    }
    faults = tuple(fault for fault, here in found.items() if here)
    return distance, 2 if found["gap"] else 1, len(faults), faults
