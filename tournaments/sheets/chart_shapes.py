"""The shapes of a chart on paper: greys and line widths replace the colours."""

from collections.abc import Mapping

from reportlab.pdfgen.canvas import Canvas

from pages.chart_marks import MARK
from tournaments.charts.drawing import TYPE, Anchor, Bar, Drawing, Ink, Mark, Point, Shape, Stroke, Writing

from .fonts import BOLD, SANS
from .layout import Box, write_line

GREYS: Mapping[Ink, float] = {
    Ink.OWN: 0.25,
    Ink.FIRST: 0,
    Ink.SECOND: 0.25,
    Ink.THIRD: 0.4,
    Ink.OTHER: 0.55,
    Ink.RULE: 0.8,
    Ink.WORDS: 0,
}
"""The greys from black, 0, to white, 1."""
WEIGHT, STRONG = 1, 2.2
DASHES = (5, 4)


def height_of(drawing: Drawing, width: float) -> float:
    """Return the height, in points, of a drawing of this width."""
    return drawing.height * width / drawing.width


def draw(canvas: Canvas, drawing: Drawing, box: Box) -> None:
    """Draw the drawing as wide as the box, from its top."""
    scale = box.width / drawing.width
    canvas.saveState()
    canvas.translate(box.x, box.y + box.height)
    canvas.scale(scale, scale)
    for shape in drawing.shapes:
        canvas.setFillGray(GREYS[shape.ink])
        canvas.setStrokeGray(GREYS[shape.ink])
        match shape:
            case Stroke():
                _stroke(canvas, shape)
            case Bar():
                (x, y) = shape.at
                canvas.rect(x, -y - shape.height, shape.width, shape.height, stroke=0, fill=1)
            case Mark():
                _mark(canvas, shape)
            case Writing():
                _write(canvas, shape)
    canvas.restoreState()


def _stroke(canvas: Canvas, shape: Stroke) -> None:
    canvas.setLineWidth(STRONG if shape.strong else WEIGHT)
    canvas.setDash(*(DASHES if shape.dashed else ()))
    _outline(canvas, shape.points, fill=0)
    canvas.setDash()


def _mark(canvas: Canvas, shape: Mark) -> None:
    (x, y), m = shape.at, MARK
    match shape.shape:
        case Shape.DOT:
            canvas.circle(x, -y, m, stroke=0, fill=1)
        case Shape.SQUARE:
            canvas.rect(x - m, -y - m, 2 * m, 2 * m, stroke=0, fill=1)
        case Shape.TRIANGLE:
            _outline(canvas, ((x, y - m - 1), (x + m + 1, y + m), (x - m - 1, y + m)), fill=1)


def _outline(canvas: Canvas, points: tuple[Point, ...], *, fill: int) -> None:
    path = canvas.beginPath()
    (x, y), *others = points
    path.moveTo(x, -y)
    for x, y in others:
        path.lineTo(x, -y)
    canvas.drawPath(path, stroke=1 - fill, fill=fill)


def _write(canvas: Canvas, shape: Writing) -> None:
    (x, y) = shape.at
    share = {Anchor.START: 0, Anchor.MIDDLE: 0.5, Anchor.END: 1}[shape.anchor]
    font = BOLD if shape.strong else SANS
    write_line(canvas, shape.text, x, -y, size=TYPE, font=font, share_on_the_left=share)
