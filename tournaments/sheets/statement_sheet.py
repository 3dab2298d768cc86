"""The statement of a period on paper: income and expenses by kind, by means, and the cash."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.wording.money import bare_amount

from .common import finished, page_body, sheet
from .fonts import BOLD, SANS
from .layout import Box, height_needed, rule, write
from .listing import draw_list

ROW, HEADING, SIGNED = 7.5 * mm, 12 * mm, 22 * mm
EURO = 34 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementHeader:
    """Whose money it is, and of which period."""

    club: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """A line with what came in and what went out, in cents; None leaves a column empty."""

    text: str
    income: int | None = None
    expense: int | None = None
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class StatementPart:
    """What the lines below it are."""

    title: str


def statement_sheet(header: StatementHeader, lines: Sequence[StatementLine | StatementPart]) -> bytes:
    """Return the pages, and after the last line a place to sign."""
    title = _("Statement of the club’s money")
    canvas, file = sheet(None, f"{title} · {header.about}")
    canvas.setAuthor(header.club)
    body = page_body()
    widths = (body.width - 2 * EURO, EURO, EURO)

    def height(line: StatementLine | StatementPart | None) -> float:
        if line is None:
            return float(SIGNED)
        if isinstance(line, StatementPart):
            return float(HEADING)
        needed: float = height_needed(line.text, widths[0] - 4 * mm, at_least=ROW)
        return needed

    def draw_labels(labels: Box) -> None:
        _text, income, expense = labels.columns(*widths)
        write(canvas, _("income, €"), income.inside(1 * mm), size=9, align="right")
        write(canvas, _("expenses, €"), expense.inside(1 * mm), size=9, align="right")

    def draw(line: StatementLine | StatementPart | None, box: Box) -> None:
        if line is None:
            signed = Box(x=box.x + box.width / 2, y=box.y + 4 * mm, width=box.width / 2, height=10 * mm)
            write(canvas, _("Date and signature"), signed, size=9)
            rule(canvas, Box(x=signed.x + 32 * mm, y=signed.y, width=signed.width - 32 * mm, height=0))
            return
        if isinstance(line, StatementPart):
            write(canvas, line.title, box.inside(1 * mm), size=12, font=BOLD)
            return
        text, income, expense = box.columns(*widths)
        font = BOLD if line.is_sum else SANS
        write(canvas, line.text, text.inside(2 * mm), size=10, font=font)
        for cents, cell in ((line.income, income), (line.expense, expense)):
            if cents is not None:
                write(canvas, _figure(cents), cell.inside(1 * mm), size=10, align="right", font=font)

    draw_list(canvas, header, title, [*lines, None], height=height, draw_labels=draw_labels, draw=draw)
    return finished(canvas, file)


def _figure(cents: int) -> str:
    return bare_amount(cents) if cents >= 0 else f"−{bare_amount(-cents)}"
