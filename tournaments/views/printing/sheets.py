"""Everything on paper: one page with every sheet, and the sheets themselves as PDF."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.messages import ruleset_title
from scoring.rulesets.offered import offered_as
from scoring.views.page_address import shared_address
from tournaments.forms.printing.copies import BlankSlipsForm, TablePlatesForm
from tournaments.models import Club, FileLayout, Pair, Round, Tournament
from tournaments.phone_slips.codes import codes_of
from tournaments.records import Kind, Side, System, TieBreak
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.entries import terms_of
from tournaments.selectors.knockout import has_knockout
from tournaments.selectors.played import played_of
from tournaments.selectors.ranking import progress_of, ranking_of
from tournaments.selectors.result_sheet import result_rows
from tournaments.selectors.results import results_of
from tournaments.selectors.settings import scale_of
from tournaments.sheets.announcement import announcement_sheet
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.cross_table_sheet import cross_table_sheet
from tournaments.sheets.ranking_sheet import Knockout, ranking_sheet
from tournaments.sheets.result_sheet import result_sheet
from tournaments.sheets.score_sheets import PhoneAccess, blank_score_sheets, score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table
from tournaments.sheets.tree_sheet import tree_sheet
from tournaments.views.common import found_or_404, get_tournament, render_tournament
from tournaments.views.phone.door import table_address
from tournaments.views.ranking.cross_table import wanted_as_list
from tournaments.views.ranking.ranking import round_asked
from tournaments.wording.announcement import rounds_and_hands, rounds_announced
from tournaments.wording.results import TIE_BREAK_NAMES
from tournaments.wording.scales import scale_label

SEATINGS = {"name": seating_by_name, "table": seating_by_table}


@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """Every sheet that can be printed now, the current round's first."""
    return show_printing(request, get_tournament(slug))


@require_safe
def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """How the tournament is played, for the notice board."""
    tournament = get_tournament(slug)
    ruleset = offered_as(tournament.ruleset, tournament.options)
    starts = [(_("Starts at"), time_format(tournament.starts_at, "H:i"))] if tournament.starts_at else []
    facts = [
        *starts,
        (_("Who plays"), str(tournament.get_kind_display())),
        (_("Ruleset"), str(ruleset.label if ruleset else ruleset_title(tournament.ruleset, tournament.options))),
        (
            _("Rounds"),
            rounds_and_hands(tournament.rounds_planned, tournament.hands_per_round, tournament.round_minutes),
        ),
        *rounds_announced(tournament.plan),
        (_("Scale for VP"), scale_label(scale_of(tournament))),
        (_("Ranking by"), ", ".join(str(TIE_BREAK_NAMES[TieBreak(key)]) for key in tournament.tie_breaks)),
        (_("Rest"), _("%(vp)s VP") % {"vp": tournament.rest_vp}),
        (_("Absence"), _("%(vp)s VP") % {"vp": tournament.absence_vp}),
    ]
    enter_at = shared_address(request, reverse("public_entry", args=[slug])) if terms_of(tournament).is_open else ""
    pdf = announcement_sheet(sheet_header(tournament), facts, enter_at=enter_at)
    return pdf_response(pdf, tournament, _("announcement"))


@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament, round_ = _published(slug, number)
    pdf = score_sheets(
        sheet_header(tournament),
        _seated(round_),
        round_number=number,
        scale=scale_of(tournament).bands(),
        access=_access(request, round_),
    )
    return pdf_response(pdf, tournament, _("round-%(round)s-slips") % {"round": number})


@require_safe
def blank_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Slips without names, as many as asked for."""
    tournament = get_tournament(slug)
    form = BlankSlipsForm(request.GET)
    if not form.is_valid():
        return show_printing(request, tournament, form, status=422)
    pdf = blank_score_sheets(
        form.cleaned_data["copies"],
        hands=tournament.hands_per_round,
        scale=scale_of(tournament).bands(),
        header=sheet_header(tournament),
    )
    return pdf_response(pdf, tournament, _("blank-slips"))


@require_safe
def seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where everybody sits, `?by=name` (the default) or `?by=table`."""
    tournament, round_ = _published(slug, number)
    make = SEATINGS.get(request.GET.get("by", "name"))
    if make is None:
        raise Http404
    pdf = make(sheet_header(tournament), _seated(round_), round_number=number)
    return pdf_response(pdf, tournament, _("round-%(round)s-seats") % {"round": number})


@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round's results, to be ticked against the slips."""
    tournament, round_ = _published(slug, number)
    pdf = result_sheet(sheet_header(tournament), result_rows(round_), round_number=number)
    return pdf_response(pdf, tournament, _("round-%(round)s-results") % {"round": number})


