"""Places by round: of one pair, with the VP of each round below, and of the leaders of a ranking, with a line each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
)
from .frame import APART, FOOT, WIDTH, Frame

LEFT, RIGHT, TOP = 34, 26, 18
OWN_PLACES = Frame(left=LEFT, right=RIGHT, top=TOP, height=150)
"""The frame for the places of one pair."""
NAMED, NAMED_WIDE = 13, 34
"""The most letters of each line of names, on a phone and on a wide screen."""
FIRST_PLACES = replace(OWN_PLACES, height=260, right=132)
WIDE_PLACES = replace(FIRST_PLACES, width=760, right=280)
"""The frames for the leaders of a ranking, on a phone and on a wide screen."""
POINTS = 64
"""The height of the VP below the places."""
BAR = 22
ROOM = 26
"""The width that a round's figures need."""
MOST_RULES = 5
FIRST = 10
"""The number of leaders drawn."""
FEW = 24
"""Up to this many places are spaced evenly; beyond, the first ones are wider than the last."""
ROUNDS_TO_DRAW = 2
"""One round makes no line."""


def own_course(course: Course, standings: Sequence[Standing], standing: Standing, *, most_vp: int) -> Chart | None:
    """Return the places of a pair or a player beside those of the first three, with the VP of each round below.

    `most_vp` is the VP of both lines of a table. The result is None before the second round.
    """
    if len(course.of(standing.entrant.id)) < ROUNDS_TO_DRAW:
        return None
    across = _across(course.rounds, OWN_PLACES)
    own = course.of(standing.entrant.id)
    first = [row for row in standings[:FIRST] if row.place in MEDALS and row.entrant.id != standing.entrant.id]
    drawn = [own, *(course.of(row.entrant.id) for row in first)]
    scale = _Places(max(place for line in drawn for _number, place in line), OWN_PLACES, evenly=True)
    shapes: list[AnyShape] = [*scale.rules()]
    for row, line in zip(first, drawn[1:], strict=True):
        points = tuple((across[number], scale.down(place)) for number, place in line)
        shapes.append(Stroke(points=points, ink=MEDALS[row.place], dashed=True))
    points = tuple((across[number], scale.down(place)) for number, place in own)
    shapes.append(Stroke(points=points, ink=Ink.OWN, strong=True))
    roomy = _roomy(course.rounds, OWN_PLACES)
    for point, (number, place) in zip(points, own, strict=True):
        shapes.append(Mark(at=point, shape=Shape.DOT, ink=Ink.OWN))
        shapes += [_above(point, figure(place))] if number in roomy else []
    floor = OWN_PLACES.floor + TYPE + POINTS
    shapes += _points(standing, across, most_vp, floor)
    shapes += _round_names(course.rounds, across, floor + FOOT - 6, OWN_PLACES)
    return Chart(
        key="course",
        title=_("Place and VP, round by round"),
        note=_("Dashed: the current top three. The bars are the VP of each round, the line across them an even table."),
        drawing=Drawing(width=WIDTH, height=floor + FOOT, shapes=tuple(shapes)),
        table=_own_table(own, standing.vp_by_round),
    )


def _own_table(own: Sequence[tuple[int, int]], vp: Mapping[int, int]) -> ChartTable:
    return ChartTable(
        heads=(_("Round"), _("Place"), _("VP")),
        rows=tuple((figure(number), figure(place), _figure_or_dash(vp.get(number))) for number, place in own),
    )


def first_courses(course: Course, standings: Sequence[Standing]) -> Chart | None:
    """Return the places of the leaders, with a line each; None before the second round."""
    drawn = [row for row in standings[:FIRST] if course.of(row.entrant.id)]
    if len(course.rounds) < ROUNDS_TO_DRAW or not drawn:
        return None
    return Chart(
        key="first-courses",
        title=_("How the leaders got there"),
        note=_("Place after each round. At the end of each line: the current place, and whose line it is."),
        drawing=_first_drawing(course, drawn, FIRST_PLACES, NAMED),
        wide=_first_drawing(course, drawn, WIDE_PLACES, NAMED_WIDE),
        table=_first_table(course, drawn),
    )


def _first_drawing(course: Course, drawn: Sequence[Standing], frame: Frame, letters: int) -> Drawing:
    across = _across(course.rounds, frame)
    last = max(place for row in drawn for _number, place in course.of(row.entrant.id))
    scale = _Places(last, frame, evenly=last <= FEW)
    lines = [
        (row.place, [(across[number], scale.down(place)) for number, place in course.of(row.entrant.id)])
        for row in drawn
    ]
    names = [_short(row.entrant.names, letters) for row in drawn]
    rounds = _round_names(course.rounds, across, frame.floor + FOOT - 4, frame)
    shapes = [*scale.rules(), *frame.ranked_lines(lines, names), *rounds]
    return Drawing(width=frame.width, height=frame.floor + FOOT, shapes=tuple(shapes))


