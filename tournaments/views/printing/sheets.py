"""The page of all sheets, and the sheets as PDF."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from reportlab.lib.pagesizes import A3, A4

from pages.addresses import club_address
from pages.file_names import file_name
from scoring.messages import ruleset_title
from scoring.rulesets.choices import offered_as
from tournaments.forms.printing.copies import BlankSlipsForm, TablePlatesForm
from tournaments.models import Pair, Round, Tournament
from tournaments.records import Kind, Side, TieBreak
from tournaments.selectors.club_language import second_language
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.entries import terms_of
from tournaments.selectors.file_layouts import ranking_layouts
from tournaments.selectors.gironi import gironi_of_round
from tournaments.selectors.knockout import has_knockout
from tournaments.selectors.own_knockouts import in_knockout
from tournaments.selectors.prizes import fee_and_prizes
from tournaments.selectors.ranking import progress_of, ranking_of
from tournaments.selectors.result_sheet import result_rows
from tournaments.selectors.results import results_of
from tournaments.selectors.settings import club_name, scale_of
from tournaments.selectors.tournament_results import played_of
from tournaments.sheets.bracket_sheet import bracket_sheet
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.cross_table_sheet import cross_table_sheet
from tournaments.sheets.how_to_play import how_to_play as how_to_play_sheet
from tournaments.sheets.poster import poster as poster_sheet
from tournaments.sheets.ranking_sheet import Knockout, ranking_sheet
from tournaments.sheets.result_sheet import result_sheet
from tournaments.sheets.score_sheets import PhoneAccess, blank_score_sheets, score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table
from tournaments.slips.codes import codes_of
from tournaments.views.common import found_or_404, get_tournament, render_tournament
from tournaments.views.phone.door import table_address
from tournaments.views.ranking.cross_table import wanted_as_list
from tournaments.views.ranking.ranking import round_asked
from tournaments.wording.addresses import who_can_open
from tournaments.wording.plan_announcement import rounds_and_hands, rounds_announced
from tournaments.wording.results import TIE_BREAK_NAMES
from tournaments.wording.scales import scale_label
from tournaments.wording.two_languages import also_in, in_both
from tournaments.wording.two_languages import gettext as _

from .downloads import file_to_show

PAPERS = {"A4": A4, "A3": A3}
SEATINGS = {"name": seating_by_name, "table": seating_by_table}


@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every sheet that can be printed now, the current round's first."""
    return show_printing(request, get_tournament(slug))


@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the tournament's poster, on A4 or `?paper=A3`, with the way to the entries while they are open."""
    tournament = get_tournament(slug)
    size = PAPERS.get(request.GET.get("paper", "A4"))
    if size is None:
        raise Http404
    enters = terms_of(tournament).is_open
    address = club_address(request, reverse("public_entry" if enters else "public_seat", args=[slug]))
    starts_at = tournament.starts_at
    with also_in(second_language(tournament)):
        pdf = poster_sheet(
            sheet_header(tournament),
            fee_and_prizes(tournament),
            starts=_("Starts at %(time)s") % {"time": time_format(starts_at, "H:i")} if starts_at else "",
            address=address,
            invitation=_("Sign up on your phone") if enters else _("Your table and the ranking on your phone"),
            open_to=in_both(who_can_open, address),
            size=size,
        )
    return pdf_response(pdf, tournament, _("poster"))


@require_safe
def how_to_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Send how the tournament is played, for the notice board."""
    tournament = get_tournament(slug)
    ruleset = offered_as(tournament.ruleset, tournament.options)
    facts = [
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
    return pdf_response(how_to_play_sheet(sheet_header(tournament), facts), tournament, _("how-to-play"))


@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send every slip of a round, or with `?new=1` those that changed since its first publication."""
    tournament, round_ = _published(slug, number)
    tables = _seated(round_)
    if "new" in request.GET:
        tables = [table for table in tables if table.number in round_.new_slips]
    with also_in(second_language(tournament)):
        pdf = score_sheets(
            sheet_header(tournament),
            tables,
            round_number=number,
            scale=scale_of(tournament).bands(),
            access=_access(request, round_),
        )
    return pdf_response(pdf, tournament, _("round-%(round)s-slips") % {"round": number})


@require_safe
def blank_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Send as many slips without names as requested."""
    tournament = get_tournament(slug)
    form = BlankSlipsForm(request.GET)
    if not form.is_valid():
        return show_printing(request, tournament, form, status=422)
    with also_in(second_language(tournament)):
        pdf = blank_score_sheets(
            form.cleaned_data["copies"],
            hands=tournament.hands_per_round,
            scale=scale_of(tournament).bands(),
            header=sheet_header(tournament),
        )
    return pdf_response(pdf, tournament, _("blank-slips"))


@require_safe
def seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send everybody's seat, `?by=name` (the default) or `?by=table`."""
    tournament, round_ = _published(slug, number)
    make = SEATINGS.get(request.GET.get("by", "name"))
    if make is None:
        raise Http404
    with also_in(second_language(tournament)):
        pdf = make(sheet_header(tournament), _seated(round_), round_number=number)
    return pdf_response(pdf, tournament, _("round-%(round)s-seats") % {"round": number})


@require_safe
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send a round's results, to be compared with the slips."""
    tournament, round_ = _published(slug, number)
    pdf = result_sheet(sheet_header(tournament), result_rows(round_), round_number=number)
    return pdf_response(pdf, tournament, _("round-%(round)s-results") % {"round": number})