@require_safe
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking, now or `?after=N`; final once the referee has said so."""
    tournament = get_tournament(slug)
    results = results_of(tournament)
    rounds = progress_of(results)
    after = round_asked(request, rounds)
    latest = rounds[-1].number if rounds else 0
    ranked = ranking_of(tournament, results, after)
    pdf = ranking_sheet(
        sheet_header(tournament),
        ranked.standings,
        teams=ranked.teams(),
        knockout=Knockout(rounds={result.round for result in results if result.knockout}, stages=ranked.stages()),
        after_round=latest if after is None else after,
        final=tournament.state == Tournament.State.FINAL and after in (None, latest),
    )
    return pdf_response(
        pdf, tournament, _("ranking") if after is None else _("ranking-round-%(round)s") % {"round": after}
    )


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round (`?as=list`, and for a large hall)."""
    tournament = get_tournament(slug)
    crossed = played_of(tournament).cross_tables(as_list=wanted_as_list(request))
    shown = [] if crossed is None else [*crossed.groups, crossed.whole]
    return pdf_response(cross_table_sheet(sheet_header(tournament), shown), tournament, _("cross-table"))


@require_safe
def tree(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    pdf = tree_sheet(sheet_header(tournament), found_or_404(played_of(tournament).tree))
    return pdf_response(pdf, tournament, _("tree"))


def show_printing(
    request: HttpRequest,
    tournament: Tournament,
    blank_slips: BlankSlipsForm | None = None,
    *,
    plates: TablePlatesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with every sheet, and whichever of its forms was refused."""
    rounds = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("-number"))
    context: dict[str, Any] = {
        "section": "printing",
        "latest": rounds[0] if rounds else None,
        "has_knockout": has_knockout(rounds),
        "layouts": FileLayout.objects.all(),
        "earlier": rounds[1:],
        "form": blank_slips or BlankSlipsForm(),
        "plates": plates or TablePlatesForm(initial={"tables": _tables_needed(tournament)}),
    }
    return render_tournament(request, "printing/printing.html", tournament, context, status=status)


def _tables_needed(tournament: Tournament) -> int:
    """As many as those who have not withdrawn can fill."""
    entered = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).count()
    return max(1, entered // (4 if tournament.kind == Kind.INDIVIDUAL else 2))


def _published(slug: str, number: int) -> tuple[Tournament, Round]:
    """A round that everybody may see; a draft has no papers yet."""
    tournament = get_tournament(slug)
    round_ = get_object_or_404(tournament.rounds.exclude(state=Round.State.DRAFT), number=number)
    round_.tournament = tournament
    return tournament, round_


def sheet_header(tournament: Tournament) -> SheetHeader:
    return SheetHeader(
        tournament=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        club=Club.objects.values_list("name", flat=True).first() or "",
        hands_per_round=tournament.hands_per_round,
        rounds_planned=tournament.rounds_planned,
        kind=Kind(tournament.kind),
    )


def _seated(round_: Round) -> list[SeatedTable]:
    entrants = {int(entrant.id): entrant for entrant in entrants_of(round_.tournament)}
    seats = ("ns__number", "ns_partner__number", "ew__number", "ew_partner__number")
    is_knockout = round_.system == System.KNOCKOUT

    def side(*numbers: int | None) -> Side:
        return Side(tuple(entrants[number] for number in numbers if number is not None))

    return [
        SeatedTable(
            number=number,
            ns=side(ns, ns_partner),
            ew=None if ew is None else side(ew, ew_partner),
            is_bye=ew is None and is_knockout,
        )
        for number, ns, ns_partner, ew, ew_partner in round_.tables.order_by("number").values_list("number", *seats)
    ]


def _access(request: HttpRequest, round_: Round) -> dict[int, PhoneAccess]:
    """How phones get to each table's slip; nothing where it is written on paper alone."""
    if not round_.phones_write:
        return {}
    here = shared_address(request, "/").removesuffix("/")
    entrance = here + reverse("phone_entrance", args=[round_.tournament.slug])
    tables = round_.tables.filter(ew__isnull=False)
    for table in tables:
        table.round = round_
    return {
        table.number: PhoneAccess(
            address=here + table_address(table),
            entrance=entrance.partition("://")[2],
            codes=codes_of(round_.secret, table.number),
        )
        for table in tables
    }


def pdf_response(content: bytes, tournament: Tournament, name: str) -> HttpResponse:
    """Shown by the browser, and saved under a name that says what it is."""
    file_name = f"{tournament.slug}-{name}.pdf"
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{file_name}"'}
    )
