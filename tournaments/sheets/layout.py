"""The boxes on a page, QR codes, and text that fits: smaller if necessary, then on several lines, never cut.

Text in two languages (`tournaments/wording/two_languages.py`) has a line for each where that makes it larger.

Lengths are in points, as in reportlab; x from the left, y from the bottom of the page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import normalize
from weakref import WeakKeyDictionary

import segno
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.two_languages import BETWEEN

from .fonts import SANS, runs

SMALLEST = 7.0
"""The smallest type, in points; a layout gives long text the room for it."""

THIN, THICK = 0.4, 1.2
"""The widths of rules, and of the boxes that matter."""

DARK = re.compile(b"\x01+")
"""Dark modules of a code that are side by side."""

LEADING = 1.18
"""The line height as a multiple of the type size."""

SHRINK = 0.95
"""The factor of each step, for text that is too long even on several lines."""

HAIR = 0.1
"""The points that a box has to spare, so that sums of its parts may be rounded."""

CAPITAL = 0.68
"""The height of a capital letter as a multiple of the type size."""

QR_MASK = 6
"""The mask of all codes: finding the best of eight takes four times as long, seconds for 250 slips, to gain 4 %."""

Align = Literal["left", "centre", "right"]

SHARE_ON_THE_LEFT: Mapping[Align, float] = {"left": 0, "centre": 0.5, "right": 1}
"""The share of a line's free room that is on its left."""


class Box(NamedTuple):
    """A rectangle by its lower left corner. A sheet has tens of thousands: a tuple is made in a third of the time."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, across: float, down: float = 0) -> "Box":
        """Return the box without a margin on each side."""
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def columns(self, *widths: float) -> "tuple[Box, ...]":
        """Return the box divided into columns of these widths, from the left."""
        left, boxes = self.x, list[Box]()
        for width in widths:
            boxes.append(Box(left, self.y, width, self.height))
            left += width
        return tuple(boxes)

    def rows(self, *heights: float) -> "tuple[Box, ...]":
        """Return the box divided into rows of these heights, from the top."""
        top, below, boxes = self.y + self.height, 0.0, list[Box]()
        for height in heights:
            below += height
            boxes.append(Box(self.x, top - below, self.width, height))
        return tuple(boxes)


@lru_cache(maxsize=10_000)
def tidy(text: str) -> str:
    """Return the text with single spaces and composed accented letters, so that the font has a glyph for each."""
    return " ".join(normalize("NFC", text).split())


def fitted(text: str, box: Box, *, size: float, smallest: float, font: str) -> tuple[list[str], float]:
    """Return the lines to print and their type size: as asked if it fits, else smaller, else on several lines.

    Nothing is ever cut: text too long for `smallest` on all the lines that the box holds becomes smaller still.
    """
    texts = [tidy(text)]
    on_one_line = _largest(texts, box, size, font)
    if BETWEEN in text and on_one_line < size:
        apart = _languages(text)
        below_each_other = _largest(apart, box, size, font)
        if below_each_other > max(on_one_line, smallest):
            return apart, below_each_other
    if on_one_line >= smallest:
        return texts, on_one_line
    size = min(smallest, box.height / LEADING)
    lines = _lines(text, box.width / size, font)
    while len(lines) * LEADING > box.height / size or any(_width(line, font) > box.width / size for line in lines):
        size *= SHRINK
        lines = _lines(text, box.width / size, font)
    return lines, size


def _largest(lines: Sequence[str], box: Box, size: float, font: str) -> float:
    """Return the largest type, `size` at most, in which the box holds these lines."""
    widest = max([_width(line, font) for line in lines])
    return min(size, box.width / (widest or 1), box.height / len(lines) / LEADING)


def _languages(text: str) -> list[str]:
    """Return the text in each of its languages: once or twice."""
    return [tidy(part) for part in text.split(BETWEEN)]


def _lines(text: str, width: float, font: str) -> list[str]:
    """Return the lines of a text too long for one, with each of its languages on lines of its own."""
    return [line for part in _languages(text) for line in _wrapped(part, width, font)]


def fits(text: str, width: float, *, font: str = SANS) -> bool:
    """Return whether the text fits on one line in the smallest type."""
    return width_needed(text, font=font) <= width


def width_needed(text: str, *, font: str = SANS) -> float:
    """Return the width of the text on one line in the smallest type."""
    return _width(tidy(text), font) * SMALLEST


def height_needed(text: str, width: float, *, at_least: float = 0, font: str = SANS) -> float:
    """Return the height that a box of this width needs to hold the text in the smallest type."""
    lines = 1 if fits(text, width, font=font) else len(_lines(text, width / SMALLEST, font))
    return max(at_least, lines * SMALLEST * LEADING + HAIR)


def shares(lines: Sequence[str], room: Box, *, font: str = SANS) -> list[float]:
    """Return the heights of these texts, one above the other: what each needs, and an equal share of the rest."""
    needed = [height_needed(line, room.width, font=font) for line in lines]
    return [height + (room.height - sum(needed)) / len(lines) for height in needed]


def lines_of(text: str, width: float, *, size: float, font: str = SANS) -> list[str]:
    """Return the lines of a running text in type of this size; its own line breaks stay."""
    return [line for part in text.splitlines() for line in _wrapped(tidy(part), width / size, font)]


@lru_cache(maxsize=10_000)
def _width(line: str, font: str) -> float:
    """Return the width as a multiple of the type size."""
    width: float = sum(stringWidth(text, name, 1) for name, text in runs(line, font))
    return width


def _wrapped(text: str, width: float, font: str) -> list[str]:
    """Return the text on lines of at most `width` times the type size; a word too long for a line is broken."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".lstrip()
        if _width(joined, font) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and _width(lines[-1] + letter, font) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def write(
    canvas: Canvas,
    text: str,
    box: Box,
    *,
    size: float,
    smallest: float = SMALLEST,
    font: str = SANS,
    align: Align = "left",
) -> None:
    """Write the text into the box, vertically centred; see `fitted` for text that is too long."""
    lines, size, up, share = _placed(text, box.width, box.height, size, min(smallest, size), font, align)
    y = box.y + up
    for line, free in lines:
        write_line(canvas, line, box.x + share * free if share else box.x, y, size=size, font=font)
        y -= size * LEADING


