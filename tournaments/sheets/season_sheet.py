"""The ranking of a season on paper: points, attendance and each tournament; final, clubs, rule and tournaments below.

Portrait while the tournaments leave the names enough room; otherwise landscape, with further tournaments on pages after
them. A row with a long name is higher.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.figures import figure

from .common import finished, page_body, paged, sheet, split
from .fonts import BOLD
from .layout import THICK, Box, height_needed, rule, write
from .masthead import draw_place, foot, head

LABELS = 7 * mm
ROW = 6.6 * mm
INSIDE = 0.3 * mm
NOTE = 4.4 * mm
HEADING = 9 * mm
PLACE, POINTS, ATTENDED = 13 * mm, 17 * mm, 15 * mm
CELL_AT_MOST, CELL_AT_LEAST = 15 * mm, 10.5 * mm
NAMES_AT_LEAST = 50 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A row with its figures as text."""

    place: int | None
    tied: bool
    name: str
    points: str
    attended: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeasonHeading:
    """What the lines below it are."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortLine:
    """A line of a part of the season, or of its clubs, which has no tournaments."""

    place: int
    tied: bool = False
    name: str
    points: str = ""


Below = SeasonHeading | ShortLine | str
"""What follows the ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSheet:
    """The text of the sheet."""

    season: str
    club: str = ""
    category: str = ""
    """The category of the places; empty for all."""
    tournaments: Sequence[str]
    """A text for each cell of a line, with the tournament's number before it."""
    rule: Sequence[str]
    lines: Sequence[SeasonLine]
    below: Sequence[Below] = ()
    """The final and the clubs, if the rule has them."""

    @property
    def about(self) -> str:
        """Return the line below the title."""
        return " · ".join(filter(None, (self.season, self.category)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _SeasonLayout:
    """The page, and its tournaments, by their place in the season from 0."""

    size: tuple[float, float]
    cells: Sequence[int]
    names: float
    cell: float

    def columns(self, row: Box) -> tuple[Box, ...]:
        """Return the boxes of place, name, points, attendance and each tournament."""
        return row.columns(PLACE, self.names, POINTS, ATTENDED, *(self.cell for _cell in self.cells))


def season_sheet(season: SeasonSheet) -> bytes:
    """Return the whole ranking, with the notes below its last row."""
    title = _("Ranking of the season")
    layouts = _layouts(len(season.tournaments))
    size = layouts[0].size
    canvas, file = sheet(None, f"{title} · {season.season}", size=size)
    canvas.setAuthor(season.club)
    body = page_body(size)
    notes: list[Below] = [*season.below, *season.rule, *season.tournaments]
    pages: list[Callable[[], None]] = []
    for layout in layouts:
        printed: list[SeasonLine | Below] = [*season.lines, *(notes if layout is layouts[-1] else ())]
        dealt = paged(printed, partial(_height, layout=layout, body=body), body.height - LABELS)
        pages += [partial(_draw, canvas, layout, on_page, body) for on_page in dealt]
    for number, draw in enumerate(pages, start=1):
        head(canvas, season, title, body)
        draw()
        foot(canvas, number, len(pages), width=size[0])
    return finished(canvas, file)


def _layouts(tournaments: int) -> list[_SeasonLayout]:
    """Return a layout, or several with parts of the tournaments if these are too many for a landscape page."""
    for size in (A4, landscape(A4)):
        room = page_body(size).width - PLACE - POINTS - ATTENDED
        most = int((room - NAMES_AT_LEAST) // CELL_AT_LEAST)
        if tournaments <= most:
            break
    parts = split(range(tournaments), most)
    width = min(CELL_AT_MOST, (room - NAMES_AT_LEAST) / max(len(parts[0]), 1))
    return [_SeasonLayout(size=size, cells=part, names=room - width * len(part), cell=width) for part in parts]


def _height(row: SeasonLine | Below, *, layout: _SeasonLayout, body: Box) -> float:
    if isinstance(row, str):
        note: float = height_needed(row, body.width - 4 * mm, at_least=NOTE)
        return note
    if isinstance(row, SeasonHeading):
        return float(HEADING)
    height: float = max(ROW, height_needed(row.name, layout.names - 4 * mm) + 2 * INSIDE)
    return height


def _draw(
    canvas: Canvas, layout: _SeasonLayout, on_page: Sequence[tuple[SeasonLine | Below, float]], body: Box
) -> None:
    labels, *boxes = body.rows(LABELS, *(height for _row, height in on_page))
    place, name, points, attended, *cells = layout.columns(labels)
    write(canvas, _("place"), place, size=8.5)
    write(canvas, _("name"), name.inside(2 * mm), size=8.5)
    numbers = [figure(cell + 1) for cell in layout.cells]
    for label, box in zip(
        (_("points"), pgettext("tournaments of a season", "played"), *numbers), (points, attended, *cells), strict=True
    ):
        write(canvas, label, box.inside(0.5 * mm), size=8.5, align="right")
    rule(canvas, labels, THICK)
    for (row, _height_of), box in zip(on_page, boxes, strict=True):
        if isinstance(row, str):
            write(canvas, row, box.inside(2 * mm), size=8.5)
        elif isinstance(row, SeasonHeading):
            write(canvas, row.title, box.inside(2 * mm), size=11, font=BOLD)
            rule(canvas, box)
        elif isinstance(row, ShortLine):
            _draw_short_line(canvas, layout, row, box)
        else:
            _draw_line(canvas, layout, row, box)


def _draw_line(canvas: Canvas, layout: _SeasonLayout, line: SeasonLine, box: Box) -> None:
    _place, _name, _points, attended, *cells = layout.columns(box)
    _draw_short_line(canvas, layout, line, box)
    write(canvas, line.attended, attended.inside(0.5 * mm), size=9.5, align="right")
    for at, cell in zip(layout.cells, cells, strict=True):
        write(canvas, line.cells[at], cell.inside(0.4 * mm), size=9, align="right")


def _draw_short_line(canvas: Canvas, layout: _SeasonLayout, line: SeasonLine | ShortLine, box: Box) -> None:
    """Draw place, name and points."""
    place, name, points, *_others = layout.columns(box)
    if line.place is not None:
        place_text = f"{figure(line.place)} =" if line.tied else figure(line.place)
        draw_place(canvas, line.place, place_text, place, size=11, has_medal=True)
    write(canvas, line.name, name.inside(2 * mm, INSIDE), size=10)
    write(canvas, line.points, points.inside(0.5 * mm), size=11.5, font=BOLD, align="right")
    rule(canvas, box)
