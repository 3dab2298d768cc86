"""The tables of a round at a glance, each with the entrants who sit there."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from pages.prepared_queries import PreparedQuery, Row, Rows
from tournaments.models import Round, Table, Tournament
from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId, Kind, Line, Outcome, Rounds, Side, StandIn
from tournaments.records.sections import in_section, table_name

from .entrants import PLAYERS, full_name, stand_ins_of, with_stand_ins
from .results import OUTCOMES


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable:
    """A table of the round without its entrants: all that a save needs."""

    pk: int
    number: int
    name: str
    """What people call it: `B 7`, or its number if there are no sections."""
    version: int
    outcome: Outcome

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN


@dataclass(frozen=True, kw_only=True)
class GridTable(DeskTable):
    """A table of the round in the strip. Of thousands, a page names the entrants of few: only these are made."""

    state: str
    """The key of the strip's sign: `open`, `in`, `rest` or `absent`."""
    lines: tuple[Callable[[], Side], ...] = field(repr=False, compare=False)
    """What makes each line."""

    @cached_property
    def sides(self) -> tuple[tuple[Line, Side], ...]:
        """Return each line with those who sit there; at a table that rests NS alone."""
        return tuple((line, side()) for line, side in zip(Line, self.lines, strict=False))

    @property
    def ns(self) -> Side:
        return self.sides[0][1]

    @property
    def ew(self) -> Side | None:
        return self.sides[1][1] if len(self.sides) > 1 else None

    @property
    def seats(self) -> tuple[Entrant, ...]:
        """Return the entrants at the table."""
        return tuple([entrant for _line, side in self.sides for entrant in side.entrants])

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
    return _grid(_grid_rows(round_.pk, Q(), top, _is_individual(round_)), round_, top=top)


def grid_since(round_: Round, known: int, *, top: int | None) -> Grid:
    """Return the tables changed since a page learnt of them, and the one on top. One query.

    If phones write, tables locked by wrong codes are included, because the page repeats their state.
    """
    query = CHANGED[_is_individual(round_), round_.phones_write]
    # No table has the number 0.
    return _grid(query.rows(round_.pk, known, top or 0), round_, top=top, known=known)


def grid_at(round_: Round, numbers: Collection[int], *, top: int | None) -> Grid:
    """Return the tables with these numbers, those locked by wrong codes, and the one on top. One query."""
    wanted = Q(number__in=numbers) | Q(phone_slip__shut_at__isnull=False)
    return _grid(_grid_rows(round_.pk, wanted, top, _is_individual(round_)), round_, top=top)


def _grid_rows(round_pk: int, wanted: Q, top: int | None, individual: bool) -> Rows:
    changes = Table.history.filter(round_id=round_pk).order_by("-history_id").values("history_id")
    tables = Table.objects.filter(wanted | Q(number=top) if wanted else wanted, round_id=round_pk)
    return _seated(
        tables.order_by("number"),
        individual,
        latest=Coalesce(Subquery(changes[:1]), 0),
        wanted=ExpressionWrapper(wanted, BooleanField()) if wanted else Value(True),
    )


def _changed_rows(round_pk: int, known: int, top: int, *, individual: bool, phones_write: bool) -> Rows:
    changed = Q(pk__in=Table.history.filter(round_id=round_pk, history_id__gt=known).values("id"))
    if phones_write:
        changed |= Q(phone_slip__shut_at__isnull=False)
    return _grid_rows(round_pk, changed, top, individual)


def _grid(rows: Iterable[Row], round_: Round, *, top: int | None, known: int = 0) -> Grid:
    grouped = [list(group) for _pk, group in groupby(rows, key=itemgetter("pk"))]
    tables = _tables(grouped, round_)
    return Grid(
        tables=tuple(table for table, rows in zip(tables, grouped, strict=True) if rows[0]["wanted"]),
        top=next((table for table in tables if table.number == top), None),
        known=grouped[0][0]["latest"] if grouped else known,
    )


def table_of(round_: Round, number: int) -> GridTable:
    """Return the table with this number, which must exist. One query."""
    (table,) = _tables([list(_seated(round_.tables.filter(number=number).order_by(), _is_individual(round_)))], round_)
    return table


def table_at(row: Table) -> GridTable:
    """Return the strip's table for a table that was read with its round and tournament. One query."""
    (table,) = _tables([ONE_TABLE[_is_individual(row.round)].rows(row.pk)], row.round)
    return table


def _is_individual(round_: Round) -> bool:
    return bool(round_.tournament.kind == Kind.INDIVIDUAL)


