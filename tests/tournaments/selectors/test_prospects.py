"""What can still be reached, read off a tournament as it is stored."""

import pytest

from tests.factories import make_teams, make_tournament, pair, play_round, play_table, start_round
from tournaments.models import Pair, Tournament
from tournaments.records import Kind, System
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.prospects import Prospect
from tournaments.services import pair_set_status, tournament_finish_play

pytestmark = pytest.mark.django_db


def prospects(tournament: Tournament) -> dict[int, Prospect]:
    tournament.refresh_from_db()
    return {int(own): each for own, each in hall_of(tournament).prospects.items()}


def last_round(pairs: int = 6, **settings: object) -> Tournament:
    """One round closed; of the second and last one, a table is in."""
    tournament = make_tournament(pairs=pairs, rounds_planned=2, **settings)
    play_round(start_round(tournament), seed=1)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    return tournament


def test_at_the_last_tables_the_places_that_come_are_among_those_told() -> None:
    tournament = last_round()
    told, played = prospects(tournament), tournament.rounds.get(number=2)
    assert set(told) == {1, 2, 3, 4, 5, 6}
    assert any((each.reach.best, each.reach.worst) != (1, 6) for each in told.values())
    play_round(played, seed=5, close=False)
    tournament.refresh_from_db()
    for row in hall_of(tournament).standings:
        reach = told[int(row.entrant.id)].reach
        assert reach.best <= row.place <= reach.worst


def test_while_rounds_are_to_be_drawn_the_next_one_counts() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    told = prospects(tournament)
    assert {each.reach.is_drawn for each in told.values()} == {False}
    assert all(each.reach.podium is not None and each.chances is None for each in told.values())


def test_the_last_round_has_chances_once_enough_was_played() -> None:
    assert all(each.chances is None for each in prospects(last_round(6)).values())
    assert any(each.chances is not None for each in prospects(last_round(16)).values())


def test_who_is_gone_is_told_nothing_while_rounds_are_to_be_drawn() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    assert set(prospects(tournament)) == {1, 2, 4, 5, 6}


def test_whose_slip_of_an_earlier_round_is_missing_cannot_aim_at_its_vp() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    for table in start_round(tournament).tables.filter(number__gt=1):
        play_table(table)
    start_round(tournament)
    told = prospects(tournament)
    assert {own for own, each in told.items() if each.reach.podium is None} == {1, 2}


def test_before_a_result_and_after_the_last_nothing_is_told() -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    round_ = start_round(tournament)
    assert prospects(tournament) == {}
    play_round(round_)
    assert prospects(tournament) == {}
    tournament_finish_play(tournament=tournament)
    assert prospects(tournament) == {}


def test_an_earlier_ranking_reaches_nothing_any_more() -> None:
    assert hall_of(last_round(), after_round=1).prospects == {}


def test_where_a_knockout_decides_nothing_is_told() -> None:
    planned = make_tournament(pairs=4, rounds_planned=3, plan=["registration", "knockout", "knockout"])
    play_round(start_round(planned))
    assert prospects(planned) == {}
    played = make_tournament(pairs=4, rounds_planned=3)
    play_table(start_round(played, System.KNOCKOUT).tables.get(number=1))
    assert prospects(played) == {}


def test_teams_and_single_players_are_told_nothing() -> None:
    teams = make_teams(rounds_planned=2)
    play_round(start_round(teams, System.DRAW))
    alone = make_tournament(kind=Kind.INDIVIDUAL, pairs=8, rounds_planned=2)
    play_round(start_round(alone, System.INDIVIDUAL))
    assert prospects(teams) == prospects(alone) == {}
