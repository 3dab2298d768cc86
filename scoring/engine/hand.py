"""A hand as it was handed in: how it ended, and each side at one of four depths.

Sources: docs/rules.md §4, §5, docs/interchange.md §2.

Two depths are the paper slip's: `base` and `points`, the two columns that every Italian club uses, or only their sum.
The two deeper ones say what lay on the table: the number of burracos of each grade with the value of the cards, or
the cards themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.cards import Card
from scoring.engine.ruleset import RuleSet, Stall

POZZETTO_CARDS = 11
"""A pozzetto's cards (000, 001, 002)."""

SOLO_POZZETTO_CARDS = 18
"""Those of the pozzetto that makes one of three players play alone (000)."""


class HandEnd(StrEnum):
    """How a hand ended. Only `closed` gives the closing bonus."""

    CLOSED = "closed"
    STOCK = "stock"
    """Two cards are left to draw."""
    STALL = "stall"
    """Four players only swap one discard."""
    TIME = "time"
    """The referee's call."""

    def is_known(self, rules: RuleSet) -> bool:
        """Where a stall makes the next player draw, the hand goes on (000, Variazioni)."""
        return self is not HandEnd.STALL or rules.stall is Stall.ENDS_HAND


@dataclass(frozen=True, slots=True)
class TotalEntry:
    """Only the side's score of the hand, in points."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipEntry:
    """The two columns of the paper slip, in points."""

    base: int
    """Burraco bonuses, closing, and the fixed amount for the pozzetto."""
    points: int
    """Cards melded, less the cards in hand and those of a pozzetto not yet looked at."""
    closed: bool | None = None
    """Whether this side closed; None where the slip does not say."""

    @property
    def total(self) -> int:
        return self.base + self.points


class PozzettoState(StrEnum):
    """What became of a side's pozzetto."""

    TAKEN = "taken"
    NOT_TAKEN = "not_taken"
    UNLOOKED = "unlooked"
    """Taken, but not yet looked at when the hand ended: its cards count as if they were in hand (000)."""


def _check_by_value(name: str, by_value: Mapping[int, int]) -> None:
    for value, number in by_value.items():
        if number < 1:
            raise ValueError(f"{name}: expected 1 or more of {value} points, got {number!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pozzetto:
    """A side's pozzetto; of an unlooked one the cards, each by itself or by its value, or what all are worth, or both.

    Nothing has to be known where the ruleset has a fixed amount for it.
    """

    state: PozzettoState
    cards: tuple[Card, ...] | None = None
    by_value: Mapping[int, int] = field(default_factory=dict)
    """Of its cards beside these, of which only the values were told: how many of so many points each."""
    value: int | None = None
    """Of all its cards, in points."""

    def __post_init__(self) -> None:
        told = self.cards is not None or self.by_value or self.value is not None
        if self.state is not PozzettoState.UNLOOKED and told:
            raise ValueError(f"pozzetto: expected cards or a value of an unlooked one only, got {self!r}")
        _check_by_value("by_value", self.by_value)

    @property
    def shown(self) -> int | None:
        """How many of its cards were told, known or not; None where only their worth may be."""
        if self.cards is None and not self.by_value:
            return None
        return len(self.cards or ()) + sum(self.by_value.values())

    @property
    def taken(self) -> bool:
        return self.state is not PozzettoState.NOT_TAKEN


TAKEN = Pozzetto(state=PozzettoState.TAKEN)
NOT_TAKEN = Pozzetto(state=PozzettoState.NOT_TAKEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsEntry:
    """How many burracos of each grade, and what the cards are worth, in points."""

    burracos: Mapping[str, int]
    """By the keys of their grades."""
    melded: int
    left_value: int
    pozzetto: Pozzetto
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsEntry:
    """The cards themselves: meld by meld, and those left in the hands of the side's players."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    left_by_value: Mapping[int, int] = field(default_factory=dict)
    """Of cards left beside these, of which only the values were told: how many of so many points each."""
    pozzetto: Pozzetto
    closed: bool

    def __post_init__(self) -> None:
        _check_by_value("left_by_value", self.left_by_value)

    @property
    def cards_left(self) -> int:
        """How many cards are left, known or not."""
        return len(self.left) + sum(self.left_by_value.values())


SideEntry = TotalEntry | SlipEntry
"""What a slip says of a side."""

TableEntry = CountsEntry | CardsEntry
"""What the table showed of a side."""

AnyEntry = SideEntry | TableEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyHand:
    """One deal, played to its end, at any depth; at a table of two lines, NS first.

    Three players are two sides, of which one is of the player who plays alone, or three sides of one in a hand
    that ended before anybody took a pozzetto (000). A ValueError names what cannot be.
    """

    end: HandEnd
    sides: tuple[AnyEntry, ...]
    players: int = 4
    solo: int | None = None
    """The side of the one of three players who plays alone; None where nobody does."""

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ValueError(f"players: expected 2, 3 or 4, got {self.players!r}")
        possible = (2, 3) if self.players == 3 else (2,)
        if len(self.sides) not in possible:
            raise ValueError(f"sides: expected {' or '.join(map(str, possible))}, got {len(self.sides)}")
        # Of three players in two sides, one plays alone; otherwise nobody does against partners.
        wanted = (0, 1) if self.players == 3 and len(self.sides) == 2 else (None,)
        if self.solo not in wanted:
            raise ValueError(f"solo: expected {' or '.join(map(str, wanted))}, got {self.solo!r}")

    @property
    def each_alone(self) -> bool:
        """Three sides of one: nobody took a pozzetto."""
        return len(self.sides) == 3

    def is_of_one(self, side: int) -> bool:
        """Whether this side is a single player."""
        return self.players == 2 or self.each_alone or side == self.solo

    def untaken_cards(self, took: Sequence[bool]) -> int:
        """How many cards lie in the pozzetti that no side took."""
        if self.each_alone:
            return SOLO_POZZETTO_CARDS + POZZETTO_CARDS
        return sum(self.pozzetto_cards(side) for side, taken in enumerate(took) if not taken)

    def pozzetto_cards(self, side: int) -> int:
        """How many cards this side's pozzetto has."""
        return SOLO_POZZETTO_CARDS if side == self.solo else POZZETTO_CARDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(AnyHand):
    """A hand as its slip tells it."""

    sides: tuple[SideEntry, ...]
