"""The referee's changes of a draft: the buttons of its page, and every move.

With htmx the answer holds only what changed; without scripts the page is shown again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.rounds.drafts import DraftAction, DraftChangeForm, RedrawForm, UndoForm, what_is_wrong
from tournaments.models import Round
from tournaments.pairing.moves import (
    Tables,
    change_lines,
    exchange_numbers,
    gather,
    join,
    make_table,
    rest,
    sit_in,
    swap,
)
from tournaments.records import EntrantId, Kind
from tournaments.records.sections import table_name
from tournaments.services import draft_change, draft_exclude, draft_fix, draft_keep, draft_redraw, draft_undo
from tournaments.services.drafts import DraftChange
from tournaments.services.refusals import TableChanged
from tournaments.views.common import HtmxHttpRequest

from .draft_page import change_sentences, draft_context, meetings_at
from .rounds import draft_tables_listed, show_round
from .seats import SeatRow, seats_of, seats_of_tables

ROWS_AT_ONCE = 40  # equivalent: either way the page has the same tables
"""Up to this many changed tables are sent one by one; beyond, the whole list."""
SHOWN = "shown"
"""What a page says with each change: the numbers of the tables that it shows, which are those that it can replace."""

Reseating = Callable[[Tables], Tables]


@require_POST
def seat(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Mark the first pair chosen, and swap it with the second."""
    round_ = _round(slug, number)
    picked, chosen, free = (request.POST.get(name, "") for name in ("picked", "seat", "free"))
    if (free or "rest" in request.POST) and not picked:
        return _refused(request, round_, Refused(_("Choose somebody first.")))
    if "rest" in request.POST:
        return _change(request, round_, {"do": DraftAction.REST, "one": picked})
    if free:
        return _change(request, round_, {"do": DraftAction.JOIN, "one": picked, "table": free})
    if picked and picked != chosen:
        return _change(request, round_, {"do": DraftAction.SWAP, "one": picked, "other": chosen})
    page = reverse("round", args=[slug, number])
    return redirect(page if picked else f"{page}?picked={chosen}")


