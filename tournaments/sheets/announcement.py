"""The announcement of a tournament, for the notice board: how it is played, and by which systems."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from .common import SheetHeader, finished, page_body, sheet, split
from .layout import BOLD, rule, write
from .masthead import foot, head

ROW = 14 * mm
LABEL = 55 * mm

Fact = tuple[str, str]
"""What it is, and how it is here."""


def announcement_sheet(header: SheetHeader, facts: Sequence[Fact]) -> bytes:
    """One row a fact, large enough to be read from a few steps away."""
    title = _("How we play")
    canvas, file = sheet(header, title)
    body = page_body()
    pages = split(facts, int(body.height // ROW))
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        for (label, value), row in zip(on_page, body.rows(*[ROW] * len(on_page)), strict=True):
            name, told = row.columns(LABEL, row.width - LABEL)
            write(canvas, label, name.inside(1 * mm, 1 * mm), size=11)
            write(canvas, value, told.inside(1 * mm, 1 * mm), size=14, smallest=9, font=BOLD)
            rule(canvas, row)
        foot(canvas, number, len(pages))
    return finished(canvas, file)
