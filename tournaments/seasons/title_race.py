"""The places that win the title at the last tournament, exact for points by place (docs/seasons.md §4).

A place at the last tournament makes the title *certain* if nobody else can reach as many points. It leaves the title
*possible* if there is an order of the others in which nobody has more. Nobody shares a place in that tournament, and
those who are not in its field stay away. Equal points are left to the tie-breaks, so they are possible, not certain.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .best_results import CountedResult, counting, sum_of
from .rule import PointsBy, SeasonRule
from .tournament_points import Finish, PlayedTournament, Ranked, points_of

Entrants = tuple[Ranked, ...]
"""Those who take one place at the last tournament together: the two players of a pair, a pair, or a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededPlaces:
    """The places that somebody needs at the last tournament."""

    who: Ranked
    sure: int | None
    """The lowest place that makes the title certain; None if not even the first does."""
    possible: int
    """The lowest place that leaves the title possible."""


def still_needed(
    played: Sequence[PlayedTournament], rule: SeasonRule, *, last: PlayedTournament, field: Sequence[Entrants]
) -> tuple[NeededPlaces, ...]:
    """Return everybody in the field who can still win the title, in its order; empty unless points are by place.

    `last` is the last tournament with its weight and its venue, before anybody has played in it. Every place from the
    first to the last of the field is taken.
    """
    if rule.points is not PointsBy.PLACE or not field:
        return ()
    sums = _Sums(played, rule, last, places=len(field))
    absent = [sums.without(who) for who in sums.entrants - {who for entrants in field for who in entrants}]
    away = max((points for points in absent if points is not None), default=None)
    assured = max(_best(entrants, sums, len(field)) for entrants in field)
    rows: list[NeededPlaces] = []
    for at, entrants in enumerate(field):
        others = [*field[:at], *field[at + 1 :]]
        for who in entrants:
            # Somebody has more points in any case, so nothing else needs checking.
            if (most := sums.of(who, 1)) is None or most < assured:
                continue
            partners = [entrant for entrant in entrants if entrant != who]
            if needed := _needed(who, partners, others, sums, away):
                rows.append(needed)
    return tuple(rows)


def _needed(
    who: Ranked, partners: Sequence[Ranked], others: Sequence[Entrants], sums: "_Sums", away: int | None
) -> NeededPlaces | None:
    places = range(1, min(sums.worthless, len(others) + 1) + 1)
    possible = [place for place in places if _is_possible(who, partners, others, sums, away, place)]
    if not possible:
        return None
    sure = [place for place in possible if _is_sure(who, partners, others, sums, away, place)]

    def lowest(places: Sequence[int]) -> int:
        """Return the lowest of these places; all places that are worth nothing are alike."""
        return len(others) + 1 if places[-1] == sums.worthless else places[-1]

    return NeededPlaces(who=who, sure=lowest(sure) if sure else None, possible=lowest(possible))


def _is_possible(
    who: Ranked, partners: Sequence[Ranked], others: Sequence[Entrants], sums: "_Sums", away: int | None, place: int
) -> bool:
    """Return whether the others can take the other places so that nobody has more points.

    A lower place never brings more points, so each of the others needs its best harmless place or a lower one. They fit
    if each, in the order of these places, finds one left.
    """
    own = sums.of(who, place)
    assert own is not None  # whoever is ranked with the first place is ranked with any
    if (away is not None and away > own) or _best(partners, sums, place) > own:
        return False
    left = [number for number in range(1, len(others) + 2) if number != place]
    bearable = sorted(_first_bearable(entrants, sums, own, len(others) + 1) for entrants in others)
    return all(needs <= has for needs, has in zip(bearable, left, strict=True))


def _first_bearable(entrants: Entrants, sums: "_Sums", own: int, places: int) -> int:
    """Return the best place that leaves all of them with at most these points; one past the last if there is none."""
    low, high = 1, places + 1
    while low < high:
        middle = (low + high) // 2
        if _best(entrants, sums, middle) <= own:
            high = middle
        else:
            low = middle + 1
    return low


def _is_sure(
    who: Ranked, partners: Sequence[Ranked], others: Sequence[Entrants], sums: "_Sums", away: int | None, place: int
) -> bool:
    """Return whether nobody else can reach as many points, each with the best place left."""
    own = sums.of(who, place)
    assert own is not None
    best = 2 if place == 1 else 1
    rivals = [_best(partners, sums, place), *(_best(entrants, sums, best) for entrants in others)]
    return (away is None or away < own) and max(rivals) < own


NOT_RANKED = -1  # equivalent: anything below 0 does
"""Less than any points by places."""


def _best(entrants: Sequence[Ranked], sums: "_Sums", place: int) -> int:
    """Return the most points that one of them has with a place; `NOT_RANKED` if none is ranked."""
    return max((points for entrant in entrants if (points := sums.of(entrant, place)) is not None), default=NOT_RANKED)


class _Sums:
    """Everybody's points with each place at the last tournament, computed on request."""

    def __init__(
        self, played: Sequence[PlayedTournament], rule: SeasonRule, last: PlayedTournament, *, places: int
    ) -> None:
        self._rule, self._last, self._at = rule, last, len(played)
        self.worthless = min(places, len(rule.table)) + 1
        """From this place on, only the bonus counts."""
        self._results: dict[Ranked, list[CountedResult]] = {}
        for at, tournament in enumerate(played):
            for finish in tournament.finishes:
                if finish.rounds >= rule.least_rounds:
                    points = points_of(finish, rule, tournament.weight)
                    self._results.setdefault(finish.who, []).append(CountedResult(at, tournament.venue, points))
        self._points: dict[tuple[Ranked, int], int | None] = {}

    @property
    def entrants(self) -> set[Ranked]:
        """Return everybody with a result."""
        return set(self._results)

    def without(self, who: Ranked) -> int | None:
        """Return the points without a result at the last tournament; None if not ranked."""
        return self._sum(self._results.get(who, []))

    def of(self, who: Ranked, place: int) -> int | None:
        key = (who, min(place, self.worthless))
        if key not in self._points:
            finish = Finish(
                who=who, place=key[1], sharing=1, rounds=self._rule.least_rounds, vp=0, possible=0, mp_difference=0
            )
            new = CountedResult(self._at, self._last.venue, points_of(finish, self._rule, self._last.weight))
            self._points[key] = self._sum([*self._results.get(who, []), new])
        return self._points[key]

    def _sum(self, results: Sequence[CountedResult]) -> int | None:
        if len(results) < self._rule.attendance:
            return None
        return sum_of(results, counting(results, self._rule), self._rule)
