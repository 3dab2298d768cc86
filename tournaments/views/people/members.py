"""The members that the club knows."""

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments import services
from tournaments.forms.people.members import MembersFileForm, MembersWantedForm, PlayerForm
from tournaments.models import Player
from tournaments.selectors.members import members_found
from tournaments.services.merges import merges_of

MEMBERS_A_PAGE = 100


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest) -> HttpResponse:
    """Every member, or those found; and a new one, who may have another's name."""
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = services.player_create(details=form.cleaned_data)
        messages.success(request, _("%(player)s is saved.") % {"player": player})
        return redirect("players")
    return show_members(request, form=form, status=422 if form.is_bound else 200)


def show_members(
    request: HttpRequest, *, form: PlayerForm | None = None, file_form: MembersFileForm | None = None, status: int = 200
) -> HttpResponse:
    """The members found, and whichever of the page's forms was refused."""
    finder = MembersWantedForm(request.GET)
    wanted = finder.wanted if finder.is_valid() else {}
    found = members_found(**wanted) if finder.is_valid() else Player.objects.none()
    context = {
        "page": Paginator(found, MEMBERS_A_PAGE).get_page(request.GET.get("page")),
        "wanted": wanted,
        "asked": urlencode(wanted),
        "finder": finder,
        "form": form or PlayerForm(),
        "file_form": file_form or MembersFileForm(),
    }
    return render(request, "people/players.html", context, status=status if finder.is_valid() else 422)


@require_http_methods(["GET", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """What the club knows of a member, to be corrected; and merging and forgetting."""
    player = get_object_or_404(Player, pk=pk)
    form = PlayerForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        changed = services.player_change(player=player, details=form.cleaned_data)
        messages.success(request, _("%(player)s is saved.") % {"player": changed})
        return redirect("player", pk)
    merges = merges_of(player, at=timezone.now())
    context = {"player": Player.objects.get(pk=pk), "form": form, "merges": merges}
    return render(request, "people/edit.html", context, status=422 if form.is_bound else 200)


@require_POST
def player_forget(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever asks for it is forgotten; that somebody was, and by whom, the journal tells."""
    services.player_forget(player=get_object_or_404(Player, pk=pk))
    journal_add(JournalEntry.Event.FORGOTTEN, who=request.user.get_username())
    messages.success(request, _("The member is forgotten: the results stay, without the name."))
    return redirect("players")
