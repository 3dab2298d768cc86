"""Rows compared with their history: its last record matches the row, and versions only rise."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Max, Model, Q
from django.utils.translation import gettext as _

from tournaments.models import Round, Table, Tournament

from .database import MOST


def history_faults() -> Iterator[str]:
    """Yield the faults of every model that has a history."""
    for model in apps.get_models():
        if hasattr(model, "history"):
            yield from _limited(_of_rows(model), model._meta.db_table)
    yield from _limited(_falling_versions(), Table._meta.db_table)
    yield from _limited(_low_revisions(), Tournament._meta.db_table)


def _limited(found: Iterator[str], table: str) -> Iterator[str]:
    for count, sentence in enumerate(found):
        if count == MOST:
            yield _("%(table)s: and more like these") % {"table": table}
            return
        yield sentence


def _of_rows(model: type[Model]) -> Iterator[str]:
    """Yield the rows that differ from the last record of their history, or exist against it."""
    history: Any = model.history.model  # type: ignore[attr-defined]
    fields, key = [field.attname for field in history.tracked_fields], model._meta.pk.attname
    latest = history.objects.order_by().values(key).annotate(last=Max("history_id")).values("last")
    rows = {
        row[key]: row
        for row in history.objects.filter(history_id__in=latest).values("history_type", *fields).iterator()
    }
    for row in model._base_manager.order_by().exclude(_drawn_only(model)).values(*fields).iterator():
        last = rows.pop(row[key], None)
        if last is None:
            continue
        differing = [name for name in fields if row[name] != last[name]]
        if last["history_type"] == "-":
            yield _("%(table)s %(pk)s is there, and its history says that it was deleted") % _named(model, row[key])
        elif differing:
            yield _("%(table)s %(pk)s is not what its history says last: %(fields)s") % {
                **_named(model, row[key]),
                "fields": ", ".join(differing),
            }
    drawn = set(model._base_manager.order_by().filter(_drawn_only(model)).values_list("pk", flat=True))
    for pk, last in rows.items():
        if last["history_type"] != "-" and pk not in drawn:
            yield _("%(table)s %(pk)s is gone, and its history does not say so") % _named(model, pk)


def _drawn_only(model: type[Model]) -> Q:
    """Return the condition for drafts, whose history begins when they are published."""
    if model is Round:
        return Q(state=Round.State.DRAFT)
    return Q(round__state=Round.State.DRAFT) if model is Table else Q(pk__in=[])


def _falling_versions() -> Iterator[str]:
    """Yield the tables whose version fell or came twice: referees rely on it to notice each other's changes."""
    before: dict[int, int] = {}
    rows = Table.history.order_by("history_id").exclude(history_type="-").values_list("id", "version", "outcome")
    numbers: set[int] = set()
    for pk, version, _outcome in rows.iterator():
        if version < before.get(pk, 0) and pk not in numbers:
            numbers.add(pk)
            yield _("%(table)s %(pk)s: its version fell from %(before)s to %(version)s") % {
                **_named(Table, pk),
                "before": before[pk],
                "version": version,
            }
        before[pk] = version


def _low_revisions() -> Iterator[str]:
    """Yield the tournaments with too low a revision: every save of a table raises it, so that no old page is shown."""
    for slug, revision, most in Tournament.everything.annotate(most=Max("rounds__tables__version")).values_list(
        "slug", "revision", "most"
    ):
        if revision < (most or 0):
            yield _("%(slug)s: its revision is %(revision)s, though a table was saved %(most)s times") % {
                "slug": slug,
                "revision": revision,
                "most": most,
            }


def _named(model: type[Model], pk: int) -> dict[str, object]:
    return {"table": model._meta.db_table, "pk": pk}
