"""The highlights of an evening: its highest hand, its closest table, who climbed most, each with whose they are.

Of a table they say what was played, before the referee gave or took; an arbitral score is nobody's feat.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tournaments.ranking.course import Course
from tournaments.records import EntrantId, Line, Outcome, TableResult

Found = TypeVar("Found")

ROUNDS_TO_COMPARE = 2
"""Before the second round nobody has climbed or led for long."""


class Feat(StrEnum):
    """What an evening is remembered for, in the order in which it is told."""

    HAND = "hand"
    """The most MP of a line in one hand."""
    TABLE = "table"
    """The most MP of a line at a table."""
    WIN = "win"
    """The largest difference of a table."""
    CLOSEST = "closest"
    """The smallest."""
    CLIMB = "climb"
    """The most places won, from after a round until now."""
    LED = "led"
    """First after the most rounds."""
    CLEAN = "clean"
    """The most clean burracos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Whose it is, and where it happened, as far as it happened somewhere."""

    side: tuple[EntrantId, ...]
    round: int | None = None
    table: int | None = None
    hand: int | None = None
    against: tuple[EntrantId, ...] = ()
    places: tuple[int, int] | None = None
    """Of a climb: the place after `round`, and the one now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """One feat, and everybody whose it is."""

    feat: Feat
    figure: int
    """MP, places, rounds or burracos, as the feat counts."""
    holders: tuple[Holder, ...]
    """In the order of rounds and tables; one at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineHand:
    """One line's hand."""

    round: int
    table: int
    hand: int
    line: Line
    figure: int
    """Its MP, or its clean burracos."""


def highlights_of(
    results: Iterable[TableResult],
    course: Course,
    *,
    highest: Sequence[LineHand] = (),
    clean: Sequence[LineHand] = (),
) -> tuple[Highlight, ...]:
    """What there is to tell, in the order of `Feat`.

    `highest`: the hands with the most MP, all of them where several have as many; `clean`: the clean burracos of every
    hand of the evening, or nothing where they are not known of each.
    """
    tables = {(result.round, result.table): result for result in results}
    played = [result for result in tables.values() if result.outcome is Outcome.PLAYED]
    lines = [(_own(result, line), (result, line)) for result in played for line in Line]
    apart = [(abs(_ahead(result)), (result, _winner(result))) for result in played]
    told = (
        _best(Feat.HAND, [(hand.figure, hand) for hand in highest], lambda hand: _of_hand(tables, hand)),
        _best(Feat.TABLE, lines, _at),
        _best(Feat.WIN, apart, _at),
        _best(Feat.CLOSEST, apart, _at, most=min),
        _climb(course),
        _led(course),
        _best(Feat.CLEAN, [(count, side) for side, count in _clean(tables, clean).items()], _of_side),
    )
    return tuple(each for each in told if each is not None)


def _best(
    feat: Feat,
    found: Sequence[tuple[int, Found]],
    holder: Callable[[Found], Holder],
    *,
    most: Callable[[Iterable[int]], int] = max,
) -> Highlight | None:
    """Those with the best figure; nothing where there are none, or where the best is to have nothing."""
    if not found:
        return None
    best = most(figure for figure, _each in found)
    if best <= 0 and feat is not Feat.CLOSEST:
        return None
    return Highlight(feat=feat, figure=best, holders=tuple(holder(each) for figure, each in found if figure == best))


def _own(result: TableResult, line: Line) -> int:
    return (result.ns_mp if line is Line.NS else result.ew_mp) or 0


def _ahead(result: TableResult) -> int:
    """By how much NS is."""
    return _own(result, Line.NS) - _own(result, Line.EW)


def _winner(result: TableResult) -> Line:
    return Line.NS if _ahead(result) >= 0 else Line.EW


def _at(line_of: tuple[TableResult, Line], hand: int | None = None) -> Holder:
    result, line = line_of
    sides = result.ns_side, result.ew_side
    own, other = sides if line is Line.NS else sides[::-1]
    return Holder(side=own, against=other, round=result.round, table=result.table, hand=hand)


def _of_hand(tables: Mapping[tuple[int, int], TableResult], hand: LineHand) -> Holder:
    return _at((tables[hand.round, hand.table], hand.line), hand.hand)


def _of_side(side: tuple[EntrantId, ...]) -> Holder:
    return Holder(side=side)


def _climb(course: Course) -> Highlight | None:
    """From whichever round each came furthest; of several rounds the latest."""
    if len(course.rounds) < ROUNDS_TO_COMPARE:
        return None
    lowest: dict[EntrantId, tuple[int, int]] = {}
    for number, places in course.places.items():
        for entrant, place in places.items():
            lowest[entrant] = max(lowest.get(entrant, (0, 0)), (place, number))
    now = course.places[course.rounds[-1]]

    def holder(entrant: EntrantId) -> Holder:
        place, number = lowest[entrant]
        return Holder(side=(entrant,), round=number, places=(place, now[entrant]))

    return _best(Feat.CLIMB, [(lowest[entrant][0] - place, entrant) for entrant, place in now.items()], holder)


def _led(course: Course) -> Highlight | None:
    if len(course.rounds) < ROUNDS_TO_COMPARE:
        return None
    first = (entrant for places in course.places.values() for entrant, place in places.items() if place == 1)
    return _best(Feat.LED, [(count, (entrant,)) for entrant, count in Counter(first).items()], _of_side)


def _clean(
    tables: Mapping[tuple[int, int], TableResult], hands: Iterable[LineHand]
) -> dict[tuple[EntrantId, ...], int]:
    counts: dict[tuple[EntrantId, ...], int] = {}
    for hand in hands:
        side = _of_hand(tables, hand).side
        counts[side] = counts.get(side, 0) + hand.figure
    return counts
