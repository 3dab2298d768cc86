"""What every sheet shares: what it says of its tournament, its head and foot."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind, Line, Side
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import figure, spoken_date

from .layout import BOLD, SANS, Box, write

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"

MARGIN = 10 * mm
HEAD = 17 * mm
"""Height of a list's header, which every page repeats."""
FOOT = 8 * mm

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What a sheet says of its tournament."""

    tournament: str
    date: date
    venue: str = ""
    club: str = ""
    """The club that holds the tournament, printed at the foot of each page."""
    hands_per_round: int
    rounds_planned: int
    kind: Kind = Kind.PAIRS

    @property
    def entrant_word(self) -> str:
        """What is ranked, over the column of its names."""
        return str(words_of(self.kind).word)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table of a round and who sits there; with `ew` missing, NS rests, or in a knockout has a bye."""

    number: int
    ns: Side
    ew: Side | None
    is_bye: bool = False

    @property
    def sides(self) -> tuple[tuple[Line, Side], ...]:
        return ((Line.NS, self.ns),) if self.ew is None else ((Line.NS, self.ns), (Line.EW, self.ew))

    @property
    def rest_word(self) -> str:
        """What is printed instead of a table."""
        return _("bye") if self.is_bye else _("rests")


@cache
def _prepare() -> None:
    # Nobody sends a sheet where only ASCII gets through, and to write it so takes a tenth of the time.
    rl_config.useA85 = 0
    for name in (SANS, BOLD):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


def sheet(header: SheetHeader | None, title: str, *, size: tuple[float, float] = A4) -> tuple[Canvas, BytesIO]:
    """An empty document and where it will be written: the same records always give the same bytes."""
    _prepare()
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=True)
    canvas.setTitle(f"{title} · {header.tournament}" if header else title)
    canvas.setAuthor(header.club if header else "")
    canvas.setLineCap(1)
    return canvas, file


def numbers(side: Side) -> str:
    """`7`, or `7 + 12`."""
    return " + ".join(figure(entrant.id) for entrant in side.entrants)


def page_body(size: tuple[float, float] = A4) -> Box:
    """The part of a list's page between its head and its foot."""
    width, height = size
    return Box(x=MARGIN, y=MARGIN + FOOT, width=width - 2 * MARGIN, height=height - 2 * MARGIN - HEAD - FOOT)


def head(canvas: Canvas, header: SheetHeader, title: str, body: Box) -> None:
    """The top of a list's page: what it is, then of which tournament."""
    above = Box(x=body.x, y=body.y + body.height, width=body.width, height=HEAD)
    name, facts, _gap = above.rows(8 * mm, 6 * mm, 3 * mm)
    write(canvas, title, name, size=17, smallest=10, font=BOLD)
    about = (header.tournament, spoken_date(header.date), header.venue)
    write(canvas, " · ".join(filter(None, about)), facts, size=10, smallest=7)


def foot(canvas: Canvas, header: SheetHeader | None, page: int, pages: int, *, width: float = A4[0]) -> None:
    """The bottom of a page so wide: the club and the page number. Ends the page."""
    line = Box(x=MARGIN, y=4 * mm, width=width - 2 * MARGIN, height=4 * mm)
    club, number = line.columns(line.width - 40 * mm, 40 * mm)
    if header and header.club:
        write(canvas, header.club, club, size=7.5, smallest=5)
    where = _("page %(page)s of %(pages)s") % {"page": figure(page), "pages": figure(pages)}
    write(canvas, where, number, size=7.5, align="right")
    canvas.showPage()


def finished(canvas: Canvas, file: BytesIO) -> bytes:
    canvas.save()
    return file.getvalue()


def split(rows: Sequence[Row], per_page: int) -> list[Sequence[Row]]:
    """The rows of each page: one page at least, though empty."""
    return [rows[at : at + per_page] for at in range(0, len(rows), per_page)] or [rows]
