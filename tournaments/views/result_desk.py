"""The referee's desk while slips come in: the round's tables at one glance, and the slip of one of them.

The same desk answers a whole page, and htmx, which draws only the part that changes.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from scoring.engine.ruleset import RuleSet
from scoring.services import ruleset_for
from tournaments.counted_hands import count_hand, is_counted
from tournaments.forms.results import SlipForm, figure_name, shown_hands
from tournaments.models import Round, Tournament
from tournaments.records import Line, Outcome, System
from tournaments.results_selectors import GridTable, adjusted_lines, grid_of, hands_of
from tournaments.selectors import scale_of
from tournaments.slip_entry import Depth, EndChoice, TypedHand, depth_of, typed_from

from .common import render_tournament
from .slip import SlipView, judge_typed, view_slip


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A round with its tables, and the one that lies on top, if any."""

    round: Round
    grid: tuple[GridTable, ...]
    table: GridTable | None = None

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def rules(self) -> RuleSet:
        """What the tournament is played by."""
        return ruleset_for(self.tournament.ruleset, self.tournament.options)

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
    def under_way(self) -> bool:
        return self.round.state == Round.State.PUBLISHED

    def next_open(self, after: int = 0) -> GridTable | None:
        """The open table that follows, beginning again from the first; None if all are in."""
        waiting = [table for table in self.grid if table.is_open]
        return next((table for table in waiting if table.number > after), waiting[0] if waiting else None)

    def find(self, words: str) -> tuple[GridTable, ...]:
        """The table of that number; otherwise those of a pair's number or of a name."""
        numbered = tuple(table for table in self.grid if str(table.number) == words)
        return numbered or tuple(table for table in self.grid if table.answers_to(words))


def open_desk(slug: str, number: int, table: int | None = None, *, alone: bool = False) -> Desk:
    """The desk of a round, with that table on top, or with nothing beside it; 404 where there is none. Two queries."""
    following = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number") + 1)
    rounds = Round.objects.select_related("tournament").annotate(next_state=Subquery(following.values("state")[:1]))
    round_ = get_object_or_404(rounds, tournament__slug=slug, number=number)
    grid = grid_of(round_, only=table if alone else None)
    chosen = next((each for each in grid if each.number == table), None)
    if table is not None and (chosen is None or round_.state == Round.State.DRAFT):
        raise Http404
    return Desk(round=round_, grid=grid, table=chosen)


def table_url(desk: Desk, table: GridTable, name: str = "table_entry") -> str:
    return reverse(name, args=[desk.tournament.slug, desk.round.number, table.number])


def results_url(desk: Desk) -> str:
    return reverse("results", args=[desk.tournament.slug, desk.round.number])


def typed_form(data: QueryDict, desk: Desk, table: GridTable) -> SlipForm:
    """The slip as it was sent."""
    sent = data.get("depth", "")
    return SlipForm(
        data,
        hands=desk.tournament.hands_per_round,
        depth=Depth(sent if sent in list(Depth) else desk.tournament.entry),
        rules=desk.rules,
        id_stem=f"t{table.number}",
    )


def stored_rows(desk: Desk, table: GridTable) -> tuple[TypedHand, ...]:
    """The table's slip as it is saved, a row for each hand of the round. One query."""
    hands = hands_of(table.pk)
    depth = depth_of(hands, Depth(desk.tournament.entry))
    counted = [count_hand(desk.rules, hand) if is_counted(hand) else None for hand in hands]
    rows = [typed_from(n, hand, depth, table) for n, (hand, table) in enumerate(zip(hands, counted, strict=True), 1)]
    numbers = range(len(rows) + 1, desk.tournament.hands_per_round + 1)
    blank = [TypedHand(number=n, depth=depth, choice=EndChoice.CLOSED, figures={}) for n in numbers]
    return (*rows, *blank)


def stored_form(desk: Desk, table: GridTable, rows: tuple[TypedHand, ...]) -> SlipForm:
    """The slip as it is saved, or a blank one."""
    form = SlipForm(
        hands=desk.tournament.hands_per_round,
        depth=rows[0].depth,
        rules=desk.rules,
        id_stem=f"t{table.number}",
        initial=shown_hands(rows) | {"version": table.version},
    )
    form.focus(figure_name(1, Line.NS, rows[0].depth.columns[0]))
    return form


def read_back(desk: Desk, table: GridTable, form: SlipForm, rows: tuple[TypedHand, ...]) -> SlipView:
    """What the page says of a slip: everything for one that was typed, the figures only for a saved one. One query."""
    return view_slip(
        form,
        rows,
        judge_typed(desk.rules, rows) if form.is_bound else {},
        scale=scale_of(desk.tournament),
        adjusted=adjusted_lines(desk.round, table),
    )


def show_desk(request: HttpRequest, desk: Desk, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with its table's saved slip; four queries and the frame's, whatever the number of tables."""
    table = desk.table
    if table is not None and table.ew is not None and "form" not in context:
        rows = stored_rows(desk, table)
        form = stored_form(desk, table, rows)
        context |= {"form": form, "slip": read_back(desk, table, form, rows)}
    return draw_desk(request, desk, status=status, **context)


def draw_desk(request: HttpRequest, desk: Desk, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with what is on it: the whole page, or for htmx the part that changes."""
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table} | context
    context |= {"chips": _chips(desk), "section": "results", "as_part": as_part(request)}
    if context["as_part"]:
        return render(request, "results/part.html", context, status=status)
    return render_tournament(request, "results/results.html", desk.tournament, context, status=status)


def as_part(request: HttpRequest) -> bool:
    """Whether htmx asks, which draws a part; except on the way back, where it wants the page."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


def refresh(desk: Desk, table: GridTable | None = None) -> Desk:
    """The desk as it is now, with that table on top. One query."""
    grid = grid_of(desk.round)
    chosen = next((each for each in grid if table is not None and each.pk == table.pk), None)
    return replace(desk, grid=grid, table=chosen)


def _state(desk: Desk, table: GridTable) -> str:
    """What the sign of a table says; in a knockout a rest is a bye."""
    return "bye" if table.state == "rest" and desk.round.system == System.KNOCKOUT else table.state


def _chips(desk: Desk) -> list[dict[str, object]]:
    """The tables for the strip, those still out first."""
    return [
        {"number": each.number, "state": _state(desk, each), "url": table_url(desk, each), "seats": each.seats}
        for each in sorted(desk.grid, key=lambda each: (not each.is_open, each.number))
    ]
