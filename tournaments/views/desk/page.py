"""The desk as a page, or for htmx the part of it that changes."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from accounts.models import Role, role_of
from tournaments.records import DECIDED, System
from tournaments.selectors.desk import GridTable, HowFar
from tournaments.slips.judged import accepted_rows
from tournaments.views.common import render_tournament
from tournaments.wording.entrants import words_of
from tournaments.wording.phone_slips import unsettled_sentence

from .desk import Desk, LaidOut, lay_out, table_url
from .phones import phone_words, phoned_slip, tile_words
from .sheet import came_from_sheet
from .slip import stored_form, view_slip
from .strip import hall_context

INDENTS = re.compile(r">\s*\n\s*")
"""What the templates' lines leave between tags; inside of a tag there is no `>`, and what was typed stands there."""


def laid_out_for(request: HttpRequest, desk: Desk, *, top: int | None, far: HowFar | None = None) -> LaidOut:
    """The desk as it is now, with the table of that number on top: of the others, those that the page has to learn."""
    return lay_out(desk, top=top, known=known_by(request), far=far)


def known_by(request: HttpRequest) -> int | None:
    """Which changes to the tables the page has already; None where it has no tables, or does not say."""
    said = request.headers.get("Desk-Known", "")
    return int(said) if as_part(request) and said.isascii() and said.isdecimal() and len(said) < 19 else None


def show_desk(request: HttpRequest, desk: LaidOut, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with its table's slip as it is saved, or waits on the players' phones.

    One query, and the frame's of a page; three where phones write.
    """
    table = desk.table
    if table is not None and table.ew is not None and "form" not in context:
        saved = desk.saved(table)
        form, judged = phoned_slip(desk, table) or (stored_form(desk, table, saved.rows), accepted_rows(saved.rows))
        context |= {"form": form, "slip": view_slip(desk, form, judged, saved.rulings)}
    return draw_desk(request, desk, status=status, **context)


def draw_desk(request: HttpRequest, desk: LaidOut, *, status: int = 200, **context: Any) -> HttpResponse:
    """The desk with what is on it: the whole page, or for htmx the part that changes."""
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table} | context
    context |= {"chips": chips_of(desk), "section": "results", "as_part": as_part(request)} | closing_of(desk)
    context |= {"from_sheet": came_from_sheet(request), "may_type": may_type(request, desk)}
    if desk.phones and desk.table is not None:
        context |= phone_words(desk, desk.table)
    if context["as_part"]:
        words = {"words": words_of(desk.tournament.kind)}
        drawn = render_to_string("desk/part.html", context | words, request)
        return HttpResponse(INDENTS.sub(">\n", drawn), status=status)
    context = hall_context(desk.round) | context
    return render_tournament(request, "desk/results.html", desk.tournament, context, status=status, now=desk.now)


def is_referee(request: HttpRequest) -> bool:
    """Whether a referee asks: what a slip changes, and not its address alone, says whether a scorer may save it."""
    return role_of(request.user).may(Role.REFEREE)


def may_type(request: HttpRequest, desk: Desk) -> bool:
    """Whether whoever asks may save the slip on top; see `table_record` for what a scorer may not."""
    decided = desk.table is not None and desk.table.outcome in DECIDED
    return is_referee(request) or role_of(request.user).may(Role.SCORER) and desk.under_way and not decided


def as_part(request: HttpRequest) -> bool:
    """Whether htmx asks, which draws a part; except on the way back, where it wants the page."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


def _state(desk: Desk, table: GridTable) -> str:
    """What the sign of a table says; in a knockout a rest is a bye."""
    return "bye" if table.state == "rest" and desk.round.system == System.KNOCKOUT else table.state


def chips_of(desk: LaidOut) -> list[dict[str, object]]:
    """The tables for the strip: those still out first; where phones write, each where it was, with its tile."""
    if desk.phones:
        return [_chip(desk, each) | _tile(desk, each) for each in desk.grid.tables]
    return [_chip(desk, each) for each in sorted(desk.grid.tables, key=lambda each: (not each.is_open, each.number))]


def closing_of(desk: LaidOut) -> dict[str, object]:
    """What is asked before the round is closed; nothing where every table is settled."""
    return {"unsettled": unsettled_sentence(desk.unsettled), "looked_at": [number for number, _tile in desk.unsettled]}


def _chip(desk: Desk, table: GridTable) -> dict[str, object]:
    url = table_url(desk, table.number)
    return {"number": table.number, "state": _state(desk, table), "url": url, "seats": table.seats}


def _tile(desk: LaidOut, table: GridTable) -> dict[str, object]:
    """An absence says so by itself."""
    slip = desk.phones.get(table.pk)
    return tile_words(slip.tile) if slip and table.state != "absent" else {}
