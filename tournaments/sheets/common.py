"""What every sheet shares: what it says of its tournament, its document, and how rows are dealt to pages."""

from collections.abc import Callable, Sequence
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

from .layout import BOLD, SANS, SERIF, Box

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"

MARGIN = 10 * mm
HEAD = 22 * mm
"""Height of a list's masthead, which every page repeats."""
FOOT = 12 * mm
"""Where the body of a list's page begins; its number stands below."""
NEARLY = 0.01
"""Points that sums of heights may be wrong by."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """What a sheet says of its tournament."""

    tournament: str
    date: date
    venue: str = ""
    club: str = ""
    """The club that holds the tournament, printed at the head of each sheet."""
    hands_per_round: int
    rounds_planned: int
    kind: Kind = Kind.PAIRS

    @property
    def about(self) -> str:
        """Name, day and place, as they stand below a title."""
        return " · ".join(filter(None, (self.tournament, spoken_date(self.date), self.venue)))

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
    for name in (SANS, BOLD, SERIF):
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
    return Box(x=MARGIN, y=FOOT, width=width - 2 * MARGIN, height=height - MARGIN - HEAD - FOOT)


def finished(canvas: Canvas, file: BytesIO) -> bytes:
    canvas.save()
    return file.getvalue()


def split(rows: Sequence[Row], per_page: int) -> list[Sequence[Row]]:
    """The rows of each page: one page at least, though empty."""
    return [rows[at : at + per_page] for at in range(0, len(rows), per_page)] or [rows]


def paged(rows: Sequence[Row], height: Callable[[Row], float], room: float) -> list[list[tuple[Row, float]]]:
    """The rows of each page with their heights: as many as its room holds. One page at least, though empty."""
    pages: list[list[tuple[Row, float]]] = [[]]
    left = room
    for row in rows:
        needed = height(row)
        if pages[-1] and needed > left + NEARLY:
            pages.append([])
            left = room
        pages[-1].append((row, needed))
        left -= needed
    return pages
