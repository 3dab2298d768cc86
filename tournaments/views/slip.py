"""What the page of a table shows of its slip: totals, difference and VP so far, and everything wrong with it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.engine.hand import AnyHand
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import Judgement, judge
from tournaments.counted_hands import CountedHand
from tournaments.forms.results import LINE_NAMES, SlipForm, counted_name, end_name, figure_name, hand_label, show_row
from tournaments.records import Line
from tournaments.slip_entry import EndChoice, TypedHand, counted_row
from tournaments.victory_points import Scale

COLUMNS_AT_FAULT: Mapping[ViolationCode | DoubtCode, str] = {
    ViolationCode.POINTS_WITHOUT_BURRACO: "points",
    ViolationCode.POINTS_BEYOND_DECK: "points",
    ViolationCode.CLOSED_AGAINST_END: "end",
    ViolationCode.CANNOT_HAVE_CLOSED: "end",
    ViolationCode.BOTH_CLOSED: "end",
    ViolationCode.NOBODY_CLOSED: "end",
    ViolationCode.NO_COMMON_READING: "end",
    DoubtCode.UNUSUAL_POINTS: "points",
    DoubtCode.BURRACOS_WITHOUT_POINTS: "points",
}
"""The column to look at first; where nothing is said, the first one."""

FAULTS_OF_A_FIGURE = frozenset(
    {ViolationCode.NOT_A_MULTIPLE, ViolationCode.BASE_IMPOSSIBLE, ViolationCode.TOTAL_IMPOSSIBLE}
)
"""What is wrong with one figure whatever the others are; the column where no fact names it is the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A fault or a doubt, with the names of the fields that it is about."""

    hand: int
    fields: tuple[str, ...]
    leads_to: str
    """The id of the first of the fields."""
    beside: str
    """The sentence as it stands in the hand's own row."""
    in_full: str
    """The same with the hand in front."""
    is_doubt: bool = False


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
    said: tuple[Said, ...]
    said_id: str
    counted: BoundField
    """What lay on the table, of a hand that was counted from it."""
    stands_counted: bool
    by_cards: bool
    mark_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """What the hands that both sides filled in come to."""

    difference: int
    """Regardless of who is ahead, MP adjustments of the round included."""
    ahead: Line | None
    vp: tuple[int, int]
    adjusted: bool
    whole: bool
    """No hand is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipView:
    """A slip with everything that the program makes of it."""

    hands: tuple[HandView, ...]
    sums: tuple[tuple[Line, int | None], ...]
    balance: Balance | None

    @property
    def said(self) -> tuple[Said, ...]:
        return tuple(said for hand in self.hands for said in hand.said)

    @property
    def faults(self) -> tuple[Said, ...]:
        return tuple(said for said in self.said if not said.is_doubt)


def judge_typed(rules: RuleSet, typed: Iterable[TypedHand]) -> dict[int, Judgement]:
    """What the engine says of each hand, by the hand's number; of one half filled in, what is wrong already."""
    return {
        row.number: _whole_hand(rules, row, hand) if (hand := row.hand) else _half_a_hand(rules, row)
        for row in typed
        if not row.untouched and not row.contradicts_itself
    }


def _whole_hand(rules: RuleSet, row: TypedHand, hand: AnyHand) -> Judgement:
    """That nobody scored in a hand marked as not played is no doubt: it has been said."""
    judgement = judge(rules, hand)
    if row.choice is not EndChoice.NOT_PLAYED:
        return judgement
    return replace(judgement, doubts=tuple(d for d in judgement.doubts if d.code is not DoubtCode.NOTHING_SCORED))


def _half_a_hand(rules: RuleSet, row: TypedHand) -> Judgement:
    """The faults of single figures, which whatever is typed next will not mend."""
    lines = tuple(Line)
    found = tuple(
        fault
        for fault in judge(rules, row.as_if_whole).violations
        if fault.code in FAULTS_OF_A_FIGURE
        and fault.side is not None
        and (lines[fault.side], fault.facts.get("column", row.depth.columns[0])) in row.figures
    )
    return Judgement(violations=found, doubts=(), scores=None)


