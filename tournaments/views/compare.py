"""A draft beside what another system, or another setting, would give; nothing is written until it is taken."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from tournaments.draft_selectors import drafted
from tournaments.errors import Refused
from tournaments.forms.round_new import RoundForm
from tournaments.models import Round
from tournaments.pairing_selectors import Evening, evening_of, request_in
from tournaments.records import Kind, ReasonCode, RoundSettings, System
from tournaments.seating_changes import Tables
from tournaments.seating_weight import Scales
from tournaments.services import round_draft
from tournaments.services.rounds import compute_draft
from tournaments.settings_words import settings_words
from tournaments.system_names import SYSTEM_NAMES
from tournaments.tree_selectors import tied_tables
from tournaments.usual_round import systems_for, usual_round

from .common import get_tournament, render_tournament
from .draft_page import round_context
from .rounds import round_of
from .seats import SeatRow, Seats, seats_of_draft, seats_of_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One of the two drafts, in the figures by which they are compared."""

    system: System
    settings: RoundSettings
    seats: Seats
    squares: int | None
    others: frozenset[int]
    """The numbers of the tables that the other draft does not have."""

    @property
    def title(self) -> str:
        return ", ".join([str(SYSTEM_NAMES[self.system]), *settings_words(self.system, self.settings)])

    @property
    def rows(self) -> list[tuple[SeatRow, bool]]:
        """The tables, each with whether the other draft has another one."""
        return [(row, row.number in self.others) for row in self.seats.tables]

    @property
    def again(self) -> int:
        """How many tables bring a rematch, or partners of before."""
        return self._tables_with(ReasonCode.REMATCH, ReasonCode.PARTNERS_AGAIN)

    @property
    def of_a_club(self) -> int:
        return self._tables_with(ReasonCode.SAME_CLUB)

    def _tables_with(self, *codes: ReasonCode) -> int:
        return sum(any(reason.code in codes for reason in row.reasons) for row in self.seats.tables)


@require_http_methods(["GET", "POST"])
def compare(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose another system and see both drafts; posted, the other one becomes the draft."""
    round_ = round_of(get_tournament(slug), number)
    if round_.state != Round.State.DRAFT:
        return redirect("round", slug, number)
    evening = evening_of(round_.tournament, after_round=number - 1)
    form = _form(request, evening, round_)
    refused, status, columns = "", 200, []
    if form.is_bound:
        try:
            if not form.is_valid():
                raise Refused(" ".join(form.faults))
            if request.method == "POST":
                return _take(round_, form)
            columns = _columns(evening, round_, form)
        except Refused as refusal:
            refused, status = refusal.message, 422
    own = columns[0].seats if columns else Seats(tables=(), shared_reason="")
    context = round_context(round_, own) | {"form": form, "columns": columns, "refused": refused}
    context["asked"] = [(name, value) for name, value in request.GET.items() if name in form.fields]
    return render_tournament(request, "rounds/compare.html", round_.tournament, context, status=status)


def _form(request: HttpRequest, evening: Evening, round_: Round) -> RoundForm:
    tournament = evening.tournament
    rounds = list(tournament.rounds.filter(number__lte=round_.number))
    here = sum(entrant.active for entrant in evening.entrants)
    return RoundForm(
        request.POST if request.method == "POST" else request.GET if "system" in request.GET else None,
        usual=usual_round(tournament, rounds, round_.number, here=here),
        systems=[system for system in systems_for(Kind(tournament.kind)) if system is not System.MANUAL],
        ties=tied_tables(rounds, round_.number, evening),
    )


def _take(round_: Round, form: RoundForm) -> HttpResponse:
    round_draft(
        tournament=round_.tournament, system=form.system_chosen, settings=form.settings_chosen, seed=form.seed_chosen
    )
    return redirect("round", round_.tournament.slug, round_.number)


def _columns(evening: Evening, round_: Round, form: RoundForm) -> list[Column]:
    """The draft as it is, and the one asked for."""
    system, settings = form.system_chosen, form.settings_chosen
    asked = request_in(evening, number=round_.number, system=system, settings=settings, seed=form.seed_chosen)
    other, tables = compute_draft(system, asked), drafted(round_).tables
    here, there = (frozenset(frozenset(table.seated) for table in each) for each in (tables, other.tables))
    scales = Scales.of(asked)
    return [
        Column(
            system=System(round_.system),
            settings=round_.chosen,
            seats=seats_of_tables(round_, tables, evening.entrants),
            squares=scales.squares(tables),
            others=_not_in(there, tables),
        ),
        Column(
            system=system,
            settings=settings,
            seats=seats_of_draft(other, asked.entrants),
            squares=scales.squares(other.tables),
            others=_not_in(here, other.tables),
        ),
    ]


def _not_in(met: frozenset[frozenset[Any]], tables: Tables) -> frozenset[int]:
    return frozenset(table.number for table in tables if frozenset(table.seated) not in met)
