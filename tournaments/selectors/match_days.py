"""The match days as pages show them: each match with its line-ups and its score."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import LineUp, MatchDay, Pair, Round, Team, TeamMatch, Tournament
from tournaments.records import MatchScore, Standing
from tournaments.records.team_matches import seats_of_match

from .team_matches import Championship, championship_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpView:
    """A team's line-up in a session; the pairs are empty while it is hidden or missing."""

    team: Team
    is_in: bool
    pairs: Sequence[Pair]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A session of a match: the round that it is, whether it is published, and both line-ups."""

    number: int
    round: int
    is_published: bool
    line_ups: Sequence[LineUpView]
    tables: range

    @property
    def seats(self) -> list[tuple[int, Pair, Pair]]:
        """Return the number of each table with NS and EW; none while a line-up is hidden or missing."""
        if not all(line_up.pairs for line_up in self.line_ups):
            return []
        home, away = (line_up.pairs for line_up in self.line_ups)
        return [(table, ns, ew) for table, (ns, ew) in zip(self.tables, seats_of_match(home, away), strict=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match of two teams, with its score and its sessions."""

    match: TeamMatch
    scores: Sequence[MatchScore | None]
    """Those of both teams; None while the match is not over."""
    sessions: Sequence[SessionView]

    @property
    def tables(self) -> range:
        """Return the tables at which it is played, the same in each session; none for a rest."""
        return self.sessions[0].tables if self.sessions else range(0)

    @property
    def last_table(self) -> int:
        return self.tables[-1]

    @property
    def sides(self) -> list[tuple[Team, MatchScore | None]]:
        return list(zip(self.match.teams, self.scores, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class DayView:
    """A match day with its matches."""

    day: MatchDay
    matches: Sequence[MatchView]


def match_day_views(
    tournament: Tournament, standings: Sequence[Standing] | None = None, *, hidden: bool = False
) -> list[DayView]:
    """Return the match days, the latest first. If `hidden` is true, a line-up shows only when both are in."""
    championship = championship_of(tournament, standings)
    pairs = {pair.pk: pair for pair in tournament.pairs.select_related("player1", "player2", "team")}
    held: dict[tuple[int, int, int], LineUp] = {}
    for line_up in LineUp.objects.filter(match__day__tournament=tournament):
        held[line_up.match_id, line_up.session, line_up.team_id] = line_up
    published = set(tournament.rounds.exclude(state=Round.State.DRAFT).values_list("number", flat=True))
    scores = {(score.day, team): score for team, its_scores in championship.scores.items() for score in its_scores}
    return [
        DayView(
            day=day,
            matches=[
                MatchView(
                    match=match,
                    scores=[scores.get((day.number, team.number)) for team in match.teams],
                    sessions=_sessions(championship, match, held, pairs, published, hidden=hidden),
                )
                for match in sorted(day.matches.all(), key=lambda match: match.number)
            ],
        )
        for day in reversed(championship.days)
    ]


def _sessions(
    championship: Championship,
    match: TeamMatch,
    held: dict[tuple[int, int, int], LineUp],
    pairs: dict[int, Pair],
    published: set[int],
    *,
    hidden: bool,
) -> list[SessionView]:
    if match.away is None:
        return []
    format_, sessions = championship.tournament.match_format, []
    before = sum(other.away is not None and other.number < match.number for other in match.day.matches.all())
    for session in range(1, format_.sessions + 1):
        mine = {team.pk: held.get((match.pk, session, team.pk)) for team in match.teams}
        shows = not hidden or all(mine.values())
        number = format_.round_of(match.day.number, session)
        line_ups = [
            LineUpView(
                team=team,
                is_in=line_up is not None,
                pairs=[pairs[key] for key in line_up.pairs if key in pairs] if line_up and shows else (),
            )
            for team in match.teams
            for line_up in (mine[team.pk],)
        ]
        sessions.append(
            SessionView(
                number=session,
                round=number,
                is_published=number in published,
                line_ups=line_ups,
                tables=range(before * format_.tables + 1, (before + 1) * format_.tables + 1),
            )
        )
    return sessions
