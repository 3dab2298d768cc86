"""The club's members."""

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
from tournaments.forms.people.members import MembersFileForm, MembershipForm, MembersWantedForm, PlayerForm
from tournaments.models import Player
from tournaments.selectors.members import members_found
from tournaments.selectors.memberships import membership_of
from tournaments.services.merges import merges_of
from tournaments.views.hall.page_cache import clear_page_cache

MEMBERS_A_PAGE = 100


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest) -> HttpResponse:
    """Show all members, or those found, and add a new one, who may have another's name."""
    form = PlayerForm(request.POST or None)
    if form.is_valid():
        player = services.player_create(details=form.cleaned_data)
        _tell_saved(request, player)
        return redirect("players")
    return show_members(request, form=form, status=422 if form.is_bound else 200)


def _tell_saved(request: HttpRequest, player: Player) -> None:
    messages.success(request, _("%(player)s is saved.") % {"player": player})


def show_members(
    request: HttpRequest, *, form: PlayerForm | None = None, file_form: MembersFileForm | None = None, status: int
) -> HttpResponse:
    """Return the page, with the form that was refused."""
    finder = MembersWantedForm(request.GET)
    wanted = finder.wanted if finder.is_valid() else {}
    members = members_found(**wanted) if finder.is_valid() else Player.objects.none()
    context = {
        "page": Paginator(members, MEMBERS_A_PAGE).get_page(request.GET.get("page")),
        "wanted": wanted,
        "query": urlencode(wanted),
        "finder": finder,
        "form": form or PlayerForm(),
        "file_form": file_form or MembersFileForm(),
    }
    return render(request, "people/players.html", context, status=status if finder.is_valid() else 422)


@require_http_methods(["GET", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a member's data and what the club's book says; the page also offers merging and erasing."""
    player = get_object_or_404(Player, pk=pk)
    form = PlayerForm(request.POST or None, instance=player)
    book = MembershipForm(request.POST or None, instance=membership_of(player), member=form)
    if form.is_valid() and book.is_valid():
        changed = services.member_save(player=player, details=form.cleaned_data, book=book.book, numbered=book.numbered)
        _tell_saved(request, changed)
        return redirect("player", pk)
    merges = merges_of(player, at=timezone.now())
    context = {"player": Player.objects.get(pk=pk), "form": form, "book": book, "merges": merges}
    return render(request, "people/edit.html", context, status=422 if form.is_bound else 200)


@require_POST
def player_forget(request: HttpRequest, pk: int) -> HttpResponse:
    """Erase a person on request; the journal notes that somebody was erased, and by whom."""
    services.player_forget(player=get_object_or_404(Player, pk=pk))
    journal_add(JournalEntry.Event.FORGOTTEN, who=request.user.get_username())
    clear_page_cache()
    messages.success(request, _("The member’s data have been erased: the results stay, without the name."))
    if not services.traces_erase():
        messages.warning(
            request,
            _(
                "The database file could not be cleared at once, because others are working or the disk is full: "
                "until the next backup the name may be found in its unused parts."
            ),
        )
    return redirect("players")
