"""The photos that tables sent with their disputes, for referees alone."""

from tournaments.models import PhonePhoto, Table


def photos_of(table_pk: int) -> list[PhonePhoto]:
    """Those of a table, in order, without their pixels. One query."""
    return list(PhonePhoto.objects.filter(table_id=table_pk).defer("image"))


def photos_sent(table: Table) -> int:
    """How many of a table are kept. One query."""
    return PhonePhoto.objects.filter(table=table).count()


def photo_of(slug: str, number: int, table: int, pk: int) -> PhonePhoto | None:
    """One photo of a table of a round. One query."""
    of_table = PhonePhoto.objects.filter(table__round__tournament__slug=slug, table__round__number=number)
    return of_table.filter(table__number=table, pk=pk).first()
