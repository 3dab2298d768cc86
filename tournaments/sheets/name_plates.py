"""The table cards: A4, folded across the middle, the same on both sides.

The upper half is printed upside down, so that both sides read the right way once the sheet is folded.
"""

from collections.abc import Callable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Entrant
from tournaments.records.sections import table_name
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import figure
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both

from .common import SheetHeader, finished, sheet
from .fonts import BOLD
from .layout import THIN, Box, write
from .masthead import draw_line

EDGE = 12 * mm
"""The margin at the fold and at the rims."""
FOOT_LINE = 7 * mm

WIDTH, HEIGHT = A4
SIDE = Box(x=EDGE, y=EDGE, width=WIDTH - 2 * EDGE, height=HEIGHT / 2 - 2 * EDGE)
"""A side of a card, in the lower half of the page."""

Draw = Callable[[Canvas, Box], None]


def table_plates(header: SheetHeader, tables: Sequence[int]) -> bytes:
    """Return a card for each table, its number as large as the paper."""

    def plate(number: int) -> Draw:
        def draw(canvas: Canvas, side: Box) -> None:
            word, large = side.rows(16 * mm, side.height - 16 * mm)
            write(canvas, _("Table"), word, size=34, font=BOLD, align="centre")
            write(canvas, table_name(number), large, size=300, smallest=40, font=BOLD, align="centre")

        return draw

    return _plates(header, _("Name plates"), [plate(number) for number in tables])


def entrant_plates(header: SheetHeader, entrants: Sequence[Entrant]) -> bytes:
    """Return a card for each pair, or player: the number, and the names below it."""
    words = words_of(header.kind)
    heading = in_both(lambda: str(words.name_heading))

    def plate(entrant: Entrant) -> Draw:
        def draw(canvas: Canvas, side: Box) -> None:
            names = 15 * mm if len(entrant.playing) == 1 else 28 * mm
            word, large, below = side.rows(11 * mm, side.height - 11 * mm - names, names)
            write(canvas, heading, word, size=22, font=BOLD, align="centre")
            write(canvas, figure(entrant.id), large, size=200, smallest=40, font=BOLD, align="centre")
            lines = below.rows(*[names / len(entrant.playing)] * len(entrant.playing))
            for name, line in zip(entrant.playing, lines, strict=True):
                write(canvas, name, line, size=34, smallest=12, align="centre")

        return draw

    return _plates(header, _("Name plates"), [plate(entrant) for entrant in entrants])


def _plates(header: SheetHeader, title: str, plates: Sequence[Draw]) -> bytes:
    """Return a page for each card, or a page that says that there are none."""
    canvas, file = sheet(header, title)
    for draw in plates or [_nobody]:
        _draw_both_sides(canvas, header, draw)
        canvas.showPage()
    return finished(canvas, file)


def _draw_both_sides(canvas: Canvas, header: SheetHeader, draw: Draw) -> None:
    whole, foot_line = SIDE.rows(SIDE.height - FOOT_LINE, FOOT_LINE)
    canvas.setDash(2, 4)
    canvas.setLineWidth(THIN)
    canvas.line(0, HEIGHT / 2, WIDTH, HEIGHT / 2)
    canvas.setDash()
    for turned in (True, False):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH, HEIGHT)
            canvas.rotate(180)
        draw(canvas, whole)
        draw_line(canvas, header, foot_line, size=11)
        canvas.restoreState()


def _nobody(canvas: Canvas, side: Box) -> None:
    write(canvas, _("Nobody is entered yet"), side, size=24, align="centre")
