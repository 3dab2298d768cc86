"""A table's saved slip, and the referee's rulings on it: adjustments of MP, and scores that replace the slip's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from pages.prepared_queries import PreparedQuery, Row, Rows
from scoring.engine.hand import AnyHand, HandEnd, SlipEntry, TotalEntry
from scoring.engine.ruleset import RuleSet
from scoring.services import read_entry, ruleset_for
from tournaments.models import Adjustment, Table, Tournament
from tournaments.models import Hand as HandRow
from tournaments.records import Allowance, Line
from tournaments.slips.counted_hand import CountedHand, count_hand, is_counted
from tournaments.slips.program_reasons import read_program_reason
from tournaments.slips.typed_slip import (
    Depth,
    EndChoice,
    JudgedSlip,
    Place,
    SlipRow,
    choice_of,
    counted_row,
    figures_of,
    read_row,
    slip_of_rows,
)
from tournaments.wording.adjustments import reason_in_words
from tournaments.wording.results import program_name


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedScore:
    """The assigned score of both lines, and its reason; `mp` is what each scored."""

    ns: Allowance
    ew: Allowance
    ruling: str
    article: str

    @property
    def reason(self) -> str:
        return reason_in_words(reason=self.ruling, article=self.article)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRuling:
    """The MP of one line in a hand, set by the referee."""

    number: int
    line: Line
    mp: int
    written: int
    """The MP of the line on the slip."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """What the referee has set beside a slip: adjustments in MP, an assigned score, rulings on hands."""

    adjusted: Mapping[Line, int]
    """The adjustments of MP in the round that the whole table feels."""
    score: AssignedScore | None
    hands: tuple[HandRuling, ...]
    mp_set: Mapping[tuple[int, Line], int]
    """The MP set for hands, by hand and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSlip:
    """The saved slip of a table, a row for each hand of the round, and the referee's rulings."""

    slip: JudgedSlip
    rulings: Rulings


SET = ("ns_vp_set", "ns_mp_set", "ew_vp_set", "ew_mp_set", "ruling", "ruling_article")
OF_HANDS = ("number", "ns_set", "ew_set", "ns_total", "ew_total", "set_reason")
AS_GIVEN = ("end", "ns_entry", "ew_entry")
"""The fields of a hand as its slip has it."""


def _of_table(pk: int) -> Rows:
    of_table = Table.objects.filter(pk=pk).annotate(**{f"{line}_felt": Subquery(_felt_by(line)) for line in Line})
    names = [*SET, *(f"{line}_felt" for line in Line), *(f"hands__{name}" for name in (*OF_HANDS, *AS_GIVEN))]
    rows: Rows = of_table.order_by("hands__number").values(*names)
    return rows


OF_TABLE = PreparedQuery(_of_table, int)


def saved_slip_of(table_pk: int, tournament: Tournament) -> SavedSlip:
    """Return the slip of a table of the tournament. One query."""
    rules, hands = ruleset_for(tournament.ruleset, tournament.options), tournament.hands_per_round
    rulings, stored_hands = saved_of(table_pk)
    saved = _hands(stored_hands, rules)
    depth = depth_of(saved, Depth(tournament.entry))
    counted = [count_hand(rules, hand, recorded=True) if is_counted(hand) else None for hand in saved]
    rows = [typed_from(n, hand, depth, table) for n, (hand, table) in enumerate(zip(saved, counted, strict=True), 1)]
    blank = (
        SlipRow(number=n, depth=depth, choice=EndChoice.CLOSED, figures={}) for n in range(len(rows) + 1, hands + 1)
    )
    return SavedSlip(slip=accepted_rows((*rows, *blank)), rulings=rulings)


def accepted_rows(rows: Iterable[SlipRow]) -> JudgedSlip:
    """Return the rows of a saved slip, whose doubts are settled."""
    return slip_of_rows(read_row(row) for row in rows)


def rulings_of(table_pk: int) -> Rulings:
    """Return the rulings on a table. One query."""
    return saved_of(table_pk)[0]


