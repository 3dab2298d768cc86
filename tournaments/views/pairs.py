"""The pairs of a tournament: entering, checking in, correcting, withdrawing."""

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments import services
from tournaments.errors import Refused
from tournaments.forms.pairs import NewPairForm, PairChangeForm
from tournaments.members_selectors import seats_of
from tournaments.models import Pair, Table, Tournament
from tournaments.names import search_key
from tournaments.selectors import current_round_with_open_tables, players_named

from .common import HtmxHttpRequest, get_tournament, next_step, render_tournament

MOST_DIGITS = 9
"""A pair number is never longer."""


@require_safe
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    return _render_pairs(request, get_tournament(slug))


@require_POST
def pair_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter one pair, and say which of the two is a new member."""
    tournament = get_tournament(slug)
    form = NewPairForm(request.POST, tournament=tournament)
    if form.is_valid():
        try:
            pair = services.pair_add(tournament=tournament, players=form.players, here=form.cleaned_data["here"])
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _saved(pair, form.new_names))
            request.session["pairs_are_here"] = form.cleaned_data["here"]
            return redirect("pairs", slug)
    return _render_pairs(request, tournament, form=form, status=422)


@require_POST
def pairs_check_in(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Tick one pair (`here`), untick one (`expected`), or tick everybody."""
    tournament = get_tournament(slug)
    here = "expected" not in request.POST
    if "everybody" in request.POST:
        chosen = list(tournament.pairs.all())
    else:
        chosen = [_pair_numbered(tournament, request.POST.get("here" if here else "expected", ""))]
    try:
        services.pairs_check_in(tournament=tournament, pairs=chosen, here=here)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return _go_to_pairs(request, slug)
    if not request.htmx or "everybody" in request.POST:
        return _go_to_pairs(request, slug)
    round_, open_tables = current_round_with_open_tables(tournament)
    context = {
        "tournament": tournament,
        "pair": _with_players(tournament).get(pk=chosen[0].pk),
        "counts": tournament.pairs.aggregate(**COUNTS),
        "next_step": next_step(tournament, round_, open_tables=open_tables),
    }
    return render(request, "pairs/_ticked.html", context)


@require_http_methods(["GET", "POST"])
def pair_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct a pair's names or number."""
    tournament = get_tournament(slug)
    pair = get_object_or_404(_with_players(tournament), number=number)
    if request.method != "POST":
        return _render_pair(request, tournament, pair)
    form = PairChangeForm(request.POST, tournament=tournament, pair=pair)
    if form.is_valid():
        try:
            changed = services.pair_change(pair=pair, players=form.players, number=form.cleaned_data["number"])
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _saved(changed, form.new_names))
            return redirect("pairs", slug)
    return _render_pair(request, tournament, pair, form=form, status=422)


@require_POST
def pair_status(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a pair, or take it back."""
    tournament = get_tournament(slug)
    pair = get_object_or_404(_with_players(tournament), number=number)
    if request.POST.get("status") not in Pair.Status.values:
        raise Http404
    try:
        changed = services.pair_set_status(pair=pair, status=Pair.Status(request.POST["status"]))
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    if changed.status == Pair.Status.WITHDRAWN:
        messages.success(request, _("Pair %(number)s has withdrawn.") % {"number": number})
    else:
        messages.success(request, _("Pair %(number)s plays again.") % {"number": number})
    return redirect("pairs", slug)


@require_POST
def pair_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(slug)
    pair = get_object_or_404(_with_players(tournament), number=number)
    try:
        services.pair_delete(pair=pair)
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    messages.success(request, _("Pair %(number)s, %(pair)s, was deleted.") % {"number": number, "pair": pair})
    return redirect("pairs", slug)


@require_safe
def player_complete(request: HttpRequest) -> HttpResponse:
    """The members whose name begins like `q`, for the box `slot`; those who play in the tournament `in` say so."""
    typed = request.GET.get("q", "")
    found = players_named(typed)
    seated = seats_of(found, request.GET.get("in", ""))
    context = {
        "slot": "player2" if request.GET.get("slot") == "player2" else "player1",
        "typed": bool(search_key(typed)),
        "options": [(player, seated.get(player.pk)) for player in found],
    }
    return render(request, "players/_complete.html", context)


COUNTS = {
    "all": Count("pk"),
    "here": Count("pk", filter=Q(status=Pair.Status.ACTIVE)),
    "expected": Count("pk", filter=Q(status=Pair.Status.EXPECTED)),
    "withdrawn": Count("pk", filter=Q(status=Pair.Status.WITHDRAWN)),
}


def _saved(pair: Pair, new_names: Sequence[str]) -> str:
    """`Pair 7: Rossi Anna – Bianchi Carlo. New member: Bianchi Carlo.`"""
    sentence = _("Pair %(number)s: %(pair)s.") % {"number": pair.number, "pair": pair}
    if not new_names:
        return sentence
    new = ngettext("New member: %(names)s.", "New members: %(names)s.", len(new_names))
    return f"{sentence} {new % {'names': ', '.join(new_names)}}"


def _with_players(tournament: Tournament) -> QuerySet[Pair]:
    return tournament.pairs.select_related("player1", "player2")


def _pair_numbered(tournament: Tournament, typed: str) -> Pair:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
        raise Http404
    return get_object_or_404(tournament.pairs, number=int(typed))


def _go_to_pairs(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The page anew: for htmx too, which would otherwise draw it where a row was."""
    return HttpResponseClientRedirect(resolve_url("pairs", slug)) if request.htmx else redirect("pairs", slug)


def _render_pairs(
    request: HttpRequest, tournament: Tournament, *, form: NewPairForm | None = None, status: int = 200
) -> HttpResponse:
    here = request.session.get("pairs_are_here", False)
    context = {
        "form": form or NewPairForm(tournament=tournament, initial={"here": here}),
        "pairs": _with_players(tournament).order_by("number"),
        "counts": tournament.pairs.aggregate(**COUNTS),
        "section": "pairs",
    }
    return render_tournament(request, "pairs/pairs.html", tournament, context, status=status)


def _render_pair(
    request: HttpRequest,
    tournament: Tournament,
    pair: Pair,
    *,
    form: PairChangeForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    initial = {
        "number": pair.number,
        "player1": pair.player1.full_name,
        "player1_id": pair.player1_id,
        "player2": pair.player2.full_name if pair.player2 else "",
        "player2_id": pair.player2_id,
    }
    seated = Table.objects.filter(Q(ns=pair) | Q(ew=pair)).exists()
    context = {
        "pair": pair,
        "form": form or PairChangeForm(tournament=tournament, pair=pair, initial=initial),
        "refusal": refusal,
        "seated": seated,
        "section": "pairs",
    }
    return render_tournament(request, "pairs/pair.html", tournament, context, status=status)
