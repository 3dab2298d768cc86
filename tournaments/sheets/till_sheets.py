"""The money of an evening on paper: a sheet for the books, and one for the prize-giving."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.wording.figures import figure
from tournaments.wording.money import amount, bare_amount

from .common import SheetHeader, finished, page_body, sheet
from .fonts import BOLD
from .layout import Box, height_needed, rule, write
from .listing import draw_list
from .masthead import draw_place

ROW = 7.5 * mm
NUMBER, EURO, MEANS = 14 * mm, 28 * mm, 34 * mm
PRIZE, PLACE, WON, SIGNED = 14 * mm, 62 * mm, 32 * mm, 40 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksRow:
    """The amount that an entrant owes, in cents, and how it was paid; `means` is empty if it was not."""

    number: int
    names: str
    cents: int
    means: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """A prize: its place (the title names its girone) or reason, its winner, and its amount in cents; 0 for a thing."""

    place: int | None
    title: str
    names: str
    cents: int


def books_sheet(header: SheetHeader, rows: Sequence[BooksRow], totals: Sequence[tuple[str, int]]) -> bytes:
    """Return all entrants with what was paid and what is outstanding, and the named totals below the last."""
    title = _("Till of the evening")
    canvas, file = sheet(header, title)
    body = page_body()
    widths = (NUMBER, body.width - NUMBER - 2 * EURO - MEANS, EURO, EURO, MEANS)
    lines: list[BooksRow | tuple[str, int]] = [*rows, *totals]

    def height(line: BooksRow | tuple[str, int]) -> float:
        return height_needed(line.names, widths[1] - 2 * mm, at_least=ROW) if isinstance(line, BooksRow) else ROW

    def draw_labels(labels: Box) -> None:
        number, names, came, out, means = labels.columns(*widths)
        write(canvas, _("no."), number.inside(1 * mm), size=9, align="right")
        write(canvas, header.entrant_word, names.inside(2 * mm), size=9)
        write(canvas, _("received, €"), came.inside(1 * mm), size=9, align="right")
        write(canvas, _("outstanding, €"), out.inside(1 * mm), size=9, align="right")
        write(canvas, _("how"), means.inside(3 * mm), size=9)

    def draw(line: BooksRow | tuple[str, int], box: Box) -> None:
        number, names, came, out, means = box.columns(*widths)
        if isinstance(line, BooksRow):
            write(canvas, figure(line.number), number.inside(1 * mm), size=10, font=BOLD, align="right")
            write(canvas, line.names, names.inside(2 * mm), size=10)
            write(canvas, bare_amount(line.cents), (came if line.means else out).inside(1 * mm), size=10, align="right")
            write(canvas, line.means, means.inside(3 * mm), size=10)
        else:
            write(canvas, line[0], names.inside(2 * mm), size=11, font=BOLD, align="right")
            write(canvas, amount(line[1]), came.inside(1 * mm), size=11, font=BOLD, align="right")

    draw_list(canvas, header, title, lines, height=height, draw_labels=draw_labels, draw=draw)
    return finished(canvas, file)


def prize_sheet(header: SheetHeader, prizes: Sequence[PrizeLine], *, notes: Sequence[str], fund: int) -> bytes:
    """Return the prizes in the order of the ceremony, each with a line to sign on, the fund, and the notes."""
    title = _("Prize-giving")
    canvas, file = sheet(header, title)
    body = page_body()
    widths = (PLACE, body.width - PLACE - WON - SIGNED, WON, SIGNED)
    lines: list[PrizeLine | int | str] = [*prizes, fund, *notes]

    def height(line: PrizeLine | int | str) -> float:
        if isinstance(line, PrizeLine):
            texts = [(line.title, PLACE - 4 * mm), (line.names, widths[1] - 4 * mm)]
        else:
            texts = [(line if isinstance(line, str) else "", body.width - 2 * mm)]
        least = PRIZE if isinstance(line, PrizeLine) else ROW
        needed: float = max(least, *(height_needed(text, width) for text, width in texts))
        return needed

    def draw_labels(labels: Box) -> None:
        place, names, won, signed = labels.columns(*widths)
        write(canvas, _("prize"), place.inside(1 * mm), size=9)
        write(canvas, header.entrant_word, names.inside(2 * mm), size=9)
        write(canvas, _("amount"), won.inside(1 * mm), size=9, align="right")
        write(canvas, _("received"), signed.inside(4 * mm), size=9)

    def draw(line: PrizeLine | int | str, box: Box) -> None:
        place, names, won, signed = box.columns(*widths)
        if isinstance(line, str):
            write(canvas, line, box.inside(1 * mm), size=10)
            return
        if isinstance(line, int):
            write(canvas, _("prize fund"), names.inside(2 * mm), size=11, font=BOLD, align="right")
            write(canvas, amount(line), won.inside(1 * mm), size=11, font=BOLD, align="right")
            return
        if line.place is None:
            write(canvas, line.title, place.inside(1 * mm, 1 * mm), size=12)
        else:
            disc = Box(x=place.x, y=place.y + 2 * mm, width=place.width, height=place.height - 4 * mm)
            draw_place(canvas, line.place, f"{figure(line.place)} {line.title}".strip(), disc, size=14, has_medal=True)
        write(canvas, line.names, names.inside(2 * mm, 1 * mm), size=13, font=BOLD)
        write(canvas, amount(line.cents) if line.cents else "", won.inside(1 * mm), size=13, font=BOLD, align="right")
        rule(canvas, Box(x=signed.x + 4 * mm, y=signed.y + 3 * mm, width=signed.width - 4 * mm, height=0))

    draw_list(canvas, header, title, lines, height=height, draw_labels=draw_labels, draw=draw)
    return finished(canvas, file)
