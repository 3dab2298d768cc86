"""A player's VP a round in each tournament, compared with an even table."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.people.career import USUAL_VP
from tournaments.wording.careers import mean_vp
from tournaments.wording.figures import figure

from .drawing import AnyShape, Chart, ChartTable, Ink
from .frame import Frame, own_line
from .tournament_axis import FEWEST, across, numbered

FRAME = Frame(left=34, right=16, top=14, height=150)
STEP = 5
MOST = 30
"""The number of latest tournaments drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerPoint:
    """A tournament with its rounds."""

    tournament: str
    place: str
    """The place in words."""
    vp: Fraction
    """The VP a round, on the usual scale."""


def career_chart(points: Sequence[CareerPoint]) -> Chart | None:
    """Return a line through the latest tournaments; None for fewer than two."""
    points = points[-MOST:]
    if len(points) < FEWEST:
        return None
    places = across(len(points), FRAME)
    drawn = [Fraction(0), Fraction(USUAL_VP), *(point.vp for point in points)]
    low, high = min(drawn), max(drawn)

    def down(vp: Fraction | int) -> int:
        return FRAME.top + round((high - vp) * FRAME.height / (high - low))

    shapes: list[AnyShape] = []
    for vp in range(0, USUAL_VP + 1, STEP):
        even = 2 * vp == USUAL_VP
        shapes += FRAME.rule(down(vp), figure(vp), ink=Ink.OTHER if even else Ink.RULE, dashed=even)
    shapes += own_line([(x, down(point.vp)) for x, point in zip(places, points, strict=True)])
    return Chart(
        key="career-course",
        title=_("VP per round, tournament by tournament"),
        note=_("Dashed: an even table."),
        drawing=numbered(shapes, places, FRAME),
        table=ChartTable(
            heads=(_("Tournament"), _("Place"), _("VP per round")),
            rows=tuple((point.tournament, point.place, mean_vp(point.vp)) for point in points),
        ),
    )
