"""Grades of burracos as data: what a burraco has to be, and the bonus it gives (docs/rules.md §3, §6).

A meld of seven cards or more is read by the best-paid row it matches. The usual four are rows too, made from a
ruleset's `clean`, `dirty`, `semi_clean` and `royal`, which a club changes by name; what a club or a federation adds
("superpulito", "over the top", a clean burraco of aces) is a row of its own with its own key and label.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.engine.cards import RANKS, WILD_RANKS, Card, Rank
from scoring.engine.deck import STEP, Deck, check_points

MELD_CARDS = 3
"""A meld holds this many cards at least."""

BURRACO_CARDS = 7
"""A meld of this many cards is a burraco."""

LONGEST_SEQUENCE = len(RANKS) + 1
"""All 13 naturals and one wild (000; 002: `2 2 3 … J Q K A`)."""

MOST_CARDS = 33
"""No burraco has more: eight copies of a rank in four decks, and a wild."""

LONGEST_LABEL = 40

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


class Grade(StrEnum):
    """The keys of the usual grades (docs/rules.md §3), from the least to the best, and of a meld that is no burraco."""

    PLAIN = "plain"
    """Fewer than seven cards, with a wild or without."""
    DIRTY = "dirty"
    SEMI_CLEAN = "semi_clean"
    CLEAN = "clean"
    ROYAL = "royal"


USUAL_GRADES = (Grade.CLEAN, Grade.SEMI_CLEAN, Grade.DIRTY, Grade.ROYAL)
"""The burracos that can be counted under any ruleset, if only to be told that it does not know them."""


class Kind(StrEnum):
    SET = "set"
    SEQUENCE = "sequence"


class WildPlace(StrEnum):
    """Whether a burraco has a wild, and where it may lie."""

    NONE = "none"
    ANYWHERE = "anywhere"
    AT_END = "at_end"
    """Of a sequence the first or the last card; in a set there is no end, and it lies anywhere."""
    BESIDE_SEVEN = "beside_seven"
    """Anywhere, but with at least 7 naturals in a row, or equal, beside it."""


class SemiClean(StrEnum):
    """What makes a burraco with a wild semi-clean (docs/rules.md §3)."""

    CLUB = "club"
    """At least 7 naturals in a row, or equal, and one wild wherever it stands (000, Variazioni)."""
    FEDERATION = "federation"
    """The wild at an end of such a sequence; a set of 8 cards or more (federation, January 2026)."""


SEMI_CLEAN_WILD = {SemiClean.CLUB: WildPlace.BESIDE_SEVEN, SemiClean.FEDERATION: WildPlace.AT_END}


@dataclass(frozen=True, kw_only=True)
class GradeRow:
    """One grade: what a burraco must be, and its bonus in points."""

    key: str
    """Stable ASCII name, as JSON and stored scores have it."""
    label: str = ""
    """What the club calls it, in its own words; the usual grades have names in every language instead."""
    kind: Kind | None = None
    """None: set or sequence."""
    least: int = BURRACO_CARDS
    """How many cards it has at least, the wild included."""
    most: int | None = None
    ranks: tuple[Rank, ...] = RANKS
    """Every natural is one of these."""
    wild: WildPlace = WildPlace.NONE
    bonus: int

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key):
            raise ValueError(f"key: expected small letters, digits and underscores, got {self.key!r}")
        if len(self.label) > LONGEST_LABEL or self.label != self.label.strip() or not self.label.isprintable():
            raise ValueError(f"label: expected at most {LONGEST_LABEL} printable characters, got {self.label!r}")
        check_points("bonus", self.bonus, least=STEP)
        longest = LONGEST_SEQUENCE if self.kind is Kind.SEQUENCE else MOST_CARDS
        _check_cards("least", self.least, least=BURRACO_CARDS, most=longest)
        if self.most is not None:
            _check_cards("most", self.most, least=self.least, most=longest)
        if not self.ranks or self.ranks != tuple(rank for rank in RANKS if rank in self.ranks):
            raise ValueError(f"ranks: expected some ranks in order, got {self.ranks!r}")

    @property
    def has_wild(self) -> bool:
        return self.wild is not WildPlace.NONE

    @cached_property
    def _ranks(self) -> frozenset[Rank]:
        """None of them is asked for where all do."""
        return frozenset() if len(self.ranks) == len(RANKS) else frozenset(self.ranks)

    def most_in(self, deck: Deck) -> int:
        """How many of these the deck can give at most, as far as the numbers tell."""
        naturals = self.least - self.has_wild
        alike = len(deck.suits) * deck.copies
        match self.kind:
            case Kind.SET:
                return sum(alike // naturals for rank in self.ranks if rank not in WILD_RANKS)
            case Kind.SEQUENCE:
                return alike * (len(self.ranks) // naturals)
            case _:
                return deck.cards // self.least

    def fits(self, kind: Kind, cards: tuple[Card, ...], wild_at: int | None) -> bool:
        """Whether a meld, in its order on the table and with its wild there, is a burraco of this grade."""
        size = len(cards)
        if (wild_at is not None) is not self.has_wild or size < self.least or size > (self.most or size):
            return False
        if self.kind is not None and self.kind is not kind:
            return False
        if wild_at is not None and not self._has_wild_there(kind, size, wild_at):
            return False
        ranks = self._ranks
        return not ranks or all(card.rank in ranks for at, card in enumerate(cards) if at != wild_at)

    def _has_wild_there(self, kind: Kind, size: int, wild_at: int) -> bool:
        below, above = wild_at, size - wild_at - 1
        match self.wild:
            case WildPlace.AT_END:
                return kind is Kind.SET or not (below and above)
            case WildPlace.BESIDE_SEVEN:
                return (size - 1 if kind is Kind.SET else max(below, above)) >= BURRACO_CARDS
            case _:
                return True


def _check_cards(name: str, number: int, *, least: int, most: int) -> None:
    if type(number) is not int or number < least:
        raise ValueError(f"{name}: expected {least} or more, got {number!r}")
    if number > most:
        raise ValueError(f"{name}: expected {most} or less, got {number!r}")


def usual_rows(
    *, clean: int, dirty: int, semi_clean: int | None, semi_clean_definition: SemiClean, royal: int | None
) -> tuple[GradeRow, ...]:
    """The usual grades as rows, the best first; None: the ruleset does not know it."""
    rows = [GradeRow(key=Grade.CLEAN.value, bonus=clean)]
    if royal is not None:
        everything = len(RANKS)
        rows = [
            GradeRow(key=Grade.ROYAL.value, kind=Kind.SEQUENCE, least=everything, most=everything, bonus=royal),
            *rows,
        ]
    if semi_clean is not None:
        wild = SEMI_CLEAN_WILD[semi_clean_definition]
        rows.append(GradeRow(key=Grade.SEMI_CLEAN.value, least=BURRACO_CARDS + 1, wild=wild, bonus=semi_clean))
    return (*rows, GradeRow(key=Grade.DIRTY.value, wild=WildPlace.ANYWHERE, bonus=dirty))
