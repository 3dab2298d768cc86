"""The details of a pair's place: its rounds, their hands and the items of each score."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q
from django.utils.functional import Promise

from pages.prepared_queries import PreparedQuery, Rows
from scoring.engine.hand import HandEnd
from scoring.engine.score import ScoreLine
from tournaments.models import Hand, Pair, Round, Table, Tournament
from tournaments.ranking.missed_rounds import NO_TABLE
from tournaments.records import (
    Entrant,
    EntrantId,
    Line,
    Outcome,
    PointAdjustment,
    RoundScore,
    Side,
    Standing,
    TableResult,
    TeamStanding,
)
from tournaments.wording.results import BYE, END_NAMES, OUTCOME_NAMES
from tournaments.wording.stages_reached import stages_reached

from .evening import Evening, evening_of
from .knockout import bracket_views_of
from .results import results_among
from .rounds import published_rounds
from .standings import team_standings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """The progress of a round's tables."""

    number: int
    tables: int
    handed_in: int

    @property
    def under_way(self) -> bool:
        return self.handed_in < self.tables


@dataclass(frozen=True, slots=True, kw_only=True)
class PairHand:
    """A hand from a pair's point of view: its own side first."""

    number: int
    end: HandEnd
    own: int
    """The MP that count: from the slip, or as set by the referee."""
    other: int
    own_lines: tuple[ScoreLine, ...]
    other_lines: tuple[ScoreLine, ...]
    own_set: bool = False
    """Whether the referee set the own MP, whatever the items add up to."""
    other_set: bool = False
    set_reason: str = ""

    @property
    def end_name(self) -> Promise:
        return END_NAMES[self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDetail:
    """A round of a pair, or a player: its score, partner, opponents, hands and adjustments."""

    score: RoundScore
    is_bye: bool
    partner: Entrant | None
    """The partner, in an individual tournament only."""
    opponents: Side | None
    """The opponents; None at a rest, and in a missed round."""
    hands: tuple[PairHand, ...]
    adjustments: tuple[PointAdjustment, ...]
    vp: int | None
    """The VP of the round, with the referee's adjustments; None while the table is open."""

    @property
    def is_adjusted(self) -> bool:
        """Return whether the referee changed its points."""
        return any(not adjustment.is_warning for adjustment in self.adjustments)

    @property
    def is_missed(self) -> bool:
        """Return whether the pair had withdrawn, so that the round counts as an absence."""
        return self.score.table == NO_TABLE

    @property
    def outcome_name(self) -> Promise:
        return BYE if self.is_bye else OUTCOME_NAMES[self.score.outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRows:
    """The ranking as of a round, or the present one, with its details."""

    evening: Evening
    """The evening up to that round."""
    standings: tuple[Standing, ...]
    rounds: Sequence[Round]
    """The published rounds in order, if one of them was a knockout; otherwise empty."""

    def teams(self) -> tuple[TeamStanding, ...]:
        """Return the teams' ranking; empty if there are no teams. One query in a team event."""
        return team_standings_of(self.evening.tournament, self.standings)

    def stages(self) -> dict[EntrantId, str]:
        """Return the stage that each entrant of a bracket reached."""
        return stages_reached(bracket_views_of(self.rounds, self.evening, self.standings))

    def scores_of(self, number: int) -> dict[tuple[int, Line], RoundScore]:
        """Return the scores of the lines in a round, by table and line.

        If a line has two players, it is what both have, without adjustments of MP for one of them only.
        """
        return {
            (score.table, score.line): score if score.partner is None else _shared(standing, score)
            for standing in self.standings
            for score in standing.rounds
            if score.round == number
        }


def _shared(standing: Standing, score: RoundScore) -> RoundScore:
    own = standing.own_mp(score)
    return score._replace(mp=score.mp - own, mp_adjustment=score.mp_adjustment - own)


def ranking_of(tournament: Tournament, results: Sequence[TableResult], after_round: int | None = None) -> RankingRows:
    """Return the ranking from results already read. Two queries, with a knockout three."""
    until_then = [result for result in results if after_round is None or result.round <= after_round]
    evening = evening_of(tournament, results=until_then)
    rounds = published_rounds(tournament) if any(result.knockout for result in until_then) else []
    return RankingRows(
        evening=evening,
        standings=evening.standings(rounds=rounds, after_round=after_round),
        rounds=[round_ for round_ in rounds if after_round is None or round_.number <= after_round],
    )


def ranking_at_tables(round_: Round, numbers: Collection[int], entrants: Iterable[Entrant]) -> RankingRows:
    """Return a ranking of those at some tables of a round, for `scores_of` that round: as in the whole ranking.

    `entrants` are at least those who sit there; all, or it is not known who does. Two queries, after a cut three.
    """
    # A rest is worth its points once a slip of its round is in.
    is_in = round_.tables.exclude(outcome__in=(Outcome.OPEN, Outcome.REST)).order_by("number").values("pk")[:1]
    results = results_among(round_, Q(number__in=numbers) | Q(pk__in=is_in))
    seated = {entrant for result in results for entrant in (*result.ns_side, *result.ew_side)}
    sitting = [entrant for entrant in entrants if entrant.id in seated]
    evening = evening_of(round_.tournament, entrants=sitting, results=results)
    return RankingRows(evening=evening, standings=evening.standings_by_figures(), rounds=())


def progress_of(results: Sequence[TableResult]) -> tuple[RoundProgress, ...]:
    """Return the published rounds in order, with the number of tables that are in."""
    outcomes: defaultdict[int, list[Outcome]] = defaultdict(list)
    for result in results:
        outcomes[result.round] += [result.outcome] if result.met else []
    return tuple(
        RoundProgress(
            number=number,
            tables=len(outcomes[number]),
            handed_in=sum(outcome is not Outcome.OPEN for outcome in outcomes[number]),
        )
        for number in sorted(outcomes)
    )


def round_details(ranking: RankingRows, standing: Standing) -> tuple[RoundDetail, ...]:
    """Return the rounds of a row of the ranking in detail. One query."""
    evening, vp = ranking.evening, standing.vp_by_round
    own = standing.entrant.id
    lines = {score.round: score.line for score in standing.rounds}
    hands: defaultdict[int, list[PairHand]] = defaultdict(list)
    for hand in hands_of_entrant(evening.tournament, own):
        if (number := hand.round) in lines:
            hands[number].append(seen_from(lines[number], hand))
    return tuple(
        RoundDetail(
            score=score,
            is_bye=score.outcome is Outcome.REST and ranking.evening.plays_knockout(score.round, own),
            partner=None if score.partner is None else evening.by_number[score.partner],
            opponents=Side(tuple(evening.by_number[opponent] for opponent in score.opponents))
            if score.opponents
            else None,
            hands=tuple(hands[score.round]),
            adjustments=tuple(adjustment for adjustment in standing.adjustments if adjustment.round == score.round),
            vp=vp.get(score.round),
        )
        for score in standing.rounds
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredHand:
    """A hand as it is stored, with the number of its round."""

    round: int
    number: int
    end: str
    ns_total: int
    ns_set: int | None
    ns_lines: Sequence[Mapping[str, Any]]
    ew_total: int
    ew_set: int | None
    ew_lines: Sequence[Mapping[str, Any]]
    set_reason: str


def _hands(tournament: int, number: int) -> Rows:
    pair = Pair.objects.filter(tournament=tournament, number=number).order_by().values("pk")
    seats: Q = reduce(or_, (Q((f"{seat}__in", pair)) for seat in ("ns", "ew", "ns_partner", "ew_partner")))
    tables = Table.objects.filter(seats).exclude(round__state=Round.State.DRAFT).order_by().values("pk")
    stored = (field.name for field in fields(StoredHand) if field.name != "round")
    hands: Rows = Hand.objects.filter(table__in=tables).values(*stored, round=F("table__round__number"))
    return hands.order_by("round", "number")


HANDS = PreparedQuery(_hands, int, int)


def hands_of_entrant(tournament: Tournament, number: EntrantId) -> list[StoredHand]:
    """Return the hands of a pair, or a player, in published rounds, in order. One query."""
    return [StoredHand(**row) for row in HANDS.rows(tournament.pk, number)]


def seen_from(line: Line, hand: StoredHand) -> PairHand:
    """Return a stored hand with its items, from one side of the table."""
    sides = [(hand.ns_total, hand.ns_set, hand.ns_lines), (hand.ew_total, hand.ew_set, hand.ew_lines)]
    (own, own_set, own_lines), (other, other_set, other_lines) = sides if line is Line.NS else reversed(sides)
    return PairHand(
        number=hand.number,
        end=HandEnd(hand.end),
        own=own if own_set is None else own_set,
        other=other if other_set is None else other_set,
        own_lines=_lines(own_lines),
        other_lines=_lines(other_lines),
        own_set=own_set is not None,
        other_set=other_set is not None,
        set_reason=hand.set_reason,
    )


def _lines(stored: Sequence[Mapping[str, Any]]) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(**line) for line in stored)
