"""The public hall of a tournament, its state and its results, without drafts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.clock.clock import ClockState
from tournaments.models import Pair, Round, Tournament
from tournaments.ranking.course import Course
from tournaments.ranking.missed_rounds import late_among
from tournaments.records import Entrant, EntrantId, Outcome, Side, Standing, TableResult, TeamStanding
from tournaments.selectors.clocks import ClocksView, clocks_for_players
from tournaments.selectors.evening import Evening, evening_of
from tournaments.selectors.knockout import bracket_views_of
from tournaments.selectors.phone_slips import agreed_tables
from tournaments.selectors.prospects import Prospect, prospects_of
from tournaments.selectors.rounds import published_rounds
from tournaments.selectors.standings import team_standings_of
from tournaments.selectors.team_matches import championship_of
from tournaments.wording.adjustments import adjustment_notes
from tournaments.wording.gironi import gironi_notes
from tournaments.wording.hall import state_sentence
from tournaments.wording.knockout_bracket import BracketView
from tournaments.wording.stages_reached import knockout_notes, stages_reached, still_in


@dataclass(frozen=True, kw_only=True)
class Hall:
    """The public data of a tournament, read once in one language: the source of all pages of a revision."""

    evening: Evening
    rounds: Sequence[Round]
    """The published rounds, in order."""
    withdrawn: frozenset[EntrantId]
    standings: Sequence[Standing]
    after_round: int | None
    agreed: frozenset[int] = frozenset()
    """The tables of the round under way with a result agreed on by both lines: provisional until the round is closed.
    """

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def entrants(self) -> Mapping[EntrantId, Entrant]:
        return self.evening.by_number

    def side(self, entrants: Sequence[EntrantId], number: int) -> Side | None:
        """Return the side that these entrants form in a round; None if there are none."""
        return Side(tuple(self.entrants[entrant].in_round(number) for entrant in entrants)) if entrants else None

    @property
    def playing(self) -> Sequence[Entrant]:
        """Return all entrants, as they play the round under way, or the next one."""
        number = self.round_at_hand
        return [entrant.in_round(number) for entrant in self.evening.entrants]

    @property
    def round_at_hand(self) -> int:
        """Return the number of the round under way, or the next one; once play is over, the last."""
        last = self.last_round
        if last is None:
            return 1
        return last.number if self.under_way is not None or self.is_over else last.number + 1

    @property
    def last_round(self) -> Round | None:
        """Return the latest public round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def under_way(self) -> Round | None:
        """Return the round being played, or None."""
        last = self.last_round
        return last if last is not None and last.state == Round.State.PUBLISHED else None

    def plays_knockout(self, entrant: EntrantId) -> bool:
        """Return whether the round under way is a knockout for an entrant: no opponent means a bye, no seat out."""
        return self.under_way is not None and self.is_in_knockout(self.under_way, entrant)

    def is_in_knockout(self, round_: Round, entrant: EntrantId) -> bool:
        """Return whether a round is a knockout of the whole field, or of the girone that the entrant was in."""
        return round_.is_one_bracket or entrant in self.evening.own_knockouts.get(round_.number, ())

    @cached_property
    def has_knockout(self) -> bool:
        """Return whether there is a bracket to show."""
        return any(result.knockout for result in self.evening.results)

    @property
    def is_over(self) -> bool:
        """Return whether no further round will come."""
        return self.tournament.state in (Tournament.State.CHECKING, Tournament.State.FINAL)

    @property
    def is_played_out(self) -> bool:
        """Return whether nobody waits for another round: play is over, or the last round planned is closed."""
        last = self.last_round
        planned = last is not None and last.number >= self.tournament.rounds_planned
        return self.is_over or (planned and self.under_way is None)

    @cached_property
    def is_ranked(self) -> bool:
        """Return whether a table has a result, so that the order means something."""
        return any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in self.evening.results)

    @property
    def clocks(self) -> ClocksView | None:
        """Return the clocks of the round under way; None without a clock, or with one that slips have overtaken."""
        if self.under_way is None:
            return None
        return clocks_for_players(self.under_way, half_in=self.is_mostly_in)

    @property
    def is_waiting(self) -> bool:
        """Return whether people wait: between rounds, before the clock starts, or while slips come in."""
        clocks = self.clocks
        if clocks is not None and clocks.hall.state is ClockState.WAITING:
            return True
        return not self.playing_tables or len(self.missing_tables) < len(self.playing_tables)

    @property
    def self_check_in(self) -> bool:
        """Return whether players may check themselves in; the page asks whether it is time."""
        return self.tournament.self_check_in and self.tournament.state == Tournament.State.REGISTRATION

    @cached_property
    def tables_under_way(self) -> Sequence[TableResult]:
        """Return the tables of the round being played."""
        round_ = self.under_way
        return [] if round_ is None else [result for result in self.evening.results if result.round == round_.number]

    @cached_property
    def playing_tables(self) -> Sequence[TableResult]:
        """Return those tables at which two sides play."""
        return [result for result in self.tables_under_way if result.ns is not None and result.ew is not None]

    @cached_property
    def missing_tables(self) -> Sequence[TableResult]:
        """Return those of them whose slips are missing."""
        return [result for result in self.playing_tables if result.outcome is Outcome.OPEN]

    @property
    def is_mostly_in(self) -> bool:
        """Return whether most slips of the round being played are in; not without a table at which two sides play."""
        return bool(self.playing_tables) and 2 * len(self.missing_tables) <= len(self.playing_tables)

    @property
    def late(self) -> Sequence[Entrant]:
        """Return the entrants admitted late by the referee."""
        return late_among(self.standings)

    def missing_slips(self, entrant: EntrantId) -> Sequence[TableResult]:
        """Return the entrant's tables of earlier rounds whose slips are missing."""
        return [result for result in self._missing if entrant in (*result.ns_side, *result.ew_side)]

    @cached_property
    def _missing(self) -> Sequence[TableResult]:
        now = self.under_way
        return [
            result
            for result in self.evening.results
            if result.outcome is Outcome.OPEN and (now is None or result.round < now.number)
        ]

    @property
    def state_sentence(self) -> str:
        """Return the state of the evening in a few words."""
        return state_sentence(
            after_round=self.after_round,
            is_final=self.tournament.state == Tournament.State.FINAL,
            is_over=self.is_over,
            last_round=self.last_round.number if self.last_round else None,
            rounds_planned=self.tournament.rounds_planned,
            tables=len(self.playing_tables) if self.under_way else None,
            tables_in=len(self.playing_tables) - len(self.missing_tables),
            provisional=bool(self.agreed),
            starts=(self.tournament.date, self.tournament.starts_at) if self.tournament.starts_at else None,
        )

    @cached_property
    def teams(self) -> Sequence[TeamStanding]:
        """Return the teams' ranking; empty if there are no teams. One query in a team event."""
        return team_standings_of(self.tournament, self.standings)

    def ranking(self) -> list[tuple[Standing, str]]:
        """Return the ranking, with the stage that each entrant of a bracket reached."""
        stages = stages_reached(self.brackets)
        return [(row, stages.get(row.entrant.id, "") if row.by_knockout else "") for row in self.standings]

    @cached_property
    def course(self) -> Course:
        """Return the course of the ranking."""
        return self.evening.course(self.standings, rounds=self.rounds)

    @cached_property
    def latest_moves(self) -> Course:
        """Return the last two rounds of the course: the moves since the previous round."""
        return self.evening.course(self.standings, rounds=self.rounds, latest=2)

    @property
    def notes(self) -> list[str]:
        """Return the notes below the ranking: on knockouts, adjustments and assigned scores."""
        cut = gironi_notes(self.standings, self.tournament.cut)
        return [*knockout_notes(self.standings), *cut, *adjustment_notes(self.standings)]

    @property
    def begins_with_knockout(self) -> bool:
        """Return whether the first places of all were played out, whatever the figures beside them."""
        return any(row.before_gironi for row in self.standings)

    def is_out(self, entrant: EntrantId) -> bool:
        """Return whether a knockout goes on without this entrant."""
        bracket = self._own_bracket(entrant)
        return bracket is not None and bracket.to_play > 0 and entrant not in still_in(bracket)

    def has_played_out(self, entrant: EntrantId) -> bool:
        """Return whether the knockout of the entrant's girone is over while others play on."""
        bracket = self._own_bracket(entrant)
        return bracket is not None and bracket.girone is not None and bracket.to_play == 0

    def _own_bracket(self, entrant: EntrantId) -> BracketView | None:
        """Return the bracket of the last round that is the entrant's, or the whole field's."""
        last = self.last_round
        if last is None or not self.is_in_knockout(last, entrant):
            return None
        girone = self.evening.own_knockouts.get(last.number, {}).get(entrant)
        return next((bracket for bracket in self.brackets if bracket.girone == girone), None)

    def standing(self, entrant: EntrantId) -> Standing | None:
        return self._by_entrant.get(entrant)

    @cached_property
    def prospects(self) -> Mapping[EntrantId, Prospect]:
        """Return each entrant's prospects.

        There are none before the first result, for earlier rankings, and once all is over.
        """
        if not self.is_ranked or self.is_over or self.after_round is not None:
            return {}
        return prospects_of(self.evening, self.standings, self.rounds)

    @cached_property
    def _by_entrant(self) -> Mapping[EntrantId, Standing]:
        return {row.entrant.id: row for row in self.standings}

    @cached_property
    def brackets(self) -> list[BracketView]:
        """Return the latest knockout's bracket, or those of gironi, of pairs or players."""
        return bracket_views_of(self.rounds, self.evening, self.standings)

    def brackets_of_anybody(self) -> list[BracketView]:
        """Return the latest knockout's bracket, or those of gironi; of teams if they play matches: three queries."""
        if self.tournament.plays_matches:
            return championship_of(self.tournament, self.standings).bracket_views()
        return self.brackets


def hall_of(tournament: Tournament, *, after_round: int | None = None, in_public: bool = True) -> Hall:
    """Return the hall, as of a round or now. Five queries for any size; six if phones write slips.

    If `in_public` is true, the entrants have their public names, otherwise their full ones.
    """
    evening = evening_of(tournament, after_round=after_round, in_public=in_public)
    rounds = published_rounds(tournament)
    withdrawn = tournament.pairs.filter(status=Pair.Status.WITHDRAWN).values_list("number", flat=True)
    under_way = [round_ for round_ in rounds[-1:] if round_.state == Round.State.PUBLISHED]
    return Hall(
        evening=evening,
        rounds=rounds,
        withdrawn=frozenset(EntrantId(number) for number in withdrawn),
        standings=evening.standings(rounds=rounds, after_round=after_round),
        after_round=after_round,
        agreed=agreed_tables(under_way[0]) if under_way else frozenset(),
    )
