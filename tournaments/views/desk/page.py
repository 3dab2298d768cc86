"""The desk as a page, or for htmx the part of it that changes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.records import System
from tournaments.selectors.desk import GridTable
from tournaments.slips.judged import accepted_rows
from tournaments.views.common import render_tournament
from tournaments.wording.entrants import words_of

from .desk import Desk, table_url
from .sheet import came_from_sheet
from .slip import stored_form, view_slip


def show_desk(request: HttpRequest, desk: Desk, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with its table's saved slip; four queries and the frame's, whatever the number of tables."""
    table = desk.table
    if table is not None and table.ew is not None and "form" not in context:
        rows = desk.saved_rows(table)
        form = stored_form(desk, table, rows)
        context |= {"form": form, "slip": view_slip(desk, table, form, accepted_rows(rows))}
    return draw_desk(request, desk, status=status, **context)


def draw_desk(request: HttpRequest, desk: Desk, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with what is on it: the whole page, or for htmx the part that changes."""
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table} | context
    context |= {"chips": _chips(desk), "section": "results", "as_part": as_part(request)}
    context["from_sheet"] = came_from_sheet(request)
    if context["as_part"]:
        words = {"words": words_of(desk.tournament.kind)}
        return render(request, "desk/part.html", context | words, status=status)
    return render_tournament(request, "desk/results.html", desk.tournament, context, status=status)


def as_part(request: HttpRequest) -> bool:
    """Whether htmx asks, which draws a part; except on the way back, where it wants the page."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


def _state(desk: Desk, table: GridTable) -> str:
    """What the sign of a table says; in a knockout a rest is a bye."""
    return "bye" if table.state == "rest" and desk.round.system == System.KNOCKOUT else table.state


def _chips(desk: Desk) -> list[dict[str, object]]:
    """The tables for the strip, those still out first."""
    return [
        {"number": each.number, "state": _state(desk, each), "url": table_url(desk, each), "seats": each.seats}
        for each in sorted(desk.grid, key=lambda each: (not each.is_open, each.number))
    ]
