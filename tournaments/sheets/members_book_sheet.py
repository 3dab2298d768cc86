"""The club's book of members on paper: landscape pages in order of number, with a line to sign on the last."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm

from tournaments.wording.figures import figure, spoken_date

from .common import finished, page_body, sheet
from .fonts import BOLD
from .layout import Box, height_needed, rule, write
from .listing import draw_list

ROW, SIGNED = 7 * mm, 22 * mm
NUMBER, DAY, CODE = 14 * mm, 23 * mm, 42 * mm
APART = 1.5 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """An entry of the book; a day or a number that it does not have is None."""

    number: int | None
    name: str
    admitted_on: date | None
    left_on: date | None
    born_on: date | None
    tax_code: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookHeader:
    """Whose book it is, and as of which day."""

    club: str
    day: date
    members: int
    """The number of members who had not left."""

    @property
    def about(self) -> str:
        """Return the line below the title."""
        facts = {"day": spoken_date(self.day), "members": figure(self.members)}
        return _("as of %(day)s · members: %(members)s") % facts


def members_book_sheet(header: BookHeader, lines: Sequence[BookLine]) -> bytes:
    """Return the pages, and after the last entry a line for the day and the signature."""
    title, size = _("Club’s book"), landscape(A4)
    canvas, file = sheet(None, f"{title} · {header.club}" if header.club else title, size=size)
    canvas.setAuthor(header.club)
    body = page_body(size)
    words = (body.width - NUMBER - 3 * DAY - CODE) / 2
    widths = (NUMBER, words, DAY, DAY, DAY, CODE, words)

    def height(line: BookLine | None) -> float:
        if line is None:
            return float(SIGNED)
        texts = (height_needed(text, words - 2 * APART, at_least=ROW) for text in (line.name, line.address))
        needed: float = max(texts)
        return needed

    def draw_labels(labels: Box) -> None:
        names = (_("no."), _("name"), _("admitted on"), _("left on"), _("born on"), _("tax code"), _("address"))
        for at, (text, box) in enumerate(zip(names, labels.columns(*widths), strict=True)):
            write(canvas, text, box.inside(APART), size=9, align="right" if at == 0 else "left")

    def draw(line: BookLine | None, box: Box) -> None:
        if line is None:
            signed = Box(x=box.x + box.width / 2, y=box.y + 4 * mm, width=box.width / 2, height=10 * mm)
            write(canvas, _("Date and signature"), signed, size=9)
            rule(canvas, Box(x=signed.x + 40 * mm, y=signed.y, width=signed.width - 40 * mm, height=0))
            return
        number, name, admitted, left, born, code, address = box.columns(*widths)
        if line.number is not None:
            write(canvas, figure(line.number), number.inside(APART), size=10, font=BOLD, align="right")
        write(canvas, line.name, name.inside(APART), size=10)
        for day, cell in ((line.admitted_on, admitted), (line.left_on, left), (line.born_on, born)):
            write(canvas, date_format(day, "SHORT_DATE_FORMAT") if day else "", cell.inside(APART), size=9)
        write(canvas, line.tax_code, code.inside(APART), size=9)
        write(canvas, line.address, address.inside(APART), size=9)

    draw_list(canvas, header, title, [*lines, None], height=height, draw_labels=draw_labels, draw=draw, size=size)
    return finished(canvas, file)
