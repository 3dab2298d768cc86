"""The highlights of an evening: the highest hand, the closest table, the greatest climb, with their holders.

Tables count as played, without adjustments; an assigned score is nobody's feat.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TypeVar

from tournaments.ranking.course import Course
from tournaments.records import EntrantId, Line, Outcome, TableResult

Found = TypeVar("Found")

ROUNDS_TO_COMPARE = 2
"""Before the second round nobody has climbed or led for long."""


class Feat(StrEnum):
    """The feats of an evening, in the order in which they are shown."""

    HAND = "hand"
    """The most MP of a line in one hand."""
    TABLE = "table"
    """The most MP of a line at a table."""
    WIN = "win"
    """The largest difference of a table."""
    CLOSEST = "closest"
    """The smallest difference of a table."""
    CLIMB = "climb"
    """The most places won, from the end of a round until now."""
    LED = "led"
    """The most rounds in first place."""
    CLEAN = "clean"
    """The most clean burracos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The holder of a feat, and the place where it happened, if any."""

    side: tuple[EntrantId, ...]
    round: int | None = None
    table: int | None = None
    hand: int | None = None
    line: Line | None = None
    against: tuple[EntrantId, ...] = ()
    places: tuple[int, int] | None = None
    """For a climb: the place after `round`, and the current one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A feat and its holders."""

    feat: Feat
    figure: int
    """The figure of the feat: MP, places, rounds or burracos."""
    holders: tuple[Holder, ...]
    """At least one, in the order of rounds and tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineHand:
    """A line's hand."""

    round: int
    table: int
    hand: int
    line: Line
    figure: int
    """The MP, or the number of clean burracos."""


def highlights_of(
    results: Iterable[TableResult],
    course: Course,
    *,
    highest: Sequence[LineHand] = (),
    clean: Sequence[LineHand] = (),
) -> tuple[Highlight, ...]:
    """Return the highlights in the order of `Feat`.

    `highest` holds the hands with the most MP, several if they are equal; `clean` the clean burracos of every hand of
    the evening, or nothing unless they are known for each.
    """
    tables = {(result.round, result.table): result for result in results}
    played = [result for result in tables.values() if result.outcome is Outcome.PLAYED]
    own = [mp for result in played for mp in _mp(result)]
    apart = [abs(ns - ew) for ns, ew in zip(own[::2], own[1::2], strict=True)]
    counts = _clean(tables, clean)
    highlights = (
        _best(Feat.HAND, [hand.figure for hand in highest], highest, lambda hand: _of_hand(tables, hand)),
        _best(Feat.TABLE, own, product(played, (Line.NS, Line.EW)), lambda line_of: _at(*line_of)),
        _best(Feat.WIN, apart, played, _of_winner),
        _best(Feat.CLOSEST, apart, played, _of_winner, most=min),
        _climb(course),
        _led(course),
        _best(Feat.CLEAN, [*counts.values()], counts, _of_side),
    )
    return tuple(highlight for highlight in highlights if highlight is not None)


def _best(
    feat: Feat,
    figures: Sequence[int],
    found: Iterable[Found],
    holder: Callable[[Found], Holder],
    *,
    most: Callable[[Iterable[int]], int] = max,
) -> Highlight | None:
    """Return those `found` with the best of their figures; none if there are none, or if the best figure is zero."""
    if not figures:
        return None
    best = most(figures)
    if best <= 0 and feat is not Feat.CLOSEST:
        return None
    holders = tuple(holder(item) for figure, item in zip(figures, found, strict=True) if figure == best)
    return Highlight(feat=feat, figure=best, holders=holders)


def _mp(result: TableResult) -> tuple[int, int]:
    """Return the MP of both lines of a table that was played."""
    assert result.ns_mp is not None and result.ew_mp is not None
    return result.ns_mp, result.ew_mp


def _of_winner(result: TableResult) -> Holder:
    ns, ew = _mp(result)
    return _at(result, Line.NS if ns >= ew else Line.EW)


def _at(result: TableResult, line: Line, hand: int | None = None) -> Holder:
    sides = result.ns_side, result.ew_side
    own, other = sides if line is Line.NS else sides[::-1]
    return Holder(side=own, against=other, round=result.round, table=result.table, hand=hand, line=line)


def _of_hand(tables: Mapping[tuple[int, int], TableResult], hand: LineHand) -> Holder:
    return _at(tables[hand.round, hand.table], hand.line, hand.hand)


def _of_side(side: tuple[EntrantId, ...]) -> Holder:
    return Holder(side=side)


def _climb(course: Course) -> Highlight | None:
    """Return each entrant's greatest climb, from the latest of several rounds."""
    if len(course.rounds) < ROUNDS_TO_COMPARE:
        return None
    lowest: dict[EntrantId, int] = {}
    for places in course.places.values():
        for entrant, place in places.items():
            if place > lowest.get(entrant, 0):
                lowest[entrant] = place
    now = course.places[course.rounds[-1]]

    def holder(entrant: EntrantId) -> Holder:
        number = max(number for number, place in course.of(entrant) if place == lowest[entrant])
        return Holder(side=(entrant,), round=number, places=(lowest[entrant], now[entrant]))

    return _best(Feat.CLIMB, [lowest[entrant] - place for entrant, place in now.items()], now, holder)


def _led(course: Course) -> Highlight | None:
    if len(course.rounds) < ROUNDS_TO_COMPARE:
        return None
    first = (entrant for places in course.places.values() for entrant, place in places.items() if place == 1)
    counts = Counter((entrant,) for entrant in first)
    return _best(Feat.LED, [*counts.values()], counts, _of_side)


def _clean(
    tables: Mapping[tuple[int, int], TableResult], hands: Iterable[LineHand]
) -> dict[tuple[EntrantId, ...], int]:
    counts: dict[tuple[EntrantId, ...], int] = {}
    for hand in hands:
        side = _of_hand(tables, hand).side
        counts[side] = counts.get(side, 0) + hand.figure
    return counts
