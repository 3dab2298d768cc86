"""The ranking of a season written again from docs/seasons.md without looking at the program: slow and plain.

Points are fractions, choices are tried one by one, and every two are compared.
"""

from fractions import Fraction
from itertools import combinations, permutations
from math import floor
from typing import Any

from tournaments.seasons.rule import BonusFor, EqualPlaces, PointsBy, SeasonRule, SeasonTie
from tournaments.seasons.tournament_points import Finish, PlayedTournament


def worth(finish: Finish, tournament: PlayedTournament, rule: SeasonRule) -> Fraction:
    """Return the points of a finish."""
    if rule.points is PointsBy.PLACE:
        table = {place: Fraction(points, 100) for place, points in enumerate(rule.table, start=1)}
        shared = [table.get(finish.place + at, Fraction(0)) for at in range(finish.sharing)]
        points = shared[0]
        if rule.equal is EqualPlaces.MEAN and len(shared) > 1:
            points = Fraction(floor(2 * sum(shared) / len(shared)), 2)
    elif rule.points is PointsBy.FIELD:
        behind = [Fraction(max(0, finish.field - finish.place - at) * rule.beaten, 100) for at in range(finish.sharing)]
        points = behind[0]
        if rule.equal is EqualPlaces.MEAN and len(behind) > 1:
            points = Fraction(floor(2 * sum(behind) / len(behind)), 2)
    elif rule.points is PointsBy.VP:
        points = Fraction(finish.vp)
    elif rule.points is PointsBy.MP_DIFFERENCE:
        points = Fraction(finish.mp_difference)
    else:
        points = Fraction(100 * finish.vp, finish.possible) if finish.possible else Fraction(0)
        points = Fraction(floor(points * 100), 100)
    weighted = points * Fraction(tournament.weight, 100)
    return Fraction(floor(weighted * 100), 100) + Fraction(rule.bonus, 100)


def most_that_may_count(results: list[tuple[Fraction, str]], rule: SeasonRule) -> Fraction:
    """Return the greatest sum of as many results as may count together."""
    if rule.best is None:
        return sum((points for points, _venue in results), Fraction(0))
    for size in range(min(rule.best, len(results)), -1, -1):
        sums = []
        for chosen in combinations(results, size):
            venues = [venue for _points, venue in chosen]
            if rule.per_venue is None or all(venues.count(venue) <= rule.per_venue for venue in venues):
                sums.append(sum((points for points, _venue in chosen), Fraction(0)))
        if sums:
            return max(sums)
    raise AssertionError("nothing may always count")


def counted_at_most(results: list[tuple[Fraction, str]], rule: SeasonRule) -> int:
    """Return how many results may count together."""
    assert rule.best is not None
    venues = [venue for _points, venue in results]
    limit = len(results) if rule.per_venue is None else rule.per_venue
    return min(rule.best, sum(min(venues.count(venue), limit) for venue in set(venues)))


class Standing:
    """The oracle's data of a player."""

    def __init__(self, who: str, played: list[PlayedTournament], rule: SeasonRule) -> None:
        self.who = who
        found = [(t, f) for t in played for f in t.finishes if f.who == who and f.rounds >= rule.least_rounds]
        self.finishes = [finish for _tournament, finish in found]
        self.results = [(worth(finish, tournament, rule), tournament.venue) for tournament, finish in found]
        self.points = most_that_may_count(self.results, rule)
        if rule.bonus_for is BonusFor.ALL and rule.best is not None:
            self.points += Fraction(rule.bonus, 100) * (len(found) - counted_at_most(self.results, rule))
        self.ranked = len(found) >= rule.attendance

    def places(self) -> list[int]:
        held = [finish.place for finish in self.finishes]
        return [held.count(place) for place in range(1, 60)]


def settled(group: list[Standing], ties: tuple[SeasonTie, ...]) -> list[list[Standing]]:
    """Split the group by the first tie-break, and each part by the others."""
    if not ties or len(group) == 1:
        return [group]
    figures: dict[str, Any] = {}
    for one in group:
        others = {other.who for other in group} - {one.who}
        against = [(others & set(opponents), vp) for finish in one.finishes for opponents, vp in finish.meetings]
        figures[one.who] = {
            SeasonTie.PLACES: one.places(),
            SeasonTie.BEST: max((points for points, _venue in one.results), default=Fraction(0)),
            SeasonTie.DIFFERENCE: sum(finish.mp_difference for finish in one.finishes),
            SeasonTie.DIRECT: sum(vp for met, vp in against if met)
            if all(any(other in met for met, _vp in against) for other in others)
            else None,
        }[ties[0]]
    if None in figures.values():
        return settled(group, ties[1:])
    cut = [
        [standing for standing in group if figures[standing.who] == figure]
        for figure in sorted({repr(f): f for f in figures.values()}.values(), reverse=True)
    ]
    return [part for tied in cut for part in settled(tied, ties[1:])]


def ranking(played: list[PlayedTournament], rule: SeasonRule) -> dict[str, tuple[int | None, Fraction]]:
    """Return everybody's place, which may be None, and points."""
    everybody = [Standing(who, played, rule) for who in {f.who for t in played for f in t.finishes}]
    ranked = [person for person in everybody if person.ranked]
    found: dict[str, tuple[int | None, Fraction]] = {person.who: (None, person.points) for person in everybody}
    above = 0
    for points in sorted({standing.points for standing in ranked}, reverse=True):
        for group in settled([standing for standing in ranked if standing.points == points], rule.ties):
            found |= {standing.who: (above + 1, points) for standing in group}
            above += len(group)
    return found


def titles(
    played: list[PlayedTournament], rule: SeasonRule, last: PlayedTournament, field: list[tuple[str, ...]]
) -> dict[str, tuple[list[int], list[int]]]:
    """Return the places that ensure the title and those that allow it, for everybody, from every order."""
    sure = {who: set(range(1, len(field) + 1)) for entrants in field for who in entrants}
    possible: dict[str, set[int]] = {who: set() for who in sure}
    for order in permutations(field):
        finishes = tuple(
            Finish(who, place, 1, rule.least_rounds, 0, 0, 0)  # type: ignore[arg-type]
            for place, entrants in enumerate(order, start=1)
            for who in entrants
        )
        then = [*played, PlayedTournament(key=0, weight=last.weight, venue=last.venue, finishes=finishes)]
        points = {who: p for who, (place, p) in ranking(then, rule).items() if place is not None}
        most = max(points.values(), default=None)
        for place, entrants in enumerate(order, start=1):
            for who in entrants:
                if points.get(who) == most and who in points:
                    possible[who].add(place)
                if points.get(who) != most or list(points.values()).count(most) > 1:  # type: ignore[arg-type]
                    sure[who].discard(place)
    return {who: (sorted(sure[who]), sorted(possible[who])) for who in sure}
