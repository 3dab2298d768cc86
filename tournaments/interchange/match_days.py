"""The matches of teams in JSON and back (docs/interchange.md §5): how they are played, the days, and the line-ups."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import LineUp, MatchDay, Pair, Team, TeamMatch, Tournament
from tournaments.ranking.victory_points import InvalidScale, parse_scale
from tournaments.records import RoundSettings
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.named_systems import SYSTEMS_OF_TEAMS
from tournaments.records.settings_json import settings_to_json
from tournaments.records.team_matches import FEWEST_TABLES, MOST_SESSIONS, MOST_TABLES
from tournaments.wording.scales import fault_sentence

from .json_node import Node
from .settings_in import read_settings

SETTINGS = tuple(field.name for field in fields(RoundSettings))
SIDES = ("home", "away")


def match_format_out(tournament: Tournament) -> dict[str, Any]:
    """Return how the matches are played; the scale only if it is the club's own."""
    data: dict[str, Any] = {"tables": tournament.match_tables, "sessions": tournament.match_sessions}
    return data | ({"scale": tournament.match_scale} if tournament.match_scale else {})


def read_match_format(node: Node | None, tournament: Tournament) -> None:
    """Set how the matches of the tournament are played; without it, as usual."""
    if node is None:
        return
    if not tournament.plays_matches:
        raise node.fail(_("only a tournament of team matches has them"))
    given = node.members(required=("tables", "sessions"), optional=("scale",))
    tournament.match_tables = given["tables"].integer(least=FEWEST_TABLES, most=MOST_TABLES)
    tournament.match_sessions = given["sessions"].integer(least=1, most=MOST_SESSIONS)
    if "scale" in given:
        try:
            parse_scale(given["scale"].value)
        except InvalidScale as error:
            raise given["scale"].fail(fault_sentence(error)) from error
        tournament.match_scale = given["scale"].value


def match_days_out(tournament: Tournament, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the match days with their matches and line-ups; `numbers` has those of the pairs by key. Five queries."""
    days = tournament.match_days.order_by("number").prefetch_related(
        "matches__home", "matches__away", "matches__line_ups"
    )
    return [_day(day, numbers) for day in days]


def _day(day: MatchDay, numbers: Mapping[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {"number": day.number, "system": day.system, **day.settings, "seed": day.seed}
    return data | {"order": day.order, "matches": [_match(match, numbers) for match in day.matches.all()]}


def _match(match: TeamMatch, numbers: Mapping[int, int]) -> dict[str, Any]:
    data: dict[str, Any] = {"home": match.home.number, "away": match.away.number if match.away else None}
    held: dict[int, dict[str, Any]] = {}
    for line_up in match.line_ups.all():
        side = "home" if line_up.team_id == match.home_id else "away"
        held.setdefault(line_up.session, {"session": line_up.session})[side] = [numbers[key] for key in line_up.pairs]
    return data | ({"line_ups": list(held.values())} if held else {})


def import_match_days(
    node: Node, tournament: Tournament, teams: Mapping[int, Team], pairs: Mapping[int, Pair], rounds: int
) -> None:
    """Import the match days; the last of `rounds` belongs to one of them."""
    if not tournament.plays_matches:
        raise node.fail(_("only a tournament of team matches has match days"))
    days, matches, line_ups = [], [], []
    for position, item in enumerate(node.items(), start=1):
        day, day_matches, day_line_ups = _read_day(item, tournament, teams, pairs, position)
        days.append(day)
        matches += day_matches
        line_ups += day_line_ups
    if rounds > len(days) * tournament.match_sessions:
        raise node.fail(_("round %(round)s belongs to no match day") % {"round": rounds})
    bulk_create_with_history(days, MatchDay)
    TeamMatch.objects.bulk_create(matches)
    bulk_create_with_history(line_ups, LineUp)


def _read_day(
    node: Node, tournament: Tournament, teams: Mapping[int, Team], pairs: Mapping[int, Pair], position: int
) -> tuple[MatchDay, list[TeamMatch], list[LineUp]]:
    given = node.members(required=("number", "system", "seed", "order", "matches"), optional=SETTINGS)
    if given["number"].integer() != position:
        raise given["number"].expected(str(position))
    day = MatchDay(
        tournament=tournament,
        number=position,
        system=given["system"].choice(*SYSTEMS_OF_TEAMS),
        settings=settings_to_json(read_settings(given, teams.keys(), individual=False)),
        seed=given["seed"].integer(least=0, most=HIGHEST_SEED),
        order=[_place(item, teams) for item in given["order"].items()],
    )
    matches: list[TeamMatch] = []
    line_ups: list[LineUp] = []
    playing: set[int] = set()
    for number, item in enumerate(given["matches"].items(), start=1):
        members = item.members(required=SIDES, optional=("line_ups",))
        home = _team(members["home"], teams, playing)
        away = None if members["away"].value is None else _team(members["away"], teams, playing)
        match = TeamMatch(day=day, number=number, home=home, away=away)
        matches.append(match)
        if "line_ups" in members:
            line_ups += _read_line_ups(members["line_ups"], match, pairs)
    return day, matches, line_ups


def _place(node: Node, teams: Mapping[int, Team]) -> list[int]:
    """Return the number and the VP of a team at the draw."""
    members = list(node.items())
    if len(members) != 2:
        raise node.expected(_("a number and its VP"))
    return [_team(members[0], teams, set()).number, members[1].integer()]


def _team(node: Node, teams: Mapping[int, Team], playing: set[int]) -> Team:
    """Return the team of this number, which plays once on a day."""
    number = node.integer()
    if number not in teams:
        raise node.fail(_("no team has the number %(team)s") % {"team": number})
    if number in playing:
        raise node.fail(_("team %(team)s plays twice on this match day") % {"team": number})
    playing.add(number)
    return teams[number]


def _read_line_ups(node: Node, match: TeamMatch, pairs: Mapping[int, Pair]) -> Sequence[LineUp]:
    if match.away is None:
        raise node.fail(_("a team that rests has no line-up"))
    sessions: set[int] = set()
    found = []
    for item in node.items():
        given = item.members(required=("session",), optional=SIDES)
        session = given["session"].integer(least=1, most=match.day.tournament.match_sessions)
        if session in sessions:
            raise given["session"].fail(_("this session is listed twice"))
        sessions.add(session)
        for side, team in zip(SIDES, match.teams, strict=True):
            if side in given:
                keys = [pair.pk for pair in _line_up(given[side], team, match.day.tournament.match_tables, pairs)]
                found.append(LineUp(match=match, session=session, team=team, pairs=keys))
    return found


def _line_up(node: Node, team: Team, tables: int, pairs: Mapping[int, Pair]) -> list[Pair]:
    numbers = [item.integer() for item in node.items()]
    if len(numbers) != tables or len(set(numbers)) != tables:
        raise node.expected(_("%(tables)s different pairs") % {"tables": tables})
    for number in numbers:
        if number not in pairs or pairs[number].team_id != team.pk:
            raise node.fail(_("pair %(pair)s is not of this team") % {"pair": number})
    return [pairs[number] for number in numbers]
