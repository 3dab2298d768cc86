"""Entering results, the page a referee lives in: choose a table, type its slip, save, and the next one lies there."""

from hashlib import sha256

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.models import Round
from tournaments.records import ABSENCES, Outcome
from tournaments.selectors.desk import how_far
from tournaments.selectors.rulings import rulings_of

from .desk import Desk, LaidOut, lay_out, open_desk, table_url
from .page import chips_of, closing_of, laid_out_for, show_desk
from .saving import Attempt, attempt_of, save_attempt, swap_saved, write_attempt
from .slip import typed_form, view_slip


@never_cache
@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round's tables, the next open one on top; `?find=` goes to the table of a number or a name."""
    desk = open_desk(slug, number)
    if desk.round.state == Round.State.DRAFT:
        messages.warning(request, _("Round %(round)s is a draft: publish it first.") % {"round": number})
        return redirect("round", slug, number)
    if words := request.GET.get("find", "").strip():
        return _find(request, desk, words)
    far = how_far(desk.round)
    # Where phones write, only what is disputed comes by itself.
    first = far.disputed if desk.round.phones_write else far.following
    return show_desk(request, laid_out_for(request, desk, top=first if desk.under_way else None, far=far))


def _find(request: HttpRequest, desk: Desk, words: str) -> HttpResponse:
    laid_out = lay_out(desk, top=None)
    found = laid_out.find(words)
    if len(found) == 1:
        return redirect(table_url(desk, found[0].number))
    return show_desk(request, laid_out, sought=words, found=found)


@require_safe
def results_tiles(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tiles of a round whose slips phones write, as they are now.

    `?table=` says which one lies on top, `version=` how it is shown there.
    """
    typed = request.GET.get("table", "")
    top = int(typed) if typed.isdecimal() and len(typed) < 6 else None
    opened = open_desk(slug, number, top)
    if not opened.round.phones_write:
        raise Http404
    desk = lay_out(opened, top=top)
    context = {"desk": desk, "tournament": desk.tournament, "round": desk.round, "table": desk.table}
    context |= {"chips": chips_of(desk)} | closing_of(desk) | _meanwhile(desk, request.GET.get("version"))
    response = render(request, "desk/tiles_polled.html", context)
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Cache-Control"] = "no-cache, private"
    return response


def _meanwhile(desk: LaidOut, shown: str | None) -> dict[str, bool]:
    """Whether the table on top is no longer as it is shown, and by whose word."""
    table = desk.table
    if table is None or shown is None or shown == str(table.version):
        return {"is_overtaken": False}
    slip = desk.phones.get(table.pk)
    return {"is_overtaken": True, "is_agreed": slip is not None and slip.written.agreed}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_entry(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One table's slip, shown or saved."""
    if request.method != "POST":
        return show_desk(request, laid_out_for(request, open_desk(slug, number, table), top=table))
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    attempt.form.demand_every_hand(attempt.slip.typed)
    return save_attempt(request, attempt)


@require_POST
def table_outcome(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A pair, or both, did not come or left: the whole hands of the slip are what they had played."""
    sent = request.POST.get("outcome", "")
    if sent not in ABSENCES:
        raise Http404
    attempt = _attempt(request, slug, number, table, Outcome(sent))
    attempt.form.demand_whole_hands(attempt.slip.typed)
    return save_attempt(request, attempt)


@require_POST
def table_take_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take the result back; what is typed in the slip does not matter."""
    return write_attempt(request, _attempt(request, slug, number, table, Outcome.OPEN))


@require_POST
def table_swap(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The saved slip with its lines swapped; what is typed in the form does not matter."""
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    return swap_saved(request, attempt)


@require_POST
def table_preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the figures come to so far, as the parts of the slip that are not typed in. Two queries of its own."""
    attempt = _attempt(request, slug, number, table, Outcome.PLAYED)
    if attempt.form.cleaned_data.get("tried"):
        attempt.form.demand_every_hand(attempt.slip.typed)
    slip = view_slip(attempt.desk, attempt.form, attempt.slip, rulings_of(attempt.table.pk))
    return render(request, "desk/preview.html", {"slip": slip, "form": attempt.form, "table": attempt.table})


def _attempt(request: HttpRequest, slug: str, number: int, table: int, outcome: Outcome) -> Attempt:
    desk = open_desk(slug, number, table)
    if desk.table is None or desk.table.rests:
        raise Http404
    form = typed_form(request.POST, desk, desk.table)
    return attempt_of(request, desk, desk.table, form, outcome=outcome, address=request.path)
