"""A ranking as other programs read it (interchange.md, "Rankings and draws")."""

from collections.abc import Sequence
from typing import Any

from tournaments.records import Standing


def ranking_rows(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """One object for each entrant, in the order of the ranking, with its rounds."""
    return [
        {
            "place": standing.place,
            "pair": standing.entrant.id,
            "names": standing.entrant.label,
            "vp": standing.vp,
            "mp_difference": standing.mp_difference,
            "mp": standing.mp,
            "rounds": [
                {
                    "round": score.round,
                    "opponent": score.opponent,
                    "table": score.table,
                    "mp": score.mp,
                    "vp": score.vp,
                }
                for score in standing.rounds
            ],
        }
        for standing in standings
    ]
