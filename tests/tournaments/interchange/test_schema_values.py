"""What the JSON Schema of a tournament takes and what it refuses: its keys, types, limits and conditions, in full.

`test_json_schema.py` holds it against the reader; here every limit is written out.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest

from tests.test_interchange_documented import OPTIONAL, at, evening, examples
from tournaments.interchange.season_schema import season_schema
from tournaments.interchange.tournament_schema import tournament_schema

Path = tuple[str | int, ...]

ARBITRAL = {
    "number": 3,
    "ns": 1,
    "ew": 3,
    "outcome": "arbitral",
    "hands": [],
    "arbitral": {"ns": {"vp": 12, "mp": 305}, "ew": {"vp": 4, "mp": 0}, "reason": "Cards mixed", "article": "art. 9"},
}
OWN_SCALE = {"name": "Our own", "rows": [[100, 10], [400, 13]], "total": 20}
SETTINGS = {path.removeprefix("rounds[].") for path, _value in OPTIONAL if path.startswith("rounds[].")} - {
    *("drawn", "order", "by_rating", "moved", "redrawn", "fixed", "gironi", "planned", "seats_then"),
    *("tables[].hands[].ns.closed", "tables[].hands[].set"),
}


def full() -> dict[str, Any]:
    """Return a tournament of pairs that has every key a tournament of pairs may have."""
    data = evening()
    for path, value in OPTIONAL:
        parent, name = at(data, path)
        parent[name] = json.loads(value)
    first = data["rounds"][0]
    first["drawn"] = {name: first[name] for name in sorted(SETTINGS)}
    first["tables"].append(deepcopy(ARBITRAL))
    data["pairs"][0]["substitutes"] = [None, 4]
    data["pairs"][0]["substitutions"] = [{"player": 4, "for": 2, "from": 2, "to": 3}]
    return data


def of_kind(kind: str) -> dict[str, Any]:
    """Return the documented tournament of a kind."""
    return evening(*examples("matches" if kind == "team_matches" else kind) if kind != "pairs" else ())


@pytest.fixture
def tournament() -> Any:
    return jsonschema_rs.validator_for(tournament_schema())


@pytest.fixture
def season() -> Any:
    return jsonschema_rs.validator_for(season_schema())


def paths(data: Any, above: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Return the path of every value below the whole, with the value."""
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in members:
        yield (*above, key), value
        yield from paths(value, (*above, key))


def named(path: Path) -> str:
    """Return the names in a path: `rounds.tables.number`."""
    return ".".join(key for key in path if isinstance(key, str))


def innermost(path: Path) -> Path:
    """Return the names in a path, and the places in lists that come after the last of them."""
    names = [at for at, key in enumerate(path) if isinstance(key, str)]
    return (named(path), *path[names[-1] + 1 :]) if names else ()


def put(data: Any, path: Path, value: Any) -> Any:
    """Return the data with another value at a path, or added to it; what is beside the path is shared."""
    if not path:
        return value
    key, *rest = path
    changed = data.copy()
    if rest:
        changed[key] = put(data[key], tuple(rest), value)
    elif isinstance(data, list) and key == len(data):
        changed.append(value)
    else:
        changed[key] = value
    return changed


def path_of(text: str) -> Path:
    return tuple(int(step) if step.isdigit() else step for step in text.split("."))


WHOLES = [full(), of_kind("individual"), of_kind("teams"), of_kind("team_matches")]
KIND_NAMES = ["pairs", "individual", "teams", "team_matches"]
(SEASON,) = examples("season")


def test_whatever_may_be_there_is_taken(tournament: Any, season: Any) -> None:
    assert [[fault.message for fault in tournament.iter_errors(data)] for data in WHOLES] == [[], [], [], []]
    assert season.is_valid(SEASON)


