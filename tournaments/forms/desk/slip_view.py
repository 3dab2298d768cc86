"""A slip on a page: its fields with their names, its sums, and the remarks on it. Desk and phones share it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Any

from django.forms import BoundField

from tournaments.models import Tournament
from tournaments.ranking.victory_points import parse_scale
from tournaments.records import Line
from tournaments.selectors.desk_tables import DeskTable
from tournaments.selectors.saved_slips import Rulings
from tournaments.slips.counted_hand import write_counted
from tournaments.slips.typed_slip import EndChoice, JudgedRow, JudgedSlip, SlipRow
from tournaments.wording.slips import SlipRemark, end_names_for, field_labels, remarks_on

from .slip import FIELD_LENGTH, SlipForm, counted_name, end_name, figure_name

NONE_SET: Mapping[tuple[int, Line], int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRemark:
    """A remark beside its fields."""

    remark: SlipRemark
    fields: tuple[str, ...]
    leads_to: str
    """The id of the first of the fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side of a row."""

    line: Line
    fields: tuple[BoundField, ...]
    total: int | None
    total_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A row of the slip."""

    number: int
    sides: tuple[SideView, ...]
    end: BoundField
    remarks: tuple[PlacedRemark, ...]
    remarks_id: str
    counted: BoundField
    """The cards on the table, for a hand that was counted."""
    stands_counted: bool
    by_cards: bool
    mark_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The balance of the hands that both sides filled in."""

    difference: int
    """The absolute difference, with the round's MP adjustments."""
    ahead: Line | None
    vp: tuple[int, int]
    adjusted: bool
    whole: bool
    """Whether all hands are filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipView:
    """A slip with all its sums and remarks."""

    hands: tuple[HandView, ...]
    sums: tuple[tuple[Line, int | None], ...]
    balance: Balance | None
    rulings: Rulings

    @property
    def faults(self) -> tuple[PlacedRemark, ...]:
        return tuple(placed for hand in self.hands for placed in hand.remarks if not placed.remark.is_doubt)

    @property
    def faulty_hands(self) -> tuple[tuple[int, str], ...]:
        """Return each faulty hand, with the first field concerned."""
        first = {placed.remark.hand: placed.leads_to for placed in reversed(self.faults)}
        return tuple(sorted(first.items()))

    @property
    def doubts(self) -> tuple[PlacedRemark, ...]:
        return tuple(placed for hand in self.hands for placed in hand.remarks if placed.remark.is_doubt)


def saved_form(tournament: Tournament, table: DeskTable, slip: JudgedSlip) -> SlipForm:
    """Return the form of the table's saved slip, or a blank one."""
    rows = slip.typed
    initial = shown_rows(rows) | {"version": table.version}
    form = SlipForm(tournament=tournament, table=table.number, depth=rows[0].depth, initial=initial)
    focus(form, figure_name(1, Line.NS, rows[0].depth.columns[0]))
    return form


def shown_rows(rows: Iterable[SlipRow]) -> dict[str, str]:
    """Return rows as the text of the form."""
    texts = {}
    for row in rows:
        texts[end_name(row.number)] = row.choice.value
        if row.counted is not None:
            texts[counted_name(row.number)] = write_counted(row.counted)
        for (line, column), points in row.figures.items():
            texts[figure_name(row.number, line, column)] = str(points)
    return texts


def focus(form: SlipForm, name: str) -> None:
    """Put the focus there when the page opens, and when it is drawn again."""
    form.fields[name].widget.attrs |= {"autofocus": True, "data-focus": True}


def view_slip(form: SlipForm, slip: JudgedSlip, rulings: Rulings) -> SlipView:
    """Return the slip for a page, and mark the fields of the remarks in the form."""
    remarks = [*form.remarks(), *chain.from_iterable(map(remarks_on, slip.rows))]
    ends, labels = end_names_for(form.players), field_labels(form.places)
    _name_fields(form, labels, {choice: str(name) for choice, name in ends.items()})
    return SlipView(
        hands=tuple(_view_hand(form, judged, remarks) for judged in slip.rows),
        sums=slip.sums,
        balance=balance_in(form.tournament, slip, rulings),
        rulings=rulings,
    )


