"""A draft beside the draft of another system or setting; nothing is written until it is accepted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.rounds.new import RoundForm
from tournaments.models import Round
from tournaments.pairing.gironi import each_girone
from tournaments.pairing.move_effects import SeatCosts
from tournaments.pairing.moves import Tables
from tournaments.records import NamedSystem, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import NextRound
from tournaments.services.rounds import compute_draft, draw
from tournaments.views.common import render_tournament
from tournaments.views.long_lists import LongList, long_list
from tournaments.wording.round_settings import settings_words
from tournaments.wording.systems import system_name

from .draft_page import round_context
from .draw import round_coming, round_form
from .seats import SeatRow, Seats, seats_of_draft, seats_of_tables

PLACES_A_PAGE = 150
"""The tables of two drafts beside each other on one page, below 300 kB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDraft:
    """One of the two drafts, with the figures for the comparison."""

    system: System
    settings: RoundSettings
    by_rating: bool
    in_gironi: bool
    seats: Seats
    squares: int | None
    others: frozenset[int]
    """The numbers of the tables that the other draft does not have."""

    @property
    def title(self) -> str:
        words = settings_words(self.system, self.settings, by_rating=self.by_rating, in_gironi=self.in_gironi)
        return ", ".join([system_name(self.system, self.settings), *words])

    def rows_at(self, places: Iterable[int]) -> list[tuple[SeatRow, bool]]:
        """Return the tables in these places, as far as it has some, each with whether the other draft differs."""
        tables = self.seats.tables
        return [(tables[place], tables[place].number in self.others) for place in places if place < len(tables)]


@require_http_methods(["GET", "POST"])
def compare(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show both drafts for the chosen system; a POST makes the other one the draft."""
    there = redirect("round", slug, number)
    refused, columns = "", list[ComparedDraft]()
    try:
        with round_coming(request, slug) as coming:
            round_ = coming.draft
            if round_ is None or round_.number != number:
                return there
            data = request.POST if request.method == "POST" else request.GET if "system" in request.GET else None
            form = round_form(coming, data, without=[NamedSystem.MANUAL])
            try:
                if form.is_bound and not form.is_valid():
                    raise Refused(" ".join(form.faults))
                if request.method == "POST":
                    draw(coming, system=form.system_chosen, without_open=form.without_open, **form.draft_arguments)
                    return there
                columns = _columns(coming, round_, form) if form.is_bound else []
            except Refused as refusal:
                refused = refusal.message
    except Refused:  # Over: there is nothing to compare.
        return there
    own = columns[0].seats if columns else Seats(tables=(), shared_reason="")
    listed = _listed(request, columns)
    context = round_context(round_, own) | {"form": form, "refused": refused, "listed": listed}
    context["columns"] = [(column, column.rows_at(listed.page)) for column in columns]
    context["fields_sent"] = [(name, value) for name, value in request.GET.items() if name in form.fields]
    status = 422 if refused else 200
    return render_tournament(request, "rounds/comparison.html", round_.tournament, context, status=status)


def _listed(request: HttpRequest, columns: Sequence[ComparedDraft]) -> LongList[int]:
    """Return the page of the places of tables that is asked for, the same of both drafts."""
    places = range(max((len(column.seats.tables) for column in columns), default=0))
    return long_list(
        request,
        places,
        rows_a_page=PLACES_A_PAGE,
        is_called=lambda place, typed: str(place + 1) == typed,
        is_found=lambda place, typed: False,
    )


def _columns(coming: NextRound, round_: Round, form: RoundForm) -> list[ComparedDraft]:
    """Return the draft as it is, and the other one."""
    system, settings = form.system_chosen, form.settings_chosen
    request = coming.request(system=system, **form.draft_arguments)
    other, tables = compute_draft(system, request), drafted(round_).tables
    here, there = (frozenset(frozenset(table.seated) for table in half) for half in (tables, other.tables))
    costs = SeatCosts.of(request)
    return [
        ComparedDraft(
            system=System(round_.system),
            settings=round_.chosen,
            by_rating=round_.by_rating,
            in_gironi=coming.is_cut,
            seats=seats_of_tables(round_, tables, coming.evening.entrants),
            squares=costs.squares(tables),
            others=_not_in(there, tables),
        ),
        ComparedDraft(
            system=system,
            settings=settings,
            by_rating=form.by_rating_chosen,
            in_gironi=coming.is_cut,
            seats=seats_of_draft(
                other,
                request.entrants,
                in_gironi=each_girone(system, request),
                sections=request.settings.sections,
            ),
            squares=costs.squares(other.tables),
            others=_not_in(here, other.tables),
        ),
    ]


def _not_in(met: frozenset[frozenset[Any]], tables: Tables) -> frozenset[int]:
    return frozenset(table.number for table in tables if frozenset(table.seated) not in met)
