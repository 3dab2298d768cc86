"""What was played in a tournament, from the database to the records that pure code speaks."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import Sum

from tournaments.models import Adjustment as AdjustmentRow
from tournaments.models import Round, Table, Tournament
from tournaments.records import Adjustment, EntrantId, Outcome, System, TableResult


def results_of(tournament: Tournament, *, after_round: int | None = None) -> tuple[TableResult, ...]:
    """The tables of every round that was published, in order, with their MP summed in the database. One query."""
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    if after_round is not None:
        tables = tables.filter(round__number__lte=after_round)
    rows = (
        tables.annotate(ns_mp=Sum("hands__ns_total"), ew_mp=Sum("hands__ew_total"))
        .order_by("round__number", "number")
        .values_list(
            *("round__number", "number", "ns__number", "ew__number", "outcome", "ns_mp", "ew_mp"),
            *("ns_partner__number", "ew_partner__number", "round__system"),
        )
    )
    return tuple(
        TableResult(
            round=round_number,
            table=number,
            ns=EntrantId(ns),
            ew=None if ew is None else EntrantId(ew),
            outcome=Outcome(outcome),
            ns_mp=ns_mp,
            ew_mp=ew_mp,
            ns_partner=ns_partner,
            ew_partner=ew_partner,
            knockout=system == System.KNOCKOUT,
        )
        for round_number, number, ns, ew, outcome, ns_mp, ew_mp, ns_partner, ew_partner, system in rows
    )


def adjustments_of(tournament: Tournament) -> tuple[Adjustment, ...]:
    """The referee's penalties and bonuses. One query."""
    rows = AdjustmentRow.objects.filter(tournament=tournament).values_list(
        "round__number", "pair__number", "mp", "vp", "reason", "article"
    )
    return tuple(
        Adjustment(round=number, entrant=EntrantId(pair), mp=mp, vp=vp, reason=reason, article=article)
        for number, pair, mp, vp, reason, article in rows
    )


def with_adjustments(results: Iterable[TableResult], adjustments: Iterable[Adjustment]) -> Iterator[TableResult]:
    """The tables with the referee's MP adjustments in their MP, as a knockout reads who won."""
    given: dict[tuple[int, EntrantId], int] = {}
    for adjustment in adjustments:
        key = (adjustment.round, adjustment.entrant)
        given[key] = given.get(key, 0) + adjustment.mp
    for result in results:
        ns, ew = (sum(given.get((result.round, each), 0) for each in side) for side in (result.ns_side, result.ew_side))
        if (ns or ew) and result.ns_mp is not None and result.ew_mp is not None:
            yield replace(result, ns_mp=result.ns_mp + ns, ew_mp=result.ew_mp + ew)
        else:
            yield result
