"""A receipt on paper: an A4 with two copies, one for whoever paid and one for the club, to be cut in the middle."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.figures import spoken_date
from tournaments.wording.money import amount

from .common import PROGRAM, finished, sheet
from .fonts import BOLD, SERIF
from .layout import THICK, Box, frame, height_needed, rule, write
from .masthead import accent, double_rule, draw_mark, mark_width

ACROSS, DOWN = 16 * mm, 12 * mm
"""The margins of each half of the page."""
MARK, LABEL, GAP = 13 * mm, 34 * mm, 3 * mm
LINE, SUM = 8 * mm, 13 * mm
FOOT = 22 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptText:
    """The facts of a receipt, as they are printed."""

    club: str
    title: str
    issued_on: date
    is_refund: bool
    """Whether the club paid."""
    payer: str
    payer_details: str
    reason: str
    cents: int
    means: str
    void_reason: str
    """Empty if the receipt holds."""


def receipt_sheet(text: ReceiptText) -> bytes:
    """Return the page. A void receipt says so across both copies."""
    canvas, file = sheet(None, f"{text.title} · {text.club}" if text.club else text.title)
    canvas.setAuthor(text.club)
    width, height = A4
    theirs = _("copy for whoever was paid") if text.is_refund else _("copy for whoever paid")
    for at, copy in enumerate((theirs, _("copy for the club"))):
        half = Box(x=0, y=height / 2 * (1 - at), width=width, height=height / 2)
        _draw_copy(canvas, text, copy, half.inside(ACROSS, DOWN))
    canvas.setDash(2, 3)
    rule(canvas, Box(x=0, y=height / 2, width=width, height=0))
    return finished(canvas, file)


def _draw_copy(canvas: Canvas, text: ReceiptText, copy: str, box: Box) -> None:
    whose = text.club or PROGRAM
    words_width = box.width - mark_width(MARK) - GAP
    top = max(MARK, height_needed(whose, words_width, at_least=MARK, font=SERIF))
    values = _values(text)
    room = box.width - LABEL
    heights = [height_needed(value, room, at_least=LINE, font=BOLD) for _label, value in values]
    rest = box.height - top - 2 * GAP - SUM - sum(heights) - FOOT
    head, _gap, title, *lines = box.rows(top, 2 * GAP, SUM, *heights, rest, FOOT)
    foot = lines[-1]
    mark, words = head.columns(mark_width(MARK), words_width)
    draw_mark(canvas, Box(x=mark.x, y=head.y + (head.height - MARK) / 2, width=mark.width, height=MARK))
    canvas.setFillColor(accent())
    write(canvas, whose, Box(x=words.x + GAP, y=words.y, width=words.width, height=words.height), size=14, font=SERIF)
    canvas.setFillColor(black)
    double_rule(canvas, Box(x=head.x, y=head.y - GAP, width=head.width, height=0))
    name, total = title.columns(title.width * 0.62, title.width * 0.38)
    write(canvas, text.title, name, size=16, font=SERIF)
    write(canvas, amount(text.cents), total, size=18, font=BOLD, align="right")
    for (label, value), line in zip(values, lines, strict=False):
        names, value_box = line.columns(LABEL, room)
        write(canvas, label, names, size=9)
        write(canvas, value, value_box, size=11, font=BOLD)
        rule(canvas, line)
    _draw_foot(canvas, text, copy, foot)
    if text.void_reason:
        _draw_void(canvas, text.void_reason, box)


def _values(text: ReceiptText) -> list[tuple[str, str]]:
    """Return the lines of the receipt with their labels; what is empty has none."""
    whom = _("paid back to") if text.is_refund else _("received from")
    lines = [(whom, text.payer), (_("address, tax code"), text.payer_details), (_("for"), text.reason)]
    lines += [(_("how"), text.means), (_("on"), spoken_date(text.issued_on))]
    return [(label, value) for label, value in lines if value]


def _draw_foot(canvas: Canvas, text: ReceiptText, copy: str, foot: Box) -> None:
    left, right = foot.columns(foot.width / 2, foot.width / 2)
    write(canvas, copy, left.rows(foot.height - 6 * mm, 6 * mm)[1], size=8)
    _room, below = right.rows(foot.height - 6 * mm, 6 * mm)
    rule(canvas, Box(x=below.x, y=below.y + below.height, width=below.width, height=0))
    signs = _("signature of whoever was paid") if text.is_refund else _("signature for the club")
    write(canvas, signs, below, size=8, align="centre")


def _draw_void(canvas: Canvas, reason: str, box: Box) -> None:
    band = Box(x=box.x + box.width * 0.12, y=box.y + FOOT + 2 * mm, width=box.width * 0.76, height=16 * mm)
    frame(canvas, band, THICK)
    word, why = band.inside(2 * mm, 1 * mm).rows(8 * mm, 6 * mm)
    write(canvas, _("VOID"), word, size=16, font=BOLD, align="centre")
    write(canvas, reason, why, size=9, align="centre")
