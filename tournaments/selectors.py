"""From the database to the records that pure code speaks, in a fixed number of queries whatever the size."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from .bracket import Bracket, bracket_of, knockout_order
from .missed_rounds import missed_rounds
from .models import Adjustment as AdjustmentRow
from .models import Pair, Player, Round, Table, Tournament
from .names import search_key
from .ranking import placed_by_knockout, standings
from .records import (
    Adjustment,
    Allowance,
    Cycle,
    Entrant,
    EntrantId,
    Outcome,
    Standing,
    System,
    TableResult,
    TeamStanding,
    TieBreak,
)
from .runs import PLANNED_AHEAD, latest_run, with_adjustments
from .team_ranking import team_standings
from .victory_points import Scale, parse_scale


def scale_of(tournament: Tournament) -> Scale:
    """The scale that turns this tournament's MP differences into VP."""
    return parse_scale(tournament.scale)


SEATS = (("player1", "substitute1"), ("player2", "substitute2"))
"""The seats of a pair, each with whoever may have taken it over."""


def entrants_of(tournament: Tournament) -> tuple[Entrant, ...]:
    """Everybody entered, by number, withdrawn ones too. One query."""
    return tuple(entrants_by_key(tournament).values())


def entrants_by_key(tournament: Tournament) -> dict[int, Entrant]:
    """The same by the database's keys. One query."""
    people = [f"{player}__{field}" for seat in SEATS for player in seat for field in ("last_name", "first_name")]
    rows = tournament.pairs.order_by("number").values(
        *("pk", "number", "status", "team__number", "fixed_table", "player1__club", "player2__club"), *people
    )
    return {
        row["pk"]: Entrant(
            id=EntrantId(row["number"]),
            names=tuple(filter(None, (seat_names(row, *seat) for seat in SEATS))),
            clubs=tuple(dict.fromkeys(club for club in (row["player1__club"], row["player2__club"]) if club)),
            active=row["status"] == Pair.Status.ACTIVE,
            team=row["team__number"],
            fixed_table=row["fixed_table"],
        )
        for row in rows
    }


def seat_names(row: Mapping[str, Any], *people: str) -> str:
    """Whoever holds a seat, and after a stroke whoever took it over; empty if there is no such seat."""
    names = [f"{row[f'{each}__last_name']} {row[f'{each}__first_name']}".strip() for each in people]
    return " / ".join(name for each, name in zip(people, names, strict=True) if row[f"{each}__last_name"] is not None)


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


def standings_of(tournament: Tournament, *, after_round: int | None = None) -> tuple[Standing, ...]:
    """The ranking, as of a round or with everything that is known now. Three queries; four where a knockout decides."""
    results = results_of(tournament, after_round=after_round)
    return rank(tournament, entrants_of(tournament), results, adjustments_of(tournament), after_round=after_round)


def team_standings_of(tournament: Tournament, standings: Iterable[Standing]) -> tuple[TeamStanding, ...]:
    """The teams' ranking that the pairs' makes. One query."""
    names = dict(tournament.teams.values_list("number", "name"))
    return team_standings(standings, names, tie_breaks=tie_breaks_of(tournament), seed=tournament.seed)


def published_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that everybody knows of, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).defer("undo").order_by("number"))


def rank(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    results: Sequence[TableResult],
    adjustments: Sequence[Adjustment],
    *,
    rounds: Sequence[Round] | None = None,
    after_round: int | None = None,
) -> tuple[Standing, ...]:
    """The ranking of what has been read already, by the tournament's settings.

    If the last rounds were a knockout, those of its bracket come first, as they stand in it; the figures rank the
    others. That takes one query, unless `rounds` are given. Who is not here and never sat is left out.
    """
    rows = rank_by_figures(tournament, entrants, results, adjustments, after_round=after_round)
    results = [result for result in results if after_round is None or result.round <= after_round]
    last = max((result.round for result in results), default=0)
    if not any(result.knockout for result in results if result.round == last):
        return rows
    rounds = published_rounds(tournament) if rounds is None else rounds
    run = latest_run([round_ for round_ in rounds if round_.number <= last], System.KNOCKOUT)
    bracket = bracket_of_run(tournament, run, entrants, results, adjustments)
    return placed_by_knockout(rows, knockout_order(bracket), tie_breaks_of(tournament))