NEEDED = {
    "": "format version tournament players pairs rounds adjustments match_days",
    "tournament": "name slug date venue kind ruleset options hands_per_round rounds_planned scale tie_breaks rest seed "
    "state",
    "tournament.rest": "vp mp",
    "tournament.absence": "vp mp",
    "tournament.plan": "gironi carry",
    "tournament.stages": "after carry gironi",
    "tournament.matches": "tables sessions",
    "tournament.matches.scale": "name rows total",
    "players": "id first_name last_name club card",
    "pairs": "number players status",
    "pairs.substitutions": "player for",
    "pairs.late": "after reason",
    "rounds": "number system seed state tables",
    "rounds.moved": "before after",
    "rounds.seats_then": "round tables",
    "rounds.tables": "number ns ew outcome hands arbitral",
    "rounds.tables.hands": "end ns ew",
    "rounds.tables.hands.set": "line mp reason",
    "rounds.tables.hands.ns": "base points",
    "rounds.tables.hands.ew": "base points",
    "rounds.tables.arbitral": "ns ew reason",
    "rounds.tables.arbitral.ns": "vp mp",
    "rounds.tables.arbitral.ew": "vp mp",
    "adjustments": "round pair mp vp reason",
    "incidents": "number source facts round",
    "teams": "number name",
    "match_days": "number system seed order matches",
    "match_days.matches": "home away",
    "match_days.matches.line_ups": "session",
    "season": "name slug public seed rule",
    "season.rule": "ranked points table equal bonus least_rounds best per_venue attendance ties",
    "tournaments": "slug weight",
}
"""The keys that cannot be left out, by the object: in matches of teams their days, beside a table its round."""
OF_THE_SEASON = "format version season tournaments"


def places() -> Iterator[tuple[int, Any, Path, Any]]:
    """Return every kind of place once: the validator's number, the whole file, the path, and the value there."""
    seen = set[tuple[int, Path, str]]()
    for number, data in [*((0, whole) for whole in WHOLES), (1, SEASON)]:
        for path, value in [((), data), *paths(data)]:
            if (place := (number, innermost(path), kind_of(value))) not in seen:
                seen.add(place)
                yield number, data, path, value


def kind_of(value: Any) -> str:
    names = {bool: "flag", int: "number", float: "fraction", str: "text", list: "list", dict: "object"}
    return "nothing" if value is None else names[type(value)]


def test_which_keys_cannot_be_left_out(tournament: Any, season: Any) -> None:
    wrong = []
    for number, data, path, value in places():
        for key in value if isinstance(value, dict) and path != ("tournament", "options") else ():
            needed = OF_THE_SEASON if number and not path else NEEDED.get(named(path), "")
            less = {name: other for name, other in value.items() if name != key}
            is_taken = (tournament, season)[number].is_valid(put(data, path, less))
            # The keys of the draw need the one that is here.
            if is_taken is (key in needed.split()) and key != "present":
                wrong.append(named((*path, key)))
    assert wrong == []


def test_no_object_has_an_unknown_key(tournament: Any, season: Any) -> None:
    taken = []
    for number, data, path, value in places():
        if isinstance(value, dict):
            more = value | {"unknown": []}
            if (tournament, season)[number].is_valid(put(data, path, more)):
                taken.append(named(path))
    assert taken == ["tournament.options"]


OTHERS: list[Any] = [None, True, 1.5, 7, "?", [], {}]
MAY_BE = {
    ("pairs.substitutes", "number", "nothing"),
    ("pairs.substitutes", "nothing", "number"),
    ("rounds.tables.hands.ns.closed", "flag", "nothing"),
    ("rounds.seats_then.tables", "number", "nothing"),
    ("rounds.moved.before", "number", "nothing"),
    ("rounds.moved.after", "number", "nothing"),
    ("rounds.kept", "number", "nothing"),
    ("rounds.drawn.kept", "number", "nothing"),
    ("season.rule.per_venue", "number", "nothing"),
}
"""The only values, and items of lists, that may be of another type."""


def test_no_value_is_of_another_type(tournament: Any, season: Any) -> None:
    taken = set()
    for number, data, path, value in places():
        for other in OTHERS:
            if (
                path
                and kind_of(other) != kind_of(value)
                and (tournament, season)[number].is_valid(put(data, path, other))
            ):
                taken.add((named(path), kind_of(value), kind_of(other)))
    assert taken == MAY_BE