@require_safe
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking, now or `?after=N`; final once the referee has said so."""
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
        knockout=Knockout(
            byes={
                (result.round, own)
                for result in results
                if result.knockout and not result.met
                for own in result.ns_side
            },
            stages=ranked.stages(),
        ),
        cut=tournament.cut,
        after_round=latest if after is None else after,
        final=tournament.state == Tournament.State.FINAL and after in (None, latest),
    )
    return pdf_response(
        pdf, tournament, _("ranking") if after is None else _("ranking-round-%(round)s") % {"round": after}
    )


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the cross-table as a matrix, or by rounds (`?as=list`, and for a large hall)."""
    tournament = get_tournament(slug)
    crossed = played_of(tournament).cross_tables(as_list=wanted_as_list(request))
    groups = [] if crossed is None else [*crossed.groups, crossed.whole]
    return pdf_response(cross_table_sheet(sheet_header(tournament), groups), tournament, _("cross-table"))


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    pdf = bracket_sheet(sheet_header(tournament), found_or_404(played_of(tournament).brackets or None))
    return pdf_response(pdf, tournament, _("bracket"))


def show_printing(
    request: HttpRequest,
    tournament: Tournament,
    blank_slips: BlankSlipsForm | None = None,
    *,
    plates: TablePlatesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of all sheets, with the form that was refused."""
    rounds = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("-number"))
    match_days = list(tournament.match_days.all()) if tournament.plays_matches else []
    context: dict[str, Any] = {
        "section": "printing",
        "latest": rounds[0] if rounds else None,
        "has_knockout": has_knockout([*rounds, *match_days]),
        "match_days": match_days,
        "layouts": ranking_layouts(),
        "languages": _languages(tournament),
        "earlier": rounds[1:],
        "form": blank_slips or BlankSlipsForm(),
        "plates": plates or TablePlatesForm(initial=_plates_needed(tournament, rounds)),
    }
    return render_tournament(request, "printing/printing.html", tournament, context, status=status)


def _languages(tournament: Tournament) -> list[str]:
    """Return the names of the two languages of some sheets; none if all sheets are in one."""
    names = dict(settings.LANGUAGES)
    second = second_language(tournament)
    return [names[code] for code in (get_language(), second) if code in names] if second else []


def _plates_needed(tournament: Tournament, rounds: Sequence[Round]) -> dict[str, int]:
    """Return as many tables as the active entrants can fill, and the sections of the latest round."""
    starts = rounds[0].section_starts if rounds else ()
    return {"tables": _tables_needed(tournament)} | ({"sections": len(starts) + 1} if starts else {})


def _tables_needed(tournament: Tournament) -> int:
    """Return as many tables as the active entrants can fill."""
    entered = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).count()
    return max(1, entered // (4 if tournament.kind == Kind.INDIVIDUAL else 2))


def _published(slug: str, number: int) -> tuple[Tournament, Round]:
    """Return a published round, or raise Http404; a draft has no sheets."""
    tournament = get_tournament(slug)
    round_ = get_object_or_404(tournament.rounds.exclude(state=Round.State.DRAFT), number=number)
    round_.tournament = tournament
    return tournament, round_


def sheet_header(tournament: Tournament) -> SheetHeader:
    """Return what stands at the head of every sheet of a tournament."""
    return SheetHeader(
        tournament=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        club=club_name(),
        hands_per_round=tournament.hands_per_round,
        rounds_planned=tournament.rounds_planned,
        kind=Kind(tournament.kind),
    )


def _seated(round_: Round) -> list[SeatedTable]:
    entrants = {int(entrant.id): entrant for entrant in entrants_of(round_.tournament)}
    seats = ("ns__number", "ns_partner__number", "ew__number", "ew_partner__number")
    has_byes = in_knockout(round_)
    gironi = gironi_of_round(round_, list(entrants.values()))

    def side(*numbers: int | None) -> Side:
        return Side(tuple(entrants[number].in_round(round_.number) for number in numbers if number is not None))

    return [
        SeatedTable(
            number=round_.table_number(number),
            ns=side(ns, ns_partner),
            ew=None if ew is None else side(ew, ew_partner),
            is_bye=ew is None and has_byes(ns),
            girone=gironi.get(ns),
        )
        for number, ns, ns_partner, ew, ew_partner in round_.tables.order_by("number").values_list("number", *seats)
    ]


def _access(request: HttpRequest, round_: Round) -> dict[int, PhoneAccess]:
    """Return the phones' access to each table's slip; empty if it is only on paper."""
    if not round_.phones_write:
        return {}
    here = club_address(request, "/").removesuffix("/")
    entrance = here + reverse("phone_entrance", args=[round_.tournament.slug])
    tables = round_.tables.filter(ew__isnull=False)
    for table in tables:
        table.round = round_
    return {
        table.number: PhoneAccess(
            address=here + table_address(table),
            entrance=entrance.partition("://")[2],
            codes=codes_of(table.slip_secret, table.number),
        )
        for table in tables
    }


def pdf_response(content: bytes, tournament: Tournament, name: str) -> HttpResponse:
    """Return the PDF for display in the browser, under a descriptive name."""
    return file_to_show(content, file_name(name, tournament.slug, extension="pdf"))
