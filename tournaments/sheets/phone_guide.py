"""The guide to the slip on a phone, in five pictures: two to an A4 page, to be cut apart and laid on the tables."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.colors import black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Line
from tournaments.wording.figures import figure
from tournaments.wording.lines import line_name

from .common import MARGIN, SheetHeader, finished, sheet
from .fonts import BOLD, SERIF
from .layout import THICK, THIN, Box, draw_qr, frame, rule, width_needed, write
from .masthead import draw_line

STEP_GAP = 4 * mm
PICTURE = 58 * mm
"""The height of a picture, with the room around it."""
PHONE_WIDTH, PHONE_HEIGHT = 31 * mm, 54 * mm
ROUND_CORNER = 3 * mm
KEY = 8 * mm
"""The height of a button on a drawn phone."""
QR_SIDE = 26 * mm
EXAMPLE = ((Line.NS, 300, 145), (Line.EW, 0, 60))
"""The example of a hand: base and points of each line."""


@dataclass(frozen=True, slots=True)
class _Step:
    draw: Callable[[Canvas, Box], None]
    """The function that draws the phone's screen."""
    says: str


def phone_guide(header: SheetHeader, address: str) -> bytes:
    """Return the sheet; `address` is the tournament's page on which a table and its code are typed."""
    title = _("Your slip on your phone")
    canvas, file = sheet(header, title)
    width, height = A4
    halves = Box(x=0, y=0, width=width, height=height).rows(height / 2, height / 2)
    for half in halves:
        _draw(canvas, header, title, address, half.inside(MARGIN, 8 * mm))
    canvas.setDash(2, 3)
    rule(canvas, halves[0])
    canvas.showPage()
    return finished(canvas, file)


def _draw(canvas: Canvas, header: SheetHeader, title: str, address: str, area: Box) -> None:
    heights = (12 * mm, 8 * mm, 3 * mm, PICTURE, 2 * mm, 22 * mm)
    name, lead, _gap, pictures, _gap, captions, below = area.rows(*heights, area.height - sum(heights))
    write(canvas, title, name, size=24, smallest=14, font=SERIF)
    write(canvas, _("Write the paper slip as always: it is the one that counts."), lead, size=13, smallest=8)
    steps = _steps(address)
    width = (area.width - (len(steps) - 1) * STEP_GAP) / len(steps)
    widths = [width, *(STEP_GAP, width) * (len(steps) - 1)]
    places = zip(steps, pictures.columns(*widths)[::2], captions.columns(*widths)[::2], strict=True)
    for number, (step, picture, caption) in enumerate(places, start=1):
        step.draw(canvas, _phone(canvas, picture))
        _number(canvas, number, picture)
        write(canvas, step.says, caption, size=10.5, smallest=10.5, align="centre")
    _draw_way(canvas, header, address, below)


def _steps(address: str) -> tuple[_Step, ...]:
    return (
        _Step(partial(_scan, address), _("Scan the square code on your slip.")),
        _Step(_code, _("Type the four-character code printed beside your names.")),
        _Step(_figures, _("Write hand by hand: base and points of both lines.")),
        _Step(_send, _("Are all the hands there? Send the slip.")),
        _Step(_confirm, _("Your opponents look at it on their phone, or on yours.")),
    )


def _draw_way(canvas: Canvas, header: SheetHeader, address: str, area: Box) -> None:
    """Draw the way in without a scanner, with the tournament's code and address, and where to get help."""
    code, words = area.columns(QR_SIDE, area.width - QR_SIDE)
    draw_qr(canvas, address, Box(x=code.x, y=code.y + (code.height - QR_SIDE) / 2, width=QR_SIDE, height=QR_SIDE))
    how, where, help_, about = words.inside(4 * mm).rows(*[words.height / 4] * 4)
    write(
        canvas,
        _("The code on your slip does not work? Scan this one, or write in the phone’s browser:"),
        how,
        size=10.5,
    )
    write(canvas, address.partition("://")[2], where, size=13, font=BOLD)
    write(canvas, _("Is something unclear? On the same page you call the referee."), help_, size=10.5)
    draw_line(canvas, header, about, size=8)


def _phone(canvas: Canvas, picture: Box) -> Box:
    """Draw a phone in the middle of its place, and return its screen."""
    x = picture.x + (picture.width - PHONE_WIDTH) / 2
    canvas.setLineWidth(THICK)
    canvas.roundRect(x, picture.y, PHONE_WIDTH, PHONE_HEIGHT, ROUND_CORNER)
    canvas.setLineWidth(THIN)
    canvas.line(x + 11 * mm, picture.y + PHONE_HEIGHT - 2 * mm, x + 20 * mm, picture.y + PHONE_HEIGHT - 2 * mm)
    screen = Box(x=x, y=picture.y, width=PHONE_WIDTH, height=PHONE_HEIGHT).inside(2 * mm, 4 * mm)
    frame(canvas, screen)
    return screen


