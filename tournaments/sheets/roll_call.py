"""The attendance list: all entrants from A to Z with a box to tick, before the first draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind
from tournaments.wording.figures import figure

from .alphabet import alphabetical
from .common import SheetHeader, finished, page_body, paged, sheet
from .fonts import BOLD
from .layout import THICK, Box, frame, height_needed, rule, write
from .masthead import foot, head

LABELS = 6 * mm
ROW = 9 * mm
TICK = 5 * mm
INSIDE = 0.4 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCallRow:
    """A player expected: the number, the partner if there is one, and the club."""

    name: str
    number: int
    partner: str = ""
    club: str = ""


def roll_call_sheet(header: SheetHeader, players: Sequence[RollCallRow]) -> bytes:
    """Return all players by name; with the partner, so that one can answer for both."""
    title = _("Attendance list")
    canvas, file = sheet(header, title)
    body = page_body()
    ordered = sorted(players, key=lambda row: (alphabetical(row.name), row.number))
    pages = paged(ordered, lambda row: _height(header, row, body), body.height - LABELS)
    for page, rows in enumerate(pages, start=1):
        head(canvas, header, title, body)
        _draw_rows(canvas, header, body, rows)
        foot(canvas, page, len(pages))
    return finished(canvas, file)


def _height(header: SheetHeader, row: RollCallRow, body: Box) -> float:
    """Return the usual height of a row, or what its text needs."""
    _tick, name, _number, partner, club = _columns(body, in_pairs=header.kind is not Kind.INDIVIDUAL)
    texts = [(row.name, name.width), (row.club, club.width - 4 * mm)]
    if partner.width:
        texts.append((row.partner, partner.width - 6 * mm))
    height: float = max(ROW, *(height_needed(text, width) + 2 * INSIDE for text, width in texts))
    return height


def _draw_rows(canvas: Canvas, header: SheetHeader, body: Box, rows: Sequence[tuple[RollCallRow, float]]) -> None:
    labels, *places = body.rows(LABELS, *(height for _row, height in rows))
    in_pairs = header.kind is not Kind.INDIVIDUAL
    _tick, name, number, partner, club = _columns(labels, in_pairs=in_pairs)
    write(canvas, _("player"), name, size=9)
    write(canvas, _("no."), number, size=9, align="right")
    if in_pairs:
        write(canvas, _("with"), partner.inside(3 * mm), size=9)
    write(canvas, _("club"), club.inside(2 * mm), size=9)
    rule(canvas, labels, THICK)
    for (row, _height), place in zip(rows, places, strict=True):
        _draw_row(canvas, row, place, in_pairs=in_pairs)


def _draw_row(canvas: Canvas, row: RollCallRow, place: Box, *, in_pairs: bool) -> None:
    tick, name, number, partner, club = _columns(place, in_pairs=in_pairs)
    frame(canvas, Box(x=tick.x, y=tick.y + (tick.height - TICK) / 2, width=TICK, height=TICK), THICK)
    write(canvas, row.name, name.inside(0, INSIDE), size=12)
    write(canvas, figure(row.number), number, size=12, font=BOLD, align="right")
    if in_pairs:
        write(canvas, row.partner, partner.inside(3 * mm, INSIDE), size=10)
    write(canvas, row.club, club.inside(2 * mm, INSIDE), size=9)
    rule(canvas, place)


def _columns(row: Box, *, in_pairs: bool) -> tuple[Box, ...]:
    """Return the columns: the box to tick, name, number, partner (empty if there is none), club."""
    tick, number, club = 10 * mm, 12 * mm, 42 * mm
    partner = (row.width - tick - number - club) * 0.46 if in_pairs else 0.0
    name = row.width - tick - number - club - partner
    return row.columns(tick, name, number, partner, club)
