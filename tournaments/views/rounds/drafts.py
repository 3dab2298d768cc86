"""A referee changes the draft of a round: every button of its page, and every pair that is put somewhere else.

With htmx the answer holds only what changed; without scripts the page is shown again.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import Refused
from tournaments.drafting.moves import Tables, change_lines, exchange_numbers, gather, join, rest, swap
from tournaments.errors import TableChanged
from tournaments.forms.rounds.drafts import Do, DraftChangeForm, RedrawForm, UndoForm, what_is_wrong
from tournaments.models import Round
from tournaments.records import EntrantId, Kind
from tournaments.services import draft_change, draft_exclude, draft_fix, draft_keep, draft_redraw, draft_undo
from tournaments.services.drafts import Changed
from tournaments.views.common import HtmxHttpRequest

from .draft_page import draft_context, meetings_at, said_of
from .rounds import show_round
from .seats import seats_of, seats_of_tables

ROWS_AT_ONCE = 40
"""Up to so many changed tables are sent one by one; beyond, the whole list."""

Reseating = Callable[[Tables], Tables]


@require_POST
def seat(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """A pair was chosen: the first one is marked, with the second one it changes seats."""
    round_ = _round(slug, number)
    picked, chosen, free = (request.POST.get(name, "") for name in ("picked", "seat", "free"))
    if (free or "rest" in request.POST) and not picked:
        return _refused(request, round_, Refused(_("Choose somebody first.")))
    if "rest" in request.POST:
        return _change(request, round_, {"do": Do.REST, "one": picked})
    if free:
        return _change(request, round_, {"do": Do.JOIN, "one": picked, "table": free})
    if picked and picked != chosen:
        return _change(request, round_, {"do": Do.SWAP, "one": picked, "other": chosen})
    page = reverse("round", args=[slug, number])
    return redirect(page if picked else f"{page}?picked={chosen}")


@require_POST
def change(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Anything else that a table's menu, or a chip above the tables, offers."""
    return _change(request, _round(slug, number), request.POST)


@require_POST
def undo(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the latest change back."""
    round_, form = _round(slug, number), UndoForm(request.POST)
    if not form.is_valid():
        return _refused(request, round_, Refused(what_is_wrong(form)))
    try:
        changed = draft_undo(round=round_, depth=form.cleaned_data["depth"])
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _changed(request, changed, said=[_("Taken back.")])


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw again with another seed; what is kept and what shall not meet stays so."""
    round_, form = _round(slug, number), RedrawForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(what_is_wrong(form))
        draft_redraw(round=round_, seed=form.cleaned_data["seed"])
    except Refused as refusal:
        return show_round(request, round_, refusal)
    return redirect("round", slug, number)


@require_safe
def menu(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What can be done with one table, for its row."""
    round_ = _round(slug, number)
    seats = seats_of(round_)
    table = request.GET.get("table", "")
    row = next((row for row in seats.tables if str(row.number) == table), None)
    if row is None:
        raise Http404
    context = draft_context(round_, seats) | {"table": row, "meetings": meetings_at(round_, row)}
    return render(request, "rounds/_menu.html", context)


def _round(slug: str, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament__slug=slug, number=number)


def _change(request: HtmxHttpRequest, round_: Round, data: Mapping[str, Any]) -> HttpResponse:
    form = DraftChangeForm(data)
    if not form.is_valid():
        return _refused(request, round_, Refused(what_is_wrong(form)))
    try:
        changed = _apply(round_, Do(form.cleaned_data["do"]), form.cleaned_data)
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _changed(request, changed)


def _apply(round_: Round, do: Do, asked: Mapping[str, Any]) -> Changed:
    """Do what was asked; what the form has checked is there."""
    if do in (Do.KEEP, Do.RELEASE):
        return draft_keep(round=round_, seen=asked["table"], keep=do is Do.KEEP)
    if do in (Do.EXCLUDE, Do.ALLOW):
        one, other = asked["meeting"]
        return draft_exclude(round=round_, one=one, other=other, exclude=do is Do.EXCLUDE)
    if do in (Do.FIX, Do.UNFIX):
        return draft_fix(round=round_, pair=EntrantId(asked["pair"]), table=asked["to"] if do is Do.FIX else 0)
    if do is Do.NUMBER and not round_.tables.filter(number=asked["to"]).exists():
        raise Refused(_("There is no table %(table)s in this draft.") % {"table": asked["to"]})
    seen = [asked["table"], *(seat and seat[1] for seat in (asked["one"], asked["other"]))]
    reseating = _reseating(do, asked, individual=round_.tournament.kind == Kind.INDIVIDUAL)
    return draft_change(round=round_, seen=[table for table in seen if table is not None], change=reseating)


def _reseating(do: Do, asked: Mapping[str, Any], *, individual: bool) -> Reseating:
    table = asked["table"] and asked["table"].number
    one, other = (asked[name] and asked[name][0] for name in ("one", "other"))
    changes: dict[Do, Reseating] = {
        Do.SWAP: lambda tables: swap(tables, one, other),
        Do.JOIN: lambda tables: gather(tables, one, table) if individual else join(tables, one, table),
        Do.REST: lambda tables: rest(tables, one),
        Do.LINES: lambda tables: change_lines(tables, table),
        Do.NUMBER: lambda tables: exchange_numbers(tables, table, asked["to"]),
    }
    return changes[do]


def _changed(request: HtmxHttpRequest, changed: Changed, *, said: list[str] | None = None) -> HttpResponse:
    round_, seats = changed.round, seats_of_tables(changed.round, changed.tables, changed.request.entrants)
    if not request.htmx:
        first = min(changed.touched, default=0)
        return redirect(f"{reverse('round', args=[round_.tournament.slug, round_.number])}#table-{first}")
    rows = [row for row in seats.tables if row.number in changed.touched]
    whole = len(rows) > ROWS_AT_ONCE or len(changed.before) != len(changed.tables)
    context = draft_context(round_, seats) | {
        "said": said or said_of(changed, seats) or [_("Done.")],
        "rows": rows,
        "whole": whole,
    }
    return render(request, "rounds/_draft_changed.html", context)


def _refused(request: HtmxHttpRequest, round_: Round, refusal: Refused) -> HttpResponse:
    """The draft as it is now, with the sentence that says why nothing was done."""
    if not request.htmx:
        return show_round(request, round_, refusal)
    context = draft_context(round_, seats_of(round_)) | {"refused": refusal.message, "whole": True}
    status = 409 if isinstance(refusal, TableChanged) else 422
    return render(request, "rounds/_draft_changed.html", context, status=status)
