"""The lists of people to import: kept during the preview, and as long as the import can be undone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import PeopleImport
from tournaments.people.columns import Columns, Holds, columns_of, people_rows
from tournaments.people.grid import Cell, GridRow, WorkbookSheet
from tournaments.records.retention import LISTS_LOOKED_AT_FOR, LISTS_UNDONE_WITHIN
from tournaments.selectors.people_imports import rows_from, usual_figures


@transaction.atomic
def people_import_begin(
    *, rows: Sequence[GridRow], file_name: str, by: User | None, at: datetime, sheets: Sequence[WorkbookSheet] = ()
) -> PeopleImport:
    """Keep a list for its preview. Lists that nobody imported within a day are deleted.

    Of several sheets, the first whose columns name people is selected.
    """
    people_imports_delete_old(at=at)
    pending = PeopleImport(file_name=file_name[:200], made_at=at, made_by=by)
    if len(sheets) > 1:
        pending.sheets = [[sheet.name, _rows(sheet.rows)] for sheet in sheets]
        naming = (number for number, sheet in enumerate(sheets) if columns_of(sheet.rows).name_somebody)
        pending.sheet = next(naming, 0)
        rows = sheets[pending.sheet].rows
    _look_at(pending, rows)
    pending.save()
    return pending


@transaction.atomic
def people_import_take_sheet(*, pending: PeopleImport, sheet: int) -> PeopleImport:
    """Select another sheet of the workbook, counted from 0."""
    pending = lock_import(pending, PeopleImport.State.LOOKED_AT)
    if not 0 <= sheet < len(pending.sheets):
        raise Refused(_("There is no such sheet: choose one from the list."))
    pending.sheet = sheet
    _look_at(pending, rows_from(pending.sheets[sheet][1]))
    pending.save()
    return pending


@transaction.atomic
def people_import_read_as(
    *, pending: PeopleImport, holds: Sequence[Holds | None], card_figures: int, ordinary_letters: bool = False
) -> PeopleImport:
    """Set what the columns hold, how many digits a card number has, and whether capitals become ordinary letters."""
    pending = lock_import(pending, PeopleImport.State.LOOKED_AT)
    pending.columns = {**pending.columns, "holds": holds, "ordinary_letters": ordinary_letters}
    pending.card_figures = card_figures
    pending.save()
    return pending


@transaction.atomic
def people_import_discard(*, pending: PeopleImport) -> None:
    """Delete a list that was not imported."""
    lock_import(pending, PeopleImport.State.LOOKED_AT).delete()


def people_imports_delete_old(*, at: datetime) -> None:
    """Delete lists that nobody imported, and those that are too old to be undone."""
    old = Q(state=PeopleImport.State.LOOKED_AT, made_at__lt=at - LISTS_LOOKED_AT_FOR)
    PeopleImport.objects.filter(old | Q(made_at__lt=at - LISTS_UNDONE_WITHIN)).delete()


def _look_at(pending: PeopleImport, rows: Sequence[GridRow]) -> None:
    """Read the rows into the list, without saving it."""
    columns = columns_of(rows)
    pending.rows, pending.columns = _rows(rows), _stored(columns)
    pending.card_figures = usual_figures(people_rows(rows, columns), columns)


def _rows(rows: Sequence[GridRow]) -> list[tuple[int, Sequence[Cell]]]:
    return [(row.line, row.cells) for row in rows]


def _stored(columns: Columns) -> dict[str, Any]:
    return {"heading_line": columns.heading_line, "headings": columns.headings, "holds": columns.holds}


def lock_import(pending: PeopleImport, state: PeopleImport.State, *, with_list: bool = True) -> PeopleImport:
    """Return the list, locked until the transaction ends. Raise Refused if it is no longer in this state."""
    rows = PeopleImport.objects.select_for_update().filter(pk=pending.pk, state=state)
    stored = (rows if with_list else rows.defer("rows", "done")).first()
    if stored is None:
        raise Refused(_("This list has been imported, undone or discarded in the meantime."))
    return stored
