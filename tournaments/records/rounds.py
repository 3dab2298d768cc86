"""A round to be paired: the request, what the referee chooses, and the draft that answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .entrants import Entrant, EntrantId
from .reasons import Reason
from .results import TableResult


class System(StrEnum):
    """The pairing systems (docs/tournaments.md §2) that can be chosen for a round."""

    DRAW = "draw"
    REGISTRATION = "registration"
    MANUAL = "manual"
    MITCHELL = "mitchell"
    DANISH = "danish"
    DANISH_NO_REMATCH = "danish_no_rematch"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"


class Policy(StrEnum):
    """Which of the exact optima `danish_no_rematch` takes (docs/pairing.md §3)."""

    TOP_DOWN = "top_down"
    MIN_SQUARE = "min_square"


class Fold(StrEnum):
    """How `swiss` pairs a group of equal VP."""

    FOLDED = "folded"
    """Its upper half against its lower half: of eight 1–5, 2–6, 3–7, 4–8."""
    ADJACENT = "adjacent"
    """Neighbours: 1–2, 3–4 …"""


class Movement(StrEnum):
    """How `individual` makes its tables."""

    WHIST = "whist"
    """By a whist movement: over its full cycle everybody partners everybody once and opposes everybody twice."""
    DANISH = "danish"
    """In fours down the ranking, 1st and 4th against 2nd and 3rd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTable:
    """One table of a draft: both lines, or one pair that rests (`ew` is None)."""

    number: int
    ns: EntrantId
    ew: EntrantId | None
    why: tuple[Reason, ...] = ()
    ns_partner: EntrantId | None = None
    """In an individual tournament only, as in `TableResult`."""
    ew_partner: EntrantId | None = None

    @property
    def seated(self) -> tuple[EntrantId, ...]:
        """Everybody at the table, NS first."""
        return tuple(e for e in (self.ns, self.ns_partner, self.ew, self.ew_partner) if e is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A round as a pairing system proposes it; published or not is the referee's business."""

    system: System
    seed: int
    tables: tuple[DraftTable, ...]
    cost: int | None = None
    """`danish`, `danish_no_rematch`: the sum of squared ranking distances of those who play; `swiss`: of squared VP
    differences; None for the others.
    """
    rematches: int = 0
    """How many tables are rematches, of meetings that the system remembers."""
    out: tuple[EntrantId, ...] = ()
    """Who is active and neither plays nor rests: knocked out, or not qualified."""

    @property
    def rests(self) -> tuple[EntrantId, ...]:
        """Who rests, in the order of the tables."""
        return tuple(table.ns for table in self.tables if table.ew is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettings:
    """What a referee chooses for a round beside its system and seed; each system reads what concerns it.

    `round_settings.py` makes the JSON of it that the database and the interchange keep.
    """

    step: int | None = None
    """`mitchell`: by how many tables EW move; None: as the program proposes."""
    start_by_lot: bool = False
    """`mitchell`: the first seats are drawn by lot, and do not follow the numbers."""
    policy: Policy = Policy.TOP_DOWN
    """`danish_no_rematch`."""
    memory: int | None = None
    """`danish_no_rematch`, `swiss`, `draw`, `mitchell`: only meetings of the last so many rounds count; None: all."""
    avoid_clubs: bool = False
    """`danish_no_rematch`, `swiss`: clubmates are kept apart, after rematches and before the ranking."""
    fold: Fold = Fold.FOLDED
    """`swiss`."""
    legs: int = 1
    """`round_robin`: how often everybody meets everybody, 1 or 2."""
    groups: int = 1
    """`round_robin`: into how many groups (gironi) the field is dealt."""
    qualifiers: int | None = None
    """`knockout`: how many of the ranking enter the bracket; None: everybody."""
    third_place: bool = True
    """`knockout`: the losers of the semi-finals play for the third place."""
    advance: tuple[EntrantId, ...] = ()
    """`knockout`: who goes on from a tied table, where it is not the better seed."""
    movement: Movement | None = None
    """`individual`; None: whist where it exists, else Danish."""
    excluded: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """Meetings that the referee does not want; the first less than the second."""
    kept: tuple[DraftTable, ...] = ()
    """Tables of the draft before that stay as they are when the others are drawn again; without reasons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of rounds of a system that plans ahead: a round robin, a knockout, a whist movement."""

    start: int
    """The number of its first round."""
    order: tuple[EntrantId, ...]
    """Everybody who was active when it was drawn, in the ranking order of that moment."""


SAME_IN_A_RUN: Mapping[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("groups",),
    System.KNOCKOUT: ("qualifiers",),
    System.INDIVIDUAL: ("movement",),
}
"""The systems whose rounds belong together, and the settings that are the same in all rounds of a run of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRequest:
    """Everything a pairing system may look at.

    `entrants` are the active ones only, in ranking order (before the first ranking: by number).
    `history` are the tables of all earlier rounds, in order, the referee's MP adjustments added to their MP. The
    draw uses `seed` and `round` together, so that one stored seed gives every round a draw of its own.
    """

    round: int
    entrants: tuple[Entrant, ...]
    history: tuple[TableResult, ...] = ()
    seed: int = 0
    settings: RoundSettings = RoundSettings()
    vp: Mapping[EntrantId, int] = field(default_factory=dict)
    """`swiss`: VP so far; 0 for those who are missing."""
    run: Run | None = None
    """`round_robin`, `knockout`, `individual`: the run that this round goes on with; None: it begins one."""
    rounds_planned: int | None = None
    """How many rounds the tournament is to have, as far as a system plans ahead."""
    seats: tuple[tuple[EntrantId, EntrantId | None], ...] = ()
    """`manual` only: NS and EW of tables 1, 2, 3 … as the referee set them."""