def balance_in(tournament: Tournament, slip: JudgedSlip, rulings: Rulings) -> Balance | None:
    """Return the difference of a slip of the tournament, with what the referee has set; None without a hand."""
    return balance_of(slip, lambda mp: parse_scale(tournament.scale).vp(mp), rulings.adjusted, rulings.mp_set)


def balance_of(
    slip: JudgedSlip,
    vp: Callable[[int], tuple[int, int]],
    adjusted: Mapping[Line, int],
    mp_set: Mapping[tuple[int, Line], int] = NONE_SET,
) -> Balance | None:
    """Return the difference of a slip and what `vp` gives for it, with the MP adjustments of both lines.

    None without a hand. `mp_set` is what the referee set, by hand and line, instead of what is written.
    """
    whole = [judged for judged in slip.rows if judged.entry is not None]
    if not whole:
        return None
    ns, ew = (
        sum(mp_set.get((judged.row.number, line), judged.totals[line] or 0) for judged in whole) + adjusted.get(line, 0)
        for line in Line
    )
    return Balance(
        difference=abs(ns - ew),
        ahead=None if ns == ew else Line.NS if ns > ew else Line.EW,  # equivalent `ns >= ew`: they differ
        vp=vp(ns - ew),
        adjusted=any(adjusted.values()) or bool(mp_set),
        whole=len(whole) == len(slip.rows),
    )


def _view_hand(form: SlipForm, judged: JudgedRow, of_slip: Sequence[SlipRemark]) -> HandView:
    row = judged.row
    remarks = [remark for remark in of_slip if remark.hand == row.number]
    for remark in remarks:
        _mark(form, remark)
    return HandView(
        number=row.number,
        sides=tuple(
            SideView(
                line=line,
                fields=tuple(form[figure_name(row.number, line, column)] for column in row.depth.columns),
                total=judged.totals[line],
                total_id=_id_of(form, f"h{row.number}_{line}_sum"),
            )
            for line in Line
        ),
        end=form[end_name(row.number)],
        remarks=tuple(_place(form, remark) for remark in remarks),
        remarks_id=_faults_id(form, row.number),
        counted=form[counted_name(row.number)],
        stands_counted=judged.stands_counted,
        by_cards=row.counted is not None and row.counted.by_cards,
        mark_id=_id_of(form, f"h{row.number}_mark"),
    )


def _place(form: SlipForm, remark: SlipRemark) -> PlacedRemark:
    fields = _fields_of(remark)
    return PlacedRemark(remark=remark, fields=fields, leads_to=_id_of(form, fields[0]))


def _name_fields(form: SlipForm, labels: Mapping[str, str], ends: Mapping[EndChoice, str]) -> None:
    """Give the fields their labels, and the ends of the hands their names."""
    for name, (hand, place) in form.places.items():
        field: Any = form.fields[name]
        field.label = labels[name]
        field.widget.attrs |= {"aria-label": field.label, "aria-describedby": _faults_id(form, hand)}
        if form.players is not None:
            field.widget.attrs["maxlength"] = FIELD_LENGTH
        if place is None:
            field.choices = [(value, ends[EndChoice(value)]) for value, _name in field.choices]


def _mark(form: SlipForm, remark: SlipRemark) -> None:
    """Mark the fields with a fault or a doubt."""
    for name in _fields_of(remark):
        form.fields[name].widget.attrs["data-doubt" if remark.is_doubt else "aria-invalid"] = "true"


def _id_of(form: SlipForm, name: str) -> str:
    """Return the id of a field, or of another part of the slip; the page may show several tables in turn."""
    return str(form.auto_id) % name


def _faults_id(form: SlipForm, hand: int) -> str:
    """Return the id of the element with a hand's faults."""
    return _id_of(form, f"h{hand}_said")


def _fields_of(remark: SlipRemark) -> tuple[str, ...]:
    """Return the names of the fields concerned."""
    return tuple(figure_name(remark.hand, *place) for place in remark.places) or (end_name(remark.hand),)
