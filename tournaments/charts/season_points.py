"""The points of the first of a season after each of its tournaments, a line each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.wording.figures import figure
from tournaments.wording.seasons import points_in_words

from .drawing import (
    MEDALS,
    Anchor,
    AnyShape,
    Chart,
    ChartTable,
    Drawing,
    Ink,
    Mark,
    Shape,
    Stroke,
    Writing,
    round_steps,
    spread,
)
from .tournament_axis import FEWEST, across, numbers

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 42, 26, 18, 22
HEIGHT = 220
MOST_RULES = 5
APART = 15
"""Labels at the lines' ends, from one to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCourse:
    """A row of the ranking and its points after each tournament, in hundredths."""

    place: int
    name: str
    points: Sequence[int]


def season_points(courses: Sequence[PointsCourse], tournaments: Sequence[str]) -> Chart | None:
    """A line for each, best first, over the tournaments named. None before the second one."""
    if len(tournaments) < FEWEST or not courses:
        return None
    every = [points for course in courses for points in course.points]
    scale = _Points(low=min(0, *every), high=max(100, *every))
    places = across(len(tournaments), LEFT, WIDTH - RIGHT)
    shapes: list[AnyShape] = [*scale.rules()]
    ends = spread([scale.down(course.points[-1]) for course in courses], APART, TOP, TOP + HEIGHT)
    # The first are drawn last, above the others.
    for at, course in reversed([*enumerate(courses)]):
        ink = MEDALS.get(course.place, Ink.OTHER)
        strong = ink is not Ink.OTHER
        points = [(places[number], scale.down(each)) for number, each in enumerate(course.points)]
        shapes.append(
            Stroke(points=(*points, (WIDTH - RIGHT + 10, ends[at])), ink=ink, strong=strong, dashed=bool(at % 2))
        )
        shapes += [Mark(at=point, shape=[*Shape][at % len(Shape)], ink=ink) for point in points]
        label = figure(course.place)
        shapes.append(Writing(at=(WIDTH, ends[at] + 4), text=label, anchor=Anchor.END, strong=strong))
    floor = TOP + HEIGHT + FOOT
    shapes += numbers(places, LEFT, WIDTH - RIGHT, floor=floor)
    return Chart(
        key="season-points",
        title=_("How the first got there"),
        note=_("Points after each tournament. At the end of a line stands the place; the table says whose it is."),
        drawing=Drawing(width=WIDTH, height=floor, shapes=tuple(shapes)),
        table=ChartTable(
            heads=(_("Place"), _("Names"), *tournaments),
            rows=tuple((figure(c.place), c.name, *map(points_in_words, c.points)) for c in courses),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Points:
    """How far down so many hundredths lie."""

    low: int
    high: int

    def down(self, points: int) -> int:
        return TOP + (self.high - points) * HEIGHT // (self.high - self.low)

    def rules(self) -> list[AnyShape]:
        """Lines across at round points, whole ones."""
        step = round_steps(-(-(self.high - self.low) // 100), MOST_RULES) * 100
        found: list[AnyShape] = []
        for points in range(-(-self.low // step) * step, self.high + 1, step):
            down = self.down(points)
            found.append(Stroke(points=((LEFT, down), (WIDTH - RIGHT, down)), ink=Ink.RULE))
            found.append(Writing(at=(LEFT - 6, down + 4), text=points_in_words(points), anchor=Anchor.END))
        return found
