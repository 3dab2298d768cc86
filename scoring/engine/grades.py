"""Grades of burracos as data: the conditions for a burraco and its bonus (docs/rules.md §3, §6).

A meld of seven cards or more is read as the best-paid row that it matches. Those with names are rows too, made from a
ruleset's `clean`, `dirty`, `semi_clean`, `royal`, `ace_to_ace` and `wilds_alone`, which a club changes by name. A grade
that a club or a federation adds ("superpulito", "over the top", a clean burraco of aces) is a row with its own key and
label.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.engine.cards import PLACES, RANKS, WILD_RANKS, Card, Rank
from scoring.engine.deck import STEP, Deck, check_points

MELD_CARDS = 3
"""A meld has at least this many cards."""

BURRACO_CARDS = 7
"""A meld of this many cards or more is a burraco."""

LONGEST_SEQUENCE = len(RANKS) + 1
"""All 13 naturals and one wild (000; 002: `2 2 3 … J Q K A`)."""

MOST_CARDS = 64
"""The most cards in a burraco: the 32 of a rank in four decks of cards, and as many wilds."""

LONGEST_LABEL = 40

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


class Grade(StrEnum):
    """The keys of the usual grades, the lowest first, and of a meld that is not a burraco (docs/rules.md §3)."""

    PLAIN = "plain"
    """Fewer than seven cards, with or without a wild."""
    DIRTY = "dirty"
    SEMI_CLEAN = "semi_clean"
    CLEAN = "clean"
    ROYAL = "royal"
    ACE_TO_ACE = "ace_to_ace"
    """A clean sequence with both aces, 14 cards."""
    WILDS_ALONE = "wilds_alone"
    """Twos and jollies, and nothing else."""
    RED_THREES = "red_threes"
    """Threes of hearts and diamonds that are laid at once: no burraco, but paid card by card."""


USUAL_GRADES = (Grade.CLEAN, Grade.SEMI_CLEAN, Grade.DIRTY, Grade.ROYAL)
"""The burracos that can be counted under any ruleset, if only to report that it does not have them."""


class MeldKind(StrEnum):
    SET = "set"
    SEQUENCE = "sequence"


class WildPlace(StrEnum):
    """Whether a burraco has wilds, and where they may lie."""

    NONE = "none"
    ANYWHERE = "anywhere"
    AT_END = "at_end"
    """The first or last cards of a sequence. A set has no end, so its wilds lie anywhere."""
    BESIDE_SEVEN = "beside_seven"
    """Anywhere, with at least 7 consecutive or equal naturals beside them."""
    EVERYWHERE = "everywhere"
    """Every card is a wild."""


class SemiClean(StrEnum):
    """The definition of a semi-clean burraco (docs/rules.md §3)."""

    CLUB = "club"
    """At least 7 consecutive or equal naturals, and one wild in any place (000, Variazioni)."""
    FEDERATION = "federation"
    """The wild at an end of such a sequence, or a set of 8 cards or more (federation, January 2026)."""


SEMI_CLEAN_WILD = {SemiClean.CLUB: WildPlace.BESIDE_SEVEN, SemiClean.FEDERATION: WildPlace.AT_END}


@dataclass(frozen=True, kw_only=True)
class GradeRow:
    """One grade: the conditions for a burraco, and its bonus in points."""

    key: str
    """A stable ASCII name, used in JSON and stored scores."""
    label: str = ""
    """The club's own name for it; the usual grades have translated names instead."""
    kind: MeldKind | None = None
    """None stands for a set or a sequence."""
    least: int = BURRACO_CARDS
    """The fewest cards, including the wild."""
    most: int | None = None
    ranks: tuple[Rank, ...] = RANKS
    """The ranks that its naturals may have."""
    wild: WildPlace = WildPlace.NONE
    bonus: int
    per_card: bool = False
    """The bonus is paid for each card, and the cards are no burraco."""

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key):
            raise ValueError(f"key: expected small letters, digits and underscores, got {self.key!r}")
        if len(self.label) > LONGEST_LABEL or self.label != self.label.strip() or not self.label.isprintable():
            raise ValueError(f"label: expected at most {LONGEST_LABEL} printable characters, got {self.label!r}")
        check_points("bonus", self.bonus, least=STEP)
        longest = LONGEST_SEQUENCE if self.kind is MeldKind.SEQUENCE else MOST_CARDS
        check_number("least", self.least, least=1 if self.per_card else BURRACO_CARDS, most=longest)
        if self.most is not None:
            check_number("most", self.most, least=self.least, most=longest)
        if not self.ranks or self.ranks != tuple(rank for rank in RANKS if rank in self.ranks):
            raise ValueError(f"ranks: expected some ranks in order, got {self.ranks!r}")

    @property
    def has_wild(self) -> bool:
        return self.wild is not WildPlace.NONE

    @cached_property
    def _ranks(self) -> frozenset[Rank]:
        """The ranks to check: none if all are allowed."""
        return frozenset() if len(self.ranks) == len(RANKS) else frozenset(self.ranks)

    @cached_property
    def least_wilds(self) -> int:
        """The fewest wilds in a burraco of this grade."""
        return self.least if self.wild is WildPlace.EVERYWHERE else int(self.has_wild)

    def most_in(self, deck: Deck, wilds: int) -> int:
        """Return the most burracos of this grade in the deck, with at most this many wilds each.

        Only the numbers of cards are compared, not which cards they are.
        """
        if self.wild is WildPlace.EVERYWHERE:
            return deck.wilds // self.least
        if self.has_wild and wilds > 1:
            return deck.cards // self.least
        naturals = self.least - self.has_wild
        alike = len(deck.suits) * deck.copies
        match self.kind:
            case MeldKind.SET:
                return sum(alike // naturals for rank in self.ranks if rank not in WILD_RANKS)
            # From ace to ace takes both aces of a suit.
            case MeldKind.SEQUENCE if naturals > len(RANKS):
                return len(deck.suits) * (deck.copies // 2)
            case MeldKind.SEQUENCE:
                return alike * (len(self.ranks) // naturals)
            case _:
                return deck.cards // self.least  # equivalent `deck.cards * self.least`: no deck has them

    def fits(self, kind: MeldKind, cards: tuple[Card, ...], wilds_at: tuple[int, ...]) -> bool:
        """Return whether a meld, in its order on the table, is a burraco of this grade."""
        size = len(cards)
        if bool(wilds_at) is not self.has_wild or size < self.least or size > (self.most or size):
            return False
        if self.kind is not None and self.kind is not kind:
            return False
        if not self._has_wilds_there(kind, size, wilds_at):
            return False
        ranks = self._ranks
        return not ranks or all(card.rank in ranks for at, card in enumerate(cards) if at not in wilds_at)

    def _has_wilds_there(self, kind: MeldKind, size: int, wilds_at: tuple[int, ...]) -> bool:
        """Return whether the wilds, if there are any, lie where the grade has them."""
        if not wilds_at:  # equivalent `False`: speed alone
            return True
        naturals = size - len(wilds_at)
        if self.wild is WildPlace.ANYWHERE:
            return naturals > 0
        if self.wild is WildPlace.EVERYWHERE:
            return naturals == 0
        # The longest row of naturals: in a set all of them, in a sequence those between two wilds.
        row = naturals
        if kind is MeldKind.SEQUENCE:
            row = max([other - one - 1 for one, other in zip((-1, *wilds_at), (*wilds_at, size), strict=True)])
        if self.wild is WildPlace.BESIDE_SEVEN:
            return row >= BURRACO_CARDS
        # However many wilds there are, they do not replace the naturals that the grade asks for.
        return row == naturals >= self.least - 1


def check_number(name: str, number: int, *, least: int, most: int) -> None:
    """Raise ValueError if this is not a whole number within its bounds."""
    if type(number) is not int or number < least:
        raise ValueError(f"{name}: expected {least} or more, got {number!r}")
    if number > most:
        raise ValueError(f"{name}: expected {most} or less, got {number!r}")


def usual_rows(
    *,
    clean: int,
    dirty: int,
    semi_clean: int | None,
    semi_clean_definition: SemiClean,
    royal: int | None,
    ace_to_ace: int | None,
    wilds_alone: int | None,
    red_threes: int | None,
) -> tuple[GradeRow, ...]:
    """Return the rows of the grades with names. None stands for a grade that the ruleset does not have."""
    rows = [GradeRow(key=Grade.CLEAN.value, bonus=clean)]
    for grade, cards, bonus in ((Grade.ROYAL, len(RANKS), royal), (Grade.ACE_TO_ACE, len(PLACES), ace_to_ace)):
        if bonus is not None:
            row = GradeRow(key=grade.value, kind=MeldKind.SEQUENCE, least=cards, most=cards, bonus=bonus)
            rows = [row, *rows]
    if wilds_alone is not None:
        key = Grade.WILDS_ALONE.value
        rows.append(GradeRow(key=key, kind=MeldKind.SET, wild=WildPlace.EVERYWHERE, bonus=wilds_alone))
    if red_threes is not None:
        key, ranks = Grade.RED_THREES.value, (Rank.THREE,)
        rows.append(GradeRow(key=key, kind=MeldKind.SET, least=1, ranks=ranks, bonus=red_threes, per_card=True))
    if semi_clean is not None:
        wild = SEMI_CLEAN_WILD[semi_clean_definition]
        rows.append(GradeRow(key=Grade.SEMI_CLEAN.value, least=BURRACO_CARDS + 1, wild=wild, bonus=semi_clean))
    return (*rows, GradeRow(key=Grade.DIRTY.value, wild=WildPlace.ANYWHERE, bonus=dirty))
