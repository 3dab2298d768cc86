"""The calls of tables for the referee, waiting or answered."""

from collections.abc import Sequence

from tournaments.models import RefereeCall, Round, Table


def calls_of(round_: Round) -> list[RefereeCall]:
    """Return the calls of a round that were not withdrawn, each with its table, in their order. One query."""
    rows = RefereeCall.objects.filter(table__round=round_, taken_back_at__isnull=True)
    calls = list(rows.select_related("table").order_by("called_at", "pk"))
    for call in calls:
        call.table.round = round_
    return calls


def waiting(calls: Sequence[RefereeCall]) -> list[RefereeCall]:
    """Return the unanswered calls, the longest wait first."""
    return [call for call in calls if call.is_open]


def open_call_of(table: Table) -> RefereeCall | None:
    """Return the table's unanswered call. One query."""
    return table.calls.filter(answered_at__isnull=True, taken_back_at__isnull=True).first()
