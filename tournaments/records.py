"""The frozen data that the pure tournament code speaks: pairing, ranking, victory points and sheets.

Nothing here knows the database, the clock or a language. `selectors.py` makes these records out of the
models; whatever a pure module answers is made of them too. Points are whole numbers (`int`), always
multiples of 5 where they are match points (MP).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

EntrantId = NewType("EntrantId", int)
"""The number that the ranked thing (a pair; later a player or a team) wears in its tournament: 1, 2, 3 …

It is the number printed on the slip, never a database key, so that a draw made from it is the same on
every machine.
"""


class Line(StrEnum):
    """The two lines of a table. Italian: Nord/Sud and Est/Ovest."""

    NS = "ns"
    EW = "ew"


class Outcome(StrEnum):
    """How a table's round ended for its pairs (`tournament.md` §3)."""

    OPEN = "open"
    """No result yet."""
    PLAYED = "played"
    REST = "rest"
    """Only one pair at the table: it rests (riposo)."""
    ABSENT_NS = "absent_ns"
    ABSENT_EW = "absent_ew"
    ABSENT_BOTH = "absent_both"


class System(StrEnum):
    """The pairing systems (`tournament.md` §2) that can be chosen for a round."""

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


class Kind(StrEnum):
    """What is ranked (`tournament.md` §1)."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    """Players: partners change every round."""
    TEAMS = "teams"
    """Pairs, and the teams that they belong to."""


class Policy(StrEnum):
    """Which of the exact optima `danish_no_rematch` takes (`pairing.md`)."""

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


class TieBreak(StrEnum):
    """What orders the ranking, each after the ones before it (`tournament.md` §5)."""

    VP = "vp"
    MP_DIFFERENCE = "mp_difference"
    MP = "mp"
    DIRECT = "direct"
    WINS = "wins"
    LOT = "lot"


TAKEN_OVER_BY = " / "
"""Stands between a player and the substitute that took the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who is paired and ranked: a pair, or in an individual tournament a player, as printed, with their clubs."""

    id: EntrantId
    names: tuple[str, ...]
    """Full names, last name first, in the order of registration: `("Rossi Anna", "Bianchi Carlo")`.

    A substitute stands after the player whose place it took: `("Rossi Anna / Verdi Luca", "Bianchi Carlo")`.
    """
    clubs: tuple[str, ...] = ()
    """The players' clubs, each once, empty ones left out."""
    active: bool = True
    """Can be seated: here, and not withdrawn."""
    team: int | None = None
    """The number of its team in a team event; pairs of one team never meet."""
    fixed_table: int | None = None
    """The table that it keeps in every round (coppia fissa)."""

    @property
    def label(self) -> str:
        """All names on one line: `Rossi Anna – Bianchi Carlo`."""
        return " – ".join(self.names)

    @property
    def playing(self) -> tuple[str, ...]:
        """Who holds each seat now: of a seat that was taken over, the substitute."""
        return tuple(name.rsplit(TAKEN_OVER_BY, 1)[-1] for name in self.names)


