"""Files to keep, and the journal's note on each."""

import logging

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments.files import MEDIA_TYPES, SEPARATORS, FileTable, as_csv, as_xlsx

LOGGER = logging.getLogger(__name__)


def file_to_keep(content: bytes | str, media_type: str, name: str) -> HttpResponse:
    """Return the file as a download with that name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


def tables_to_keep(*tables: FileTable, format: str, name: str) -> HttpResponse:
    """Return the tables as sheets of a workbook, or the first as CSV if `format` is a separator.

    `name` has no extension.
    """
    if format in SEPARATORS:
        return file_to_keep(as_csv(tables[0], SEPARATORS[format]), MEDIA_TYPES["csv"], f"{name}.csv")
    return file_to_keep(as_xlsx(*tables), MEDIA_TYPES["xlsx"], f"{name}.xlsx")


def write_down(request: HttpRequest, event: JournalEntry.Event, about: object) -> None:
    """Note the download in the journal; a full disk does not prevent it."""
    if request.method != "GET":
        return
    try:
        journal_add(event, who=request.user.get_username(), about=about)
    except DatabaseError:
        LOGGER.warning("%s: not written into the journal", event)
