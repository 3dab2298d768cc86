"""A tournament as JSON (docs/interchange.md §5); the same tournament always gives the same bytes."""

import json
from typing import Any

from tournaments.models import Adjustment, Hand, Pair, Player, Round, Table, Tournament
from tournaments.ranking.victory_points import absence_allowance, parse_scale
from tournaments.records import Line, Outcome
from tournaments.records.settings_json import settings_to_json
from tournaments.records.usual import usual_minutes
from tournaments.selectors.evening import Evening, evening_of
from tournaments.services.draft_undo import settings_as_drawn

FORMAT = "burraco-club/tournament"
VERSION = 1


def to_json(data: object) -> str:
    """The text of an export: letters as they are, one blank of indent."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def export_tournament(tournament: Tournament) -> dict[str, Any]:
    """The whole tournament; players are numbered in the order of the pairs. Nine queries."""
    people = ("player1", "player2", "substitute1", "substitute2")
    pairs = list(tournament.pairs.select_related(*people, "team").order_by("number"))
    players = list({player.pk: player for pair in pairs for player in _people(pair)}.values())
    ids = {player.pk: number for number, player in enumerate(players, start=1)}
    rounds = tournament.rounds.order_by("number").prefetch_related("tables__hands")
    numbers = {pair.pk: pair.number for pair in pairs}
    adjustments = tournament.adjustments.select_related("round").order_by("round__number", "pair__number", "pk")
    evening = evening_of(tournament)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _settings(tournament),
        "players": [_player(ids[player.pk], player) for player in players],
        "pairs": [_pair(pair, ids) for pair in pairs],
        "rounds": [_round(round_, numbers, evening) for round_ in rounds],
        "adjustments": [_adjustment(adjustment, numbers, ids) for adjustment in adjustments],
    }
    if tournament.kind == Tournament.Kind.TEAMS:
        data["teams"] = [{"number": team.number, "name": team.name} for team in tournament.teams.order_by("number")]
    return data


def _people(pair: Pair) -> list[Player]:
    return [*pair.players, *(player for player in (pair.substitute1, pair.substitute2) if player is not None)]


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
    if tournament.plan:
        data["plan"] = tournament.plan
    if tournament.entry != Tournament.Entry.SLIP:
        data["entry"] = tournament.entry
    if tournament.writing != Tournament.Writing.PAPER:
        data["writing"] = tournament.writing
    if tournament.missed_rounds != Tournament.MissedRounds.ZERO:
        data["missed_rounds"] = tournament.missed_rounds
    if not tournament.substitutes_allowed:
        data["substitutes_allowed"] = False
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
    data: dict[str, Any] = {
        "number": pair.number,
        "players": [ids[player.pk] for player in pair.players],
        "status": pair.status,
    }
    substitutes = (pair.substitute1, pair.substitute2)[: len(pair.players)]
    if any(substitutes):
        data["substitutes"] = [None if player is None else ids[player.pk] for player in substitutes]
    if pair.team is not None:
        data["team"] = pair.team.number
    if pair.late_after is not None:
        data["late"] = {"after": pair.late_after, "reason": pair.late_reason}
    if pair.fixed_table is not None:
        data["table"] = pair.fixed_table
    return data


def _round(round_: Round, numbers: dict[int, int], evening: Evening) -> dict[str, Any]:
    data: dict[str, Any] = {"number": round_.number, "system": round_.system}
    data |= round_.settings
    drawn = settings_as_drawn(round_)
    if drawn != round_.chosen:
        data["drawn"] = settings_to_json(drawn)
    tables = sorted(round_.tables.all(), key=lambda table: table.number)
    data |= {"seed": round_.seed, "state": round_.state}
    if round_.order and round_.order != evening.order_today(round_):
        data["order"] = round_.order
    return data | {"tables": [_table(table, numbers) for table in tables]}


def _table(table: Table, numbers: dict[int, int]) -> dict[str, Any]:
    hands = sorted(table.hands.all(), key=lambda hand: hand.number)
    data: dict[str, Any] = {
        "number": table.number,
        "ns": _side(table.ns_id, table.ns_partner_id, numbers),
        "ew": None if table.ew_id is None else _side(table.ew_id, table.ew_partner_id, numbers),
        "outcome": table.outcome,
        "hands": [_hand(hand) for hand in hands],
    }
    if table.outcome == Outcome.ARBITRAL:
        data["arbitral"] = {
            "ns": {"vp": table.ns_vp_set, "mp": table.ns_mp_set},
            "ew": {"vp": table.ew_vp_set, "mp": table.ew_mp_set},
            "reason": table.ruling,
        } | ({"article": table.ruling_article} if table.ruling_article else {})
    return data


def _side(pair: int, partner: int | None, numbers: dict[int, int]) -> int | list[int]:
    """A pair's number, or those of two players."""
    return numbers[pair] if partner is None else [numbers[pair], numbers[partner]]


def _hand(hand: Hand) -> dict[str, Any]:
    data = {"end": hand.end, "ns": hand.ns_entry, "ew": hand.ew_entry}
    for line, mp in ((Line.NS, hand.ns_set), (Line.EW, hand.ew_set)):
        if mp is not None:
            data["set"] = {"line": line.value, "mp": mp, "reason": hand.set_reason}
    return data


def _adjustment(adjustment: Adjustment, numbers: dict[int, int], ids: dict[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": adjustment.round.number,
        "pair": numbers[adjustment.pair_id],
        "mp": adjustment.mp,
        "vp": adjustment.vp,
        "reason": adjustment.reason,
    }
    if adjustment.article:
        data["article"] = adjustment.article
    if not adjustment.felt:
        data["felt"] = False
    # Whoever has left the pair since is nobody that the file knows.
    if adjustment.player_id in ids:
        data["player"] = ids[adjustment.player_id]
    return data