@dataclass(frozen=True, slots=True)
class Side:
    """Who sits at one line of a table: a pair, or in an individual tournament the two players of that round."""

    entrants: tuple[Entrant, ...]

    @property
    def numbers(self) -> str:
        """`7`, or `7 + 12`."""
        return " + ".join(str(entrant.id) for entrant in self.entrants)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for entrant in self.entrants for name in entrant.names)

    @property
    def label(self) -> str:
        """All names on one line: `Rossi Anna – Verdi Luca`."""
        return " – ".join(self.names)

    @property
    def playing(self) -> str:
        """The same of those who hold the seats now, substitutes without the players whose place they took."""
        return " – ".join(name for entrant in self.entrants for name in entrant.playing)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """One table of one round, as far as it is known.

    In an individual tournament four players sit there, and the two partners are named as well; a player that rests
    is `ns`, alone.
    """

    round: int
    table: int
    ns: EntrantId | None
    ew: EntrantId | None
    outcome: Outcome
    ns_mp: int | None = None
    """MP of NS summed over the hands entered; None while no hand is."""
    ew_mp: int | None = None
    ns_partner: EntrantId | None = None
    ew_partner: EntrantId | None = None
    knockout: bool = False
    """A table of a bracket: whoever has none in its round is out, and misses nothing."""

    @property
    def ns_side(self) -> tuple[EntrantId, ...]:
        """Who sits NS: one pair, two players, or nobody."""
        return tuple(entrant for entrant in (self.ns, self.ns_partner) if entrant is not None)

    @property
    def ew_side(self) -> tuple[EntrantId, ...]:
        return tuple(entrant for entrant in (self.ew, self.ew_partner) if entrant is not None)

    @property
    def met(self) -> tuple[EntrantId, EntrantId] | None:
        """The two pairs seated against each other, played or not; None at a rest."""
        return None if self.ns is None or self.ew is None else (self.ns, self.ew)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A penalty or bonus of the referee's. MP count in the pair's round before VP are read; VP in its total only."""

    round: int
    entrant: EntrantId
    mp: int = 0
    vp: int = 0
    reason: str = ""
    article: str = ""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScore:
    """One entrant's round in the ranking."""

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
    """Played, and more than half of the round's VP."""

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
    decided_by: TieBreak | None = None
    """The criterion that parted it from the row above; None for the first row and for a shared place."""
    by_knockout: bool = False
    """Its place was played out in a bracket, and no figure says it."""


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


