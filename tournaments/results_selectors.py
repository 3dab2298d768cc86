"""What the page for entering results reads: the round's tables at one glance, and what one table holds."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from scoring.engine.hand import AnyHand, HandEnd
from scoring.services import read_entry

from .models import Adjustment, Round, Table
from .models import Hand as HandRow
from .names import search_key
from .records import Line, Outcome


@dataclass(frozen=True, slots=True)
class Seat:
    """A pair at a table: the number on its slip and its two names."""

    number: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTable:
    """One table of the round, as the strip shows it."""

    pk: int
    number: int
    version: int
    outcome: Outcome
    ns: Seat
    ew: Seat | None

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.ns,) if self.ew is None else (self.ns, self.ew)

    @property
    def state(self) -> str:
        """What the strip's sign stands for: `open`, `in`, `rest` or `absent`."""
        named = {Outcome.OPEN: "open", Outcome.PLAYED: "in", Outcome.REST: "rest"}
        return named.get(self.outcome, "absent")

    def answers_to(self, words: str) -> bool:
        """Whether it is found by a pair's number or by the words of its names."""
        if words.isdecimal():
            return any(str(seat.number) == words for seat in self.seats)
        names = " ".join(search_key(seat.label) for seat in self.seats)
        return all(word in names for word in search_key(words).split() or [words])


def grid_of(round_: Round, *, only: int | None = None) -> tuple[GridTable, ...]:
    """Every table of the round by number, or the one of that number. One query."""
    people = [f"{line}__{player}__{part}" for line in Line for player in ("player1", "player2") for part in NAME]
    tables = round_.tables.all() if only is None else round_.tables.filter(number=only)
    rows = tables.order_by("number").values_list(
        "pk", "number", "version", "outcome", "ns__number", "ew__number", *people
    )
    return tuple(
        GridTable(
            pk=pk,
            number=number,
            version=version,
            outcome=Outcome(outcome),
            ns=Seat(ns, _label(*names[:4])),
            ew=None if ew is None else Seat(ew, _label(*names[4:])),
        )
        for pk, number, version, outcome, ns, ew, *names in rows
    )


NAME = ("last_name", "first_name")


def _label(last1: str, first1: str, last2: str, first2: str) -> str:
    return f"{last1} {first1}".strip() + " – " + f"{last2} {first2}".strip()


def hands_of(table_pk: int) -> tuple[AnyHand, ...]:
    """The hands saved at a table, in order, as they were given. One query."""
    rows = HandRow.objects.filter(table_id=table_pk).order_by("number").values_list("end", "ns_entry", "ew_entry")
    return tuple(
        AnyHand(end=HandEnd(end), sides=(read_entry(ns, f"hands[{at}].ns"), read_entry(ew, f"hands[{at}].ew")))
        for at, (end, ns, ew) in enumerate(rows)
    )


def adjusted_lines(round_: Round, table: GridTable) -> Mapping[Line, int]:
    """The MP that the referee gave or took from either pair of the table in this round. One query."""
    by_pair = dict(
        Adjustment.objects.filter(round=round_, pair__number__in=[seat.number for seat in table.seats])
        .values_list("pair__number")
        .annotate(Sum("mp"))
        .order_by()
    )
    return {line: by_pair.get(seat.number, 0) for line, seat in zip(Line, table.seats, strict=False)}


def last_saved_by(table_pk: int) -> str:
    """Who saved the table last: the name of the account; empty where nobody was logged in. One query."""
    names = Table.history.filter(id=table_pk).order_by("-history_id").values_list("history_user__username", flat=True)
    return names.first() or ""
