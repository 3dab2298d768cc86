"""A ranking as other programs read it (docs/interchange.md §6); of teams, in the same manner."""

from collections.abc import Sequence
from typing import Any

from tournaments.records import Kind, RoundScore, Standing, TeamStanding


def ranking_rows(standings: Sequence[Standing], kind: Kind = Kind.PAIRS) -> list[dict[str, Any]]:
    """One object for each entrant, in the order of the ranking, with its rounds: their VP add up to its own.

    A round without a seat is there, without a table, where the referee gave or took points in it. In an individual
    tournament `pair` is the player's number, `opponent` the first of the two, and each round says more: `partner` and
    `opponents`.
    """
    return [
        {
            "place": standing.place,
            "pair": standing.entrant.id,
            "names": standing.entrant.label,
            "vp": standing.vp,
            "mp_difference": standing.mp_difference,
            "mp": standing.mp,
            "rounds": _rounds(standing, kind),
        }
        for standing in standings
    ]


def _rounds(standing: Standing, kind: Kind) -> list[dict[str, Any]]:
    vp, given = standing.vp_by_round, standing.unseated
    seated = [_round(score, vp.get(score.round, 0), kind) for score in standing.rounds]
    unseated = [
        _without_a_seat(number, sum(each.mp for each in given if each.round == number), vp.get(number, 0), kind)
        for number in {each.round for each in given if not each.is_warning}
    ]
    return sorted([*seated, *unseated], key=lambda row: int(row["round"]))


def _round(score: RoundScore, vp: int, kind: Kind) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": score.round,
        "opponent": score.opponent,
        "table": score.table,
        "mp": score.mp,
        "vp": vp,
    }
    if kind is Kind.INDIVIDUAL:
        data |= {"partner": score.partner, "opponents": score.opponents}
    return data


def _without_a_seat(number: int, mp: int, vp: int, kind: Kind) -> dict[str, Any]:
    data: dict[str, Any] = {"round": number, "opponent": None, "table": None, "mp": mp, "vp": vp}
    return data | {"partner": None, "opponents": []} if kind is Kind.INDIVIDUAL else data


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
