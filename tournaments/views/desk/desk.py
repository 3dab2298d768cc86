"""The referee's desk while slips come in: the round's tables at one glance, and which of them lies on top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import OuterRef, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from scoring.engine.ruleset import RuleSet
from scoring.services import ruleset_for
from tournaments.models import Round, Tournament
from tournaments.phone_slips.tiles import Tile
from tournaments.records import Outcome
from tournaments.selectors.desk import GridTable, grid_of, slip_rows_of
from tournaments.selectors.phone_slips import SlipOnPhones, slips_of
from tournaments.selectors.rounds import RoundsNow, rounds_now
from tournaments.slips.typed import Depth, SlipRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A round with its tables, and the one that lies on top, if any."""

    round: Round
    grid: tuple[GridTable, ...]
    table: GridTable | None = None
    now: RoundsNow = RoundsNow(())
    """Where the evening is; nothing where the desk has one table alone."""
    phones: Mapping[int, SlipOnPhones] = field(default_factory=dict)
    """The slips that phones write, by the tables' keys; nothing where all are on paper."""

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def rules(self) -> RuleSet:
        """What the tournament is played by."""
        return ruleset_for(self.tournament.ruleset, self.tournament.options)

    def saved_rows(self, table: GridTable) -> tuple[SlipRow, ...]:
        """The table's slip as it is saved, a row for each hand of the round. One query."""
        entry, hands = Depth(self.tournament.entry), self.tournament.hands_per_round
        return slip_rows_of(table.pk, rules=self.rules, entry=entry, hands=hands)

    @property
    def tables_to_play(self) -> int:
        return sum(table.outcome is not Outcome.REST for table in self.grid)

    @property
    def tables_open(self) -> int:
        return sum(table.is_open for table in self.grid)

    @property
    def tables_in(self) -> int:
        return self.tables_to_play - self.tables_open

    @property
    def next_number(self) -> int:
        return self.round.number + 1

    @property
    def is_final(self) -> bool:
        return self.tournament.state == Tournament.State.FINAL

    @property
    def others(self) -> Mapping[int, Sequence[int]]:
        """The other rounds under way, each with the tables that are still to hand in."""
        return self.now.others_under_way(self.round.number)

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
    def under_way(self) -> bool:
        return self.round.state == Round.State.PUBLISHED

    @property
    def is_latest(self) -> bool:
        """No other round has been drawn since."""
        return getattr(self.round, "next_state", "") is None

    def next_open(self, after: int = 0) -> GridTable | None:
        """The open table that follows, beginning again from the first; None if all are in.

        Of tables that phones write for, first those that are disputed, and none at which players still write.
        """
        disputed = [table for table in self.grid if table.is_open and self._tile(table) is Tile.DISPUTED]
        waiting = disputed or [table for table in self.grid if table.is_open and not self._players_write(table)]
        return next((table for table in waiting if table.number > after), waiting[0] if waiting else None)

    @property
    def first_to_see(self) -> GridTable | None:
        """What lies on top when the desk opens: the next open table; where phones write, only what is disputed."""
        if not self.phones:
            return self.next_open()
        return next((table for table in self.grid if self._tile(table) is Tile.DISPUTED), None)

    @property
    def shut(self) -> list[GridTable]:
        """The tables that wrong codes have locked for phones."""
        shut = ((table, self.phones.get(table.pk)) for table in self.grid)
        return [table for table, slip in shut if slip is not None and slip.shut and not slip.tile.is_settled]

    @property
    def unsettled(self) -> list[tuple[int, Tile]]:
        """The tables with a result that should be looked at before the round is closed."""
        tiles = ((table.number, self._tile(table)) for table in self.grid if not table.is_open)
        return [(number, tile) for number, tile in tiles if tile is not None and not tile.is_settled]

    def _tile(self, table: GridTable) -> Tile | None:
        slip = self.phones.get(table.pk)
        return slip.tile if slip else None

    def _players_write(self, table: GridTable) -> bool:
        slip = self.phones.get(table.pk)
        return slip is not None and slip.waits_for_players

    def find(self, words: str) -> tuple[GridTable, ...]:
        """The table of that number; otherwise those of a pair's number or of a name."""
        numbered = tuple(table for table in self.grid if str(table.number) == words)
        return numbered or tuple(table for table in self.grid if table.answers_to(words))


def open_desk(slug: str, number: int, table: int | None = None, *, alone: bool = False) -> Desk:
    """The desk of a round, with that table on top, or nothing beside it; 404 where there is none.

    Three queries; four where phones write and more than the table is asked for.
    """
    following = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number") + 1)
    rounds = Round.objects.select_related("tournament").annotate(next_state=Subquery(following.values("state")[:1]))
    # Neither is shown here, and both are as long as the ranking.
    rounds = rounds.defer("order", "undo")
    round_ = get_object_or_404(rounds, tournament__slug=slug, number=number)
    grid = grid_of(round_, only=table if alone else None)
    chosen = next((each for each in grid if each.number == table), None)
    if table is not None and (chosen is None or round_.state == Round.State.DRAFT):
        raise Http404
    if alone:
        return Desk(round=round_, grid=grid, table=chosen)
    return Desk(
        round=round_,
        grid=grid,
        table=chosen,
        now=rounds_now(round_.tournament),
        phones=slips_of(round_, now=timezone.now()),
    )


def table_url(desk: Desk, table: GridTable, name: str = "table_entry") -> str:
    return reverse(name, args=[desk.tournament.slug, desk.round.number, table.number])


def results_url(desk: Desk) -> str:
    return reverse("results", args=[desk.tournament.slug, desk.round.number])


def refresh(desk: Desk, table: GridTable | None = None) -> Desk:
    """The desk as it is now, with that table on top. One query; two where phones write."""
    grid = grid_of(desk.round)
    chosen = next((each for each in grid if table is not None and each.pk == table.pk), None)
    return replace(desk, grid=grid, table=chosen, phones=slips_of(desk.round, now=timezone.now()))