def bracket_of_run(
    tournament: Tournament,
    run: Sequence[Round],
    entrants: Sequence[Entrant],
    results: Sequence[TableResult],
    adjustments: Sequence[Adjustment],
) -> Bracket:
    """The bracket of the rounds of one knockout, as far as the results tell."""
    order = run[0].order or order_today(tournament, entrants, results, adjustments, run[0])
    return bracket_of(
        Cycle(start=run[0].number, order=tuple(EntrantId(number) for number, _vp in order)),
        with_adjustments(results, adjustments),
        run[-1].chosen,
        {round_.number: round_.chosen.advance for round_ in run},
    )


def rank_by_figures(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    results: Sequence[TableResult],
    adjustments: Sequence[Adjustment],
    *,
    after_round: int | None = None,
    everybody: bool = False,
) -> tuple[Standing, ...]:
    """The ranking by VP and tie-breaks alone, whatever a knockout says.

    Who is not here and never sat is left out, unless `everybody` is asked for.
    """
    if tournament.missed_rounds == Tournament.MissedRounds.ABSENCE:
        results = [*results, *missed_rounds([entrant.id for entrant in entrants], results)]
    seated = {entrant for result in results for entrant in (*result.ns_side, *result.ew_side)}
    return standings(
        [entrant for entrant in entrants if everybody or entrant.active or entrant.id in seated],
        results,
        adjustments,
        scale=scale_of(tournament),
        rest=Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp),
        absence=Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp),
        tie_breaks=tie_breaks_of(tournament),
        seed=tournament.seed,
        after_round=after_round,
    )


def order_today(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    results: Sequence[TableResult],
    adjustments: Sequence[Adjustment],
    round_: Round,
) -> list[list[int]]:
    """`Round.order` as the earlier rounds, corrections included, give it now.

    Those who sit in the round; of a run of rounds, which may leave somebody out, also everybody who is here.
    """
    tables = [result for result in results if result.round == round_.number]
    seated = {each for table in tables for each in (*table.ns_side, *table.ew_side)}
    leaves_out = not seated or round_.system in PLANNED_AHEAD
    return [
        [int(entrant.id), vp]
        for entrant, vp in ranked_before(tournament, entrants, results, adjustments, round_.number)
        if entrant.id in seated or (leaves_out and entrant.active)
    ]


def ranked_before(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    results: Sequence[TableResult],
    adjustments: Sequence[Adjustment],
    number: int,
) -> list[tuple[Entrant, int]]:
    """Everybody entered with their VP before a round, best first; by number while nothing has been played."""
    known = [result for result in results if result.round < number]
    if not known:
        return [(entrant, 0) for entrant in entrants]
    ranking = rank_by_figures(tournament, entrants, known, adjustments, after_round=number - 1, everybody=True)
    return [(standing.entrant, standing.vp) for standing in ranking]


def tie_breaks_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """The criteria of the ranking, in their order."""
    return tuple(TieBreak(key) for key in tournament.tie_breaks)


def current_round(tournament: Tournament) -> Round | None:
    """The latest round, draft or not; None before the first."""
    return tournament.rounds.order_by("-number").first()


def current_round_with_open_tables(tournament: Tournament) -> tuple[Round | None, bool]:
    """The latest round, and whether a table of it is still to hand in its slip. One query."""
    still_open = Table.objects.filter(round=OuterRef("pk"), outcome=Outcome.OPEN)
    round_ = tournament.rounds.annotate(has_open_tables=Exists(still_open)).order_by("-number").first()
    return round_, round_ is not None and round_.has_open_tables


def tables_of(round_: Round) -> QuerySet[Table]:
    """The round's tables with everything that a page prints of them; two queries when read."""
    return (
        round_.tables.select_related("ns__player1", "ns__player2", "ew__player1", "ew__player2")
        .prefetch_related("hands")
        .order_by("number")
    )


def players_named(text: str, *, limit: int = 8) -> list[Player]:
    """The players whose name holds every word typed, for completion; nobody for an empty text."""
    words = search_key(text).split()
    if not words:
        return []
    holds = Q()
    for word in words:
        holds &= Q(search_name__startswith=word) | Q(search_name__contains=f" {word}")
    return list(Player.objects.filter(holds).order_by("search_name", "pk")[:limit])


def seated_players(tournament: Tournament, *, without: Pair | None = None) -> dict[int, Pair]:
    """Which pair of the tournament each player is in, by the player's key."""
    pairs: Iterable[Pair] = tournament.pairs.select_related("player1", "player2")
    return {player: pair for pair in pairs if without is None or pair.pk != without.pk for player in pair.player_keys}
