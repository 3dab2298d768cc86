"""The referee's desk while slips come in: the round, the table that lies on top, and the tables at one glance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Exists, F, OuterRef, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from scoring.engine.ruleset import RuleSet
from scoring.services import ruleset_for
from tournaments.models import Round, Tournament
from tournaments.phone_slips.tiles import Tile
from tournaments.records import Outcome
from tournaments.selectors.desk import (
    DeskTable,
    Grid,
    GridTable,
    HowFar,
    SavedSlip,
    grid_of,
    grid_since,
    how_far,
    saved_slip_of,
    table_of,
)
from tournaments.selectors.phone_slips import SlipOnPhones, slips_of, unsettled
from tournaments.selectors.rounds import RoundsNow, rounds_now
from tournaments.slips.typed import Depth


@dataclass(frozen=True, kw_only=True)
class Desk:
    """A round, and the table of it that was asked for, if any: enough to save a slip."""

    round: Round
    table: DeskTable | None = None

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def rules(self) -> RuleSet:
        """What the tournament is played by."""
        return ruleset_for(self.tournament.ruleset, self.tournament.options)

    def saved(self, table: DeskTable) -> SavedSlip:
        """The table's slip as it is saved. One query."""
        entry, hands = Depth(self.tournament.entry), self.tournament.hands_per_round
        return saved_slip_of(table.pk, rules=self.rules, entry=entry, hands=hands)

    @property
    def next_number(self) -> int:
        return self.round.number + 1

    @property
    def is_final(self) -> bool:
        return self.tournament.state == Tournament.State.FINAL

    @property
    def under_way(self) -> bool:
        return self.round.state == Round.State.PUBLISHED

    @property
    def is_latest(self) -> bool:
        """No other round has been drawn since."""
        return getattr(self.round, "next_state", "") is None


@dataclass(frozen=True, kw_only=True)
class LaidOut(Desk):
    """The desk as it is looked at, with the table that lies on top, if any."""

    table: GridTable | None = None
    grid: Grid
    whole: bool
    """Every table is in the grid; otherwise those that the page does not know yet as they are."""
    far: HowFar
    phones: Mapping[int, SlipOnPhones] = field(default_factory=dict)
    """The slips that phones write, by the keys of the grid's tables; nothing where all are on paper."""

    @property
    def tables_to_play(self) -> int:
        return self.far.to_play

    @property
    def tables_open(self) -> int:
        return self.far.open

    @property
    def tables_in(self) -> int:
        return self.far.to_play - self.far.open

    @cached_property
    def now(self) -> RoundsNow:
        """Where the evening is. One query."""
        return rounds_now(self.tournament)

    @property
    def others(self) -> Mapping[int, Sequence[int]]:
        """The other rounds under way, each with the tables that are still to hand in. One query where there are any."""
        return self.now.others_under_way(self.round.number) if getattr(self.round, "has_others", True) else {}

    @property
    def waits_for(self) -> int | None:
        """The earlier round that is to be closed first."""
        return min((number for number in self.others if number < self.round.number), default=None)

    @property
    def missing(self) -> Mapping[int, Sequence[tuple[int, str]]]:
        """The tables that other rounds miss, each with its address."""
        slug = self.tournament.slug
        return {
            number: [(table, reverse("table_entry", args=[slug, number, table])) for table in tables]
            for number, tables in self.others.items()
        }

    @property
    def may_close(self) -> bool:
        """Every table is in, nothing is being typed, and no earlier round is in the way."""
        waits = not self.under_way or self.is_final or self.tables_open or self.table is not None
        return not waits and not self.waits_for

    @cached_property
    def unsettled(self) -> list[tuple[int, Tile]]:
        """The tables to be looked at before the round is closed, once it may be. One query where phones write."""
        return unsettled(self.round) if self.may_close else []

    @property
    def shut(self) -> list[GridTable]:
        """The tables that wrong codes have locked for phones."""
        shut = ((table, self.phones.get(table.pk)) for table in self.grid.tables)
        return [table for table, slip in shut if slip is not None and slip.shut and not slip.tile.is_settled]

    def find(self, words: str) -> tuple[GridTable, ...]:
        """The table of that number; otherwise those of a pair's number or of a name."""
        tables = self.grid.tables
        numbered = tuple(table for table in tables if str(table.number) == words)
        return numbered or tuple(table for table in tables if table.answers_to(words))


def open_desk(slug: str, number: int, table: int | None = None) -> Desk:
    """The desk of a round, with that table on top, or nothing beside it; 404 where there is none. One query."""
    following = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number") + 1)
    others = Round.objects.filter(tournament=OuterRef("tournament"), state=Round.State.PUBLISHED)
    rounds = Round.objects.select_related("tournament").annotate(
        next_state=Subquery(following.values("state")[:1]), has_others=Exists(others.exclude(pk=OuterRef("pk")))
    )
    # Neither is shown here, and both are as long as the ranking.
    rounds = rounds.defer("order", "undo")
    if table is None:
        return Desk(round=get_object_or_404(rounds, tournament__slug=slug, number=number))
    at = {f"table_{name}": F(f"tables__{name}") for name in ("pk", "version", "outcome")}
    rounds = rounds.filter(tables__number=table).exclude(state=Round.State.DRAFT).annotate(**at)
    found = get_object_or_404(rounds, tournament__slug=slug, number=number)
    pk, version, outcome = (getattr(found, name) for name in at)
    return Desk(round=found, table=DeskTable(pk=pk, number=table, version=version, outcome=Outcome(outcome)))


def open_table(slug: str, number: int, table: int) -> tuple[Desk, GridTable]:
    """The desk of a round with a table where two lines play, and who they are; 404 where there is none. Two queries."""
    desk = open_desk(slug, number, table)
    if desk.table is None or desk.table.rests:
        raise Http404
    return desk, table_of(desk.round, table)


def lay_out(desk: Desk, *, top: int | None, known: int | None = None, far: HowFar | None = None) -> LaidOut:
    """The desk as it is now, with the table of that number on top.

    `known`: which changes the page has that asks (`Grid.known`), and of the tables only later ones are read; None: it
    has no tables yet. Two queries, less what has been read already; three where phones write.
    """
    grid = grid_of(desk.round, top=top) if known is None else grid_since(desk.round, known, top=top)
    shown = grid.tables if grid.top is None else (*grid.tables, grid.top)
    return LaidOut(
        round=desk.round,
        table=grid.top,
        grid=grid,
        whole=known is None,
        far=far or how_far(desk.round),
        phones=slips_of(desk.round, None if known is None else {each.pk for each in shown}, now=timezone.now()),
    )


def table_url(desk: Desk, table: int) -> str:
    return reverse("table_entry", args=[desk.tournament.slug, desk.round.number, table])


def results_url(desk: Desk) -> str:
    return reverse("results", args=[desk.tournament.slug, desk.round.number])
