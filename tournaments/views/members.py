"""The members that the club knows, and the club's own name."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.members import ClubForm, PlayerForm
from tournaments.members_selectors import members_found
from tournaments.models import Club, Player
from tournaments.services import club_rename, player_change, player_create

MEMBERS_A_PAGE = 100


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest) -> HttpResponse:
    """Every member, or those found; and a new one, who may have another's name."""
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = player_create(details=form.cleaned_data)
        messages.success(request, _("%(player)s is saved.") % {"player": player})
        return redirect("players")
    typed = request.GET.get("q", "")
    page = Paginator(members_found(typed), MEMBERS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "q": typed, "form": form}
    return render(request, "players/players.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    form = PlayerForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        changed = player_change(player=player, details=form.cleaned_data)
        messages.success(request, _("%(player)s is saved.") % {"player": changed})
        return redirect("players")
    context = {"player": Player.objects.get(pk=pk), "form": form}
    return render(request, "players/player.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest) -> HttpResponse:
    """The name on every page and sheet."""
    club = Club.objects.first()
    form = ClubForm(request.POST or None, initial={"name": club.name if club else ""})
    if request.method == "POST" and form.is_valid():
        club_rename(name=form.cleaned_data["name"])
        messages.success(request, _("The club’s name is saved."))
        return redirect("home")
    return render(request, "tournaments/club.html", {"form": form}, status=422 if form.is_bound else 200)
