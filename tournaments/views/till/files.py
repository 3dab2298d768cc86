"""The till on paper and as a spreadsheet."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.files import SEPARATORS, FileTable
from tournaments.models import Tournament
from tournaments.selectors.prizes import Prizes, prizes_of
from tournaments.selectors.till import Till, till_of, till_terms_of
from tournaments.selectors.till_files import means_in_words, prize_notes, prize_title, prizes_table, till_table
from tournaments.sheets.till_sheets import BooksRow, PrizeLine, books_sheet, prize_sheet
from tournaments.views.printing.downloads import tables_to_keep
from tournaments.views.printing.sheets import pdf_response, sheet_header
from tournaments.wording.prizes import more_than_the_fund

from .till import tournament_with_till


@require_safe
def books(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the money received and outstanding, for the books."""
    tournament, till, prizes = _read(slug)
    rows = [
        BooksRow(number=row.number, names=part.names, cents=part.cents, means=means_in_words(part.means))
        for row in till.rows
        for part in row.parts
        if part.means or not row.is_gone
    ]
    totals = [
        (_("money received"), till.paid),
        *((f"{_('of these')}: {means_in_words(means)}", cents) for means, cents in till.by_means.items()),
        (_("outstanding"), till.out),
        (_("prize fund"), prizes.fund),
    ]
    return pdf_response(books_sheet(sheet_header(tournament), rows, totals), tournament, _("till"))


@require_safe
def prize_giving(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the prizes as they are called out, the special ones first, then from the last place up.

    Prizes without a winner, and the reasons of amounts, are listed below; the sums add up to the fund.
    """
    tournament, _till, prizes = _read(slug)
    if prizes.beyond:
        return _no_prizes(request, slug, prizes)
    lines = [
        PrizeLine(place=row.place, title=prize_title(row), names=row.names, cents=row.cents)
        for row in (*prizes.special, *reversed(prizes.by_place))
        if not row.goes_back
    ]
    sheet = prize_sheet(sheet_header(tournament), lines, notes=prize_notes(prizes), fund=prizes.fund)
    return pdf_response(sheet, tournament, _("prizes"))


@require_safe
def till_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, till, prizes = _read(slug)
    return _file(tournament, till_table(tournament, till), prizes_table(prizes), format="xlsx")


@require_safe
def till_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the payments, with commas or `?separator=semicolon`; or `?of=prizes`."""
    separator = request.GET.get("separator", "comma")
    if separator not in SEPARATORS:
        raise Http404
    tournament, till, prizes = _read(slug)
    of_prizes = request.GET.get("of") == "prizes"
    if of_prizes and prizes.beyond:
        return _no_prizes(request, slug, prizes)
    return _file(tournament, prizes_table(prizes) if of_prizes else till_table(tournament, till), format=separator)


def _no_prizes(request: HttpRequest, slug: str, prizes: Prizes) -> HttpResponse:
    """Return a refusal if the prizes exceed the fund: a sheet that does not add up is not printed."""
    messages.error(request, more_than_the_fund(prizes.beyond))
    return redirect("till", slug)


def _read(slug: str) -> tuple[Tournament, Till, Prizes]:
    tournament = tournament_with_till(slug)
    terms = till_terms_of(tournament)
    till = till_of(tournament, terms)
    return tournament, till, prizes_of(tournament, terms, till)


def _file(tournament: Tournament, *tables: FileTable, format: str) -> HttpResponse:
    return tables_to_keep(*tables, format=format, named=(_("till"), tournament.slug))
