"""The slip of the table on top as its page shows it: the fields, what they come to, and the remarks on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import BoundField
from django.http import QueryDict

from tournaments.forms.desk.slip import SlipForm, counted_name, end_name, fields_of, figure_name, shown_rows
from tournaments.records import Line
from tournaments.selectors.desk import DeskTable
from tournaments.selectors.rulings import Rulings
from tournaments.selectors.settings import scale_of
from tournaments.slips.judged import Balance, JudgedRow, JudgedSlip
from tournaments.slips.typed import Depth, SlipRow
from tournaments.wording.slips import SlipRemark, remarks_on

from .desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRemark:
    """A remark beside its fields."""

    remark: SlipRemark
    fields: tuple[str, ...]
    leads_to: str
    """The id of the first of the fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side's half of a row."""

    line: Line
    fields: tuple[BoundField, ...]
    total: int | None
    total_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """One row of the slip."""

    number: int
    sides: tuple[SideView, ...]
    end: BoundField
    remarks: tuple[PlacedRemark, ...]
    said_id: str
    counted: BoundField
    """What lay on the table, of a hand that was counted from it."""
    stands_counted: bool
    by_cards: bool
    mark_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipView:
    """A slip with everything that the program makes of it."""

    hands: tuple[HandView, ...]
    sums: tuple[tuple[Line, int | None], ...]
    balance: Balance | None
    rulings: Rulings

    @property
    def faults(self) -> tuple[PlacedRemark, ...]:
        return tuple(placed for hand in self.hands for placed in hand.remarks if not placed.remark.is_doubt)


def typed_form(data: QueryDict, desk: Desk, table: DeskTable) -> SlipForm:
    """The slip as it was sent."""
    sent = data.get("depth", "")
    return SlipForm(
        data,
        hands=desk.tournament.hands_per_round,
        depth=Depth(sent if sent in list(Depth) else desk.tournament.entry),
        rules=desk.rules,
        id_stem=f"t{table.number}",
    )


def stored_form(desk: Desk, table: DeskTable, rows: Sequence[SlipRow]) -> SlipForm:
    """The slip as it is saved, or a blank one."""
    form = SlipForm(
        hands=desk.tournament.hands_per_round,
        depth=rows[0].depth,
        rules=desk.rules,
        id_stem=f"t{table.number}",
        initial=shown_rows(rows) | {"version": table.version},
    )
    form.focus(figure_name(1, Line.NS, rows[0].depth.columns[0]))
    return form


def view_slip(desk: Desk, form: SlipForm, slip: JudgedSlip, rulings: Rulings) -> SlipView:
    """What the page says of a slip; the fields that a remark is about are marked in the form."""
    of_form = form.remarks()
    remarks = {
        judged.row.number: (*(each for each in of_form if each.hand == judged.row.number), *remarks_on(judged))
        for judged in slip.rows
    }
    for remark in (remark for found in remarks.values() for remark in found):
        form.mark(remark)
    return SlipView(
        hands=tuple(_view_hand(form, judged, remarks[judged.row.number]) for judged in slip.rows),
        sums=slip.sums,
        balance=slip.balance(scale_of(desk.tournament).vp, rulings.adjusted, rulings.mp_set),
        rulings=rulings,
    )


def _view_hand(form: SlipForm, judged: JudgedRow, remarks: Sequence[SlipRemark]) -> HandView:
    row = judged.row
    return HandView(
        number=row.number,
        sides=tuple(
            SideView(
                line=line,
                fields=tuple(form[figure_name(row.number, line, column)] for column in row.depth.columns),
                total=row.total(line),
                total_id=form.id_of(f"h{row.number}_{line}_sum"),
            )
            for line in Line
        ),
        end=form[end_name(row.number)],
        remarks=tuple(_place(form, remark) for remark in remarks),
        said_id=form.said_at(row.number),
        counted=form[counted_name(row.number)],
        stands_counted=row.stands_counted,
        by_cards=row.counted is not None and row.counted.by_cards,
        mark_id=form.id_of(f"h{row.number}_mark"),
    )


def _place(form: SlipForm, remark: SlipRemark) -> PlacedRemark:
    fields = fields_of(remark)
    return PlacedRemark(remark=remark, fields=fields, leads_to=form.id_of(fields[0]))
