"""The club's infractions: the list for the picker of penalties, and the form of one of them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.club.infractions import InfractionForm
from tournaments.records import ListedInfraction
from tournaments.selectors.infractions import infraction_of_club, infractions_of_club
from tournaments.services import infraction_remove, infraction_reset, infraction_save
from tournaments.views.common import found_or_404
from tournaments.wording.adjustments import answer_in_words
from tournaments.wording.infractions import ANSWERS


@require_safe
def infractions(request: HttpRequest) -> HttpResponse:
    context = {
        "infractions": [(infraction, answer_in_words(infraction)) for infraction in infractions_of_club()],
        "left_out": infractions_of_club(left_out=True),
    }
    return render(request, "club/infractions.html", context)


@require_http_methods(["GET", "POST"])
def infraction_new(request: HttpRequest) -> HttpResponse:
    """Add an infraction of the club's own."""
    return _edit(request, None)


@require_http_methods(["GET", "POST"])
def infraction_edit(request: HttpRequest, key: str) -> HttpResponse:
    return _edit(request, found_or_404(infraction_of_club(key)))


@require_POST
def infraction_leave_out(request: HttpRequest, key: str) -> HttpResponse:
    """Take an infraction off the list; a usual one can be added again."""
    infraction = found_or_404(infraction_of_club(key))
    infraction_remove(key=key)
    messages.success(request, _("“%(title)s” has been removed from the list.") % {"title": infraction.title})
    return redirect("infractions")


@require_POST
def infraction_as_usual(request: HttpRequest, key: str) -> HttpResponse:
    """Restore a usual infraction as it was before the club changed it or took it off."""
    if key not in ANSWERS:
        raise Http404
    infraction_reset(key=key)
    messages.success(request, _("The infraction is as it was."))
    return redirect("infractions")


def _edit(request: HttpRequest, infraction: ListedInfraction | None) -> HttpResponse:
    key = infraction.key if infraction else ""
    names = ("title", "article", "measure", "points")
    initial = {name: getattr(infraction, name) for name in names} if infraction else {}
    form = InfractionForm(request.POST or None, initial=initial)
    if form.is_valid():
        try:
            saved = infraction_save(key=key, **form.infraction)
        except Refused as refusal:
            form.add_error("points", refusal.message)
        else:
            messages.success(request, _("“%(title)s” is saved.") % {"title": saved.title})
            return redirect("infractions")
    context = {"form": form, "infraction": infraction, "is_usual": key in ANSWERS}
    return render(request, "club/infraction.html", context, status=422 if form.is_bound else 200)
