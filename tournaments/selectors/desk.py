"""The referee's desk while slips come in: the round, the table that lies on top, and the tables at one glance."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone

from pages.prepared_queries import PreparedQuery, Rows, instance_of
from scoring.engine.ruleset import RuleSet
from scoring.services import ruleset_for
from tournaments.models import Round, Table, Tournament
from tournaments.records import Outcome
from tournaments.records.sections import is_called, table_name
from tournaments.slips.code_tries import WRONG_CODES, WRONG_IN_THE_HALL, Source
from tournaments.slips.states import SlipState
from tournaments.slips.tiles import Tile
from tournaments.wording.phone_slips import shut_out_sentence, source_sentence, unsettled_sentence

from .code_tries import sources_in
from .desk_tables import (
    OF_ROUNDS,
    OF_TOURNAMENTS,
    DeskTable,
    Grid,
    GridTable,
    grid_at,
    grid_of,
    grid_since,
    table_of,
)
from .phone_slips import SlipOnPhones, slips_of, unsettled
from .rounds import RoundsNow, rounds_now


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskProgress:
    """The progress of a round: how many tables are in, and which is next."""

    to_play: int
    open: int
    handed_in: int
    following: int | None
    """The next open table; if phones write, the next at which players no longer write."""
    disputed: int | None
    """The next table whose lines disagree on their phones."""


WRITTEN_BY_PLAYERS = (SlipState.DRAFT, SlipState.SENT)
"""The states in which players still write, so that the referee need not type the slip."""

OPEN = Q(outcome=Outcome.OPEN)

AROUND = ("next_state", "has_others")
"""What is read with a round about those around it."""
OF_DESKS = (*AROUND, *OF_ROUNDS, *(f"tournament__{name}" for name in OF_TOURNAMENTS))
ON_TOP = ("pk", "version", "outcome")
"""What is read of the table on top."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """A round, and the table of it that was asked for, if any: enough to save a slip."""

    round: Round
    tournament: Tournament
    table: DeskTable | None = None

    @property
    def rules(self) -> RuleSet:
        """Return the tournament's ruleset."""
        return ruleset_for(self.tournament.ruleset, self.tournament.options)

    @property
    def next_number(self) -> int:
        return self.round.number + 1

    @property
    def is_final(self) -> bool:
        return self.tournament.state == Tournament.State.FINAL

    @property
    def under_way(self) -> bool:
        return self.round.state == Round.State.PUBLISHED


@dataclass(frozen=True, kw_only=True)
class DeskView(Desk):
    """The desk as a page shows it, with the table that lies on top, if any."""

    table: GridTable | None = None
    grid: Grid
    whole: bool
    """Every table is in the grid; otherwise those that the page does not know yet as they are."""
    progress: DeskProgress
    phones: Mapping[int, SlipOnPhones] = field(default_factory=dict)
    """The slips that phones write, by the keys of the grid's tables; nothing where all are on paper."""

    @property
    def selected(self) -> int | None:
        """Return the number of the table that lies on top."""
        return self.table.number if self.table else None

    @cached_property
    def now(self) -> RoundsNow:
        """Return the tournament's rounds as they stand. One query."""
        return rounds_now(self.tournament)

    @property
    def others(self) -> Mapping[int, Sequence[int]]:
        """Return the other rounds under way, each with its open tables. One query if there are any."""
        return self.now.others_under_way(self.round.number) if getattr(self.round, "has_others", True) else {}

    @property
    def waits_for(self) -> int | None:
        """Return the earlier round that is to be closed first."""
        others, own = self.others, self.round.number
        earlier = [number for number in others if number < own]  # equivalent `number <= own`: it is none of the others
        return min(earlier, default=None)

    @property
    def may_close(self) -> bool:
        """Return whether every table is in, nothing is being typed, and no earlier round is in the way."""
        waits = not self.under_way or self.is_final or self.progress.open or self.table is not None
        return not waits and not self.waits_for

    @cached_property
    def unsettled(self) -> list[tuple[int, Tile]]:
        """Return the tables to be checked before the round is closed, once it may be. One query where phones write."""
        return unsettled(self.round) if self.may_close else []

    @property
    def unsettled_sentence(self) -> str:
        """Return the question before the round is closed; empty if every table is settled."""
        return unsettled_sentence(self.unsettled) if self.unsettled else ""

    @property
    def unsettled_numbers(self) -> list[int]:
        """Return the numbers of the tables that it names."""
        return [number for number, _tile in self.unsettled]

    @property
    def shut(self) -> list[int]:
        """Return the numbers of the tables that wrong codes have locked for new phones."""
        shut = ((table, self.phones.get(table.pk)) for table in self.grid.tables)
        return [table.number for table, slip in shut if slip is not None and slip.shut and not slip.tile.is_settled]

    @cached_property
    def code_sources(self) -> list[Source]:
        """Return the sources of wrong codes that lock a table, or make phones wait. One query where phones write."""
        found = sources_in(self.round) if self.round.phones_write and self.under_way else []
        many = sum(source.codes for source in found) >= WRONG_IN_THE_HALL
        waits = many or any(source.codes >= WRONG_CODES for source in found)
        return found if self.shut or waits else []

    @property
    def shut_sentence(self) -> str:
        """Return the sentence on tables that wrong codes have locked; empty if there are none."""
        return shut_out_sentence(self.shut) if self.shut or self.code_sources else ""

    @property
    def source_sentences(self) -> list[str]:
        return [source_sentence(source) for source in self.code_sources]

    def find(self, words: str) -> tuple[GridTable, ...]:
        """Return the tables called so, or else those of a pair's number or of a name."""
        tables = self.grid.tables
        numbered = tuple(table for table in tables if is_called(table.number, words))
        return numbered or tuple(table for table in tables if table.answers_to(words))


