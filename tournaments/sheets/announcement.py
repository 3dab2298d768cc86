"""The poster of a tournament, for the notice board: its facts and its systems."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .common import SheetHeader, finished, page_body, sheet, split
from .fonts import BOLD
from .layout import Box, draw_qr, rule, write
from .masthead import foot, head

ROW = 14 * mm
LABEL = 55 * mm
ENTRY = 55 * mm
"""The height of the box that leads to the page of entries."""

Fact = tuple[str, str]
"""The label and the value of a fact."""


def announcement_sheet(header: SheetHeader, facts: Sequence[Fact], *, enter_at: str = "", open_to: str = "") -> bytes:
    """Return the poster: a row for each fact, readable from a few steps away, and below them the way to enter.

    `open_to` says who can open that address, if not everybody can.
    """
    title = _("Poster")
    canvas, file = sheet(header, title)
    body = page_body()
    below = ENTRY if enter_at else 0
    pages = split(facts, int((body.height - below) // ROW))
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        for (label, value), row in zip(on_page, body.rows(*[ROW] * len(on_page)), strict=True):
            name, box = row.columns(LABEL, row.width - LABEL)
            write(canvas, label, name.inside(1 * mm, 1 * mm), size=11)
            write(canvas, value, box.inside(1 * mm, 1 * mm), size=14, smallest=9, font=BOLD)
            rule(canvas, row)
        if enter_at and number == len(pages):
            _draw_entry(canvas, enter_at, open_to, Box(x=body.x, y=body.y, width=body.width, height=ENTRY))
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def _draw_entry(canvas: Canvas, address: str, open_to: str, box: Box) -> None:
    """Draw the QR code of the page of entries at the bottom, with its text."""
    side = ENTRY - 4 * mm
    draw_qr(canvas, address, Box(x=box.x, y=box.y, width=side, height=side))
    words = Box(x=box.x + side + 6 * mm, y=box.y, width=box.width - side - 6 * mm, height=side)
    heading, where, reach = words.rows(side / 2, side / 4, side / 4)
    write(canvas, _("Sign up on your phone"), heading, size=22, smallest=12, font=BOLD)
    write(canvas, address.partition("://")[2], where, size=13)
    write(canvas, open_to, reach, size=11)
