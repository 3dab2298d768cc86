"""The highlights of an evening, as far as the ranking shows them."""

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from scoring.engine.score import Item
from tournaments.models import Hand, Round, Tournament
from tournaments.ranking.highlights import Highlight, LineHand, highlights_of
from tournaments.records import Line, Outcome

from .hall import Hall

FIGURES_OF_A_SLIP = ["base", "points", "total"]
"""The keys of an entry that does not list the burracos."""
WHERE = ("table__round__number", "table__number", "number")


def highlights_in(hall: Hall) -> tuple[Highlight, ...]:
    """Return the highlights of the published rounds. Three queries; four if every burraco is known."""
    hands = _hands(hall.tournament)
    return highlights_of(hall.evening.results, hall.course, highest=_highest(hands), clean=_clean(hands))


def _hands(tournament: Tournament) -> QuerySet[Hand]:
    """Return the hands of tables that were played, with the MP that count for each line."""
    return (
        Hand.objects.filter(table__round__tournament=tournament, table__outcome=Outcome.PLAYED)
        .exclude(table__round__state=Round.State.DRAFT)
        .annotate(
            ns=Coalesce("ns_set", "ns_total"),
            ew=Coalesce("ew_set", "ew_total"),
        )
        .order_by(*WHERE)
    )


def _highest(hands: QuerySet[Hand]) -> list[LineHand]:
    """Return the hands with the most MP of one line."""
    most = hands.aggregate(most=Max(Greatest("ns", "ew")))["most"]
    rows = hands.filter(Q(ns=most) | Q(ew=most)).values_list(*WHERE, "ns", "ew")
    return [
        LineHand(round=round_, table=table, hand=number, line=line, figure=most)
        for round_, table, number, ns, ew in rows
        for line, figure in ((Line.NS, ns), (Line.EW, ew))
        if figure == most
    ]


def _clean(hands: QuerySet[Hand]) -> list[LineHand]:
    """Return the clean burracos of every hand.

    There are none if any hand was entered without them, because no record is known then.
    """
    unknown = Q(ns_entry__has_any_keys=FIGURES_OF_A_SLIP) | Q(ew_entry__has_any_keys=FIGURES_OF_A_SLIP)
    if hands.filter(unknown).exists():
        return []
    return [
        LineHand(round=round_, table=table, hand=number, line=line, figure=_count(lines))
        for round_, table, number, ns, ew in hands.values_list(*WHERE, "ns_lines", "ew_lines")
        for line, lines in ((Line.NS, ns), (Line.EW, ew))
    ]


def _count(lines: list[dict[str, str | int]]) -> int:
    return sum(int(line["count"]) for line in lines if line["item"] == Item.CLEAN)
