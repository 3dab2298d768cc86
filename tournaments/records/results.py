"""What was played, and what it is worth."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .entrants import Entrant, EntrantId, Line


class Outcome(StrEnum):
    """How a table's round ended for its pairs (docs/tournaments.md §3)."""

    OPEN = "open"
    """No result yet."""
    PLAYED = "played"
    REST = "rest"
    """Only one pair at the table: it rests (riposo)."""
    ABSENT_NS = "absent_ns"
    ABSENT_EW = "absent_ew"
    ABSENT_BOTH = "absent_both"
    ARBITRAL = "arbitral"
    """The referee set what both lines get (punteggio arbitrale)."""


ABSENCES = frozenset({Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH})
"""A pair, or both, did not come or left."""

DECIDED = ABSENCES | {Outcome.ARBITRAL}
"""What only a referee says of a table, and no slip."""

SCORED = frozenset({Outcome.PLAYED, Outcome.ARBITRAL})
"""Both lines have a score of the table: it is a meeting, and may be won."""


class TieBreak(StrEnum):
    """What orders the ranking, each after the ones before it (docs/tournaments.md §5)."""

    VP = "vp"
    MP_DIFFERENCE = "mp_difference"
    MP = "mp"
    DIRECT = "direct"
    WINS = "wins"
    LOT = "lot"


class TableResult(NamedTuple):
    """One table of one round, as far as it is known. A tuple, since a championship has thousands.

    In an individual tournament four players sit there, and the two partners are named as well; a player that rests
    is `ns`, alone.
    """

    round: int
    table: int
    ns: EntrantId | None
    ew: EntrantId | None
    outcome: Outcome
    ns_mp: int | None = None
    """MP of NS summed over the hands entered, or as the referee set them; None while no hand is."""
    ew_mp: int | None = None
    ns_vp: int | None = None
    """VP that the referee set, at an arbitral score only."""
    ew_vp: int | None = None
    ruling: str = ""
    """Why there is an arbitral score."""
    ns_partner: EntrantId | None = None
    ew_partner: EntrantId | None = None
    knockout: bool = False
    """A table of a bracket: whoever has none in its round is out, and misses nothing."""

    @property
    def ns_side(self) -> tuple[EntrantId, ...]:
        """Who sits NS: one pair, two players, or nobody."""
        if self.ns is not None and self.ns_partner is None:
            return (self.ns,)
        return tuple(entrant for entrant in (self.ns, self.ns_partner) if entrant is not None)

    @property
    def ew_side(self) -> tuple[EntrantId, ...]:
        if self.ew is not None and self.ew_partner is None:
            return (self.ew,)
        return tuple(entrant for entrant in (self.ew, self.ew_partner) if entrant is not None)

    @property
    def met(self) -> tuple[EntrantId, EntrantId] | None:
        """The two pairs seated against each other, played or not; None at a rest."""
        return None if self.ns is None or self.ew is None else (self.ns, self.ew)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A penalty, a bonus or a warning of the referee's: a warning gives and takes nothing.

    MP that the opponents feel count in the pair's round before its VP are read, others in its own MP only; VP count in
    its total only.
    """

    round: int
    entrant: EntrantId
    mp: int = 0
    vp: int = 0
    felt: bool = True
    """The opponents feel the MP."""
    reason: str = ""
    article: str = ""
    player: str = ""
    """Who of the pair it is about, by full name; empty: both."""

    @property
    def is_warning(self) -> bool:
        return not (self.mp or self.vp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a round is worth without play: VP, and the MP difference that goes with them."""

    vp: int
    mp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleBand:
    """One band of a VP scale as it is printed: from `low` to `high` MP of difference, and what both sides get."""

    low: int
    high: int | None
    """None: everything from `low` on."""
    winner: int
    loser: int


class RoundScore(NamedTuple):
    """One entrant's round in the ranking. A ranking makes thousands: a frozen dataclass takes four times as long."""

    round: int
    table: int
    line: Line
    opponents: tuple[EntrantId, ...]
    """The pair, or in an individual tournament the two players; nobody at a rest or in a round that was missed."""
    outcome: Outcome
    mp: int
    """MP scored, adjustments of this round included; in an individual tournament the partner's too."""
    conceded: int
    """MP conceded, the opponents' adjustments included."""
    vp: int
    """VP from the scale or the allowance, without VP adjustments."""
    partner: EntrantId | None = None
    """In an individual tournament only."""
    mp_adjustment: int = 0
    vp_adjustment: int = 0
    won: bool = False
    """Scored at a table, and more than half of the round's VP."""
    ruling: str = ""
    """Why it is an arbitral score."""

    @property
    def opponent(self) -> EntrantId | None:
        """The opponents' pair; of two players the first."""
        return self.opponents[0] if self.opponents else None

    @property
    def difference(self) -> int:
        return self.mp - self.conceded

    @property
    def absent(self) -> bool:
        """Did not come, or left: the round is worth an absence."""
        own = Outcome.ABSENT_NS if self.line is Line.NS else Outcome.ABSENT_EW
        return self.outcome in (own, Outcome.ABSENT_BOTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the ranking."""

    place: int
    tied: bool
    """Shares its place with another entrant (ex aequo)."""
    entrant: Entrant
    vp: int
    mp_difference: int
    mp: int
    wins: int
    rounds: tuple[RoundScore, ...]
    """In the order of the rounds; a round that the entrant was not part of is left out."""
    adjustments: tuple[Adjustment, ...] = ()
    """What the referee gave and took, in the order of the rounds; in rounds without a seat too."""
    decided_by: TieBreak | None = None
    """The criterion that parted it from the row above; None for the first row and for a shared place."""
    by_knockout: bool = False
    """Its place was played out in a bracket, and no figure says it."""

    @property
    def rounds_ruled(self) -> frozenset[int]:
        """The rounds in which the referee gave, took or set something."""
        given = {adjustment.round for adjustment in self.adjustments}
        return frozenset(given | {score.round for score in self.rounds if score.ruling})

    @property
    def unseated(self) -> tuple[Adjustment, ...]:
        """What was given in rounds that the entrant was not part of."""
        seated = {score.round for score in self.rounds}
        return tuple(given for given in self.adjustments if given.round not in seated)

    @property
    def vp_by_round(self) -> dict[int, int]:
        """What each round gave to `vp`, which is their sum, the referee's VP included; a round that is open gave none.

        Every page and sheet that shows a round's VP beside a total shows these.
        """
        given = {score.round: score.vp for score in self.rounds if score.outcome is not Outcome.OPEN}
        for adjustment in self.adjustments:
            if adjustment.vp:
                given[adjustment.round] = given.get(adjustment.round, 0) + adjustment.vp
        return given


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """One row of the teams' ranking: the sums of its pairs."""

    place: int
    tied: bool
    number: int
    name: str
    vp: int
    mp_difference: int
    mp: int
    wins: int
    pairs: tuple[Standing, ...]
    """The standings of its pairs among all pairs, best first."""
    decided_by: TieBreak | None = None
    """As in `Standing`."""