@lru_cache(maxsize=10_000)
def _placed(
    text: str, width: float, height: float, size: float, smallest: float, font: str, align: Align
) -> tuple[list[tuple[str, float]], float, float, float]:
    """Return the lines with the room that each leaves, their size, the height of the first in its box, and the share of
    that room on the left. Most figures of a ranking are written many times in boxes of one size."""
    lines = [tidy(text)]
    if width < size * _width(lines[0], font) or height < size * LEADING:
        lines, size = fitted(text, Box(0, 0, width, height), size=size, smallest=smallest, font=font)
    up = (height + (len(lines) - 1) * size * LEADING - CAPITAL * size) / 2
    return [(line, width - size * _width(line, font)) for line in lines], size, up, SHARE_ON_THE_LEFT[align]


def write_line(
    canvas: Canvas, line: str, x: float, y: float, *, size: float, font: str, share_on_the_left: float = 0
) -> None:
    """Write a line at its baseline; of its width, this share is left of `x`."""
    if share_on_the_left:
        x -= share_on_the_left * size * _width(line, font)
    codes = _CODES.setdefault(canvas, {})
    code = codes.get((line, font, size)) or codes.setdefault((line, font, size), _code(canvas, line, font, size))
    canvas.addLiteral(f"BT 1 0 0 1 {fp_str(x, y)} Tm {code}")


_CODES: WeakKeyDictionary[Canvas, dict[tuple[str, str, float], str]] = WeakKeyDictionary()
"""The code of each line of a document, without its place: of the figures of a ranking most are written many times."""


def _code(canvas: Canvas, line: str, font: str, size: float) -> str:
    """Return the code that writes a line, after its place."""
    text = canvas.beginText(0, 0)
    pieces = runs(line, font)
    for name, piece in pieces:
        text.setFont(name, size)
        if len(pieces) > 1:
            text.textOut(piece)
    # Ends the line, so that those who copy the text find it apart from the next.
    text.textLine("" if len(pieces) > 1 else line)
    return str(text.getCode()).partition(" Tm ")[2]


def stamp(canvas: Canvas, name: str, draw: Callable[[], None]) -> None:
    """Print a shape that many places of a document share: it is stored once under that name.

    It appears where it was first drawn; `canvas.translate` before it moves it.
    """
    if not canvas.hasForm(name):
        canvas.beginForm(name)
        draw()
        canvas.endForm()
    canvas.doForm(name)


def frame(canvas: Canvas, box: Box, width: float = THIN) -> None:
    canvas.setLineWidth(width)
    canvas.rect(box.x, box.y, box.width, box.height)


def rule(canvas: Canvas, box: Box, width: float = THIN) -> None:
    """Draw a line along the bottom of the box."""
    canvas.setLineWidth(width)
    canvas.line(box.x, box.y, box.x + box.width, box.y)


def draw_qr(canvas: Canvas, text: str, box: Box) -> None:
    """Draw a QR code with the quiet zone that readers need, of which the paper beside it is a part."""
    rows = segno.make(text, error="m", micro=False, mask=QR_MASK).matrix
    module = box.width / (len(rows) + 2)
    canvas.saveState()
    canvas.translate(box.x, box.y + box.height)
    canvas.scale(module, module)
    # One path of whole numbers, as in PDF: reportlab itself would round each of some hundred rectangles.
    runs = (
        f"{run.start() + 1} {-down} {run.end() - run.start()} -1 re"
        for down, row in enumerate(rows, start=1)
        for run in DARK.finditer(row)
    )
    canvas.addLiteral(f"{' '.join(runs)} f")
    canvas.restoreState()
