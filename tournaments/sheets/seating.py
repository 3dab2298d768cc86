"""The seating of a round, for the wall: by player's name, and by table, with the gironi if it was drawn in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Line, Side
from tournaments.records.gironi import girone_letter
from tournaments.records.name_order import first_letter
from tournaments.records.sections import TableNumber, table_name
from tournaments.wording.figures import figure
from tournaments.wording.lines import line_name
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both

from .alphabet import alphabetical
from .common import SeatedTable, SheetHeader, finished, growth, magnified, numbers, page_body, paged, sheet
from .fonts import BOLD, SERIF
from .girone_headings import HEADING, below_heading, headed
from .layout import LEADING, THICK, Box, frame, height_needed, rule, write
from .masthead import accent, foot, head

LABELS = 6 * mm
"""The height of the column labels."""
NAME_ROW = 6.5 * mm
NAME_ROW_WITH_PARTNER = 9.5 * mm
NAME, PARTNER = 11.0, 8.0
"""The type of a name, and of the partner's below it."""
LETTER = 7.5 * mm
COLUMNS = 3
LARGER = (14 / 11, 1.2, 1.1, 1)
"""The factors by which the type of a single page may be larger, so that names have at most 14 points."""
COLUMN_GAP = 6 * mm
TABLE_OF_NAME, LINE_OF_NAME, GIRONE_OF_NAME = 12 * mm, 11 * mm, 6 * mm
TABLE_ROW = 7.9 * mm
TICK_COLUMN, TICK, TABLE = 8 * mm, 4.5 * mm, 15 * mm
INSIDE = 0.4 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """The seat of a player."""

    name: str
    table: int
    line: Line
    partner: str
    """The partner in an individual tournament, who changes every round; otherwise empty."""
    rests: str
    """The text instead of table and line; empty for those who play."""
    girone: str
    """The letter of the girone; empty in a round of the whole field."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A player's row in a column, with the letter above it if the name is the first with it."""

    seat: _Seat
    height: float
    letter: str = ""


def seating_by_name(header: SheetHeader, tables: Sequence[SeatedTable], *, round_number: int) -> bytes:
    """Return all players in alphabetical order, under letters, in columns read from the top.

    There are three columns; where one page holds everybody, as many as make the type largest.
    """
    title = _title(header, round_number)
    canvas, file = sheet(header, title)
    body = page_body()
    larger, pages = _pages_by_name(_seats(tables), body)
    for number, columns in enumerate(pages, start=1):
        head(canvas, header, title, body)
        with magnified(canvas, body, larger) as part:
            for place, entries in zip(_name_places(part, len(columns)), columns, strict=True):
                _draw_names(canvas, place, entries)
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def seating_by_table(header: SheetHeader, tables: Sequence[SeatedTable], *, round_number: int) -> bytes:
    """Return all tables with their two sides and a box to tick, thirty to a page, and those who rest."""
    title = _title(header, round_number)
    canvas, file = sheet(header, title)
    body = page_body()
    rows = headed(tables, lambda seated: seated.girone)
    pages = paged(rows, lambda row: _table_height(row[1], body) + bool(row[0]) * HEADING, body.height - LABELS)
    larger = growth(pages, body.height - LABELS)
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        labels, *boxes = body.rows(LABELS, *(height * larger for _row, height in on_page))
        _tick, table, ns, ew = _table_columns(labels)
        write(canvas, _("table"), table, size=9, align="centre")
        write(canvas, in_both(line_name, Line.NS), ns.inside(3 * mm), size=11, font=BOLD)
        write(canvas, in_both(line_name, Line.EW), ew.inside(3 * mm), size=11, font=BOLD)
        rule(canvas, labels, THICK)
        for ((girone, seated), _height), box in zip(on_page, boxes, strict=True):
            _draw_table(canvas, seated, below_heading(canvas, girone, box), larger)
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def _title(header: SheetHeader, round_number: int) -> str:
    return _("Seating, round %(round)s of %(rounds)s") % {
        "round": figure(round_number),
        "rounds": figure(max(header.rounds_planned, round_number)),
    }


