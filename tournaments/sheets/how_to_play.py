"""How a tournament is played, for the notice board: its rules, its rounds, and what is worth how much."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from .common import SheetHeader, finished, page_body, sheet, split
from .fonts import BOLD
from .layout import lines_of, rule, write
from .masthead import foot, head
from .poster import Fact

ROW, TALLEST_ROW = 14 * mm, 24 * mm
LABEL = 55 * mm
VALUE, WRAPPED = 18, 15
"""The type of the values if all of them fit on one line, and if one does not."""


def how_to_play(header: SheetHeader, facts: Sequence[Fact]) -> bytes:
    """Return the sheet: a row for each fact, as high as the page allows, readable from a few steps away."""
    title = _("How it is played")
    canvas, file = sheet(header, title)
    body = page_body()
    pages = split(facts, int(body.height // ROW))
    room = body.width - LABEL - 2 * mm
    on_one_line = all(len(lines_of(value, room, size=VALUE, font=BOLD)) == 1 for _label, value in facts)
    size = VALUE if on_one_line else WRAPPED
    height = min(TALLEST_ROW, body.height / max(len(pages[0]), 1))
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        for (label, value), row in zip(on_page, body.rows(*[height] * len(on_page)), strict=True):
            name, box = row.columns(LABEL, row.width - LABEL)
            write(canvas, label, name.inside(1 * mm, 1 * mm), size=14)
            write(canvas, value, box.inside(1 * mm, 1 * mm), size=size, smallest=12, font=BOLD)
            rule(canvas, row)
        foot(canvas, number, len(pages))
    return finished(canvas, file)
