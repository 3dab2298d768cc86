"""The correction of seats in a round under way: chosen, shown with its effects, and confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.rounds.seat_corrections import PlayedSeatsForm, SeatCorrection
from tournaments.models import Round
from tournaments.pairing.moves import PLAYERS_AT_A_TABLE
from tournaments.pairing.result_sources import Slips
from tournaments.records import Entrant, Kind
from tournaments.records.sections import table_names
from tournaments.selectors.entrants import entrants_of
from tournaments.services import round_reseat
from tournaments.services.refusals import TableChanged
from tournaments.services.seats import Reseating, refuse_reseating, reseating_of
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.seat_corrections import consequences

from .draft_page import round_context
from .rounds import round_of, show_round, tables_listed
from .seats import SeatRow, Seats, seats_alone_of, seats_of_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedTable:
    """A table as recorded, and as it was; None if there is no table of that number."""

    number: int
    was: SeatRow | None
    now: SeatRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleOpponents:
    """Entrants with whom somebody without a seat could play: resting ones, or others without a seat."""

    who: str
    """All of them, as the form sends them."""
    others: tuple[Entrant, ...]
    table: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_seats(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose who sat elsewhere, show the effects and what happens to the slips, then save."""
    round_ = round_of(get_tournament(slug), number)
    data = request.POST if request.method == "POST" else request.GET
    try:
        if "happened" not in data:
            # Refused at once if nothing can be corrected.
            refuse_reseating(round_)
            return _choose(request, round_)
        return _correct(request, round_, PlayedSeatsForm(data))
    except TableChanged as changed:
        return _choose(request, round_, refused=changed.message, status=409)
    except Refused as refusal:
        if round_.state != Round.State.PUBLISHED:
            return show_round(request, round_, refusal)
        return _choose(request, round_, refused=refusal.message, status=422)


def _correct(request: HttpRequest, round_: Round, form: PlayedSeatsForm) -> HttpResponse:
    if not form.is_valid():
        raise Refused(" ".join(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors)))
    reseating = reseating_of(round=round_, seen=form.seen, change=form.change)
    if request.method != "POST":
        return _preview(request, reseating, form)
    slips = form.slips_chosen
    if reseating.at_stake and slips is None:
        return _preview(request, reseating, form, unanswered=True)
    done = round_reseat(round=round_, seen=form.seen, change=form.change, slips=slips, at=timezone.now())
    tables = table_names(map(round_.table_number, done.touched))
    sentence = _("The seats have been corrected, and the phones show them. Tables: %(tables)s.") % {"tables": tables}
    messages.success(request, sentence)
    return redirect("round", round_.tournament.slug, round_.number)


def _choose(request: HttpRequest, round_: Round, *, refused: str = "", status: int = 200) -> HttpResponse:
    seats = seats_alone_of(round_)
    one = request.GET.get("one", "")
    seated = {f"{entrant.id}@{row.key}": (entrant, row) for row in seats.tables for entrant in (*row.ns, *row.ew)}
    chosen, at = seated.get(one, (None, None))
    comes = next((entrant for entrant in seats.without if str(entrant.id) == request.GET.get("comes", "")), None)
    context = round_context(round_, seats) | {
        "refused": refused,
        "listed": tables_listed(request, seats),
        "one": one if chosen else "",
        "chosen": chosen,
        "chosen_at": at,
        "comes": comes,
        "playing": _playing(round_, seats, comes) if comes else (),
    }
    return render_tournament(request, "rounds/seat_corrections.html", round_.tournament, context, status=status)


def _playing(round_: Round, seats: Seats, comes: Entrant) -> list[PossibleOpponents]:
    """Return the entrants with whom somebody without a seat could play: resting ones first, each at its own table."""
    resting = [(table.ns[0], table.number) for table in seats.tables if not table.ew]
    free = [
        *resting,
        *((entrant, round_.table_number(len(seats.tables) + 1)) for entrant in seats.without if entrant != comes),
    ]
    if round_.tournament.kind != Kind.INDIVIDUAL:
        return [_with(comes, ((other, table),)) for other, table in free]
    three = free[: PLAYERS_AT_A_TABLE - 1]
    return [_with(comes, three)] if len(three) == PLAYERS_AT_A_TABLE - 1 else []


def _with(comes: Entrant, others: Sequence[tuple[Entrant, int]]) -> PossibleOpponents:
    who = [comes, *(entrant for entrant, _table in others)]
    return PossibleOpponents(
        who="-".join(str(entrant.id) for entrant in who), others=tuple(who[1:]), table=others[0][1]
    )


def _preview(
    request: HttpRequest, reseating: Reseating, form: PlayedSeatsForm, *, unanswered: bool = False
) -> HttpResponse:
    round_, entrants = reseating.round, entrants_of(reseating.round.tournament)
    was, now = (seats_of_tables(round_, tables, entrants) for tables in (reseating.before, reseating.after))
    rows = [CorrectedTable(number=number, was=was.row(number), now=now.row(number)) for number in reseating.touched]
    names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in entrants}
    sentences = consequences(reseating.before, reseating.after, reseating.at_stake, names)
    context: dict[str, Any] = round_context(round_, now) | {
        "put_right": rows,
        "comes": form.cleaned_data["happened"] == SeatCorrection.PLAY,
        "fields_sent": [(name, value) for name, value in form.data.items() if name in form.fields and name != "slips"],
        "at_stake": reseating.at_stake,
        "choices": [(slips.value, _CHOICES[slips](), sentences[slips]) for slips in Slips],
        "unanswered": unanswered,
    }
    status = 422 if unanswered else 200
    return render_tournament(request, "rounds/seat_corrections_preview.html", round_.tournament, context, status=status)


_CHOICES = {
    Slips.STAY: lambda: _("The result belongs to the table: whoever really sat there gets it."),
    Slips.GO_ALONG: lambda: _("The result belongs to those for whom it was entered."),
}
