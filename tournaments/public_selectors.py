"""The hall as everybody may see it: who sits where, what is in, how it stands. Drafts are not part of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from .models import Hand, Round, Tournament
from .records import Entrant, EntrantId, Line, Outcome, RoundScore, Standing, TableResult
from .selectors import adjustments_of, entrants_of, rank, results_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One player's place in the round under way; `table` is None for a pair that is not seated."""

    name: str
    entrant: Entrant
    table: int | None
    line: Line | None
    opponents: Entrant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table of a round as the players read it."""

    number: int
    ns: Entrant
    ew: Entrant | None
    outcome: Outcome
    ns_score: RoundScore | None
    ew_score: RoundScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One hand from a pair's side of the table, in MP."""

    number: int
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """One round of a pair."""

    score: RoundScore
    opponents: Entrant | None
    hands: Sequence[HandLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Everything public about a tournament, read once."""

    tournament: Tournament
    rounds: Sequence[Round]
    """Those published, in order."""
    entrants: Mapping[EntrantId, Entrant]
    results: Sequence[TableResult]
    standings: Sequence[Standing]
    after_round: int | None

    @property
    def under_way(self) -> Round | None:
        """The round being played, if one is."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.state == Round.State.PUBLISHED else None

    @property
    def ranked(self) -> bool:
        """Something has been played, so that the order means something."""
        return any(row.rounds for row in self.standings)

    @property
    def state_sentence(self) -> str:
        """Where the evening is, in a few words."""
        if self.after_round is not None:
            return _("After round %(round)s") % {"round": self.after_round}
        match self.tournament.state:
            case Tournament.State.FINAL:
                return _("Final ranking")
            case Tournament.State.CHECKING:
                return _("Provisional ranking: results are being checked")
        if (round_ := self.under_way) is not None:
            return _("Round %(round)s of %(rounds)s under way · %(in)s of %(tables)s tables in") % {
                "round": round_.number,
                "rounds": self.tournament.rounds_planned,
                "in": self.handed_in,
                "tables": self.tables_playing,
            }
        if self.rounds:
            return _("After round %(round)s of %(rounds)s") % {
                "round": self.rounds[-1].number,
                "rounds": self.tournament.rounds_planned,
            }
        return _("Registration is open")

    @property
    def handed_in(self) -> int:
        """Tables of the last round with a result, or that need none."""
        return sum(result.outcome is not Outcome.OPEN for result in self._last_tables())

    @property
    def tables_playing(self) -> int:
        return len(self._last_tables())

    def seat(self, entrant: EntrantId) -> Seat | None:
        """Where a pair sits in the last round published; None if it does not."""
        return next((seat for seat in self.seats() if seat.entrant.id == entrant and seat.table is not None), None)

    def seats(self) -> list[Seat]:
        """Every player of a pair that is here, in the order of their names."""
        at = {}
        for result in self._last_tables():
            for line, me, them in ((Line.NS, result.ns, result.ew), (Line.EW, result.ew, result.ns)):
                if me is not None:
                    at[me] = (result.table, line, them)
        seats = []
        for entrant in self.entrants.values():
            table, line, them = at.get(entrant.id, (None, None, None))
            if table is None and not entrant.active:
                continue
            opponents = None if them is None else self.entrants[them]
            seats += [
                Seat(name=name, entrant=entrant, table=table, line=line, opponents=opponents) for name in entrant.names
            ]
        return sorted(seats, key=lambda seat: (seat.name.casefold(), seat.entrant.id))

    def tables(self, number: int) -> list[TableRow]:
        """The tables of a round with the scores that are known."""
        scores = {
            (score.table, score.line): score for row in self.standings for score in row.rounds if score.round == number
        }
        return [
            TableRow(
                number=result.table,
                ns=self.entrants[result.ns],
                ew=None if result.ew is None else self.entrants[result.ew],
                outcome=result.outcome,
                ns_score=scores.get((result.table, Line.NS)),
                ew_score=scores.get((result.table, Line.EW)),
            )
            for result in self.results
            if result.round == number and result.ns is not None
        ]

    def standing(self, entrant: EntrantId) -> Standing | None:
        return next((row for row in self.standings if row.entrant.id == entrant), None)

    def rounds_of(self, entrant: EntrantId, hands: Iterable[Hand]) -> list[PairRound]:
        """A pair's rounds that count, the latest first, with their hands."""
        standing = self.standing(entrant)
        by_round: dict[int, list[Hand]] = {}
        for hand in hands:
            by_round.setdefault(hand.table.round.number, []).append(hand)
        return [
            PairRound(
                score=score,
                opponents=None if score.opponent is None else self.entrants[score.opponent],
                hands=[_hand_line(hand, score.line) for hand in by_round.get(score.round, [])],
            )
            for score in reversed(standing.rounds if standing else ())
        ]

    @property
    def ends_at(self) -> datetime | None:
        """When the round under way is over by the clock; None where there is no clock."""
        round_ = self.under_way
        if round_ is None or round_.started_at is None or not self.tournament.round_minutes:
            return None
        return round_.started_at + timedelta(minutes=self.tournament.round_minutes)

    def _last_tables(self) -> Sequence[TableResult]:
        last = self.rounds[-1].number if self.rounds else 0
        return [result for result in self.results if result.round == last]


def hall_of(tournament: Tournament, *, after_round: int | None = None) -> Hall:
    """The hall, as of a round or now. Four queries, whatever its size."""
    entrants, results = entrants_of(tournament), results_of(tournament, after_round=after_round)
    return Hall(
        tournament=tournament,
        rounds=tuple(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number")),
        entrants={entrant.id: entrant for entrant in entrants},
        results=results,
        standings=rank(tournament, entrants, results, adjustments_of(tournament), after_round=after_round),
        after_round=after_round,
    )


def hands_of_pair(tournament: Tournament, number: EntrantId) -> Sequence[Hand]:
    """The hands a pair has played, in order. One query."""
    played = Q(table__ns__number=number) | Q(table__ew__number=number)
    hands = Hand.objects.filter(played, table__round__tournament=tournament).select_related("table__round")
    return hands.order_by("table__round__number", "number")


def _hand_line(hand: Hand, line: Line) -> HandLine:
    mine, theirs = hand.ns_total, hand.ew_total
    if line is Line.EW:
        mine, theirs = theirs, mine
    return HandLine(number=hand.number, mine=mine, theirs=theirs)
