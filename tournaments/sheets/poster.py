"""The poster of a tournament, A4 or A3: its name, when and where, fee and prizes, and the way to it on a phone.

It is drawn for A4, and larger on a larger page.
"""

from collections.abc import Sequence

from reportlab.lib.colors import black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.figures import spoken_date
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both

from .common import MARGIN, SheetHeader, finished, sheet
from .fonts import BOLD, SANS, SERIF
from .layout import Box, draw_qr, frame, write
from .masthead import GOLD_LINE, accent, draw_mark, mark_width, owner

BAND = 92 * mm
MARK = 22 * mm
WHEN, STARTS, WHERE = 24 * mm, 15 * mm, 13 * mm
FACT = 24 * mm
"""The most height of a fact."""
LABEL = 8 * mm
CODE = 62 * mm
"""The side of the QR code."""

Fact = tuple[str, str]
"""The label and the value of a fact."""


def poster(
    header: SheetHeader,
    facts: Sequence[Fact],
    *,
    starts: str = "",
    address: str,
    invitation: str,
    open_to: str = "",
    size: tuple[float, float] = A4,
) -> bytes:
    """Return the poster. The QR code leads to `address`; `open_to` says who can open it, if not everybody can."""
    canvas, file = sheet(header, _("Poster"), size=size)
    canvas.scale(size[0] / A4[0], size[1] / A4[1])
    page = Box(x=0, y=0, width=A4[0], height=A4[1]).inside(MARGIN, MARGIN)
    band, middle, way = page.rows(BAND, page.height - BAND - CODE, CODE)
    _draw_band(canvas, header, band)
    _draw_middle(canvas, header, starts, facts, middle.inside(4 * mm, 5 * mm))
    _draw_way(canvas, address, invitation, open_to, way)
    canvas.showPage()
    return finished(canvas, file)


def _draw_band(canvas: Canvas, header: SheetHeader, band: Box) -> None:
    """Draw the club and the tournament's name on the club's colour, in a golden frame."""
    canvas.setFillColor(accent())
    canvas.rect(band.x, band.y, band.width, band.height, stroke=0, fill=1)
    canvas.setStrokeColor(GOLD_LINE)
    frame(canvas, band.inside(2.5 * mm, 2.5 * mm), 1.6)
    canvas.setStrokeColor(black)
    mark, club, name = band.inside(8 * mm, 7 * mm).rows(MARK, 12 * mm, band.height - 14 * mm - MARK - 12 * mm)
    wide = mark_width(MARK)
    draw_mark(canvas, Box(x=mark.x + (mark.width - wide) / 2, y=mark.y, width=wide, height=MARK))
    canvas.setFillColor(white)
    write(canvas, owner(header), club, size=18, smallest=11, font=SERIF, align="centre")
    write(canvas, header.tournament, name, size=46, smallest=30, font=SERIF, align="centre")
    canvas.setFillColor(black)


def _draw_middle(canvas: Canvas, header: SheetHeader, starts: str, facts: Sequence[Fact], middle: Box) -> None:
    """Draw when and where, then fee and prizes, in the middle of the room."""
    heights = [WHEN, *([STARTS] if starts else []), *([WHERE] if header.venue else [])]
    fact = min(FACT, (middle.height - sum(heights)) / max(len(facts), 1))
    free = (middle.height - sum(heights) - fact * len(facts)) / 2
    _free, *rows = middle.rows(free, *heights, *[fact] * len(facts))
    when, *rows = rows
    canvas.setFillColor(accent())
    write(canvas, in_both(spoken_date, header.date), when, size=34, smallest=22, font=SERIF, align="centre")
    canvas.setFillColor(black)
    if starts:
        write(canvas, starts, rows.pop(0), size=28, smallest=18, font=BOLD, align="centre")
    if header.venue:
        write(canvas, header.venue, rows.pop(0), size=22, smallest=13, font=BOLD, align="centre")
    for (label, value), row in zip(facts, rows, strict=True):
        above, below = row.inside(0, 1 * mm).rows(LABEL, row.height - 2 * mm - LABEL)
        canvas.setFillColor(accent())
        write(canvas, label, above, size=15, smallest=10, font=SERIF, align="centre")
        canvas.setFillColor(black)
        write(canvas, value, below, size=22, smallest=14, font=BOLD, align="centre")


def _draw_way(canvas: Canvas, address: str, invitation: str, open_to: str, way: Box) -> None:
    """Draw the QR code beside what it is for."""
    draw_qr(canvas, address, Box(x=way.x, y=way.y, width=CODE, height=CODE))
    words = Box(x=way.x + CODE + 7 * mm, y=way.y, width=way.width - CODE - 7 * mm, height=CODE)
    heading, where, reach = words.rows(CODE * 0.5, CODE * 0.25, CODE * 0.25)
    write(canvas, invitation, heading, size=28, smallest=24, font=SERIF)
    write(canvas, address.partition("://")[2], where, size=15, smallest=10, font=BOLD)
    write(canvas, open_to, reach, size=11, font=SANS)