def _number(canvas: Canvas, number: int, picture: Box) -> None:
    """Draw the step's number on a dark disc, over the phone's corner."""
    radius = 4.5 * mm
    x, y = picture.x + (picture.width - PHONE_WIDTH) / 2, picture.y + PHONE_HEIGHT - 1 * mm
    canvas.setStrokeColor(white)
    canvas.circle(x, y, radius, fill=1)
    canvas.setStrokeColor(black)
    canvas.setFillColor(white)
    disc = Box(x=x - radius, y=y - radius, width=2 * radius, height=2 * radius)
    write(canvas, figure(number), disc, size=15, font=BOLD, align="centre")
    canvas.setFillColor(black)


def _scan(address: str, canvas: Canvas, screen: Box) -> None:
    """Draw a working QR code of the address in the corners of a viewfinder."""
    side = 14 * mm
    x, y = screen.x + (screen.width - side) / 2, screen.y + (screen.height - side) / 2
    draw_qr(canvas, address, Box(x=x, y=y, width=side, height=side))
    canvas.setLineWidth(THICK)
    far, arm = 2.5 * mm, 4 * mm
    for across, inwards in ((x - far, arm), (x + side + far, -arm)):
        for down, upwards in ((y - far, arm), (y + side + far, -arm)):
            canvas.line(across, down, across + inwards, down)
            canvas.line(across, down, across, down + upwards)


def _code(canvas: Canvas, screen: Box) -> None:
    """Draw the four characters of a code in their boxes."""
    middle = _strip(screen.inside(1.5 * mm), 10 * mm, from_top=14 * mm)
    for sign, cell in zip("K7MR", middle.columns(*[middle.width / 4] * 4), strict=True):
        frame(canvas, cell.inside(0.4 * mm), THICK)
        write(canvas, sign, cell, size=12, font=BOLD, align="centre")


def _figures(canvas: Canvas, screen: Box) -> None:
    """Draw the base and points of a hand, a row for each line."""
    labels = _strip(screen.inside(1 * mm), 5 * mm, from_top=6 * mm)
    for label, cell in zip(("", _("base"), _("points")), _columns(labels), strict=True):
        if label:
            write(canvas, label, cell, size=7, align="centre")
    for at, (line, base, points) in enumerate(EXAMPLE):
        name, *cells = _columns(_strip(screen.inside(1 * mm), 8 * mm, from_top=(12 + 10 * at) * mm))
        write(canvas, line_name(line), name, size=8, font=BOLD, align="centre")
        for value, cell in zip((base, points), cells, strict=True):
            frame(canvas, cell.inside(0.4 * mm))
            write(canvas, figure(value), cell.inside(0.8 * mm), size=10, align="centre")


def _send(canvas: Canvas, screen: Box) -> None:
    """Draw an arrow that leaves the phone, and the button for it."""
    _button(canvas, screen, _("Send"))
    y, left, right = screen.y + 28 * mm, screen.x + 4 * mm, screen.x + screen.width - 4 * mm
    canvas.setLineWidth(3 * THICK)
    canvas.line(left, y, right, y)
    for down in (-1, 1):
        canvas.line(right, y, right - 5 * mm, y + down * 5 * mm)


def _confirm(canvas: Canvas, screen: Box) -> None:
    """Draw a tick, and the button that the other line presses."""
    _button(canvas, screen, _("It is right"))
    x, y = screen.x + screen.width / 2, screen.y + 24 * mm
    canvas.setLineWidth(3 * THICK)
    canvas.line(x - 7 * mm, y + 5 * mm, x - 2 * mm, y)
    canvas.line(x - 2 * mm, y, x + 7 * mm, y + 12 * mm)


def _button(canvas: Canvas, screen: Box, label: str) -> None:
    key = Box(x=screen.x, y=screen.y, width=screen.width, height=KEY + 3 * mm).inside(1.5 * mm, 1.5 * mm)
    canvas.roundRect(key.x, key.y, key.width, key.height, 1.5 * mm, fill=1)
    canvas.setFillColor(white)
    write(canvas, label, key.inside(1 * mm), size=11, font=BOLD, align="centre")
    canvas.setFillColor(black)


def _columns(row: Box) -> tuple[Box, ...]:
    name = 1.5 * mm + max(width_needed(line_name(line), font=BOLD) for line in Line)
    return row.columns(name, (row.width - name) / 2, (row.width - name) / 2)


def _strip(screen: Box, height: float, *, from_top: float) -> Box:
    return Box(x=screen.x, y=screen.y + screen.height - from_top - height, width=screen.width, height=height)
