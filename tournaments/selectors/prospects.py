"""The prospects of all pairs in a tournament: what each can still reach."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.models import Round, Tournament
from tournaments.ranking.chances import Chances, chances, differences_played
from tournaments.ranking.reach import PODIUM, Reach, reaches
from tournaments.ranking.remaining_rounds import Remaining
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


class _OfGirone:
    """The prospects in one ranking: the whole one, or that of a girone."""

    def __init__(
        self,
        tournament: Tournament,
        girone: int | None,
        places: Mapping[EntrantId, int],
        certain: Sequence[Standing],
        remaining: Remaining,
        differences: Sequence[int],
    ) -> None:
        self._girone, self._places, self._first = girone, places, min(places.values())
        self._scale, self._seed = scale_of(tournament), tournament.seed
        self._remaining, self._differences = remaining, differences
        self.reaches = reaches(certain, remaining, scale=self._scale, tie_breaks=tie_breaks_of(tournament))

    @cached_property
    def _chances(self) -> Mapping[EntrantId, Chances]:
        found = self.reaches
        return chances(found.figures, found, self._remaining, self._differences, scale=self._scale, seed=self._seed)

    def prospect(self, own: EntrantId) -> Prospect:
        reach = self.reaches[own]
        return Prospect(
            place=self._places[own] - self._first + 1,
            of=len(self._places),
            girone=self._girone,
            reach=reach,
            # Who is out of reach of the podium has none, and most of a large field are.
            chances=self._chances.get(own) if reach.best <= PODIUM else None,
        )


class Prospects(Mapping[EntrantId, Prospect]):
    """The prospects of everybody who has some; each is computed when it is asked for."""

    def __init__(
        self, gironi: Iterable[_OfGirone] = (), *, owing: Collection[EntrantId] = (), cut: "_CutAhead | None" = None
    ) -> None:
        self._by_entrant = {own: girone for girone in gironi for own in girone.reaches}
        self._owing, self._cut = owing, cut

    def __getitem__(self, own: EntrantId) -> Prospect:
        prospect = self._by_entrant[own].prospect(own)
        if own in self._owing:
            prospect = replace(prospect, reach=replace(prospect.reach, first=None, podium=None))
        return prospect if self._cut is None else self._cut.prospect(prospect)

    def __iter__(self) -> Iterator[EntrantId]:
        return iter(self._by_entrant)

    def __len__(self) -> int:
        return len(self._by_entrant)


def prospects_of(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round]) -> Prospects:
    """Return the prospects of the pairs ranked, without those whose own VP do not decide their place.

    So are all of a bracket, and of a girone that has played a knockout of its own. `rounds` are the published ones.
    """
    tournament = evening.tournament
    if tournament.kind != Kind.PAIRS or not rounds or _plays_knockout(tournament, rounds):
        return Prospects()
    cut = _cut_to_come(tournament, rounds[-1].number)
    remaining = _remaining(evening, standings, rounds, cut.after_round if cut else tournament.rounds_planned)
    # A resting pair is certain of its VP, though the ranking does not count them yet.
    certain = replace(evening, rests_at_once=True).standings(rounds=rounds) if evening.without_slips else standings
    differences = differences_played(standings)
    in_brackets = (evening.own_knockouts.get(round_.number, {}) for round_ in rounds)
    played_out = {girone for gironi in in_brackets for girone in gironi.values()}
    found: list[_OfGirone] = []
    for girone in {row.girone: None for row in standings}:
        if girone in played_out:
            continue
        places = {row.entrant.id: row.place for row in standings if row.girone == girone}
        to_play = _within(remaining, frozenset(places))
        # Where the referee has seated two gironi against each other, nothing is said.
        if to_play is None:
            return Prospects()
        rows = [row for row in certain if row.entrant.id in places]
        found.append(_OfGirone(tournament, girone, places, rows, to_play, differences))
    ahead = None if cut is None else _CutAhead(standings, cut, tie_breaks_of(tournament))
    return Prospects(found, owing=_owing(evening, rounds[-1]), cut=ahead)


def _cut_to_come(tournament: Tournament, latest: int) -> PlannedCut | None:
    """Return the announced cut if it comes after the latest round, or a later one."""
    planned = tournament.cut_planned
    return planned if planned and tournament.cut is None and latest <= planned.after_round else None


class _CutAhead:
    """An announced cut, which ends the first place and the podium: the possible places lead to gironi.

    Withdrawn pairs have a place in the ranking and none in a girone, so that each may make room for one from below.
    """

    def __init__(self, standings: Sequence[Standing], cut: PlannedCut, tie_breaks: Sequence[TieBreak]) -> None:
        here = sum(row.entrant.active for row in standings)
        can_be_said = here >= 2 * cut.gironi and TieBreak.LOT in tie_breaks
        self._gironi = gironi_of(even_sizes(here, cut.gironi)) if can_be_said else ()
        self._gone, self._after = len(standings) - here, cut.after_round

    def prospect(self, prospect: Prospect) -> Prospect:
        """Return the prospect at the cut."""
        reach = prospect.reach
        return replace(
            prospect,
            reach=replace(reach, first=None, podium=None),
            chances=None,
            cut_after=self._after,
            gironi=sorted({*self._gironi[max(0, reach.best - 1 - self._gone) : reach.worst]}),
        )


def _within(remaining: Remaining, members: frozenset[EntrantId]) -> Remaining | None:
    """Return what these have still to play, or None if it is not among themselves."""
    tables = [table for table in remaining.tables if not members.isdisjoint(table)]
    if not all(members.issuperset(table) for table in tables):
        return None
    return replace(remaining, tables=tables, paired=remaining.paired & members)


def _plays_knockout(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Return whether a bracket of the whole field decides the places, or is announced."""
    ahead = (named.system for named in tournament.systems_planned[rounds[-1].number :])
    return System.KNOCKOUT in ahead or any(round_.is_one_bracket for round_ in rounds)


def _owing(evening: Evening, latest: Round) -> set[EntrantId]:
    """Return the pairs with a missing slip of an earlier round, whose VP are already decided."""
    missing = (result for result in evening.before(latest.number) if result.outcome is Outcome.OPEN)
    return {own for result in missing for own in (*result.ns_side, *result.ew_side)}


def _remaining(evening: Evening, standings: Sequence[Standing], rounds: Sequence[Round], last: int) -> Remaining:
    """Return the tables whose slips are missing, and the rounds not drawn yet up to the `last`."""
    tournament = evening.tournament
    missing = [result for result in evening.results if result.outcome is Outcome.OPEN]
    to_draw = max(0, last - rounds[-1].number)
    by_absence = tournament.missed_rounds == Tournament.MissedRounds.ABSENCE
    return Remaining(
        tables=[result.met for result in missing if result.met],  # equivalent `True`: who rests has no slip
        rounds=to_draw,
        paired=frozenset(row.entrant.id for row in standings if row.entrant.active) if to_draw else frozenset(),
        rest_vp=tournament.rest_vp,
        missed_vp=tournament.absence_vp if by_absence else 0,
    )
