"""The bracket of a knockout on paper, from left to right: a large one is divided, and the last page joins the parts.

All names of a page have one size, the largest that all of them allow. The winner of the knockout has a separate box.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Entrant
from tournaments.wording.figures import figure
from tournaments.wording.knockout_bracket import BracketMatch, BracketSide, BracketView

from .common import SheetHeader, finished, page_body, sheet
from .fonts import BOLD, SANS, SERIF
from .layout import HAIR, LEADING, SMALLEST, THICK, THIN, Box, fitted, frame, height_needed, rule, shares, write
from .masthead import accent, foot, head

SIZE = landscape(A4)
LABELS = 8 * mm
WIDEST, GAP = 139 * mm, 6 * mm
TALLEST_SIDE, REMARK, AROUND = 17 * mm, 3.6 * mm, 0.5 * mm
SEED, SCORE, INSIDE = 5 * mm, 10.5 * mm, 0.4 * mm
MOST_ON_A_PAGE = 8
"""The most matches of a page's first stage; a power of two, fewer if their names need the room."""
WINNER = 34 * mm
JOINED = 3 * mm
"""How far from the middle of a match the line of a single winner meets its side."""


LARGEST = 14
"""The largest type of a name."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """The matches of a stage one above the other; nothing is drawn of those without sides."""

    name: str
    matches: Sequence[BracketMatch]
    joins: Sequence[int] = ()
    """The side of the next stage's match beside it that each winner becomes, if there is one match for each of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _BracketPage:
    """A part of the bracket: the matches of each stage that belong to it."""

    stages: tuple[_Stage, ...]
    third_place: BracketMatch | None = None
    winner: Entrant | None = None

    @property
    def column(self) -> float:
        """Return the width of a stage."""
        width: float = min(WIDEST, page_body(SIZE).width / max(len(self.stages), 1))
        return width

    @property
    def side(self) -> float:
        """Return the height of a side of a match, for which the first stage has the least room."""
        slot = (page_body(SIZE).height - LABELS) / (len(self.stages[0].matches) if self.stages else 1)
        height: float = min(TALLEST_SIDE, (slot - REMARK - 2 * AROUND) / 2)
        return height

    @property
    def room(self) -> Box:
        """Return the room for the names of a side."""
        return Box(x=0, y=0, width=self.column - GAP - SEED - SCORE, height=self.side - 2 * INSIDE)

    @property
    def names(self) -> Iterator[tuple[str, ...]]:
        """Return the names of each side that is known."""
        matches = (match for stage in self.stages for match in stage.matches)
        return (_names(side) for match in matches for side in match.sides if side.entrant)

    @property
    def holds_names(self) -> bool:
        """Return whether the names fit in readable type."""
        width, height = self.room.width, self.room.height + HAIR
        return all(sum(height_needed(name, width, font=BOLD) for name in names) <= height for names in self.names)

    @property
    def size(self) -> float:
        """Return the largest type in which all names fit."""
        size: float = LARGEST
        for name, line in (named for names in self.names for named in _lines(names, self.room)):
            size = min(size, fitted(name, line, size=size, smallest=SMALLEST, font=BOLD)[1])
        return size


def bracket_sheet(header: SheetHeader, brackets: Sequence[BracketView]) -> bytes:
    """Return each bracket as a whole, with the match for third place below the final, under its girone's name."""
    title = _("Knockout bracket")
    canvas, file = sheet(header, title, size=SIZE)
    body = page_body(SIZE)
    titled = [
        (" · ".join(filter(None, (title, bracket.title))), page) for bracket in brackets for page in _pages(bracket)
    ]
    for number, (page_title, page) in enumerate(titled, start=1):
        head(canvas, header, page_title, body)
        _draw(canvas, page, body)
        foot(canvas, number, len(titled), width=SIZE[0])
    return finished(canvas, file)


def _pages(bracket: BracketView) -> list[_BracketPage]:
    """Return as few pages as hold every name in readable type; of two ways with as many, the one with larger type."""
    stages = [_Stage(stage.name, stage.matches) for stage in bracket.stages]
    ways = [_fewest_pages(bracket, way) for way in (stages, _without_byes(stages)) if way or not stages]
    return max(ways, key=lambda pages: (-len(pages), min(page.size for page in pages)))


def _without_byes(stages: Sequence[_Stage]) -> list[_Stage]:
    """Return the stages with those matches of the first that are played, each beside the match of its winner.

    Nothing if two winners meet at once. Who goes on without playing is in the second stage anyway.
    """
    first, *others = stages
    if not others:
        return []
    joins, beside = [], []
    for pair in zip(first.matches[::2], first.matches[1::2], strict=True):
        if all(len(match.sides) > 1 for match in pair):
            return []
        join = int(len(pair[1].sides) > 1)
        played = pair[join]
        beside.append(played if len(played.sides) > 1 else replace(played, sides=()))
        joins.append(join)
    return [_Stage(first.name, beside, joins), *others]


def _fewest_pages(bracket: BracketView, stages: Sequence[_Stage]) -> list[_BracketPage]:
    matches = MOST_ON_A_PAGE
    while matches > 2 and not all(page.holds_names for page in _cut(bracket, stages, matches)):
        matches //= 2
    return _cut(bracket, stages, matches)