SEED = 2**31 - 1
MILLION = 1_000_000
NUMBERS = {
    "tournament.hands_per_round": (1, 20),
    "tournament.rounds_planned": (1, 100),
    "tournament.rest.vp": (0, MILLION),
    "tournament.rest.mp": (0, MILLION),
    "tournament.absence.vp": (0, MILLION),
    "tournament.absence.mp": (-MILLION, MILLION),
    "tournament.seed": (0, SEED),
    "tournament.minutes": (0, 600),
    "tournament.plan.2.gironi": (2, 26),
    "tournament.stages.0.after": (1, 100),
    "tournament.stages.0.gironi.0.0": (1, MILLION),
    "players.0.id": (1, MILLION),
    "pairs.0.number": (1, MILLION),
    "pairs.0.players.0": (1, MILLION),
    "pairs.0.substitutes.1": (1, MILLION),
    "pairs.0.substitutions.0.player": (1, MILLION),
    "pairs.0.substitutions.0.for": (1, MILLION),
    "pairs.0.substitutions.0.from": (1, 100),
    "pairs.0.substitutions.0.to": (1, 100),
    "pairs.0.table": (1, 10_000),
    "pairs.0.late.after": (1, 100),
    "rounds.0.number": (1, MILLION),
    "rounds.0.seed": (0, SEED),
    "rounds.0.step": (0, 10_000),
    "rounds.0.sections.0": (2, 10_000),
    "rounds.0.memory": (1, 10_000),
    "rounds.0.legs": (1, 2),
    "rounds.0.groups": (1, 10_000),
    "rounds.0.qualifiers": (2, 10_000),
    "rounds.0.advance.0": (1, MILLION),
    "rounds.0.by_girone.0.0": (1, 10_000),
    "rounds.0.excluded.0.1": (1, MILLION),
    "rounds.0.kept.0.0": (1, 10_000),
    "rounds.0.kept.0.1": (1, MILLION),
    "rounds.0.kept.0.2": (1, MILLION),
    "rounds.0.order.0.0": (1, MILLION),
    "rounds.0.order.0.1": (-MILLION, MILLION),
    "rounds.0.redrawn": (0, 10_000),
    "rounds.0.present.0": (1, MILLION),
    "rounds.0.moved.before.0.0": (1, 10_000),
    "rounds.0.fixed.0.0": (1, MILLION),
    "rounds.0.fixed.0.1": (1, 10_000),
    "rounds.0.planned": (1, 100),
    "rounds.0.gironi.0.0": (1, MILLION),
    "rounds.0.gironi.0.1": (1, 1_000),
    "rounds.0.seats_then.0.round": (1, MILLION),
    "rounds.0.tables.0.number": (1, MILLION),
    "rounds.0.tables.0.ns": (1, MILLION),
    "rounds.0.tables.0.ew": (1, MILLION),
    "rounds.0.tables.0.hands.0.set.mp": (-MILLION, MILLION),
    "rounds.0.tables.2.arbitral.ns.vp": (0, MILLION),
    "rounds.0.tables.2.arbitral.ew.mp": (-MILLION, MILLION),
    "adjustments.0.round": (1, MILLION),
    "adjustments.0.pair": (1, MILLION),
    "adjustments.0.player": (1, MILLION),
    "adjustments.0.mp": (-MILLION, MILLION),
    "adjustments.0.vp": (-MILLION, MILLION),
    "incidents.0.number": (1, 9_999),
    "incidents.0.round": (1, 9_999),
    "incidents.0.table": (1, 9_999),
    "incidents.0.pairs.1": (1, MILLION),
}
"""The least and the highest value of every whole number; a file's MP are multiples of 5."""
IN_MATCHES = {
    "tournament.matches.tables": (2, 4),
    "tournament.matches.sessions": (1, 2),
    "tournament.matches.scale.rows.0.0": (0, MILLION),
    "tournament.matches.scale.total": (2, MILLION),
    "teams.0.number": (1, MILLION),
    "pairs.0.team": (1, MILLION),
    "match_days.0.number": (1, MILLION),
    "match_days.0.seed": (0, SEED),
    "match_days.0.order.0.0": (1, MILLION),
    "match_days.0.order.0.1": (-MILLION, MILLION),
    "match_days.0.matches.0.home": (1, MILLION),
    "match_days.0.matches.0.away": (1, MILLION),
    "match_days.0.matches.0.line_ups.0.session": (1, 2),
    "match_days.0.matches.0.line_ups.0.home.0": (1, MILLION),
    "match_days.1.qualifiers": (2, 10_000),
}
IN_SEASONS = {
    "season.seed": (0, SEED),
    "season.rule.table.0": (0, MILLION),
    "season.rule.bonus": (0, MILLION),
    "season.rule.least_rounds": (1, 100),
    "season.rule.best": (1, 100),
    "season.rule.per_venue": (1, 100),
    "season.rule.attendance": (1, 100),
    "season.rule.beaten": (0, MILLION),
    "season.rule.parts.0": (1, 100),
    "season.rule.qualified": (1, 1_000),
    "season.rule.club_members": (0, 100),
    "tournaments.0.weight": (1, 10_000),
}
UNBOUNDED = {"tournament.matches.scale.rows.0.0", "tournament.matches.scale.total"}
"""No highest value, and steps of 5 and of 2."""
STEPS = {
    **dict.fromkeys(("rounds.0.tables.0.hands.0.set.mp", "rounds.0.tables.2.arbitral.ew.mp", "adjustments.0.mp"), 5),
    "tournament.matches.scale.rows.0.0": 5,
    "tournament.matches.scale.total": 2,
}


