"""What is taken elsewhere: a file to keep, and the journal's line on who took it."""

import logging

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments.files import MEDIA_TYPES, SEPARATORS, FileTable, as_csv, as_xlsx

LOGGER = logging.getLogger(__name__)


def file_to_keep(content: bytes | str, media_type: str, name: str) -> HttpResponse:
    """The file under that name, to be saved and not to be opened in the page's place."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


def tables_to_keep(*tables: FileTable, format: str, name: str) -> HttpResponse:
    """The tables as sheets of one workbook; or the first as CSV, where `format` is one of its separators.

    `name` is without its ending.
    """
    if format in SEPARATORS:
        return file_to_keep(as_csv(tables[0], SEPARATORS[format]), MEDIA_TYPES["csv"], f"{name}.csv")
    return file_to_keep(as_xlsx(*tables), MEDIA_TYPES["xlsx"], f"{name}.xlsx")


def write_down(request: HttpRequest, event: JournalEntry.Event, about: object) -> None:
    """In the journal, who took it; but a disk that is full keeps nobody from taking it elsewhere."""
    if request.method != "GET":
        return
    try:
        journal_add(event, who=request.user.get_username(), about=about)
    except DatabaseError:
        LOGGER.warning("%s: not written into the journal", event)
