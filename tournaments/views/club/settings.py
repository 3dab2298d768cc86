"""The club's settings."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.club.settings import ClubForm
from tournaments.models import Club
from tournaments.services import (
    club_choose_language,
    club_keep_till,
    club_name_lines,
    club_rename,
    club_set_address,
    club_show_players,
)


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest) -> HttpResponse:
    """Change the club's name, its features, and what is public."""
    club = Club.objects.first()
    form = ClubForm(request.POST or None, initial=_initial(club) if club else {})
    if form.is_valid():
        if form.cleaned_data["name"]:
            club_rename(name=form.cleaned_data["name"])
        club_set_address(address=form.cleaned_data["address"])
        if form.cleaned_data["lines"]:
            club_name_lines(names=form.cleaned_data["lines"])
        if form.cleaned_data["language"]:
            club_choose_language(language=form.cleaned_data["language"])
        club_keep_till(keeps=form.cleaned_data["till"])
        club_show_players(shown=form.cleaned_data["players_public"])
        messages.success(request, _("The club’s settings are saved."))
        return redirect("home")
    return render(request, "club/club.html", {"form": form}, status=422 if form.is_bound else 200)


def _initial(club: Club) -> dict[str, str | bool]:
    initial = {field: getattr(club, field) for field in ("name", "address", "lines", "till", "players_public")}
    return initial | {"language": club.language or settings.LANGUAGE_CODE}
