"""The hall at the desk: its clock, the calls of tables, announcements."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import role_of
from pages.held_answers import depends_on
from pages.refusals import Refused
from tournaments.clock.clock import ClockAction
from tournaments.forms.desk.hall import AnnouncementForm, RefereeCallForm, TableClockForm
from tournaments.models import RefereeCall, Round, Table, Tournament
from tournaments.records.sections import table_name
from tournaments.selectors.hall.news import OwnPages
from tournaments.services import (
    call_answer,
    call_referee,
    call_take_back,
    clock_change,
    clock_follow_hall,
    tournament_announce,
)
from tournaments.views.common import as_part, get_tournament, user_of

from .strip import announcement_context, hall_context, hall_etag

UNPROCESSABLE = 422
FOLLOW = "follow"
"""Ends a table's own clock, so that the hall's counts for it again."""


@require_safe
def desk_hall(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show the parts that update themselves, calls and clocks; or answer with a 304 if nothing has changed."""
    round_, reader = _round(slug, number), role_of(request.user)
    etag = hall_etag(round_.tournament, reader)
    response = get_conditional_response(request, etag=etag)
    depends_on(request, OwnPages(slug), has_news=response is None)
    if response is None:
        response = render(request, "desk/hall_live.html", hall_context(round_, reader))
    response["ETag"], response["Cache-Control"] = etag, "no-cache, private"
    return response


@require_POST
def desk_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the hall's clock, or that of the table whose number is sent."""
    round_, do = _round(slug, number), request.POST.get("do", "")
    form = (
        TableClockForm(request.POST, auto_id="clock-%s", starts=round_.section_starts)
        if "table" in request.POST
        else None
    )
    if do not in list(ClockAction) and not (do == FOLLOW and form):
        raise Http404
    if form and not form.is_valid():
        return _refused(request, round_, table_clock_form=form)
    table: int | None = form.cleaned_data["table"] if form else None
    try:
        if do == FOLLOW and table:
            clock_follow_hall(round=round_, table=table)
        else:
            clock_change(round=round_, action=ClockAction(do), at=timezone.now(), table=table)
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _done(request, round_)


@require_POST
def desk_call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Note a call of a table."""
    round_ = _round(slug, number)
    form = RefereeCallForm(request.POST, auto_id="call-%s", starts=round_.section_starts)
    if not form.is_valid():
        return _refused(request, round_, call_form=form)
    sent = form.cleaned_data
    table = Table.objects.select_related("round").filter(round=round_, number=sent["table"]).first()
    if table is None:
        called = table_name(round_.table_number(sent["table"]))
        form.add_error("table", _("Round %(round)s has no table %(table)s.") % {"round": number, "table": called})
        return _refused(request, round_, call_form=form)
    try:
        call_referee(table=table, line=None, reason=RefereeCall.Reason(sent["reason"]), at=timezone.now())
    except Refused as refusal:
        form.add_error("table", refusal.message)
        return _refused(request, round_, call_form=form)
    return _done(request, round_)


@require_POST
def desk_call_settled(request: HttpRequest, slug: str, number: int, call: int) -> HttpResponse:
    """Mark a call as settled, by the referee or by the table itself (`take_back`)."""
    round_ = _round(slug, number)
    row = get_object_or_404(RefereeCall.objects.select_related("table__round"), table__round=round_, pk=call)
    try:
        if "take_back" in request.POST:
            call_take_back(call=row, at=timezone.now())
        else:
            call_answer(call=row, at=timezone.now(), by=user_of(request))
    except Refused as refusal:
        return _refused(request, round_, refusal)
    return _done(request, round_)


@require_POST
def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an announcement, which replaces the previous one, or remove it (`take_back`)."""
    tournament, form = get_tournament(slug), AnnouncementForm(request.POST, auto_id="announcement-%s")
    if "take_back" in request.POST:
        tournament_announce(tournament=tournament, text="")
    elif form.is_valid():
        text, stays = form.cleaned_data["said"], form.cleaned_data["stays"]
        tournament_announce(tournament=tournament, text=text, stays=stays)
    else:
        return _not_announced(request, tournament, form)
    if not as_part(request):
        return redirect("tournament", slug)
    return render(request, "desk/announcement.html", announcement_context(get_tournament(slug)))


def _not_announced(request: HttpRequest, tournament: Tournament, form: AnnouncementForm) -> HttpResponse:
    if not as_part(request):
        _say(request, form)
        return redirect("tournament", tournament.slug)
    context = announcement_context(tournament) | {"announcement_form": form}
    return render(request, "desk/announcement.html", context, status=UNPROCESSABLE)


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("tournament").exclude(state=Round.State.DRAFT)
    return get_object_or_404(rounds, tournament__slug=slug, number=number)


def _done(request: HttpRequest, round_: Round) -> HttpResponse:
    """Return the strip with empty forms for htmx; otherwise redirect to the desk."""
    return _strip(request, round_, {}, 200)


def _refused(
    request: HttpRequest, round_: Round, refusal: Refused | None = None, **tried: forms.Form | None
) -> HttpResponse:
    """Return the current strip with the text typed, and the reason of the refusal."""
    for form in filter(None, tried.values()):
        if not as_part(request):
            _say(request, form)
    if refusal and not as_part(request):
        messages.error(request, refusal.message)
    context = {"hall_refused": refusal.message if refusal else ""}
    return _strip(request, round_, context | {name: form for name, form in tried.items() if form}, UNPROCESSABLE)


def _strip(request: HttpRequest, round_: Round, context: dict[str, Any], status: int) -> HttpResponse:
    if not as_part(request):
        return redirect("results", round_.tournament.slug, round_.number)
    now = Round.objects.select_related("tournament").get(pk=round_.pk)
    return render(request, "desk/hall.html", hall_context(now, role_of(request.user)) | context, status=status)


def _say(request: HttpRequest, form: forms.Form) -> None:
    """Show the errors of a form as messages, because no part of the page can show them."""
    for error in (error for errors in form.errors.values() for error in errors):
        messages.error(request, str(error))
