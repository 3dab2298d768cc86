"""The hall as everybody may see it: who sits where, what is in, how it stands. Drafts are not part of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from .knockout_tree import Tree
from .models import Hand, Pair, Round, Tournament
from .names import search_key
from .pairing_selectors import Evening
from .ranking_selectors import HandScored, seen_from
from .records import (
    Adjustment,
    Entrant,
    EntrantId,
    Kind,
    Line,
    Outcome,
    RoundScore,
    Side,
    Standing,
    System,
    TableResult,
    TeamStanding,
)
from .selectors import adjustments_of, entrants_of, published_rounds, rank, results_of, team_standings_of
from .stages import stages_reached, still_in
from .tree_selectors import tree_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody's place in the round under way."""

    table: int
    line: Line
    partner: Entrant | None
    """In an individual tournament: with whom."""
    opponents: Side | None
    """None: a rest, or in a knockout a bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player on the list of names."""

    name: str
    partner: str
    """In an individual tournament the one of the round under way; empty while there is none."""
    entrant: Entrant
    seat: Seat | None

    def is_found_by(self, typed: str) -> bool:
        """Whether the name holds every word typed, or the number typed is the pair's, or the player's."""
        words = search_key(typed).split()
        key = search_key(self.name)
        return words == [str(self.entrant.id)] or all(word in key for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table of a round as the players read it."""

    number: int
    ns: Side
    ew: Side | None
    outcome: Outcome
    ns_score: RoundScore
    ew_score: RoundScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """One round of a pair, or a player: how it went, with and against whom, its hands, and adjustments."""

    number: int
    score: RoundScore | None
    """None: not seated, and the round is here for its adjustments only."""
    is_bye: bool
    partner: Entrant | None
    """In an individual tournament only."""
    opponents: Side | None
    hands: Sequence[HandScored]
    adjustments: Sequence[Adjustment]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Everything public about a tournament, read once."""

    tournament: Tournament
    rounds: Sequence[Round]
    """Those published, in order."""
    entrants: Mapping[EntrantId, Entrant]
    withdrawn: frozenset[EntrantId]
    results: Sequence[TableResult]
    adjustments: Sequence[Adjustment]
    standings: Sequence[Standing]
    after_round: int | None

    @property
    def evening(self) -> Evening:
        """What draws follow from, for whom a tree or a cross-table is made of it."""
        return Evening(
            tournament=self.tournament,
            entrants=tuple(self.entrants.values()),
            results=self.results,
            adjustments=self.adjustments,
        )

    @property
    def last_round(self) -> Round | None:
        """The latest round that everybody knows of."""
        return self.rounds[-1] if self.rounds else None

    @property
    def under_way(self) -> Round | None:
        """The round being played, if one is."""
        last = self.last_round
        return last if last is not None and last.state == Round.State.PUBLISHED else None

    @property
    def plays_knockout(self) -> bool:
        """The round under way is one of a knockout: who has nobody to play has a bye, who does not sit is out."""
        return self.under_way is not None and self.under_way.system == System.KNOCKOUT

    @property
    def has_knockout(self) -> bool:
        """There is a tree to be looked at."""
        return any(result.knockout for result in self.results)

    @property
    def is_over(self) -> bool:
        """No further round will come."""
        return self.tournament.state in (Tournament.State.CHECKING, Tournament.State.FINAL)

    @property
    def is_ranked(self) -> bool:
        """A table has a result, so that the order means something."""
        return any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in self.results)

    @property
    def ends_at(self) -> datetime | None:
        """When the round under way is over by the clock; None where there is no clock."""
        round_ = self.under_way
        if round_ is None or round_.started_at is None or not self.tournament.round_minutes:
            return None
        return round_.started_at + timedelta(minutes=self.tournament.round_minutes)

    @property
    def state_sentence(self) -> str:
        """Where the evening is, in a few words."""
        if self.after_round is not None:
            return _("After round %(round)s") % {"round": self.after_round}
        last = self.last_round
        match self.tournament.state:
            case Tournament.State.FINAL:
                return _("Final ranking")
            case Tournament.State.CHECKING:
                return _("Provisional ranking: results are being checked")
        if last is None:
            return _("The first round has not begun yet")
        facts = {"round": last.number, "rounds": max(last.number, self.tournament.rounds_planned)}
        if self.under_way is None:
            return _("After round %(round)s of %(rounds)s") % facts
        playing = [result.outcome for result in self._tables_under_way() if result.met]
        facts |= {"tables": len(playing), "in": len(playing) - playing.count(Outcome.OPEN)}
        return _("Round %(round)s of %(rounds)s · %(in)s of %(tables)s tables in") % facts

    def seats(self) -> Mapping[EntrantId, Seat]:
        """Where everybody sits in the round under way."""
        return {
            entrant: Seat(
                table=result.table, line=line, partner=self._partner(entrant, own), opponents=self._side(other)
            )
            for result in self._tables_under_way()
            for line, own, other in (
                (Line.NS, result.ns_side, result.ew_side),
                (Line.EW, result.ew_side, result.ns_side),
            )
            for entrant in own
        }

    def players(self) -> list[PlayerRow]:
        """Every player who sits or could sit, in the order of their names."""
        seats = self.seats()
        rows = [
            PlayerRow(name=name, partner=partner, entrant=entrant, seat=seats.get(entrant.id))
            for entrant in self.entrants.values()
            if entrant.id in seats or entrant.id not in self.withdrawn
            for name, partner in _with_partners(entrant, seats.get(entrant.id))
        ]
        return sorted(rows, key=lambda row: (search_key(row.name), row.entrant.id))

    def tables(self, number: int) -> list[TableRow]:
        """The tables of a round with the scores that are known."""
        scores = {
            (score.table, score.line): score for row in self.standings for score in row.rounds if score.round == number
        }
        return [
            TableRow(
                number=result.table,
                ns=Side(tuple(self.entrants[each] for each in result.ns_side)),
                ew=self._side(result.ew_side),
                outcome=result.outcome,
                ns_score=scores[result.table, Line.NS],
                ew_score=scores.get((result.table, Line.EW)),
            )
            for result in self.results
            if result.round == number and result.ns is not None
        ]

    def teams(self) -> Sequence[TeamStanding]:
        """The teams' ranking; nobody where there are none. One query in a team event."""
        return team_standings_of(self.tournament, self.standings) if self.tournament.kind == Kind.TEAMS else ()

    def ranking(self) -> list[tuple[Standing, str]]:
        """The ranking, with how far those of a bracket came."""
        stages = stages_reached(self._tree())
        return [(row, stages.get(row.entrant.id, "") if row.by_knockout else "") for row in self.standings]

    def is_out(self, entrant: EntrantId) -> bool:
        """The tournament is in a knockout that goes on, without this entrant."""
        if self.last_round is None or self.last_round.system != System.KNOCKOUT:
            return False
        tree = self._tree()
        return tree is not None and tree.to_play > 0 and entrant not in still_in(tree)

    def standing(self, entrant: EntrantId) -> Standing | None:
        return next((row for row in self.standings if row.entrant.id == entrant), None)

    def rounds_of(self, entrant: EntrantId, hands: Iterable[Hand]) -> list[PairRound]:
        """A pair's rounds, the latest first, with their hands and adjustments."""
        standing = self.standing(entrant)
        scores = {score.round: score for score in standing.rounds} if standing else {}
        adjustments = [adjustment for adjustment in self.adjustments if adjustment.entrant == entrant]
        played = list(hands)
        return [
            self._round_of(
                number,
                scores.get(number),
                [hand for hand in played if hand.table.round.number == number],
                [adjustment for adjustment in adjustments if adjustment.round == number],
            )
            for number in sorted({*scores, *(adjustment.round for adjustment in adjustments)}, reverse=True)
        ]

    def _round_of(
        self, number: int, score: RoundScore | None, hands: Sequence[Hand], adjustments: Sequence[Adjustment]
    ) -> PairRound:
        knockout = any(each.number == number and each.system == System.KNOCKOUT for each in self.rounds)
        return PairRound(
            number=number,
            score=score,
            is_bye=knockout and score is not None and score.outcome is Outcome.REST,
            partner=self.entrants[score.partner] if score and score.partner else None,
            opponents=self._side(score.opponents) if score else None,
            hands=[seen_from(score.line, hand) for hand in hands] if score else [],
            adjustments=adjustments,
        )

    def _tree(self) -> Tree | None:
        return tree_of(self.rounds, self.evening, self.standings)

    def _side(self, side: Sequence[EntrantId]) -> Side | None:
        return Side(tuple(self.entrants[each] for each in side)) if side else None

    def _partner(self, entrant: EntrantId, side: Sequence[EntrantId]) -> Entrant | None:
        return next((self.entrants[each] for each in side if each != entrant), None)

    def _tables_under_way(self) -> Sequence[TableResult]:
        round_ = self.under_way
        return [] if round_ is None else [result for result in self.results if result.round == round_.number]


def _with_partners(entrant: Entrant, seat: Seat | None) -> Iterable[tuple[str, str]]:
    """Who plays for an entrant, each with the partner."""
    if len(entrant.playing) > 1:
        return zip(entrant.playing, reversed(entrant.playing), strict=True)
    partner = seat.partner if seat is not None else None
    return [(name, " – ".join(partner.playing) if partner is not None else "") for name in entrant.playing]


def hall_of(tournament: Tournament, *, after_round: int | None = None) -> Hall:
    """The hall, as of a round or now. Five queries, whatever its size."""
    entrants, results = entrants_of(tournament), results_of(tournament, after_round=after_round)
    adjustments, rounds = adjustments_of(tournament), published_rounds(tournament)
    withdrawn = tournament.pairs.filter(status=Pair.Status.WITHDRAWN).values_list("number", flat=True)
    standings = rank(tournament, entrants, results, adjustments, rounds=rounds, after_round=after_round)
    return Hall(
        tournament=tournament,
        rounds=rounds,
        entrants={entrant.id: entrant for entrant in entrants},
        withdrawn=frozenset(EntrantId(number) for number in withdrawn),
        results=results,
        adjustments=adjustments,
        standings=standings,
        after_round=after_round,
    )
