"""The seating of a round, for the wall: by player's name, and by table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind, Line, Side
from tournaments.wording.figures import figure, line_name

from .alphabet import alphabetical
from .common import SeatedTable, SheetHeader, finished, foot, head, numbers, page_body, sheet, split
from .layout import BOLD, THICK, Box, rule, write

LABELS = 6 * mm
"""Height of the line of column labels."""
NAME_ROW = 7 * mm
NAME_ROW_WITH_PARTNER = 9.5 * mm
TABLE_ROW = 9 * mm
COLUMN_GAP = 8 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """Where one player sits."""

    name: str
    table: int
    line: Line
    partner: str
    """In an individual tournament, where it changes every round; empty otherwise."""
    rests: str
    """What is printed instead of table and line; empty for those who play."""


def seating_by_name(header: SheetHeader, tables: Sequence[SeatedTable], *, round_number: int) -> bytes:
    """Every player in alphabetical order, in two columns read from the top."""
    title = _title(header, round_number)
    canvas, file = sheet(header, title)
    body = page_body()
    width = (body.width - COLUMN_GAP) / 2
    row = NAME_ROW_WITH_PARTNER if header.kind is Kind.INDIVIDUAL else NAME_ROW
    per_column = int((body.height - LABELS) // row)
    pages = split(_seats(tables), 2 * per_column)
    for number, seats in enumerate(pages, start=1):
        head(canvas, header, title, body)
        # A page that is not full fills both columns alike.
        rows = min(per_column, -(-len(seats) // 2)) or 1
        for column, part in zip(body.columns(width, COLUMN_GAP, width)[::2], split(seats, rows), strict=False):
            _draw_names(canvas, column, part, row)
        foot(canvas, header, number, len(pages))
    return finished(canvas, file)


def seating_by_table(header: SheetHeader, tables: Sequence[SeatedTable], *, round_number: int) -> bytes:
    """Every table with its two sides, and who rests."""
    title = _title(header, round_number)
    canvas, file = sheet(header, title)
    body = page_body()
    pages = split(tables, int((body.height - LABELS) // TABLE_ROW))
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        labels, *rows = body.rows(LABELS, *[TABLE_ROW] * len(on_page))
        table, ns, ew = _table_columns(labels)
        write(canvas, _("table"), table, size=9, align="centre")
        write(canvas, line_name(Line.NS), ns.inside(3 * mm), size=11, font=BOLD)
        write(canvas, line_name(Line.EW), ew.inside(3 * mm), size=11, font=BOLD)
        rule(canvas, labels, THICK)
        for seated, row in zip(on_page, rows, strict=True):
            _draw_table(canvas, seated, row)
        foot(canvas, header, number, len(pages))
    return finished(canvas, file)


def _title(header: SheetHeader, round_number: int) -> str:
    return _("Seating, round %(round)s of %(rounds)s") % {
        "round": figure(round_number),
        "rounds": figure(header.rounds_planned),
    }


def _seats(tables: Sequence[SeatedTable]) -> list[_Seat]:
    """Everybody's seat, by name."""
    return sorted(
        (
            _Seat(
                name=name,
                table=table.number,
                line=line,
                partner=" – ".join(name for other in side.entrants if other is not entrant for name in other.playing),
                rests="" if table.ew else table.rest_word,
            )
            for table in tables
            for line, side in table.sides
            for entrant in side.entrants
            for name in entrant.playing
        ),
        key=lambda seat: (alphabetical(seat.name), seat.table),
    )


def _draw_names(canvas: Canvas, column: Box, seats: Sequence[_Seat], height: float) -> None:
    labels, *rows = column.rows(LABELS, *[height] * len(seats))
    name, table, line = _name_columns(labels)
    write(canvas, _("player"), name, size=9)
    write(canvas, _("table"), table, size=9, align="right")
    write(canvas, _("line"), line, size=9, align="right")
    rule(canvas, labels, THICK)
    for seat, row in zip(seats, rows, strict=True):
        name, table, line = _name_columns(row)
        _draw_name(canvas, seat, name)
        if seat.rests:
            both = Box(x=table.x, y=row.y, width=table.width + line.width, height=row.height)
            write(canvas, seat.rests, both, size=10, align="right")
        else:
            write(canvas, figure(seat.table), table, size=14, font=BOLD, align="right")
            write(canvas, line_name(seat.line), line, size=11, align="right")
        rule(canvas, row)


def _draw_name(canvas: Canvas, seat: _Seat, cell: Box) -> None:
    if not seat.partner:
        write(canvas, seat.name, cell.inside(0, 0.4 * mm), size=11.5, smallest=8)
        return
    above, below = cell.rows(cell.height * 0.6, cell.height * 0.4)
    write(canvas, seat.name, above.inside(0, 0.2 * mm), size=11.5, smallest=8)
    write(canvas, _("with %(partner)s") % {"partner": seat.partner}, below, size=8, smallest=6)


def _name_columns(row: Box) -> tuple[Box, ...]:
    return row.columns(row.width - 28 * mm, 16 * mm, 12 * mm)


def _table_columns(row: Box) -> tuple[Box, ...]:
    side = (row.width - 18 * mm) / 2
    return row.columns(18 * mm, side, side)


def _draw_table(canvas: Canvas, seated: SeatedTable, row: Box) -> None:
    table, ns, ew = _table_columns(row)
    if seated.ew is not None:
        write(canvas, figure(seated.number), table, size=16, font=BOLD, align="centre")
    _draw_side(canvas, seated.ns, ns)
    if seated.ew is None:
        write(canvas, seated.rest_word, ew.inside(3 * mm), size=11)
    else:
        _draw_side(canvas, seated.ew, ew)
    rule(canvas, row)


def _draw_side(canvas: Canvas, side: Side, cell: Box) -> None:
    width = 10 * mm if len(side.entrants) == 1 else 18 * mm
    number, names = cell.inside(2 * mm).columns(width, cell.width - width - 4 * mm)
    write(canvas, numbers(side), number.inside(1 * mm), size=11, smallest=8, font=BOLD, align="right")
    write(canvas, side.playing, names.inside(1 * mm, 0.4 * mm), size=10.5, smallest=7.5)
