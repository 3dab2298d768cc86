"""The paper slip of a table ("score"): two to an A4 page, to be cut in the middle (docs/tournaments.md §6).

Rounds of more than `MOST_ON_HALF_A_PAGE` hands take a page for each slip, so that the boxes stay large enough to
write in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Entrant, Kind, Line, ScaleBand, Side
from tournaments.wording.figures import figure, line_name, spoken_date

from .common import MARGIN, SeatedTable, SheetHeader, finished, foot, sheet, split
from .layout import BOLD, THICK, Box, draw_qr, frame, rule, stamp, write

MOST_ON_HALF_A_PAGE = 6
TALLEST_HAND = 13 * mm
HAND_COLUMN = 18 * mm
SIDE = 86 * mm
"""Of each line: base, points and their total."""
SCALE_LABELS = 10 * mm
HEAD_HEIGHT = 17 * mm
QR_SIDE = 23 * mm
"""As large as phones read it at arm's length; the head of a slip is as high."""
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


def _printed(header: SheetHeader | None, slips: Sequence[_Slip], hands: int) -> bytes:
    canvas, file = sheet(header, _("Score sheets"))
    width, height = A4
    a_page = 2 if hands <= MOST_ON_HALF_A_PAGE else 1
    pages = split(slips, a_page)
    for number, on_page in enumerate(pages, start=1):
        halves = Box(x=0, y=0, width=width, height=height).rows(*[height / a_page] * a_page)
        for half, slip in zip(halves, on_page, strict=False):
            canvas.saveState()
            canvas.translate(half.x, half.y)
            _draw(canvas, slip, Box(x=0, y=0, width=half.width, height=half.height).inside(MARGIN, 9 * mm))
            canvas.restoreState()
        if a_page > 1:
            canvas.setDash(2, 3)
            rule(canvas, halves[0])
            canvas.setDash()
        foot(canvas, header, number, len(pages))
    return finished(canvas, file)


def _draw(canvas: Canvas, slip: _Slip, area: Box) -> None:
    """The slip from top to bottom, what all share stamped; the hands share what height the rest leaves."""
    head = QR_SIDE if slip.access else HEAD_HEIGHT
    fixed = (head, 2 * mm, 15 * mm, 7 * mm, 11 * mm, 2 * mm, 11 * mm, 1.5 * mm, 8 * mm, 15 * mm)
    hand = min(TALLEST_HAND, (area.height - sum(fixed)) / slip.hands)
    top, _gap, pairs, *below = area.rows(*fixed[:4], *[hand] * slip.hands, *fixed[4:])
    _draw_head(canvas, slip, top)
    _draw_pairs(canvas, slip, pairs)
    stamp(canvas, f"{slip.printed}-below", lambda: _draw_below(canvas, slip.scale, below))


def _draw_head(canvas: Canvas, slip: _Slip, area: Box) -> None:
    if slip.access:
        code, area = area.columns(QR_SIDE, area.width - QR_SIDE)
        draw_qr(canvas, slip.access.address, code)
    about, round_box, _gap, table_box = area.columns(area.width - 64 * mm, 28 * mm, 3 * mm, 33 * mm)

    def printed() -> None:
        header = slip.header
        _draw_about(canvas, slip, about.inside(2 * mm))
        of_rounds = _("round (of %(rounds)s)") % {"rounds": figure(header.rounds_planned)} if header else _("round")
        _draw_number_box(canvas, of_rounds, round_box)
        _draw_number(canvas, slip.round, round_box)
        _draw_number_box(canvas, _("table"), table_box)

    stamp(canvas, f"{slip.printed}-head", printed)
    _draw_number(canvas, slip.table, table_box)


def _draw_about(canvas: Canvas, slip: _Slip, area: Box) -> None:
    """Which tournament it is; and where phones get in without the code."""
    name, facts = area.rows(9 * mm, 6 * mm)
    if slip.access:
        way = Box(x=facts.x, y=area.y, width=facts.width, height=8 * mm)
        how, where = way.rows(4 * mm, 4 * mm)
        write(canvas, _("Write this slip on your phone: scan the code, or open"), how, size=7.5, smallest=5)
        write(canvas, slip.access.entrance, where, size=8, smallest=5, font=BOLD)
    header = slip.header
    write(canvas, header.tournament if header else _("Score sheet"), name, size=15, smallest=9, font=BOLD)
    if header:
        said = " · ".join(filter(None, (spoken_date(header.date), header.venue)))
        write(canvas, said, facts, size=9, smallest=7)