def view_slip(
    form: SlipForm,
    typed: Sequence[TypedHand],
    judged: Mapping[int, Judgement],
    *,
    scale: Scale,
    adjusted: Mapping[Line, int],
) -> SlipView:
    """Everything that the page shows of a slip; the fields at fault are marked in the form."""
    said = [*_of_form(form), *(said for number, found in judged.items() for said in _of_engine(form, number, found))]
    said += [_typed_over(form, row, row.counted) for row in typed if row.counted is not None and row.typed_over]
    for each in said:
        for name in each.fields:
            form.fields[name].widget.attrs["data-doubt" if each.is_doubt else "aria-invalid"] = "true"
    return SlipView(
        hands=tuple(_hand_view(form, row, [each for each in said if each.hand == row.number]) for row in typed),
        sums=tuple((line, _sum(row.total(line) for row in typed)) for line in Line),
        balance=_balance(typed, scale, adjusted),
    )


def _hand_view(form: SlipForm, row: TypedHand, said: Iterable[Said]) -> HandView:
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
        said=tuple(said),
        said_id=form.said_at(row.number),
        counted=form[counted_name(row.number)],
        stands_counted=row.stands_counted,
        by_cards=row.counted is not None and row.counted.by_cards,
        mark_id=form.id_of(f"h{row.number}_mark"),
    )


def _sum(totals: Iterable[int | None]) -> int | None:
    known = [total for total in totals if total is not None]
    return sum(known) if known else None


def _balance(typed: Sequence[TypedHand], scale: Scale, adjusted: Mapping[Line, int]) -> Balance | None:
    whole = [row for row in typed if row.hand is not None]
    if not whole:
        return None
    ns, ew = (sum(row.total(line) or 0 for row in whole) + adjusted.get(line, 0) for line in Line)
    return Balance(
        difference=abs(ns - ew),
        ahead=None if ns == ew else Line.NS if ns > ew else Line.EW,
        vp=scale.vp(ns - ew),
        adjusted=any(adjusted.values()),
        whole=len(whole) == len(typed),
    )


def _of_form(form: SlipForm) -> Iterable[Said]:
    for fault in form.faults():
        yield Said(
            hand=fault.hand,
            fields=(fault.field,),
            leads_to=form.id_of(fault.field),
            beside=fault.beside,
            in_full=fault.in_full,
        )


def _typed_over(form: SlipForm, row: TypedHand, counted: CountedHand) -> Said:
    """Other figures take the place of a count only when somebody says so."""
    table = counted_row(row.number, counted, row.depth)
    names = [figure_name(row.number, *place) for place, figure in table.figures.items() if row.figures[place] != figure]
    fields = tuple(names) or (end_name(row.number),)
    sentence = _("counted on the table it came to %(figures)s. Shall these figures take the place of the count?") % {
        "figures": show_row(table)
    }
    return Said(
        hand=row.number,
        fields=fields,
        leads_to=form.id_of(fields[0]),
        beside=capfirst(sentence),
        in_full=f"{hand_label(row.number)}: {sentence}",
        is_doubt=True,
    )


def _of_engine(form: SlipForm, number: int, judgement: Judgement) -> Iterable[Said]:
    everything: tuple[Violation | Doubt, ...] = (*judgement.violations, *judgement.doubts)
    for found in everything:
        fields = _fields(form, number, found)
        yield Said(
            hand=number,
            fields=fields,
            leads_to=form.id_of(fields[0]),
            beside=_sentence(found),
            in_full=_sentence(found, hand_number=number),
            is_doubt=isinstance(found, Doubt),
        )


def _sentence(found: Violation | Doubt, hand_number: int | None = None) -> str:
    sides = tuple(str(name) for name in LINE_NAMES.values())
    if isinstance(found, Doubt):
        return doubt_sentence(found, side_names=sides, hand_number=hand_number)
    return violation_sentence(found, side_names=sides, hand_number=hand_number)


def _fields(form: SlipForm, number: int, found: Violation | Doubt) -> tuple[str, ...]:
    """The fields that a fault is about: of one side, or of both where it is about the table."""
    columns = form.slip_depth.columns
    column = str(found.facts.get("column") or COLUMNS_AT_FAULT.get(found.code, columns[0]))
    if column == "end":
        return (end_name(number),)
    lines = tuple(Line) if found.side is None else (tuple(Line)[found.side],)
    return tuple(figure_name(number, line, column if column in columns else columns[0]) for line in lines)
