"""The results of tables, and the rankings that follow from them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .entrants import Entrant, EntrantId, Line
from .gironi import CarriedFigures
from .team_matches import MatchScore


class Outcome(StrEnum):
    """The way a table's round ended (docs/tournaments.md §3)."""

    OPEN = "open"
    """No result yet."""
    PLAYED = "played"
    REST = "rest"
    """Only one pair is at the table, and it rests (riposo)."""
    ABSENT_NS = "absent_ns"
    ABSENT_EW = "absent_ew"
    ABSENT_BOTH = "absent_both"
    ARBITRAL = "arbitral"
    """The referee assigned the score of both lines (punteggio arbitrale)."""


ABSENCES = frozenset({Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH})
"""A pair, or both, did not come or left."""

DECIDED = ABSENCES | {Outcome.ARBITRAL}
"""The outcomes that only the referee decides, without a slip."""

SCORED = frozenset({Outcome.PLAYED, Outcome.ARBITRAL})
"""The outcomes in which both lines have a score: these count as meetings, and can be won."""

FELT = frozenset({Outcome.PLAYED, Outcome.OPEN})
"""The outcomes whose MP the scale reads, now or later: here the opponents feel the referee's MP."""


class TieBreak(StrEnum):
    """The tie-breaks, each applied after the ones before it (docs/tournaments.md §5)."""

    VP = "vp"
    MP_DIFFERENCE = "mp_difference"
    MP = "mp"
    DIRECT = "direct"
    WINS = "wins"
    LOT = "lot"


