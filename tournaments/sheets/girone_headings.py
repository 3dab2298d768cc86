"""The name of a girone above the first of its rows on a sheet."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.gironi import girone_name
from tournaments.wording.two_languages import in_both

from .fonts import SERIF
from .layout import Box, write
from .masthead import accent

HEADING = 8 * mm

Row = TypeVar("Row")


def headed(rows: Sequence[Row], girone_of: Callable[[Row], int | None]) -> list[tuple[str, Row]]:
    """Return each row with the name of its girone if another one begins there; otherwise with an empty name."""
    above: list[int | None] = [None, *map(girone_of, rows)]
    return [
        (in_both(girone_name, girone) if (girone := girone_of(row)) is not None and girone != before else "", row)
        for row, before in zip(rows, above, strict=False)
    ]


def below_heading(canvas: Canvas, name: str, box: Box) -> Box:
    """Draw the name of a girone at the top of the box, if there is one, and return what is left below."""
    if not name:
        return box
    above, below = box.rows(HEADING, box.height - HEADING)
    canvas.setFillColor(accent())
    write(canvas, name, above, size=13, font=SERIF)
    canvas.setFillColor(black)
    return below