def _draw_number_box(canvas: Canvas, label: str, box: Box) -> None:
    frame(canvas, box, THICK)
    write(canvas, label, box.rows(5 * mm)[0].inside(1.5 * mm), size=8, align="centre")


def _draw_number(canvas: Canvas, number: int | None, box: Box) -> None:
    """A large number under its label; nothing where there is to be room to write it."""
    if number is not None:
        _label, below = box.rows(5 * mm, box.height - 5 * mm)
        write(canvas, figure(number), below.inside(1 * mm, 0.5 * mm), size=28, font=BOLD, align="centre")


def _draw_pairs(canvas: Canvas, slip: _Slip, area: Box) -> None:
    _hand, ns, ew = area.columns(HAND_COLUMN, SIDE, SIDE)
    for line, side, box in ((Line.NS, slip.ns, ns), (Line.EW, slip.ew, ew)):
        name, who = box.columns(15 * mm, box.width - 15 * mm)
        if slip.access:
            who, code = who.columns(who.width - CODE, CODE)
            _draw_code(canvas, slip.access.codes[line], code)
        stamp(canvas, f"{slip.printed}-{line}", partial(_draw_line, canvas, line, box, name))
        if side is None or len(side.entrants) == 1:
            _draw_pair(canvas, slip.number_word, side.entrants[0] if side else None, who)
        else:
            for player, row in zip(side.entrants, who.rows(*[who.height / 2] * 2), strict=True):
                _draw_player(canvas, player, row)


def _draw_line(canvas: Canvas, line: Line, box: Box, name: Box) -> None:
    frame(canvas, box, THICK)
    write(canvas, line_name(line), name, size=17, font=BOLD, align="centre")


def _draw_pair(canvas: Canvas, number_word: str, pair: Entrant | None, box: Box) -> None:
    """The number of a pair, and its names one above the other; or room to write them."""
    number, names = box.columns(15 * mm, box.width - 15 * mm)
    above, below = number.rows(4.5 * mm, number.height - 4.5 * mm)
    write(canvas, number_word, above, size=6.5, smallest=5, align="centre")
    if pair is None:
        rule(canvas, names.inside(2 * mm).rows(names.height / 2)[0])
        return
    write(canvas, figure(pair.id), below.inside(1 * mm), size=17, font=BOLD, align="centre")
    lines = names.inside(1.5 * mm, 0.7 * mm)
    heights = [lines.height / len(pair.playing) for _name in pair.playing]
    for player, row in zip(pair.playing, lines.rows(*heights), strict=True):
        write(canvas, player, row, size=11.5, smallest=8)


def _draw_player(canvas: Canvas, player: Entrant, row: Box) -> None:
    """In an individual tournament: a player's number and name."""
    number, name = row.columns(15 * mm, row.width - 15 * mm)
    write(canvas, figure(player.id), number.inside(1 * mm), size=13, font=BOLD, align="centre")
    write(canvas, " – ".join(player.playing), name.inside(1.5 * mm, 0.7 * mm), size=11.5, smallest=8)


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
    _draw_scale(canvas, scale, bands)
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


def _draw_scale(canvas: Canvas, scale: Sequence[ScaleBand], area: Box) -> None:
    """In small print: the VP of winner and loser, and below them the differences that give them."""
    width = (area.width - SCALE_LABELS) / len(scale)
    label, *bands = area.columns(SCALE_LABELS, *[width for _band in scale])
    printed = [(_("VP"), _("diff.")), *(_band_texts(band) for band in scale)]
    for texts, column in zip(printed, (label, *bands), strict=True):
        for text, cell in zip(texts, column.rows(column.height / 2, column.height / 2), strict=True):
            write(canvas, text, cell.inside(0.8 * mm), size=7.5, smallest=5, align="centre")


def _band_texts(band: ScaleBand) -> tuple[str, str]:
    low = figure(band.low)
    differences = f"{low} +" if band.high is None else f"{low}–{figure(band.high)}"
    return f"{figure(band.winner)}–{figure(band.loser)}", differences


def _draw_signatures(canvas: Canvas, area: Box) -> None:
    """One player of each line, and the referee."""
    signs = (*(_("signature %(line)s") % {"line": line_name(line)} for line in Line), _("the referee"))
    width, gap = 58 * mm, 8 * mm
    cells = area.columns(width, gap, width, gap, width)[::2]
    for sign, cell in zip(signs, cells, strict=True):
        room, label = cell.rows(cell.height - 4 * mm, 4 * mm)
        rule(canvas, room)
        write(canvas, sign, label, size=8, align="centre")