class ReasonCode(StrEnum):
    """Why a table of a draft is as it is. `pairing_messages.py` has the sentence in the reader's language."""

    DRAWN = "drawn"
    REGISTRATION_ORDER = "registration_order"
    SEATED_BY_HAND = "seated_by_hand"
    MITCHELL_START = "mitchell_start"
    MITCHELL_MOVE = "mitchell_move"
    MITCHELL_JOINS = "mitchell_joins"
    MITCHELL_NEW_TABLE = "mitchell_new_table"
    MITCHELL_TABLE_CLOSED = "mitchell_table_closed"
    MITCHELL_TAKES_NS = "mitchell_takes_ns"
    MITCHELL_TURNS = "mitchell_turns"
    """A pair that keeps its table sat there as EW. Facts: `pair`."""
    NEIGHBOURS = "neighbours"
    RANK_DISTANCE = "rank_distance"
    """Facts: the places `upper` and `lower`. What stood in the way of a nearer meeting follows."""
    SAME_VP = "same_vp"
    """`swiss`. Facts: `vp`."""
    OTHER_VP = "other_vp"
    """`swiss`. Facts: `pair` and its `vp`, `other` and its `other_vp`."""
    KEPT_APART = "kept_apart"
    """Why not a nearer meeting. Facts: `pair`, the `others`, the `obstacle`; if they met, in which `rounds`."""
    WOULD_LEAVE = "would_leave"
    """Why not a nearer meeting. Facts: `pair`–`other` would leave `left`–`left_other`; the `obstacle`, the `round`."""
    TAKEN = "taken"
    """Why not a nearer meeting: already at a better-placed table. Facts: the `others`."""
    KEPT = "kept"
    """The referee let the table stay."""
    FIXED_TABLE = "fixed_table"
    """A pair sits at the table that it keeps. Facts: `pair`, `table`."""
    FIXED_TABLE_TAKEN = "fixed_table_taken"
    """A pair cannot: its table stays as it was, or a better one or its opponent keeps a table. Facts as above."""
    FIXED_TABLE_MISSING = "fixed_table_missing"
    """A pair cannot: fewer `tables` are played at. Facts: `pair`, `table`, `tables`."""
    REMATCH = "rematch"
    MET_BEFORE = "met_before"
    """A meeting older than the memory. Facts: `pair`, `other`, `round`."""
    SAME_CLUB = "same_club"
    REST_LOWEST = "rest_lowest"
    REST_DRAWN = "rest_drawn"
    REST_MITCHELL = "rest_mitchell"
    REST_AGAIN = "rest_again"
    MOVED_BY_REFEREE = "moved_by_referee"
    """Facts: the round's squared ranking distances `before` and `now`; none without a ranking."""
    REST_BY_REFEREE = "rest_by_referee"
    """Facts: `pair`, `rests` so far, and how many others have `fewer`."""
    SAME_TEAM = "same_team"
    """Facts: `team`, and whether it was `forced`, as `SAME_CLUB` says too."""
    EXCLUDED = "excluded"
    """A meeting that the referee did not want. Facts: `pair`, `other`, `forced`."""
    OFF_ITS_TABLE = "off_its_table"
    """A pair fixed to another table. Facts: `pair`, `table`."""
    ROUND_ROBIN = "round_robin"
    """Facts: the `round` of the Berger table of `rounds`, the `group` of `groups` (A, B …), the `leg` of `legs`."""
    TAKES_PLACE = "takes_place"
    """A late pair in a round robin. Facts: `pair`, and `other`, whose place it takes; none: a free one."""
    REST_ODD_GROUP = "rest_odd_group"
    """Facts: `pair`, `group`, `groups`."""
    REST_GROUP_FINISHED = "rest_group_finished"
    """A group plays fewer rounds than a bigger one. Facts: `pair`, `group`, `groups`."""
    REST_OPPONENT_GONE = "rest_opponent_gone"
    """Who would have met `other`, who has withdrawn. Facts: `pair`, `other`."""
    KNOCKOUT_MATCH = "knockout_match"
    """Facts: `stage` (2 the final, 4 a semi-final …), the seeds `upper` and `lower`."""
    KNOCKOUT_THIRD_PLACE = "knockout_third_place"
    KNOCKOUT_BETTER_SEED = "knockout_better_seed"
    """It goes on from a tie, or both stayed away. Facts: `pair`, `round`."""
    KNOCKOUT_ADVANCED = "knockout_advanced"
    """The referee let it go on. Facts: `pair`, `round`."""
    BYE = "bye"
    """Facts: `pair`."""
    WHIST = "whist"
    """Facts: the movement's `round`, of how many `rounds`."""
    FOUR = "four"
    """A four down the ranking, 1st and 4th against 2nd and 3rd. Facts: the `places` of two, `against` those of two."""
    FOUR_PARTNERS = "four_partners"
    """Not quite such a four. Facts too: who cannot be partners, `pair` and `other`, since which `round`.

    Round 0: they never were, the referee keeps them apart.
    """
    FOUR_NEAR = "four_near"
    """Not quite such a four, for the good of other tables or of fewer repeated meetings. Facts as for `FOUR`."""
    PARTNERS_AGAIN = "partners_again"
    """Facts: `pair`, `other`, the latest `round`, and whether it was `forced`."""
    REST_WHIST = "rest_whist"
    """Facts: `pair`."""


class Obstacle(StrEnum):
    """What speaks against a meeting, the gravest first."""

    TEAM = "team"
    EXCLUDED = "excluded"
    MET = "met"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason, as a code and the facts that its sentence needs (JSON values only)."""

    code: ReasonCode
    facts: Mapping[str, int | str | list[int]] = field(default_factory=dict)


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
class Cycle:
    """A run of rounds of a system that plans ahead: a round robin, a knockout, a whist movement."""

    start: int
    """The number of its first round."""
    order: tuple[EntrantId, ...]
    """Everybody who was active when it was drawn, in the ranking order of that moment."""


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
    cycle: Cycle | None = None
    """`round_robin`, `knockout`, `individual`: the run that this round goes on with; None: it begins one."""
    rounds_planned: int | None = None
    """How many rounds the tournament is to have, as far as a system plans ahead."""
    seats: tuple[tuple[EntrantId, EntrantId | None], ...] = ()
    """`manual` only: NS and EW of tables 1, 2, 3 … as the referee set them."""
