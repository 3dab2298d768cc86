"""A typed slip, judged: the faults of each row and the sums, as codes and figures.

The module knows no form and no language: `tournaments/wording/slips.py` has the sentences.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scoring.engine.hand import AnyEntry, AnyHand, HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.services import Judgement, judge
from tournaments.records import Line

from .counted_hand import Claim
from .typed_slip import EndChoice, Place, SlipRow, counted_row

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
"""The column to check first; for other codes it is the first one."""

FAULTS_OF_A_FIGURE = frozenset(
    {ViolationCode.NOT_A_MULTIPLE, ViolationCode.BASE_IMPOSSIBLE, ViolationCode.TOTAL_IMPOSSIBLE}
)
"""The faults of one figure, whatever the others are; if no fact names the column, it is the first."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand of a slip: its end, and what each side wrote or showed, at any depth of the engine."""

    end: HandEnd
    ns: AnyEntry
    ew: AnyEntry
    claim: Claim | None = None
    """What both sides had written for a counted hand, kept in the history."""
    judged: tuple[RuleSet, Judgement] | None = field(default=None, compare=False, repr=False)
    """The engine's judgement under a ruleset, so that it is not made twice; None before it is made."""

    @property
    def hand(self) -> AnyHand:
        return AnyHand(end=self.end, sides=(self.ns, self.ew))

    def judgement(self, rules: RuleSet) -> Judgement:
        """Return the engine's judgement."""
        if self.judged is not None and self.judged[0] is rules:
            return self.judged[1]
        return judge(rules, self.hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """A row of a slip with its sums and its judgement."""

    row: SlipRow
    entry: HandEntry | None
    """The hand to be saved; None until both sides are filled in."""
    totals: Mapping[Line, int | None]
    """The sum of each side; None until all its figures are filled in."""
    missing: tuple[Place, ...]
    """The empty fields, in the order of the slip; none in a hand that was not played."""
    stands_counted: bool
    """Whether the figures are those of the counted table."""
    untouched: bool
    """Whether nothing has been filled in."""
    typed_over: SlipRow | None
    """The figures of the counted table, if others were typed over them, which is a doubt."""
    faults: tuple[Violation, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts) or self.typed_over is not None

    def places_of(self, found: Violation | Doubt) -> tuple[Place, ...]:
        """Return the figures of a fault, of one side, or of both if it is about the table; none for the hand's end."""
        columns = self.row.depth.columns
        column = str(found.facts.get("column") or COLUMNS_AT_FAULT.get(found.code, columns[0]))
        if column == END:
            return ()
        lines = tuple(Line) if found.side is None else (tuple(Line)[found.side],)
        return tuple((line, column if column in columns else columns[0]) for line in lines)

    @property
    def places_typed_over(self) -> tuple[Place, ...]:
        """Return the figures that differ from the table's; none for the hand's end."""
        table = self.typed_over
        return tuple(p for p, figure in table.figures.items() if self.row.figures[p] != figure) if table else ()


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
class JudgedSlip:
    """A slip row by row, with what the rows say together."""

    rows: tuple[JudgedRow, ...]
    typed: tuple[SlipRow, ...]
    """The rows as typed."""
    sums: tuple[tuple[Line, int | None], ...]
    """The sum of each side's hands; None before the first."""
    hands: tuple[HandEntry, ...]
    """The hands to be saved."""
    is_illegal: bool
    is_doubtful: bool

    def balance(
        self,
        vp: Callable[[int], tuple[int, int]],
        adjusted: Mapping[Line, int],
        mp_set: Mapping[tuple[int, Line], int] = EMPTY,
    ) -> Balance | None:
        """The difference and what `vp` gives for it, with the MP adjustments of both lines; None without a hand.

        `mp_set`: what the referee set, by hand and line, instead of what is written.
        """
        whole = [judged for judged in self.rows if judged.entry is not None]
        if not whole:
            return None
        ns, ew = (
            sum(mp_set.get((judged.row.number, line), judged.totals[line] or 0) for judged in whole)
            + adjusted.get(line, 0)
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
    """Return the judgement of each hand; for one half filled in, the faults so far."""
    return _slip_of(_judge_row(rules, row) for row in rows)


def accepted_rows(rows: Iterable[SlipRow]) -> JudgedSlip:
    """Return the rows of a saved slip, whose doubts are settled."""
    return _slip_of(_read_row(row) for row in rows)


def _slip_of(judged: Iterable[JudgedRow]) -> JudgedSlip:
    rows = tuple(judged)
    return JudgedSlip(
        rows=rows,
        typed=tuple(judged.row for judged in rows),
        sums=tuple((line, _sum(judged.totals[line] for judged in rows)) for line in Line),
        hands=tuple(judged.entry for judged in rows if judged.entry is not None),
        is_illegal=any(judged.faults for judged in rows),
        is_doubtful=any(judged.is_doubtful for judged in rows),
    )


def _read_row(row: SlipRow) -> JudgedRow:
    """Return the row with its sums, whatever the engine's judgement."""
    entry, table, claim, missing = None, None, row.claim, row.missing
    stands_counted, untouched = row.stands_counted, row.untouched
    sides = {line: row.side(line) for line in Line}
    if (hand := row.hand) is not None:
        ns, ew = hand.sides
        entry = HandEntry(hand.end, ns, ew, claim)
    if row.counted is not None and row.typed_over:
        table = counted_row(row.number, row.counted, row.depth)
    return JudgedRow(
        row=row,
        entry=entry,
        totals={line: None if side is None else side.total for line, side in sides.items()},
        missing=missing,
        stands_counted=stands_counted,
        untouched=untouched,
        typed_over=table,
    )


def _judge_row(rules: RuleSet, row: SlipRow) -> JudgedRow:
    read = _read_row(row)
    if read.untouched or row.contradicts_itself:
        return read
    if read.entry is None:
        return replace(read, faults=_half_a_hand(rules, row))
    judgement = read.entry.judgement(rules)
    doubts = judgement.doubts
    if row.choice is EndChoice.NOT_PLAYED:
        # A hand marked as not played was confirmed as having no score.
        doubts = tuple(doubt for doubt in doubts if doubt.code is not DoubtCode.NOTHING_SCORED)
    entry = replace(read.entry, judged=(rules, judgement))
    return replace(read, entry=entry, faults=judgement.violations, doubts=doubts)


def _half_a_hand(rules: RuleSet, row: SlipRow) -> tuple[Violation, ...]:
    """Return the faults of single figures, which no further figure can mend."""
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
