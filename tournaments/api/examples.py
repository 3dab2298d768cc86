"""An answer of every operation, for the OpenAPI document; docs/api.md shows the same to people."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext

from .problems import WORDS, out_of_bounds

TOURNAMENT: Final = {
    "slug": "venerdi",
    "name": "Venerdì",
    "date": "2026-11-23",
    "venue": "",
    "kind": "teams",
    "state": "running",
    "rounds_planned": 4,
}
RESULT: Final = {
    "round": 2,
    "table": 1,
    "outcome": "played",
    "hands_per_round": 4,
    "hands": [{"end": "closed", "ns": {"base": 300, "points": 120}, "ew": {"base": 0, "points": 85}}],
}
ANSWERS: Final[Mapping[str, Any]] = {
    "read_tournaments": {"count": 3, "next": None, "items": [TOURNAMENT]},
    "read_tournament": TOURNAMENT,
    "read_pairs": {
        "count": 8,
        "next": None,
        "items": [{"pair": 1, "names": ["Amato Ada", "Barbieri Ada"], "team": 1, "withdrawn": False}],
    },
    "read_rounds": {"count": 2, "next": None, "items": [{"round": 1, "system": "registration", "state": "closed"}]},
    "read_tables": {
        "count": 4,
        "next": None,
        "items": [
            {
                "table": 1,
                "outcome": "played",
                "provisional": False,
                "ns": [{"pair": 8, "names": ["Gallo Ada", "Giordano Ada"], "mp": 1680, "vp": 17}],
                "ew": [{"pair": 5, "names": ["D'Angelo Ada", "De Luca Ada"], "mp": 340, "vp": 3}],
            },
            {
                "table": 2,
                "outcome": "open",
                "provisional": False,
                "ns": [{"pair": 4, "names": ["Conti Ada", "Costa Ada"], "mp": None, "vp": None}],
                "ew": [{"pair": 1, "names": ["Amato Ada", "Barbieri Ada"], "mp": None, "vp": None}],
            },
        ],
    },
    "read_ranking": {
        "count": 8,
        "next": None,
        "items": [
            {
                "place": 1,
                "pair": 8,
                "names": "Gallo Ada – Giordano Ada",
                "vp": 32,
                "mp_difference": 2340,
                "mp": 3600,
                "rounds": [
                    {"round": 1, "opponent": 6, "table": 4, "mp": 1920, "vp": 15},
                    {"round": 2, "opponent": 5, "table": 1, "mp": 1680, "vp": 17},
                ],
            }
        ],
    },
    "read_teams": {
        "count": 4,
        "next": None,
        "items": [
            {"place": 1, "team": 4, "names": "Squadra 4", "vp": 41, "mp_difference": 2085, "mp": 5000, "pairs": [8, 7]}
        ],
    },
    "read_matches": {
        "count": 2,
        "next": None,
        "items": [
            {
                "day": 1,
                "system": "swiss",
                "match": 1,
                "home": {"team": 1, "name": "Aurora", "vp": 14, "mp_difference": 1200},
                "away": {"team": 2, "name": "Riviera", "vp": 6, "mp_difference": -1200},
                "tables": [1, 2],
                "sessions": [{"round": 1, "home": [1, 3], "away": [4, 5]}],
            },
            {
                "day": 1,
                "system": "swiss",
                "match": 2,
                "home": {"team": 3, "name": "Giglio", "vp": 12, "mp_difference": 605},
                "away": None,
                "tables": [],
                "sessions": [],
            },
        ],
    },
    "read_seasons": {"count": 1, "next": None, "items": [{"slug": "circuito", "name": "Circuito"}]},
    "read_season": {
        "slug": "circuito",
        "name": "Circuito",
        "rule": {
            "ranked": "players",
            "points": "place",
            "table": [2500, 2000],
            "equal": "mean",
            "bonus": 0,
            "least_rounds": 1,
            "best": 1,
            "per_venue": None,
            "attendance": 1,
            "ties": ["places", "best"],
            "bonus_for": "counting",
            "beaten": 100,
            "parts": [],
            "qualified": 2,
            "club_members": 0,
        },
        "tournaments": [
            {"slug": "uno", "name": "Uno", "date": "2026-11-20", "venue": "", "state": "final", "weight": 100},
            {"slug": "due", "name": "Due", "date": "2026-11-20", "venue": "", "state": "final", "weight": 100},
        ],
    },
    "read_season_ranking": {
        "count": 12,
        "next": None,
        "items": [
            {
                "place": 1,
                "names": "Bianchi Ada",
                "points": 2500,
                "attended": 2,
                "results": [
                    {"tournament": "uno", "place": 1, "points": 2500, "counts": "yes"},
                    {"tournament": "due", "place": 1, "points": 2500, "counts": "dropped"},
                ],
            }
        ],
    },
    "read_club_tournaments": {"count": 3, "next": None, "items": [TOURNAMENT]},
    "read_people": {
        "count": 8,
        "next": None,
        "items": [
            {
                "pair": 1,
                "status": "active",
                "players": [
                    {"last_name": "Amato", "first_name": "Ada", "club": "ASD Aurora", "card": "", "category": ""},
                    {"last_name": "Barbieri", "first_name": "Ada", "club": "ASD Aurora", "card": "", "category": ""},
                ],
                "substitutes": [],
            }
        ],
    },
    "read_result": RESULT,
    "save_result": RESULT,
}
"""The examples by the name of the operation."""
SLIP_FAULT: Final = {"path": "hands", "message": "expected 4 hands, got 1"}
DETAILS: Final[Mapping[int, str]] = {
    400: "this key is given twice in one object",
    401: "This address is for programs with a token: send it as “Authorization: Bearer …”.",
    403: "This token does not allow that: an administrator can create one that may write results.",
    409: "The tournament is final: reopen it before you change anything.",
    415: "Send the slip as application/json.",
    428: "Read the table first, and send its ETag as If-Match, with its quotes: “*” would overwrite unseen.",
}
"""The sentences of the places that refuse, where `WORDS` says nothing or less."""


def problem_example(status: int, *, of_slip: bool) -> dict[str, Any]:
    """Return a problem with this status as it is sent, in the language of the address."""
    title, usual = WORDS[status]
    example = {"type": "about:blank", "title": str(title), "status": status}
    if of_slip and status == 422:
        return example | {"detail": f"{SLIP_FAULT['path']}: {SLIP_FAULT['message']}", "errors": [SLIP_FAULT]}
    if status == 422:
        return example | {"detail": out_of_bounds("limit")}
    return example | {"detail": gettext(DETAILS[status]) if status in DETAILS else str(usual)}
