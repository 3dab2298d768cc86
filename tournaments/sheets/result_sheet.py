"""A round's results on paper, to be checked against the slips: a row for each table, NS above EW.

Portrait while the hands leave the names enough room, otherwise landscape.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records.result_rows import ResultLine, ResultRow
from tournaments.records.sections import table_name
from tournaments.wording.figures import figure, signed
from tournaments.wording.lines import line_name
from tournaments.wording.results import BYE, OUTCOME_NAMES

from .common import SheetHeader, finished, growth, numbers, page_body, paged, sheet
from .fonts import BOLD
from .girone_headings import HEADING, below_heading, headed
from .layout import THICK, Box, fits, frame, height_needed, rule, write
from .masthead import foot, head

LABELS = 7 * mm
LINE = 6 * mm
TICK, TABLE, LINE_NAME, NUMBER = 9 * mm, 11 * mm, 10 * mm, 13 * mm
MP, DIFFERENCE, VP = 15 * mm, 17 * mm, 12 * mm
HAND_AT_MOST, HAND_AT_LEAST = 13 * mm, 8.5 * mm
FIXED = TICK + TABLE + LINE_NAME + NUMBER + MP + DIFFERENCE + VP
NAMES_AT_LEAST = 42 * mm


def result_sheet(header: SheetHeader, rows: Sequence[ResultRow], *, round_number: int) -> bytes:
    """Return every table of the round, with a box to tick and a star if the referee changed something."""
    title = _("Results of round %(round)s of %(rounds)s") % {
        "round": figure(round_number),
        "rounds": figure(max(header.rounds_planned, round_number)),
    }
    size = _size(header)
    canvas, file = sheet(header, title, size=size)
    body = page_body(size)
    pages = paged(
        headed(rows, lambda row: row.girone),
        lambda row: sum(_line_heights(header, row[1], body)) + bool(row[0]) * HEADING,
        body.height - LABELS,
    )
    larger = growth(pages, body.height - LABELS)
    for number, on_page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        labels, *boxes = body.rows(LABELS, *(height * larger for _row, height in on_page))
        _draw_labels(canvas, header, labels)
        for ((girone, row), _height), box in zip(on_page, boxes, strict=True):
            _draw_row(canvas, header, row, below_heading(canvas, girone, box), larger)
        foot(canvas, number, len(pages), width=size[0])
    return finished(canvas, file)


def _size(header: SheetHeader) -> tuple[float, float]:
    """Return the page size on which every hand has its column."""
    needed = FIXED + NAMES_AT_LEAST + header.hands_per_round * HAND_AT_LEAST
    size: tuple[float, float] = A4 if needed <= page_body(A4).width else landscape(A4)
    return size


def _line_heights(header: SheetHeader, row: ResultRow, body: Box) -> list[float]:
    """Return the heights of NS and EW; a rest takes the room of both."""
    width = _columns(header, body)[4].width - 2 * mm
    needed = [height_needed(line.side.label, width, at_least=LINE) for line in row.lines]
    return needed if len(needed) > 1 else [max(needed[0], LINE), LINE]


def _halves(header: SheetHeader, row: ResultRow, box: Box) -> tuple[Box, ...]:
    """Return the boxes of NS and EW in a box that may be higher than they need."""
    heights = _line_heights(header, row, box)
    return box.rows(*(height * box.height / sum(heights) for height in heights))


def _columns(header: SheetHeader, row: Box) -> tuple[Box, ...]:
    """Return the columns: tick, table, line, number, names, each hand (narrower if many), MP, difference, VP."""
    hand = min(HAND_AT_MOST, (row.width - FIXED - NAMES_AT_LEAST) / header.hands_per_round)
    hands = [hand] * header.hands_per_round
    names = row.width - FIXED - sum(hands)
    return row.columns(TICK, TABLE, LINE_NAME, NUMBER, names, *hands, MP, DIFFERENCE, VP)


def _draw_labels(canvas: Canvas, header: SheetHeader, labels: Box) -> None:
    _tick, table, _line, number, names, *hands, mp, difference, vp = _columns(header, labels)
    write(canvas, _("table"), table.inside(0.5 * mm), size=8.5, align="centre")
    write(canvas, _("no."), number.inside(1 * mm), size=8.5, align="right")
    write(canvas, header.entrant_word, names.inside(1 * mm), size=8.5)
    for at, cell in enumerate(hands, start=1):
        label = _("hand %(number)s") % {"number": figure(at)}
        label = label if fits(label, cell.width - 1 * mm) else figure(at)
        write(canvas, label, cell.inside(0.5 * mm), size=8.5, align="right")
    for label, cell in ((_("MP"), mp), (_("diff."), difference), (_("VP"), vp)):
        write(canvas, label, cell.inside(0.5 * mm), size=8.5, align="right")
    rule(canvas, labels, THICK)


def _draw_row(canvas: Canvas, header: SheetHeader, row: ResultRow, box: Box, larger: float) -> None:
    tick, table, *_rest = _columns(header, box)
    frame(canvas, Box(x=tick.x + 1 * mm, y=tick.y + tick.height / 2 - 2.5 * mm, width=5 * mm, height=5 * mm), 0.8)
    write(
        canvas,
        f"{'*' if row.is_ruled else ''}{table_name(row.number)}",
        table,
        size=13 * larger,
        font=BOLD,
        align="centre",
    )
    for line, half in zip(row.lines, _halves(header, row, box), strict=False):
        _draw_line(canvas, header, row, line, half, larger)
    if sentence := _reason_without_hands(row):
        _tick, _table, _line, _number, _names, *hands, _mp, _difference, _vp = _columns(header, box)
        cell = Box(x=hands[0].x, y=box.y, width=sum(hand.width for hand in hands), height=box.height)
        write(canvas, sentence, cell.inside(0.5 * mm), size=8 * larger, align="right")
    rule(canvas, box)


def _reason_without_hands(row: ResultRow) -> str:
    """Return the reason why there are no hands to compare."""
    if row.is_bye:
        return str(BYE)
    return "" if row.lines[0].hands else str(OUTCOME_NAMES[row.outcome])


def _draw_line(canvas: Canvas, header: SheetHeader, row: ResultRow, line: ResultLine, half: Box, larger: float) -> None:
    _tick, _table, name, number, names, *hands, mp, difference, vp = _columns(header, half)
    write(canvas, line_name(line.line), name.inside(0.3 * mm), size=8.5 * larger, align="centre")
    write(canvas, numbers(line.side), number.inside(1 * mm), size=9 * larger, font=BOLD, align="right")
    write(canvas, line.side.label, names.inside(1 * mm), size=9 * larger)
    for points, cell in zip(line.hands, hands, strict=False):
        write(canvas, figure(points), cell.inside(0.3 * mm), size=9 * larger, align="right")
    if line.hands:
        write(canvas, figure(line.mp), mp.inside(0.5 * mm), size=9.5 * larger, font=BOLD, align="right")
    if not line.score.is_open:
        write(canvas, signed(line.score.difference), difference.inside(0.5 * mm), size=9 * larger, align="right")
        write(canvas, figure(line.score.vp), vp.inside(0.5 * mm), size=11 * larger, font=BOLD, align="right")
