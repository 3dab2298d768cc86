"""The evening on one page: the course of the leaders, the differences at the tables, and the highlights."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.charts.drawing import Chart
from tournaments.wording.highlights import HighlightInWords

from .chart_shapes import draw, height_of
from .common import SheetHeader, finished, page_body, sheet
from .fonts import BOLD
from .layout import Box, rule, write
from .masthead import foot, head

TITLE = 8 * mm
COURSES = 118 * mm
GAP = 6 * mm
ROUNDS = 4
"""The most rounds shown; of more, the latest."""
ROW = 9 * mm


def evening_sheet(
    header: SheetHeader,
    *,
    courses: Chart | None,
    differences: Sequence[Chart],
    highlights: Sequence[HighlightInWords],
) -> bytes:
    """Return the sheet; `differences` has a chart for each round, in order. Empty parts are left out."""
    title = _("The evening at a glance")
    canvas, file = sheet(header, title)
    body = page_body()
    head(canvas, header, title, body)
    rest = body if courses is None else _draw_courses(canvas, courses, body)
    rest = _draw_differences(canvas, differences[-ROUNDS:], rest)
    _draw_highlights(canvas, highlights, rest)
    if rest == body and not highlights:
        _draw_title(canvas, _("Nothing to report yet"), body.rows(TITLE)[0])
    foot(canvas, 1, 1)
    return finished(canvas, file)


def _draw_courses(canvas: Canvas, chart: Chart, box: Box) -> Box:
    """Draw the chart with the names of its lines, and return the box left below."""
    height = height_of(chart.drawing, COURSES)
    title, drawn, rest = box.rows(TITLE, height, box.height - TITLE - height)
    _draw_title(canvas, chart.title, title)
    left, _gap, right = drawn.columns(COURSES, GAP, box.width - COURSES - GAP)
    draw(canvas, chart.drawing, left)
    rows = right.rows(*[height / len(chart.table.rows)] * len(chart.table.rows))
    for (place, names, *_places), row in zip(chart.table.rows, rows, strict=True):
        number, label = row.columns(8 * mm, row.width - 8 * mm)
        write(canvas, place, number, size=10, font=BOLD)
        write(canvas, names, label, size=9, smallest=7)
    return rest


def _draw_differences(canvas: Canvas, charts: Sequence[Chart], box: Box) -> Box:
    """Draw the charts, two in a row."""
    if not charts:
        return box
    width = (box.width - GAP) / 2
    height = TITLE + height_of(charts[0].drawing, width)
    lines = -(-len(charts) // 2)
    *rows, rest = box.rows(*[height] * lines, box.height - height * lines)
    for at, chart in enumerate(charts):
        left, _gap, right = rows[at // 2].columns(width, GAP, width)
        title, drawn = (right if at % 2 else left).rows(TITLE, height - TITLE)
        _draw_title(canvas, chart.title, title)
        draw(canvas, chart.drawing, drawn)
    return rest


def _draw_highlights(canvas: Canvas, highlights: Sequence[HighlightInWords], box: Box) -> None:
    """Draw a row for each highlight: what it is, how much, whose and where."""
    if not highlights:
        return
    title, *rows = box.rows(TITLE, *[min(ROW, (box.height - TITLE) / len(highlights))] * len(highlights))
    _draw_title(canvas, _("Highlights of the evening"), title)
    for highlight, row in zip(highlights, rows, strict=True):
        what, much, whose = row.columns(44 * mm, 42 * mm, row.width - 86 * mm)
        write(canvas, str(highlight.title), what, size=9.5, smallest=7)
        write(canvas, highlight.figure, much.inside(1 * mm), size=9.5, smallest=7, font=BOLD)
        sentences = [" · ".join(filter(None, (holder.side.label, holder.where))) for holder in highlight.holders]
        write(canvas, " ".join(filter(None, ("; ".join(sentences), highlight.more))), whose, size=9, smallest=7)
        rule(canvas, row)


def _draw_title(canvas: Canvas, text: str, box: Box) -> None:
    write(canvas, text, box, size=11, smallest=8, font=BOLD)
