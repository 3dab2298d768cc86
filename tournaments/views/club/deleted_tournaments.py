"""Deleted tournaments, which can be restored for a while."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pages.refusals import Refused
from tournaments import services
from tournaments.models import NO_ADDRESS, Tournament
from tournaments.records.retention import TOURNAMENTS_RESTORED_WITHIN
from tournaments.selectors.home import put_away


@require_safe
def deleted_tournaments(request: HttpRequest) -> HttpResponse:
    """Show the deleted tournaments, the latest first."""
    deleted = [
        (tournament, tournament.deleted_at + TOURNAMENTS_RESTORED_WITHIN)
        for tournament in put_away()
        if tournament.deleted_at  # equivalent: all are deleted
    ]
    return render(
        request, "club/deleted_tournaments.html", {"deleted": deleted, "days": TOURNAMENTS_RESTORED_WITHIN.days}
    )


@require_POST
def tournament_bring_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Restore a tournament, and say whether its name or its address has been taken in the meantime."""
    put_away = _deleted_tournament(pk)
    try:
        tournament = services.tournament_bring_back(tournament=put_away)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("deleted_tournaments")
    messages.success(request, _("%(tournament)s is back, as it was.") % {"tournament": tournament})
    if not put_away.slug.startswith(f"{tournament.slug}{NO_ADDRESS}"):
        sentence = _(
            "Another tournament now uses its address. Its new address is %(address)s: print its QR codes again."
        )
        messages.warning(request, sentence % {"address": tournament.get_absolute_url()})
    if Tournament.objects.filter(name=tournament.name).exclude(pk=tournament.pk).exists():
        sentence = _(
            "There is another tournament called %(tournament)s: tell them apart by their dates, or rename one."
        )
        messages.warning(request, sentence % {"tournament": tournament})
    return redirect("tournament", tournament.slug)


@require_POST
def tournament_delete_for_good(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = _deleted_tournament(pk)
    try:
        services.tournament_delete_for_good(tournament=tournament)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("%(tournament)s was deleted for good.") % {"tournament": tournament})
    return redirect("deleted_tournaments")


def _deleted_tournament(pk: int) -> Tournament:
    return get_object_or_404(Tournament.everything, pk=pk, deleted_at__isnull=False)
