"""The tables of a round at a glance, each with the entrants who sit there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat

from tournaments.models import Round, Substitute, Table
from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId, Kind, Outcome, Rounds, Side, StandIn

from .entrants import PLAYERS, full_name, with_stand_ins
from .prepared_queries import Prepared, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable:
    """A table of the round without its entrants: all that a save needs."""

    pk: int
    number: int
    version: int
    outcome: Outcome

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTable(DeskTable):
    """A table of the round in the strip."""

    ns: Side
    ew: Side | None
    seats: tuple[Entrant, ...]
    """The entrants at the table."""
    state: str
    """The key of the strip's sign: `open`, `in`, `rest` or `absent`."""

    def answers_to(self, words: str) -> bool:
        """Return whether the number of a pair or player, or words of the names, find the table."""
        if words.isdecimal():
            return any(str(seat.id) == words for seat in self.seats)
        names = " ".join(search_key(seat.label) for seat in self.seats)
        return all(word in names for word in search_key(words).split() or [words])


@dataclass(frozen=True, slots=True)
class Grid:
    """The tables of the round by number: all of them, or those that changed since a page learnt of them."""

    tables: tuple[GridTable, ...]
    top: GridTable | None
    """The table on top, whether a page knows of it or not."""
    known: int
    """The latest change of the round's tables included: the key of that historical row."""


STATES = {Outcome.OPEN: "open", Outcome.PLAYED: "in", Outcome.ARBITRAL: "in", Outcome.REST: "rest"}
"""The states by outcome; all other outcomes are absences."""

SIDES = (("ns", "ns_partner"), ("ew", "ew_partner"))
"""The seats of each line at a table, the second only in an individual tournament."""


def grid_of(round_: Round, *, top: int | None) -> Grid:
    """Return all tables of the round, with the given one on top. One query."""
    return _grid(round_, Q(), top=top)


def grid_since(round_: Round, known: int, *, top: int | None) -> Grid:
    """Return the tables changed since a page learnt of them, and the one on top. One query.

    If phones write, tables locked by wrong codes are included, because the page repeats their state.
    """
    changed = Q(pk__in=Table.history.filter(round_id=round_.pk, history_id__gt=known).values("id"))
    if round_.phones_write:
        changed |= Q(phone_slip__shut_at__isnull=False)
    return _grid(round_, changed, top=top, known=known)


def _grid(round_: Round, wanted: Q, *, top: int | None, known: int = 0) -> Grid:
    individual = round_.tournament.kind == Kind.INDIVIDUAL
    changes = Table.history.filter(round_id=round_.pk).order_by("-history_id").values("history_id")
    rows = _seated(
        round_.tables.filter(wanted | Q(number=top) if wanted else wanted).order_by("number"),
        individual,
        latest=Coalesce(Subquery(changes[:1]), 0),
        wanted=ExpressionWrapper(wanted, BooleanField()) if wanted else Value(True),
    )
    tables = [(_table(row, individual), row["wanted"]) for row in rows]
    return Grid(
        tables=tuple(table for table, is_wanted in tables if is_wanted),
        top=next((table for table, _is_wanted in tables if table.number == top), None),
        known=rows[0]["latest"] if rows else known,
    )


def table_of(round_: Round, number: int) -> GridTable:
    """Return the table with this number, which must exist. One query."""
    individual = round_.tournament.kind == Kind.INDIVIDUAL
    return _table(_seated(round_.tables.filter(number=number).order_by(), individual)[0], individual)


def table_at(row: Table) -> GridTable:
    """Return the strip's table for a table that was read with its round and tournament. One query."""
    individual = row.round.tournament.kind == Kind.INDIVIDUAL
    return _table(ONE_TABLE[individual].rows(row.pk)[0], individual)


def _seats(individual: bool) -> tuple[Sequence[Sequence[str]], Sequence[str]]:
    """Return the seats of each line, and the players of each entrant: one each in an individual tournament."""
    return (SIDES, PLAYERS[:1]) if individual else ([side[:1] for side in SIDES], PLAYERS)


def _seated(tables: QuerySet[Table], individual: bool, **also: Any) -> Rows:
    sides, seats = _seats(individual)
    entrants = [entrant for side in sides for entrant in side]
    people = [f"{entrant}__{who}__{part}" for entrant in entrants for who in seats for part in NAME]
    numbers = [f"{entrant}__number" for entrant in entrants]
    also |= {f"{e}_for_{who}": _stand_in(e, seat) for e in entrants for seat, who in enumerate(seats, start=1)}
    rows: Rows = tables.values("pk", "number", "version", "outcome", *numbers, *people, **also)
    return rows


def _stand_in(entrant: str, seat: int) -> Subquery:
    """Return the subquery for the substitute in that seat in the round of the table."""
    number = OuterRef("round__number")
    then = Q(first_round__isnull=True) | Q(first_round__lte=number)
    then &= Q(last_round__isnull=True) | Q(last_round__gte=number)
    named = Concat("player__last_name", Value(" "), "player__first_name")
    of_seat = Substitute.objects.filter(then, pair=OuterRef(f"{entrant}_id"), seat=seat).order_by("-pk")
    return Subquery(of_seat.annotate(name=named).values("name")[:1])


def _table(row: Mapping[str, Any], individual: bool) -> GridTable:
    sides, seats = _seats(individual)
    outcome, ns = Outcome(row["outcome"]), _side(row, sides[0], seats)
    ew = None if row["ew__number"] is None else _side(row, sides[1], seats)
    return GridTable(
        pk=row["pk"],
        number=row["number"],
        version=row["version"],
        outcome=outcome,
        ns=ns,
        ew=ew,
        seats=ns.entrants if ew is None else (*ns.entrants, *ew.entrants),
        state=STATES.get(outcome, "absent"),
    )


NAME = ("last_name", "first_name")

ONE_TABLE: Mapping[bool, Prepared] = {
    individual: Prepared(
        lambda pk, individual=individual: _seated(Table.objects.filter(pk=pk).order_by(), individual), int
    )
    for individual in (False, True)
}
"""The queries for an individual tournament or another one."""


def _side(row: Mapping[str, Any], entrants: Sequence[str], seats: Sequence[str]) -> Side:
    return Side(tuple(_entrant(row, entrant, seats) for entrant in entrants if row[f"{entrant}__number"] is not None))


def _entrant(row: Mapping[str, Any], entrant: str, seats: Sequence[str]) -> Entrant:
    """Return the entrant with the names of those who hold its seats in this round, and of those they replace."""
    held = {who: full_name(*(row[f"{entrant}__{who}__{part}"] for part in NAME)) for who in seats}
    stand_ins = tuple(
        StandIn(seat, row[f"{entrant}_for_{who}"].strip(), Rounds(None, None))
        for seat, who in enumerate(seats)
        if row[f"{entrant}_for_{who}"]
    )
    names = with_stand_ins([name for name in held.values() if name], stand_ins)
    return Entrant(id=EntrantId(row[f"{entrant}__number"]), names=names, stand_ins=stand_ins)