def _cut(bracket: BracketView, stages: Sequence[_Stage], most: int) -> list[_BracketPage]:
    """Return parts with as many first matches as a page may hold, then the stages that follow their last matches."""
    pages = []
    while stages and len(stages[0].matches) > most:
        branches, depth = len(stages[0].matches) // most, most.bit_length() + bool(stages[0].joins)
        pages += [_BracketPage(stages=_branch(stages[:depth], at, branches)) for at in range(branches)]
        stages = stages[depth - 1 :]
    return [*pages, _BracketPage(stages=_branch(stages, 0, 1), third_place=bracket.third_place, winner=bracket.winner)]


def _lines(names: Sequence[str], room: Box) -> Iterator[tuple[str, Box]]:
    return zip(names, room.rows(*shares(names, room, font=BOLD)), strict=True)


def _branch(stages: Sequence[_Stage], at: int, of: int) -> tuple[_Stage, ...]:
    """Return the matches of each stage in one of these equal parts."""

    def part(stage: _Stage) -> _Stage:
        share = len(stage.matches) // of
        here = slice(at * share, (at + 1) * share)
        return replace(stage, matches=stage.matches[here], joins=stage.joins[here])

    return tuple(map(part, stages))


def _draw(canvas: Canvas, page: _BracketPage, body: Box) -> None:
    width, size, side = page.column, page.size, page.side
    labels, bracket = body.rows(LABELS, body.height - LABELS)
    columns = bracket.columns(*[width] * len(page.stages))
    for at, (stage, column) in enumerate(zip(page.stages, columns, strict=True)):
        matches = stage.matches
        label = Box(x=column.x, y=labels.y, width=width - GAP, height=labels.height)
        write(canvas, stage.name, label, size=12, font=SERIF)
        rule(canvas, label, THICK)
        slots = column.rows(*[column.height / len(matches)] * len(matches))
        for number, (match, slot) in enumerate(zip(matches, slots, strict=True)):
            if match.sides:
                _draw_match(canvas, match, slot, side, size)
                if stage.joins:
                    _join_side(canvas, slot, stage.joins[number])
                elif at < len(page.stages) - 1:
                    _join(canvas, slot, goes_down=number % 2 == 0)
    if page.winner is not None:
        _draw_winner(canvas, page.winner, columns[-1], side)
    if page.third_place is not None:
        _draw_third_place(canvas, page.third_place, columns[-1], side, size)


def _draw_winner(canvas: Canvas, winner: Entrant, column: Box, side: float) -> None:
    """Draw a framed box above the final, as far from it as from the labels."""
    final = 2 * side + REMARK
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


def _join_side(canvas: Canvas, slot: Box, side: int) -> None:
    """Draw the line from a match to the upper (0) or lower (1) side of the one beside it."""
    canvas.setLineWidth(THIN)
    middle, right = slot.y + slot.height / 2, slot.x + slot.width - GAP
    turn, into = slot.x + slot.width - GAP / 2, middle + (1 - 2 * side) * JOINED
    canvas.line(right, middle, turn, middle)
    canvas.line(turn, middle, turn, into)
    canvas.line(turn, into, slot.x + slot.width, into)


def _draw_third_place(canvas: Canvas, match: BracketMatch, column: Box, side: float, size: float) -> None:
    """Draw the match for third place at the foot of the final's column."""
    height = 2 * (side + REMARK + AROUND)
    label = Box(x=column.x, y=column.y + height, width=column.width - GAP, height=6 * mm)
    write(canvas, _("Third place"), label, size=11, font=SERIF)
    _draw_match(canvas, match, Box(x=column.x, y=column.y, width=column.width, height=height), side, size)


def _draw_match(canvas: Canvas, match: BracketMatch, slot: Box, side_height: float, size: float) -> None:
    """Draw the sides in a box in the middle of the slot, and the remarks below it."""
    height = side_height * len(match.sides)
    box = Box(x=slot.x, y=slot.y + (slot.height - height) / 2, width=slot.width - GAP, height=height)
    rows = box.rows(*[side_height] * len(match.sides))
    for side, row in zip(match.sides, rows, strict=True):
        frame(canvas, row)
        _draw_side(canvas, side, row, size)
    for row in (row for side, row in zip(match.sides, rows, strict=True) if side.wins):
        frame(canvas, row, 1.5 * THICK)
    below = Box(x=box.x, y=box.y - REMARK, width=box.width, height=REMARK)
    write(canvas, " · ".join(filter(None, (match.where, match.remark))), below, size=8)


def _names(side: BracketSide) -> tuple[str, ...]:
    """Return a line for each player; the number is before the first."""
    assert side.entrant is not None
    first, *others = side.entrant.names
    return (f"{figure(side.entrant.id)} {first}", *others)


def _draw_side(canvas: Canvas, side: BracketSide, row: Box, size: float) -> None:
    seed, names, score = row.columns(SEED, row.width - SEED - SCORE, SCORE)
    if side.entrant is None:
        write(canvas, side.awaited, row.inside(SEED, INSIDE), size=size)
        return
    font = BOLD if side.wins else SANS
    canvas.setFillGray(0.4)
    write(canvas, figure(side.seed or 0), seed.inside(0.8 * mm), size=8, align="left")
    canvas.setFillGray(0)
    room = names.inside(0, INSIDE)
    for name, line in _lines(_names(side), room):
        write(canvas, name, line, size=size, font=font)
    below = max(SMALLEST * LEADING + HAIR, room.height * 0.4)
    vp, mp = score.inside(0.6 * mm, INSIDE).rows(room.height - below, below)
    if side.vp is not None:
        write(canvas, figure(side.vp), vp, size=14, font=font, align="right")
    write(canvas, side.mp_in_words, mp, size=9, align="right")