@require_POST
def change(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Do any other action of a table's menu, or of a chip above the tables."""
    return _change(request, _round(slug, number), request.POST)


@require_POST
def undo(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo the latest change."""
    round_, form = _round(slug, number), UndoForm(request.POST)
    if not form.is_valid():
        return _refused(request, round_, Refused(what_is_wrong(form)))
    try:
        changed = draft_undo(round=round_, depth=form.cleaned_data["depth"])
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _changed(request, changed, sentences=[_("Undone.")])


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw again with another seed; kept tables and exclusions stay."""
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
    """Show the actions for one table, for its row."""
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
    form = DraftChangeForm(data, starts=round_.section_starts)
    if not form.is_valid():
        return _refused(request, round_, Refused(what_is_wrong(form)))
    try:
        changed = _apply(round_, DraftAction(form.cleaned_data["do"]), form.cleaned_data)
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _changed(request, changed)


def _apply(round_: Round, do: DraftAction, data: Mapping[str, Any]) -> DraftChange:
    """Do the action, which the form has checked."""
    if do in (DraftAction.KEEP, DraftAction.RELEASE):
        return draft_keep(round=round_, seen=data["table"], keep=do is DraftAction.KEEP)
    if do in (DraftAction.EXCLUDE, DraftAction.ALLOW):
        one, other = data["meeting"]
        return draft_exclude(round=round_, one=one, other=other, exclude=do is DraftAction.EXCLUDE)
    if do in (DraftAction.FIX, DraftAction.UNFIX):
        return draft_fix(round=round_, pair=EntrantId(data["pair"]), table=data["to"] if do is DraftAction.FIX else 0)
    if do is DraftAction.NUMBER and not round_.tables.filter(number=data["to"]).exists():
        raise Refused(
            _("There is no table %(table)s in this draft.") % {"table": table_name(round_.table_number(data["to"]))}
        )
    seats = [data["table"], *(seat and seat[1] for seat in (data["one"], data["other"]))]
    reseating = _reseating(do, data, individual=round_.tournament.kind == Kind.INDIVIDUAL)
    if any(data[name] and data[name][1] is None for name in ("one", "other")):
        reseating = _seating(do, data, round_)
    return draft_change(round=round_, seen=[table for table in seats if table is not None], change=reseating)


def _reseating(do: DraftAction, data: Mapping[str, Any], *, individual: bool) -> Reseating:
    table = data["table"] and data["table"].number
    one, other = (data[name] and data[name][0] for name in ("one", "other"))
    changes: dict[DraftAction, Reseating] = {
        DraftAction.SWAP: lambda tables: swap(tables, one, other),
        DraftAction.JOIN: lambda tables: gather(tables, one, table) if individual else join(tables, one, table),
        DraftAction.REST: lambda tables: rest(tables, one),
        DraftAction.LINES: lambda tables: change_lines(tables, table),
        DraftAction.NUMBER: lambda tables: exchange_numbers(tables, table, data["to"]),
    }
    return changes[do]


def _seating(do: DraftAction, data: Mapping[str, Any], round_: Round) -> Reseating:
    """Seat a chosen entrant who has no seat: in another's place, or at a table with others."""
    one, at = data["one"]
    if do is DraftAction.SWAP:
        other, there = data["other"]
        if at is None and there is None:
            return lambda tables: make_table(tables, [one, other])
        return lambda tables: sit_in(tables, one, other) if at is None else sit_in(tables, other, one)
    if do is not DraftAction.JOIN:
        return lambda tables: make_table(tables, [one])
    if round_.tournament.kind != Kind.INDIVIDUAL:
        return lambda tables: make_table(tables, [data["table"].ns, one])
    without = [entrant.id for entrant in seats_of(round_).without]
    return lambda tables: gather(tables, one, data["table"].number, without)


def _changed(request: HtmxHttpRequest, changed: DraftChange, *, sentences: list[str] | None = None) -> HttpResponse:
    round_, seats = changed.round, seats_of_tables(changed.round, changed.tables, changed.entrants)
    rows = [row for row in seats.tables if row.number in changed.touched]
    listed = draft_tables_listed(request, seats, at=rows[0] if rows else None)
    page = reverse("round", args=[round_.tournament.slug, round_.number])
    if not request.htmx:
        first = min(changed.touched, default=0)
        return redirect(f"{page}{f'?at={first}' if listed.is_split else ''}#table-{first}")
    whole = len(rows) > ROWS_AT_ONCE or len(changed.before) != len(changed.tables)
    context = draft_context(round_, seats) | {
        "sentences": sentences or change_sentences(changed, seats) or [_("Done.")],
        "rows": _shown_on(request, rows),
        "whole": whole,
        "listed": listed,
        "list_address": page,
    }
    return render(request, "rounds/_draft_answer.html", context)


def _refused(request: HtmxHttpRequest, round_: Round, refusal: Refused) -> HttpResponse:
    """Return the current draft, with the reason why nothing was done."""
    if not request.htmx:
        return show_round(request, round_, refusal)
    seats = seats_of(round_)
    shown = _shown_on(request, seats.tables)
    listed = draft_tables_listed(request, seats, at=shown[0] if shown else None)
    context = draft_context(round_, seats) | {"refused": refusal.message, "whole": True, "listed": listed}
    context["list_address"] = reverse("round", args=[round_.tournament.slug, round_.number])
    status = 409 if isinstance(refusal, TableChanged) else 422
    return render(request, "rounds/_draft_answer.html", context, status=status)


def _shown_on(request: HttpRequest, tables: Iterable[SeatRow]) -> list[SeatRow]:
    """Return those of these tables that the page shows from which the request comes; all if it does not say."""
    if SHOWN not in request.POST:
        return [*tables]
    numbers = frozenset(request.POST[SHOWN].split())
    return [table for table in tables if str(int(table.number)) in numbers]
