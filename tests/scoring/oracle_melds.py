"""A naive oracle for melds: it lays the cards in every possible way, and looks for a legal one.

Written from docs/rules.md §3 and its sources, with cards as plain texts and numbers of its own, it shares nothing with
`scoring/engine/`. It is slow on purpose: it does not know which way of laying the cards could be the right one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The places of a sequence, with the ace before the 2 or after the king."""


@dataclass(frozen=True)
class Book:
    """The differences between the rules for melds."""

    semi: str | None = None
    """None, "club" (000, Variazioni) or "federation" (January 2026)."""
    royal: bool = False
    sets: bool = True
    set_ranks: tuple[str, ...] = ("A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    """The ranks of which there may be sets, if any."""
    wilds: int = 1
    """How many wilds a meld may hold."""
    fewer: str = ""
    """"wilds" if a meld must hold fewer wilds than other cards, "no more" if it may hold as many."""
    ace_to_ace: bool = False
    wilds_alone: bool = False
    sequences: bool = True
    black_threes: bool = False
    """Where red threes are laid alone, three black ones or more are a set."""
    no_threes: bool = False
    """Red threes are laid alone, and no other three is melded."""


@dataclass(frozen=True)
class Judged:
    """A class of melds: the reading of a legal one, or all faults of an illegal one."""

    kind: str | None = None
    grade: str | None = None
    wilds: int = 0
    faults: frozenset[str] = frozenset()


GRADES = ("plain", "dirty", "semi_clean", "clean", "royal", "ace_to_ace", "wilds_alone", "red_threes")
"""The grades from the worst to the best."""


def judged(book: Book, cards: Sequence[str]) -> Judged:
    """Return the best of all readings or, without any, the faults."""
    if book.no_threes and any(_rank(card) == "3" for card in cards):
        if set(cards) <= {"3H", "3D"}:
            return Judged("set", "red_threes")
        if book.black_threes and not {"3H", "3D"} & set(cards):
            if not all(_rank(card) == "3" for card in cards):
                return Judged(faults=frozenset({"threes_with_others"}))
            if len(cards) < 3:
                return Judged(faults=frozenset({"too_few_cards"}))
            return Judged("set", _set_grade(book, len(cards), 0))
        return Judged(faults=frozenset({"threes_not_melded"}))
    readings = [
        *(Judged("set", _set_grade(book, *found), found[1]) for found in _sets(book, cards)),
        *(Judged("sequence", _sequence_grade(book, found), found.count("*")) for found in _sequences(book, cards)),
    ]
    if len(cards) >= 3 and book.wilds_alone and all(map(_may_be_wild, cards)):
        readings.append(Judged("set", "wilds_alone" if len(cards) >= 7 else "plain", len(cards)))
    if not readings:
        return Judged(faults=frozenset(_faults(book, cards)))
    return max(readings, key=lambda reading: (GRADES.index(str(reading.grade)), -reading.wilds))


def _rank(card: str) -> str:
    return card[:-1]


def _suit(card: str) -> str:
    return card[-1]


def _may_be_wild(card: str) -> bool:
    return card == "JK" or _rank(card) == "2"


def _allowed(book: Book, naturals: int, wilds: int) -> bool:
    """Whether a meld may hold this many wilds beside this many others."""
    if wilds <= 1:
        return True
    short = {"": True, "wilds": wilds < naturals, "no more": wilds <= naturals}
    return wilds <= book.wilds and short[book.fewer]


def _most(book: Book, naturals: int) -> int:
    return max(wilds for wilds in range(40) if _allowed(book, naturals, wilds))


def _wild_choices(book: Book, cards: Sequence[str]) -> Iterator[tuple[list[str], int]]:
    """Yield the naturals left if any of the cards that can be are the wilds, as many as allowed."""
    able = [at for at, card in enumerate(cards) if _may_be_wild(card)]
    for number in range(min(len(able), book.wilds) + 1):
        for wilds in combinations(able, number):
            if _allowed(book, len(cards) - number, number):
                yield [card for at, card in enumerate(cards) if at not in wilds], number


def _sets(book: Book, cards: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the number of cards, and of wilds among them."""
    for naturals, wilds in _wild_choices(book, cards):
        one_rank = len(set(map(_rank, naturals))) == 1 and not any(map(_may_be_wild, naturals))
        if len(cards) >= 3 and one_rank and not _no_set(book, naturals):
            yield len(cards), wilds


def _no_set(book: Book, firm: Sequence[str]) -> str | None:
    """Return the fault of a set of this rank, if there is one."""
    if not book.sets:
        return "sets_not_allowed"
    return None if _rank(firm[0]) in book.set_ranks else "set_rank_not_allowed"


@cache
def _windows(length: int, both_aces: bool, no_threes: bool) -> tuple[tuple[str, ...], ...]:
    """Return every run of places of this length, without an ace at both ends unless both are allowed."""
    runs = (RANKS[start : start + length] for start in range(3 if no_threes else 0, 15 - length))
    return tuple(run for run in runs if both_aces or len(run) < 14)


def _sequences(book: Book, cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every way to lay the cards in a row: the rank at each place, "*" for a wild."""
    if len(cards) < 3 or all(map(_may_be_wild, cards)) or not book.sequences:
        return
    for naturals, wilds in _wild_choices(book, cards):
        if "JK" in naturals or len({_suit(card) for card in naturals}) != 1:
            continue
        have = tuple(sorted(_rank(card) for card in naturals))
        yield from _rows(len(cards), wilds, book.ace_to_ace, book.no_threes).get(have, ())


@cache
def _rows(length: int, wilds: int, both_aces: bool, no_threes: bool) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Return every row of this many cards with wilds at all possible places, by its naturals.

    Beside a row that fills every place there may be more wilds, which then stand for no card.
    """
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    full = 11 if no_threes else 14 if both_aces else 13
    for beside in range(wilds + 1):
        if beside and length - beside != full:
            continue
        for run in _windows(length - beside, both_aces, no_threes):
            for places in combinations(range(len(run)), wilds - beside):
                row = tuple("*" if at in places else rank for at, rank in enumerate(run))
                naturals = tuple(sorted(rank for rank in row if rank != "*"))
                found.setdefault(naturals, []).append((*("*" for _wild in range(beside)), *row))
    return found


def _set_grade(book: Book, size: int, wilds: int) -> str:
    if size < 7:
        return "plain"
    if not wilds:
        return "clean"
    if book.semi and size - wilds >= 7:
        return "semi_clean"
    return "dirty"


def _sequence_grade(book: Book, row: tuple[str, ...]) -> str:
    if len(row) < 7:
        return "plain"
    if "*" not in row:
        long = {13: "royal" if book.royal else "clean", 14: "ace_to_ace"}
        return long.get(len(row), "clean")
    stretches = [found for found in "".join("*" if rank == "*" else "n" for rank in row).split("*") if found]
    if book.semi == "club" and any(len(stretch) >= 7 for stretch in stretches):
        return "semi_clean"
    if book.semi == "federation" and len(stretches) == 1 and len(stretches[0]) >= 7:
        return "semi_clean"
    return "dirty"


def _faults(book: Book, cards: Sequence[str]) -> Iterator[str]:
    """Yield the faults of cards that are not a meld.

    The shape that was meant is the one nearest to legal: the one that becomes legal with the fewest cards added or
    removed. Between two equally near, an extra wild is reported rather than a gap.
    """
    firm = [card for card in cards if not _may_be_wild(card)]
    if len(cards) < 3:
        yield "too_few_cards"
        # What another card could still correct is not a fault yet.
        yield from _hopeless(book, cards, firm)
    elif not firm:
        yield "set_of_twos" if all(_rank(card) == "2" for card in cards) else "only_wilds"
    elif _is_mixed(firm):
        yield "mixed"
        # One two can be a natural if its suit is present.
        natural = any(_rank(card) == "2" and _suit(card) in map(_suit, firm) for card in cards)
        if not _allowed(book, len(firm) + natural, len(cards) - len(firm) - natural):
            yield "too_many_wilds"
    else:
        yield from min(_shapes(book, cards, firm))[-1]


def _hopeless(book: Book, cards: Sequence[str], firm: Sequence[str]) -> Iterator[str]:
    if list(cards) == ["JK", "JK"] and book.wilds == 1 and not book.wilds_alone:
        yield "too_many_wilds"
    if _is_mixed(firm):
        yield "mixed"
    if len(firm) == 2 and _rank(firm[0]) == _rank(firm[1]) and (no_set := _no_set(book, firm)):
        yield no_set
    if len(firm) == 2 and _rank(firm[0]) != _rank(firm[1]) and _suit(firm[0]) == _suit(firm[1]) and not book.sequences:
        yield "sequences_not_allowed"


def _is_mixed(firm: Sequence[str]) -> bool:
    return len(set(map(_rank, firm))) > 1 and len(set(map(_suit, firm))) > 1


Shape = tuple[int, int, int, tuple[str, ...]]
"""The distance from legal, the preference at the same distance, the number of faults, and the faults."""


def _shapes(book: Book, cards: Sequence[str], firm: Sequence[str]) -> Iterator[Shape]:
    """Yield each shape that the cards could be meant as."""
    wilds = len(cards) - len(firm)
    if len(set(map(_rank, firm))) == 1:
        # Eight naturals of a rank and a wild.
        no_set = _no_set(book, firm)
        surplus = max(wilds - _most(book, len(firm)), 0)
        long = len(cards) > 8 + _most(book, 8)
        found = {str(no_set): no_set is not None, "too_many_wilds": surplus > 0, "too_long": long}
        faults = tuple(fault for fault, here in found.items() if here)
        yield (no_set is not None) + surplus, 0, len(faults), faults
    if len(set(map(_suit, firm))) == 1:
        own_two = any(card == "2" + _suit(firm[0]) for card in cards)
        both = ([0], [13], [0, 13]) if book.ace_to_ace else ([0], [13])
        for natural_two in (False, True) if own_two and not book.no_threes else (False,):
            for aces in ([13],) if book.no_threes else both:
                yield _as_sequence(book, firm, wilds - natural_two, natural_two, aces)


def _as_sequence(book: Book, firm: Sequence[str], wilds: int, natural_two: bool, aces: list[int]) -> Shape:
    copies = Counter(map(_rank, firm))
    if natural_two:
        copies["2"] += 1
    places = sorted([*(RANKS.index(rank) for rank in copies if rank != "A"), *aces[: copies["A"]]])
    missing = sum(above - below - 1 for below, above in pairwise(places))
    spare_aces = max(copies["A"] - len(aces), 0)
    surplus = max(wilds - _most(book, len(firm) + natural_two), 0)
    full = 11 if book.no_threes else 14 if book.ace_to_ace else 13
    doubles = sum(count - 1 for rank, count in copies.items() if rank != "A" and count > 1)
    distance = spare_aces + doubles + surplus + max(missing - wilds, 0) + (not book.sequences)
    found = {
        "sequences_not_allowed": not book.sequences,
        "too_many_wilds": surplus > 0,
        "two_aces": spare_aces > 0,
        "card_twice": doubles > 0,
        "gap": missing > wilds,
        "too_long": len(firm) + wilds + natural_two > full + _most(book, full),
    }
    faults = tuple(fault for fault, here in found.items() if here)
    return distance, 2 if found["gap"] else 1, len(faults), faults
