"""The JSON Schema of a tournament: all that `tournament_in` refuses, as far as a schema can (docs/interchange.md §5).

What it cannot say is left to the reader: that numbers are those of pairs, players and rounds of the file, and that
hands are legal.
"""

from typing import Final

from django.conf import settings

from scoring.engine.hand import HandEnd
from tournaments.models import Incident, Pair, Player, Round, Tournament
from tournaments.records import Carry, Fold, Line, Movement, NamedSystem, Outcome, Policy, System, TieBreak
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.named_systems import SYSTEMS_OF_GIRONI, SYSTEMS_OF_TEAMS
from tournaments.records.plans import FEWEST_GIRONI, MOST_GIRONI_PLANNED
from tournaments.records.team_matches import FEWEST_TABLES, MOST_SESSIONS, MOST_TABLES

from .incidents import HIGHEST_NUMBER
from .round_draw import DRAWING
from .schema_parts import (
    FLAG,
    MP,
    NEVER,
    NOTHING,
    NUMBER,
    SCALE,
    SLUG,
    Schema,
    choice,
    either,
    listed,
    members,
    published,
    row,
    text,
    when,
    whole,
)
from .settings_in import MOST
from .side_schema import SIDE
from .stages import MOST_GIRONI
from .substitutes_in import LAST
from .tournament_out import FORMAT, VERSION

NAME: Final = f"tournament-{VERSION}"

VP: Final = whole(0)
SEED: Final = whole(0, HIGHEST_SEED)
ROUND: Final = whole(1, LAST)
TABLE_NUMBER: Final = whole(1, MOST)
SEATS: Final = either(NUMBER, row(NUMBER, NUMBER), NOTHING)
SEATED: Final = listed(row(TABLE_NUMBER, either(NUMBER, row(NUMBER, NUMBER)), SEATS))
"""Tables as `[4, 7, 12]`: the number, NS and EW, null for EW where NS rests."""
SETTINGS: Final = {
    "step": whole(0, MOST),
    "start_by_lot": FLAG,
    "sections": listed(whole(2, MOST)),
    "policy": choice(Policy),
    "memory": whole(1, MOST),
    "avoid_clubs": FLAG,
    "fold": choice(Fold),
    "legs": whole(1, 2),
    "groups": whole(1, MOST),
    "qualifiers": whole(2, MOST),
    "third_place": FLAG,
    "advance": listed(NUMBER),
    "movement": choice(Movement),
    "by_girone": listed(row(whole(1, MOST), choice(SYSTEMS_OF_GIRONI))),
    "excluded": listed(row(NUMBER, NUMBER)),
    "kept": SEATED,
}
ORDER: Final = listed(row(NUMBER, whole()))


def tournament_schema() -> Schema:
    body = members(
        {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "tournament": _settings(),
            "players": listed(_player()),
            "pairs": listed(_pair()),
            "rounds": listed(_round()),
            "adjustments": listed(_adjustment()),
        },
        {
            "teams": listed(members({"number": NUMBER, "name": text(empty=False, longest=120)})),
            "match_days": listed(_match_day()),
            "incidents": listed(_incident()),
        },
        allOf=[*_of_each_kind(), *_of_each_state()],
    )
    return published(NAME, "A tournament of Burraco Club", body | {"$defs": {"side": SIDE}})


