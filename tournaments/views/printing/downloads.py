"""Files to keep, and the journal's note on each."""

import logging
from collections.abc import Sequence

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from pages.file_names import disposition, file_name
from tournaments.files import MEDIA_TYPES, SEPARATORS, FileTable, as_csv, as_xlsx

LOGGER = logging.getLogger(__name__)


def file_to_keep(content: bytes | str, media_type: str, name: str) -> HttpResponse:
    """Return the file as a download with that name."""
    return HttpResponse(content, content_type=media_type, headers={"Content-Disposition": disposition(name)})


def file_to_show(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, and keeps under that name."""
    headers = {"Content-Disposition": disposition(name, shown=True)}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def tables_to_keep(*tables: FileTable, format: str, named: Sequence[object]) -> HttpResponse:
    """Return the tables as sheets of a workbook, or the first as CSV if `format` is a separator.

    `named` are the parts of the file's name.
    """
    extension = "csv" if format in SEPARATORS else "xlsx"
    content = as_csv(tables[0], SEPARATORS[format]) if format in SEPARATORS else as_xlsx(*tables)
    return file_to_keep(content, MEDIA_TYPES[extension], file_name(*named, extension=extension))


def write_down(request: HttpRequest, event: JournalEntry.Event, about: object) -> None:
    """Note the download in the journal; a full disk does not prevent it."""
    if request.method != "GET":
        return
    try:
        journal_add(event, who=request.user.get_username(), about=about)
    except DatabaseError:
        LOGGER.warning("%s: not written into the journal", event)
