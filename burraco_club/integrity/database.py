"""The database file: its pages, its indexes, and its foreign keys."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.models import Exists, ForeignKey, Model, OuterRef
from django.utils.translation import gettext as _

MOST = 20
"""The most rows named for one kind of fault; the others are only counted."""


def file_faults() -> Iterator[str]:
    """Run SQLite's thorough check. PostgreSQL's server checks its own pages."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({MOST})")
        found = [str(row[0]) for row in cursor.fetchall()]
    if found != ["ok"]:
        yield from (_("the database is damaged: %(fault)s") % {"fault": fault} for fault in found)


def reference_faults() -> Iterator[str]:
    """Yield a sentence for rows that refer to missing ones."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            # Foreign keys of the history have no constraint, because the history outlives its objects.
            if isinstance(field, ForeignKey) and getattr(field, "db_constraint", True):
                yield from _lost(model, field)


def _lost(model: type[Model], field: "ForeignKey[Model, Model]") -> Iterator[str]:
    there = field.related_model._base_manager.order_by().filter(**{field.target_field.attname: OuterRef(field.attname)})
    rows = model._base_manager.order_by().filter(**{f"{field.attname}__isnull": False}).exclude(Exists(there))
    lost = list(rows.values_list("pk", field.attname)[: MOST + 1])
    for pk, value in lost[:MOST]:
        yield _("%(table)s %(pk)s refers to %(other)s %(value)s, which is not there") % {
            "table": model._meta.db_table,
            "pk": pk,
            "other": field.related_model._meta.db_table,
            "value": value,
        }
    if len(lost) > MOST:
        yield _("%(table)s: and more like these") % {"table": model._meta.db_table}
