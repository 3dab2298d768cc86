"""A simulated evening as a whole tournament in the JSON of docs/interchange.md §5."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.engine.ruleset import RuleSet
from scoring.services import write_side
from tournaments.ranking.victory_points import rest_allowance, scale_for_hands, scale_to_json
from tournaments.records import Entrant, EntrantId, Kind, TieBreak
from tournaments.records.settings_json import settings_to_json

from .evening import EveningFormat, SimulatedEvening, SimulatedRound, play_evening
from .hands import play_hand
from .people import draw_strengths, make_entrants, players_json


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedTournament:
    """The format, the rules, and the seed of a simulated tournament."""

    entrants: int
    wanted: EveningFormat
    rules: RuleSet
    seed: int


def simulate_tournament(tournament: SimulatedTournament, *, name: str, slug: str, date: str) -> dict[str, Any]:
    """Return the tournament of an evening, as `tournament_import` reads it."""
    rng = Random(f"simulation:{tournament.seed}")
    wanted = tournament.wanted
    entrants = make_entrants(rng, tournament.entrants, players_each=1 if wanted.kind is Kind.INDIVIDUAL else 2)
    strengths = draw_strengths(rng, entrants)

    evening = play_evening(
        wanted, entrants, strengths, deal=lambda lot, edge: play_hand(lot, tournament.rules, edge), seed=tournament.seed
    )
    scale = scale_for_hands(wanted.hands)
    rest = rest_allowance(scale, wanted.hands)
    return {
        "format": "burraco-club/tournament",
        "version": 1,
        "tournament": {
            "name": name,
            "slug": slug,
            "date": date,
            "venue": "",
            "kind": wanted.kind,
            "ruleset": tournament.rules.key,
            "options": {},
            "hands_per_round": wanted.hands,
            "rounds_planned": len(wanted.systems),
            "scale": scale_to_json(scale),
            "tie_breaks": [*TieBreak],
            "rest": {"vp": rest.vp, "mp": rest.mp},
            "seed": tournament.seed,
            "state": "checking",
            **_stages(wanted, evening),
        },
        "players": list(players_json(entrants)),
        "pairs": list(_pairs(entrants)),
        "rounds": [_round(number, played, tournament.seed) for number, played in enumerate(evening.rounds, start=1)],
        "adjustments": [],
    }


def _stages(wanted: EveningFormat, evening: SimulatedEvening) -> dict[str, Any]:
    """Return the cut with the numbers of each girone, if there is one."""
    if wanted.cut is None:
        return {}
    gironi: list[list[int]] = [[] for _girone in range(wanted.cut.gironi)]
    for row in evening.ranking:
        gironi[(row.entrant.girone or 1) - 1].append(row.entrant.id)  # equivalent `row.entrant.girone`: all are in one
    in_order = [sorted(members) for members in gironi]
    return {"stages": [{"after": wanted.cut.after_round, "carry": wanted.cut.carry.value, "gironi": in_order}]}


def _pairs(entrants: Iterable[Entrant]) -> Iterable[dict[str, Any]]:
    player = 0
    for entrant in entrants:
        players = [player + at for at, _name in enumerate(entrant.names, start=1)]
        player = players[-1]
        yield {"number": entrant.id, "players": players, "status": "active"}


def _round(number: int, played: SimulatedRound, seed: int) -> dict[str, Any]:
    return {
        "number": number,
        "system": played.draft.system,
        **settings_to_json(played.settings),
        "seed": seed,
        "state": "closed",
        "tables": [
            {
                "number": table.table,
                "ns": _side(table.ns_side),
                "ew": _side(table.ew_side),
                "outcome": table.outcome,
                "hands": [
                    {"end": hand.end, "ns": write_side(hand.sides[0]), "ew": write_side(hand.sides[1])}
                    for hand in played.hands[table.table]
                ],
            }
            for table in played.results
        ],
    }


def _side(side: Sequence[EntrantId]) -> int | list[int] | None:
    if len(side) > 1:
        return list(side)
    return side[0] if side else None
