"""A ranking for other programs (docs/interchange.md §6), and a ranking of teams in the same form."""

from collections.abc import Sequence
from typing import Any

from tournaments.records import Kind, RoundScore, Standing, TeamStanding
from tournaments.records.gironi import girone_letter


def ranking_rows(standings: Sequence[Standing], kind: Kind = Kind.PAIRS) -> list[dict[str, Any]]:
    """Return an object for each entrant, in the order of the ranking; the VP of its rounds add up to its own.

    A round without a seat is included, without a table, if the referee adjusted its points. In an individual tournament
    `pair` is the player's number and `opponent` the first of the two; each round also has `partner` and `opponents`.
    In gironi each has the letter of its `girone` and what it began there with, `carried`, which stands for the rounds
    before. `by_knockout` is set if a bracket decided the place, whatever the figures.
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
            **({"by_knockout": True} if standing.by_knockout else {}),
            **_in_girone(standing),
        }
        for standing in standings
    ]


def _in_girone(standing: Standing) -> dict[str, Any]:
    if standing.girone is None or standing.carried is None:
        return {}
    carried = {name: getattr(standing.carried, name) for name in ("vp", "mp_difference", "mp")}
    return {"girone": girone_letter(standing.girone), "carried": carried}


def _rounds(standing: Standing, kind: Kind) -> list[dict[str, Any]]:
    vp, given = standing.vp_by_round, standing.unseated
    seated = [_round(score, vp.get(score.round, 0), kind) for score in standing.rounds]
    unseated = [
        _without_a_seat(
            number, sum(adjustment.mp for adjustment in given if adjustment.round == number), vp.get(number, 0), kind
        )
        for number in {adjustment.round for adjustment in given if not adjustment.is_warning}
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
    """Return an object for each team, with the numbers of its pairs."""
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
