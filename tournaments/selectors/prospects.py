"""What everybody in a tournament of pairs can still reach, worked out once for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round, Tournament
from tournaments.ranking.chances import Chances, chances, differences_played
from tournaments.ranking.reach import Reach, reaches
from tournaments.ranking.still_to_play import Remaining, settled
from tournaments.records import EntrantId, Kind, NamedSystem, Outcome, Standing, System

from .evening import Evening
from .settings import scale_of, tie_breaks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What one pair can still reach."""

    place: int
    """Of the ranking now."""
    of: int
    """How many are ranked."""
    reach: Reach
    chances: Chances | None
    """An estimate, from when the last round planned has been published."""


def prospects_of(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> dict[EntrantId, Prospect]:
    """Of everybody who is ranked; of nobody where places are not made by each pair's own VP to the end.

    `rounds` are those published.
    """
    tournament = evening.tournament
    if tournament.kind != Kind.PAIRS or not rounds or _plays_knockout(tournament, rounds):
        return {}
    scale, tie_breaks = scale_of(tournament), tie_breaks_of(tournament)
    remaining = _remaining(evening, standings, rounds)
    reach = reaches(standings, remaining, scale=scale, tie_breaks=tie_breaks)
    known = settled(standings, remaining, tie_breaks)
    differences = differences_played(standings)
    estimated = chances(known, reach, remaining, differences, scale=scale, seed=tournament.seed) if reach else {}
    owing = _owing(evening, rounds[-1])
    places = {row.entrant.id: row.place for row in standings}
    return {
        own: Prospect(
            place=places[own],
            of=len(standings),
            reach=replace(each, first=None, podium=None) if own in owing else each,
            chances=estimated.get(own),
        )
        for own, each in reach.items()
    }


def _plays_knockout(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Places are, or are announced to be, played out in a bracket."""
    ahead = (NamedSystem(named).system for named in tournament.plan[rounds[-1].number :])
    return System.KNOCKOUT in {*(round_.system for round_ in rounds), *ahead}


def _owing(evening: Evening, latest: Round) -> set[EntrantId]:
    """Whose slip of an earlier round is missing: its VP have been played for, and nobody can aim at them any more."""
    missing = (each for each in evening.before(latest.number) if each.outcome is Outcome.OPEN)
    return {own for each in missing for own in each.met or ()}


def _remaining(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> Remaining:
    """The tables whose slips are not in, and the rounds planned that have not been drawn."""
    tournament = evening.tournament
    to_draw = max(0, tournament.rounds_planned - rounds[-1].number)
    by_absence = tournament.missed_rounds == Tournament.MissedRounds.ABSENCE
    return Remaining(
        tables=[each.met for each in evening.results if each.met and each.outcome is Outcome.OPEN],
        rounds=to_draw,
        paired=frozenset(row.entrant.id for row in standings if row.entrant.active) if to_draw else frozenset(),
        rest_vp=tournament.rest_vp,
        missed_vp=tournament.absence_vp if by_absence else 0,
    )
