"""The paper slip of a table ("score"): two to an A4 page, to be cut in the middle (docs/tournaments.md §6).

If two to a page would leave the hands less than `LOWEST_HAND`, each slip takes a page, so that the boxes stay large
enough to write in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind, Line, ScaleBand, Side
from tournaments.records.sections import table_name
from tournaments.wording.figures import figure, spoken_date
from tournaments.wording.lines import line_name
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both, inside

from .common import MARGIN, SeatedTable, SheetHeader, finished, sheet, split
from .fonts import BOLD, SANS, SERIF
from .layout import THICK, Box, draw_qr, frame, height_needed, rule, shares, stamp, write
from .masthead import draw_mark, foot, mark_width, owner
from .slip_boxes import BELOW_HANDS, HAND_COLUMN, LABELS, draw_boxes

LOWEST_HAND, TALLEST_HAND = 6.5 * mm, 13 * mm
SIDE = 86 * mm
"""The width of each line: base, points and their total."""
HEAD_HEIGHT = 17 * mm
QR_SIDE = 23 * mm
"""The side of a QR code that phones can read at arm's length, and the height of a slip's head."""
MARK = 12 * mm
NUMBER_BOXES = 64 * mm
PAIRS_HEIGHT = 15 * mm
BESIDE_LABEL = 1.5 * mm
LINE_NAME, NUMBER = 15 * mm, 15 * mm
ROUND_BOX, BOX_LABEL = 28 * mm, 5 * mm
"""The width of the box of the round, and the least height of the label above a number."""
UNDER_NAMES = 2 * mm
"""The gap between the second line for names and the frame."""
CODE = 19 * mm
"""The room at the end of each line's half, if phones write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAccess:
    """The access of a table's phones to its slip."""

    address: str
    """The content of the QR code."""
    entrance: str
    """The text to type if the code cannot be read."""
    codes: Mapping[Line, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slip:
    """A slip; parts that are None are left empty, to be written by hand."""

    header: SheetHeader | None
    hands: int
    scale: Sequence[ScaleBand]
    round: int | None = None
    table: int | None = None
    ns: Side | None = None
    ew: Side | None = None
    access: PhoneAccess | None = None
    """The access of phones; None for a slip on paper only."""

    @property
    def printed(self) -> str:
        """Return the name of the print common to all such slips: phones need room in the head and beside the names."""
        return "phones-slip" if self.access else "slip"

    @property
    def number_word(self) -> str:
        """Return the word above a number: of a pair, unless players are ranked."""
        players = self.header is not None and self.header.kind is Kind.INDIVIDUAL
        return _("no.") if players else _("pair no.")


def score_sheets(
    header: SheetHeader,
    tables: Sequence[SeatedTable],
    *,
    round_number: int,
    scale: Sequence[ScaleBand],
    access: Mapping[int, PhoneAccess] | None = None,
) -> bytes:
    """Return the slips of a round, by table, without rests; if phones write, with each table's `access`."""
    slips = [
        _Slip(
            header=header,
            hands=header.hands_per_round,
            scale=scale,
            round=round_number,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            access=(access or {}).get(table.number),
        )
        for table in tables
        if table.ew is not None
    ]
    return _printed(header, slips, header.hands_per_round)


def blank_score_sheets(
    copies: int, *, hands: int, scale: Sequence[ScaleBand], header: SheetHeader | None = None
) -> bytes:
    """Return slips without round, table or names; without a header they suit any tournament with this many hands."""
    return _printed(header, [_Slip(header=header, hands=hands, scale=scale)] * copies, hands)


@dataclass(frozen=True, slots=True)
class _Heights:
    """The heights of a document's slips and their parts, all alike, so that shared parts are drawn once."""

    area: Box
    head: float
    pairs: float
    hand: float


def _heights(slips: Sequence[_Slip], hands: int) -> _Heights:
    """Return the heights for two slips to a page if that leaves the hands room enough."""
    width, height = A4
    head = max((_head_height(slip, width - 2 * MARGIN) for slip in slips[:1]), default=HEAD_HEIGHT)
    pairs = max((_pairs_height(slip) for slip in slips), default=PAIRS_HEIGHT)
    for on_a_page in (2, 1):
        area = Box(x=0, y=0, width=width, height=height / on_a_page).inside(MARGIN, 9 * mm)
        hand = (area.height - head - 2 * mm - pairs - LABELS - sum(BELOW_HANDS)) / hands
        if hand >= LOWEST_HAND:
            break
    return _Heights(area, head, pairs, min(TALLEST_HAND, hand))


def _printed(header: SheetHeader | None, slips: Sequence[_Slip], hands: int) -> bytes:
    canvas, file = sheet(header, _("Score sheets"))
    width, height = A4
    heights = _heights(slips, hands)
    a_page = 2 if heights.area.height < height / 2 else 1
    pages = split(slips, a_page)
    for number, on_page in enumerate(pages, start=1):
        halves = Box(x=0, y=0, width=width, height=height).rows(*[height / a_page] * a_page)
        for half, slip in zip(halves, on_page, strict=False):
            canvas.saveState()
            canvas.translate(half.x, half.y)
            _draw(canvas, slip, heights)
            canvas.restoreState()
        if a_page > 1:
            canvas.setDash(2, 3)
            rule(canvas, halves[0])
            canvas.setDash()
        foot(canvas, number, len(pages))
    return finished(canvas, file)


def _draw(canvas: Canvas, slip: _Slip, heights: _Heights) -> None:
    """Draw the slip from top to bottom, with stamps for shared parts; the hands share the height that is left."""
    hands = [heights.hand] * slip.hands
    top, _gap, pairs, *below = heights.area.rows(heights.head, 2 * mm, heights.pairs, LABELS, *hands, *BELOW_HANDS)
    _draw_head(canvas, slip, top)
    _draw_pairs(canvas, slip, pairs)
    stamp(canvas, f"{slip.printed}-below", lambda: draw_boxes(canvas, slip.scale, below))


def _draw_head(canvas: Canvas, slip: _Slip, area: Box) -> None:
    if slip.access:
        code, area = area.columns(QR_SIDE, area.width - QR_SIDE)
        draw_qr(canvas, slip.access.address, code.rows(QR_SIDE)[0])
    about, boxes = area.columns(area.width - NUMBER_BOXES, NUMBER_BOXES)
    round_box, _gap, table_box = boxes.rows(HEAD_HEIGHT)[0].columns(ROUND_BOX, 3 * mm, 33 * mm)
    of_rounds = _of_rounds(slip)
    label = _label_height(of_rounds, round_box.inside(BESIDE_LABEL), BOX_LABEL)

    def printed() -> None:
        _draw_about(canvas, slip, about.inside(2 * mm))
        _draw_number_box(canvas, of_rounds, round_box, label)
        _draw_number(canvas, slip.round, round_box, label)
        _draw_number_box(canvas, _("table"), table_box, label)

    stamp(canvas, f"{slip.printed}-head", printed)
    _draw_number(canvas, slip.table, table_box, label)


def _of_rounds(slip: _Slip) -> str:
    """Return the label of the number of the round."""
    if slip.header is None:
        return _("round")
    return _("round (of %(rounds)s)") % {"rounds": figure(max(slip.header.rounds_planned, slip.round or 0))}


@dataclass(frozen=True, slots=True)
class _About:
    """The texts about the tournament on a slip."""

    club: str
    name: str
    facts: str
    how: str
    where: str

    def heights(self, width: float) -> list[float]:
        """Return the heights of the texts, 0 for a missing one; the mark leaves the first three this much room."""
        beside = width - mark_width(MARK) - 2 * mm
        texts = (
            (self.club, beside, 4 * mm, SERIF),
            (self.name, beside, 7.5 * mm, SERIF),
            (self.facts, beside, 4.5 * mm, SANS),
            (self.how, width, 4 * mm, SANS),
            (self.where, width, 4 * mm, BOLD),
        )
        return [
            height_needed(text, room, at_least=least, font=font) if text else 0 for text, room, least, font in texts
        ]


def _about(slip: _Slip) -> _About:
    header, access = slip.header, slip.access
    return _About(
        club=owner(header),
        name=header.tournament if header else _("Score sheet"),
        facts=" · ".join(filter(None, (inside(in_both(spoken_date, header.date)), header.venue))) if header else "",
        how=_("Write this slip on your phone: scan the code, or open") if access else "",
        where=access.entrance if access else "",
    )


def _head_height(slip: _Slip, width: float) -> float:
    """Return the height of the head: of the codes if phones write, or of long text beside them."""
    room = width - NUMBER_BOXES - 4 * mm - (QR_SIDE if slip.access else 0)
    height: float = max(QR_SIDE if slip.access else HEAD_HEIGHT, sum(_about(slip).heights(room)))
    return height


def _draw_about(canvas: Canvas, slip: _Slip, area: Box) -> None:
    """Draw the club and the tournament, and the way in for phones without the code."""
    about = _about(slip)
    heights = about.heights(area.width)
    top, lower = area.rows(sum(heights[:3]), sum(heights[3:]))
    wide = mark_width(MARK)
    draw_mark(canvas, Box(x=top.x, y=top.y + top.height - MARK - 1 * mm, width=wide, height=MARK))
    beside = Box(x=top.x + wide + 2 * mm, y=top.y, width=top.width - wide - 2 * mm, height=top.height)
    club, name, facts = beside.rows(*heights[:3])
    how, where = lower.rows(*heights[3:])
    if slip.access:
        write(canvas, about.how, how, size=7.5)
        write(canvas, about.where, where, size=8, font=BOLD)
    write(canvas, about.name, name, size=14, font=SERIF)
    if about.facts:
        write(canvas, about.facts, facts, size=9)
    write(canvas, about.club, club, size=8, font=SERIF)


def _label_height(label: str, box: Box, least: float) -> float:
    """Return the height of a label at the top of a box, so that two lines do not touch the frame."""
    height: float = max(least, height_needed(label, box.width) + 1 * mm)
    return height


def _draw_number_box(canvas: Canvas, label: str, box: Box, height: float) -> None:
    """Draw a box with a label of this height."""
    frame(canvas, box, THICK)
    write(canvas, label, box.rows(height)[0].inside(BESIDE_LABEL), size=8, align="centre")


def _draw_number(canvas: Canvas, number: int | None, box: Box, label: float) -> None:
    """Draw a large number under its label, or leave room to write it."""
    if number is not None:
        _label, below = box.rows(label, box.height - label)
        write(canvas, table_name(number), below.inside(1 * mm, 0.5 * mm), size=28, font=BOLD, align="centre")


def _pairs_height(slip: _Slip) -> float:
    """Return the height that the names of both lines need."""
    width = SIDE - LINE_NAME - NUMBER - (CODE if slip.access else 0) - 3 * mm
    lines = [_names(side) for side in (slip.ns, slip.ew) if side is not None]
    needed = (sum(height_needed(name, width) for name in names) + 1.4 * mm for names in lines)
    height: float = max([PAIRS_HEIGHT, *needed])
    return height


def _names(side: Side) -> tuple[str, ...]:
    """Return the names, one above the other: the partners', or each player's in an individual tournament."""
    if len(side.entrants) == 1:
        return side.entrants[0].playing
    return tuple(" – ".join(player.playing) for player in side.entrants)


def _draw_pairs(canvas: Canvas, slip: _Slip, area: Box) -> None:
    _hand, ns, ew = area.columns(HAND_COLUMN, SIDE, SIDE)
    for line, side, box in ((Line.NS, slip.ns, ns), (Line.EW, slip.ew, ew)):
        name, who = box.columns(LINE_NAME, box.width - LINE_NAME)
        if slip.access:
            who, code = who.columns(who.width - CODE, CODE)
            _draw_code(canvas, slip.access.codes[line], code)
        stamp(canvas, f"{slip.printed}-{line}", partial(_draw_line, canvas, line, box, name))
        if side is None or len(side.entrants) == 1:
            _draw_pair(canvas, slip.number_word, side, who)
        else:
            _draw_players(canvas, side, who)


def _draw_line(canvas: Canvas, line: Line, box: Box, name: Box) -> None:
    frame(canvas, box, THICK)
    write(canvas, in_both(line_name, line), name.inside(1 * mm), size=17, font=BOLD, align="centre")


def _draw_pair(canvas: Canvas, number_word: str, pair: Side | None, box: Box) -> None:
    """Draw the number of a pair and its names, one above the other, or two lines to write them on."""
    number, names = box.columns(NUMBER, box.width - NUMBER)
    label = _label_height(number_word, number, 4.5 * mm)
    above, below = number.rows(label, number.height - label)
    write(canvas, number_word, above, size=7, align="centre")
    if pair is None:
        for row in names.inside(2 * mm).rows(*[(names.height - UNDER_NAMES) / 2] * 2):
            rule(canvas, row)
        return
    write(canvas, figure(pair.entrants[0].id), below.inside(1 * mm), size=17, font=BOLD, align="centre")
    for name, row in _lines(pair, names):
        write(canvas, name, row, size=11.5)


def _draw_players(canvas: Canvas, side: Side, box: Box) -> None:
    """Draw each player's number and name, in an individual tournament."""
    numbers, names = box.columns(NUMBER, box.width - NUMBER)
    for player, (name, row) in zip(side.entrants, _lines(side, names), strict=True):
        number = Box(x=numbers.x, y=row.y, width=numbers.width, height=row.height)
        write(canvas, figure(player.id), number.inside(1 * mm), size=13, font=BOLD, align="centre")
        write(canvas, name, row, size=11.5)


def _lines(side: Side, box: Box) -> list[tuple[str, Box]]:
    """Return each name and its room: what it needs, and an equal share of the rest."""
    names, room = _names(side), box.inside(1.5 * mm, 0.7 * mm)
    return list(zip(names, room.rows(*shares(names, room)), strict=True))


def _draw_code(canvas: Canvas, code: str, box: Box) -> None:
    """Draw the code that proves on a phone which line it is."""
    frame(canvas, box)
    word = _("code")
    height = _label_height(word, box.inside(1 * mm), BOX_LABEL)
    label, sign = box.rows(height, box.height - height)
    write(canvas, word, label.inside(1 * mm), size=8, align="centre")
    write(canvas, code, sign.inside(0.5 * mm), size=15, font=BOLD, align="centre")
