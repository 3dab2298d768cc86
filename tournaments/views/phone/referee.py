"""What the referee does about phones: a round on paper alone, and a table that wrong codes have locked."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.errors import Refused
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.services import round_write_on_paper, table_unlock
from tournaments.views.common import found_or_404, get_tournament
from tournaments.views.rounds.rounds import round_of, show_round


@require_POST
def on_paper(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The slips of this round on paper alone, or on phones, too."""
    round_ = round_of(get_tournament(slug), number)
    alone = request.POST.get("on_paper") == "1"
    try:
        round_write_on_paper(round=round_, on_paper=alone)
    except Refused as refusal:
        return show_round(request, round_, refusal)
    facts = {"round": number}
    said = _("Round %(round)s: slips on paper alone") if alone else _("Round %(round)s: slips on phones, too")
    messages.success(request, said % facts)
    return redirect("round", slug, number)


@require_POST
def unlock(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let phones write at the table again."""
    table_unlock(table=found_or_404(table_for_phones(slug, number, table)), at=timezone.now())
    messages.success(request, _("Table %(table)s is unlocked: phones may write again.") % {"table": table})
    return redirect("results", slug, number)
