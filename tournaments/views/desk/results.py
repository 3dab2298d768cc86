"""The desk, the referee's main page: choose a table, type its slip, save, and go on to the next."""

from collections import OrderedDict
from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import role_of
from pages.held_answers import depends_on
from pages.written_numbers import written_number
from tournaments.models import Round
from tournaments.selectors.desk import Desk, DeskView, desk_progress, lay_out, open_desk
from tournaments.selectors.desk_state import TilesState, tiles_state
from tournaments.selectors.generations import stamped
from tournaments.selectors.hall.news import DeskTiles
from tournaments.wording.round_states import still_a_draft

from .page import desk_url, known_by, show_desk, strip_of

MOST_KEPT = 16


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
def results_tiles(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show the tiles of a round whose slips phones write: all, or those that have changed; or a 304 if nothing has.

    `?table=` is the table on top, `version=` its version on the page. `Tiles-Known` names the tiles that the page has.
    """
    state = tiles_state(slug, number, timezone.now())
    etag = _tiles_etag(request, state)
    response = get_conditional_response(request, etag=etag) if state.tables else None
    depends_on(request, DeskTiles(slug, number), has_news=response is None)
    if response is None:
        top = written_number(request.GET.get("table", ""), 5)
        opened = open_desk(slug, number, top)
        if not opened.round.phones_write:
            raise Http404
        response = _tiles(request, opened, top, state)
    response["ETag"], response["Cache-Control"] = etag, "no-cache, private"
    response["Tiles-Known"] = _keep(state)
    return response


def _tiles_etag(request: HttpRequest, state: TilesState) -> str:
    """Return the ETag of all that the answer is made from: the tiles, the address, and who reads in which language."""
    reader = (request.get_full_path(), role_of(request.user), get_language(), settings.CODE_VERSION)
    return f'"{sha256(f"{state.digest} {reader}".encode()).hexdigest()[:32]}"'


def _tiles(request: HttpRequest, opened: Desk, top: int | None, state: TilesState) -> HttpResponse:
    before = _KEPT.get(request.headers.get("Tiles-Known", ""))
    changed = state.changed_since(before) if before is not None else None
    desk = lay_out(opened, top=top, only=changed)
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table}
    context |= {"may_close": desk.may_close} | strip_of(request, desk) | _meanwhile(desk, request.GET.get("version"))
    response = render(request, "desk/tiles_answer.html", context)
    if changed is not None:
        response["HX-Reswap"] = "none"
    return response


_KEPT: OrderedDict[str, TilesState] = OrderedDict()
"""The latest states of tiles that pages were told of, by their digests."""


def _keep(state: TilesState) -> str:
    """Return the name by which a page says later what it has been told."""
    name = state.digest
    _KEPT[name] = state
    while len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    return name


def _meanwhile(desk: DeskView, version: str | None) -> dict[str, bool]:
    """Return whether the table on top has changed since, and by whom."""
    table = desk.table
    if table is None or version is None or version == stamped(table.version):
        return {"is_overtaken": False}
    slip = desk.phones.get(table.pk)
    return {"is_overtaken": True, "is_agreed": slip is not None and slip.written.agreed}
