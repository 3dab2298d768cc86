"""What the club says of itself."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.club.settings import ClubForm
from tournaments.models import Club
from tournaments.services import club_keep_till, club_rename, club_show_players


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest) -> HttpResponse:
    """The name on every page and sheet, and whether the club keeps a till and shows what its players have done."""
    club = Club.objects.first()
    form = ClubForm(request.POST or None, initial=_known(club) if club else {})
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["name"]:
            club_rename(name=form.cleaned_data["name"])
        club_keep_till(keeps=form.cleaned_data["till"])
        club_show_players(shown=form.cleaned_data["players_public"])
        messages.success(request, _("The club’s settings are saved."))
        return redirect("home")
    return render(request, "club/club.html", {"form": form}, status=422 if form.is_bound else 200)


def _known(club: Club) -> dict[str, str | bool]:
    return {"name": club.name, "till": club.till, "players_public": club.players_public}