def open_desk(slug: str, number: int, table: int | None = None) -> Desk:
    """Return the desk of a round, with that table on top, if any; 404 if there is none. One query."""
    rows = ROUNDS.rows(slug, number) if table is None else ROUNDS_WITH_TABLES.rows(slug, number, table)
    if not rows:
        raise Http404
    row = rows[0]
    round_ = instance_of(Round, row, OF_ROUNDS)
    round_.tournament = instance_of(Tournament, row, OF_TOURNAMENTS, "tournament__")
    for name in AROUND:
        setattr(round_, name, row[name])
    if table is None:
        return Desk(round=round_, tournament=round_.tournament)
    pk, version, outcome = (row[f"tables__{name}"] for name in ON_TOP)
    called = round_.table_number(table)
    at_desk = DeskTable(pk=pk, number=called, name=table_name(called), version=version, outcome=Outcome(outcome))
    return Desk(round=round_, tournament=round_.tournament, table=at_desk)


def _rounds(slug: str, number: int) -> QuerySet[Round]:
    following = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number") + 1)
    others = Round.objects.filter(tournament=OuterRef("tournament"), state=Round.State.PUBLISHED)
    return Round.objects.filter(tournament__slug=slug, number=number).annotate(
        next_state=Subquery(following.values("state")[:1]), has_others=Exists(others.exclude(pk=OuterRef("pk")))
    )


def _rounds_with_tables(slug: str, number: int, table: int) -> Rows:
    rounds = _rounds(slug, number).filter(tables__number=table).exclude(state=Round.State.DRAFT)
    rows: Rows = rounds.values(*OF_DESKS, *(f"tables__{name}" for name in ON_TOP))
    return rows


ROUNDS = PreparedQuery(lambda slug, number: _rounds(slug, number).values(*OF_DESKS), str, int)
ROUNDS_WITH_TABLES = PreparedQuery(_rounds_with_tables, str, int, int)


def open_slip(slug: str, number: int, table: int) -> tuple[Desk, DeskTable]:
    """Return the desk of a round with a table where two lines play; 404 if there is none. One query."""
    desk = open_desk(slug, number, table)
    at = desk.table
    if at is None or at.outcome is Outcome.REST:  # equivalent `at.outcome is Outcome.REST`: it was asked for
        raise Http404
    return desk, at


def open_table(slug: str, number: int, table: int) -> tuple[Desk, GridTable]:
    """Return the same, with the entrants of the table. Two queries."""
    desk, _table = open_slip(slug, number, table)
    return desk, table_of(desk.round, table)


def lay_out(
    desk: Desk,
    *,
    top: int | None,
    known: int | None = None,
    progress: DeskProgress | None = None,
    only: Collection[int] | None = None,
) -> DeskView:
    """Return the desk as it is now, with the table of that number on top.

    `known` are the changes that the page has already (`Grid.known`): only tables with later ones are read. None if it
    has no tables yet. `only`: the numbers of the tables to be read instead.
    Two queries, less what has been read already; three where phones write.
    """
    is_whole = known is None and only is None
    if only is not None:
        grid = grid_at(desk.round, only, top=top)
    else:
        grid = grid_of(desk.round, top=top) if known is None else grid_since(desk.round, known, top=top)
    tables = grid.tables if grid.top is None else (*grid.tables, grid.top)
    read = None if is_whole else {table.pk for table in tables}
    return DeskView(
        round=desk.round,
        tournament=desk.tournament,
        table=grid.top,
        grid=grid,
        whole=is_whole,
        progress=progress or desk_progress(desk.round),
        phones=slips_of(desk.round, read, now=timezone.now()) if desk.round.phones_write else {},
    )


def desk_progress(round_: Round, *, after: int = 0) -> DeskProgress:
    """Return the tables that follow this one, beginning again after the last. One query for a hall of any size."""
    found = next(iter(PROGRESS[round_.phones_write].rows(round_.pk, after)), {})
    following, disputed = (found.get(f"{name}_behind") or found.get(name) for name in ("following", "disputed"))
    to_play, open_ = found.get("to_play", 0), found.get("open", 0)
    return DeskProgress(to_play=to_play, open=open_, handed_in=to_play - open_, following=following, disputed=disputed)


def _progress(round_pk: int, after: int, *, phones_write: bool) -> Rows:
    others = [state for state in SlipState if state not in WRITTEN_BY_PLAYERS]
    on_paper = Q(phone_slip__isnull=True) | Q(phone_slip__state__in=others)
    wanted = {"following": OPEN & on_paper if phones_write else OPEN}
    if phones_write:
        wanted["disputed"] = OPEN & Q(phone_slip__state=SlipState.DISPUTED)
    behind = {f"{name}_behind": Min("number", filter=which & Q(number__gt=after)) for name, which in wanted.items()}
    first = {name: Min("number", filter=which) for name, which in wanted.items()}
    tables = {"to_play": Count("pk", filter=~Q(outcome=Outcome.REST)), "open": Count("pk", filter=OPEN)}
    of_round = Table.objects.filter(round_id=round_pk).order_by().values("round")
    rows: Rows = of_round.annotate(**tables, **first, **behind)
    return rows


PROGRESS: Mapping[bool, PreparedQuery] = {
    phones_write: PreparedQuery(partial(_progress, phones_write=phones_write), int, int)
    for phones_write in (False, True)
}
"""The queries for a round whose slips are written on paper, or on phones."""
