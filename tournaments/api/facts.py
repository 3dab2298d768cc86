"""The public facts of a tournament as plain values, the same as on the players' pages."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.records import Entrant, Side
from tournaments.records.gironi import girone_letter
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.seats import LineScore, TableRow

Facts = dict[str, Any]


def tournament_facts(tournament: Tournament) -> Facts:
    """Return a tournament as `TournamentFacts` describes it."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "venue": tournament.venue,
        "kind": tournament.kind,
        "state": tournament.state,
        "rounds_planned": tournament.rounds_planned,
    }


def pair_facts(hall: Hall, entrant: Entrant) -> Facts:
    return {
        "pair": entrant.id,
        "names": list(entrant.names),
        "team": entrant.team,
        "withdrawn": entrant.id in hall.withdrawn,
    }


def round_facts(round_: Round) -> Facts:
    facts = {"round": round_.number, "system": round_.system, "state": round_.state}
    by_girone = [{"girone": girone_letter(girone), "system": named.value} for girone, named in round_.chosen.by_girone]
    return facts | ({"by_girone": by_girone} if by_girone else {})


def table_facts(row: TableRow) -> Facts:
    return {
        "table": row.number,
        "outcome": row.outcome.value,
        "provisional": row.provisional,
        "ns": _seated(row.ns, row.ns_score),
        "ew": _seated(row.ew, row.ew_score),
    }


def _seated(side: Side | None, score: LineScore | None) -> list[Facts]:
    entrants = side.entrants if side is not None else ()
    mp = _own_figures(score.mp if score else None, len(entrants))
    vp = _own_figures(score.vp if score else None, len(entrants))
    return [
        {"pair": entrant.id, "names": list(entrant.names), "mp": own_mp, "vp": own_vp}
        for entrant, own_mp, own_vp in zip(entrants, mp, vp, strict=True)
    ]


def _own_figures(figures: Sequence[int] | None, players: int) -> list[int | None]:
    """Return one figure for each, if one stands for both."""
    if figures is None:
        return [None] * players
    return list(figures) if len(figures) == players else [figures[0]] * players
