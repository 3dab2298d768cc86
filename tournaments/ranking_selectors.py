"""What a pair's place is made of: its rounds, their hands and the lines of each score."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.functional import Promise

from scoring.engine.hand import HandEnd
from scoring.engine.score import Item
from scoring.messages.scores import ITEMS

from .models import Hand, Round, Tournament
from .records import Adjustment, Entrant, EntrantId, Line, Outcome, RoundScore, Standing, TableResult
from .result_names import END_NAMES, OUTCOME_NAMES
from .selectors import adjustments_of, entrants_of, rank


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """How far the tables of a round are."""

    number: int
    tables: int
    handed_in: int

    @property
    def under_way(self) -> bool:
        return self.handed_in < self.tables


@dataclass(frozen=True, slots=True)
class SideLine:
    """One line of a side's score: what it is about, how often, and its points together."""

    item: Item
    count: int
    points: int

    @property
    def name(self) -> Promise:
        return ITEMS[self.item]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScored:
    """One hand as a pair sees it: its own side first."""

    number: int
    end: HandEnd
    own: int
    other: int
    own_lines: tuple[SideLine, ...]
    other_lines: tuple[SideLine, ...]

    @property
    def end_name(self) -> Promise:
        return END_NAMES[self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDetail:
    """One round of a pair: its score in the ranking, against whom, the hands and the referee's adjustments."""

    score: RoundScore
    opponent: Entrant | None
    hands: tuple[HandScored, ...]
    adjustments: tuple[Adjustment, ...]

    @property
    def outcome_name(self) -> Promise:
        return OUTCOME_NAMES[self.score.outcome]

    @property
    def vp(self) -> int:
        """VP of the round, with what the referee gave or took."""
        return self.score.vp + self.score.vp_adjustment


def ranking_after(
    tournament: Tournament, results: Sequence[TableResult], after_round: int | None
) -> tuple[Standing, ...]:
    """The ranking as of a round, or of now, from results that have been read already. Two queries."""
    known = [result for result in results if after_round is None or result.round <= after_round]
    return rank(tournament, entrants_of(tournament), known, adjustments_of(tournament), after_round=after_round)


def progress_of(results: Sequence[TableResult]) -> tuple[RoundProgress, ...]:
    """The rounds that have been published, in order, with how many of their tables are in."""
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


def round_details(
    tournament: Tournament, standing: Standing, entrants: Mapping[EntrantId, Entrant]
) -> tuple[RoundDetail, ...]:
    """The rounds of one row of the ranking, opened. Two queries."""
    pair = standing.entrant.id
    hands = _hands_of(tournament, pair)
    given: defaultdict[int, list[Adjustment]] = defaultdict(list)
    for adjustment in adjustments_of(tournament):
        if adjustment.entrant == pair:
            given[adjustment.round].append(adjustment)
    return tuple(
        RoundDetail(
            score=score,
            opponent=None if score.opponent is None else entrants[score.opponent],
            hands=tuple(hands[score.round]),
            adjustments=tuple(given[score.round]),
        )
        for score in standing.rounds
    )


def _hands_of(tournament: Tournament, pair: EntrantId) -> defaultdict[int, list[HandScored]]:
    """The hands that a pair played, by round."""
    rows = (
        Hand.objects.filter(Q(table__ns__number=pair) | Q(table__ew__number=pair), table__round__tournament=tournament)
        .exclude(table__round__state=Round.State.DRAFT)
        .order_by("table__round__number", "number")
        .select_related("table__round", "table__ns")
    )
    hands: defaultdict[int, list[HandScored]] = defaultdict(list)
    for hand in rows:
        line = Line.NS if hand.table.ns.number == pair else Line.EW
        hands[hand.table.round.number].append(seen_from(line, hand))
    return hands


def seen_from(line: Line, hand: Hand) -> HandScored:
    """A stored hand with its lines, from one side of the table."""
    sides = [(hand.ns_total, hand.ns_lines), (hand.ew_total, hand.ew_lines)]
    (own, own_lines), (other, other_lines) = sides if line is Line.NS else reversed(sides)
    return HandScored(
        number=hand.number,
        end=HandEnd(hand.end),
        own=own,
        other=other,
        own_lines=_lines(own_lines),
        other_lines=_lines(other_lines),
    )


def _lines(stored: Sequence[Mapping[str, str | int]]) -> tuple[SideLine, ...]:
    return tuple(SideLine(Item(str(line["item"])), int(line["count"]), int(line["points"])) for line in stored)
