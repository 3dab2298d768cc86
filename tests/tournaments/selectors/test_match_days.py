"""Team matches as pages show them: their tables and seats, and which line-ups of a day are both in."""

import pytest
from django.db.models import F

from tests.factories import line_up, make_team_matches, play_round, start_session
from tournaments.models import LineUp, Team, Tournament
from tournaments.records import System
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.wall import matches_of_the_day
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


def test_the_wall_has_the_matches_of_the_latest_day_those_at_rest_last_until_play_is_over() -> None:
    tournament = make_team_matches(3)

    def at_rest() -> list[bool]:
        hall = hall_of(Tournament.objects.get(pk=tournament.pk))
        return [row.match.away is None for row in matches_of_the_day(hall)]

    assert at_rest() == []
    day = match_day_draw(tournament=tournament, system=System.ROUND_ROBIN)
    day.matches.filter(away__isnull=False).update(number=F("number") + 10)
    assert at_rest() == [False, True]
    Tournament.objects.update(state=Tournament.State.FINAL)
    assert at_rest() == []
