"""The results of a tournament, from the database to the records of pure code."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import get_language

from pages.prepared_queries import LARGEST, PreparedQuery, RawRow, Rows
from tournaments.models import Adjustment as AdjustmentRow
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.records import EntrantId, Outcome, PointAdjustment, System, TableResult
from tournaments.records.sections import in_section
from tournaments.wording.adjustments import reason_in_words

from .own_knockouts import OwnKnockouts, own_knockouts_of
from .rounds import sections_at
from .row_cache import RowCache

OUTCOMES = {outcome.value: outcome for outcome in Outcome}

RESULT_CACHE = RowCache[tuple[TableResult, ...]](most_rows=30_000)
"""The tables of each round read last: twelve rounds of a field of 5,000 pairs, some fifteen megabytes."""


def results_of(
    tournament: Tournament, *, after_round: int | None = None, own_knockouts: OwnKnockouts | None = None
) -> tuple[TableResult, ...]:
    """Return the tables of all published rounds, in order, with MP summed by the database.

    One query, after a cut one more for the knockouts of gironi, unless they are given.
    """
    own = own_knockouts_of(tournament) if own_knockouts is None else own_knockouts
    rows = TABLES.raw_rows(tournament.pk, LARGEST if after_round is None else after_round)
    results: list[TableResult] = []
    for number, of_round in groupby(rows, key=itemgetter(0)):
        in_own = frozenset(own[number]) if number in own else None
        key = (tournament.pk, number, in_own, get_language())
        results += RESULT_CACHE.get_or_make(key, list(of_round), partial(_results_of_rows, in_own))
    return tuple(results)


def results_among(round_: Round, among: Q) -> tuple[TableResult, ...]:
    """Return some tables of a published round, as `results_of` does. As many queries."""
    own = own_knockouts_of(round_.tournament).get(round_.number)
    rows = _tables(round_.tournament_id, LARGEST).filter(Q(round=round_) & among)
    return _results(own, (row.values() for row in rows))


def _results_of_rows(own: Collection[EntrantId] | None, rows: Iterable[RawRow]) -> tuple[TableResult, ...]:
    return _results(own, (TABLES.converted(row).values() for row in rows))


def _results(own: Collection[EntrantId] | None, rows: Iterable[Iterable[Any]]) -> tuple[TableResult, ...]:
    """Return the tables of a round; `own` are those in a knockout of their girone's own, if any is."""
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
            knockout=system == System.KNOCKOUT if own is None else ns in own,
        )
        for number, table, ns, ew, outcome, ns_mp, ew_mp, ns_vp, ew_vp, ruling, article, *two, system, starts in rows
    )


def _tables(tournament: int, last: int) -> Rows:
    """Return the tables of the published rounds up to the last wanted, in order, with MP summed by the database."""
    tables = Table.objects.filter(round__tournament=tournament, round__number__lte=last)
    rows: Rows = (
        tables.exclude(round__state=Round.State.DRAFT)
        .annotate(ns_sum=Coalesce("ns_mp_set", _hands_of("ns")), ew_sum=Coalesce("ew_mp_set", _hands_of("ew")))
        .order_by("round__number", "number")
        .values(
            *("round__number", "number", "ns__number", "ew__number", "outcome", "ns_sum", "ew_sum"),
            *("ns_vp_set", "ew_vp_set", "ruling", "ruling_article"),
            *("ns_partner__number", "ew_partner__number", "round__system"),
            sections=sections_at("round__"),
        )
    )
    return rows


def _hands_of(line: str) -> Subquery:
    """Return the subquery for a line's MP in a table's hands: grouping the rows of tables would cost more."""
    mp = Sum(Coalesce(f"{line}_set", f"{line}_total"))
    hands = Hand.objects.filter(table=OuterRef("pk")).order_by()
    return Subquery(hands.values("table").annotate(mp=mp).values("mp"))


TABLES = PreparedQuery(_tables, int, int)


def adjustments_of(tournament: Tournament) -> tuple[PointAdjustment, ...]:
    """Return the referee's penalties, bonuses and warnings. One query."""
    return tuple(
        PointAdjustment(
            round=row["round__number"],
            entrant=EntrantId(row["pair__number"]),
            mp=row["mp"],
            vp=row["vp"],
            felt=row["felt"],
            reason=row["reason"],
            article=row["article"],
            player=f"{row['player__last_name'] or ''} {row['player__first_name'] or ''}".strip(),
        )
        for row in ADJUSTMENTS.rows(tournament.pk)
    )


def _adjustments(tournament: int) -> Rows:
    rows: Rows = AdjustmentRow.objects.filter(tournament=tournament).values(
        *("round__number", "pair__number", "mp", "vp", "felt", "reason", "article"),
        *("player__last_name", "player__first_name"),
    )
    return rows


ADJUSTMENTS = PreparedQuery(_adjustments, int)


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