@pytest.mark.parametrize(
    ("whole", "limits"),
    [(full(), NUMBERS), (of_kind("team_matches"), IN_MATCHES), (SEASON, IN_SEASONS)],
    ids=["tournament", "matches", "season"],
)
def test_between_which_limits_a_number_is(
    tournament: Any, season: Any, whole: Any, limits: dict[str, tuple[int, int]]
) -> None:
    validator = season if whole is SEASON else tournament
    wrong = []
    for text, (least, most) in limits.items():
        path, step = path_of(text), STEPS.get(text, 1)
        taken = {least: True, most: True, least - step: False, most + step: text in UNBOUNDED}
        if step > 1:
            taken |= {least + 1: False, most - 1: False}
        wrong += [
            f"{text}: {value}"
            for value, is_taken in taken.items()
            if validator.is_valid(put(whole, path, value)) is not is_taken
        ]
    assert wrong == []


def test_every_number_has_limits_but_those_of_a_hand() -> None:
    for whole, limits in ((WHOLES[0], NUMBERS), (SEASON, IN_SEASONS)):
        limited = {named(path_of(text)) for text in limits}
        numbers = {named(path) for path, value in paths(whole) if kind_of(value) == "number"}
        without = {name for name in numbers - limited if not name.startswith("rounds.drawn.")}
        hands = {f"rounds.tables.hands.{line}.{column}" for line in ("ns", "ew") for column in ("base", "points")}
        assert without - hands <= {
            "version",
            "rounds.tables.arbitral.ns.mp",
            "rounds.tables.arbitral.ew.vp",
            "rounds.moved.after",
            "rounds.seats_then.tables",
        }


TEXTS = {
    "tournament.name": (1, 120),
    "tournament.slug": (1, 140),
    "tournament.venue": (0, 120),
    "tournament.ruleset": (0, 40),
    "tournament.referees": (0, 200),
    "players.0.first_name": (0, 80),
    "players.0.last_name": (1, 80),
    "players.0.club": (0, 120),
    "players.0.card": (0, 30),
    "players.0.province": (0, 40),
    "players.0.region": (0, 40),
    "pairs.0.late.reason": (1, 120),
    "rounds.0.tables.0.hands.0.set.reason": (1, 200),
    "rounds.0.tables.2.arbitral.reason": (1, 200),
    "rounds.0.tables.2.arbitral.article": (0, 40),
    "adjustments.0.reason": (1, 200),
    "adjustments.0.article": (0, 40),
    "incidents.0.facts": (1, 3_000),
    "incidents.0.heard": (0, 3_000),
    "incidents.0.articles": (0, 120),
    "incidents.0.decision": (0, 2_000),
    "incidents.0.referee": (0, 120),
}
TEXTS_OF_TEAMS = {"teams.0.name": (1, 120)}
TEXTS_OF_SEASONS = {"season.name": (1, 120), "season.slug": (1, 140), "tournaments.0.slug": (1, 160)}


@pytest.mark.parametrize(
    ("whole", "lengths"),
    [(full(), TEXTS), (of_kind("teams"), TEXTS_OF_TEAMS), (SEASON, TEXTS_OF_SEASONS)],
    ids=["tournament", "teams", "season"],
)
def test_how_long_a_text_is(tournament: Any, season: Any, whole: Any, lengths: dict[str, tuple[int, int]]) -> None:
    validator = season if whole is SEASON else tournament
    wrong = []
    for text, (least, most) in lengths.items():
        is_address = text.endswith(".slug") and not text.startswith("tournaments.")
        taken = {"x": True, "x" * most: True, "x" * (most + 1): False, "": not least, "a\0b": False, "\0": False}
        taken |= {" \t": False, "\0x": False, "è 1": False} if is_address else {" \t": not least, " è\n1 ": True}
        wrong += [
            f"{text}: {value!r}"
            for value, is_taken in taken.items()
            if validator.is_valid(put(whole, path_of(text), value)) is not is_taken
        ]
    assert wrong == []


