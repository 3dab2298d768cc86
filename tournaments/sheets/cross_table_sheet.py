"""The cross-table on paper, landscape: all entrants against each other, or a column for every round.

Columns that do not fit continue on the next page, and a row is as high as its text needs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.ranking.cross_table import CrossRow, CrossTable, CrossTableView, Encounter, MatrixMeeting, MatrixRow
from tournaments.records import Standing
from tournaments.wording.figures import figure
from tournaments.wording.lines import line_name

from .common import SheetHeader, finished, page_body, paged, sheet, split
from .fonts import BOLD
from .layout import HAIR, LEADING, SMALLEST, THICK, Box, frame, height_needed, rule, write
from .masthead import foot, head

SIZE = landscape(A4)
LABELS = 7 * mm
NOTE = 5 * mm
PLACE, NUMBER, VP = 10 * mm, 9 * mm, 13 * mm

NAMES_AT_LEAST, NAMES_AT_MOST = 48 * mm, 90 * mm
CELL_AT_MOST, ROUND_AT_MOST, ROUND_AT_LEAST = 14 * mm, 26 * mm, 17 * mm
CELL_AT_LEAST, MET, MET_WITH_PARTNERS = 6 * mm, 4.6 * mm, 6.9 * mm
"""The width of a cell, and of each of its meetings."""
LIST_ROW, MATRIX_ROW, TALLEST_ROW = 9 * mm, 6.4 * mm, 12 * mm
ENCOUNTER_VP = 4.2 * mm
INSIDE = 0.3 * mm

Draw = Callable[[Canvas, Box], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _MatrixPage:
    """A page: its title, the labels of its columns, and the functions that draw its rows."""

    title: str
    columns: tuple[float, ...]
    labels: tuple[str, ...]
    rows: Sequence[tuple[Draw, float]]
    """The function that draws each row, and its height."""
    note: str


def cross_table_sheet(header: SheetHeader, tables: Sequence[CrossTableView]) -> bytes:
    """Return each table on its own pages, or a page without a table if there is none yet."""
    title = _("Who met whom")
    canvas, file = sheet(header, title, size=SIZE)
    body = page_body(SIZE)
    pages = [page for table in tables for page in _pages(table, title, body)]
    pages = pages or [_MatrixPage(title=title, columns=(), labels=(), rows=(), note="")]
    for number, page in enumerate(pages, start=1):
        head(canvas, header, page.title, body)
        _draw(canvas, page, body)
        foot(canvas, number, len(pages), width=SIZE[0])
    return finished(canvas, file)


def _pages(table: CrossTableView, title: str, body: Box) -> list[_MatrixPage]:
    if table.is_girone:
        title = _("%(title)s, girone %(letter)s") % {"title": title, "letter": table.name}
    elif table.name:
        title = _("%(title)s, group %(group)s") % {"title": title, "group": table.name}
    return _matrix_pages(table.table, title, body) if table.as_matrix else _list_pages(table.table, title, body)


def _draw(canvas: Canvas, page: _MatrixPage, body: Box) -> None:
    labels, *rows = body.rows(LABELS, *(height for _draw, height in page.rows), NOTE)
    for label, cell in zip(page.labels, labels.columns(*page.columns), strict=True):
        write(canvas, label, cell.inside(INSIDE), size=8.5, align="left" if cell.x == body.x else "centre")
    if page.labels:
        rule(canvas, labels, THICK)
    for (draw, _height), row in zip(page.rows, rows, strict=False):
        draw(canvas, row)
        rule(canvas, row)
    write(canvas, page.note, rows[-1], size=8)


def _dealt(page: _MatrixPage, body: Box) -> list[_MatrixPage]:
    """Return the page, and more of them for the rows that do not fit on it."""
    dealt = paged(page.rows, lambda row: row[1], body.height - LABELS - NOTE)
    return [replace(page, rows=[row for row, _height in part]) for part in dealt]


# --- Everybody against everybody ---------------------------------------------------------------------------------


def _matrix_pages(table: CrossTable, title: str, body: Box) -> list[_MatrixPage]:
    matrix = table.matrix
    met = MET_WITH_PARTNERS if table.has_partners else MET
    most_met = max((len(cell) for row in matrix for cell in row.cells if cell), default=1)
    at_least = max(CELL_AT_LEAST, met * most_met)
    elsewhere = [VP] if table.has_vp_elsewhere else []
    room = body.width - PLACE - NUMBER - VP - sum(elsewhere)
    note = _("in each cell: VP of the row, and in which round below")
    if table.has_partners:
        note = _("%(note)s; & partners") % {"note": note}
    pages = []
    for others in split(range(len(matrix)), int((room - NAMES_AT_LEAST) // at_least)):
        cell = max(at_least, min(CELL_AT_MOST, (room - NAMES_AT_LEAST) / max(len(others), 1)))
        columns = (PLACE, NUMBER, min(NAMES_AT_MOST, room - cell * len(others)), *[cell] * len(others), *elsewhere, VP)
        numbers = (figure(matrix[at].standing.entrant.id) for at in others)
        labels = (_("place"), _("no."), "", *numbers, *((_("other VP"),) if elsewhere else ()), _("VP"))
        # As tall as a square cell, and as the page allows all rows to be.
        tall = min(TALLEST_ROW, max(cell, (body.height - LABELS - NOTE) / max(len(matrix), 1)))
        tall = max(MATRIX_ROW, min(tall, (body.height - LABELS - NOTE) / max(len(matrix), 1)))
        rows = [
            (
                partial(_draw_matrix_row, line=line, others=others, columns=columns, elsewhere=bool(elsewhere)),
                _names_height(line.standing, columns, at_least=tall),
            )
            for line in matrix
        ]
        pages += _dealt(_MatrixPage(title=title, columns=columns, labels=labels, rows=rows, note=note), body)
    return pages


def _draw_matrix_row(
    canvas: Canvas, row: Box, *, line: MatrixRow, others: Sequence[int], columns: Sequence[float], elsewhere: bool
) -> None:
    cells = row.columns(*columns)
    _draw_standing(canvas, line.standing, cells)
    for at, cell in zip(others, cells[3:], strict=False):
        frame(canvas, cell, 0.2)
        met = line.cells[at]
        if met is None:
            _black_out(canvas, cell)
        elif met:
            for part, meeting in zip(cell.columns(*[cell.width / len(met)] * len(met)), met, strict=True):
                _draw_met(canvas, meeting, part)
    if elsewhere and line.elsewhere:
        write(canvas, figure(line.elsewhere), cells[-2].inside(1 * mm), size=9, align="right")
    write(canvas, figure(line.standing.vp), cells[-1].inside(0.5 * mm), size=11, font=BOLD, align="right")


def _draw_met(canvas: Canvas, met: MatrixMeeting, cell: Box) -> None:
    room = cell.inside(0.45 * mm, 0.1 * mm)
    round_ = max(SMALLEST * LEADING + HAIR, room.height * 0.42)
    above, below = room.rows(room.height - round_, round_)
    vp = "·" if met.vp is None else figure(met.vp)
    write(canvas, f"&{vp}" if met.together else vp, above, size=9.5, font=BOLD, align="centre")
    write(canvas, figure(met.round), below, size=7, align="centre")


def _black_out(canvas: Canvas, cell: Box) -> None:
    canvas.setFillGray(0.8)
    canvas.rect(cell.x, cell.y, cell.width, cell.height, stroke=0, fill=1)
    canvas.setFillGray(0)


# --- Round by round ---------------------------------------------------------------------------------------


def _list_pages(table: CrossTable, title: str, body: Box) -> list[_MatrixPage]:
    """Return pages with as many rounds as fit beside each other, and further pages for the others."""
    fixed = PLACE + NUMBER + VP
    most = int((body.width - fixed - NAMES_AT_LEAST) // ROUND_AT_LEAST)
    pages = []
    for at in range(0, max(len(table.rounds), 1), most):
        rounds = table.rounds[at : at + most]
        width = min(ROUND_AT_MOST, (body.width - fixed - NAMES_AT_LEAST) / max(len(rounds), 1))
        names = body.width - fixed - width * len(rounds)
        columns = (PLACE, NUMBER, names, *[width] * len(rounds), VP)
        labels = (_("place"), _("no."), "", *(_("round %(round)s") % {"round": figure(n)} for n in rounds), _("VP"))
        rows = [_list_row(row, columns, slice(at, at + most)) for row in table.rows]
        note = _("of each round: line and opponent, and VP and the total so far below")
        pages += _dealt(_MatrixPage(title=title, columns=columns, labels=labels, rows=rows, note=note), body)
    return pages


def _list_row(row: CrossRow, columns: Sequence[float], rounds: slice) -> tuple[Draw, float]:
    against = [_against(encounter) for encounter in row.encounters[rounds] if encounter is not None]
    needed = max((height_needed(text, columns[3] - 1.4 * mm) for text in against), default=0.0) + ENCOUNTER_VP
    height = max(_names_height(row.standing, columns, at_least=LIST_ROW), needed + 1 * mm)

    def draw(canvas: Canvas, box: Box) -> None:
        cells = box.columns(*columns)
        _draw_standing(canvas, row.standing, cells)
        for encounter, cell in zip(row.encounters[rounds], cells[3:], strict=False):
            if encounter is not None:
                _draw_encounter(canvas, encounter, cell.inside(0.7 * mm, 0.5 * mm))
        write(canvas, figure(row.standing.vp), cells[-1].inside(0.5 * mm), size=11, font=BOLD, align="right")

    return draw, height


def _draw_encounter(canvas: Canvas, met: Encounter, cell: Box) -> None:
    above, below = cell.rows(cell.height - ENCOUNTER_VP, ENCOUNTER_VP)
    write(canvas, _against(met), above, size=8, align="centre")
    vp, total = below.columns(below.width * 0.45, below.width * 0.55)
    write(canvas, "·" if met.vp is None else figure(met.vp), vp.inside(0.6 * mm), size=9.5, font=BOLD, align="right")
    write(canvas, f"→ {figure(met.total)}", total, size=8)


def _against(met: Encounter) -> str:
    """Return the opponents, as in `NS 12`, `EW 7, 9 (& 4)`, or why there were none."""
    if met.line is None:
        return _("not seated")
    if not met.opponents:
        return _("absent") if met.absent else _("rest")
    sentence = f"{line_name(met.line)} {', '.join(figure(other.entrant.id) for other in met.opponents)}"
    if met.partner is not None:
        sentence += f" (& {figure(met.partner.entrant.id)})"
    return f"{sentence} {_('absent')}" if met.absent else sentence


def _draw_standing(canvas: Canvas, standing: Standing, cells: Sequence[Box]) -> None:
    place, number, names = cells[:3]
    shared = f"{figure(standing.place)} =" if standing.tied else figure(standing.place)
    write(canvas, shared, place, size=11, font=BOLD)
    write(canvas, figure(standing.entrant.id), number.inside(1 * mm), size=9, align="right")
    write(canvas, standing.entrant.label, names.inside(1 * mm, INSIDE), size=9)


def _names_height(standing: Standing, columns: Sequence[float], *, at_least: float) -> float:
    height: float = max(at_least, height_needed(standing.entrant.label, columns[2] - 2 * mm) + 2 * INSIDE)
    return height