def saved_of(table_pk: int) -> tuple[Rulings, Sequence[tuple[str, Any, Any]]]:
    """Return the rulings, and the saved hands in order: the end and both entries of each. One query."""
    rows = OF_TABLE.rows(table_pk)
    hands = [row for row in rows if row["hands__number"] is not None]
    return _rulings(rows), [(row["hands__end"], row["hands__ns_entry"], row["hands__ew_entry"]) for row in hands]


def _rulings(rows: Sequence[Row]) -> Rulings:
    ns_vp, ns_mp, ew_vp, ew_mp, ruling, article = (rows[0][name] for name in SET)
    score = None
    if ns_vp is not None:
        ns, ew = Allowance(vp=ns_vp, mp=ns_mp), Allowance(vp=ew_vp, mp=ew_mp)
        score = AssignedScore(ns=ns, ew=ew, ruling=ruling, article=article)
    hands = tuple(
        HandRuling(
            number=row["hands__number"],
            line=line,
            mp=row[f"hands__{line}_set"],
            written=row[f"hands__{line}_total"],
            reason=row["hands__set_reason"],
        )
        for row in rows
        for line in Line
        if row[f"hands__{line}_set"] is not None
    )
    return Rulings(
        adjusted={line: rows[0][f"{line}_felt"] or 0 for line in Line},
        score=score,
        hands=hands,
        mp_set={(hand.number, hand.line): hand.mp for hand in hands},
    )


def _felt_by(line: Line) -> QuerySet[Adjustment, int]:
    """Return the subquery for the sum of adjusted MP at the line of a table."""
    at_line = Q(pair=OuterRef(f"{line}_id")) | Q(pair=OuterRef(f"{line}_partner_id"))
    adjustments = Adjustment.objects.filter(at_line, round=OuterRef("round_id"), felt=True)
    return adjustments.order_by().values("round").annotate(total=Sum("mp")).values_list("total", flat=True)


def hands_of(table_pk: int, rules: RuleSet) -> tuple[AnyHand, ...]:
    """Return the hands saved at a table, in order, as they were entered. One query."""
    rows = HandRow.objects.filter(table_id=table_pk).order_by("number").values_list("end", "ns_entry", "ew_entry")
    return _hands(rows, rules)


def _hands(rows: Iterable[tuple[str, Any, Any]], rules: RuleSet) -> tuple[AnyHand, ...]:
    return tuple(
        AnyHand(
            end=HandEnd(end), sides=(read_entry(ns, f"hands[{at}].ns", rules), read_entry(ew, f"hands[{at}].ew", rules))
        )
        for at, (end, ns, ew) in enumerate(rows)
    )


def depth_of(hands: Sequence[AnyHand], default: Depth) -> Depth:
    """Return the depth at which stored hands are shown: both columns if all sides have them; `default` of no hand."""
    if not hands:
        return default
    return Depth.TOTAL if any(isinstance(side, TotalEntry) for hand in hands for side in hand.sides) else Depth.SLIP


def typed_from(number: int, hand: AnyHand, depth: Depth, counted: CountedHand | None = None) -> SlipRow:
    """Return the row that a stored hand is shown as: the reverse of `SlipRow.hand`. A counted one is given as such."""
    if counted is not None:
        return counted_row(number, counted, depth)
    figures: dict[Place, int] = {}
    for line, side in zip(Line, hand.sides, strict=True):
        if isinstance(side, SlipEntry | TotalEntry):
            figures |= figures_of(line, side, depth)
    return SlipRow(number=number, depth=depth, choice=choice_of(hand, depth, figures), figures=figures)


def last_saved_by(table_pk: int) -> str:
    """Return the account or program that last saved the table; empty if neither did. One query."""
    saves = Table.history.filter(id=table_pk).order_by("-history_id")
    account, reason = saves.values_list("history_user__username", "history_change_reason").first() or (None, None)
    program = read_program_reason(reason or "")
    return program_name(program) if program else account or ""
