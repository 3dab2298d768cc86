"""Team matches as pages show them: their tables and seats, and which line-ups of a day are both in."""

import pytest

from tests.factories import line_up, make_team_matches, play_round, start_session
from tournaments.models import LineUp, Team
from tournaments.records import System
from tournaments.selectors.match_days import LineUpView, MatchView, SessionView, match_day_views
from tournaments.selectors.team_matches import lined_up_on
from tournaments.services import match_day_draw

pytestmark = pytest.mark.django_db


def test_a_rest_has_no_table_and_a_match_the_same_ones_in_each_session() -> None:
    sessions = [
        SessionView(number=number, round=number, is_published=True, line_ups=(), tables=range(3, 5))
        for number in (1, 2)
    ]
    match = MatchView(match=None, scores=(), sessions=sessions)  # type: ignore[arg-type]
    assert (match.tables, match.last_table) == (range(3, 5), 4)
    assert MatchView(match=None, scores=(), sessions=[]).tables == range(0)  # type: ignore[arg-type]


def test_seats_are_known_once_both_line_ups_are() -> None:
    home, away = ["h1", "h2"], ["a1", "a2"]

    def seats(*pairs: list[str]) -> list[tuple[int, object, object]]:
        views = [LineUpView(team=Team(), is_in=bool(row), pairs=row) for row in pairs]  # type: ignore[arg-type]
        session = SessionView(number=1, round=1, is_published=False, line_ups=views, tables=range(5, 7))
        return session.seats  # type: ignore[return-value]

    # At the second table the home team is EW.
    assert seats(home, away) == [(5, "h1", "a1"), (6, "a2", "h2")]
    assert seats(home, []) == seats([], away) == seats([], []) == []


def test_a_match_is_lined_up_when_both_teams_of_a_session_are() -> None:
    tournament = make_team_matches(4)
    day = match_day_draw(tournament=tournament, system=System.ROUND_ROBIN)
    first, second = day.matches.order_by("number")
    assert lined_up_on(day) == set()
    line_up(first, first.home)
    # Line-ups of two sessions are not both of one.
    LineUp.objects.create(match=first, team=first.away, session=2, pairs=[])
    assert lined_up_on(day) == set()
    line_up(second, second.home)
    line_up(second, second.away)
    assert lined_up_on(day) == {(1, second.number)}
    line_up(first, first.away)
    assert lined_up_on(day) == {(1, first.number), (1, second.number)}
    play_round(start_session(day))
    later = match_day_draw(tournament=tournament, system=System.KNOCKOUT)
    assert lined_up_on(later) == set()
    assert [view.day.number for view in match_day_views(tournament)] == [2, 1]
