"""The points of a season's leaders after each tournament, with a line each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.wording.figures import figure
from tournaments.wording.seasons import points_in_words

from .drawing import AnyShape, Chart, ChartTable, round_steps
from .frame import Frame
from .tournament_axis import FEWEST, across, numbered

FRAME = Frame(left=42, right=26, top=18, height=220)
MOST_RULES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCourse:
    """A row of the ranking with its points after each tournament, in hundredths."""

    place: int
    name: str
    points: Sequence[int]


def season_points(courses: Sequence[PointsCourse], tournaments: Sequence[str]) -> Chart | None:
    """Return a line for each, best first, over the named tournaments; None before the second one."""
    if len(tournaments) < FEWEST or not courses:
        return None
    every = [points for course in courses for points in course.points]
    scale = _Points(low=min(0, *every), high=max(100, *every))
    places = across(len(tournaments), FRAME)
    lines = [(course.place, [*zip(places, map(scale.down, course.points), strict=True)]) for course in courses]
    shapes = [*scale.rules(), *FRAME.ranked_lines(lines)]
    return Chart(
        key="season-points",
        title=_("How the leaders got there"),
        note=_(
            "Points after each tournament. The number at the end of a line is the place; the table says whose it is."
        ),
        drawing=numbered(shapes, places, FRAME),
        table=ChartTable(
            heads=(_("Place"), _("Names"), *tournaments),
            rows=tuple((figure(c.place), c.name, *map(points_in_words, c.points)) for c in courses),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Points:
    """The distance of a number of hundredths from the top."""

    low: int
    high: int

    def down(self, points: int) -> int:
        return FRAME.top + (self.high - points) * FRAME.height // (self.high - self.low)

    def rules(self) -> list[AnyShape]:
        """Return guide lines at round, whole points."""
        step = round_steps(-(-(self.high - self.low) // 100), MOST_RULES) * 100
        ticks = range(-(-self.low // step) * step, self.high + 1, step)
        return [shape for points in ticks for shape in FRAME.rule(self.down(points), points_in_words(points))]
