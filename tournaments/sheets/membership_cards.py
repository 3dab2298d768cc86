"""The membership cards: ten on an A4, 85 by 54 mm each, the size of a bank card, to be cut along hairlines.

The QR code contains only the card number, which a scanner types at check-in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .common import PROGRAM, finished, sheet, split
from .fonts import BOLD, SERIF
from .layout import THIN, Box, draw_qr, frame, height_needed, shares, stamp, write
from .masthead import accent, double_rule, draw_mark, mark_width

WIDTH, HEIGHT = 85 * mm, 54 * mm
COLUMNS, ROWS = 2, 5
CARDS_A_PAGE = COLUMNS * ROWS

LEFT, TOP = (A4[0] - COLUMNS * WIDTH) / 2, (A4[1] + ROWS * HEIGHT) / 2
"""The corner of the block of cards, in the middle of the paper."""
CARD = Box(x=0, y=0, width=WIDTH, height=HEIGHT)
ACROSS, DOWN = 5 * mm, 4 * mm
"""The margin along the cut."""
MARK = 9 * mm
HEAD, NAME, QR = 10 * mm, 13 * mm, 19 * mm
"""The least heights of the club's line and of the member's name, and the side of the code."""
GAP = 2 * mm
CUT = 0.7
"""The grey of hairlines, from black, 0, to white, 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberCard:
    """The text of a card beside the club."""

    last_name: str
    first_name: str
    number: str

    @property
    def lines(self) -> list[str]:
        """Return the lines of the name, one above the other."""
        return [name for name in (self.last_name, self.first_name) if name]


def membership_cards(club: str, cards: Sequence[MemberCard], *, skip: int = 0) -> bytes:
    """Return the cards, row by row.

    The first `skip` places of the first sheet are left free, because they are used up.
    """
    title = _("Membership cards")
    canvas, file = sheet(None, f"{title} · {club}" if club else title)
    canvas.setAuthor(club)
    places: list[MemberCard | None] = [*[None] * skip, *cards]
    for page in split(places, CARDS_A_PAGE):
        for at, card in enumerate(page):
            if card is not None:
                _draw_at(canvas, at, club or PROGRAM, card)
        canvas.showPage()
    return finished(canvas, file)


def _draw_at(canvas: Canvas, at: int, club: str, card: MemberCard) -> None:
    row, column = divmod(at, COLUMNS)
    canvas.saveState()
    canvas.translate(LEFT + column * WIDTH, TOP - (row + 1) * HEIGHT)
    head, below = _parts(club)
    stamp(canvas, "card", lambda: _draw_club(canvas, club, head))
    _draw_member(canvas, card, below)
    canvas.restoreState()


def _parts(club: str) -> tuple[Box, Box]:
    """Return the box of the club's line, as high as its name needs, and the rest for the member."""
    inside = CARD.inside(ACROSS, DOWN)
    needed = height_needed(club, inside.width - mark_width(MARK) - GAP, at_least=HEAD, font=SERIF)
    head, _gap, below = inside.rows(needed, GAP, inside.height - needed - GAP)
    return head, below


def _draw_club(canvas: Canvas, club: str, head: Box) -> None:
    """Draw the common part of all cards: the cut and the club."""
    canvas.setStrokeGray(CUT)
    frame(canvas, CARD, THIN)
    wide = mark_width(MARK)
    draw_mark(canvas, Box(x=head.x, y=head.y + (head.height - MARK) / 2, width=wide, height=MARK))
    _mark, words = head.columns(wide + GAP, head.width - wide - GAP)
    canvas.setFillColor(accent())
    write(canvas, club, words, size=11, font=SERIF)
    canvas.setFillColor(black)
    double_rule(canvas, Box(x=head.x, y=head.y - GAP / 2, width=head.width, height=0))


def _draw_member(canvas: Canvas, card: MemberCard, below: Box) -> None:
    needed = max(NAME, sum(height_needed(line, below.width, font=BOLD) for line in card.lines))
    name, rest = below.rows(needed, below.height - needed)
    for line, row in zip(card.lines, name.rows(*shares(card.lines, name, font=BOLD)), strict=True):
        write(canvas, line, row, size=14, font=BOLD)
    side = min(QR, rest.height)
    words, code = rest.columns(rest.width - side, side)
    _room, label, number = words.rows(words.height - 11 * mm, 4 * mm, 7 * mm)
    write(canvas, _("card number"), label, size=8)
    write(canvas, card.number, number.columns(number.width - GAP)[0], size=14, font=BOLD)
    draw_qr(canvas, card.number, Box(x=code.x, y=code.y, width=side, height=side))
