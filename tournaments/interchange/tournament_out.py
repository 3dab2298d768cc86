"""A tournament as the JSON of the contract; the same tournament always gives the same bytes."""

import json
from typing import Any

from tournaments.models import Adjustment, Hand, Pair, Player, Round, Table, Tournament
from tournaments.services.tournaments import usual_minutes
from tournaments.victory_points import absence_allowance, parse_scale

FORMAT = "burraco-club/tournament"
VERSION = 1


def to_json(data: object) -> str:
    """The text of an export: letters as they are, one blank of indent."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def export_tournament(tournament: Tournament) -> dict[str, Any]:
    """The whole tournament; players are numbered in the order of the pairs. Five queries."""
    pairs = list(tournament.pairs.select_related("player1", "player2").order_by("number"))
    players = list({player.pk: player for pair in pairs for player in pair.players}.values())
    ids = {player.pk: number for number, player in enumerate(players, start=1)}
    rounds = tournament.rounds.order_by("number").prefetch_related("tables__hands")
    numbers = {pair.pk: pair.number for pair in pairs}
    adjustments = tournament.adjustments.select_related("round").order_by("round__number", "pair__number", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _settings(tournament),
        "players": [_player(ids[player.pk], player) for player in players],
        "pairs": [_pair(pair, ids) for pair in pairs],
        "rounds": [_round(round_, numbers) for round_ in rounds],
        "adjustments": [_adjustment(adjustment, numbers) for adjustment in adjustments],
    }


def _settings(tournament: Tournament) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": tournament.name,
        "slug": tournament.slug,
        "date": tournament.date.isoformat(),
        "venue": tournament.venue,
        "kind": tournament.kind,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "hands_per_round": tournament.hands_per_round,
        "rounds_planned": tournament.rounds_planned,
        "scale": tournament.scale,
        "tie_breaks": tournament.tie_breaks,
        "rest": {"vp": tournament.rest_vp, "mp": tournament.rest_mp},
        "seed": tournament.seed,
        "state": tournament.state,
    }
    usual = absence_allowance(parse_scale(tournament.scale), tournament.hands_per_round)
    if (tournament.absence_vp, tournament.absence_mp) != (usual.vp, usual.mp):
        data["absence"] = {"vp": tournament.absence_vp, "mp": tournament.absence_mp}
    if tournament.round_minutes != usual_minutes(tournament.hands_per_round):
        data["minutes"] = tournament.round_minutes
    if tournament.entry != Tournament.Entry.SLIP:
        data["entry"] = tournament.entry
    return data


def _player(number: int, player: Player) -> dict[str, Any]:
    return {
        "id": number,
        "first_name": player.first_name,
        "last_name": player.last_name,
        "club": player.club,
        "card": player.card,
    }


def _pair(pair: Pair, ids: dict[int, int]) -> dict[str, Any]:
    return {
        "number": pair.number,
        "players": [ids[player.pk] for player in pair.players],
        "status": pair.status,
    }


def _round(round_: Round, numbers: dict[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {"number": round_.number, "system": round_.system}
    data |= round_.settings
    tables = sorted(round_.tables.all(), key=lambda table: table.number)
    return data | {
        "seed": round_.seed,
        "state": round_.state,
        "tables": [_table(table, numbers) for table in tables],
    }


def _table(table: Table, numbers: dict[int, int]) -> dict[str, Any]:
    hands = sorted(table.hands.all(), key=lambda hand: hand.number)
    return {
        "number": table.number,
        "ns": numbers[table.ns_id],
        "ew": None if table.ew_id is None else numbers[table.ew_id],
        "outcome": table.outcome,
        "hands": [_hand(hand) for hand in hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {"end": hand.end, "ns": hand.ns_entry, "ew": hand.ew_entry}


def _adjustment(adjustment: Adjustment, numbers: dict[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": adjustment.round.number,
        "pair": numbers[adjustment.pair_id],
        "mp": adjustment.mp,
        "vp": adjustment.vp,
        "reason": adjustment.reason,
    }
    if adjustment.article:
        data["article"] = adjustment.article
    return data
