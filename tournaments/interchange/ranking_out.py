"""A ranking as other programs read it (docs/interchange.md §6); of teams, in the same manner."""

from collections.abc import Sequence
from typing import Any

from tournaments.records import Kind, RoundScore, Standing, TeamStanding


def ranking_rows(standings: Sequence[Standing], kind: Kind = Kind.PAIRS) -> list[dict[str, Any]]:
    """One object for each entrant, in the order of the ranking, with its rounds.

    In an individual tournament `pair` is the player's number, `opponent` the first of the two, and each round says
    more: `partner` and `opponents`.
    """
    return [
        {
            "place": standing.place,
            "pair": standing.entrant.id,
            "names": standing.entrant.label,
            "vp": standing.vp,
            "mp_difference": standing.mp_difference,
            "mp": standing.mp,
            "rounds": [_round(score, kind) for score in standing.rounds],
        }
        for standing in standings
    ]


def _round(score: RoundScore, kind: Kind) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": score.round,
        "opponent": score.opponent,
        "table": score.table,
        "mp": score.mp,
        "vp": score.vp,
    }
    if kind is Kind.INDIVIDUAL:
        data |= {"partner": score.partner, "opponents": score.opponents}
    return data


def team_rows(standings: Sequence[TeamStanding]) -> list[dict[str, Any]]:
    """One object for each team, with the numbers of its pairs."""
    return [
        {
            "place": standing.place,
            "team": standing.number,
            "names": standing.name,
            "vp": standing.vp,
            "mp_difference": standing.mp_difference,
            "mp": standing.mp,
            "pairs": [row.entrant.id for row in standing.pairs],
        }
        for standing in standings
    ]