CHOICES = {
    "format": "burraco-club/tournament",
    "tournament.scale": "fibur_2026_2 fibur_2026_3 fibur_2026_4",
    "tournament.tie_breaks.0": "vp mp_difference mp wins direct lot",
    "tournament.plan.0": "draw registration manual mitchell danish danish_modified danish_no_rematch swiss round_robin "
    "knockout individual",
    "tournament.plan.2.carry": "whole half nothing",
    "tournament.stages.0.carry": "whole half nothing",
    "tournament.entry": "slip total",
    "tournament.writing": "paper phones",
    "tournament.missed_rounds": "zero absence",
    "tournament.second_language": "it en es pt",
    "players.0.shown": "full short",
    "pairs.0.status": "active expected withdrawn",
    "rounds.0.system": "draw registration manual mitchell danish danish_no_rematch swiss round_robin knockout "
    "individual",
    "rounds.0.policy": "top_down min_square",
    "rounds.0.fold": "folded adjacent",
    "rounds.0.movement": "whist danish",
    "rounds.0.by_girone.0.1": "draw registration mitchell danish danish_modified danish_no_rematch swiss round_robin "
    "knockout",
    "rounds.0.tables.0.hands.0.end": "closed stock stall time",
    "rounds.0.tables.0.hands.0.set.line": "ns ew",
    "rounds.0.tables.0.outcome": "played absent_ns absent_ew absent_both",
    "incidents.0.source": "call infraction dispute other",
}
CHOICES_OF_MATCHES = {"match_days.0.system": "draw round_robin swiss danish danish_no_rematch knockout"}
CHOICES_OF_SEASONS = {
    "format": "burraco-club/season",
    "season.rule.ranked": "players pairs teams",
    "season.rule.points": "place field vp vp_share mp_difference",
    "season.rule.equal": "mean better",
    "season.rule.ties.0": "places best direct difference lot",
    "season.rule.bonus_for": "counting all",
}


def test_which_words_there_are(tournament: Any, season: Any) -> None:
    """Each of them is taken alone in its list, in place of what the file has."""
    wrong = []
    wholes = [(tournament, full(), CHOICES), (tournament, of_kind("team_matches"), CHOICES_OF_MATCHES)]
    for validator, whole, choices in [*wholes, (season, SEASON, CHOICES_OF_SEASONS)]:
        known = " ".join(choices.values()).split()
        for text, words in choices.items():
            path = path_of(text)
            changed = whole
            if text in ("tournament.tie_breaks.0", "season.rule.ties.0"):
                changed = put(changed, path[:-1], ["x"])
            if text == "season.rule.ranked":
                changed = put(changed, ("season", "rule", "club_members"), 0)
            taken = [word for word in dict.fromkeys(known) if validator.is_valid(put(changed, path, word))]
            if sorted(taken) != sorted(words.split()):
                wrong.append(f"{text}: {' '.join(taken)}")
    assert wrong == []


PAIRS, PLAYERS, TEAMS, MATCHES = WHOLES
Changes = dict[str, Any]
"""New values by their paths; a path ends with `-` where the key is left out."""


def changed_by(whole: Any, changes: Changes) -> Any:
    for text, value in changes.items():
        path = path_of(text.removesuffix("-"))
        if not text.endswith("-"):
            whole = put(whole, path, value)
            continue
        parent = whole
        for key in path[:-1]:
            parent = parent[key]
        less = {key: other for key, other in parent.items() if key != path[-1]}
        whole = put(whole, path[:-1], less)
    return whole


RESTING = {"number": 9, "ns": 1, "ew": None, "outcome": "rest", "hands": []}
OPEN = RESTING | {"ew": 2, "outcome": "open"}
TABLE, RULED = "rounds.0.tables.0", "rounds.0.tables.2"
HANDS = f"{TABLE}.hands"
PLAYED_HANDS = PAIRS["rounds"][0]["tables"][0]["hands"]
DRAFT, CLOSED = (
    {"number": 2, "system": "draw", "seed": 7, "state": state, "tables": []} for state in ("draft", "closed")
)
MATCH = "match_days.0.matches.0"

