"""The club's layouts of files, and their columns."""

from collections.abc import Sequence

from django.db.models import QuerySet

from tournaments.files import CONSTANT, Constant
from tournaments.models import FileLayout
from tournaments.wording.files import heading_of


def ranking_layouts() -> QuerySet[FileLayout]:
    return FileLayout.objects.exclude(rows=FileLayout.RowsFor.MEMBERS)


def member_layouts() -> QuerySet[FileLayout]:
    return FileLayout.objects.filter(rows=FileLayout.RowsFor.MEMBERS)


def columns_of_layout(layout: FileLayout) -> list[tuple[str | Constant, str]]:
    """Return the columns from the left, each with its heading; empty ones are in the reader's language."""
    return [(_content(column), heading_of(column, of_members=layout.of_members)) for column in layout.columns]


def _content(stored: Sequence[str]) -> str | Constant:
    return Constant(stored[2]) if stored[0] == CONSTANT else stored[0]
