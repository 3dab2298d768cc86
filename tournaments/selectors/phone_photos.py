"""The photos that tables sent with their disputes, for referees only."""

from django.db.models import Max, Value
from django.db.models.functions import Coalesce

from tournaments.models import PhoneLog, PhonePhoto, Table

OUT_OF_A_DISPUTE = (
    *(PhoneLog.Event.TYPE, PhoneLog.Event.SEND, PhoneLog.Event.TAKE_OVER, PhoneLog.Event.AGREE),
    *(PhoneLog.Event.AGREE_PASSED, PhoneLog.Event.DECIDE, PhoneLog.Event.REOPEN),
)
"""The events after which a slip is not contested until a line contests it again."""


def photos_of(table_pk: int) -> list[PhonePhoto]:
    """Return the photos of a table, in order, without their pixels. One query."""
    return list(PhonePhoto.objects.filter(table_id=table_pk).defer("image"))


def photos_sent(table: Table) -> int:
    """Return how many photos came since the table's slip was contested, without earlier disputes. One query."""
    log = PhoneLog.objects.filter(table=table)
    settled = log.filter(event__in=OUT_OF_A_DISPUTE).values("table")
    last = Coalesce(settled.annotate(last=Max("pk")).values("last"), Value(0))
    return log.filter(event=PhoneLog.Event.PHOTO, pk__gt=last).count()


def photo_of(slug: str, number: int, table: int, pk: int) -> PhonePhoto | None:
    """Return a photo of a table of a round. One query."""
    of_table = PhonePhoto.objects.filter(table__round__tournament__slug=slug, table__round__number=number)
    return of_table.filter(table__number=table, pk=pk).first()
