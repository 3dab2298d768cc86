"""The draw of a match day: what it knows of the days before it, and the level matches of a knockout of teams."""

from tests.tournaments.selectors.test_cross_tables import SETTINGS
from tournaments.models import MatchDay, Team, Tournament
from tournaments.records import Fixture, Kind, MatchScore, RoundSettings, System
from tournaments.selectors.team_matches import Championship

DAYS = {1: [(1, 4), (2, 3)], 2: [(1, 2), (3, 4)], 3: [(1, 3), (2, 4)]}


def championship(*systems: System) -> Championship:
    """Create a championship of four teams with a day of each system, whose matches all were level."""
    tournament = Tournament(**SETTINGS, kind=Kind.TEAM_MATCHES, seed=7, rounds_planned=3)
    order = [[number, 0] for number in range(1, 5)]
    made = Championship(
        tournament=tournament,
        days=[
            MatchDay(tournament=tournament, number=number, system=system, order=order)
            for number, system in enumerate(systems, start=1)
        ],
        standings=[],
        names={number: f"Squadra {number}" for number in range(1, 5)},
    )
    fixtures = [
        Fixture(day=day.number, number=number, home=home, away=away)
        for day in made.days
        for number, (home, away) in enumerate(DAYS[day.number], start=1)
    ]
    made.__dict__["fixtures"] = fixtures
    made.__dict__["scores"] = {
        team: [
            MatchScore(day=fixture.day, opponent=None, difference=0, vp=10, won=False)
            for fixture in fixtures
            if team in fixture.teams
        ]
        for team in made.names
    }
    return made


def test_level_matches_are_those_of_the_last_day_if_it_was_a_knockouts() -> None:
    level = championship(System.DANISH, System.KNOCKOUT).level_matches()
    assert [(match.number, match.better, match.other) for match in level] == [
        (1, (1, "Squadra 1"), (2, "Squadra 2")),
        (2, (3, "Squadra 3"), (4, "Squadra 4")),
    ]
    assert championship(System.KNOCKOUT, System.DANISH).level_matches() == []


def test_a_day_drawn_again_knows_the_days_before_it_alone() -> None:
    played = championship(System.KNOCKOUT, System.KNOCKOUT, System.KNOCKOUT)
    here = [Team(number=number, name=name) for number, name in played.names.items()]

    def request(number: int) -> tuple[set[int], int | None]:
        made = played.request(number=number, here=here, system=System.KNOCKOUT, settings=RoundSettings(), seed=1)
        return {result.round for result in made.history}, made.run.start if made.run else None

    assert [request(number) for number in (1, 2, 3, 4)] == [
        *((set(), None), ({1}, 1), ({1, 2}, 1), ({1, 2, 3}, 1)),
    ]
