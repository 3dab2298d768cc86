"""A tournament as JSON (docs/interchange.md §5); the same tournament always gives the same bytes."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from tournaments.models import Adjustment, Hand, Incident, Pair, Player, Round, Substitute, Table, Tournament
from tournaments.ranking.victory_points import absence_allowance, parse_scale
from tournaments.records import DraftTable, EntrantId, Line, Outcome
from tournaments.records.defaults import usual_minutes
from tournaments.records.settings_json import settings_to_json
from tournaments.selectors.entrants import pairs_with_people
from tournaments.selectors.evening import Evening, evening_of
from tournaments.services.draft_memory import settings_as_drawn

from .incidents import incidents_out
from .match_days import match_days_out, match_format_out
from .round_draw import drawing_out
from .stages import stages_out
from .substitutes_in import NOBODY_KNOWS

FORMAT = "burraco-club/tournament"
VERSION = 1

Hands = Mapping[int, Sequence[dict[str, Any]]]
"""The hands of each table, by its key."""


class _StoredTable(NamedTuple):
    """A table's key, and what a file says of it: thousands of rows of which no model is made."""

    key: int
    round: int
    number: int
    ns: int
    ew: int | None
    ns_partner: int | None
    ew_partner: int | None
    outcome: str
    ns_vp_set: int | None
    ns_mp_set: int | None
    ew_vp_set: int | None
    ew_mp_set: int | None
    ruling: str
    ruling_article: str


STORED = _StoredTable._fields[1:]

LEAVES: Mapping[type, Callable[[Any], str]] = {str: encode_basestring, int: int.__repr__}
"""The writers of most members of an export, which need no call of `_written` for each."""


def to_json(data: object) -> str:
    """Return the text of an export: unescaped letters, an indent of one space.

    The same text as `json.dumps(data, ensure_ascii=False, indent=1)`, which passes each word of an indented text up
    through one generator for each level: four times as slow.

    >>> print(to_json({"pairs": [1, None], "teams": [], "name": "Città"}))
    {
     "pairs": [
      1,
      null
     ],
     "teams": [],
     "name": "Città"
    }
    """
    return _written(data, "\n")


def _written(value: object, line: str) -> str:
    """Return the text of a value; `line` begins a line at its depth."""
    inner = f"{line} "
    match value:
        case dict() if value:
            members = [
                leaf(member)
                if (leaf := LEAVES.get(type(member)))  # equivalent `False`: speed alone
                else _written(member, inner)
                for member in value.values()
            ]
            return _frame(tuple(value), line) % tuple(members)
        case list() | tuple() if value:
            members = [
                leaf(member)
                if (leaf := LEAVES.get(type(member)))  # equivalent `False`: speed alone
                else _written(member, inner)
                for member in value
            ]
            return f"[{inner}{f',{inner}'.join(members)}{line}]"
        case str():
            return encode_basestring(value)
    return json.dumps(value)


@lru_cache(maxsize=256)
def _frame(names: tuple[str, ...], line: str) -> str:
    """Return the text of an object with these members, with a `%s` for each: a file has thousands of a few shapes."""
    inner = f"{line} "
    members = (f"{encode_basestring(name).replace('%', '%%')}: %s" for name in names)
    return f"{{{inner}{f',{inner}'.join(members)}{line}}}"


def export_tournament(tournament: Tournament, *, incidents: bool = True) -> dict[str, Any]:
    """Return the whole tournament, with the players numbered in the order of the pairs. Eleven queries.

    Without `incidents` it lacks the referee's statements, which only referees read.
    """
    pairs = list(pairs_with_people(tournament).select_related("team"))
    players = list({player.pk: player for pair in pairs for player in pair.people}.values())
    ids = {player.pk: number for number, player in enumerate(players, start=1)}
    rounds = list(tournament.rounds.order_by("number"))
    tables, hands = _tables(tournament), _hands(tournament)
    numbers = {pair.pk: pair.number for pair in pairs}
    adjustments = tournament.adjustments.select_related("round").order_by("round__number", "pair__number", "pk")
    evening, stages = evening_of(tournament), stages_out(tournament, pairs)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _settings(tournament) | ({"stages": stages} if stages else {}),
        "players": [_player(ids[player.pk], player) for player in players],
        "pairs": [_pair(pair, ids) for pair in pairs],
        "rounds": [_round(round_, numbers, evening, tables[round_.pk], hands) for round_ in rounds],
        "adjustments": [_adjustment(adjustment, numbers, ids) for adjustment in adjustments],
    }
    if tournament.has_teams:
        data["teams"] = [{"number": team.number, "name": team.name} for team in tournament.teams.order_by("number")]
    if tournament.plays_matches:
        data["match_days"] = match_days_out(tournament, numbers)
    if incidents and (
        stated := incidents_out(Incident.objects.filter(tournament=tournament).order_by("number"), numbers)
    ):
        data["incidents"] = stated
    return data


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
    if tournament.plays_matches:
        data["matches"] = match_format_out(tournament)
    if tournament.referees:
        data["referees"] = tournament.referees
    if tournament.second_language:
        data["second_language"] = tournament.second_language
    return data


