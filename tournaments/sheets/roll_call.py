"""The roll call: everybody entered from A to Z with a box to tick, before anything is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind
from tournaments.wording.figures import figure

from .alphabet import alphabetical
from .common import SheetHeader, finished, foot, head, page_body, sheet, split
from .layout import BOLD, THICK, Box, frame, rule, write

LABELS = 6 * mm
ROW = 9 * mm
TICK = 5 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCallRow:
    """One player who is expected: the number played under, the partner if there is one, and the player's club."""

    name: str
    number: int
    partner: str = ""
    club: str = ""


def roll_call_sheet(header: SheetHeader, players: Sequence[RollCallRow]) -> bytes:
    """Every player by name; with the partner, so that one of them can answer for both."""
    title = _("Roll call")
    canvas, file = sheet(header, title)
    body = page_body()
    ordered = sorted(players, key=lambda row: (alphabetical(row.name), row.number))
    pages = split(ordered, int((body.height - LABELS) // ROW))
    for page, rows in enumerate(pages, start=1):
        head(canvas, header, title, body)
        _draw_rows(canvas, header, body, rows)
        foot(canvas, header, page, len(pages))
    return finished(canvas, file)


def _draw_rows(canvas: Canvas, header: SheetHeader, body: Box, rows: Sequence[RollCallRow]) -> None:
    labels, *places = body.rows(LABELS, *[ROW] * len(rows))
    in_pairs = header.kind is not Kind.INDIVIDUAL
    _tick, name, number, partner, club = _columns(labels, in_pairs=in_pairs)
    write(canvas, _("player"), name, size=9)
    write(canvas, _("no."), number, size=9, align="right")
    if in_pairs:
        write(canvas, _("with"), partner.inside(3 * mm), size=9)
    write(canvas, _("club"), club.inside(2 * mm), size=9)
    rule(canvas, labels, THICK)
    for row, place in zip(rows, places, strict=True):
        _draw_row(canvas, row, place, in_pairs=in_pairs)


def _draw_row(canvas: Canvas, row: RollCallRow, place: Box, *, in_pairs: bool) -> None:
    tick, name, number, partner, club = _columns(place, in_pairs=in_pairs)
    frame(canvas, Box(x=tick.x, y=tick.y + (ROW - TICK) / 2, width=TICK, height=TICK), THICK)
    write(canvas, row.name, name.inside(0, 0.4 * mm), size=12, smallest=8)
    write(canvas, figure(row.number), number, size=12, font=BOLD, align="right")
    if in_pairs:
        write(canvas, row.partner, partner.inside(3 * mm, 0.4 * mm), size=10, smallest=7)
    write(canvas, row.club, club.inside(2 * mm, 0.4 * mm), size=9, smallest=6.5)
    rule(canvas, place)


def _columns(row: Box, *, in_pairs: bool) -> tuple[Box, ...]:
    """The box to tick, name, number, partner (no room where there is none), club."""
    tick, number, club = 10 * mm, 12 * mm, 42 * mm
    partner = (row.width - tick - number - club) * 0.46 if in_pairs else 0.0
    name = row.width - tick - number - club - partner
    return row.columns(tick, name, number, partner, club)
