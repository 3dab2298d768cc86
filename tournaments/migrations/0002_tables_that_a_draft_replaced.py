"""The tables of withdrawn rounds that were drawn again went without a line in their history: it is written now.

Until now a draft's tables were replaced in silence, those that had been published before among them. Of a table that
is gone though its history does not say so, and whose round was withdrawn or deleted after it was published, the
history says from now on that it was deleted, at the moment of its last line.
"""

from typing import Any

from django.db import migrations
from django.db.models import Exists, Max, OuterRef

AT_ONCE = 500


def end_their_history(apps: Any, _editor: Any) -> None:
    table, told = apps.get_model("tournaments", "Table"), apps.get_model("tournaments", "HistoricalTable")
    rounds = apps.get_model("tournaments", "HistoricalRound")
    latest = told.objects.order_by().values("id").annotate(last=Max("history_id")).values("last")
    back_to_a_draft = rounds.objects.filter(
        id=OuterRef("round_id"), state="draft", history_date__gte=OuterRef("history_date")
    )
    deleted = rounds.objects.filter(id=OuterRef("round_id"), history_type="-")
    gone = told.objects.filter(
        Exists(back_to_a_draft) | Exists(deleted),
        ~Exists(table.objects.filter(pk=OuterRef("id"))),
        history_id__in=latest,
    ).exclude(history_type="-")
    ended = []
    for row in gone.order_by("history_id"):
        row.pk, row.history_type, row.history_user_id, row.history_change_reason = None, "-", None, ""
        ended.append(row)
    told.objects.bulk_create(ended, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(end_their_history, migrations.RunPython.noop, elidable=False)]
