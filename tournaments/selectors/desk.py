"""What the page for entering results reads: the round's tables at one glance, and what one table holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, Min, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from scoring.engine.hand import AnyHand, HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.services import read_entry
from tournaments.models import Hand as HandRow
from tournaments.models import Round, Table
from tournaments.people.names import search_key
from tournaments.phone_slips.states import SlipState
from tournaments.records import Entrant, EntrantId, Kind, Outcome, Side
from tournaments.slips.by_program import read_program_reason
from tournaments.slips.counted import count_hand, is_counted
from tournaments.slips.typed import Depth, EndChoice, SlipRow, depth_of, typed_from
from tournaments.wording.results import program_name

from .entrants import SEATS, seat_names
from .prepared import Prepared, Rows
from .rulings import Rulings, saved_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable:
    """One table of the round, whoever sits there: as much as a save needs to know."""

    pk: int
    number: int
    version: int
    outcome: Outcome

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    @property
    def rests(self) -> bool:
        """One line sits alone, and there is nothing to enter."""
        return self.outcome is Outcome.REST


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTable(DeskTable):
    """One table of the round, as the strip shows it."""

    ns: Side
    ew: Side | None

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


@dataclass(frozen=True, slots=True)
class Grid:
    """Tables of the round by number: all of them, or those that a page which knows the others still has to learn."""

    tables: tuple[GridTable, ...]
    top: GridTable | None
    """Which lies on top, whether a page knows of it or not."""
    known: int
    """Which of the changes to the round's tables is in it as the latest: the key of that historical row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HowFar:
    """How many of a round's tables are in, and which is looked at next."""

    to_play: int
    open: int
    following: int | None
    """The next open table; of tables that phones write for, none at which players still write."""
    disputed: int | None
    """The next table whose lines do not agree on what their phones have."""

    @property
    def next_open(self) -> int | None:
        return self.disputed or self.following


SIDES = (("ns", "ns_partner"), ("ew", "ew_partner"))
"""Who may sit at each line of a table, the second only in an individual tournament."""

WRITTEN_BY_PLAYERS = (SlipState.DRAFT, SlipState.SENT)
"""They are at it: the referee need not type the table."""

OPEN = Q(outcome=Outcome.OPEN)


def how_far(round_: Round, *, after: int = 0) -> HowFar:
    """What follows a table of that number, beginning again from the first. One query whatever the size of the hall."""
    others = [state for state in SlipState if state not in WRITTEN_BY_PLAYERS]
    on_paper = Q(phone_slip__isnull=True) | Q(phone_slip__state__in=others)
    wanted = {"following": OPEN & on_paper if round_.phones_write else OPEN}
    if round_.phones_write:
        wanted["disputed"] = OPEN & Q(phone_slip__state=SlipState.DISPUTED)
    behind = {f"{name}_behind": Min("number", filter=which & Q(number__gt=after)) for name, which in wanted.items()}
    first = {name: Min("number", filter=which) for name, which in wanted.items()}
    to_play, open_ = Count("pk", filter=~Q(outcome=Outcome.REST)), Count("pk", filter=OPEN)
    found = round_.tables.aggregate(to_play=to_play, open=open_, **first, **behind)
    following, disputed = (found.get(f"{name}_behind") or found.get(name) for name in ("following", "disputed"))
    return HowFar(to_play=found["to_play"], open=found["open"], following=following, disputed=disputed)


def grid_of(round_: Round, *, top: int | None) -> Grid:
    """Every table of the round, with the one of that number on top. One query."""
    return _grid(round_, Q(), top=top)


def grid_since(round_: Round, known: int, *, top: int | None) -> Grid:
    """The tables that were changed since a page learnt of them, and the one that lies on top. One query.

    Of tables that phones write for also those that wrong codes have locked: what a page says of them is said anew.
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
    """The table of that number, which there is. One query."""
    individual = round_.tournament.kind == Kind.INDIVIDUAL
    return _table(_seated(round_.tables.filter(number=number).order_by(), individual)[0], individual)


def table_at(row: Table) -> GridTable:
    """A table that was read with its round and tournament, as the strip shows it. One query."""
    individual = row.round.tournament.kind == Kind.INDIVIDUAL
    return _table(ONE_TABLE[individual].rows(row.pk)[0], individual)


def _seats(individual: bool) -> tuple[Sequence[Sequence[str]], Sequence[tuple[str, ...]]]:
    """Who sits at each line, and which players of an entrant: in an individual tournament one each."""
    return (SIDES, SEATS[:1]) if individual else ([side[:1] for side in SIDES], SEATS)


def _seated(tables: QuerySet[Table], individual: bool, **also: Any) -> Rows:
    sides, seats = _seats(individual)
    entrants = [entrant for side in sides for entrant in side]
    people = [f"{e}__{who}__{part}" for e in entrants for seat in seats for who in seat for part in NAME]
    numbers = [f"{entrant}__number" for entrant in entrants]
    rows: Rows = tables.values("pk", "number", "version", "outcome", *numbers, *people, **also)
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
    return _hands(rows, rules)


def _hands(rows: Iterable[tuple[str, Any, Any]], rules: RuleSet) -> tuple[AnyHand, ...]:
    return tuple(
        AnyHand(
            end=HandEnd(end), sides=(read_entry(ns, f"hands[{at}].ns", rules), read_entry(ew, f"hands[{at}].ew", rules))
        )
        for at, (end, ns, ew) in enumerate(rows)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSlip:
    """A table's slip as it is saved, a row for each hand of the round, and what the referee did to it."""

    rows: tuple[SlipRow, ...]
    rulings: Rulings


def saved_slip_of(table_pk: int, *, rules: RuleSet, entry: Depth, hands: int) -> SavedSlip:
    """The slip of so many hands; `entry`: how a blank one is typed. One query."""
    rulings, given = saved_of(table_pk)
    saved = _hands(given, rules)
    depth = depth_of(saved, entry)
    counted = [count_hand(rules, hand) if is_counted(hand) else None for hand in saved]
    rows = [typed_from(n, hand, depth, table) for n, (hand, table) in enumerate(zip(saved, counted, strict=True), 1)]
    blank = (
        SlipRow(number=n, depth=depth, choice=EndChoice.CLOSED, figures={}) for n in range(len(rows) + 1, hands + 1)
    )
    return SavedSlip(rows=(*rows, *blank), rulings=rulings)


def last_saved_by(table_pk: int) -> str:
    """Who saved the table last: an account or a program; empty where neither did. One query."""
    saves = Table.history.filter(id=table_pk).order_by("-history_id")
    account, reason = saves.values_list("history_user__username", "history_change_reason").first() or (None, None)
    program = read_program_reason(reason or "")
    return program_name(program) if program else account or ""
