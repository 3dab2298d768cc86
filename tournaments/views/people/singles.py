"""The players without a partner: added, removed, paired, each with its undo."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.people.pairs import SingleForm
from tournaments.models import Player, Single, Tournament
from tournaments.records import Kind
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of

from .pairs import found_pair, number_typed, render_pairs, with_new_members


@require_POST
def single_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a player by name, or one just removed (`back`, a member's key)."""
    tournament = _of_pairs(slug)
    form = None if "back" in request.POST else SingleForm(request.POST, tournament=tournament)
    if form and not form.is_valid():
        return render_pairs(request, tournament, single_form=form, status=422)
    player = form.players[0] if form else get_object_or_404(Player, pk=number_typed(request.POST["back"]))
    try:
        single = services.single_add(tournament=tournament, player=player)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    sentence = _("%(player)s is looking for a partner.") % {"player": single}
    messages.success(request, with_new_members(sentence, form.new_names if form else []))
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
    """Make a pair of `one` and `other`."""
    tournament = get_tournament(slug)
    one, other = (_single(tournament, request.POST.get(name, "")) for name in ("one", "other"))
    try:
        pair = services.singles_pair(one=one, other=other, here="here" in request.POST)
    except Refused as refusal:
        return _refused(request, slug, refusal)
    return _to_list(slug, paired=pair.number)


@require_POST
def pair_part(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the pair just made: both look for a partner again."""
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
    """Redirect to the list of singles, with the last message."""
    query = f"?{urlencode(done)}" if done else ""
    return redirect(f"{resolve_url('pairs', slug)}{query}#singles")
