"""The desk, the referee's main page: choose a table, type its slip, save, and go on to the next."""

from hashlib import sha256

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Round
from tournaments.selectors.desk import Desk, DeskView, desk_progress, lay_out, open_desk
from tournaments.selectors.generations import stamped
from tournaments.wording.round_states import still_a_draft

from .page import chips_of, closing_of, desk_url, known_by, show_desk


@never_cache
@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the tables of a round, the next open one on top; `?find=` opens a table by number or name."""
    desk = open_desk(slug, number)
    if desk.round.state == Round.State.DRAFT:
        messages.warning(request, still_a_draft(number))
        return redirect("round", slug, number)
    if words := request.GET.get("find", "").strip():
        return _find(request, desk, words)
    progress = desk_progress(desk.round)
    # Where phones write, only disputed slips open by themselves.
    first = progress.disputed if desk.round.phones_write else progress.following
    top = first if desk.under_way else None
    return show_desk(request, lay_out(desk, top=top, known=known_by(request), progress=progress))


def _find(request: HttpRequest, desk: Desk, words: str) -> HttpResponse:
    laid_out = lay_out(desk, top=None)
    found = laid_out.find(words)
    if len(found) == 1:
        return redirect(desk_url(desk, found[0].number))
    return show_desk(request, laid_out, sought=words, found=found)


@require_safe
def results_tiles(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the tiles of a round whose slips phones write.

    `?table=` is the table on top, `version=` its version on the page.
    """
    typed = request.GET.get("table", "")
    top = int(typed) if typed.isdecimal() and len(typed) < 6 else None
    opened = open_desk(slug, number, top)
    if not opened.round.phones_write:
        raise Http404
    desk = lay_out(opened, top=top)
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table}
    context |= {"chips": chips_of(desk)} | closing_of(desk) | _meanwhile(desk, request.GET.get("version"))
    response = render(request, "desk/tiles_answer.html", context)
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Cache-Control"] = "no-cache, private"
    return response


def _meanwhile(desk: DeskView, version: str | None) -> dict[str, bool]:
    """Return whether the table on top has changed since, and by whom."""
    table = desk.table
    if table is None or version is None or version == stamped(table.version):
        return {"is_overtaken": False}
    slip = desk.phones.get(table.pk)
    return {"is_overtaken": True, "is_agreed": slip is not None and slip.written.agreed}
