"""A player's rating after each tournament, with its uncertainty as a band around it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .drawing import Anchor, AnyShape, Chart, ChartTable, Drawing, Ink, Mark, Shape, Stroke, Writing, round_steps
from .tournament_axis import FEWEST, across, numbers

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 46, 16, 14, 22
HEIGHT = 180
MOST_RULES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPoint:
    """A rating after a tournament, in whole points."""

    tournament: str
    rating: int
    spread: int


def rating_chart(points: Sequence[RatingPoint]) -> Chart | None:
    """A line, and dashed above and below it how unsure it is. None before the second tournament."""
    if len(points) < FEWEST:
        return None
    low = min(point.rating - point.spread for point in points)
    high = max(point.rating + point.spread for point in points) + 1
    places = across(len(points), LEFT, WIDTH - RIGHT)

    def down(rating: int) -> int:
        return TOP + (high - rating) * HEIGHT // (high - low)

    step = round_steps(high - low, MOST_RULES)
    shapes: list[AnyShape] = []
    for rating in range(-(-low // step) * step, high + 1, step):
        shapes.append(Stroke(points=((LEFT, down(rating)), (WIDTH - RIGHT, down(rating))), ink=Ink.RULE))
        shapes.append(Writing(at=(LEFT - 6, down(rating) + 4), text=str(rating), anchor=Anchor.END))
    for sign in (-1, 1):
        edge = [(x, down(point.rating + sign * point.spread)) for x, point in zip(places, points, strict=True)]
        shapes.append(Stroke(points=tuple(edge), ink=Ink.OTHER, dashed=True))
    line = [(x, down(point.rating)) for x, point in zip(places, points, strict=True)]
    shapes.append(Stroke(points=tuple(line), ink=Ink.OWN, strong=True))
    shapes += [Mark(at=at, shape=Shape.DOT, ink=Ink.OWN) for at in line]
    floor = TOP + HEIGHT + FOOT
    shapes += numbers(places, LEFT, WIDTH - RIGHT, floor=floor)
    return Chart(
        key="rating-course",
        title=_("Rating after each tournament"),
        note=_("Dashed: how unsure it is."),
        drawing=Drawing(width=WIDTH, height=floor, shapes=tuple(shapes)),
        table=ChartTable(
            heads=(_("Tournament"), _("Rating"), "±"),
            rows=tuple((each.tournament, str(each.rating), str(each.spread)) for each in points),
        ),
    )
