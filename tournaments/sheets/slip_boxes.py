"""The boxes of a paper slip that the players fill in: hands, totals, result and signatures, with the scale."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Line, ScaleBand
from tournaments.wording.figures import figure
from tournaments.wording.lines import line_name
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both

from .fonts import BOLD
from .layout import THICK, Box, frame, rule, write
from .slip_scale import draw_scale

HAND_COLUMN = 18 * mm
LABELS = 7 * mm
"""The height of the labels above the hands."""
BELOW_HANDS = (11 * mm, 2 * mm, 11 * mm, 1.5 * mm, 8 * mm, 15 * mm)
"""The heights of the parts below the hands: totals, result, scale and signatures, with their gaps."""


def draw_boxes(canvas: Canvas, scale: Sequence[ScaleBand], rows: Sequence[Box]) -> None:
    """Draw the parts below the names; `rows` are those of the labels, the hands and `BELOW_HANDS`."""
    labels, *hands, totals, _gap, result, _gap, bands, signatures = rows
    _draw_labels(canvas, labels)
    for number, row in enumerate(hands, start=1):
        _draw_hand(canvas, number, row)
    _draw_totals(canvas, totals)
    _draw_result(canvas, result)
    draw_scale(canvas, scale, bands)
    _draw_signatures(canvas, signatures)


def _columns(row: Box) -> tuple[Box, ...]:
    """Return the columns: the number of the hand, then base, points and total of NS and of EW."""
    return row.columns(HAND_COLUMN, *(28 * mm, 28 * mm, 30 * mm) * 2)


def _draw_labels(canvas: Canvas, row: Box) -> None:
    labels = (_("hand"), *(_("base"), _("points"), _("total")) * 2)
    for label, cell in zip(labels, _columns(row), strict=True):
        frame(canvas, cell)
        write(canvas, label, cell.inside(1 * mm, 0.5 * mm), size=9, align="centre")


def _draw_hand(canvas: Canvas, number: int, row: Box) -> None:
    cells = _columns(row)
    write(canvas, figure(number), cells[0], size=15, font=BOLD, align="centre")
    for cell in cells:
        frame(canvas, cell)


def _draw_totals(canvas: Canvas, row: Box) -> None:
    cells = _columns(row)
    label = Box(x=cells[0].x, y=row.y, width=HAND_COLUMN + 56 * mm, height=row.height)
    write(canvas, _("round total"), label.inside(2 * mm), size=11, font=BOLD, align="right")
    opposite = Box(x=cells[4].x, y=row.y, width=56 * mm, height=row.height)
    write(canvas, _("round total"), opposite.inside(2 * mm), size=11, font=BOLD, align="right")
    frame(canvas, cells[3], THICK)
    frame(canvas, cells[6], THICK)


def _draw_result(canvas: Canvas, row: Box) -> None:
    """Draw the difference, and the VP of both lines."""
    widths = (28 * mm, 36 * mm, 34 * mm, 29 * mm, 34 * mm, 29 * mm)
    labels = (_("difference"), *(in_both(_vp_of, line) for line in Line))
    cells = row.columns(*widths)
    for label, text, box in zip(labels, cells[::2], cells[1::2], strict=True):
        write(canvas, label, text.inside(2 * mm), size=11, font=BOLD, align="right")
        frame(canvas, box, THICK)


def _vp_of(line: Line) -> str:
    return _("VP %(line)s") % {"line": line_name(line)}


def _signature_of(line: Line) -> str:
    return _("signature %(line)s") % {"line": line_name(line)}


def _draw_signatures(canvas: Canvas, area: Box) -> None:
    """Draw the signatures of one player of each line, and of the referee."""
    signs = (*(in_both(_signature_of, line) for line in Line), _("the referee"))
    width, gap = 58 * mm, 8 * mm
    cells = area.columns(width, gap, width, gap, width)[::2]
    for sign, cell in zip(signs, cells, strict=True):
        room, label = cell.rows(cell.height - 4 * mm, 4 * mm)
        rule(canvas, room)
        write(canvas, sign, label, size=8, align="centre")
