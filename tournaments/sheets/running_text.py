"""Running text on pages with a head: facts beside their labels, sections, numbered parts, rules, lines to sign on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.figures import figure

from .common import SheetHeader, finished, page_body, paged, sheet
from .fonts import BOLD, SANS
from .layout import LEADING, Box, lines_of, rule, write
from .masthead import ListHead, foot, head

SIZE = 10.5
TITLE = 12.0
ROW = SIZE * LEADING + 0.8 * mm
SPACE = 4 * mm
LABEL = 42 * mm
NUMBER = 8 * mm
PLACE = 14 * mm
FIGURES = 48 * mm
BY_HAND = 8 * mm
SIGNATURE = 17 * mm
SIGNED = 80 * mm
ON_ONE_PAGE = 8
"""The most signatures that are kept on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """A line of a page: a text, beside it a label in bold, below it perhaps a rule."""

    text: str = ""
    label: str = ""
    margin: float = 0
    """The width left free for the label."""
    height: float = ROW
    size: float = SIZE
    font: str = SANS
    end: str = ""
    """A text at the right end of the page."""
    ruled: bool = False
    """Whether it is a line to write on."""
    stays: bool = False
    """Whether it stays on a page with the next line."""
    signed: bool = False
    """Whether it is a line to sign on, beside the name."""


def fact_lines(label: str, text: str, width: float, *, margin: float = LABEL) -> list[TextLine]:
    """Return a fact beside its label, for which `margin` leaves room."""
    return _beside(label, text, margin, width)


def section_lines(title: str) -> list[TextLine]:
    """Return the title of a section."""
    return [space_line(), TextLine(text=title, size=TITLE, font=BOLD, height=TITLE * LEADING + 1.5 * mm, stays=True)]


def paragraph_lines(text: str, width: float, *, bold: bool = False) -> list[TextLine]:
    lines = _beside("", text, 0, width)
    return [replace(line, font=BOLD) for line in lines] if bold else lines


def numbered_lines(number: int, text: str, width: float) -> list[TextLine]:
    return _beside(f"{figure(number)}.", text, NUMBER, width)


def space_line() -> TextLine:
    """Return the space between two parts."""
    return TextLine(height=SPACE)


def ranked_lines(place: str, name: str, figures: str, width: float, *, bold: bool = False) -> list[TextLine]:
    """Return a row of a ranking, with its figures at the right end of the page."""
    first, *others = _beside(place, name, PLACE, width - FIGURES)
    lines = [replace(first, end=figures), *others]
    return [replace(line, font=BOLD) for line in lines] if bold else lines


def lines_by_hand(lines: int) -> list[TextLine]:
    """Return empty lines to write on."""
    return [TextLine(height=BY_HAND, ruled=True) for _line in range(lines)]


def signature_lines(title: str, names: Sequence[str]) -> list[TextLine]:
    """Return a line to sign on for each name below the title, on one page if a page has room for them."""
    lines = [TextLine(text=name, height=SIGNATURE, signed=True) for name in names]
    together = len(names) <= ON_ONE_PAGE
    return [*section_lines(title), *(replace(line, stays=together) for line in lines[:-1]), *lines[-1:]]


def text_sheet(header: SheetHeader, title: str, lines: Callable[[float], Sequence[TextLine]]) -> bytes:
    """Return the lines on as many pages as they need; `lines` makes them for the width of a page."""
    return text_pages(*sheet(header, title), header, title, lines)


def text_pages(
    canvas: Canvas, file: BytesIO, header: ListHead, title: str, lines: Callable[[float], Sequence[TextLine]]
) -> bytes:
    """Write the lines on pages of this empty document, as `text_sheet`, and return it."""
    body = page_body()
    pages = paged(_together(lines(body.width)), lambda group: sum(line.height for line in group), body.height)
    for number, page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        on_page = [line for group, _height in page for line in group]
        for line, box in zip(on_page, body.rows(*(line.height for line in on_page)), strict=True):
            _draw(canvas, line, box)
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def _together(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Return the lines in groups that stay on one page."""
    groups: list[list[TextLine]] = []
    goes_on = False
    for line in lines:
        if goes_on:
            groups[-1].append(line)
        else:
            groups.append([line])
        goes_on = line.stays
    return groups


def _beside(label: str, text: str, margin: float, width: float) -> list[TextLine]:
    """Return a text, wrapped, with a label beside its first line."""
    texts = lines_of(text, width - margin, size=SIZE) or [""]
    labels = [label, *[""] * (len(texts) - 1)]
    return [TextLine(text=part, label=heading, margin=margin) for heading, part in zip(labels, texts, strict=True)]


def _draw(canvas: Canvas, line: TextLine, box: Box) -> None:
    if line.signed:
        name, _gap, signed = box.columns(box.width - SIGNED - SPACE, SPACE, SIGNED)
        write(canvas, line.text, Box(x=name.x, y=name.y, width=name.width, height=SIGNATURE / 2), size=line.size)
        rule(canvas, Box(x=signed.x, y=signed.y + 2 * mm, width=signed.width, height=0))
        return
    label, text = box.columns(line.margin, box.width - line.margin)
    if line.label:
        write(canvas, line.label, label, size=SIZE, font=BOLD)
    if line.text:
        write(canvas, line.text, text, size=line.size, font=line.font)
    if line.end:
        write(canvas, line.end, text, size=line.size, font=line.font, align="right")
    if line.ruled:
        rule(canvas, box)
