"""The hall as everybody may see it: how it stands, and what is in. Drafts are not part of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.clock.clock import ClockState
from tournaments.models import Pair, Round, Tournament
from tournaments.ranking.course import Course
from tournaments.ranking.missed_rounds import late_among
from tournaments.records import Entrant, EntrantId, Outcome, Side, Standing, System, TableResult, TeamStanding
from tournaments.selectors.clocks import ClocksShown, clocks_of
from tournaments.selectors.evening import Evening, evening_of
from tournaments.selectors.knockout import tree_of
from tournaments.selectors.phone_slips import agreed_tables
from tournaments.selectors.prospects import Prospect, prospects_of
from tournaments.selectors.rounds import published_rounds
from tournaments.selectors.standings import team_standings_of
from tournaments.wording.adjustments import adjustment_notes
from tournaments.wording.hall import state_sentence
from tournaments.wording.knockout_tree import Tree
from tournaments.wording.stages_reached import stages_reached, still_in


@dataclass(frozen=True, kw_only=True)
class Hall:
    """Everything public about a tournament, read once, in one language: all the pages of a revision are made of it."""

    evening: Evening
    rounds: Sequence[Round]
    """Those published, in order."""
    withdrawn: frozenset[EntrantId]
    standings: Sequence[Standing]
    after_round: int | None
    agreed: frozenset[int] = frozenset()
    """The tables of the round under way whose result is what both lines agreed on: provisional, until it is closed."""

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def entrants(self) -> Mapping[EntrantId, Entrant]:
        return self.evening.by_number

    def side(self, entrants: Sequence[EntrantId]) -> Side | None:
        """Who sits there together; None where nobody does."""
        return Side(tuple(self.entrants[each] for each in entrants)) if entrants else None

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

    @cached_property
    def has_knockout(self) -> bool:
        """There is a tree to be looked at."""
        return any(result.knockout for result in self.evening.results)

    @property
    def is_over(self) -> bool:
        """No further round will come."""
        return self.tournament.state in (Tournament.State.CHECKING, Tournament.State.FINAL)

    @cached_property
    def is_ranked(self) -> bool:
        """A table has a result, so that the order means something."""
        return any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in self.evening.results)

    @property
    def clocks(self) -> ClocksShown | None:
        """The clocks of the round under way; None where it is played without."""
        return None if self.under_way is None else clocks_of(self.under_way)

    @property
    def is_waiting(self) -> bool:
        """People wait: between two rounds, until the clock of a round begins, and while its slips come in."""
        clocks = self.clocks
        if clocks is not None and clocks.hall.state is ClockState.WAITING:
            return True
        playing = [result.outcome for result in self.tables_under_way if result.met]
        return not playing or any(outcome is not Outcome.OPEN for outcome in playing)

    @property
    def self_check_in(self) -> bool:
        """Players may say by their phones that they have come; the page asks whether it is time."""
        return self.tournament.self_check_in and self.tournament.state == Tournament.State.REGISTRATION

    @cached_property
    def tables_under_way(self) -> Sequence[TableResult]:
        """The tables of the round being played."""
        round_ = self.under_way
        return [] if round_ is None else [each for each in self.evening.results if each.round == round_.number]

    @property
    def late(self) -> Sequence[Entrant]:
        """Whom the referee admitted although they came too late."""
        return late_among(self.standings)

    def missing_slips(self, entrant: EntrantId) -> Sequence[TableResult]:
        """The tables of earlier rounds at which somebody sat and whose slip is still to come."""
        return [each for each in self._missing if entrant in (*each.ns_side, *each.ew_side)]

    @cached_property
    def _missing(self) -> Sequence[TableResult]:
        now = self.under_way
        return [
            each
            for each in self.evening.results
            if each.outcome is Outcome.OPEN and (now is None or each.round < now.number)
        ]

    @property
    def state_sentence(self) -> str:
        """Where the evening is, in a few words."""
        playing = [result.outcome for result in self.tables_under_way if result.met]
        return state_sentence(
            after_round=self.after_round,
            is_final=self.tournament.state == Tournament.State.FINAL,
            is_over=self.is_over,
            last_round=self.last_round.number if self.last_round else None,
            rounds_planned=self.tournament.rounds_planned,
            tables=len(playing) if self.under_way else None,
            tables_in=len(playing) - playing.count(Outcome.OPEN),
            provisional=bool(self.agreed),
            starts=(self.tournament.date, self.tournament.starts_at) if self.tournament.starts_at else None,
        )

    def teams(self) -> Sequence[TeamStanding]:
        """The teams' ranking; nobody where there are none. One query in a team event."""
        return team_standings_of(self.tournament, self.standings)

    def ranking(self) -> list[tuple[Standing, str]]:
        """The ranking, with how far those of a bracket came."""
        stages = stages_reached(self.tree)
        return [(row, stages.get(row.entrant.id, "") if row.by_knockout else "") for row in self.standings]

    @cached_property
    def course(self) -> Course:
        """How the ranking came about."""
        return self.evening.course(self.standings, rounds=self.rounds)

    @cached_property
    def latest_moves(self) -> Course:
        """Its last two rounds alone: who has moved since the round before."""
        return self.evening.course(self.standings, rounds=self.rounds, latest=2)

    @property
    def notes(self) -> list[str]:
        """What the ranking says of adjustments and arbitral scores."""
        return adjustment_notes(self.standings)

    def is_out(self, entrant: EntrantId) -> bool:
        """The tournament is in a knockout that goes on, without this entrant."""
        if self.last_round is None or self.last_round.system != System.KNOCKOUT:
            return False
        tree = self.tree
        return tree is not None and tree.to_play > 0 and entrant not in still_in(tree)

    def standing(self, entrant: EntrantId) -> Standing | None:
        return self._by_entrant.get(entrant)

    @cached_property
    def prospects(self) -> Mapping[EntrantId, Prospect]:
        """What everybody can still reach; nobody before a result is in, of an earlier ranking, when all is over."""
        if not self.is_ranked or self.is_over or self.after_round is not None:
            return {}
        return prospects_of(self.evening, self.standings, self.rounds)

    @cached_property
    def _by_entrant(self) -> Mapping[EntrantId, Standing]:
        return {row.entrant.id: row for row in self.standings}

    @cached_property
    def tree(self) -> Tree | None:
        """The latest knockout."""
        return tree_of(self.rounds, self.evening, self.standings)


def hall_of(tournament: Tournament, *, after_round: int | None = None, in_public: bool = True) -> Hall:
    """The hall, as of a round or now. Five queries, whatever its size; six where phones write slips.

    `in_public`: everybody by the name that everybody may read; otherwise by the full one.
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