def _player(number: int, player: Player) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": number,
        "first_name": player.first_name,
        "last_name": player.last_name,
        "club": player.club,
        "card": player.card,
    }
    data |= {name: value for name in ("province", "region") if (value := getattr(player, name))}
    return data | ({} if player.shown == Player.Shown.FULL else {"shown": player.Shown.SHORT.value})


def _pair(pair: Pair, ids: dict[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "number": pair.number,
        "players": [ids[player.pk] for player in pair.players],
        "status": pair.status,
    }
    if substitutes := list(pair.substitutes.all()):
        latest = {substitute.seat: ids[substitute.player_id] for substitute in substitutes}
        data["substitutes"] = [latest.get(seat) for seat in range(1, len(pair.players) + 1)]
    if any(substitute.rounds != NOBODY_KNOWS for substitute in substitutes):
        data["substitutions"] = [_substitution(substitute, pair, ids) for substitute in substitutes]
    if pair.team is not None:
        data["team"] = pair.team.number
    if pair.late_after is not None:
        data["late"] = {"after": pair.late_after, "reason": pair.late_reason}
    if pair.fixed_table is not None:
        data["table"] = pair.fixed_table
    return data


def _substitution(substitute: Substitute, pair: Pair, ids: Mapping[int, int]) -> dict[str, Any]:
    rounds = {"from": substitute.first_round, "to": substitute.last_round}
    return {
        "player": ids[substitute.player_id],
        "for": ids[pair.players[substitute.seat - 1].pk],
    } | {name: number for name, number in rounds.items() if number is not None}


def _round(
    round_: Round, numbers: dict[int, int], evening: Evening, tables: Sequence[_StoredTable], hands: Hands
) -> dict[str, Any]:
    data: dict[str, Any] = {"number": round_.number, "system": round_.system}
    data |= round_.settings
    drawn = settings_as_drawn(round_)
    if drawn != round_.chosen:
        data["drawn"] = settings_to_json(drawn)
    data |= {"seed": round_.seed, "state": round_.state}
    if round_.redrawn:
        data["redrawn"] = round_.redrawn
    if round_.by_rating:
        data["by_rating"] = True
    if round_.as_drawn:
        data |= drawing_out(round_, evening, [_seats(table, numbers) for table in tables])
    if round_.order and round_.order != evening.order_by_figures(round_):
        data["order"] = round_.order
    return data | {"tables": [_table(table, numbers, hands.get(table.key, [])) for table in tables]}


def _tables(tournament: Tournament) -> Mapping[int, Sequence[_StoredTable]]:
    """Return the tables of each round, by its key, in their order."""
    stored = Table.objects.filter(round__tournament=tournament).order_by("number").values_list("pk", *STORED)
    tables: dict[int, list[_StoredTable]] = defaultdict(list)
    for table in map(_StoredTable._make, stored):
        tables[table.round].append(table)
    return tables


def _seats(table: _StoredTable, numbers: Mapping[int, int]) -> DraftTable:
    ns, ew, ns_partner, ew_partner = (
        None if key is None else EntrantId(numbers[key])
        for key in (table.ns, table.ew, table.ns_partner, table.ew_partner)
    )
    assert ns is not None
    return DraftTable(number=table.number, ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)


def _table(table: _StoredTable, numbers: dict[int, int], hands: Sequence[dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "number": table.number,
        "ns": _side(table.ns, table.ns_partner, numbers),
        "ew": None if table.ew is None else _side(table.ew, table.ew_partner, numbers),
        "outcome": table.outcome,
        "hands": hands,
    }
    if table.outcome == Outcome.ARBITRAL:
        data["arbitral"] = {
            "ns": {"vp": table.ns_vp_set, "mp": table.ns_mp_set},
            "ew": {"vp": table.ew_vp_set, "mp": table.ew_mp_set},
            "reason": table.ruling,
        } | ({"article": table.ruling_article} if table.ruling_article else {})
    return data


def _side(pair: int, partner: int | None, numbers: dict[int, int]) -> int | list[int]:
    """Return a pair's number, or those of two players."""
    return numbers[pair] if partner is None else [numbers[pair], numbers[partner]]


def _hands(tournament: Tournament) -> Hands:
    """Return the hands of each table, in order. Their scores are left in the database: an import computes them."""
    columns = ("table_id", "end", Cast("ns_entry", TextField()), Cast("ew_entry", TextField()))
    rows = list(
        Hand.objects.filter(table__round__tournament=tournament)
        .order_by("number")
        .values_list(*columns, "ns_set", "ew_set", "set_reason")
    )
    # Few entries differ, and one text of all is decoded in a third of the time that Django takes for one by one.
    texts = {text for row in rows for text in row[2:4]}
    entries = dict(zip(texts, json.loads(f"[{','.join(texts)}]"), strict=True))
    hands: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for table, end, ns, ew, ns_set, ew_set, reason in rows:
        data = {"end": end, "ns": entries[ns], "ew": entries[ew]}
        if ns_set is not None or ew_set is not None:
            line, mp = (Line.NS, ns_set) if ew_set is None else (Line.EW, ew_set)
            data["set"] = {"line": line.value, "mp": mp, "reason": reason}
        hands[table].append(data)
    return hands


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
    # The file does not know players who have left the pair since.
    if adjustment.player_id in ids:
        data["player"] = ids[adjustment.player_id]
    return data
