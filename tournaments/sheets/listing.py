"""A list on paper: pages with a head, the labels of the columns, rows with a rule below each, and a foot."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .common import page_body, paged
from .layout import THICK, Box, rule
from .masthead import ListHead, foot, head

LABELS = 7 * mm
"""The height of the labels of the columns."""

Line = TypeVar("Line")


def draw_list(
    canvas: Canvas,
    header: ListHead,
    title: str,
    lines: Sequence[Line],
    *,
    height: Callable[[Line], float],
    draw_labels: Callable[[Box], None],
    draw: Callable[[Line, Box], None],
    size: tuple[float, float] = A4,
) -> None:
    """Draw the lines on as many pages as they need; at least one page, even if there are none."""
    body = page_body(size)
    pages = paged(lines, height, body.height - LABELS)
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        labels, *boxes = body.rows(LABELS, *(needed for _line, needed in on_page))
        draw_labels(labels)
        rule(canvas, labels, THICK)
        for (line, _height), box in zip(on_page, boxes, strict=True):
            draw(line, box)
            rule(canvas, box)
        foot(canvas, number, len(pages), width=size[0])
