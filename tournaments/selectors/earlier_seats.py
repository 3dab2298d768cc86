"""Who sat where in the rounds before, as was believed when a round was drawn: seats are put right during play."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tournaments.models import Round, Table
from tournaments.records import EntrantId, TableResult

from .drafts import NUMBERS
from .evening import Evening


def as_at_the_draw(round_: Round, evening: Evening) -> tuple[Evening, list[int]]:
    """The evening with the seats that the round was drawn from, and the rounds whose seats were put right since.

    Two queries.
    """
    drawn_at = _drawn_at(round_)
    tables = Table.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
    rows = (
        Table.history.filter(id__in=tables.values("pk"), history_date__lte=drawn_at)
        .order_by("history_date", "history_id")
        .values_list("round__number", *NUMBERS)
    )
    then = {(number, table): seats for number, table, *seats in rows}
    results = [_seated(result, then.get((result.round, result.table))) for result in evening.results]
    otherwise = {now.round for was, now in zip(results, evening.results, strict=True) if was != now}
    return replace(evening, results=results), sorted(otherwise)


def _drawn_at(round_: Round) -> datetime:
    """When it was drawn for the last time, or imported. Drafts are changed past the history; withdrawing is no draw."""
    rows = round_.history.order_by("history_date", "history_id").values_list("history_date", "state")
    drawn_at: datetime | None = None
    before = Round.State.DRAFT.value
    for at, state in rows:
        if drawn_at is None or state == before == Round.State.DRAFT:
            drawn_at = at
        before = state
    assert drawn_at is not None, f"expected a history of round {round_.pk}, got none"
    return drawn_at


def _seated(result: TableResult, seats: Sequence[int | None] | None) -> TableResult:
    """The table with those who sat there; with who sits there now where nothing is known of it."""
    if seats is None or result.ns is None:
        return result
    ns, ew, ns_partner, ew_partner = (None if each is None else EntrantId(each) for each in seats)
    return result._replace(ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)
