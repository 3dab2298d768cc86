"""The referee's statements of incidents: those written, a new one, and one to correct."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.desk.incidents import IncidentForm
from tournaments.models import Incident, Tournament
from tournaments.selectors.incidents import incident_begun, incident_rows, incidents_of, table_of_incident
from tournaments.services import incident_add, incident_change, incident_remove
from tournaments.views.common import get_tournament, render_tournament, user_of


@never_cache
@require_safe
def incidents(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    context = {"section": "results", "incidents": incidents_of(tournament)}
    return render_tournament(request, "desk/incidents.html", tournament, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def incident_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a statement; `?call=`, `?adjustment=`, or `?round=` and `?table=` say what it is about."""
    tournament = get_tournament(slug)
    if request.method != "POST":
        begun = {"happened_at": timezone.now(), "referee": _name_of(request), "source": Incident.Source.OTHER}
        begun |= incident_begun(tournament, request.GET.dict())
        return _show(request, tournament, IncidentForm(tournament=tournament, initial=begun), None)
    form = IncidentForm(request.POST, tournament=tournament, initial={})
    if form.is_valid():
        try:
            written = incident_add(tournament=tournament, details=form.cleaned_data, made_by=user_of(request))
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return _saved(request, written)
    return _show(request, tournament, form, None, status=422)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def incident(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(slug)
    row = get_object_or_404(incident_rows(tournament), number=number)
    initial = {name: getattr(row, name) for name in IncidentForm.base_fields} | {"table": table_of_incident(row)}
    if request.method != "POST":
        return _show(request, tournament, IncidentForm(tournament=tournament, initial=initial), row)
    form = IncidentForm(request.POST, tournament=tournament, initial=initial)
    if form.is_valid():
        try:
            return _saved(request, incident_change(incident=row, details=form.cleaned_data))
        except Refused as refusal:
            form.add_error(None, refusal.message)
    return _show(request, tournament, form, row, status=422)


@require_POST
def incident_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    row = get_object_or_404(Incident, tournament__slug=slug, number=number)
    incident_remove(incident=row)
    messages.success(request, _("Statement no. %(number)s is deleted.") % {"number": number})
    return redirect("incidents", slug)


def _saved(request: HttpRequest, row: Incident) -> HttpResponse:
    sentence = _("Statement no. %(number)s is saved: print it, and have it signed.")
    messages.success(request, sentence % {"number": row.number})
    return redirect("incident", row.tournament.slug, row.number)


def _show(
    request: HttpRequest, tournament: Tournament, form: IncidentForm, row: Incident | None, *, status: int = 200
) -> HttpResponse:
    place = {name: form.initial.get(name) for name in ("round", "table")}
    earlier = Incident.objects.filter(tournament=tournament, **place) if row is None and all(place.values()) else []
    context: dict[str, Any] = {"section": "results", "form": form, "incident": row, "earlier": earlier}
    return render_tournament(request, "desk/incident.html", tournament, context, status=status)


def _name_of(request: HttpRequest) -> str:
    user = user_of(request)
    return user.get_full_name() or user.get_username()
