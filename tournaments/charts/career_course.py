"""A player's VP a round, tournament by tournament, beside what an even table gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.careers.career import USUAL_VP
from tournaments.wording.careers import mean_vp
from tournaments.wording.figures import figure

from .drawing import Anchor, AnyShape, Chart, ChartTable, Drawing, Ink, Mark, Shape, Stroke, Writing

WIDTH = 360
LEFT, RIGHT, TOP, FOOT = 34, 16, 14, 22
HEIGHT = 150
STEP = 5
ROOM = 26
"""What a tournament's number needs."""
FEWEST = 2
"""Of one tournament there is no line."""
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
    across = [LEFT + 8 + at * (WIDTH - LEFT - RIGHT - 16) // (len(points) - 1) for at in range(len(points))]
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
    line = [(x, down(point.vp)) for x, point in zip(across, points, strict=True)]
    shapes.append(Stroke(points=tuple(line), ink=Ink.OWN, strong=True))
    shapes += [Mark(at=at, shape=Shape.DOT, ink=Ink.OWN) for at in line]
    floor = TOP + HEIGHT + FOOT
    every = -(-ROOM * len(points) // (WIDTH - LEFT - RIGHT))
    for number in range(len(points) - 1, -1, -every):
        shapes.append(Writing(at=(across[number], floor - 4), text=figure(number + 1), anchor=Anchor.MIDDLE))
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
