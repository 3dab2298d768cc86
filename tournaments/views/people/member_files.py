"""The members for a spreadsheet: those whom the filter finds, contacts only where they are asked for."""

import logging

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments.files import MEDIA_TYPES, SEPARATORS, as_csv, as_xlsx
from tournaments.forms.people.members import MembersFileForm, MembersWantedForm
from tournaments.models import FileLayout
from tournaments.selectors.member_files import members_table
from tournaments.selectors.members import members_found

from .members import show_members

LOGGER = logging.getLogger(__name__)


@require_safe
def members_file(request: HttpRequest) -> HttpResponse:
    """XLSX or CSV; what cannot be asked for is told on the members' page."""
    finder, form = MembersWantedForm(request.GET), MembersFileForm(request.GET)
    if not (form.is_valid() and finder.is_valid()):
        return show_members(request, file_form=form, status=422)
    format, contacts = FileLayout.Format(form.cleaned_data["format"]), form.cleaned_data["contacts"]
    table = members_table(members_found(**finder.wanted), contacts=contacts)
    if request.method == "GET":
        _write_down(request, len(list(table.rows)), contacts=contacts)
    ending = "xlsx" if format is FileLayout.Format.XLSX else "csv"
    content = as_xlsx(table) if ending == "xlsx" else as_csv(table, SEPARATORS[format.value])
    headers = {"Content-Disposition": f'attachment; filename="{_("members")}.{ending}"'}
    return HttpResponse(content, content_type=MEDIA_TYPES[ending], headers=headers)


def _write_down(request: HttpRequest, count: int, *, contacts: bool) -> None:
    """Contacts go out only once the journal tells of it; a disk that is full keeps nobody from the rest."""
    event = JournalEntry.Event.CONTACTS_EXPORT if contacts else JournalEntry.Event.MEMBERS_EXPORT
    try:
        journal_add(event, who=request.user.get_username(), about=count)
    except DatabaseError:
        if contacts:
            raise
        LOGGER.warning("the download of the members is not written into the journal")
