"""A typed slip: its rows, how each hand ended, and what the engine says of them, as codes and figures.

Nothing is guessed: what a row holds becomes a hand of the engine once every figure of it is there. The module knows no
form and no language: `tournaments/wording/slips.py` has the sentences.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from scoring.engine.hand import (
    AnyEntry,
    AnyHand,
    CardsEntry,
    CountsEntry,
    EnteredHand,
    HandEnd,
    SideEntry,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.services import Judgement, judge
from tournaments.records import Line
from tournaments.slips.counted_hand import Claim, CountedHand

Place = tuple[Line, str]
"""The place of a figure in its row: the line and the column."""

FAULTS_OF_A_FIGURE = frozenset(
    {ViolationCode.NOT_A_MULTIPLE, ViolationCode.BASE_IMPOSSIBLE, ViolationCode.TOTAL_IMPOSSIBLE}
)
"""The faults of one figure, whatever the others are; if no fact names the column, it is the first."""


class Depth(StrEnum):
    """The figures typed for each side of a hand: both columns, or only their total."""

    SLIP = "slip"
    TOTAL = "total"

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return ("base", "points") if self is Depth.SLIP else ("total",)


class EndChoice(StrEnum):
    """The end of a hand, as a referee picks it: one of the engine's, with the side that closed, or none for no hand."""

    CLOSED = "closed"
    """Closed, by whichever side the bases tell."""
    CLOSED_NS = "closed_ns"
    CLOSED_EW = "closed_ew"
    STOCK = "stock"
    STALL = "stall"
    TIME = "time"
    NOT_PLAYED = "not_played"
    """Time ran out before it began: nothing for either side."""

    @property
    def end(self) -> HandEnd:
        match self:
            case EndChoice.CLOSED_NS | EndChoice.CLOSED_EW:
                return HandEnd.CLOSED
            case EndChoice.NOT_PLAYED:
                return HandEnd.TIME
            case _:
                return HandEnd(self.value)

    def closed(self, line: Line) -> bool | None:
        """Return whether that side closed; None if the slip does not say."""
        match self:
            case EndChoice.CLOSED_NS:
                return line is Line.NS
            case EndChoice.CLOSED_EW:
                return line is Line.EW
            case _:
                return None


def choices_at(depth: Depth) -> tuple[EndChoice, ...]:
    """Return the ends to pick from. Totals do not say who closed, so nothing could be checked against that."""
    only_slips = () if depth is Depth.SLIP else (EndChoice.CLOSED_NS, EndChoice.CLOSED_EW)
    return tuple(choice for choice in EndChoice if choice not in only_slips)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """One row of a slip, as far as it is filled in and can be read."""

    number: int
    depth: Depth
    choice: EndChoice
    figures: Mapping[Place, int]
    """By line and column; a field that is empty or cannot be read is not in it."""
    counted: CountedHand | None = None
    """The table, if the hand was counted: its figures stand until others are typed over them."""

    @property
    def stands_counted(self) -> bool:
        """Return whether the figures are those that the table gives."""
        return self.counted is not None and self == counted_row(self.number, self.counted, self.depth)

    @property
    def _still_counted(self) -> CountedHand | None:
        """Return the counted hand whose figures stand."""
        return self.counted if self.stands_counted else None

    @property
    def claim(self) -> Claim | None:
        """Return what both sides had written before the table was counted."""
        counted = self._still_counted
        return None if counted is None else counted.claim

    @property
    def written(self) -> Claim | None:
        """Return what both sides wrote, before the table was counted or without a count."""
        if self.stands_counted or self.choice is EndChoice.NOT_PLAYED:
            return self.claim
        ns, ew = (replace(self, choice=EndChoice.CLOSED).side(line) for line in Line)
        return None if ns is None or ew is None else (ns, ew)

    @property
    def typed_over(self) -> bool:
        """Return whether the hand was counted, and other figures were typed since."""
        return self.counted is not None and not self.stands_counted and self._slip is not None

    @property
    def untouched(self) -> bool:
        return not self.figures and self.choice is not EndChoice.NOT_PLAYED

    @property
    def missing(self) -> tuple[Place, ...]:
        """Return the fields without a figure, in the order of the slip; none in a hand that was not played."""
        if self.choice is EndChoice.NOT_PLAYED:
            return ()
        return tuple((line, column) for line in Line for column in self.depth.columns if self._at(line, column) is None)

    @property
    def contradicts_itself(self) -> bool:
        """Return whether it was not played, and yet has figures other than 0."""
        return self.choice is EndChoice.NOT_PLAYED and any(self.figures.values())

    def side(self, line: Line) -> SideEntry | None:
        """Return what one side wrote; None until it is complete."""
        if self.choice is EndChoice.NOT_PLAYED:
            return TotalEntry(0) if self.depth is Depth.TOTAL else SlipEntry(base=0, points=0)
        if self.depth is Depth.TOTAL:
            total = self._at(line, "total")
            return None if total is None else TotalEntry(total)
        base, points = self._at(line, "base"), self._at(line, "points")
        if base is None or points is None:
            return None
        return SlipEntry(base=base, points=points, closed=self.choice.closed(line))

    def total(self, line: Line) -> int | None:
        """Return the sum of one side's figures; None until they are complete."""
        if self.choice is EndChoice.NOT_PLAYED:
            return 0
        figures = [self._at(line, column) for column in self.depth.columns]
        known = [figure for figure in figures if figure is not None]
        return sum(known) if len(known) == len(figures) else None

    @property
    def entry(self) -> "HandEntry | None":
        """Return the hand to be saved; None until both sides are complete."""
        counted = self._still_counted
        if counted is not None:
            own, other = counted.hand.sides
            return HandEntry(counted.hand.end, own, other, counted.claim)
        ns, ew = self.side(Line.NS), self.side(Line.EW)
        return None if ns is None or ew is None else HandEntry(self.choice.end, ns, ew)

    @property
    def hand(self) -> AnyHand | None:
        """Return the hand for the engine to judge; None until both sides are complete."""
        counted = self._still_counted
        return self._slip if counted is None else counted.hand

    @property
    def _slip(self) -> EnteredHand | None:
        """Return the hand as its slip shows it."""
        ns, ew = self.side(Line.NS), self.side(Line.EW)
        return None if ns is None or ew is None else EnteredHand(end=self.choice.end, sides=(ns, ew))

    @property
    def as_if_whole(self) -> EnteredHand:
        """Return the hand with 0 for every missing figure."""
        figures = {(line, column): self._at(line, column) or 0 for line in Line for column in self.depth.columns}
        hand = replace(self, figures=figures)._slip
        assert hand is not None
        return hand

    def _at(self, line: Line, column: str) -> int | None:
        return self.figures.get((line, column))


