"""Those who look for a partner: onto the list, off it, made a pair of, each undone at once."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.errors import Refused
from tournaments import services
from tournaments.forms.people.pairs import SingleForm
from tournaments.models import Player, Single, Tournament
from tournaments.records import Kind
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of

from .pairs import found_pair, number_typed, render_pairs, said_with_new_members


@require_POST
def single_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody by name; or, who was just taken off (`back`, a member's key), again."""
    tournament = _of_pairs(slug)
    form = None if "back" in request.POST else SingleForm(request.POST, tournament=tournament)
    if form and not form.is_valid():
        return render_pairs(request, tournament, single_form=form, status=422)
    player = form.players[0] if form else get_object_or_404(Player, pk=number_typed(request.POST["back"]))
    try:
        single = services.single_add(tournament=tournament, player=player)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    said = _("%(player)s looks for a partner.") % {"player": single}
    messages.success(request, said_with_new_members(said, form.new_names if form else []))
    return _to_list(slug)


@require_POST
def single_remove(request: HttpRequest, slug: str) -> HttpResponse:
    single = _single(get_tournament(slug), request.POST.get("single", ""))
    try:
        services.single_remove(single=single)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    return _to_list(slug, removed=single.player_id)


@require_POST
def singles_pair(request: HttpRequest, slug: str) -> HttpResponse:
    """The two who were tapped, `one` and `other`."""
    tournament = get_tournament(slug)
    one, other = (_single(tournament, request.POST.get(name, "")) for name in ("one", "other"))
    try:
        pair = services.singles_pair(one=one, other=other, here="here" in request.POST)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    return _to_list(slug, paired=pair.number)


@require_POST
def pair_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The pair just made is none: both look for a partner again."""
    tournament = get_tournament(slug)
    pair = found_pair(tournament, request.POST.get("pair", ""))
    try:
        services.pair_part(pair=pair)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    messages.success(request, words_of(tournament.kind).deleted % {"number": pair.number, "pair": pair})
    return _to_list(slug)


def _of_pairs(slug: str) -> Tournament:
    tournament = get_tournament(slug)
    if tournament.kind == Kind.INDIVIDUAL:
        raise Http404
    return tournament


def _single(tournament: Tournament, key: str) -> Single:
    return get_object_or_404(tournament.singles.select_related("player"), pk=number_typed(key))


def _refused(request: HttpRequest, slug: str, refusal: Refused) -> HttpResponse:
    messages.error(request, refusal.message)
    return _to_list(slug)


def _to_list(slug: str, **done: int) -> HttpResponse:
    """The registration page at its list of singles, which says what was done last."""
    asked = f"?{urlencode(done)}" if done else ""
    return redirect(f"{resolve_url('pairs', slug)}{asked}#singles")
