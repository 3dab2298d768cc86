"""The cross-table on paper, landscape: everybody against everybody, or a column for every round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.ranking.cross_table import CrossRow, CrossTable, Encounter, MatrixRow, Met, ShownTable
from tournaments.records import Standing
from tournaments.wording.figures import figure, line_name

from .common import SheetHeader, finished, foot, head, page_body, sheet, split
from .layout import BOLD, THICK, Box, frame, rule, write

SIZE = landscape(A4)
LABELS = 7 * mm
NOTE = 5 * mm
PLACE, NUMBER, VP = 10 * mm, 9 * mm, 13 * mm

NAMES_AT_LEAST, NAMES_AT_MOST = 48 * mm, 90 * mm
CELL_AT_MOST, ROUND_AT_MOST, ROUND_AT_LEAST = 14 * mm, 26 * mm, 17 * mm
LIST_ROW, TALLEST_ROW = 9 * mm, 12 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """One page: its title, the labels of its columns, and what draws each of its rows."""

    title: str
    columns: tuple[float, ...]
    labels: tuple[str, ...]
    row: float
    rows: Sequence[Callable[[Canvas, Box], None]]
    note: str


def cross_table_sheet(header: SheetHeader, shown: Sequence[ShownTable]) -> bytes:
    """Each table on pages of its own; a page without a table where there is none yet."""
    title = _("Who met whom")
    canvas, file = sheet(header, title, size=SIZE)
    body = page_body(SIZE)
    pages = [page for each in shown for page in _pages(each, title, body)]
    pages = pages or [_Page(title=title, columns=(), labels=(), row=LIST_ROW, rows=(), note="")]
    for number, page in enumerate(pages, start=1):
        head(canvas, header, page.title, body)
        _draw(canvas, page, body)
        foot(canvas, header, number, len(pages), width=SIZE[0])
    return finished(canvas, file)


def _pages(shown: ShownTable, title: str, body: Box) -> list[_Page]:
    if shown.name:
        title = _("%(title)s, group %(group)s") % {"title": title, "group": shown.name}
    return _matrix_pages(shown.table, title, body) if shown.as_matrix else _list_pages(shown.table, title, body)


def _draw(canvas: Canvas, page: _Page, body: Box) -> None:
    labels, *rows = body.rows(LABELS, *[page.row] * len(page.rows), NOTE)
    for label, cell in zip(page.labels, labels.columns(*page.columns), strict=True):
        write(
            canvas, label, cell.inside(0.7 * mm), size=8.5, smallest=4, align="left" if cell.x == body.x else "centre"
        )
    if page.labels:
        rule(canvas, labels, THICK)
    for draw, row in zip(page.rows, rows, strict=False):
        draw(canvas, row)
        rule(canvas, row)
    write(canvas, page.note, rows[-1], size=8)


# --- Everybody against everybody ---------------------------------------------------------------------------------


def _matrix_pages(table: CrossTable, title: str, body: Box) -> list[_Page]:
    others = len(table.rows)
    elsewhere = [VP] if table.has_vp_elsewhere else []
    fixed = PLACE + NUMBER + VP + sum(elsewhere)
    cell = min(CELL_AT_MOST, (body.width - fixed - NAMES_AT_LEAST) / max(others, 1))
    names = min(NAMES_AT_MOST, body.width - fixed - cell * others)
    columns = (PLACE, NUMBER, names, *[cell] * others, *elsewhere, VP)
    numbers = tuple(figure(row.standing.entrant.id) for row in table.rows)
    other = (_("other VP"),) if elsewhere else ()
    # As tall as a square cell, and as the page allows to all of them.
    row = min(TALLEST_ROW, max(cell, (body.height - LABELS - NOTE) / max(others, 1)))
    row = min(row, max((body.height - LABELS - NOTE) / max(others, 1), 4.5 * mm))
    note = _("in each cell: VP of the row, and in which round below")
    if table.has_partners:
        note = _("%(note)s; & partners") % {"note": note}

    def drawn(line: MatrixRow) -> Callable[[Canvas, Box], None]:
        return lambda canvas, box: _draw_matrix_row(canvas, line, box.columns(*columns), bool(elsewhere))

    rows = [drawn(line) for line in table.matrix]
    per_page = int((body.height - LABELS - NOTE + 0.01) // row)
    labels = (_("place"), _("no."), "", *numbers, *other, _("VP"))
    return [
        _Page(title=title, columns=columns, labels=labels, row=row, rows=part, note=note)
        for part in split(rows, per_page)
    ]


def _draw_matrix_row(canvas: Canvas, line: MatrixRow, cells: Sequence[Box], elsewhere: bool) -> None:
    _draw_standing(canvas, line.standing, cells)
    for met, cell in zip(line.cells, cells[3:], strict=False):
        frame(canvas, cell, 0.2)
        if met is None:
            _black_out(canvas, cell)
        elif met:
            for part, each in zip(cell.columns(*[cell.width / len(met)] * len(met)), met, strict=True):
                _draw_met(canvas, each, part)
    if elsewhere and line.elsewhere:
        write(canvas, figure(line.elsewhere), cells[-2].inside(1 * mm), size=9, align="right")
    write(canvas, figure(line.standing.vp), cells[-1].inside(0.5 * mm), size=11, font=BOLD, align="right")


def _draw_met(canvas: Canvas, met: Met, cell: Box) -> None:
    above, below = cell.inside(0.2 * mm, 0.2 * mm).rows(cell.height * 0.55, cell.height * 0.45 - 0.4 * mm)
    vp = "·" if met.vp is None else figure(met.vp)
    write(canvas, f"&{vp}" if met.together else vp, above, size=9.5, smallest=4, font=BOLD, align="centre")
    write(canvas, figure(met.round), below, size=6, smallest=3.5, align="centre")


def _black_out(canvas: Canvas, cell: Box) -> None:
    canvas.setFillGray(0.8)
    canvas.rect(cell.x, cell.y, cell.width, cell.height, stroke=0, fill=1)
    canvas.setFillGray(0)


# --- Round by round ---------------------------------------------------------------------------------------


def _list_pages(table: CrossTable, title: str, body: Box) -> list[_Page]:
    """As many rounds beside each other as there is room for, the others on pages after them."""
    fixed = PLACE + NUMBER + VP
    most = int((body.width - fixed - NAMES_AT_LEAST) // ROUND_AT_LEAST)
    per_page = int((body.height - LABELS - NOTE) // LIST_ROW)
    pages = []
    for at in range(0, max(len(table.rounds), 1), most):
        rounds = table.rounds[at : at + most]
        width = min(ROUND_AT_MOST, (body.width - fixed - NAMES_AT_LEAST) / max(len(rounds), 1))
        names = body.width - fixed - width * len(rounds)
        columns = (PLACE, NUMBER, names, *[width] * len(rounds), VP)
        labels = (_("place"), _("no."), "", *(_("round %(round)s") % {"round": figure(n)} for n in rounds), _("VP"))
        rows = [_list_row(row, columns, slice(at, at + most)) for row in table.rows]
        note = _("of each round: line and opponent, and VP and the total so far below")
        pages += [
            _Page(title=title, columns=columns, labels=labels, row=LIST_ROW, rows=part, note=note)
            for part in split(rows, per_page)
        ]
    return pages


def _list_row(row: CrossRow, columns: Sequence[float], rounds: slice) -> Callable[[Canvas, Box], None]:
    def draw(canvas: Canvas, box: Box) -> None:
        cells = box.columns(*columns)
        _draw_standing(canvas, row.standing, cells)
        for encounter, cell in zip(row.encounters[rounds], cells[3:], strict=False):
            if encounter is not None:
                _draw_encounter(canvas, encounter, cell.inside(0.7 * mm, 0.5 * mm))
        write(canvas, figure(row.standing.vp), cells[-1].inside(0.5 * mm), size=11, font=BOLD, align="right")

    return draw


def _draw_encounter(canvas: Canvas, met: Encounter, cell: Box) -> None:
    above, below = cell.rows(cell.height * 0.48, cell.height * 0.52)
    write(canvas, _against(met), above, size=8, smallest=5, align="centre")
    vp, total = below.columns(below.width * 0.45, below.width * 0.55)
    write(canvas, "·" if met.vp is None else figure(met.vp), vp.inside(0.6 * mm), size=9.5, font=BOLD, align="right")
    write(canvas, f"→ {figure(met.total)}", total, size=8)


def _against(met: Encounter) -> str:
    """`NS 12`, `EW 7, 9 (& 4)`, and why nobody was met."""
    if met.line is None:
        return _("not seated")
    if not met.opponents:
        return _("absent") if met.absent else _("rest")
    said = f"{line_name(met.line)} {', '.join(figure(other.entrant.id) for other in met.opponents)}"
    if met.partner is not None:
        said += f" (& {figure(met.partner.entrant.id)})"
    return f"{said} {_('absent')}" if met.absent else said


def _draw_standing(canvas: Canvas, standing: Standing, cells: Sequence[Box]) -> None:
    place, number, names = cells[:3]
    shared = f"{figure(standing.place)} =" if standing.tied else figure(standing.place)
    write(canvas, shared, place, size=11, font=BOLD)
    write(canvas, figure(standing.entrant.id), number.inside(1 * mm), size=9, align="right")
    write(canvas, standing.entrant.label, names.inside(1 * mm, 0.3 * mm), size=9, smallest=6)
