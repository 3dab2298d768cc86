"""The page on which the referee seats a round by hand."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.rounds.by_hand import BaseSeatFormSet, SeatFormSet, pair_choices, seats_initial
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.services import draft_by_hand
from tournaments.services.drafts import request_by_hand
from tournaments.services.rounds import compute_draft, next_round, next_round_number
from tournaments.views.common import HtmxHttpRequest, get_tournament, render_tournament

from .draw import cannot_draw, pairs_of
from .seats import seats_of_draft


@require_http_methods(["GET", "POST"])
def round_by_hand(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Edit every seat, beginning with the draft's; changes are saved as changes of it, or by hand."""
    tournament = get_tournament(slug)
    try:
        if number != next_round_number(tournament):
            raise Http404
        if tournament.kind == Tournament.Kind.INDIVIDUAL:
            raise Refused(_("Draw the round first, then move the players in the draft."))
    except Refused as refusal:
        return cannot_draw(request, tournament, refusal)
    if request.htmx:
        return render(request, "rounds/_outlook.html", _seats_outlook(tournament, SeatFormSet(request.POST)))
    refused, status = "", 200
    if request.method == "POST":
        formset = SeatFormSet(request.POST)
        if formset.is_valid():
            try:
                draft_by_hand(tournament=tournament, seats=formset.seats)
            except Refused as refusal:
                refused = refusal.message
            else:
                return redirect("round", slug, number)
        status = 422
    choices = pair_choices(pairs_of(tournament))
    if request.method == "GET":
        formset = SeatFormSet(initial=seats_initial(_seats_drafted(tournament, number), len(choices)))
    context = {
        "section": "round",
        "number": number,
        "formset": formset,
        "refused": refused,
        "choices": choices,
    }
    return render_tournament(request, "rounds/manual.html", tournament, context, status=status)


def _seats_outlook(tournament: Tournament, formset: BaseSeatFormSet) -> dict[str, Any]:
    if not formset.is_valid():
        errors = [error for form in formset.forms for fault in form.errors.values() for error in fault]
        return {"refused": " ".join(map(str, [*errors, *formset.non_form_errors()]))}
    request = request_by_hand(next_round(tournament), formset.seats)
    try:
        draft = compute_draft(System.MANUAL, request)
    except Refused as refusal:
        return {"refused": refusal.message}
    return {"seats": seats_of_draft(draft, request.entrants), "holds": ""}


def _seats_drafted(tournament: Tournament, number: int) -> list[tuple[int, int | None]]:
    return list(
        tournament.rounds.filter(number=number, tables__isnull=False)
        .order_by("tables__number")
        .values_list("tables__ns__number", "tables__ew__number")
    )
