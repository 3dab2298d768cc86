"""Place by round: of one pair, with its VP of each round below; and of the first of a ranking, a line each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from django.utils.translation import gettext as _

from tournaments.ranking.course import Course
from tournaments.records import Standing
from tournaments.wording.figures import figure

from .drawing import (
    MEDALS,
    TYPE,
    Anchor,
    AnyShape,
    Bar,
    Chart,
    ChartTable,
    Drawing,
    Ink,
    Mark,
    Point,
    Shape,
    Stroke,
    Writing,
    round_steps,
    spread,
)

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 34, 26, 18, 22
PLACES = 150
"""Height of the places of one pair."""
FIRST_PLACES = 220
"""Height of those of the first of a ranking."""
POINTS = 64
"""Height of the VP below them."""
BAR = 22
ROOM = 26
"""What a round's figures need."""
MOST_RULES = 5
FIRST = 10
"""So many of a ranking are drawn together."""
APART = 15
"""Labels at the lines' ends, from one to the next."""
FEW = 24
"""Up to so many places they are drawn evenly; of more, the first ones wider than the last."""
ROUNDS_TO_DRAW = 2
"""Of one round there is no line."""


def own_course(course: Course, standings: Sequence[Standing], standing: Standing, *, most_vp: int) -> Chart | None:
    """A pair's, or a player's, places with those of the first three beside them; its VP of each round below.

    `most_vp`: what a table gives to both lines together. None before the second round.
    """
    if len(course.of(standing.entrant.id)) < ROUNDS_TO_DRAW:
        return None
    across = _across(course.rounds)
    own = course.of(standing.entrant.id)
    first = [row for row in standings[:FIRST] if row.place in MEDALS and row.entrant.id != standing.entrant.id]
    drawn = [own, *(course.of(row.entrant.id) for row in first)]
    scale = _Places(max(place for line in drawn for _number, place in line), PLACES, evenly=True)
    shapes: list[AnyShape] = [*scale.rules()]
    for row, line in zip(first, drawn[1:], strict=True):
        points = tuple((across[number], scale.down(place)) for number, place in line)
        shapes.append(Stroke(points=points, ink=MEDALS[row.place], dashed=True))
    points = tuple((across[number], scale.down(place)) for number, place in own)
    shapes.append(Stroke(points=points, ink=Ink.OWN, strong=True))
    roomy = _roomy(course.rounds)
    for point, (number, place) in zip(points, own, strict=True):
        shapes.append(Mark(at=point, shape=Shape.DOT, ink=Ink.OWN))
        shapes += [_above(point, figure(place))] if number in roomy else []
    floor = TOP + PLACES + TYPE + POINTS
    shapes += _points(standing, across, most_vp, floor)
    shapes += _round_names(course.rounds, across, floor + FOOT - 6)
    return Chart(
        key="course",
        title=_("Place and VP, round by round"),
        note=_("Dashed: the first three of now. The bars are the VP of each round, their line an even table."),
        drawing=Drawing(width=WIDTH, height=floor + FOOT, shapes=tuple(shapes)),
        table=_own_table(own, standing.vp_by_round),
    )


def _own_table(own: Sequence[tuple[int, int]], vp: Mapping[int, int]) -> ChartTable:
    return ChartTable(
        heads=(_("Round"), _("Place"), _("VP")),
        rows=tuple((figure(number), figure(place), _known(vp.get(number))) for number, place in own),
    )


def first_courses(course: Course, standings: Sequence[Standing]) -> Chart | None:
    """The places of the first of a ranking, a line each, down to the place of now. None before the second round."""
    drawn = [row for row in standings[:FIRST] if course.of(row.entrant.id)]
    if len(course.rounds) < ROUNDS_TO_DRAW or not drawn:
        return None
    across = _across(course.rounds)
    last = max(place for row in drawn for _number, place in course.of(row.entrant.id))
    scale = _Places(last, FIRST_PLACES, evenly=last <= FEW)
    shapes: list[AnyShape] = [*scale.rules()]
    ends = spread([scale.down(course.of(row.entrant.id)[-1][1]) for row in drawn], APART, TOP, TOP + FIRST_PLACES)
    # The first are drawn last, above the others.
    for at, row in reversed([*enumerate(drawn)]):
        ink, end = MEDALS.get(row.place, Ink.OTHER), (WIDTH - RIGHT + 10, ends[at])
        points = [(across[number], scale.down(place)) for number, place in course.of(row.entrant.id)]
        shapes.append(Stroke(points=(*points, end), ink=ink, strong=ink is not Ink.OTHER, dashed=bool(at % 2)))
        shapes += [Mark(at=point, shape=[*Shape][at % len(Shape)], ink=ink) for point in points]
        shapes.append(_written((WIDTH, ends[at] + 4), figure(row.place), Anchor.END, strong=ink is not Ink.OTHER))
    floor = TOP + FIRST_PLACES
    shapes += _round_names(course.rounds, across, floor + FOOT - 4)
    return Chart(
        key="first-courses",
        title=_("How the first got there"),
        note=_("Place after each round. At the end of a line stands its place now; the table says who it is."),
        drawing=Drawing(width=WIDTH, height=floor + FOOT, shapes=tuple(shapes)),
        table=_first_table(course, drawn),
    )


