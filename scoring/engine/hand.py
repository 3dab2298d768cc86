"""A hand as it was entered: how it ended, and each side at one of four depths.

Sources: docs/rules.md §4, §5, docs/interchange.md §2.

Two depths are those of the paper slip: `base` and `points`, the two columns that every Italian club uses, or only their
sum. The two deeper ones show the table: the number of burracos of each grade with the value of the cards, or the cards
themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.cards import Card
from scoring.engine.conventions import Stall
from scoring.engine.ruleset import PLAYERS, RuleSet


class HandEnd(StrEnum):
    """The end of a hand. Only `closed` gives the closing bonus."""

    CLOSED = "closed"
    STOCK = "stock"
    """Two cards are left in the stock."""
    STALL = "stall"
    """Four players in turn only swap one discard."""
    TIME = "time"
    """The referee ended it."""


ENDS_BY_STALL: Mapping[Stall, tuple[HandEnd, ...]] = {
    Stall.ENDS_HAND: (*HandEnd,),
    Stall.MUST_DRAW: (HandEnd.CLOSED, HandEnd.STOCK, HandEnd.TIME),
}
"""The ends that a hand can have: if a stall forces the next player to draw, it goes on (000, Variazioni)."""

PLAYERS_IN_PAIRS = 4
"""With fewer players than these, somebody has no partner."""

PLAYED_OUT = (HandEnd.CLOSED, HandEnd.STOCK)
"""After these ends, stock and discard pile keep their usual cards (000)."""


@dataclass(frozen=True, slots=True)
class TotalEntry:
    """Only the side's score of the hand."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipEntry:
    """The two columns of the paper slip."""

    base: int
    """Burraco bonuses, the closing bonus, and the fixed amount for the pozzetto."""
    points: int
    """The value of the melded cards, less that of the cards in hand and in an unlooked pozzetto."""
    closed: bool | None = None
    """Whether this side closed; None if the slip does not say."""

    @property
    def total(self) -> int:
        return self.base + self.points


class PozzettoState(StrEnum):
    """The state of a side's pozzetto."""

    TAKEN = "taken"
    NOT_TAKEN = "not_taken"
    UNLOOKED = "unlooked"
    """Taken, but not looked at when the hand ended: its cards count as if they were in hand (000)."""


def _check_by_value(name: str, by_value: Mapping[int, int]) -> None:
    for value, number in by_value.items():
        if number < 1:
            raise ValueError(f"{name}: expected 1 or more of {value} points, got {number!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pozzetto:
    """A side's pozzetto. For an unlooked one: its cards, by face or by value, or their total value, or both.

    Nothing has to be known if the ruleset has a fixed amount for it.
    """

    state: PozzettoState
    cards: tuple[Card, ...] | None = None
    by_value: Mapping[int, int] = field(default_factory=dict)
    """The number of further cards of each value, for cards known by value alone."""
    value: int | None = None
    """The value of all its cards."""

    def __post_init__(self) -> None:
        is_known = self.cards is not None or self.by_value or self.value is not None
        if self.state is not PozzettoState.UNLOOKED and is_known:
            raise ValueError(f"pozzetto: expected cards or a value of an unlooked one only, got {self!r}")
        _check_by_value("by_value", self.by_value)

    @property
    def card_count(self) -> int | None:
        """The number of its cards, entered by face or by value; None if only their total value may be known."""
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
    """The number of burracos of each grade, and the values of the cards."""

    burracos: Mapping[str, int]
    """The number of burracos by the key of their grade."""
    melded: int
    left_value: int
    pozzetto: Pozzetto
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsEntry:
    """The cards themselves: the melds, and the cards left in the hands of the side's players."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    left_by_value: Mapping[int, int] = field(default_factory=dict)
    """The number of further cards left of each value, for cards known by value alone."""
    pozzetto: Pozzetto
    closed: bool

    def __post_init__(self) -> None:
        _check_by_value("left_by_value", self.left_by_value)

    @property
    def cards_left(self) -> int:
        """The number of cards left, known by face or by value."""
        return len(self.left) + sum(self.left_by_value.values())


SideEntry = TotalEntry | SlipEntry
"""The entry of a side on a slip."""

TableEntry = CountsEntry | CardsEntry
"""The entry of a side from the table."""

AnyEntry = SideEntry | TableEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyHand:
    """One deal played to its end, at any depth; at a table of two lines, NS comes first.

    Three players are two sides, one of them a player alone, or three sides of one if the hand ended before anybody took
    a pozzetto (000), or if there are no partners. Six are two sides of three, or three of two. An impossible
    combination raises ValueError.
    """

    end: HandEnd
    sides: tuple[AnyEntry, ...]
    players: int = PLAYERS_IN_PAIRS
    solo: int | None = None
    """The side of the player who plays alone among three; None if nobody does."""
    partners: bool = True
    """Whether two of three players become partners; if not, each plays alone and has a pozzetto."""

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            *others, last = PLAYERS
            raise ValueError(f"players: expected {', '.join(map(str, others))} or {last}, got {self.players!r}")
        if not self.partners and self.players != 3:
            raise ValueError(f"partners: expected true of {self.players} players, got false")
        possible = (2,) if self.players in (2, 4) else (2, 3) if self.partners else (3,)
        if len(self.sides) not in possible:
            raise ValueError(f"sides: expected {' or '.join(map(str, possible))}, got {len(self.sides)}")
        # With three players in two sides, one plays alone; otherwise nobody plays alone against partners.
        wanted = (0, 1) if self.players == 3 and len(self.sides) == 2 else (None,)
        if self.solo not in wanted:
            raise ValueError(f"solo: expected {' or '.join(map(str, wanted))}, got {self.solo!r}")

    @property
    def nobody_took(self) -> bool:
        """Whether there are three sides of one because nobody took a pozzetto."""
        return self.players == 3 and self.partners and len(self.sides) == 3

    def players_of(self, side: int) -> int:
        """Return how many players this side has."""
        if self.solo is not None:
            return 1 if side == self.solo else 2
        return self.players // len(self.sides)

    def is_of_one(self, side: int) -> bool:
        """Return whether this side is a single player."""
        return self.players_of(side) == 1

    def cards_out(self, rules: RuleSet, took: Sequence[bool]) -> int:
        """Return how many cards no side can have: those of untaken pozzetti, and those left in stock and discards."""
        stay = rules.out_of_play if self.end in PLAYED_OUT else 0
        if rules.pozzetto_refills_stock:
            return stay
        if self.nobody_took:
            return stay + rules.solo_pozzetto_cards + rules.pozzetto_cards
        return stay + sum(self.pozzetto_cards(rules, side) for side, taken in enumerate(took) if not taken)

    def pozzetto_cards(self, rules: RuleSet, side: int) -> int:
        """Return the number of cards in this side's pozzetto."""
        return rules.solo_pozzetto_cards if side == self.solo else rules.pozzetto_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredHand(AnyHand):
    """A hand as its slip shows it."""

    sides: tuple[SideEntry, ...]
