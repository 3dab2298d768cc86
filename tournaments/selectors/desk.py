"""What the page for entering results reads: the round's tables at one glance, and what one table holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.engine.hand import AnyHand, HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.services import read_entry
from tournaments.models import Hand as HandRow
from tournaments.models import Round, Table
from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId, Kind, Outcome, Side
from tournaments.slips.counted import count_hand, is_counted
from tournaments.slips.typed import Depth, EndChoice, SlipRow, depth_of, typed_from

from .entrants import SEATS, seat_names
from .prepared import Prepared, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTable:
    """One table of the round, as the strip shows it."""

    pk: int
    number: int
    version: int
    outcome: Outcome
    ns: Side
    ew: Side | None

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.ns,) if self.ew is None else (self.ns, self.ew)

    @property
    def seats(self) -> tuple[Entrant, ...]:
        """Everybody at the table."""
        return tuple(entrant for side in self.sides for entrant in side.entrants)

    @property
    def state(self) -> str:
        """What the strip's sign stands for: `open`, `in`, `rest` or `absent`."""
        named = {Outcome.OPEN: "open", Outcome.PLAYED: "in", Outcome.ARBITRAL: "in", Outcome.REST: "rest"}
        return named.get(self.outcome, "absent")

    def answers_to(self, words: str) -> bool:
        """Whether it is found by the number of a pair, or a player, or by the words of its names."""
        if words.isdecimal():
            return any(str(seat.id) == words for seat in self.seats)
        names = " ".join(search_key(seat.label) for seat in self.seats)
        return all(word in names for word in search_key(words).split() or [words])


SIDES = (("ns", "ns_partner"), ("ew", "ew_partner"))
"""Who may sit at each line of a table, the second only in an individual tournament."""


def grid_of(round_: Round, *, only: int | None = None) -> tuple[GridTable, ...]:
    """Every table of the round by number, or the one of that number. One query."""
    individual = round_.tournament.kind == Kind.INDIVIDUAL
    tables = round_.tables.all() if only is None else round_.tables.filter(number=only)
    return tuple(_table(row, individual) for row in _seated(tables.order_by("number"), individual))


def table_at(row: Table) -> GridTable:
    """A table that was read with its round and tournament, as the strip shows it. One query."""
    individual = row.round.tournament.kind == Kind.INDIVIDUAL
    return _table(ONE_TABLE[individual].rows(row.pk)[0], individual)


def _seats(individual: bool) -> tuple[Sequence[Sequence[str]], Sequence[tuple[str, ...]]]:
    """Who sits at each line, and which players of an entrant: in an individual tournament one each."""
    return (SIDES, SEATS[:1]) if individual else ([side[:1] for side in SIDES], SEATS)


def _seated(tables: QuerySet[Table], individual: bool) -> Rows:
    sides, seats = _seats(individual)
    entrants = [entrant for side in sides for entrant in side]
    people = [f"{e}__{who}__{part}" for e in entrants for seat in seats for who in seat for part in NAME]
    numbers = [f"{entrant}__number" for entrant in entrants]
    rows: Rows = tables.values("pk", "number", "version", "outcome", *numbers, *people)
    return rows


def _table(row: Mapping[str, Any], individual: bool) -> GridTable:
    sides, seats = _seats(individual)
    return GridTable(
        pk=row["pk"],
        number=row["number"],
        version=row["version"],
        outcome=Outcome(row["outcome"]),
        ns=_side(row, sides[0], seats),
        ew=None if row["ew__number"] is None else _side(row, sides[1], seats),
    )


NAME = ("last_name", "first_name")

ONE_TABLE: Mapping[bool, Prepared] = {
    individual: Prepared(
        lambda pk, individual=individual: _seated(Table.objects.filter(pk=pk).order_by(), individual), int
    )
    for individual in (False, True)
}
"""Of an individual tournament or not."""


def _side(row: Mapping[str, Any], entrants: Sequence[str], seats: Sequence[tuple[str, ...]]) -> Side:
    return Side(
        tuple(
            Entrant(
                id=EntrantId(row[f"{entrant}__number"]),
                names=tuple(filter(None, (seat_names(row, *(f"{entrant}__{who}" for who in seat)) for seat in seats))),
            )
            for entrant in entrants
            if row[f"{entrant}__number"] is not None
        )
    )


def hands_of(table_pk: int, rules: RuleSet) -> tuple[AnyHand, ...]:
    """The hands saved at a table, in order, as they were given. One query."""
    rows = HandRow.objects.filter(table_id=table_pk).order_by("number").values_list("end", "ns_entry", "ew_entry")
    return tuple(
        AnyHand(
            end=HandEnd(end), sides=(read_entry(ns, f"hands[{at}].ns", rules), read_entry(ew, f"hands[{at}].ew", rules))
        )
        for at, (end, ns, ew) in enumerate(rows)
    )


def slip_rows_of(table_pk: int, *, rules: RuleSet, entry: Depth, hands: int) -> tuple[SlipRow, ...]:
    """A table's slip as it is saved, a row for each of so many hands; `entry`: how a blank one is typed. One query."""
    saved = hands_of(table_pk, rules)
    depth = depth_of(saved, entry)
    counted = [count_hand(rules, hand) if is_counted(hand) else None for hand in saved]
    rows = [typed_from(n, hand, depth, table) for n, (hand, table) in enumerate(zip(saved, counted, strict=True), 1)]
    blank = (
        SlipRow(number=n, depth=depth, choice=EndChoice.CLOSED, figures={}) for n in range(len(rows) + 1, hands + 1)
    )
    return (*rows, *blank)


def last_saved_by(table_pk: int) -> str:
    """Who saved the table last: the name of the account; empty where nobody was logged in. One query."""
    names = Table.history.filter(id=table_pk).order_by("-history_id").values_list("history_user__username", flat=True)
    return names.first() or ""