def _seats(tables: Sequence[SeatedTable]) -> list[_Seat]:
    """Return all seats, by name."""
    return sorted(
        (
            _Seat(
                name=name,
                table=table.number,
                line=line,
                partner=" – ".join(name for other in side.entrants if other is not entrant for name in other.playing),
                rests="" if table.ew else table.rest_word,
                girone=""
                if table.girone is None or isinstance(table.number, TableNumber)
                else girone_letter(table.girone),
            )
            for table in tables
            for line, side in table.sides
            for entrant in side.entrants
            for name in entrant.playing
        ),
        key=lambda seat: (alphabetical(seat.name), seat.table),
    )


def _pages_by_name(seats: Sequence[_Seat], body: Box) -> tuple[float, list[list[list[_Entry]]]]:
    """Return how much larger the type is, and the columns of each page; those of the last are equally high."""
    pages = _pages_of(seats, body, COLUMNS)
    for larger in LARGER if len(pages) == 1 else ():
        part = Box(x=0, y=0, width=body.width / larger, height=body.height / larger)
        for columns in range(1, COLUMNS + 1):
            if len(grown := _pages_of(seats, part, columns)) == 1:
                return larger, grown
    return 1, pages


def _pages_of(seats: Sequence[_Seat], body: Box, most: int) -> list[list[list[_Entry]]]:
    width, room = _name_places(body, most)[0].width, body.height - LABELS
    columns = _columns_by_name(seats, width, room)
    *full, last = range(0, len(columns), most)
    rest = [entry.seat for column in columns[last:] for entry in column]
    share = sum(entry.height for column in columns[last:] for entry in column) / most
    while len(evened := _columns_by_name(rest, width, min(share, room))) > most:
        share += NAME_ROW / 2
    evened += [[] for _column in range(most - len(evened))]
    return [*(columns[at : at + most] for at in full), evened]


def _name_places(body: Box, columns: int) -> tuple[Box, ...]:
    width = (body.width - (columns - 1) * COLUMN_GAP) / columns
    return body.columns(width, *(COLUMN_GAP, width) * (columns - 1))[::2]


def _columns_by_name(seats: Sequence[_Seat], width: float, room: float) -> list[list[_Entry]]:
    """Return at least one column, even if it is empty; each begins with a letter."""
    columns: list[list[_Entry]] = [[]]
    left, above = room, ""
    for seat in seats:
        letter, height = first_letter(alphabetical(seat.name)), _seat_height(seat, width)
        if columns[-1] and height + (LETTER if letter != above else 0) > left:
            columns.append([])
            left, above = room, ""
        entry = _Entry(seat, height) if letter == above else _Entry(seat, height + LETTER, letter)
        columns[-1].append(entry)
        left, above = left - entry.height, letter
    return columns


def _seat_height(seat: _Seat, width: float) -> float:
    room = width - TABLE_OF_NAME - LINE_OF_NAME - _girone_width(seat.girone)
    if seat.partner:
        name = height_needed(seat.name, room, at_least=NAME * LEADING)
        height: float = max(NAME_ROW_WITH_PARTNER, name + height_needed(_with(seat), room) + 2 * INSIDE)
    else:
        rests = height_needed(seat.rests, TABLE_OF_NAME + LINE_OF_NAME) + 4 * INSIDE
        height = max(NAME_ROW, height_needed(seat.name, room) + 2 * INSIDE, rests)
    return height


def _with(seat: _Seat) -> str:
    return _("with %(partner)s") % {"partner": seat.partner}


def _draw_names(canvas: Canvas, column: Box, entries: Sequence[_Entry]) -> None:
    labels, *boxes = column.rows(LABELS, *(entry.height for entry in entries))
    name, _girone, table, line = _name_columns(labels, "")
    write(canvas, _("player"), name, size=8.5)
    write(canvas, _("table"), table, size=8.5, align="right")
    write(canvas, _("line"), line, size=8.5, align="right")
    rule(canvas, labels, THICK)
    for entry, box in zip(entries, boxes, strict=True):
        heading = LETTER if entry.letter else 0
        above, row = box.rows(heading, box.height - heading)
        if entry.letter:
            canvas.setFillColor(accent())
            write(canvas, entry.letter, above, size=15, font=SERIF)
            canvas.setFillColor(black)
        _draw_seat(canvas, entry.seat, row)


