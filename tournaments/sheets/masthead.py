"""The club's identity on paper: its logo or the spade, its colour, serif type, a double rule, and a page's foot."""

from hashlib import sha256
from io import BytesIO
from typing import Protocol

from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pages.club_face import ClubFace, club_face
from tournaments.wording.figures import figure
from tournaments.wording.two_languages import gettext as _

from .common import FOOT, HEAD, MARGIN, PROGRAM, SheetHeader, made_by
from .fonts import BOLD, SERIF
from .layout import Box, height_needed, stamp, write

GOLD_LINE = HexColor("#d9b94a")
MEDALS = {1: HexColor("#8a6d00"), 2: HexColor("#5f6b73"), 3: HexColor("#8c5a2b")}
"""The colours of the first three places, as on the pages."""

MARK_SIDE = 64
"""The side of the square in which the mark is drawn, from the top left, as in static/img/mark.svg."""
SPADE = (
    "32 11 m 26.5 20 14 25.5 14 35.5 c 14 41 18.2 45 23.2 45 c 26.1 45 28.5 43.7 30 41.5 c 29.6 46.1 28 49.5 25 52 c "
    "39 52 l 36 49.5 34.4 46.1 34 41.5 c 35.5 43.7 37.9 45 40.8 45 c 45.8 45 50 41 50 35.5 c "
    "50 25.5 37.5 20 32 11 c h f"
)
MARK = 15 * mm
WIDEST = 2.5
"""The greatest width of a logo in a head, as a multiple of its height."""
BETWEEN_RULES = 0.9 * mm


class ListHead(Protocol):
    """The facts in the head of a list's page beside its title."""

    @property
    def club(self) -> str: ...
    @property
    def about(self) -> str:
        """Return the name of the tournament, or of the season."""


def head(canvas: Canvas, header: ListHead, title: str, body: Box) -> None:
    """Draw the head of a list's page: title, tournament and club, stored once in the document for each title."""
    above = Box(x=body.x, y=body.y + body.height, width=body.width, height=HEAD)
    stamp(canvas, f"masthead-{sha256(title.encode()).hexdigest()}", lambda: _draw_head(canvas, header, title, above))


def _draw_head(canvas: Canvas, header: ListHead, title: str, above: Box) -> None:
    band, _gap = above.rows(HEAD - 4 * mm, 4 * mm)
    mark, words = band.columns(mark_width(MARK), band.width - mark_width(MARK) - 3 * mm)
    words = Box(x=words.x + 3 * mm, y=words.y, width=words.width, height=words.height)
    draw_mark(canvas, Box(x=mark.x, y=band.y + (band.height - MARK) / 2, width=mark.width, height=MARK))
    about = header.about
    whose, facts = owner(header), height_needed(about, words.width, at_least=5 * mm)
    club = height_needed(whose, words.width, at_least=4.5 * mm, font=SERIF)
    top, name, below = words.rows(club, words.height - club - facts, facts)
    write(canvas, title, name, size=18, smallest=10, font=SERIF)
    write(canvas, about, below, size=10)
    canvas.setFillColor(accent())
    write(canvas, whose, top, size=9.5, font=SERIF)
    canvas.setFillColor(black)
    double_rule(canvas, Box(x=above.x, y=above.y + 2 * mm, width=above.width, height=0))


def owner(header: ListHead | None) -> str:
    """Return the club's name, or the program's if the club has no name."""
    return (header.club if header else "") or PROGRAM


def accent() -> Color:
    """Return the club's colour."""
    return HexColor(club_face().accent)


def mark_width(height: float) -> float:
    """Return the width of the mark at this height: a logo may be wider than high."""
    face = club_face()
    return height * (min(face.logo_width / face.logo_height, WIDEST) if face.image else 1)


def draw_mark(canvas: Canvas, box: Box) -> None:
    """Draw the club's logo, or the spade on the club's colour in its golden frame, as large as the box allows."""
    if club_face().image:
        _draw_logo(canvas, club_face(), box)
        return
    side = box.width / MARK_SIDE
    canvas.saveState()
    canvas.translate(box.x, box.y + box.width)
    canvas.scale(side, -side)
    canvas.setFillColor(accent())
    canvas.setStrokeColor(GOLD_LINE)
    canvas.setLineWidth(2)
    canvas.roundRect(0, 0, MARK_SIDE, MARK_SIDE, 12, stroke=0, fill=1)
    canvas.roundRect(4.5, 4.5, MARK_SIDE - 9, MARK_SIDE - 9, 8.5)
    canvas.setFillColor(white)
    canvas.addLiteral(SPADE)
    canvas.restoreState()


def _draw_logo(canvas: Canvas, face: ClubFace, box: Box) -> None:
    """Draw the logo in the middle of the box. It is stored once in the document."""
    width, height = face.logo_width, face.logo_height
    scale = min(box.width / width, box.height / height)
    canvas.saveState()
    canvas.translate(box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2)
    canvas.scale(scale, scale)
    stamp(canvas, "logo", lambda: canvas.drawImage(ImageReader(BytesIO(face.image)), 0, 0, width, height))
    canvas.restoreState()


def draw_line(canvas: Canvas, header: SheetHeader, box: Box, *, size: float) -> None:
    """Draw the mark small, with the club and the tournament beside it, for pages without a head."""
    side = min(box.height, size * 1.5)
    wide = mark_width(side)
    draw_mark(canvas, Box(x=box.x, y=box.y + (box.height - side) / 2, width=wide, height=side))
    words = Box(x=box.x + wide + 2 * mm, y=box.y, width=box.width - wide - 2 * mm, height=box.height)
    write(canvas, f"{owner(header)} · {header.tournament}", words, size=size, font=SERIF)


def double_rule(canvas: Canvas, box: Box) -> None:
    """Draw a double rule along the bottom of the box."""
    canvas.setStrokeColor(accent())
    canvas.setLineWidth(0.9)
    for y in (box.y, box.y + BETWEEN_RULES):
        canvas.line(box.x, y, box.x + box.width, y)
    canvas.setStrokeColor(black)


def draw_place(canvas: Canvas, place: int, text: str, box: Box, *, size: float, has_medal: bool) -> None:
    """Draw a place as `shown`; the first three on a solid medal if there are medals, with the rest beside it.

    The medal is as high as the box, at most twice the type.
    """
    if not has_medal or place not in MEDALS:
        write(canvas, text, box, size=size, font=BOLD)
        return
    side = min(box.height - 0.6 * mm, 2 * size)
    disc = Box(x=box.x, y=box.y + (box.height - side) / 2, width=side, height=side)
    canvas.setFillColor(MEDALS[place])
    canvas.circle(disc.x + side / 2, disc.y + side / 2, side / 2, stroke=0, fill=1)
    canvas.setFillColor(white)
    number, _space, tie = text.partition(" ")
    write(canvas, number, disc, size=size, font=BOLD, align="centre")
    canvas.setFillColor(black)
    if tie:
        beside = Box(x=disc.x + side + 0.5 * mm, y=box.y, width=box.width - side - 0.5 * mm, height=box.height)
        write(canvas, tie, beside, size=size, font=BOLD)


def foot(canvas: Canvas, page: int, pages: int, *, width: float = A4[0]) -> None:
    """Draw the foot of a page of this width, with its number and what printed it, and end the page."""
    line = Box(x=MARGIN, y=FOOT - 8 * mm, width=width - 2 * MARGIN, height=4 * mm)
    where = _("page %(page)s of %(pages)s") % {"page": figure(page), "pages": figure(pages)}
    write(canvas, f"{made_by()} · {where}", line, size=7.5, align="right")
    canvas.showPage()
