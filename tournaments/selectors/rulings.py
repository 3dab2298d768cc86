"""What the referee did to a table's result: MP given or taken, and what counts instead of what its slip says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from tournaments.models import Adjustment, Table
from tournaments.records import Allowance, Line
from tournaments.wording.adjustments import reason_in_words

from .prepared import Prepared, Row, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbitralScore:
    """What both lines of a table get, and why; `mp` is what each scored."""

    ns: Allowance
    ew: Allowance
    ruling: str
    article: str

    @property
    def reason(self) -> str:
        return reason_in_words(reason=self.ruling, article=self.article)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRuling:
    """The MP of one line of a hand, set by the referee."""

    number: int
    line: Line
    mp: int
    written: int
    """What the slip has for the line."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    adjusted: Mapping[Line, int]
    """MP given or taken in the round that the whole table feels."""
    score: ArbitralScore | None
    hands: tuple[HandRuling, ...]

    @property
    def mp_set(self) -> Mapping[tuple[int, Line], int]:
        """By hand and line."""
        return {(hand.number, hand.line): hand.mp for hand in self.hands}


SET = ("ns_vp_set", "ns_mp_set", "ew_vp_set", "ew_mp_set", "ruling", "ruling_article")
OF_HANDS = ("number", "ns_set", "ew_set", "ns_total", "ew_total", "set_reason")
AS_GIVEN = ("end", "ns_entry", "ew_entry")
"""What a hand's slip says, as the database has it."""


def _of_table(pk: int) -> Rows:
    of_table = Table.objects.filter(pk=pk).annotate(**{f"{line}_felt": Subquery(_felt_by(line)) for line in Line})
    names = [*SET, *(f"{line}_felt" for line in Line), *(f"hands__{name}" for name in (*OF_HANDS, *AS_GIVEN))]
    rows: Rows = of_table.order_by("hands__number").values(*names)
    return rows


OF_TABLE = Prepared(_of_table, int)


def rulings_of(table_pk: int) -> Rulings:
    """One query."""
    return saved_of(table_pk)[0]


def saved_of(table_pk: int) -> tuple[Rulings, Sequence[tuple[str, Any, Any]]]:
    """The rulings, and what is saved of every hand, in order: how it ended, and both entries. One query."""
    rows = OF_TABLE.rows(table_pk)
    hands = [row for row in rows if row["hands__number"] is not None]
    return _rulings(rows), [(row["hands__end"], row["hands__ns_entry"], row["hands__ew_entry"]) for row in hands]


def _rulings(rows: Sequence[Row]) -> Rulings:
    ns_vp, ns_mp, ew_vp, ew_mp, ruling, article = (rows[0][name] for name in SET)
    score = None
    if ns_vp is not None:
        ns, ew = Allowance(vp=ns_vp, mp=ns_mp), Allowance(vp=ew_vp, mp=ew_mp)
        score = ArbitralScore(ns=ns, ew=ew, ruling=ruling, article=article)
    return Rulings(
        adjusted={line: rows[0][f"{line}_felt"] or 0 for line in Line},
        score=score,
        hands=tuple(
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
        ),
    )


def _felt_by(line: Line) -> QuerySet[Adjustment, int]:
    """The sum of the MP of everybody at the line of a table, as a subquery of it."""
    at_line = Q(pair=OuterRef(f"{line}_id")) | Q(pair=OuterRef(f"{line}_partner_id"))
    given = Adjustment.objects.filter(at_line, round=OuterRef("round_id"), felt=True)
    return given.order_by().values("round").annotate(total=Sum("mp")).values_list("total", flat=True)
