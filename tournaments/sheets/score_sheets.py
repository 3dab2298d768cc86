"""The paper slip of a table ("score"): two to an A4 page, to be cut in the middle (docs/tournaments.md §6).

Where two to a page would leave the hands less than `LOWEST_HAND`, each slip takes a page, so that the boxes stay large
enough to write in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Kind, Line, ScaleBand, Side
from tournaments.wording.figures import figure, line_name, spoken_date

from .common import MARGIN, SeatedTable, SheetHeader, finished, sheet, split
from .layout import (
    BOLD,
    SANS,
    SERIF,
    THICK,
    Box,
    draw_qr,
    frame,
    height_needed,
    rule,
    shares,
    stamp,
    write,
)
from .masthead import draw_mark, foot, owner
from .slip_scale import draw_scale

LOWEST_HAND, TALLEST_HAND = 6.5 * mm, 13 * mm
HAND_COLUMN = 18 * mm
SIDE = 86 * mm
"""Of each line: base, points and their total."""
HEAD_HEIGHT = 17 * mm
QR_SIDE = 23 * mm
"""As large as phones read it at arm's length; the head of a slip is as high."""
MARK = 12 * mm
NUMBER_BOXES = 64 * mm
PAIRS_HEIGHT = 15 * mm
LINE_NAME, NUMBER = 15 * mm, 15 * mm
UNDER_NAMES = 2 * mm
"""Between the second line to write a name on and the frame."""
BELOW = (11 * mm, 2 * mm, 11 * mm, 1.5 * mm, 8 * mm, 15 * mm)
"""Heights of what is under the hands: totals, result, scale and signatures, with their gaps."""
CODE = 19 * mm
"""At the end of each line's half, where phones write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAccess:
    """How a table's phones get to its slip."""

    address: str
    """What the QR code says."""
    entrance: str
    """What is typed where it cannot be read."""
    codes: Mapping[Line, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slip:
    """One slip; what is None is left empty, to be written by hand."""

    header: SheetHeader | None
    hands: int
    scale: Sequence[ScaleBand]
    round: int | None = None
    table: int | None = None
    ns: Side | None = None
    ew: Side | None = None
    access: PhoneAccess | None = None
    """None where the slip is written on paper alone."""

    @property
    def printed(self) -> str:
        """The name of what is printed on every such slip: phones need room in its head and beside its names."""
        return "phones-slip" if self.access else "slip"

    @property
    def number_word(self) -> str:
        """What stands over a number: of a pair, unless players are ranked."""
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
    """The slips of a round, by table; who rests needs none. Where phones write, with each table's `access`."""
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
    """Slips without round, table or names; without a header they serve any tournament of so many hands a round."""
    return _printed(header, [_Slip(header=header, hands=hands, scale=scale)] * copies, hands)


@dataclass(frozen=True, slots=True)
class _Heights:
    """How high the slips of a document are and their parts, all alike, so that what they share is drawn once."""

    area: Box
    head: float
    pairs: float
    hand: float


def _heights(slips: Sequence[_Slip], hands: int) -> _Heights:
    """Two slips to a page if that leaves the hands room enough."""
    width, height = A4
    head = max((_head_height(slip, width - 2 * MARGIN) for slip in slips[:1]), default=HEAD_HEIGHT)
    pairs = max((_pairs_height(slip) for slip in slips), default=PAIRS_HEIGHT)
    for on_a_page in (2, 1):
        area = Box(x=0, y=0, width=width, height=height / on_a_page).inside(MARGIN, 9 * mm)
        hand = (area.height - head - 2 * mm - pairs - 7 * mm - sum(BELOW)) / hands
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
    """The slip from top to bottom, what all share stamped; the hands share what height the rest leaves."""
    hands = [heights.hand] * slip.hands
    top, _gap, pairs, *below = heights.area.rows(heights.head, 2 * mm, heights.pairs, 7 * mm, *hands, *BELOW)
    _draw_head(canvas, slip, top)
    _draw_pairs(canvas, slip, pairs)
    stamp(canvas, f"{slip.printed}-below", lambda: _draw_below(canvas, slip.scale, below))


def _draw_head(canvas: Canvas, slip: _Slip, area: Box) -> None:
    if slip.access:
        code, area = area.columns(QR_SIDE, area.width - QR_SIDE)
        draw_qr(canvas, slip.access.address, code.rows(QR_SIDE)[0])
    about, boxes = area.columns(area.width - NUMBER_BOXES, NUMBER_BOXES)
    round_box, _gap, table_box = boxes.rows(HEAD_HEIGHT)[0].columns(28 * mm, 3 * mm, 33 * mm)

    def printed() -> None:
        header = slip.header
        _draw_about(canvas, slip, about.inside(2 * mm))
        of_rounds = _("round (of %(rounds)s)") % {"rounds": figure(header.rounds_planned)} if header else _("round")
        _draw_number_box(canvas, of_rounds, round_box)
        _draw_number(canvas, slip.round, round_box)
        _draw_number_box(canvas, _("table"), table_box)

    stamp(canvas, f"{slip.printed}-head", printed)
    _draw_number(canvas, slip.table, table_box)


@dataclass(frozen=True, slots=True)
class _About:
    """What a slip says of its tournament."""

    club: str
    name: str
    facts: str
    how: str
    where: str

    def heights(self, width: float) -> list[float]:
        """What each needs, nothing for what is not said, where the mark leaves the first three so much room."""
        beside = width - MARK - 2 * mm
        said = (
            (self.club, beside, 4 * mm, SERIF),
            (self.name, beside, 7.5 * mm, SERIF),
            (self.facts, beside, 4.5 * mm, SANS),
            (self.how, width, 4 * mm, SANS),
            (self.where, width, 4 * mm, BOLD),
        )
        return [height_needed(text, room, at_least=least, font=font) if text else 0 for text, room, least, font in said]


def _about(slip: _Slip) -> _About:
    header, access = slip.header, slip.access
    return _About(
        club=owner(header),
        name=header.tournament if header else _("Score sheet"),
        facts=" · ".join(filter(None, (spoken_date(header.date), header.venue))) if header else "",
        how=_("Write this slip on your phone: scan the code, or open") if access else "",
        where=access.entrance if access else "",
    )


def _head_height(slip: _Slip, width: float) -> float:
    """Of the codes where phones write, of what is said beside them where that is long."""
    room = width - NUMBER_BOXES - 4 * mm - (QR_SIDE if slip.access else 0)
    height: float = max(QR_SIDE if slip.access else HEAD_HEIGHT, sum(_about(slip).heights(room)))
    return height


def _draw_about(canvas: Canvas, slip: _Slip, area: Box) -> None:
    """Whose slip it is, and of which tournament; and where phones get in without the code."""
    about = _about(slip)
    heights = about.heights(area.width)
    top, lower = area.rows(sum(heights[:3]), sum(heights[3:]))
    draw_mark(canvas, Box(x=top.x, y=top.y + top.height - MARK - 1 * mm, width=MARK, height=MARK))
    beside = Box(x=top.x + MARK + 2 * mm, y=top.y, width=top.width - MARK - 2 * mm, height=top.height)
    club, name, facts = beside.rows(*heights[:3])
    how, where = lower.rows(*heights[3:])
    if slip.access:
        write(canvas, about.how, how, size=7.5)
        write(canvas, about.where, where, size=8, font=BOLD)
    write(canvas, about.name, name, size=14, font=SERIF)
    if about.facts:
        write(canvas, about.facts, facts, size=9)
    write(canvas, about.club, club, size=8, font=SERIF)


def _draw_number_box(canvas: Canvas, label: str, box: Box) -> None:
    frame(canvas, box, THICK)
    write(canvas, label, box.rows(5 * mm)[0].inside(1.5 * mm), size=8, align="centre")


def _draw_number(canvas: Canvas, number: int | None, box: Box) -> None:
    """A large number under its label; nothing where there is to be room to write it."""
    if number is not None:
        _label, below = box.rows(5 * mm, box.height - 5 * mm)
        write(canvas, figure(number), below.inside(1 * mm, 0.5 * mm), size=28, font=BOLD, align="centre")


def _pairs_height(slip: _Slip) -> float:
    """As high as the names of both lines need."""
    width = SIDE - LINE_NAME - NUMBER - (CODE if slip.access else 0) - 3 * mm
    lines = [_names(side) for side in (slip.ns, slip.ew) if side is not None]
    needed = (sum(height_needed(name, width) for name in names) + 1.4 * mm for names in lines)
    height: float = max([PAIRS_HEIGHT, *needed])
    return height


def _names(side: Side) -> tuple[str, ...]:
    """One above the other: the partners', or in an individual tournament each player's."""
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
    write(canvas, line_name(line), name, size=17, font=BOLD, align="centre")


def _draw_pair(canvas: Canvas, number_word: str, pair: Side | None, box: Box) -> None:
    """The number of a pair, and its names one above the other; or two lines to write them on."""
    number, names = box.columns(NUMBER, box.width - NUMBER)
    above, below = number.rows(4.5 * mm, number.height - 4.5 * mm)
    write(canvas, number_word, above, size=7, align="centre")
    if pair is None:
        for row in names.inside(2 * mm).rows(*[(names.height - UNDER_NAMES) / 2] * 2):
            rule(canvas, row)
        return
    write(canvas, figure(pair.entrants[0].id), below.inside(1 * mm), size=17, font=BOLD, align="centre")
    for name, row in _lines(pair, names):
        write(canvas, name, row, size=11.5)


def _draw_players(canvas: Canvas, side: Side, box: Box) -> None:
    """In an individual tournament: each player's number and name."""
    numbers, names = box.columns(NUMBER, box.width - NUMBER)
    for player, (name, row) in zip(side.entrants, _lines(side, names), strict=True):
        number = Box(x=numbers.x, y=row.y, width=numbers.width, height=row.height)
        write(canvas, figure(player.id), number.inside(1 * mm), size=13, font=BOLD, align="centre")
        write(canvas, name, row, size=11.5)


def _lines(side: Side, box: Box) -> list[tuple[str, Box]]:
    """Each name and its room: what it needs, and an equal share of what is left."""
    names, room = _names(side), box.inside(1.5 * mm, 0.7 * mm)
    return list(zip(names, room.rows(*shares(names, room)), strict=True))


def _draw_code(canvas: Canvas, code: str, box: Box) -> None:
    """What a line shows on a phone that it is this line."""
    frame(canvas, box)
    label, sign = box.rows(5 * mm, box.height - 5 * mm)
    write(canvas, _("code"), label.inside(1 * mm), size=8, align="centre")
    write(canvas, code, sign.inside(0.5 * mm), size=15, font=BOLD, align="centre")


def _draw_below(canvas: Canvas, scale: Sequence[ScaleBand], rows: Sequence[Box]) -> None:
    """What is under the names: room for the hands, their totals and the result; the scale; the signatures."""
    labels, *hands, totals, _gap, result, _gap, bands, signatures = rows
    _draw_labels(canvas, labels)
    for number, row in enumerate(hands, start=1):
        _draw_hand(canvas, number, row)
    _draw_totals(canvas, totals)
    _draw_result(canvas, result)
    draw_scale(canvas, scale, bands)
    _draw_signatures(canvas, signatures)


def _columns(row: Box) -> tuple[Box, ...]:
    """The number of the hand, then base, points and total of NS and of EW."""
    return row.columns(HAND_COLUMN, *(28 * mm, 28 * mm, 30 * mm) * 2)


def _draw_labels(canvas: Canvas, row: Box) -> None:
    labels = (_("hand"), *(_("base"), _("points"), _("total")) * 2)
    for label, cell in zip(labels, _columns(row), strict=True):
        frame(canvas, cell)
        write(canvas, label, cell.inside(1 * mm), size=9, align="centre")


def _draw_hand(canvas: Canvas, number: int, row: Box) -> None:
    cells = _columns(row)
    write(canvas, figure(number), cells[0], size=15, font=BOLD, align="centre")
    for cell in cells:
        frame(canvas, cell)


def _draw_totals(canvas: Canvas, row: Box) -> None:
    cells = _columns(row)
    label = Box(x=cells[0].x, y=row.y, width=HAND_COLUMN + 56 * mm, height=row.height)
    write(canvas, _("round total"), label.inside(2 * mm), size=11, font=BOLD, align="right")
    opposite = Box(x=cells[4].x, y=row.y, width=56 * mm, height=row.height)
    write(canvas, _("round total"), opposite.inside(2 * mm), size=11, font=BOLD, align="right")
    frame(canvas, cells[3], THICK)
    frame(canvas, cells[6], THICK)


def _draw_result(canvas: Canvas, row: Box) -> None:
    """The difference, and the VP of both lines."""
    widths = (28 * mm, 36 * mm, 34 * mm, 29 * mm, 34 * mm, 29 * mm)
    labels = (_("difference"), *(_("VP %(line)s") % {"line": line_name(line)} for line in Line))
    cells = row.columns(*widths)
    for label, text, box in zip(labels, cells[::2], cells[1::2], strict=True):
        write(canvas, label, text.inside(2 * mm), size=11, font=BOLD, align="right")
        frame(canvas, box, THICK)


def _draw_signatures(canvas: Canvas, area: Box) -> None:
    """One player of each line, and the referee."""
    signs = (*(_("signature %(line)s") % {"line": line_name(line)} for line in Line), _("the referee"))
    width, gap = 58 * mm, 8 * mm
    cells = area.columns(width, gap, width, gap, width)[::2]
    for sign, cell in zip(signs, cells, strict=True):
        room, label = cell.rows(cell.height - 4 * mm, 4 * mm)
        rule(canvas, room)
        write(canvas, sign, label, size=8, align="centre")
