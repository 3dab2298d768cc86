"""A player's rating after each tournament, with its uncertainty as a band around it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .drawing import AnyShape, Chart, ChartTable, Ink, Stroke, round_steps
from .frame import Frame, own_line
from .tournament_axis import FEWEST, across, numbered

FRAME = Frame(left=46, right=16, top=14, height=180)
MOST_RULES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPoint:
    """A rating after a tournament, in whole points."""

    tournament: str
    rating: int
    spread: int


def rating_chart(points: Sequence[RatingPoint]) -> Chart | None:
    """Return a line with its uncertainty dashed above and below; None before the second tournament."""
    if len(points) < FEWEST:
        return None
    low = min(point.rating - point.spread for point in points)
    high = max(point.rating + point.spread for point in points) + 1
    places = across(len(points), FRAME)

    def down(rating: int) -> int:
        return FRAME.top + (high - rating) * FRAME.height // (high - low)

    step = round_steps(high - low, MOST_RULES)
    shapes: list[AnyShape] = []
    for rating in range(-(-low // step) * step, high + 1, step):
        shapes += FRAME.rule(down(rating), str(rating))
    for sign in (-1, 1):
        edge = [(x, down(point.rating + sign * point.spread)) for x, point in zip(places, points, strict=True)]
        shapes.append(Stroke(points=tuple(edge), ink=Ink.OTHER, dashed=True))
    shapes += own_line([(x, down(point.rating)) for x, point in zip(places, points, strict=True)])
    return Chart(
        key="rating-course",
        title=_("Rating after each tournament"),
        note=_("Dashed: how uncertain it is."),
        drawing=numbered(shapes, places, FRAME),
        table=ChartTable(
            heads=(_("Tournament"), _("Rating"), "±"),
            rows=tuple((point.tournament, str(point.rating), str(point.spread)) for point in points),
        ),
    )