class TableResult(NamedTuple):
    """A table of a round, as far as it is known. It is a tuple, because a championship has thousands.

    In an individual tournament four players sit at the table, and the two partners are named too. A player that rests
    is `ns`, without a partner.
    """

    round: int
    table: int
    ns: EntrantId | None
    ew: EntrantId | None
    outcome: Outcome
    ns_mp: int | None = None
    """The MP of NS: the sum of the hands entered, or what the referee set; None before the first hand."""
    ew_mp: int | None = None
    ns_vp: int | None = None
    """The VP that the referee set, only for an assigned score."""
    ew_vp: int | None = None
    ruling: str = ""
    """The reason for an assigned score."""
    ns_partner: EntrantId | None = None
    ew_partner: EntrantId | None = None
    knockout: bool = False
    """Whether the table belongs to a bracket: entrants without a table in its rounds are out, and miss nothing."""

    @property
    def ns_side(self) -> tuple[EntrantId, ...]:
        """Return the NS side: a pair, two players, or nobody."""
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
        """Return the two pairs seated against each other, whether or not they have played; None for a rest."""
        return None if self.ns is None or self.ew is None else (self.ns, self.ew)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointAdjustment:
    """A penalty, a bonus or a warning by the referee; a warning changes no points.

    MP that the opponents feel count in the pair's round before its VP are read. Other MP, and all MP where no VP are
    read (`FELT`), count only in the pair's own MP. VP count only in its total.
    """

    round: int
    entrant: EntrantId
    mp: int = 0
    vp: int = 0
    felt: bool = True
    """Whether the opponents feel the MP."""
    reason: str = ""
    article: str = ""
    player: str = ""
    """The full name of the player concerned; empty for both."""

    @property
    def is_warning(self) -> bool:
        return not (self.mp or self.vp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The value of a round without play: VP, and their MP difference."""

    vp: int
    mp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleBand:
    """A band of a printed VP scale: from `low` to `high` MP of difference, and the VP of both sides."""

    low: int
    high: int | None
    """The highest difference; None for no limit."""
    winner: int
    loser: int


class RoundScore(NamedTuple):
    """An entrant's round in the ranking. It is a tuple, because a frozen dataclass takes four times as long to make."""

    round: int
    table: int
    line: Line
    opponents: tuple[EntrantId, ...]
    """The pair, or the two players of an individual tournament; empty for a rest or a missed round."""
    outcome: Outcome
    mp: int
    """The MP scored, including this round's adjustments and the partner's felt ones."""
    conceded: int
    """The MP conceded, including the opponents' adjustments."""
    vp: int
    """The VP from the scale or the allowance, without adjustments of VP."""
    partner: EntrantId | None = None
    """The partner, only in an individual tournament."""
    mp_adjustment: int = 0
    vp_adjustment: int = 0
    won: bool = False
    """Whether the score was made at a table and is more than half of the round's VP."""
    ruling: str = ""
    """The reason for an assigned score."""
    early: bool = False
    """Whether it is a rest in a round that has no slip in yet."""

    @property
    def is_open(self) -> bool:
        """Return whether it gives nothing yet."""
        return self.early or self.outcome is Outcome.OPEN

    @property
    def opponent(self) -> EntrantId | None:
        """Return the opposing pair, or the first of two opposing players."""
        return self.opponents[0] if self.opponents else None

    @property
    def difference(self) -> int:
        return self.mp - self.conceded

    @property
    def absent(self) -> bool:
        """Return whether the entrant was absent, so that the round has the value of an absence."""
        own = Outcome.ABSENT_NS if self.line is Line.NS else Outcome.ABSENT_EW
        return self.outcome in (own, Outcome.ABSENT_BOTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the ranking."""

    place: int
    tied: bool
    """Whether the entrant shares its place (ex aequo)."""
    entrant: Entrant
    vp: int
    mp_difference: int
    mp: int
    wins: int
    rounds: tuple[RoundScore, ...]
    """The scores in the order of the rounds, without rounds in which the entrant had no part."""
    adjustments: tuple[PointAdjustment, ...] = ()
    """The referee's adjustments in the order of the rounds, including rounds without a seat."""
    decided_by: TieBreak | None = None
    """The tie-break that separates the entrant from the row above; None for the first row and for a shared place."""
    by_knockout: bool = False
    """Whether the place was decided in a bracket, not by figures."""
    own_bracket: bool = False
    """Whether that bracket is the girone's own, so that the place is one within it."""
    girone: int | None = None
    """The girone, 1 for A, in which the entrant is ranked; the gironi follow each other. None before the cut."""
    carried: CarriedFigures | None = None
    """The figures with which it began its girone; None before the cut."""

    @property
    def before_gironi(self) -> bool:
        """Return whether a bracket of the whole field decided the place, which comes before all gironi."""
        return self.by_knockout and not self.own_bracket

    @property
    def rounds_ruled(self) -> frozenset[int]:
        """Return the rounds in which the referee changed the score."""
        adjusted = {adjustment.round for adjustment in self.adjustments}
        return frozenset(adjusted | {score.round for score in self.rounds if score.ruling})

    def own_mp(self, score: RoundScore) -> int:
        """Return the MP that the referee gave to the entrant alone, or took from it, without an effect on the table."""
        of_round = [adjustment for adjustment in self.adjustments if adjustment.round == score.round]
        return sum(adjustment.mp for adjustment in of_round if not (adjustment.felt and score.outcome in FELT))

    @property
    def unseated(self) -> tuple[PointAdjustment, ...]:
        """Return the adjustments of rounds in which the entrant had no part."""
        seated = {score.round for score in self.rounds}
        return tuple(adjustment for adjustment in self.adjustments if adjustment.round not in seated)

    @property
    def vp_by_round(self) -> dict[int, int]:
        """Return the VP of each round, which add up to `vp`. The referee's VP are included; an open round adds none.

        In a girone, `carried` stands for the rounds before the cut: they show what was played, and may count less.
        Every page and sheet that shows a round's VP beside a total uses these.
        """
        vp = {score.round: score.vp for score in self.rounds if not score.is_open}
        for adjustment in self.adjustments:
            if adjustment.vp:
                vp[adjustment.round] = vp.get(adjustment.round, 0) + adjustment.vp
        return vp


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """A row of the teams' ranking: the sums over the team's pairs; in team matches, the VP and wins of its matches."""

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
    """The tie-break, as in `Standing`; None, too, if the VP of the pairs decided between teams that play matches."""
    matches: tuple[MatchScore, ...] = ()
    """The matches that are over, in order; empty unless the teams play matches."""

    @property
    def pairs_vp(self) -> int:
        """Return the VP of its pairs."""
        return sum(pair.vp for pair in self.pairs)
