"""The prospects of all pairs in a tournament: what each can still reach."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round, Tournament
from tournaments.ranking.chances import Chances, chances, differences_played
from tournaments.ranking.reach import Reach, reaches
from tournaments.ranking.remaining_rounds import Remaining, settled
from tournaments.records import EntrantId, Kind, Outcome, Standing, System

from .evening import Evening
from .settings import scale_of, tie_breaks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The prospects of a pair."""

    place: int
    """The present place in the ranking, or in its girone; the reach likewise."""
    of: int
    """The number of pairs ranked there."""
    girone: int | None
    reach: Reach
    chances: Chances | None
    """An estimate, once the last round planned has been published."""


def prospects_of(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> dict[EntrantId, Prospect]:
    """Return the prospects of all pairs ranked; empty if other things than a pair's own VP decide its place.

    `rounds` are the published ones.
    """
    tournament = evening.tournament
    if tournament.kind != Kind.PAIRS or not rounds or _plays_knockout(tournament, rounds):
        return {}
    remaining = _remaining(evening, standings, rounds)
    # A resting pair is certain of its VP, though the ranking does not count them yet.
    certain = replace(evening, rests_at_once=True).standings(rounds=rounds) if evening.without_slips else standings
    owing, differences = _owing(evening, rounds[-1]), differences_played(standings)
    found: dict[EntrantId, Prospect] = {}
    for girone in {row.girone: None for row in standings}:
        members = frozenset(row.entrant.id for row in standings if row.girone == girone)
        to_play = _within(remaining, members)
        # Where the referee has seated two gironi against each other, nothing is said.
        if to_play is None:
            return {}
        places = {row.entrant.id: row.place for row in standings if row.entrant.id in members}
        rows = [row for row in certain if row.entrant.id in members]
        for own, (reach, estimate) in _reached(tournament, rows, to_play, differences).items():
            found[own] = Prospect(
                place=places[own] - min(places.values()) + 1,
                of=len(members),
                girone=girone,
                reach=replace(reach, first=None, podium=None) if own in owing else reach,
                chances=estimate,
            )
    return found


def _within(remaining: Remaining, members: frozenset[EntrantId]) -> Remaining | None:
    """Return what these have still to play, or None if it is not among themselves."""
    tables = [table for table in remaining.tables if not members.isdisjoint(table)]
    if not all(members.issuperset(table) for table in tables):
        return None
    return replace(remaining, tables=tables, paired=remaining.paired & members)


def _reached(
    tournament: Tournament, certain: Sequence[Standing], remaining: Remaining, differences: Sequence[int]
) -> dict[EntrantId, tuple[Reach, Chances | None]]:
    """Return what each of one ranking can still reach, with an estimate where there is one."""
    scale, tie_breaks = scale_of(tournament), tie_breaks_of(tournament)
    reach = reaches(certain, remaining, scale=scale, tie_breaks=tie_breaks)
    figures = settled(certain, remaining, tie_breaks)
    estimated = chances(figures, reach, remaining, differences, scale=scale, seed=tournament.seed) if reach else {}
    return {own: (bounds, estimated.get(own)) for own, bounds in reach.items()}


def _plays_knockout(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Return whether a bracket decides the places, or is announced."""
    ahead = (named.system for named in tournament.systems_planned[rounds[-1].number :])
    return System.KNOCKOUT in {*(round_.system for round_ in rounds), *ahead}


def _owing(evening: Evening, latest: Round) -> set[EntrantId]:
    """Return the pairs with a missing slip of an earlier round, whose VP are already decided."""
    missing = (result for result in evening.before(latest.number) if result.outcome is Outcome.OPEN)
    return {own for result in missing for own in result.met or ()}


def _remaining(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> Remaining:
    """Return the tables whose slips are missing, and the planned rounds not drawn yet."""
    tournament = evening.tournament
    to_draw = max(0, tournament.rounds_planned - rounds[-1].number)
    by_absence = tournament.missed_rounds == Tournament.MissedRounds.ABSENCE
    return Remaining(
        tables=[result.met for result in evening.results if result.met and result.outcome is Outcome.OPEN],
        rounds=to_draw,
        paired=frozenset(row.entrant.id for row in standings if row.entrant.active) if to_draw else frozenset(),
        rest_vp=tournament.rest_vp,
        missed_vp=tournament.absence_vp if by_absence else 0,
    )
