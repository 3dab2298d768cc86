"""The common parts of all sheets: the tournament's facts, the document, and the pages of rows."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import TypeVar

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from pages.release import VERSION
from tournaments.records import Kind, Line, Side
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import figure, spoken_date
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both, inside

from .layout import Box

MARGIN = 10 * mm
HEAD = 22 * mm
"""The height of a list's masthead, which every page repeats."""
FOOT = 12 * mm
"""The bottom of the body of a list's page; its number is below."""
MOST_GROWTH = 4 / 3
"""The factor by which the rows of a page grow at most to fill it: names then have 14 points."""
NEARLY = 0.01
"""The tolerance, in points, for sums of heights."""

PROGRAM = "Burraco Club"
"""The name on a sheet if the club has no name yet."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHeader:
    """The facts of a tournament on its sheets."""

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
        """Return the name, day and place, for the line below a title."""
        return " · ".join(filter(None, (self.tournament, inside(in_both(spoken_date, self.date)), self.venue)))

    @property
    def entrant_word(self) -> str:
        """Return the heading of the names of entrants."""
        return str(words_of(self.kind).word)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table of a round with its sides; without `ew`, NS rests, or in a knockout has a bye."""

    number: int
    ns: Side
    ew: Side | None
    is_bye: bool = False
    girone: int | None = None
    """The girone of a table drawn in gironi."""

    @property
    def sides(self) -> tuple[tuple[Line, Side], ...]:
        return ((Line.NS, self.ns),) if self.ew is None else ((Line.NS, self.ns), (Line.EW, self.ew))

    @property
    def rest_word(self) -> str:
        """Return the word printed instead of a table."""
        return _("bye") if self.is_bye else _("rests")


# Sheets never pass through ASCII-only channels, and writing them without it takes a tenth of the time.
rl_config.useA85 = 0


def sheet(header: SheetHeader | None, title: str, *, size: tuple[float, float] = A4) -> tuple[Canvas, BytesIO]:
    """Return an empty document and its buffer: the same records always give the same bytes."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=True)
    canvas.setTitle(f"{title} · {header.tournament}" if header else title)
    canvas.setAuthor(header.club if header else "")
    canvas.setCreator(made_by())
    canvas.setLineCap(1)
    return canvas, file


def made_by() -> str:
    """Return the program's name and version, for the small print."""
    return f"{PROGRAM} {VERSION}"


def numbers(side: Side) -> str:
    """Return the numbers of a side: `7`, or `7 + 12`."""
    return " + ".join(figure(entrant.id) for entrant in side.entrants)


def page_body(size: tuple[float, float] = A4) -> Box:
    """Return the part of a list's page between its head and its foot."""
    width, height = size
    return Box(x=MARGIN, y=FOOT, width=width - 2 * MARGIN, height=height - MARGIN - HEAD - FOOT)


def finished(canvas: Canvas, file: BytesIO) -> bytes:
    canvas.save()
    return file.getvalue()


def split(rows: Sequence[Row], per_page: int) -> list[Sequence[Row]]:
    """Return the rows of each page; at least one page, even if it is empty."""
    return [rows[at : at + per_page] for at in range(0, len(rows), per_page)] or [rows]


def paged(rows: Sequence[Row], height: Callable[[Row], float], room: float) -> list[list[tuple[Row, float]]]:
    """Return the rows of each page with their heights, as many as fit; at least one page, even if it is empty."""
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


def growth(pages: Sequence[Sequence[tuple[Row, float]]], room: float) -> float:
    """Return the factor by which rows and type of a single page may grow to fill it; 1 for several pages."""
    taken = sum(height for _row, height in pages[0])
    return max(1.0, min(MOST_GROWTH, room / taken)) if len(pages) == 1 and taken else 1.0


@contextmanager
def magnified(canvas: Canvas, box: Box, by: float) -> Iterator[Box]:
    """Draw larger by this factor: yield a box that covers the same part of the page in larger units."""
    canvas.saveState()
    canvas.translate(box.x, box.y)
    canvas.scale(by, by)
    yield Box(x=0, y=0, width=box.width / by, height=box.height / by)
    canvas.restoreState()
