"""The desk as a page, or for htmx the part that changes."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect, push_url

from accounts.models import Role, role_of
from pages.numbered_addresses import address_of_number
from pages.written_numbers import KEY_DIGITS, written_number
from tournaments.forms.desk.slip_view import saved_form, view_slip
from tournaments.models import Round
from tournaments.records import DECIDED, Outcome
from tournaments.records.sections import is_called
from tournaments.selectors.desk import Desk, DeskView, desk_progress, lay_out
from tournaments.selectors.desk_tables import DeskTable, GridTable
from tournaments.selectors.own_knockouts import in_knockout
from tournaments.selectors.saved_slips import saved_slip_of
from tournaments.views.common import as_part, render_tournament
from tournaments.views.long_lists import long_list
from tournaments.wording.entrants import words_of

from .phones import phone_words, phoned_slip, tile_words
from .sheet import row_url
from .strip import hall_context

CHIPS_A_PAGE = 400
"""The tables in the strip, below 300 kB."""
INDENTS = re.compile(r">\s*\n\s*")
"""The space between tags that templates leave. Inside a tag there is no `>`, and typed text is inside one."""
INSTEAD_OF_THE_SAVED = frozenset({"form", "contrasts"})
"""The variables of a page that shows a slip as it was typed, or beside another one."""
BACK = "sheet"
"""Sent with a slip that was opened from a row of the result sheet."""


def came_from_sheet(request: HttpRequest) -> bool:
    """Return whether the slip was opened from the result sheet, and leads back there."""
    return BACK in (request.POST.get("back"), request.GET.get("back"))


def known_by(request: HttpRequest) -> int | None:
    """Return the changes of tables that the page has already; None if it has no tables."""
    return written_number(request.headers.get("Desk-Known", ""), KEY_DIGITS) if as_part(request) else None


def show_desk(request: HttpRequest, desk: DeskView, *, status: int = 200, **context: Any) -> HttpResponse:
    """Return the desk, for htmx only the part that changes, with a given slip, or else with its table's.

    That is the saved one, or the one that waits on the players' phones. One query beside those of the page's frame;
    three where phones write.
    """
    table, tournament = desk.table, desk.tournament
    frame = {
        "desk": desk,
        "tournament": tournament,
        "round": desk.round,
        "table": table,
        "section": "results",
        "sought": "",
    }
    frame["is_bye"] = table is not None and table.pk in _byes(desk.round, [table])
    frame |= {"as_part": as_part(request), "from_sheet": came_from_sheet(request)}
    frame |= {"may_type": may_type(request, desk)} | strip_of(request, desk) | {"may_close": desk.may_close}
    frame["other_rounds"] = {
        number: [(other, reverse("table_entry", args=[tournament.slug, number, other])) for other in tables]
        for number, tables in desk.others.items()
    }
    if table is not None and table.outcome is not Outcome.REST and INSTEAD_OF_THE_SAVED.isdisjoint(context):
        saved = saved_slip_of(table.pk, tournament)
        on_phones = phoned_slip(desk, table) if desk.phones else None
        form, judged = on_phones or (saved_form(tournament, table, saved.slip), saved.slip)
        context |= {"form": form, "slip": view_slip(form, judged, saved.rulings)}
    if desk.phones and table is not None:
        frame |= phone_words(desk, table)
    if frame["as_part"]:
        part = render_to_string("desk/part.html", frame | context | {"words": words_of(tournament.kind)}, request)
        return HttpResponse(INDENTS.sub(">\n", part), status=status)
    context = hall_context(desk.round, role_of(request.user)) | frame | context
    return render_tournament(request, "desk/results.html", tournament, context, status=status, now=desk.now)


def show_next(request: HttpRequest, desk: Desk, table: DeskTable, sentence: str, *, stays: bool) -> HttpResponse:
    """Return the desk after a save: the next open table on top, but in a closed round, or if it `stays`, the same one.

    From a row of the result sheet, back to that row.
    """
    if came_from_sheet(request):
        messages.success(request, sentence)
        row = row_url(desk.tournament.slug, desk.round.number, table.number)
        return HttpResponseClientRedirect(row) if as_part(request) else redirect(row)
    known = known_by(request)
    progress = desk_progress(desk.round, after=table.number)
    top = (progress.disputed or progress.following) if desk.under_way and not stays else table.number
    if not as_part(request):
        messages.success(request, sentence)
        return redirect(desk_url(desk, top))
    laid_out, address = lay_out(desk, top=top, known=known, progress=progress), desk_url(desk, top)
    return push_url(show_desk(request, laid_out, saved=sentence, saved_slip=table.pk), address)


def may_type(request: HttpRequest, desk: Desk) -> bool:
    """Return whether the user may save this slip; see `table_record` for the limits of a scorer."""
    decided = desk.table is not None and desk.table.outcome in DECIDED
    role = role_of(request.user)
    return role.may(Role.REFEREE) or role.may(Role.SCORER) and desk.under_way and not decided


def chips_of(desk: DeskView, tables: Iterable[GridTable]) -> list[dict[str, object]]:
    """Return tables for the strip, where phones write with their tiles."""
    shown, chips = [*tables], []
    byes = _byes(desk.round, shown)
    address = address_of_number("table_entry", desk.tournament.slug, desk.round.number)
    for table in shown:
        state = "bye" if table.pk in byes else table.state
        chip = {"number": table.number, "state": state, "url": address(table.number), "seats": table.seats}
        chips.append(chip | _tile(desk, table) if desk.phones else chip)
    return chips


def _in_the_strip(desk: DeskView) -> Sequence[GridTable]:
    """Return the tables as the strip has them: open ones first, or where phones write in order."""
    tables = desk.grid.tables
    return tables if desk.phones else sorted(tables, key=lambda table: (table.state != "open", table.number))


def strip_of(request: HttpRequest, desk: DeskView) -> dict[str, object]:
    """Return the strip's page of a whole round, the one with the table on top unless another is asked for.

    Of a part of the round's tables, those that a page has to draw again, all are in the strip.
    """
    tables, is_whole = _in_the_strip(desk), desk.progress.to_play <= CHIPS_A_PAGE
    if not desk.whole:
        return {"chips": chips_of(desk, tables), "selected": desk.selected, "strip_is_whole": is_whole}
    listed = long_list(
        request,
        tables,
        rows_a_page=CHIPS_A_PAGE,
        is_called=lambda table, typed: is_called(table.number, typed),
        is_found=lambda _table, _typed: False,
        at="" if desk.selected is None else str(int(desk.selected)),  # equivalent `'x'`: no table has that name
    )
    chips = chips_of(desk, listed.page)
    return {"chips": chips, "selected": desk.selected, "listed": listed, "strip_is_whole": is_whole}


def _byes(round_: Round, tables: Iterable[GridTable]) -> frozenset[int]:
    """Return the keys of those tables whose rest is a bye in a knockout. Two queries if a girone may play its own."""
    rests = [table for table in tables if table.outcome is Outcome.REST]
    if not rests:
        return frozenset()
    plays_knockout = in_knockout(round_)
    return frozenset(table.pk for table in rests if plays_knockout(table.seats[0].id))


def _tile(desk: DeskView, table: GridTable) -> dict[str, object]:
    """Return the tile; an absence is shown by its sign."""
    slip = desk.phones.get(table.pk)
    return tile_words(slip.tile) if slip and table.state != "absent" else {}


def desk_url(desk: Desk, top: int | None) -> str:
    """Return the address of the desk with this table on top, or with none."""
    where = [desk.tournament.slug, desk.round.number]
    return reverse("results", args=where) if top is None else reverse("table_entry", args=[*where, top])
