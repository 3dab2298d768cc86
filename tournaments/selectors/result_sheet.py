"""The results of a round, row by row, for comparison with the paper slips."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from tournaments.models import Hand, Round
from tournaments.records import EntrantId, Line, Outcome, RoundScore, Side, TableResult
from tournaments.records.result_rows import ResultLine, ResultRow

from .entrants import entrants_of
from .gironi import gironi_of_round
from .ranking import RankingRows, ranking_at_tables


def versions_of(round_: Round) -> dict[int, int]:
    """Return the versions of the tables' results, by number, in order. One query."""
    return dict(round_.tables.order_by("number").values_list("number", "version"))


def result_rows(round_: Round, versions: Mapping[int, int] | None = None) -> tuple[ResultRow, ...]:
    """Return the tables of a published round, or those of these versions, by number. Five queries at most with them."""
    versions = versions_of(round_) if versions is None else versions
    wanted = versions.keys()
    entrants = entrants_of(round_.tournament)
    ranked = ranking_at_tables(round_, wanted, entrants)
    scores = ranked.scores_of(round_.number)
    played = _hands_of(round_, wanted)
    gironi = gironi_of_round(round_, entrants)
    return tuple(
        ResultRow(
            number=result.table,
            version=versions[result.table],
            outcome=result.outcome,
            lines=_lines(ranked, result, scores, played[result.table]),
            is_bye=result.knockout and result.outcome is Outcome.REST,
            hand_set=any(hand.set_reason for hand in played[result.table]),
            girone=gironi.get(result.ns) if result.ns is not None else None,  # equivalent `True`: nobody has no girone
        )
        for result in ranked.evening.results
        if result.table in wanted
    )


def _hands_of(round_: Round, numbers: Collection[int]) -> defaultdict[int, list[Hand]]:
    """Return the hands by the tables' numbers. One query."""
    hands: defaultdict[int, list[Hand]] = defaultdict(list)
    wanted = Hand.objects.filter(table__in=round_.tables.filter(number__in=numbers).order_by().values("pk"))
    for hand in wanted.select_related("table").order_by("table__number", "number"):
        hands[hand.table.number].append(hand)
    return hands


def _lines(
    ranked: RankingRows, result: TableResult, scores: dict[tuple[int, Line], RoundScore], hands: list[Hand]
) -> tuple[ResultLine, ...]:
    return tuple(
        ResultLine(
            line=line,
            side=_side(ranked, entrants),
            hands=tuple(_counted(hand, line) for hand in hands),
            score=scores[result.table, line],
        )
        for line, entrants in zip(Line, (result.ns_side, result.ew_side), strict=True)
        if entrants
    )


def _side(ranked: RankingRows, entrants: tuple[EntrantId, ...]) -> Side:
    return Side(tuple(ranked.evening.by_number[entrant] for entrant in entrants))


def _counted(hand: Hand, line: Line) -> int:
    total, as_set = (hand.ns_total, hand.ns_set) if line is Line.NS else (hand.ew_total, hand.ew_set)
    return total if as_set is None else as_set