def _first_table(course: Course, drawn: Sequence[Standing]) -> ChartTable:
    def row(standing: Standing) -> tuple[str, ...]:
        places = dict(course.of(standing.entrant.id))
        return figure(standing.place), standing.entrant.label, *(_known(places.get(each)) for each in course.rounds)

    return ChartTable(
        heads=(_("Now"), _("Names"), *map(_round_name, course.rounds)),
        rows=tuple(map(row, drawn)),
    )


def _known(found: int | None) -> str:
    return "–" if found is None else figure(found)


def _round_name(number: int) -> str:
    return _("R%(round)s") % {"round": number}


def _across(rounds: Sequence[int]) -> dict[int, int]:
    """How far from the left each round lies."""
    first, last = LEFT + BAR // 2 + 2, WIDTH - RIGHT - BAR // 2
    steps = max(len(rounds) - 1, 1)
    return {number: first + at * (last - first) // steps for at, number in enumerate(rounds)}


def _roomy(rounds: Sequence[int]) -> frozenset[int]:
    """The rounds whose figures are written: of many every second or third, the last one always."""
    every = -(-ROOM * len(rounds) // (WIDTH - LEFT - RIGHT))
    return frozenset(rounds[::-1][::every])


@dataclass(frozen=True, slots=True)
class _Places:
    """How far down a place lies."""

    last: int
    height: int
    evenly: bool
    """Otherwise the first places are further apart than the last."""

    def down(self, place: int) -> int:
        share = (place - 1) / max(self.last - 1, 1) if self.evenly else log(place) / log(self.last)
        return TOP + round(share * self.height)

    def rules(self) -> list[AnyShape]:
        """Lines across with their places: the first, the last, and round ones between."""
        if self.evenly:
            step = round_steps(self.last, MOST_RULES)
            between = [place for place in range(step, self.last, step) if place > 1]
        else:
            between = [place for place in (3, 10, 30, 100, 300, 1000, 3000) if place < self.last]
        roomy = [place for place in between if TOP + APART <= self.down(place) <= TOP + self.height - APART]
        places = dict.fromkeys([1, *roomy, self.last])
        return [shape for place in places for shape in _rule(self.down(place), figure(place))]


def _rule(down: int, text: str) -> tuple[AnyShape, ...]:
    line = Stroke(points=((LEFT, down), (WIDTH - RIGHT, down)), ink=Ink.RULE)
    return line, _written((LEFT - 6, down + 4), text, Anchor.END)


def _points(standing: Standing, across: dict[int, int], most_vp: int, floor: int) -> list[AnyShape]:
    """The VP of each round as bars, and the line of an even table."""
    vp = standing.vp_by_round
    highest = max(most_vp, *vp.values(), 1)
    even = floor - POINTS * most_vp // (2 * highest)
    shapes: list[AnyShape] = [
        Stroke(points=((LEFT, floor), (WIDTH - RIGHT, floor)), ink=Ink.RULE),
        Stroke(points=((LEFT, even), (WIDTH - RIGHT, even)), ink=Ink.OTHER, dashed=True),
        _written((LEFT - 6, floor), _("VP"), Anchor.END),
    ]
    width, roomy = min(BAR, (WIDTH - LEFT - RIGHT) // len(across) - 2), _roomy([*across])
    for number, x in across.items():
        if number in vp:
            height = POINTS * max(vp[number], 0) // highest
            shapes.append(Bar(at=(x - width // 2, floor - height), width=width, height=height, ink=Ink.OWN))
            shapes += [_above((x, floor - height + 4), figure(vp[number]))] if number in roomy else []
    return shapes


def _round_names(rounds: Sequence[int], across: dict[int, int], down: int) -> list[AnyShape]:
    roomy = _roomy(rounds)
    return [_written((across[each], down), _round_name(each), Anchor.MIDDLE) for each in rounds if each in roomy]


def _above(point: Point, text: str) -> Writing:
    return Writing(at=(point[0], point[1] - 8), text=text, ink=Ink.OWN, anchor=Anchor.MIDDLE, strong=True)


def _written(at: Point, text: str, anchor: Anchor, *, strong: bool = False) -> Writing:
    return Writing(at=at, text=text, anchor=anchor, strong=strong)
