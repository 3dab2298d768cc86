"""A round to be paired: the request, the referee's settings, and the draft."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .entrants import Entrant, EntrantId
from .reasons import Reason
from .results import TableResult


class System(StrEnum):
    """The pairing systems that can be chosen for a round (docs/tournaments.md §2)."""

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


class NamedSystem(StrEnum):
    """The names under which referees choose and announce systems, in the order in which they are offered.

    Two names may be one system with different settings.
    """

    DRAW = "draw"
    REGISTRATION = "registration"
    MANUAL = "manual"
    MITCHELL = "mitchell"
    DANISH = "danish"
    DANISH_MODIFIED = "danish_modified"
    """`danish_no_rematch` with a memory of one round; `danish` in the last round, where rematches are allowed."""
    DANISH_NO_REMATCH = "danish_no_rematch"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"

    @property
    def system(self) -> System:
        """Return the system that draws a round of this name."""
        return System.DANISH_NO_REMATCH if self is NamedSystem.DANISH_MODIFIED else System(self.value)

    @property
    def in_the_last_round(self) -> "NamedSystem":
        """Return the name under which the last round is drawn if it was announced under this one."""
        return NamedSystem.DANISH if self is NamedSystem.DANISH_MODIFIED else self


class Policy(StrEnum):
    """The exact optimum that `danish_no_rematch` takes (docs/pairing.md §3)."""

    TOP_DOWN = "top_down"
    MIN_SQUARE = "min_square"


class Fold(StrEnum):
    """The way in which `swiss` pairs a group of equal VP."""

    FOLDED = "folded"
    """The upper half against the lower half: for eight, 1–5, 2–6, 3–7, 4–8."""
    ADJACENT = "adjacent"
    """Neighbours: 1–2, 3–4 …"""


class Movement(StrEnum):
    """The way in which `individual` makes its tables."""

    WHIST = "whist"
    """A whist movement: over the full cycle everybody partners everybody once and opposes everybody twice."""
    DANISH = "danish"
    """Fours of neighbours in the ranking, 1st and 4th against 2nd and 3rd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTable:
    """One table of a draft: both lines, or one pair that rests (`ew` is None)."""

    number: int
    ns: EntrantId
    ew: EntrantId | None
    why: tuple[Reason, ...] = ()
    ns_partner: EntrantId | None = None
    """The partner, only in an individual tournament, as in `TableResult`."""
    ew_partner: EntrantId | None = None

    @property
    def seated(self) -> tuple[EntrantId, ...]:
        """Return everybody at the table, NS first."""
        return tuple(e for e in (self.ns, self.ns_partner, self.ew, self.ew_partner) if e is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A round as a pairing system proposes it. The referee decides whether it is published."""

    system: System
    seed: int
    tables: tuple[DraftTable, ...]
    cost: int | None = None
    """The sum over the tables that play; None for other systems.

    Of squared ranking distances for `danish` and `danish_no_rematch`, of squared VP differences for `swiss`.
    """
    rematches: int = 0
    """The number of tables that are rematches, among the meetings that the system remembers."""
    out: tuple[EntrantId, ...] = ()
    """The active entrants who neither play nor rest: knocked out, or not qualified."""

    @property
    def rests(self) -> tuple[EntrantId, ...]:
        """Return the entrants who rest, in the order of the tables."""
        return tuple(table.ns for table in self.tables if table.ew is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettings:
    """The referee's settings of a round beside its system and seed. Each system reads those that concern it.

    `settings_json.py` makes the JSON of it that the database and the interchange keep.
    """

    step: int | None = None
    """`mitchell`: the number of tables that EW move; None for the program's proposal."""
    start_by_lot: bool = False
    """`mitchell`: whether the first seats are drawn by lot instead of following the numbers."""
    sections: tuple[int, ...] = ()
    """The first tables of the second, third … section of a `mitchell`, or girone; none where tables are numbered on."""
    policy: Policy = Policy.TOP_DOWN
    """`danish_no_rematch`."""
    memory: int | None = None
    """`danish_no_rematch`, `swiss`, `draw`, `mitchell`: the number of latest rounds whose meetings count; None for all.
    """
    avoid_clubs: bool = False
    """`danish_no_rematch`, `swiss`: whether to keep clubmates apart, after rematches and before the ranking."""
    fold: Fold = Fold.FOLDED
    """`swiss`."""
    legs: int = 1
    """`round_robin`: how often everybody meets everybody, 1 or 2."""
    groups: int = 1
    """`round_robin`: the number of groups."""
    qualifiers: int | None = None
    """`knockout`: the number of entrants that enter the bracket; None for all."""
    third_place: bool = True
    """`knockout`: whether the losers of the semi-finals play for third place."""
    advance: tuple[EntrantId, ...] = ()
    """`knockout`: the winners of tied tables where it is not the better seed."""
    movement: Movement | None = None
    """`individual`; None for whist if there is a movement, otherwise Danish."""
    by_girone: tuple[tuple[int, NamedSystem], ...] = ()
    """The gironi that are drawn by another system than the round's own, 1 for A, each with its system.

    In a round by knockout all gironi: without any, it is one bracket of the whole field. `drawn_in` reads it.
    """
    excluded: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """The meetings that the referee excludes; in each, the smaller number comes first."""
    kept: tuple[DraftTable, ...] = ()
    """The tables of the previous draft that stay when the others are drawn again; without reasons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A sequence of rounds of a system that plans ahead: a round robin, a knockout, a whist movement."""

    start: int
    """The number of its first round."""
    order: tuple[EntrantId, ...]
    """The entrants who were active when the run was drawn, in the ranking order of that moment; in a girone, its own.
    """


SAME_IN_A_RUN: Mapping[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("groups",),
    System.KNOCKOUT: ("qualifiers",),
    System.INDIVIDUAL: ("movement",),
}
"""The systems whose rounds belong together, and the settings that stay the same in all rounds of a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRequest:
    """Everything that a pairing system may read.

    `entrants` are the active ones, in ranking order (by number before the first ranking). `history` holds the tables of
    all earlier rounds in order, with the referee's adjustments added to their MP. The draw uses `seed` and `round`
    together, so that one stored seed gives every round a draw of its own.
    """

    round: int
    entrants: tuple[Entrant, ...]
    history: tuple[TableResult, ...] = ()
    seed: int = 0
    settings: RoundSettings = RoundSettings()
    vp: Mapping[EntrantId, int] = field(default_factory=dict)
    """`swiss`: the VP so far; 0 for missing entrants."""
    places: Mapping[EntrantId, int] = field(default_factory=dict)
    """The places of the displayed ranking, where they differ from the order of `entrants`."""
    run: Run | None = None
    """`round_robin`, `knockout`, `individual`: the run that this round continues; None if it begins one."""
    unfinished: Run | None = None
    """`round_robin`, `knockout`: an unfinished run with other groups, or another number of qualifiers."""
    girone_runs: Mapping[int, Run] = field(default_factory=dict)
    """`run` of each girone that has one, if each is paired by itself: they may begin in different rounds."""
    girone_unfinished: Mapping[int, Run] = field(default_factory=dict)
    """`unfinished` of each girone that has one."""
    rounds_planned: int | None = None
    """The number of rounds planned for the tournament, for systems that plan ahead."""
    gironi: Mapping[EntrantId, int] = field(default_factory=dict)
    """The girone of everybody, withdrawn entrants too, if each girone is paired by itself; otherwise empty."""
    since: int = 1
    """The first round whose seats a movement goes on from: in gironi the first after the cut."""
    lot: str = ""
    """The mark that tells this draw's lot from others of the same seed and round: `/A` in girone A."""
    seats: tuple[tuple[EntrantId, EntrantId | None], ...] = ()
    """`manual`: NS and EW of tables 1, 2, 3 …, as the referee seated them."""

    @property
    def placed(self) -> dict[EntrantId, int]:
        """Return everybody's place for the reasons: withdrawn entrants keep theirs, and equal ones share one."""
        return {entrant.id: self.places.get(entrant.id, at) for at, entrant in enumerate(self.entrants, 1)}