def counted_row(number: int, counted: CountedHand, depth: Depth) -> SlipRow:
    """Return the row of a counted hand, with the figures that its table gives."""
    figures: dict[Place, int] = {}
    for line, slip in zip(Line, counted.slips, strict=True):
        figures |= figures_of(line, slip, depth)
    choice = choice_of(counted.hand, depth, figures, was_played=True)
    return SlipRow(number=number, depth=depth, choice=choice, figures=figures, counted=counted)


def figures_of(line: Line, side: SideEntry, depth: Depth) -> dict[Place, int]:
    """Return what one side wrote, as figures of a row: its total only, where nothing else is typed."""
    if depth is Depth.SLIP and isinstance(side, SlipEntry):
        return {(line, "base"): side.base, (line, "points"): side.points}
    return {(line, "total"): side.total}


def choice_of(hand: AnyHand, depth: Depth, figures: Mapping[Place, int], *, was_played: bool = False) -> EndChoice:
    """Return how a hand ended, as it is picked on a slip of that depth."""
    if hand.end is HandEnd.TIME and not any(figures.values()) and not was_played:
        return EndChoice.NOT_PLAYED
    for choice, side in zip((EndChoice.CLOSED_NS, EndChoice.CLOSED_EW), hand.sides, strict=True):
        if choice in choices_at(depth) and isinstance(side, SlipEntry | CountsEntry | CardsEntry) and side.closed:
            return choice
    return EndChoice(hand.end.value)


def signature(rows: Sequence[SlipRow]) -> str:
    """Return a text that only these figures and ends have: the confirmation of a doubt is bound to it."""
    return ";".join(
        ",".join([row.choice, *(str(row.figures.get((line, c), "")) for line in Line for c in row.depth.columns)])
        for row in rows
    )


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


def judge_slip_rows(rules: RuleSet, rows: Iterable[SlipRow]) -> JudgedSlip:
    """Return the judgement of each hand; for one half filled in, the faults so far."""
    read = [read_row(row) for row in rows]
    return slip_of_rows(_judge_row(rules, row) for row in read)


def slip_of_rows(judged: Iterable[JudgedRow]) -> JudgedSlip:
    """Return the slip of these rows, with what they say together."""
    rows = tuple(judged)
    return JudgedSlip(
        rows=rows,
        typed=tuple(judged.row for judged in rows),
        sums=tuple((line, _sum(judged.totals[line] for judged in rows)) for line in Line),
        hands=tuple(judged.entry for judged in rows if judged.entry is not None),
        is_illegal=any(judged.faults for judged in rows),
        is_doubtful=any(judged.is_doubtful for judged in rows),
    )


def read_row(row: SlipRow) -> JudgedRow:
    """Return the row with its sums, whatever the engine's judgement."""
    table = None
    if row.counted is not None and row.typed_over:  # equivalent `row.typed_over`: that has a count
        table = counted_row(row.number, row.counted, row.depth)
    return JudgedRow(
        row=row,
        entry=row.entry,
        totals={line: row.total(line) for line in Line},
        missing=row.missing,
        stands_counted=row.stands_counted,
        untouched=row.untouched,
        typed_over=table,
    )


def _judge_row(rules: RuleSet, read: JudgedRow) -> JudgedRow:
    """Return the row with the engine's judgement of its hand, or of the figures of half a hand."""
    row = read.row
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
