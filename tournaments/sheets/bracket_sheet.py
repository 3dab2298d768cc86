"""The bracket of a knockout on paper, from left to right: a large one is divided, and the last page joins the parts.

The type is as large as the matches of a stage allow. The winner of the knockout has a separate box.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Entrant
from tournaments.wording.figures import figure
from tournaments.wording.knockout_bracket import BracketMatch, BracketSide, BracketStage, BracketView

from .common import SheetHeader, finished, page_body, sheet
from .fonts import BOLD, SANS, SERIF
from .layout import HAIR, LEADING, SMALLEST, THICK, THIN, Box, frame, height_needed, rule, shares, write
from .masthead import accent, foot, head

SIZE = landscape(A4)
LABELS = 8 * mm
WIDEST, GAP = 139 * mm, 7 * mm
TALLEST_SIDE, REMARK, AROUND = 17 * mm, 3.6 * mm, 0.5 * mm
SEED, SCORE, INSIDE = 7 * mm, 12 * mm, 0.4 * mm
MOST_ON_A_PAGE = 8
"""The most matches of a page's first stage; a power of two, fewer if their names need the room."""
WINNER = 34 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class _BracketPage:
    """A part of the bracket: the matches of each stage that belong to it."""

    stages: tuple[tuple[str, Sequence[BracketMatch]], ...]
    third_place: BracketMatch | None = None
    winner: Entrant | None = None

    @property
    def column(self) -> float:
        """Return the width of a stage."""
        width: float = min(WIDEST, page_body(SIZE).width / max(len(self.stages), 1))
        return width


def bracket_sheet(header: SheetHeader, bracket: BracketView) -> bytes:
    """Return the whole bracket, with the match for third place below the final."""
    title = _("Knockout bracket")
    canvas, file = sheet(header, title, size=SIZE)
    body = page_body(SIZE)
    pages = _pages(bracket)
    for number, page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        _draw(canvas, page, body)
        foot(canvas, number, len(pages), width=SIZE[0])
    return finished(canvas, file)


def _pages(bracket: BracketView) -> list[_BracketPage]:
    """Return as few pages as hold every name in readable type."""
    matches = MOST_ON_A_PAGE
    while matches > 2 and not all(_holds_names(page) for page in _cut(bracket, matches)):
        matches //= 2
    return _cut(bracket, matches)


def _cut(bracket: BracketView, most: int) -> list[_BracketPage]:
    """Return parts with as many first matches as a page may hold, then the stages that follow their last matches."""
    stages, pages = bracket.stages, []
    while stages and len(stages[0].matches) > most:
        branches, depth = len(stages[0].matches) // most, most.bit_length()
        pages += [_BracketPage(stages=_branch(stages[:depth], at, branches)) for at in range(branches)]
        stages = stages[depth - 1 :]
    return [*pages, _BracketPage(stages=_branch(stages, 0, 1), third_place=bracket.third_place, winner=bracket.winner)]


def _holds_names(page: _BracketPage) -> bool:
    """Return whether the names fit in the first stage, which has the least room."""
    if not page.stages:
        return True
    _name, matches = page.stages[0]
    room = _side_height(len(matches)) - 2 * INSIDE + HAIR
    width = page.column - GAP - SEED - SCORE
    sides = (side for match in matches for side in match.sides if side.entrant)
    return all(sum(height_needed(name, width, font=BOLD) for name in _names(side)) <= room for side in sides)


def _side_height(matches: int) -> float:
    """Return the height of a side with this many matches one above the other."""
    slot = (page_body(SIZE).height - LABELS) / matches
    height: float = min(TALLEST_SIDE, (slot - REMARK - 2 * AROUND) / 2)
    return height


