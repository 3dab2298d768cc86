"""The referee's actions on phones: slips on paper only, and unlocking tables."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from pages.refusals import Refused
from tournaments.services import round_write_on_paper, tables_unlock
from tournaments.views.common import get_tournament
from tournaments.views.rounds.rounds import round_of, show_round
from tournaments.wording.phone_slips import unlocked_sentence
from tournaments.wording.round_states import slips_sentence


@require_POST
def on_paper(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Switch the slips of this round between paper only and phones."""
    round_ = round_of(get_tournament(slug), number)
    alone = request.POST.get("on_paper") == "1"
    try:
        round_write_on_paper(round=round_, on_paper=alone)
    except Refused as refusal:
        return show_round(request, round_, refusal)
    messages.success(request, slips_sentence(on_paper=alone) % {"round": number})
    return redirect("round", slug, number)


@require_POST
def unlock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let phones enter codes again."""
    tables = tables_unlock(tournament=get_tournament(slug), at=timezone.now())
    messages.success(request, unlocked_sentence(tables))
    return redirect("results", slug, number)
