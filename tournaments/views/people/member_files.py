"""The members found as a spreadsheet; contacts, and what the club's book says, are included only on request."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments.forms.people.members import MembersFileForm, MembersWantedForm
from tournaments.selectors.member_files import holds_book, holds_contacts, members_in_layout, members_table
from tournaments.selectors.members import members_found
from tournaments.views.printing.downloads import tables_to_keep, write_down

from .members import show_members


@require_safe
def members_file(request: HttpRequest) -> HttpResponse:
    """Send XLSX or CSV; a wrong filter is shown on the members' page."""
    finder, form = MembersWantedForm(request.GET), MembersFileForm(request.GET)
    if not (form.is_valid() and finder.is_valid()):
        return show_members(request, file_form=form, status=422)
    contacts, book, layout = form.cleaned_data["contacts"], form.cleaned_data["book"], form.chosen_layout
    members = members_found(**finder.wanted)
    if layout is None:
        table = members_table(members, contacts=contacts, book=book)
    else:
        table = members_in_layout(members, layout)
        contacts, book = holds_contacts(layout), holds_book(layout)
    asked = {JournalEntry.Event.CONTACTS_EXPORT: contacts, JournalEntry.Event.BOOK_EXPORT: book}
    for event in (event for event, wanted in asked.items() if wanted and request.method == "GET"):
        # Contacts, and what the book says, are sent only once the journal has noted it.
        journal_add(event, who=request.user.get_username(), about=members.count())
    if not contacts and not book:
        write_down(request, JournalEntry.Event.MEMBERS_EXPORT, members.count())
    named = (_("members"), layout or "", timezone.localdate())
    return tables_to_keep(table, format=layout.format if layout else form.cleaned_data["format"], named=named)