def _branch(stages: Sequence[BracketStage], at: int, of: int) -> tuple[tuple[str, Sequence[BracketMatch]], ...]:
    """Return the matches of each stage in one of these equal parts."""
    shares = ((stage, len(stage.matches) // of) for stage in stages)
    return tuple((stage.name, stage.matches[at * share : (at + 1) * share]) for stage, share in shares)


def _draw(canvas: Canvas, page: _BracketPage, body: Box) -> None:
    width = page.column
    labels, bracket = body.rows(LABELS, body.height - LABELS)
    columns = bracket.columns(*[width] * len(page.stages))
    for at, ((name, matches), column) in enumerate(zip(page.stages, columns, strict=True)):
        label = Box(x=column.x, y=labels.y, width=width - GAP, height=labels.height)
        write(canvas, name, label, size=12, font=SERIF)
        rule(canvas, label, THICK)
        slots = column.rows(*[column.height / len(matches)] * len(matches))
        for number, (match, slot) in enumerate(zip(matches, slots, strict=True)):
            if match.sides:
                _draw_match(canvas, match, slot, _side_height(len(matches)))
                if at < len(page.stages) - 1:
                    _join(canvas, slot, goes_down=number % 2 == 0)
    if page.winner is not None:
        _draw_winner(canvas, page.winner, columns[-1])
    if page.third_place is not None:
        _draw_third_place(canvas, page.third_place, columns[-1])


def _draw_winner(canvas: Canvas, winner: Entrant, column: Box) -> None:
    """Draw a framed box above the final, as far from it as from the labels."""
    final = 2 * TALLEST_SIDE + REMARK
    free = (column.height - final) / 2
    bottom = column.y + column.height - free + (free - WINNER) / 2
    box = Box(x=column.x, y=bottom, width=column.width - GAP, height=WINNER)
    canvas.setStrokeColor(accent())
    frame(canvas, box, 2 * THICK)
    frame(canvas, box.inside(1.2 * mm, 1.2 * mm))
    canvas.setStrokeColor(black)
    label, *lines = box.inside(3 * mm, 2 * mm).rows(
        7 * mm, *[(WINNER - 11 * mm) / len(winner.names)] * len(winner.names)
    )
    canvas.setFillColor(accent())
    write(canvas, _("Winner of the knockout"), label, size=11, font=SERIF, align="centre")
    canvas.setFillColor(black)
    for name, line in zip(winner.names, lines, strict=True):
        write(canvas, name, line, size=16, font=BOLD, align="centre")


def _join(canvas: Canvas, slot: Box, *, goes_down: bool) -> None:
    """Draw the line from a match into the one of the next stage."""
    canvas.setLineWidth(THIN)
    middle, right = slot.y + slot.height / 2, slot.x + slot.width - GAP
    turn = slot.x + slot.width - GAP / 2
    into = slot.y if goes_down else slot.y + slot.height
    canvas.line(right, middle, turn, middle)
    canvas.line(turn, middle, turn, into)
    canvas.line(turn, into, slot.x + slot.width, into)


def _draw_third_place(canvas: Canvas, match: BracketMatch, column: Box) -> None:
    """Draw the match for third place at the foot of the final's column."""
    side = _side_height(MOST_ON_A_PAGE // 2)
    height = 2 * (side + REMARK + AROUND)
    label = Box(x=column.x, y=column.y + height, width=column.width - GAP, height=6 * mm)
    write(canvas, _("Third place"), label, size=11, font=SERIF)
    _draw_match(canvas, match, Box(x=column.x, y=column.y, width=column.width, height=height), side)


def _draw_match(canvas: Canvas, match: BracketMatch, slot: Box, side_height: float) -> None:
    """Draw the sides in a box in the middle of the slot, and the remarks below it."""
    height = side_height * len(match.sides)
    box = Box(x=slot.x, y=slot.y + (slot.height - height) / 2, width=slot.width - GAP, height=height)
    rows = box.rows(*[side_height] * len(match.sides))
    for side, row in zip(match.sides, rows, strict=True):
        frame(canvas, row)
        _draw_side(canvas, side, row)
    for row in (row for side, row in zip(match.sides, rows, strict=True) if side.wins):
        frame(canvas, row, 1.5 * THICK)
    below = Box(x=box.x, y=box.y - REMARK, width=box.width, height=REMARK)
    write(canvas, " · ".join(filter(None, (match.where, match.remark))), below, size=8)


def _names(side: BracketSide) -> tuple[str, ...]:
    """Return a line for each player; the number is before the first."""
    assert side.entrant is not None
    first, *others = side.entrant.names
    return (f"{figure(side.entrant.id)} {first}", *others)


def _draw_side(canvas: Canvas, side: BracketSide, row: Box) -> None:
    seed, names, score = row.columns(SEED, row.width - SEED - SCORE, SCORE)
    if side.entrant is None:
        write(canvas, side.awaited, row.inside(SEED, INSIDE), size=11)
        return
    font = BOLD if side.wins else SANS
    canvas.setFillGray(0.4)
    write(canvas, figure(side.seed or 0), seed.inside(0.8 * mm), size=8, align="left")
    canvas.setFillGray(0)
    lines = _names(side)
    room = names.inside(0, INSIDE)
    for name, line in zip(lines, room.rows(*shares(lines, room, font=BOLD)), strict=True):
        write(canvas, name, line, size=13, font=font)
    below = max(SMALLEST * LEADING + HAIR, room.height * 0.4)
    vp, mp = score.inside(0.6 * mm, INSIDE).rows(room.height - below, below)
    if side.vp is not None:
        write(canvas, figure(side.vp), vp, size=14, font=font, align="right")
    write(canvas, side.mp_in_words, mp, size=9, align="right")
