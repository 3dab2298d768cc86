"""Deleted tournaments: how long each can be brought back, and the way back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import Refused
from tournaments import services
from tournaments.models import NO_ADDRESS, Tournament
from tournaments.selectors.home import put_away
from tournaments.services.deletion import KEPT_FOR


@require_safe
def deleted_tournaments(request: HttpRequest) -> HttpResponse:
    """The one that was deleted last on top."""
    deleted = [(tournament, tournament.deleted_at + KEPT_FOR) for tournament in put_away() if tournament.deleted_at]
    return render(request, "club/deleted.html", {"deleted": deleted, "days": KEPT_FOR.days})


@require_POST
def tournament_bring_back(request: HttpRequest, pk: int) -> HttpResponse:
    """As it was; what has its name or its address meanwhile is told."""
    put_away = _found(pk)
    try:
        tournament = services.tournament_bring_back(tournament=put_away)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("deleted_tournaments")
    messages.success(request, _("%(tournament)s is back, as it was.") % {"tournament": tournament})
    if not put_away.slug.startswith(f"{tournament.slug}{NO_ADDRESS}"):
        said = _("Its address is another tournament’s by now. It is found at %(address)s: print its QR codes anew.")
        messages.warning(request, said % {"address": tournament.get_absolute_url()})
    if Tournament.objects.filter(name=tournament.name).exclude(pk=tournament.pk).exists():
        said = _("There is another tournament called %(tournament)s: tell them apart by their dates, or rename one.")
        messages.warning(request, said % {"tournament": tournament})
    return redirect("tournament", tournament.slug)


@require_POST
def tournament_delete_for_good(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = _found(pk)
    try:
        services.tournament_delete_for_good(tournament=tournament)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("%(tournament)s was deleted for good.") % {"tournament": tournament})
    return redirect("deleted_tournaments")


def _found(pk: int) -> Tournament:
    return get_object_or_404(Tournament.everything, pk=pk, deleted_at__isnull=False)
