"""The matches of teams for other programs: as JSON (docs/api.md), and as the lines of a CSV file."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.models import Team
from tournaments.records import MatchScore
from tournaments.selectors.match_days import DayView, MatchView, SessionView

MATCH_COLUMNS = (
    *("day", "match", "home", "home_name", "away", "away_name"),
    *("home_vp", "away_vp", "home_difference", "away_difference"),
)
NOBODY: Mapping[str, None] = dict.fromkeys(("team", "name", "vp", "mp_difference"))
"""The opponents of a team that rests."""


def match_facts(days: Sequence[DayView]) -> list[dict[str, Any]]:
    """Return an object for each match, from the first day on; `days` are the latest first."""
    return [_match(day, row) for day in reversed(days) for row in day.matches]


def _match(day: DayView, row: MatchView) -> dict[str, Any]:
    sides = [_side(team, score) for team, score in row.sides]
    return {
        "day": day.day.number,
        "system": day.day.system,
        "match": row.match.number,
        "home": sides[0],
        "away": sides[1] if row.match.away else None,
        "tables": list(row.tables),
        "sessions": [_session(session) for session in row.sessions],
    }


def _side(team: Team, score: MatchScore | None) -> dict[str, Any]:
    figures = {"vp": score.vp, "mp_difference": score.difference} if score else {"vp": None, "mp_difference": None}
    return {"team": team.number, "name": team.name, **figures}


def _session(session: SessionView) -> dict[str, Any]:
    """Return the round and both line-ups, the numbers of the pairs; nobody while one is hidden or missing."""
    home, away = ([pair.number for pair in line_up.pairs] for line_up in session.line_ups)
    return {"round": session.round, "home": home, "away": away}


def match_lines(days: Sequence[DayView]) -> list[list[str | int | None]]:
    """Return a line for each match, of `MATCH_COLUMNS`."""
    lines: list[list[str | int | None]] = []
    for match in match_facts(days):
        sides = (match["home"], match["away"] or NOBODY)
        teams = [side[name] for side in sides for name in ("team", "name")]
        figures = [side[name] for name in ("vp", "mp_difference") for side in sides]
        lines.append([match["day"], match["match"], *teams, *figures])
    return lines