def _settings() -> Schema:
    cut = members({"gironi": whole(FEWEST_GIRONI, MOST_GIRONI_PLANNED), "carry": choice(Carry)})
    stage = members({"after": ROUND, "carry": choice(Carry), "gironi": listed(listed(NUMBER))}, {"own_tables": FLAG})
    matches = {"tables": whole(FEWEST_TABLES, MOST_TABLES), "sessions": whole(1, MOST_SESSIONS)}
    return members(
        {
            "name": text(empty=False, longest=120),
            "slug": SLUG,
            "date": {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
            "venue": text(longest=120),
            "kind": choice(Tournament.Kind.values),
            "ruleset": text(longest=40),
            "options": {"type": "object"},
            "hands_per_round": whole(1, 20),
            "rounds_planned": whole(1, 100),
            "scale": SCALE,
            "tie_breaks": listed(choice(TieBreak), minItems=1, uniqueItems=True),
            "rest": members({"vp": VP, "mp": whole(0)}),
            "seed": SEED,
            "state": choice(Tournament.State.values),
        },
        {
            "absence": members({"vp": VP, "mp": whole()}),
            "minutes": whole(0, 600),
            "plan": listed(either(choice(NamedSystem), cut)),
            "entry": choice(Tournament.Entry.values),
            "writing": choice(Tournament.Writing.values),
            "missed_rounds": choice(Tournament.MissedRounds.values),
            "substitutes_allowed": FLAG,
            "referees": text(),
            "second_language": choice(dict(settings.LANGUAGES)),
            "stages": listed(stage, maxItems=1),
            "matches": members(matches, {"scale": SCALE}),
        },
    )


def _player() -> Schema:
    return members(
        {
            "id": NUMBER,
            "first_name": text(longest=80),
            "last_name": text(empty=False, longest=80),
            "club": text(longest=120),
            "card": text(longest=30),
        },
        {
            "shown": choice([Player.Shown.FULL, Player.Shown.SHORT]),
            "province": text(longest=40),
            "region": text(longest=40),
        },
    )


def _pair() -> Schema:
    substitution = members({"player": NUMBER, "for": NUMBER}, {"from": ROUND, "to": ROUND})
    return members(
        {
            "number": NUMBER,
            "players": listed(NUMBER, minItems=1, maxItems=2, uniqueItems=True),
            "status": choice(Pair.Status.values),
        },
        {
            "team": NUMBER,
            "substitutes": listed(either(NUMBER, NOTHING), minItems=1, maxItems=2),
            "substitutions": listed(substitution),
            "table": TABLE_NUMBER,
            "late": members({"after": ROUND, "reason": text(empty=False, longest=120)}),
        },
    )


def _round() -> Schema:
    drawing = {
        "present": listed(NUMBER, uniqueItems=True),
        "moved": members({"before": SEATED, "after": SEATED}),
        "fixed": listed(row(NUMBER, TABLE_NUMBER)),
        "planned": ROUND,
        "gironi": listed(row(NUMBER, whole(1, MOST_GIRONI))),
        "seats_then": listed(members({"round": NUMBER, "tables": SEATED})),
    }
    closed_tables = {"tables": {"items": {"properties": {"outcome": {"not": {"const": Outcome.OPEN.value}}}}}}
    return members(
        {
            "number": NUMBER,
            "system": choice(System),
            "seed": SEED,
            "state": choice(Round.State.values),
            "tables": listed(_table()),
        },
        {
            **SETTINGS,
            **drawing,
            "drawn": members({}, SETTINGS),
            "order": ORDER,
            "redrawn": whole(0, 10_000),
            "by_rating": FLAG,
        },
        dependentRequired={key: ["present"] for key in DRAWING if key != "present"},
        allOf=[when({"state": {"const": Round.State.CLOSED.value}}, {"properties": closed_tables})],
    )


def _table() -> Schema:
    score = members({"vp": VP, "mp": MP})
    hand = members(
        {"end": choice(HandEnd), "ns": {"$ref": "#/$defs/side"}, "ew": {"$ref": "#/$defs/side"}},
        {"set": members({"line": choice(Line), "mp": MP, "reason": text(empty=False)})},
    )
    arbitral = members({"ns": score, "ew": score, "reason": text(empty=False)}, {"article": text(longest=40)})
    return members(
        {
            "number": NUMBER,
            "ns": either(NUMBER, row(NUMBER, NUMBER)),
            "ew": SEATS,
            "outcome": choice(Outcome),
            "hands": listed(hand, maxItems=20),
        },
        {"arbitral": arbitral},
        allOf=[
            when(
                {"outcome": {"const": Outcome.REST.value}},
                {"properties": {"ns": NUMBER, "ew": NOTHING}},
                {"properties": {"ew": {"not": NOTHING}}},
            ),
            when(
                {"outcome": {"const": Outcome.ARBITRAL.value}},
                {"required": ["arbitral"]},
                {"properties": {"arbitral": NEVER}},
            ),
            when({"outcome": {"const": Outcome.PLAYED.value}}, {"properties": {"hands": {"minItems": 1}}}),
            when({"outcome": choice([Outcome.OPEN, Outcome.REST])}, {"properties": {"hands": {"maxItems": 0}}}),
        ],
    )


def _adjustment() -> Schema:
    return members(
        {"round": NUMBER, "pair": NUMBER, "mp": MP, "vp": whole(), "reason": text(empty=False)},
        {"article": text(longest=40), "felt": FLAG, "player": NUMBER},
        allOf=[when({"felt": {"const": False}}, {"properties": {"mp": {"not": {"const": 0}}}})],
    )


def _match_day() -> Schema:
    pairs = listed(NUMBER, minItems=FEWEST_TABLES, maxItems=MOST_TABLES, uniqueItems=True)
    line_up = members({"session": whole(1, MOST_SESSIONS)}, {"home": pairs, "away": pairs})
    match = members(
        {"home": NUMBER, "away": either(NUMBER, NOTHING)},
        {"line_ups": listed(line_up)},
        allOf=[when({"away": NOTHING}, {"properties": {"line_ups": NEVER}})],
    )
    return members(
        {
            "number": NUMBER,
            "system": choice(SYSTEMS_OF_TEAMS),
            "seed": SEED,
            "order": ORDER,
            "matches": listed(match),
        },
        SETTINGS,
    )


def _incident() -> Schema:
    place = whole(1, HIGHEST_NUMBER)
    longest = {name: _longest(name) for name in ("facts", "heard", "articles", "decision", "referee")}
    return members(
        {
            "number": place,
            "source": choice(Incident.Source.values),
            "facts": text(empty=False, longest=longest["facts"]),
        },
        {
            "round": place,
            "table": place,
            "at": {"type": "string", "format": "date-time", "maxLength": 200},
            "pairs": listed(NUMBER, uniqueItems=True),
            **{name: text(longest=longest[name]) for name in longest if name != "facts"},
        },
        dependentRequired={"table": ["round"]},
    )


def _longest(name: str) -> int:
    longest: int = Incident._meta.get_field(name).max_length  # type: ignore[union-attr,assignment]
    return longest


def _of_each_kind() -> list[Schema]:
    """Return what depends on who is ranked."""
    kind = Tournament.Kind
    one, two = (
        {"properties": {"pairs": {"items": {"properties": {"players": {"minItems": size, "maxItems": size}}}}}}
        for size in (1, 2)
    )
    line = {"properties": {"ns": {"type": "array"}, "ew": {"type": "array"}}}
    lines_of_two = {"if": {"properties": {"ew": NOTHING}}, "else": line}
    lines_of_pairs = {"properties": {"ns": NUMBER, "ew": either(NUMBER, NOTHING)}}
    of_pairs, of_two = (
        {"properties": {"rounds": {"items": {"properties": {"tables": {"items": tables}}}}}}
        for tables in (lines_of_pairs, lines_of_two)
    )
    return [
        _if_tournament(
            {"kind": {"const": kind.INDIVIDUAL.value}}, {"allOf": [one, of_two]}, {"allOf": [two, of_pairs]}
        ),
        _if_tournament({"kind": choice([kind.TEAMS, kind.TEAM_MATCHES])}, {}, {"properties": {"teams": NEVER}}),
        _if_tournament(
            {"kind": {"const": kind.TEAM_MATCHES.value}},
            {"required": ["match_days"]},
            {"properties": {"match_days": NEVER, "tournament": {"properties": {"matches": NEVER}}}},
        ),
        _if_tournament(
            {"kind": {"const": kind.PAIRS.value}},
            {},
            {"properties": {"tournament": {"properties": {"stages": {"maxItems": 0}}}}},
        ),
    ]


def _of_each_state() -> list[Schema]:
    """Return what depends on how far the tournament is."""
    state = Tournament.State
    drafts, closed = (
        {"items": {"properties": {"state": {"const": name.value}}}} for name in (Round.State.DRAFT, Round.State.CLOSED)
    )
    return [
        _if_tournament({"state": {"const": state.REGISTRATION.value}}, {"properties": {"rounds": drafts}}),
        _if_tournament(
            {"state": choice([state.CHECKING, state.FINAL])}, {"properties": {"rounds": {"minItems": 1} | closed}}
        ),
    ]


def _if_tournament(condition: Schema, then: Schema, otherwise: Schema | None = None) -> Schema:
    return when({"tournament": {"properties": condition, "required": list(condition)}}, then, otherwise)
