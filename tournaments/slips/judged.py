"""A typed slip judged: what is wrong with each row and what all of them come to, in codes and figures.

Nothing here knows a form or a language: `tournaments/wording/slips.py` has the sentences.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.engine.hand import AnyHand
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.services import Judgement, judge
from tournaments.records import Line

from .typed import EndChoice, Place, SlipRow, counted_row

END = "end"
EMPTY: Mapping[tuple[int, Line], int] = MappingProxyType({})

COLUMNS_AT_FAULT: Mapping[ViolationCode | DoubtCode, str] = {
    ViolationCode.POINTS_WITHOUT_BURRACO: "points",
    ViolationCode.POINTS_BEYOND_DECK: "points",
    ViolationCode.CLOSED_AGAINST_END: END,
    ViolationCode.CANNOT_HAVE_CLOSED: END,
    ViolationCode.BOTH_CLOSED: END,
    ViolationCode.NOBODY_CLOSED: END,
    ViolationCode.NO_COMMON_READING: END,
    DoubtCode.UNUSUAL_POINTS: "points",
    DoubtCode.BURRACOS_WITHOUT_POINTS: "points",
}
"""The column to look at first; where nothing is said, the first one."""

FAULTS_OF_A_FIGURE = frozenset(
    {ViolationCode.NOT_A_MULTIPLE, ViolationCode.BASE_IMPOSSIBLE, ViolationCode.TOTAL_IMPOSSIBLE}
)
"""What is wrong with one figure whatever the others are; the column where no fact names it is the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """One row of a slip with what the engine says of it."""

    row: SlipRow
    faults: tuple[Violation, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def typed_over(self) -> SlipRow | None:
        """The figures that the table gave, where others were typed over them: a doubt of its own."""
        row = self.row
        return counted_row(row.number, row.counted, row.depth) if row.counted is not None and row.typed_over else None

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts) or self.row.typed_over

    def places_of(self, found: Violation | Doubt) -> tuple[Place, ...]:
        """The figures that a fault is about, of one side, or of both where it is about the table; none: the end."""
        columns = self.row.depth.columns
        column = str(found.facts.get("column") or COLUMNS_AT_FAULT.get(found.code, columns[0]))
        if column == END:
            return ()
        lines = tuple(Line) if found.side is None else (tuple(Line)[found.side],)
        return tuple((line, column if column in columns else columns[0]) for line in lines)

    @property
    def places_typed_over(self) -> tuple[Place, ...]:
        """The figures that are not those of the table; none: how the hand ended."""
        table = self.typed_over
        return tuple(p for p, figure in table.figures.items() if self.row.figures[p] != figure) if table else ()


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
class JudgedSlip:
    """A slip row by row."""

    rows: tuple[JudgedRow, ...]

    @property
    def typed(self) -> tuple[SlipRow, ...]:
        return tuple(judged.row for judged in self.rows)

    @property
    def is_illegal(self) -> bool:
        return any(judged.faults for judged in self.rows)

    @property
    def is_doubtful(self) -> bool:
        return any(judged.is_doubtful for judged in self.rows)

    @property
    def sums(self) -> tuple[tuple[Line, int | None], ...]:
        """What each side's hands come to; None before there is one."""
        return tuple((line, _sum(row.total(line) for row in self.typed)) for line in Line)

    def balance(
        self,
        vp: Callable[[int], tuple[int, int]],
        adjusted: Mapping[Line, int],
        mp_set: Mapping[tuple[int, Line], int] = EMPTY,
    ) -> Balance | None:
        """The difference and what `vp` gives for it, with the MP adjustments of both lines; None without a hand.

        `mp_set`: what the referee set, by hand and line, instead of what is written.
        """
        whole = [row for row in self.typed if row.hand is not None]
        if not whole:
            return None
        ns, ew = (
            sum(mp_set.get((row.number, line), row.total(line) or 0) for row in whole) + adjusted.get(line, 0)
            for line in Line
        )
        return Balance(
            difference=abs(ns - ew),
            ahead=None if ns == ew else Line.NS if ns > ew else Line.EW,
            vp=vp(ns - ew),
            adjusted=any(adjusted.values()) or bool(mp_set),
            whole=len(whole) == len(self.rows),
        )


def judge_slip_rows(rules: RuleSet, rows: Iterable[SlipRow]) -> JudgedSlip:
    """What the engine says of each hand; of one half filled in, what is wrong already."""
    return JudgedSlip(rows=tuple(_judge_row(rules, row) for row in rows))


def accepted_rows(rows: Iterable[SlipRow]) -> JudgedSlip:
    """A saved slip: what was to be said of it has been."""
    return JudgedSlip(rows=tuple(JudgedRow(row=row) for row in rows))


def _judge_row(rules: RuleSet, row: SlipRow) -> JudgedRow:
    if row.untouched or row.contradicts_itself:
        return JudgedRow(row=row)
    hand = row.hand
    if hand is None:
        return JudgedRow(row=row, faults=_half_a_hand(rules, row))
    judgement = _whole_hand(rules, row, hand)
    return JudgedRow(row=row, faults=judgement.violations, doubts=judgement.doubts)


def _whole_hand(rules: RuleSet, row: SlipRow, hand: AnyHand) -> Judgement:
    """That nobody scored in a hand marked as not played is no doubt: it has been said."""
    judgement = judge(rules, hand)
    if row.choice is not EndChoice.NOT_PLAYED:
        return judgement
    return replace(judgement, doubts=tuple(d for d in judgement.doubts if d.code is not DoubtCode.NOTHING_SCORED))


def _half_a_hand(rules: RuleSet, row: SlipRow) -> tuple[Violation, ...]:
    """The faults of single figures, which whatever is typed next will not mend."""
    lines = tuple(Line)
    return tuple(
        fault
        for fault in judge(rules, row.as_if_whole).violations
        if fault.code in FAULTS_OF_A_FIGURE
        and fault.side is not None
        and (lines[fault.side], fault.facts.get("column", row.depth.columns[0])) in row.figures
    )


def _sum(totals: Iterable[int | None]) -> int | None:
    known = [total for total in totals if total is not None]
    return sum(known) if known else None
