"""The prospects of all pairs in a tournament: what each can still reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round, Tournament
from tournaments.ranking.chances import Chances, chances, differences_played
from tournaments.ranking.reach import Reach, reaches
from tournaments.ranking.remaining_rounds import Remaining, settled
from tournaments.records import EntrantId, Kind, Outcome, Standing, System, TieBreak
from tournaments.records.gironi import even_sizes, gironi_of
from tournaments.records.plans import PlannedCut

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
    cut_after: int | None = None
    """The round after which an announced cut is still to come: the reach is that of the ranking which it cuts."""
    gironi: Sequence[int] = ()
    """The gironi that the pair can still come into there if they are equal; empty if that cannot be said."""


def prospects_of(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> dict[EntrantId, Prospect]:
    """Return the prospects of the pairs ranked, without those whose own VP do not decide their place.

    So are all of a bracket, and of a girone that has played a knockout of its own. `rounds` are the published ones.
    """
    tournament = evening.tournament
    if tournament.kind != Kind.PAIRS or not rounds or _plays_knockout(tournament, rounds):
        return {}
    cut = _cut_to_come(tournament, rounds[-1].number)
    remaining = _remaining(evening, standings, rounds, cut.after_round if cut else tournament.rounds_planned)
    # A resting pair is certain of its VP, though the ranking does not count them yet.
    certain = replace(evening, rests_at_once=True).standings(rounds=rounds) if evening.without_slips else standings
    owing, differences = _owing(evening, rounds[-1]), differences_played(standings)
    found: dict[EntrantId, Prospect] = {}
    in_brackets = (evening.own_knockouts.get(round_.number, {}) for round_ in rounds)
    played_out = {girone for gironi in in_brackets for girone in gironi.values()}
    for girone in {row.girone: None for row in standings}:
        if girone in played_out:
            continue
        members = frozenset(row.entrant.id for row in standings if row.girone == girone)
        to_play = _within(remaining, members)
        # Where the referee has seated two gironi against each other, nothing is said.
        if to_play is None:
            return {}
        places = {row.entrant.id: row.place for row in standings if row.entrant.id in members}
        first = min(places.values())
        rows = [row for row in certain if row.entrant.id in members]
        for own, (reach, estimate) in _reached(tournament, rows, to_play, differences).items():
            found[own] = Prospect(
                place=places[own] - first + 1,
                of=len(members),
                girone=girone,
                reach=replace(reach, first=None, podium=None) if own in owing else reach,
                chances=estimate,
            )
    return found if cut is None else _until_cut(found, standings, cut, tie_breaks_of(tournament))


def _cut_to_come(tournament: Tournament, latest: int) -> PlannedCut | None:
    """Return the announced cut if it comes after the latest round, or a later one."""
    planned = tournament.cut_planned
    return planned if planned and tournament.cut is None and latest <= planned.after_round else None


def _until_cut(
    found: Mapping[EntrantId, Prospect],
    standings: Sequence[Standing],
    cut: PlannedCut,
    tie_breaks: Sequence[TieBreak],
) -> dict[EntrantId, Prospect]:
    """Return the prospects at the cut: no first place and no podium, but the gironi of the possible places.

    Withdrawn pairs have a place in the ranking and none in a girone, so that each may make room for one from below.
    """
    here = sum(row.entrant.active for row in standings)
    gironi = gironi_of(even_sizes(here, cut.gironi)) if here >= 2 * cut.gironi and TieBreak.LOT in tie_breaks else ()
    gone = len(standings) - here
    return {
        own: replace(
            prospect,
            reach=replace(prospect.reach, first=None, podium=None),
            chances=None,
            cut_after=cut.after_round,
            gironi=sorted({*gironi[max(0, prospect.reach.best - 1 - gone) : prospect.reach.worst]}),
        )
        for own, prospect in found.items()
    }


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
    """Return whether a bracket of the whole field decides the places, or is announced."""
    ahead = (named.system for named in tournament.systems_planned[rounds[-1].number :])
    return System.KNOCKOUT in ahead or any(round_.is_one_bracket for round_ in rounds)


def _owing(evening: Evening, latest: Round) -> set[EntrantId]:
    """Return the pairs with a missing slip of an earlier round, whose VP are already decided."""
    missing = (result for result in evening.before(latest.number) if result.outcome is Outcome.OPEN)
    return {own for result in missing for own in result.met or ()}


def _remaining(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round], last: int) -> Remaining:
    """Return the tables whose slips are missing, and the rounds not drawn yet up to the `last`."""
    tournament = evening.tournament
    to_draw = max(0, last - rounds[-1].number)
    by_absence = tournament.missed_rounds == Tournament.MissedRounds.ABSENCE
    return Remaining(
        tables=[result.met for result in evening.results if result.met and result.outcome is Outcome.OPEN],
        rounds=to_draw,
        paired=frozenset(row.entrant.id for row in standings if row.entrant.active) if to_draw else frozenset(),
        rest_vp=tournament.rest_vp,
        missed_vp=tournament.absence_vp if by_absence else 0,
    )
