"""The till on paper and for a spreadsheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.files import SEPARATORS, FileTable
from tournaments.models import Tournament
from tournaments.selectors.till import Prizes, Till, prizes_of, till_of, till_terms_of
from tournaments.selectors.till_files import means_in_words, prizes_table, till_table
from tournaments.sheets.till_sheets import BooksRow, PrizeLine, books_sheet, prize_sheet
from tournaments.views.printing.downloads import tables_to_keep
from tournaments.views.printing.sheets import pdf_response, sheet_header

from .till import tournament_with_till


@require_safe
def books(request: HttpRequest, slug: str) -> HttpResponse:
    """What came in and what is still out, for the books."""
    tournament, till, prizes = _read(slug)
    rows = [
        BooksRow(number=row.number, names=row.names, cents=row.due, means=means_in_words(row.means))
        for row in till.rows
        if row.means or not row.is_gone
    ]
    totals = [
        (_("came in"), till.paid),
        *((f"{_('of these')}: {means_in_words(means)}", cents) for means, cents in till.by_means.items()),
        (_("still out"), till.out),
        (_("prize fund"), prizes.fund),
    ]
    return pdf_response(books_sheet(sheet_header(tournament), rows, totals), tournament, _("till"))


@require_safe
def prize_giving(request: HttpRequest, slug: str) -> HttpResponse:
    """The prizes, the last place first, as they are called out; the special ones before them."""
    tournament, _till, prizes = _read(slug)
    lines = [
        PrizeLine(place=row.place, title=row.title, names=row.names, cents=row.cents)
        for row in (*prizes.special, *reversed(prizes.by_place))
    ]
    return pdf_response(prize_sheet(sheet_header(tournament), lines), tournament, _("prizes"))


@require_safe
def till_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, till, prizes = _read(slug)
    return _file(tournament, till_table(tournament, till), prizes_table(prizes), format="xlsx")


@require_safe
def till_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has paid, with commas or `?separator=semicolon`; or `?of=prizes`."""
    separator = request.GET.get("separator", "comma")
    if separator not in SEPARATORS:
        raise Http404
    tournament, till, prizes = _read(slug)
    table = prizes_table(prizes) if request.GET.get("of") == "prizes" else till_table(tournament, till)
    return _file(tournament, table, format=separator)


def _read(slug: str) -> tuple[Tournament, Till, Prizes]:
    tournament = tournament_with_till(slug)
    terms = till_terms_of(tournament)
    till = till_of(tournament, terms)
    return tournament, till, prizes_of(tournament, terms, till)


def _file(tournament: Tournament, *tables: FileTable, format: str) -> HttpResponse:
    return tables_to_keep(*tables, format=format, name=f"{tournament.slug}-{_('till')}")
