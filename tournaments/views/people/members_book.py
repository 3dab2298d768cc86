"""The club's book of members: as of a day, on paper and as a file."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from pages.file_names import file_name
from tournaments.forms.people.members import BookWantedForm
from tournaments.selectors.members_book import BookEntry, book_counts, members_book, members_book_table, name_in_book
from tournaments.selectors.settings import club_name
from tournaments.sheets.members_book_sheet import BookHeader, BookLine, members_book_sheet
from tournaments.views.printing.downloads import file_to_show, tables_to_keep

UNPROCESSABLE = 422


@require_safe
def members_in_book(request: HttpRequest) -> HttpResponse:
    """Show how many are in the book as of a day, and send it (`format` is `pdf` or `xlsx`); the journal notes it."""
    form = BookWantedForm(request.GET if "format" in request.GET else None)
    if form.is_valid():
        return _file(request, form.cleaned_data["day"], form.cleaned_data["format"])
    context = {"form": form, "counts": book_counts(timezone.localdate())}
    return render(request, "people/members_book.html", context, status=UNPROCESSABLE if form.is_bound else 200)


def _file(request: HttpRequest, day: date, format: str) -> HttpResponse:
    entries = members_book(day)
    if request.method == "GET":
        # Tax codes and addresses are sent only once the journal has noted it.
        journal_add(JournalEntry.Event.BOOK_EXPORT, who=request.user.get_username(), about=len(entries))
    named = (_("members-book"), day.isoformat())
    if format == "xlsx":
        return tables_to_keep(members_book_table(entries), format=format, named=named)
    header = BookHeader(
        club=club_name(),
        day=day,
        members=sum(entry.left_on is None for entry in entries),
    )
    content = members_book_sheet(header, [_line(entry) for entry in entries])
    return file_to_show(content, file_name(*named, extension="pdf"))


def _line(entry: BookEntry) -> BookLine:
    return BookLine(
        number=entry.number,
        name=name_in_book(entry),
        admitted_on=entry.admitted_on,
        left_on=entry.left_on,
        born_on=entry.born_on,
        tax_code=entry.tax_code,
        address=entry.address,
    )
