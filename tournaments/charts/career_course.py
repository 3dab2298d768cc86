"""A player's VP a round, tournament by tournament, beside what an even table gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.careers.career import USUAL_VP
from tournaments.wording.careers import mean_vp
from tournaments.wording.figures import figure

from .drawing import Anchor, AnyShape, Chart, ChartTable, Drawing, Ink, Mark, Shape, Stroke, Writing
from .tournament_axis import FEWEST, across, numbers

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 34, 16, 14, 22
HEIGHT = 150
STEP = 5
MOST = 30
"""So many of the last tournaments are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerPoint:
    """A tournament with rounds."""

    tournament: str
    place: str
    """In words."""
    vp: Fraction
    """A round, of the usual VP."""


def career_chart(points: Sequence[CareerPoint]) -> Chart | None:
    """A line through the last tournaments, the latest at its end. None before the second one."""
    points = points[-MOST:]
    if len(points) < FEWEST:
        return None
    places = across(len(points), LEFT, WIDTH - RIGHT)
    drawn = [Fraction(0), Fraction(USUAL_VP), *(point.vp for point in points)]
    low, high = min(drawn), max(drawn)

    def down(vp: Fraction | int) -> int:
        return TOP + round((high - vp) * HEIGHT / (high - low))

    shapes: list[AnyShape] = []
    for vp in range(0, USUAL_VP + 1, STEP):
        even = 2 * vp == USUAL_VP
        ends = ((LEFT, down(vp)), (WIDTH - RIGHT, down(vp)))
        shapes.append(Stroke(points=ends, ink=Ink.OTHER if even else Ink.RULE, dashed=even))
        shapes.append(Writing(at=(LEFT - 6, down(vp) + 4), text=figure(vp), anchor=Anchor.END))
    line = [(x, down(point.vp)) for x, point in zip(places, points, strict=True)]
    shapes.append(Stroke(points=tuple(line), ink=Ink.OWN, strong=True))
    shapes += [Mark(at=at, shape=Shape.DOT, ink=Ink.OWN) for at in line]
    floor = TOP + HEIGHT + FOOT
    shapes += numbers(places, LEFT, WIDTH - RIGHT, floor=floor)
    return Chart(
        key="career-course",
        title=_("VP a round, tournament by tournament"),
        note=_("Dashed: an even table."),
        drawing=Drawing(width=WIDTH, height=floor, shapes=tuple(shapes)),
        table=ChartTable(
            heads=(_("Tournament"), _("Place"), _("VP a round")),
            rows=tuple((each.tournament, each.place, mean_vp(each.vp)) for each in points),
        ),
    )
