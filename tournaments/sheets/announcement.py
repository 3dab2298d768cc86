"""The announcement of a tournament, for the notice board: how it is played, and by which systems."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .common import SheetHeader, finished, page_body, sheet, split
from .layout import BOLD, Box, draw_qr, rule, write
from .masthead import foot, head

ROW = 14 * mm
LABEL = 55 * mm
ENTRY = 55 * mm
"""Height of what leads to the page of entries."""

Fact = tuple[str, str]
"""What it is, and how it is here."""


def announcement_sheet(header: SheetHeader, facts: Sequence[Fact], *, enter_at: str = "") -> bytes:
    """One row a fact, large enough to be read from a few steps away; below them where people enter themselves."""
    title = _("How we play")
    canvas, file = sheet(header, title)
    body = page_body()
    below = ENTRY if enter_at else 0
    pages = split(facts, int((body.height - below) // ROW))
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        for (label, value), row in zip(on_page, body.rows(*[ROW] * len(on_page)), strict=True):
            name, told = row.columns(LABEL, row.width - LABEL)
            write(canvas, label, name.inside(1 * mm, 1 * mm), size=11)
            write(canvas, value, told.inside(1 * mm, 1 * mm), size=14, smallest=9, font=BOLD)
            rule(canvas, row)
        if enter_at and number == len(pages):
            _draw_entry(canvas, enter_at, Box(x=body.x, y=body.y, width=body.width, height=ENTRY))
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def _draw_entry(canvas: Canvas, address: str, box: Box) -> None:
    """At the bottom of the page: the QR code of the page of entries, and beside it what it is."""
    side = ENTRY - 4 * mm
    draw_qr(canvas, address, Box(x=box.x, y=box.y, width=side, height=side))
    words = Box(x=box.x + side + 6 * mm, y=box.y, width=box.width - side - 6 * mm, height=side)
    said, where = words.rows(side / 2, side / 2)
    write(canvas, _("Enter from your phone"), said, size=22, smallest=12, font=BOLD)
    write(canvas, address.partition("://")[2], where, size=13)
