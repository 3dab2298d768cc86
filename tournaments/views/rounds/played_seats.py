"""The seats of a round under way, put right: who sat elsewhere is chosen; what that does is shown and confirmed."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import Refused
from tournaments.drafting.results_along import Slips
from tournaments.errors import TableChanged
from tournaments.forms.rounds.played_seats import PlayedSeatsForm
from tournaments.models import Round
from tournaments.records import Entrant
from tournaments.selectors.entrants import entrants_of
from tournaments.services import round_reseat
from tournaments.services.seats import Reseating, reseating_of
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.results_along import consequences

from .draft_page import round_context
from .rounds import round_of, show_round
from .seats import SeatRow, Seats, seats_of, seats_of_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class PutRight:
    """A table as it was believed to be, and as it was."""

    was: SeatRow
    now: SeatRow


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_seats(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose who sat elsewhere; once that is said, see what it does and what becomes of the slips; then do it."""
    round_ = round_of(get_tournament(slug), number)
    data = request.POST if request.method == "POST" else request.GET
    try:
        if "happened" not in data:
            # Refused at once where nothing can be put right.
            reseating_of(round=round_, seen=(), change=lambda tables: tables)
            return _choose(request, round_)
        return _said(request, round_, PlayedSeatsForm(data))
    except TableChanged as changed:
        return _choose(request, round_, refused=changed.message, status=409)
    except Refused as refusal:
        if round_.state != Round.State.PUBLISHED:
            return show_round(request, round_, refusal)
        return _choose(request, round_, refused=refusal.message, status=422)


def _said(request: HttpRequest, round_: Round, form: PlayedSeatsForm) -> HttpResponse:
    if not form.is_valid():
        raise Refused(" ".join(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors)))
    reseating = reseating_of(round=round_, seen=form.seen, change=form.change)
    if request.method != "POST":
        return _preview(request, reseating, form)
    slips = form.slips_chosen
    if reseating.at_stake and slips is None:
        return _preview(request, reseating, form, unanswered=True)
    done = round_reseat(round=round_, seen=form.seen, change=form.change, slips=slips, at=timezone.now())
    tables = ", ".join(map(str, done.touched))
    said = _("The seats are put right, and the phones show them. Tables: %(tables)s.") % {"tables": tables}
    messages.success(request, said)
    return redirect("round", round_.tournament.slug, round_.number)


def _choose(request: HttpRequest, round_: Round, *, refused: str = "", status: int = 200) -> HttpResponse:
    seats = seats_of(round_)
    one = request.GET.get("one", "")
    seated = {f"{entrant.id}@{row.key}": (entrant, row) for row in seats.tables for entrant in (*row.ns, *row.ew)}
    chosen, at = seated.get(one, (None, None))
    context = round_context(round_, seats) | {
        "refused": refused,
        "one": one if chosen else "",
        "chosen": chosen,
        "chosen_at": at,
        "without_a_seat": _without_a_seat(round_, seats),
    }
    return render_tournament(request, "rounds/played_seats.html", round_.tournament, context, status=status)


def _without_a_seat(round_: Round, seats: Seats) -> list[Entrant]:
    """Who is here, and sits nowhere in this round."""
    seated = {entrant.id for row in seats.tables for entrant in (*row.ns, *row.ew)}
    return [entrant for entrant in entrants_of(round_.tournament) if entrant.active and entrant.id not in seated]


def _preview(
    request: HttpRequest, reseating: Reseating, form: PlayedSeatsForm, *, unanswered: bool = False
) -> HttpResponse:
    round_, entrants = reseating.round, entrants_of(reseating.round.tournament)
    was, now = (seats_of_tables(round_, tables, entrants) for tables in (reseating.before, reseating.after))
    touched = set(reseating.touched)
    rows = [PutRight(was=one, now=other) for one, other in zip(was.tables, now.tables, strict=True)]
    names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in entrants}
    told = consequences(reseating.before, reseating.after, reseating.at_stake, names)
    context: dict[str, Any] = round_context(round_, now) | {
        "put_right": [row for row in rows if row.now.number in touched],
        "asked": [(name, value) for name, value in form.data.items() if name in form.fields and name != "slips"],
        "at_stake": reseating.at_stake,
        "choices": [(slips.value, _CHOICES[slips](), told[slips]) for slips in Slips],
        "unanswered": unanswered,
    }
    status = 422 if unanswered else 200
    return render_tournament(request, "rounds/played_seats_preview.html", round_.tournament, context, status=status)


_CHOICES = {
    Slips.STAY: lambda: _("The result belongs to the table: whoever really sat there gets it."),
    Slips.GO_ALONG: lambda: _("The result belongs to those for whom it was entered."),
}
