"""The codes typed at the tables of the rounds under way."""

from collections.abc import Sequence

from django.db.models import QuerySet

from tournaments.models import CodeTry, Round, Tournament
from tournaments.records import Line
from tournaments.slips.code_tries import Origin, Source, Try, sources


def tries_in(tournament: Tournament) -> Sequence[Try]:
    """Return the codes typed at all tables of the rounds under way, each with its table's key. One query."""
    rows = CodeTry.objects.filter(table__round__tournament=tournament, table__round__state=Round.State.PUBLISHED)
    return [_try(row, row.table_id) for row in rows]


def sources_in(round_: Round) -> list[Source]:
    """Return the origins of a round's wrong codes that are still stored, with tables by number. One query."""
    rows: QuerySet[CodeTry] = CodeTry.objects.filter(table__round=round_).select_related("table")
    return sources([_try(row, round_.table_number(row.table.number)) for row in rows])


def _try(row: CodeTry, table: int) -> Try:
    line = Line(row.line) if row.line else None
    origin = Origin(device=row.device, address=row.address, scanned=row.scanned, line=line)
    return Try(table=table, origin=origin, opened=Line(row.opened) if row.opened else None, at=row.at)
