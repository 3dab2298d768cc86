"""The club's own file layouts. No tournament is touched."""

from collections.abc import Sequence

from django.db import transaction

from tournaments.models import FileLayout


@transaction.atomic
def file_layout_save(
    *, layout: FileLayout | None = None, name: str, rows: str, format: str, columns: Sequence[Sequence[str]]
) -> FileLayout:
    """Create a layout, or change one."""
    layout = FileLayout() if layout is None else FileLayout.objects.select_for_update().get(pk=layout.pk)
    layout.name, layout.rows, layout.format, layout.columns = name, rows, format, [list(column) for column in columns]
    layout.full_clean()
    layout.save()
    return layout


@transaction.atomic
def file_layout_delete(*, layout: FileLayout) -> None:
    layout.delete()
