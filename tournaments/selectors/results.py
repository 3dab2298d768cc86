"""The results of a tournament, from the database to the records of pure code."""

from collections.abc import Iterable, Iterator

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Adjustment as AdjustmentRow
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.records import EntrantId, Outcome, PointAdjustment, System, TableResult
from tournaments.records.sections import in_section
from tournaments.wording.adjustments import reason_in_words

from .own_knockouts import OwnKnockouts, own_knockouts_of
from .rounds import sections_at

OUTCOMES = {outcome.value: outcome for outcome in Outcome}


def results_of(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    own_knockouts: OwnKnockouts | None = None,
    only: Q | None = None,
) -> tuple[TableResult, ...]:
    """Return the tables of all published rounds, in order, with MP summed by the database; or only some of them.

    One query, after a cut one more for the knockouts of gironi, unless they are given.
    """
    own = own_knockouts_of(tournament) if own_knockouts is None else own_knockouts
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    if after_round is not None:
        tables = tables.filter(round__number__lte=after_round)
    if only is not None:
        tables = tables.filter(only)
    rows = (
        tables.annotate(ns_sum=Coalesce("ns_mp_set", _hands_of("ns")), ew_sum=Coalesce("ew_mp_set", _hands_of("ew")))
        .order_by("round__number", "number")
        .values_list(
            *("round__number", "number", "ns__number", "ew__number", "outcome", "ns_sum", "ew_sum"),
            *("ns_vp_set", "ew_vp_set", "ruling", "ruling_article"),
            *("ns_partner__number", "ew_partner__number", "round__system"),
            sections_at("round__"),
        )
    )
    return tuple(
        TableResult(
            round=number,
            table=in_section(table, starts or ()),
            ns=ns,
            ew=ew,
            outcome=OUTCOMES[outcome],
            ns_mp=ns_mp,
            ew_mp=ew_mp,
            ns_vp=ns_vp,
            ew_vp=ew_vp,
            ruling=reason_in_words(reason=ruling, article=article) if ruling else "",
            ns_partner=two[0],
            ew_partner=two[1],
            knockout=ns in own[number] if number in own else system == System.KNOCKOUT,
        )
        for number, table, ns, ew, outcome, ns_mp, ew_mp, ns_vp, ew_vp, ruling, article, *two, system, starts in rows
    )


def _hands_of(line: str) -> Subquery:
    """Return the subquery for a line's MP in a table's hands: grouping the rows of tables would cost more."""
    mp = Sum(Coalesce(f"{line}_set", f"{line}_total"))
    hands = Hand.objects.filter(table=OuterRef("pk")).order_by()
    return Subquery(hands.values("table").annotate(mp=mp).values("mp"))


def adjustments_of(tournament: Tournament) -> tuple[PointAdjustment, ...]:
    """Return the referee's penalties, bonuses and warnings. One query."""
    rows = AdjustmentRow.objects.filter(tournament=tournament).values_list(
        *("round__number", "pair__number", "mp", "vp", "felt", "reason", "article"),
        *("player__last_name", "player__first_name"),
    )
    return tuple(
        PointAdjustment(
            round=number,
            entrant=EntrantId(pair),
            mp=mp,
            vp=vp,
            felt=felt,
            reason=reason,
            article=article,
            player=f"{last or ''} {first or ''}".strip(),
        )
        for number, pair, mp, vp, felt, reason, article, last, first in rows
    )


def with_adjustments(results: Iterable[TableResult], adjustments: Iterable[PointAdjustment]) -> Iterator[TableResult]:
    """Yield the tables with adjustments added to their MP, as a knockout finds the winner.

    MP that the opponents do not feel are left out, and no adjustment changes an assigned score.
    """
    given: dict[tuple[int, EntrantId], int] = {}
    for adjustment in adjustments:
        key = (adjustment.round, adjustment.entrant)
        given[key] = given.get(key, 0) + (adjustment.mp if adjustment.felt else 0)
    if not any(given.values()):
        yield from results
        return
    for result in results:
        ns, ew = (
            sum(given.get((result.round, entrant), 0) for entrant in side) for side in (result.ns_side, result.ew_side)
        )
        if (ns or ew) and result.ns_vp is None and result.ns_mp is not None and result.ew_mp is not None:
            yield result._replace(ns_mp=result.ns_mp + ns, ew_mp=result.ew_mp + ew)
        else:
            yield result