def _draw_seat(canvas: Canvas, seat: _Seat, row: Box) -> None:
    name, girone, table, line = _name_columns(row, seat.girone)
    if seat.girone:
        write(canvas, seat.girone, girone, size=10, align="right")
    _draw_name(canvas, seat, name.inside(0, INSIDE))
    if seat.rests:
        both = Box(x=table.x, y=row.y, width=table.width + line.width, height=row.height)
        write(canvas, seat.rests, both.inside(0, 2 * INSIDE), size=10, align="right")
    else:
        write(canvas, table_name(seat.table), table, size=14, font=BOLD, align="right")
        write(canvas, in_both(line_name, seat.line), _right_of(line), size=10, align="right")
    rule(canvas, row)


def _right_of(cell: Box) -> Box:
    """Return the cell without the gap that keeps it apart from the number on its left."""
    return Box(x=cell.x + 1 * mm, y=cell.y, width=cell.width - 1 * mm, height=cell.height)


def _draw_name(canvas: Canvas, seat: _Seat, cell: Box) -> None:
    if not seat.partner:
        write(canvas, seat.name, cell, size=NAME)
        return
    partner = height_needed(_with(seat), cell.width)
    above, below = cell.rows(cell.height - partner, partner)
    write(canvas, seat.name, above, size=NAME)
    write(canvas, _with(seat), below, size=PARTNER)


def _girone_width(girone: str) -> float:
    return GIRONE_OF_NAME if girone else 0.0


def _name_columns(row: Box, girone: str) -> tuple[Box, ...]:
    """Return the boxes of the name, the girone, the table and the line."""
    letter = _girone_width(girone)
    return row.columns(row.width - letter - TABLE_OF_NAME - LINE_OF_NAME, letter, TABLE_OF_NAME, LINE_OF_NAME)


def _table_columns(row: Box) -> tuple[Box, ...]:
    """Return the boxes of the tick, the table's number, NS and EW."""
    side = (row.width - TICK_COLUMN - TABLE) / 2
    return row.columns(TICK_COLUMN, TABLE, side, side)


def _table_height(seated: SeatedTable, body: Box) -> float:
    _tick, _table, *cells = _table_columns(body)
    sides = zip((side for _line, side in seated.sides), cells, strict=False)
    needed = (height_needed(side.playing, _side_columns(side, cell)[1].width) for side, cell in sides)
    height: float = max(TABLE_ROW, max(needed) + 2 * INSIDE)
    return height


def _draw_table(canvas: Canvas, seated: SeatedTable, row: Box, larger: float) -> None:
    tick, table, ns, ew = _table_columns(row)
    if seated.ew is not None:
        frame(canvas, Box(x=tick.x, y=tick.y + (tick.height - TICK) / 2, width=TICK, height=TICK), 0.8)
        write(canvas, table_name(seated.number), table, size=16 * larger, font=BOLD, align="centre")
    _draw_side(canvas, seated.ns, ns, larger)
    if seated.ew is None:
        write(canvas, seated.rest_word, ew.inside(3 * mm), size=11 * larger)
    else:
        _draw_side(canvas, seated.ew, ew, larger)
    rule(canvas, row)


def _draw_side(canvas: Canvas, side: Side, cell: Box, larger: float) -> None:
    number, names = _side_columns(side, cell)
    write(canvas, numbers(side), number, size=11 * larger, font=BOLD, align="right")
    write(canvas, side.playing, names.inside(0, INSIDE), size=10.5 * larger)


def _side_columns(side: Side, cell: Box) -> tuple[Box, ...]:
    """Return the boxes of the numbers and of the names."""
    width = 9 * mm if len(side.entrants) == 1 else 19 * mm
    number, _gap, names, _gap = cell.columns(width, 2 * mm, cell.width - width - 4 * mm, 2 * mm)
    return number, names
