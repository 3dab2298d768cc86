"""The gironi: where the ranking is cut, who is in which, and a pair moved to another."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from pages.written_numbers import written_number
from tournaments.forms.ranking.gironi import CutForm, MoveForm
from tournaments.models import Tournament
from tournaments.records import EntrantId
from tournaments.selectors.gironi import girone_move, members_of, proposed_cut
from tournaments.services import pair_move_girone, tournament_cut, tournament_uncut
from tournaments.services.gironi import refuse_cut
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.gironi import (
    CARRY_NAMES,
    boundary_sentence,
    cut_sentence,
    girone_name,
    move_sentences,
    planned_cut_sentence,
    sizes_in_words,
)


@require_safe
def gironi(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cut as it would be; once it is made, who is in which girone."""
    tournament = get_tournament(slug)
    if tournament.cut is not None:
        return _show_gironi(request, tournament)
    return _show_cut(request, tournament, CutForm(request.GET if "sizes" in request.GET else None))


@require_POST
def cut(request: HttpRequest, slug: str) -> HttpResponse:
    """Cut the ranking, or with `show` only say where the cut would fall."""
    tournament, form = get_tournament(slug), CutForm(request.POST)
    if not form.is_valid() or "show" in request.POST:
        return _show_cut(request, tournament, form, status=422 if form.errors else 200)
    try:
        tournament_cut(
            tournament=tournament, sizes=form.sizes_chosen, carry=form.carry_chosen, own_tables=form.own_tables
        )
    except Refused as refusal:
        return _show_cut(request, tournament, form, refused=refusal.message, status=422)
    messages.success(request, _("The ranking is cut: the next round is drawn girone by girone."))
    return redirect("gironi", slug)


@require_POST
def uncut(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        tournament_uncut(tournament=get_tournament(slug))
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The cut is undone: there is one ranking again."))
    return redirect("gironi", slug)


@require_http_methods(["GET", "POST"])
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what it does to move a pair to another girone, and then move it."""
    tournament = get_tournament(slug)
    members = members_of(tournament)
    form = MoveForm(request.POST if request.method == "POST" else request.GET, members=members)
    if not form.is_valid():
        return redirect("gironi", slug) if not members else _show_gironi(request, tournament, form=form, status=422)
    number, girone = form.cleaned_data["pair"], form.cleaned_data["girone"]
    if request.method == "POST":
        try:
            pair_move_girone(pair=get_object_or_404(tournament.pairs, number=number), girone=girone)
        except Refused as refusal:
            return _show_gironi(request, tournament, refused=refusal.message, status=422)
        facts = {"number": number, "girone": girone_name(girone)}
        messages.success(request, _("%(number)s is in %(girone)s now.") % facts)
        return redirect("gironi", slug)
    effect = girone_move(tournament, EntrantId(number), girone)
    if effect.origin == effect.goal:
        facts = {"number": number, "girone": girone_name(girone)}
        refused = _("%(number)s is already in %(girone)s: choose another.") % facts
        return _show_gironi(request, tournament, refused=refused, status=422)
    context = {"section": "ranking", "effect": effect, "goal": girone_name(girone), "sentences": move_sentences(effect)}
    return render_tournament(request, "ranking/girone_move.html", tournament, context)


def _show_cut(
    request: HttpRequest, tournament: Tournament, form: CutForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    try:
        last = refuse_cut(tournament)
    except Refused as refusal:
        context: dict[str, Any] = {"section": "ranking", "cannot": refusal.message}
        return render_tournament(request, "ranking/cut.html", tournament, context, status=409 if form.is_bound else 200)
    planned = tournament.cut_planned
    typed = written_number(request.GET.get("gironi", ""), 2)
    usual = planned.gironi if planned else FEWEST
    wanted = usual if typed is None else max(FEWEST, typed)
    sizes = form.sizes_chosen if form.is_valid() else ()
    carry = planned.carry if planned and not form.is_bound else form.carry_chosen
    proposal = proposed_cut(tournament, gironi=wanted, sizes=sizes)
    if form.is_valid() and not refused and tuple(sizes) != tuple(proposal.sizes):
        refused = _("The sizes add up to %(sum)s instead of %(here)s: these are equal gironi.") % {
            "sum": sum(sizes),
            "here": proposal.here,
        }
        status = 422
    context = {
        "section": "ranking",
        "form": form if form.errors or refused else CutForm.of(proposal.sizes, carry, own_tables=form.own_tables),
        "proposal": proposal,
        "sizes": sizes_in_words(proposal.sizes),
        "carry": CARRY_NAMES[carry],
        "planned": planned_cut_sentence(planned) if planned else "",
        "next_round": last.number + 1,
        "boundaries": [boundary_sentence(boundary) for boundary in proposal.boundaries],
        "offered": range(FEWEST, min(MOST_OFFERED, proposal.here // 4) + 1),
        "refused": refused,
    }
    return render_tournament(request, "ranking/cut.html", tournament, context, status=status)


FEWEST = 2
MOST_OFFERED = 6
"""The most gironi that are proposed; the sizes can be typed for more."""


def _show_gironi(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: MoveForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    if tournament.cut is None:
        raise Http404
    members = members_of(tournament)
    context = {
        "section": "ranking",
        "gironi": [
            (girone_name(girone), entrants, sum(entrant.active for entrant in entrants))
            for girone, entrants in members.items()
        ],
        "cut": cut_sentence(tournament.cut, with_tables=True),
        "can_undo": not tournament.rounds.filter(number__gt=tournament.cut.after_round).exists(),
        "form": form or MoveForm(members=members),
        "refused": refused,
    }
    return render_tournament(request, "ranking/gironi.html", tournament, context, status=status)