CONDITIONS: list[tuple[Any, Changes, bool]] = [
    # The players of a pair
    (PAIRS, {"pairs.0.players": [1]}, False),
    (PAIRS, {"pairs.0.players": [1, 2, 3]}, False),
    (PAIRS, {"pairs.0.players": [1, 1]}, False),
    (PLAYERS, {"pairs.0.players": [1, 2]}, False),
    (PLAYERS, {"pairs.0.players": []}, False),
    (PLAYERS, {"pairs": []}, True),
    (PAIRS, {"pairs.0.substitutes": []}, False),
    (PAIRS, {"pairs.0.substitutes": [4]}, True),
    (PAIRS, {"pairs.0.substitutes": [4, 5, 6]}, False),
    (PAIRS, {"pairs.0.late.after-": None}, False),
    (PAIRS, {"pairs.0.substitutions.0.from-": None, "pairs.0.substitutions.0.to-": None}, True),
    # Lines of one, of a pair, of two players
    (PAIRS, {f"{TABLE}.ns": [1, 2]}, False),
    (PAIRS, {f"{TABLE}.ew": [1, 2]}, False),
    (PLAYERS, {f"{TABLE}.ns": 1}, False),
    (PLAYERS, {f"{TABLE}.ew": 1}, False),
    (PLAYERS, {f"{TABLE}.ns": [1]}, False),
    (PLAYERS, {f"{TABLE}.ns": [1, 2, 3]}, False),
    (PLAYERS, {"rounds.0.tables.1.ns": [1, 2]}, False),
    (PAIRS, {"rounds.0.kept.0": [1, [1, 2], [3, 4]]}, True),
    (PAIRS, {"rounds.0.kept.0": [1, 1]}, False),
    (PAIRS, {"rounds.0.kept.0": [1, 1, 2, 3]}, False),
    (PAIRS, {"rounds.0.kept.0": [1, [1, 2, 3], 2]}, False),
    (PAIRS, {"rounds.0.kept.0": [1, None, 2]}, False),
    (PAIRS, {"rounds.0.excluded.0": [1]}, False),
    (PAIRS, {"rounds.0.excluded.0": [1, 2, 3]}, False),
    (PAIRS, {"rounds.0.order.0": [1]}, False),
    (PAIRS, {"rounds.0.fixed.0": [1]}, False),
    (PAIRS, {"rounds.0.gironi.0": [1]}, False),
    (PAIRS, {"rounds.0.by_girone.0": [2]}, False),
    (PAIRS, {"rounds.0.present": [1, 1]}, False),
    # Teams, their matches and days
    (PAIRS, {"teams": []}, False),
    (PLAYERS, {"teams": []}, False),
    (TEAMS, {"teams-": None}, True),
    (MATCHES, {"match_days-": None}, False),
    (MATCHES, {"match_days": []}, True),
    (MATCHES, {"teams-": None}, True),
    (PAIRS, {"match_days": []}, False),
    (TEAMS, {"match_days": []}, False),
    (TEAMS, {"tournament.matches": {"tables": 2, "sessions": 1}}, False),
    (PLAYERS, {"tournament.matches": {"tables": 2, "sessions": 1}}, False),
    (MATCHES, {"tournament.matches": {"tables": 2, "sessions": 1}}, True),
    (MATCHES, {f"{MATCH}.away": None}, False),
    (MATCHES, {f"{MATCH}.away": None, f"{MATCH}.line_ups-": None}, True),
    (MATCHES, {f"{MATCH}.line_ups-": None}, True),
    (MATCHES, {f"{MATCH}.line_ups.0.home": [1]}, False),
    (MATCHES, {f"{MATCH}.line_ups.0.home": [1, 2, 3, 4]}, True),
    (MATCHES, {f"{MATCH}.line_ups.0.home": [1, 2, 3, 4, 5]}, False),
    (MATCHES, {f"{MATCH}.line_ups.0.home": [1, 1]}, False),
    (MATCHES, {f"{MATCH}.line_ups.0.away": [4]}, False),
    (MATCHES, {f"{MATCH}.line_ups.0.home-": None, f"{MATCH}.line_ups.0.away-": None}, True),
    # The cut into gironi
    (TEAMS, {"tournament.stages": []}, True),
    (TEAMS, {"tournament.stages": PAIRS["tournament"]["stages"]}, False),
    (PLAYERS, {"tournament.stages": PAIRS["tournament"]["stages"]}, False),
    (MATCHES, {"tournament.stages": PAIRS["tournament"]["stages"]}, False),
    (PAIRS, {"tournament.stages": []}, True),
    (PAIRS, {"tournament.stages": 2 * PAIRS["tournament"]["stages"]}, False),
    (PAIRS, {"tournament.stages.0.own_tables": True}, True),
    (PAIRS, {"tournament.stages.0.own_tables": 1}, False),
    # The tournament
    (PAIRS, {"tournament.tie_breaks": []}, False),
    (PAIRS, {"tournament.tie_breaks": ["vp", "lot"]}, True),
    (PAIRS, {"tournament.tie_breaks": ["vp", "vp"]}, False),
    (PAIRS, {"tournament.options": {"target": 1_505, "anything": [None]}}, True),
    (PAIRS, {"tournament.date": "2026-11-20 "}, False),
    (PAIRS, {"tournament.date": "2026-11-2"}, False),
    (PAIRS, {"tournament.date": "x2026-11-20"}, False),
    (PAIRS, {"tournament.date": "2026-11-200"}, False),
    (PAIRS, {"tournament.scale": OWN_SCALE}, True),
    (PAIRS, {"tournament.scale": OWN_SCALE | {"rows": []}}, False),
    (PAIRS, {"tournament.scale": OWN_SCALE | {"name": " "}}, False),
    (PAIRS, {"version": 2}, False),
    (PAIRS, {"version": 0}, False),
    # How far it is
    (PAIRS, {"tournament.state": "registration"}, False),
    (PAIRS, {"tournament.state": "registration", "rounds": []}, True),
    (PAIRS, {"tournament.state": "registration", "rounds": [DRAFT]}, True),
    (PAIRS, {"tournament.state": "registration", "rounds": [DRAFT, CLOSED]}, False),
    (PAIRS, {"tournament.state": "checking"}, True),
    (PAIRS, {"tournament.state": "checking", "rounds": []}, False),
    (PAIRS, {"tournament.state": "checking", "rounds": [CLOSED, DRAFT]}, False),
    (PAIRS, {"tournament.state": "final"}, True),
    (PAIRS, {"tournament.state": "final", "rounds": []}, False),
    (PAIRS, {"tournament.state": "final", "rounds": [DRAFT]}, False),
    (PAIRS, {"tournament.state": "running", "rounds": [CLOSED, DRAFT]}, True),
    (PAIRS, {"tournament.state": "over"}, False),
    # The draw of a round
    (PAIRS, {"rounds.0.present-": None}, False),
    *(
        (PAIRS, {"rounds.1": CLOSED | {key: PAIRS["rounds"][0][key]} | with_present}, bool(with_present))
        for key in ("moved", "fixed", "planned", "gironi", "seats_then")
        for with_present in ({}, {"present": []})
    ),
    *((PAIRS, {"rounds.1": CLOSED | {key: PAIRS["rounds"][0][key]}}, True) for key in sorted(SETTINGS)),
    *(
        (PAIRS, {"rounds.1": CLOSED | {key: PAIRS["rounds"][0][key]}}, True)
        for key in ("order", "redrawn", "by_rating")
    ),
    (PAIRS, {"rounds.0.drawn": {"present": []}}, False),
    # The result of a table
    (PAIRS, {"rounds.0.tables.0": OPEN}, False),
    (PAIRS, {"rounds.0.tables.0": OPEN, "rounds.0.state": "published"}, True),
    (PAIRS, {"rounds.0.state": "published"}, True),
    (PAIRS, {"rounds.0.state": "over"}, False),
    (PAIRS, {"rounds.0.tables.0": RESTING}, True),
    (PAIRS, {"rounds.0.tables.0": RESTING | {"ew": 2}}, False),
    (PAIRS, {"rounds.0.tables.0": RESTING | {"outcome": "absent_ns"}}, False),
    (PAIRS, {f"{TABLE}.outcome": "open", "rounds.0.state": "published"}, False),
    (PAIRS, {HANDS: []}, False),
    (PAIRS, {HANDS: [], f"{TABLE}.outcome": "absent_ew"}, True),
    (PAIRS, {HANDS: 10 * PLAYED_HANDS}, True),
    (PAIRS, {HANDS: 21 * PLAYED_HANDS[:1]}, False),
    (PAIRS, {HANDS: PLAYED_HANDS[:1]}, True),
    (PAIRS, {"rounds.0.tables.0": RESTING | {"hands": PLAYED_HANDS[:1]}}, False),
    (PAIRS, {"rounds.0.tables.0": OPEN | {"hands": PLAYED_HANDS[:1]}, "rounds.0.state": "published"}, False),
    (PAIRS, {f"{HANDS}.0.set-": None}, True),
    (PAIRS, {f"{HANDS}.0.ns": {"base": 1}}, False),
    (PAIRS, {f"{HANDS}.0.ew": {"base": 1}}, False),
    (PAIRS, {f"{RULED}.arbitral-": None}, False),
    (PAIRS, {f"{RULED}.outcome": "absent_ns"}, False),
    (PAIRS, {f"{TABLE}.arbitral": ARBITRAL["arbitral"]}, False),
    # Penalties, statements
    (PAIRS, {"adjustments.0.mp": 0}, False),
    (PAIRS, {"adjustments.0.mp": 0, "adjustments.0.felt": True}, True),
    (PAIRS, {"adjustments.0.mp": 0, "adjustments.0.felt-": None}, True),
    (PAIRS, {"incidents.0.round-": None}, False),
    (PAIRS, {"incidents.0.round-": None, "incidents.0.table-": None}, True),
    (PAIRS, {"incidents.0.table-": None}, True),
    (PAIRS, {"incidents.0.pairs": [1, 1]}, False),
    (PAIRS, {"incidents.0.at": "x" * 200}, True),
    (PAIRS, {"incidents.0.at": "x" * 201}, False),
    # A season
    (SEASON, {"season.rule.table": []}, False),
    (SEASON, {"season.rule.table": [], "season.rule.points": "vp"}, True),
    (SEASON, {"season.rule.table": [1]}, True),
    (SEASON, {"season.rule.table": 200 * [1]}, True),
    (SEASON, {"season.rule.table": 201 * [1]}, False),
    (SEASON, {"season.rule.best": None}, False),
    (SEASON, {"season.rule.best": None, "season.rule.per_venue": None}, True),
    (SEASON, {"season.rule.ranked": "teams"}, False),
    (SEASON, {"season.rule.ranked": "teams", "season.rule.club_members": 0}, True),
    (SEASON, {"season.rule.ranked": "teams", "season.rule.club_members-": None}, True),
    (SEASON, {"season.rule.ties": []}, True),
    (SEASON, {"season.rule.ties": ["lot", "lot"]}, False),
    (SEASON, {"season.rule.parts": []}, True),
    (SEASON, {"tournaments": 100 * SEASON["tournaments"]}, True),
    (SEASON, {"tournaments": 101 * SEASON["tournaments"]}, False),
    (SEASON, {"version": 2}, False),
]


def test_what_goes_together(tournament: Any, season: Any) -> None:
    wrong = [
        changes
        for whole, changes, is_taken in CONDITIONS
        if (season if whole is SEASON else tournament).is_valid(changed_by(whole, changes)) is not is_taken
    ]
    assert wrong == []


def test_a_schema_says_its_name_and_its_dialect() -> None:
    for made, name, title in (
        (tournament_schema(), "tournament-1", "A tournament of Burraco Club"),
        (season_schema(), "season-1", "A season of Burraco Club"),
    ):
        assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert (made["$id"], made["title"]) == (f"urn:burraco-club:schema:{name}", title)


@pytest.mark.parametrize(
    ("text", "taken", "refused"),
    [
        ("tournament.date", "2028-02-29", "2026-02-29"),
        ("incidents.0.at", "2026-11-20T20:15:00+01:00", "2026-11-20 at nine"),
    ],
)
def test_a_program_that_reads_formats_knows_days_and_moments(text: str, taken: str, refused: str) -> None:
    validator = jsonschema_rs.validator_for(tournament_schema(), validate_formats=True)
    assert validator.is_valid(put(PAIRS, path_of(text), taken))
    assert not validator.is_valid(put(PAIRS, path_of(text), refused))
