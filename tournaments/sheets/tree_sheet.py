"""The tree of a knockout on paper, from left to right: a large one is cut into branches, the last page joins them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.wording.figures import figure
from tournaments.wording.knockout_tree import Tree, TreeMatch, TreeSide, TreeStage

from .common import SheetHeader, finished, foot, head, page_body, sheet
from .layout import BOLD, SANS, THICK, THIN, Box, frame, rule, write

SIZE = landscape(A4)
LABELS = 8 * mm
WIDEST, GAP = 84 * mm, 9 * mm
SIDE, REMARK = 7.4 * mm, 4 * mm
MATCHES_A_PAGE = 8
"""In the first stage of a page; a power of two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """A branch of the tree: of each stage the matches that belong to it."""

    stages: tuple[tuple[str, Sequence[TreeMatch]], ...]
    third_place: TreeMatch | None = None


def tree_sheet(header: SheetHeader, tree: Tree) -> bytes:
    """The whole tree, with the match for the third place below the final."""
    title = _("Tree of the knockout")
    canvas, file = sheet(header, title, size=SIZE)
    body = page_body(SIZE)
    pages = _pages(tree)
    for number, page in enumerate(pages, start=1):
        head(canvas, header, title, body)
        _draw(canvas, page, body)
        foot(canvas, header, number, len(pages), width=SIZE[0])
    return finished(canvas, file)


def _pages(tree: Tree) -> list[_Page]:
    """Branches of as many first matches as a page holds, then the stages that their last matches lead to."""
    stages, pages = tree.stages, []
    while stages and len(stages[0].matches) > MATCHES_A_PAGE:
        branches, depth = len(stages[0].matches) // MATCHES_A_PAGE, MATCHES_A_PAGE.bit_length()
        pages += [_Page(stages=_branch(stages[:depth], at, branches)) for at in range(branches)]
        stages = stages[depth - 1 :]
    return [*pages, _Page(stages=_branch(stages, 0, 1), third_place=tree.third_place)]


def _branch(stages: Sequence[TreeStage], at: int, of: int) -> tuple[tuple[str, Sequence[TreeMatch]], ...]:
    """Of each stage the matches of one of so many equal branches."""
    shares = ((stage, len(stage.matches) // of) for stage in stages)
    return tuple((stage.name, stage.matches[at * share : (at + 1) * share]) for stage, share in shares)


def _draw(canvas: Canvas, page: _Page, body: Box) -> None:
    width = min(WIDEST, body.width / max(len(page.stages), 1))
    labels, tree = body.rows(LABELS, body.height - LABELS)
    columns = tree.columns(*[width] * len(page.stages))
    for at, ((name, matches), column) in enumerate(zip(page.stages, columns, strict=True)):
        label = Box(x=column.x, y=labels.y, width=width - GAP, height=labels.height)
        write(canvas, name, label, size=11, font=BOLD)
        rule(canvas, label, THICK)
        slots = column.rows(*[column.height / len(matches)] * len(matches))
        for number, (match, slot) in enumerate(zip(matches, slots, strict=True)):
            if match.sides:
                _draw_match(canvas, match, slot)
                if at < len(page.stages) - 1:
                    _join(canvas, slot, goes_down=number % 2 == 0)
    if page.third_place is not None:
        _draw_third_place(canvas, page.third_place, columns[-1])


def _join(canvas: Canvas, slot: Box, *, goes_down: bool) -> None:
    """The line from a match into the one of the next stage."""
    canvas.setLineWidth(THIN)
    middle, right = slot.y + slot.height / 2, slot.x + slot.width - GAP
    turn = slot.x + slot.width - GAP / 2
    into = slot.y if goes_down else slot.y + slot.height
    canvas.line(right, middle, turn, middle)
    canvas.line(turn, middle, turn, into)
    canvas.line(turn, into, slot.x + slot.width, into)


def _draw_third_place(canvas: Canvas, match: TreeMatch, column: Box) -> None:
    """At the foot of the final's column."""
    height = 2 * SIDE + REMARK + 2 * mm
    label = Box(x=column.x, y=column.y + height, width=column.width - GAP, height=6 * mm)
    write(canvas, _("Third place"), label, size=9.5, font=BOLD)
    _draw_match(canvas, match, Box(x=column.x, y=column.y, width=column.width, height=height))


def _draw_match(canvas: Canvas, match: TreeMatch, slot: Box) -> None:
    """The sides in a box in the middle of the slot, what is to be said below it."""
    height = SIDE * len(match.sides)
    box = Box(x=slot.x, y=slot.y + (slot.height - height) / 2, width=slot.width - GAP, height=height)
    rows = box.rows(*[SIDE] * len(match.sides))
    for side, row in zip(match.sides, rows, strict=True):
        frame(canvas, row)
        _draw_side(canvas, side, row)
    table = _("table %(table)s") % {"table": figure(match.table)} if match.table else ""
    below = Box(x=box.x, y=box.y - REMARK, width=box.width, height=REMARK)
    write(canvas, " · ".join(filter(None, (table, match.remark))), below, size=7, smallest=5)


def _draw_side(canvas: Canvas, side: TreeSide, row: Box) -> None:
    seed, names, vp, mp = row.columns(6 * mm, row.width - 24 * mm, 7 * mm, 11 * mm)
    if side.entrant is None:
        write(canvas, side.awaited, row.inside(6.5 * mm, 0.3 * mm), size=8, smallest=6)
        return
    font = BOLD if side.wins else SANS
    write(canvas, figure(side.seed or 0), seed.inside(1 * mm), size=7, align="right")
    who = f"{figure(side.entrant.id)} {side.entrant.label}"
    write(canvas, who, names.inside(0.5 * mm, 0.3 * mm), size=9, smallest=7, font=font)
    if side.vp is not None:
        write(canvas, figure(side.vp), vp.inside(0.5 * mm), size=9, font=font, align="right")
    if side.mp is not None:
        write(canvas, figure(side.mp), mp.inside(0.7 * mm), size=7, align="right")