def _short(names: Sequence[str], letters: int) -> Sequence[str]:
    """Return names in lines of at most so many letters: if too long, without first names, then one below the other.

    >>> _short(("De Luca Ada", "Neri Anna Maria"), 30), _short(("De Luca Ada", "Neri Eva"), 14)
    (('De Luca Ada – Neri Anna Maria',), ('De Luca – Neri',))
    >>> _short(("Quagliagiorgini Ada", "Neri Eva"), 13)
    ('Quagliagiorg…', '– Neri')
    """
    last_names = [name.rpartition(" ")[0] or name for name in names]
    for line in (" – ".join(names), " – ".join(last_names)):
        if len(line) <= letters:
            return (line,)
    below = ["" if at == 0 else "– " for at in range(len(names))]
    lines = [dash + name for dash, name in zip(below, last_names, strict=True)]
    return tuple(line if len(line) <= letters else f"{line[: letters - 1].rstrip()}…" for line in lines)


def _first_table(course: Course, drawn: Sequence[Standing]) -> ChartTable:
    def row(standing: Standing) -> tuple[str, ...]:
        places = dict(course.of(standing.entrant.id))
        figures = (_figure_or_dash(places.get(round_)) for round_ in course.rounds)
        return figure(standing.place), standing.entrant.label, *figures

    return ChartTable(
        heads=(_("Now"), _("Names"), *map(_round_name, course.rounds)),
        rows=tuple(map(row, drawn)),
    )


def _figure_or_dash(number: int | None) -> str:
    return "–" if number is None else figure(number)


def _round_name(number: int) -> str:
    return _("R%(round)s") % {"round": number}


def _across(rounds: Sequence[int], frame: Frame) -> dict[int, int]:
    """Return the distance of each round from the left."""
    first, last = LEFT + BAR // 2 + 2, frame.last - BAR // 2
    steps = max(len(rounds) - 1, 1)
    return {number: first + at * (last - first) // steps for at, number in enumerate(rounds)}


def _roomy(rounds: Sequence[int], frame: Frame) -> frozenset[int]:
    """Return the rounds whose figures are written: every second or third if there are many, and always the last."""
    every = -(-ROOM * len(rounds) // (frame.last - LEFT))
    return frozenset(rounds[::-1][::every])


@dataclass(frozen=True, slots=True)
class _Places:
    """The distance of a place from the top."""

    last: int
    frame: Frame
    evenly: bool
    """Whether the places are spaced evenly; otherwise the first ones are further apart than the last."""

    def down(self, place: int) -> int:
        share = (place - 1) / max(self.last - 1, 1) if self.evenly else log(place) / log(self.last)
        return self.frame.top + round(share * self.frame.height)

    def rules(self) -> list[AnyShape]:
        """Return guide lines for the first and the last place, and round ones between."""
        if self.evenly:
            step = round_steps(self.last, MOST_RULES)
            between = [place for place in range(step, self.last, step) if place > 1]
        else:
            between = [place for place in (3, 10, 30, 100, 300, 1000, 3000) if place < self.last]
        above, below = self.frame.top + APART, self.frame.floor - APART
        roomy = [place for place in between if above <= self.down(place) <= below]
        places = dict.fromkeys([1, *roomy, self.last])
        return [shape for place in places for shape in self.frame.rule(self.down(place), figure(place))]


def _points(standing: Standing, across: dict[int, int], most_vp: int, floor: int) -> list[AnyShape]:
    """Return the VP of each round as bars, with the line of an even table."""
    vp = standing.vp_by_round
    highest = max(most_vp, *vp.values(), 1)
    even = floor - POINTS * most_vp // (2 * highest)
    shapes: list[AnyShape] = [
        Stroke(points=((LEFT, floor), (WIDTH - RIGHT, floor)), ink=Ink.RULE),
        Stroke(points=((LEFT, even), (WIDTH - RIGHT, even)), ink=Ink.OTHER, dashed=True),
        Writing(at=(LEFT - 6, floor), text=_("VP"), anchor=Anchor.END),
    ]
    width, roomy = min(BAR, (WIDTH - LEFT - RIGHT) // len(across) - 2), _roomy([*across], OWN_PLACES)
    for number, x in across.items():
        if number in vp:
            height = POINTS * max(vp[number], 0) // highest
            shapes.append(Bar(at=(x - width // 2, floor - height), width=width, height=height, ink=Ink.OWN))
            shapes += [_above((x, floor - height + 4), figure(vp[number]))] if number in roomy else []
    return shapes


def _round_names(rounds: Sequence[int], across: dict[int, int], down: int, frame: Frame) -> list[AnyShape]:
    roomy = _roomy(rounds, frame)
    return [
        Writing(at=(across[round_], down), text=_round_name(round_), anchor=Anchor.MIDDLE)
        for round_ in rounds
        if round_ in roomy
    ]


def _above(point: Point, text: str) -> Writing:
    return Writing(at=(point[0], point[1] - 8), text=text, ink=Ink.OWN, anchor=Anchor.MIDDLE, strong=True)
