"""What is still needed for the title before the last tournament: exact for points by place (docs/seasons.md §4).

A place at the last tournament makes *sure* of the title if nobody can reach as many points whatever the others do,
and leaves it *possible* if there is an order of the others in which nobody has more. Nobody shares a place there, and
whoever is not in its field stays away. Equal points are left to the tie-breaks, so they are possible and not sure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .counting import Result, counting
from .played import Finish, PlayedTournament, Ranked, points_of
from .rule import PointsBy, SeasonRule

Entrants = tuple[Ranked, ...]
"""Who takes one place at the last tournament together: the two players of a pair, a pair, or a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """What somebody needs at the last tournament."""

    who: Ranked
    sure: int | None
    """The lowest place that makes sure of the title; None: not even the first does."""
    possible: int
    """The lowest place with which the title is still possible."""


def still_needed(
    played: Sequence[PlayedTournament], rule: SeasonRule, *, last: PlayedTournament, field: Sequence[Entrants]
) -> tuple[Needed, ...]:
    """Everybody in the field who can still win the title, in its order; nobody where points are not by place.

    `last`: its weight and its venue, and nobody in it yet. Every place from the first to the field's last is taken.
    """
    if rule.points is not PointsBy.PLACE or not field:
        return ()
    sums = _Sums(played, rule, last, places=len(field))
    absent = [sums.without(who) for who in sums.known - {who for entrants in field for who in entrants}]
    away = max((points for points in absent if points is not None), default=None)
    assured = max(_best(entrants, sums, len(field)) for entrants in field)
    found: list[Needed] = []
    for at, entrants in enumerate(field):
        others = [*field[:at], *field[at + 1 :]]
        for who in entrants:
            # Somebody has more already, whatever happens: nothing else needs to be looked at.
            if (most := sums.of(who, 1)) is None or most < assured:
                continue
            partners = [each for each in entrants if each != who]
            if needed := _needed(who, partners, others, sums, away):
                found.append(needed)
    return tuple(found)


def _needed(
    who: Ranked, partners: Sequence[Ranked], others: Sequence[Entrants], sums: "_Sums", away: int | None
) -> Needed | None:
    places = range(1, min(sums.worthless, len(others) + 1) + 1)
    possible = [place for place in places if _is_possible(who, partners, others, sums, away, place)]
    if not possible:
        return None
    sure = [place for place in possible if _is_sure(who, partners, others, sums, away, place)]

    def lowest(found: Sequence[int]) -> int:
        """The last of them; of the places that are worth nothing the last, since they are all alike."""
        return len(others) + 1 if found[-1] == sums.worthless else found[-1]

    return Needed(who=who, sure=lowest(sure) if sure else None, possible=lowest(possible))


def _is_possible(
    who: Ranked, partners: Sequence[Ranked], others: Sequence[Entrants], sums: "_Sums", away: int | None, place: int
) -> bool:
    """Whether the others can take the other places so that nobody has more points.

    A worse place never brings more, so each needs its best bearable place or a worse one: they fit if, in the order of
    these, each finds a place left that is no better.
    """
    own = sums.of(who, place)
    if own is None or (away is not None and away > own) or _best(partners, sums, place) > own:
        return False
    left = [each for each in range(1, len(others) + 2) if each != place]
    bearable = sorted(_first_bearable(entrants, sums, own, len(others) + 1) for entrants in others)
    return all(needs <= has for needs, has in zip(bearable, left, strict=True))


def _first_bearable(entrants: Entrants, sums: "_Sums", own: int, places: int) -> int:
    """The best place that leaves every one of them with at most so many points; one past the last where none does."""
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
    """Whether nobody else can reach as many points; each alone with the best place that is left."""
    own = sums.of(who, place)
    best = 2 if place == 1 else 1
    rivals = [_best(partners, sums, place), *(_best(entrants, sums, best) for entrants in others)]
    return own is not None and (away is None or away < own) and max(rivals) < own


NOT_RANKED = -1
"""Less than anybody who is ranked has by places."""


def _best(entrants: Sequence[Ranked], sums: "_Sums", place: int) -> int:
    """The most points that one of them has with a place; `NOT_RANKED` where none of them is ranked."""
    return max((points for each in entrants if (points := sums.of(each, place)) is not None), default=NOT_RANKED)


class _Sums:
    """Everybody's points with each place at the last tournament, as they are asked for."""

    def __init__(
        self, played: Sequence[PlayedTournament], rule: SeasonRule, last: PlayedTournament, *, places: int
    ) -> None:
        self._rule, self._last, self._at = rule, last, len(played)
        self.worthless = min(places, len(rule.table)) + 1
        """From this place on there is only the bonus."""
        self._results: dict[Ranked, list[Result]] = {}
        for at, tournament in enumerate(played):
            for finish in tournament.finishes:
                if finish.rounds >= rule.least_rounds:
                    points = points_of(finish, rule, tournament.weight)
                    self._results.setdefault(finish.who, []).append(Result(at, tournament.venue, points))
        self._found: dict[tuple[Ranked, int], int | None] = {}

    @property
    def known(self) -> set[Ranked]:
        """Everybody with a result."""
        return set(self._results)

    def without(self, who: Ranked) -> int | None:
        """With no result at the last tournament; None: not ranked."""
        return self._sum(self._results.get(who, []))

    def of(self, who: Ranked, place: int) -> int | None:
        key = (who, min(place, self.worthless))
        if key not in self._found:
            finish = Finish(
                who=who, place=key[1], sharing=1, rounds=self._rule.least_rounds, vp=0, possible=0, mp_difference=0
            )
            new = Result(self._at, self._last.venue, points_of(finish, self._rule, self._last.weight))
            self._found[key] = self._sum([*self._results.get(who, []), new])
        return self._found[key]

    def _sum(self, results: Sequence[Result]) -> int | None:
        if len(results) < self._rule.attendance:
            return None
        worth: Mapping[int, int] = {result.tournament: result.points for result in results}
        return sum(worth[at] for at in counting(results, self._rule))
