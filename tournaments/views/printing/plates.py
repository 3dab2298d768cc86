"""The sheets before the first draw: the attendance list, table cards, and the guide for phones."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.addresses import club_address
from tournaments.forms.printing.copies import TablePlatesForm
from tournaments.models import Pair, Tournament
from tournaments.records import Entrant
from tournaments.selectors.club_language import second_language
from tournaments.selectors.entrants import entrants_of
from tournaments.sheets.name_plates import entrant_plates, table_plates
from tournaments.sheets.phone_guide import phone_guide as guide_sheet
from tournaments.sheets.roll_call import RollCallRow, roll_call_sheet
from tournaments.views.common import get_tournament
from tournaments.wording.two_languages import also_in

from .sheets import pdf_response, sheet_header, show_printing


@require_safe
def roll_call(request: HttpRequest, slug: str) -> HttpResponse:
    """Send every player who has not withdrawn, from A to Z."""
    tournament = get_tournament(slug)
    rows = [
        RollCallRow(
            name=str(player),
            number=pair.number,
            partner=" – ".join(str(other) for other in pair.players if other is not player),
            club=player.club,
        )
        for pair in _coming(tournament)
        for player in pair.players
    ]
    return pdf_response(roll_call_sheet(sheet_header(tournament), rows), tournament, _("roll-call"))


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a card for each of the tables."""
    tournament = get_tournament(slug)
    form = TablePlatesForm(request.GET)
    if not form.is_valid():
        return show_printing(request, tournament, plates=form, status=422)
    with also_in(second_language(tournament)):
        pdf = table_plates(sheet_header(tournament), form.numbers)
    return pdf_response(pdf, tournament, _("table-plates"))


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a card for each pair, or player, that has not withdrawn."""
    tournament = get_tournament(slug)
    gone = set(tournament.pairs.filter(status=Pair.Status.WITHDRAWN).values_list("number", flat=True))
    coming: list[Entrant] = [entrant for entrant in entrants_of(tournament) if entrant.id not in gone]
    with also_in(second_language(tournament)):
        pdf = entrant_plates(sheet_header(tournament), coming)
    return pdf_response(pdf, tournament, _("name-plates"))


@require_safe
def phone_guide(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the guide for slips on phones; not found if slips are written on paper only."""
    tournament = get_tournament(slug)
    if tournament.writing != Tournament.Writing.PHONES:
        raise Http404
    address = club_address(request, reverse("phone_entrance", args=[slug]))
    return pdf_response(guide_sheet(sheet_header(tournament), address), tournament, _("slips-on-phones"))


def _coming(tournament: Tournament) -> list[Pair]:
    pairs = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)
    return list(pairs.select_related("player1", "player2").order_by("number"))
