"""A draft beside what another system, or another setting, would give; nothing is written until it is taken."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.errors import Refused
from tournaments.drafting.effects import SeatCosts
from tournaments.drafting.moves import Tables
from tournaments.forms.rounds.new import RoundForm
from tournaments.models import Round
from tournaments.records import Kind, NamedSystem, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import NextRound
from tournaments.selectors.knockout import tied_tables
from tournaments.selectors.next_round import proposed_round, systems_for
from tournaments.services.rounds import compute_draft, draw
from tournaments.views.common import render_tournament
from tournaments.wording.round_settings import settings_words
from tournaments.wording.systems import system_name

from .draft_page import round_context
from .drawing import round_coming
from .seats import SeatRow, Seats, seats_of_draft, seats_of_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One of the two drafts, in the figures by which they are compared."""

    system: System
    settings: RoundSettings
    by_rating: bool
    seats: Seats
    squares: int | None
    others: frozenset[int]
    """The numbers of the tables that the other draft does not have."""

    @property
    def title(self) -> str:
        words = settings_words(self.system, self.settings, by_rating=self.by_rating)
        return ", ".join([system_name(self.system, self.settings), *words])

    @property
    def rows(self) -> list[tuple[SeatRow, bool]]:
        """The tables, each with whether the other draft has another one."""
        return [(row, row.number in self.others) for row in self.seats.tables]


@require_http_methods(["GET", "POST"])
def compare(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose another system and see both drafts; posted, the other one becomes the draft."""
    there = redirect("round", slug, number)
    refused, columns = "", list[Column]()
    try:
        with round_coming(request, slug) as coming:
            round_ = coming.draft
            if round_ is None or round_.number != number:
                return there
            form = _form(request, coming)
            try:
                if form.is_bound and not form.is_valid():
                    raise Refused(" ".join(form.faults))
                if request.method == "POST":
                    draw(coming, system=form.system_chosen, without_open=form.without_open, **form.asked)
                    return there
                columns = _columns(coming, round_, form) if form.is_bound else []
            except Refused as refusal:
                refused = refusal.message
    except Refused:  # Over: there is nothing to compare.
        return there
    own = columns[0].seats if columns else Seats(tables=(), shared_reason="")
    context = round_context(round_, own) | {"form": form, "columns": columns, "refused": refused}
    context["asked"] = [(name, value) for name, value in request.GET.items() if name in form.fields]
    status = 422 if refused else 200
    return render_tournament(request, "rounds/compare.html", round_.tournament, context, status=status)


def _form(request: HttpRequest, coming: NextRound) -> RoundForm:
    tournament = coming.tournament
    return RoundForm(
        request.POST if request.method == "POST" else request.GET if "system" in request.GET else None,
        proposed=proposed_round(coming),
        systems=[system for system in systems_for(Kind(tournament.kind)) if system is not NamedSystem.MANUAL],
        still_open=coming.still_open,
        ties=tied_tables(coming.rounds, coming.number, coming.evening),
    )


def _columns(coming: NextRound, round_: Round, form: RoundForm) -> list[Column]:
    """The draft as it is, and the one asked for."""
    system, settings = form.system_chosen, form.settings_chosen
    asked = coming.request(system=system, **form.asked)
    other, tables = compute_draft(system, asked), drafted(round_).tables
    here, there = (frozenset(frozenset(table.seated) for table in each) for each in (tables, other.tables))
    costs = SeatCosts.of(asked)
    return [
        Column(
            system=System(round_.system),
            settings=round_.chosen,
            by_rating=round_.by_rating,
            seats=seats_of_tables(round_, tables, coming.evening.entrants),
            squares=costs.squares(tables),
            others=_not_in(there, tables),
        ),
        Column(
            system=system,
            settings=settings,
            by_rating=form.by_rating_chosen,
            seats=seats_of_draft(other, asked.entrants),
            squares=costs.squares(other.tables),
            others=_not_in(here, other.tables),
        ),
    ]


def _not_in(met: frozenset[frozenset[Any]], tables: Tables) -> frozenset[int]:
    return frozenset(table.number for table in tables if frozenset(table.seated) not in met)