def _seats(individual: bool) -> tuple[Sequence[Sequence[str]], Sequence[str]]:
    """Return the seats of each line, and the players of each entrant: one each in an individual tournament."""
    return (SIDES, PLAYERS[:1]) if individual else ([side[:1] for side in SIDES], PLAYERS)


def _seated(tables: QuerySet[Table], individual: bool, **also: Any) -> Rows:
    """Return the rows of the tables: one for each, or one for each substitute of those who sit there."""
    sides, seats = _seats(individual)
    entrants = [entrant for side in sides for entrant in side]
    people = [f"{entrant}__{who}__{part}" for entrant in entrants for who in seats for part in NAME]
    numbers = [f"{entrant}__number" for entrant in entrants]
    fields = (*SUBSTITUTE, *(f"player__{part}" for part in NAME))
    substitutes = [f"{entrant}__substitutes__{field}" for entrant in entrants for field in fields]
    rows: Rows = tables.values("pk", "number", "version", "outcome", *numbers, *people, *substitutes, **also)
    return rows


def _tables(rows_of_tables: Iterable[Sequence[Row]], round_: Round) -> list[GridTable]:
    """Return the tables of these rows. A round may have thousands, so all that they share is found out once."""
    sides, seats = _seats(_is_individual(round_))
    starts, at, tables = round_.section_starts, round_.number, []
    for rows in rows_of_tables:
        row = rows[0]
        number, outcome = in_section(row["number"], starts), OUTCOMES[row["outcome"]]
        taken = sides[:1] if row["ew__number"] is None else sides
        table = GridTable(
            pk=row["pk"],
            number=number,
            name=table_name(number),
            version=row["version"],
            outcome=outcome,
            state=STATES.get(outcome, "absent"),
            lines=tuple([partial(_side, rows, side, seats, at) for side in taken]),
        )
        tables.append(table)
    return tables


NAME = ("last_name", "first_name")

SUBSTITUTE = ("pk", "seat", "first_round", "last_round")

OF_ROUNDS = [field.attname for field in Round._meta.concrete_fields if field.name not in ("order", "undo")]
"""The fields that a table needs of its round: `order` and `undo` are as long as the ranking."""
OF_TOURNAMENTS = [field.attname for field in Tournament._meta.concrete_fields]

ONE_TABLE: Mapping[bool, PreparedQuery] = {
    individual: PreparedQuery(
        lambda pk, individual=individual: _seated(Table.objects.filter(pk=pk).order_by(), individual), int
    )
    for individual in (False, True)
}
"""The queries for an individual tournament or another one."""

CHANGED: Mapping[tuple[bool, bool], PreparedQuery] = {
    (individual, phones_write): PreparedQuery(
        partial(_changed_rows, individual=individual, phones_write=phones_write), int, int, int
    )
    for individual in (False, True)
    for phones_write in (False, True)
}
"""The queries for an individual tournament or another one, without phones or with them."""


def _side(rows: Sequence[Row], entrants: Sequence[str], seats: Sequence[str], number: int) -> Side:
    seated = [entrant for entrant in entrants if rows[0][f"{entrant}__number"] is not None]
    return Side(tuple(_entrant(rows, entrant, seats, number) for entrant in seated))


def _entrant(rows: Sequence[Row], entrant: str, seats: Sequence[str], number: int) -> Entrant:
    """Return the entrant with the names of those who hold its seats in the round, and of those they replace."""
    row = rows[0]
    stand_ins = _stand_ins(rows, f"{entrant}__substitutes__", number)
    held = [full_name(*(row[f"{entrant}__{who}__{part}"] for part in NAME)) for who in seats]
    names = with_stand_ins([name for name in held if name], stand_ins)
    return Entrant(id=EntrantId(row[f"{entrant}__number"]), names=names, stand_ins=stand_ins)


def _stand_ins(rows: Sequence[Row], path: str, number: int) -> tuple[StandIn, ...]:
    """Return the substitutes of the round."""
    if rows[0][f"{path}pk"] is None:  # equivalent `-1`: the rows have all of them or none
        return ()
    substitutes = {
        (*(row[path + field] for field in SUBSTITUTE), full_name(*(row[f"{path}player__{part}"] for part in NAME)))
        for row in rows
    }
    in_round = (stand_in for stand_in in stand_ins_of(substitutes) if stand_in.rounds.holds(number))
    return tuple(stand_in._replace(rounds=Rounds(None, None)) for stand_in in in_round)
