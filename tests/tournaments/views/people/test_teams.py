"""Teams on the referee's pages: named with the pairs, listed, renamed, emptied, deleted."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_teams, make_tournament, pair, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Tournament
from tournaments.services import pair_add, pair_set_status

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Tournament:
    return make_tournament(kind="teams")


def enter(referee: Client, tournament: Tournament, first: str, second: str, team: str) -> Any:
    return referee.post(url("pair_add", tournament), {"player1": first, "player2": second, "team": team}, follow=True)


def teams(tournament: Tournament) -> dict[str, list[int]]:
    return {team.name: [pair.number for pair in team.pairs.all()] for team in tournament.teams.all()}


def test_a_pair_names_its_team_and_the_list_shows_it(referee: Client, evening: Tournament) -> None:
    enter(referee, evening, "Rossi Anna", "Neri Ugo", "Aurora")
    page = enter(referee, evening, "Verdi Pia", "Galli Ivo", " aurora ")
    assert teams(evening) == {"Aurora": [1, 2]}
    assert "1 team" in text_of(page)
    assert '<option value="Aurora">' in html_of(page)
    assert "Aurora 1 Rossi Anna – Neri Ugo 2 Verdi Pia – Galli Ivo" in text_of(page)


@pytest.mark.parametrize(("team", "sentence"), [("x" * 121, "at most 120"), ("Au\x00rora", "Null characters")])
def test_what_is_no_name_of_a_team_is_refused_and_stays_typed(
    referee: Client, evening: Tournament, team: str, sentence: str
) -> None:
    response = enter(referee, evening, "Rossi Anna", "Neri Ugo", team)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert 'value="Neri Ugo"' in html_of(response)
    assert not evening.pairs.exists()


def test_a_tournament_of_pairs_asks_for_no_team(referee: Client) -> None:
    tournament = make_tournament(pairs=1)
    for page in (url("pairs", tournament), url("pair_edit", tournament, 1)):
        assert 'name="team"' not in html_of(referee.get(page))
    enter(referee, tournament, "Rossi Anna", "Neri Ugo", "Aurora")
    assert tournament.pairs.count() == 2
    assert teams(tournament) == {}


def test_a_list_has_the_team_last(referee: Client, evening: Tournament) -> None:
    enter(referee, evening, "Conti Aldo", "Costa Lia", "Aurora")
    lines = [
        "Rossi Anna - Neri Ugo; AURORA",
        "Verdi Pia;Galli Ivo;Levante",
        "Bruno Ada - Sala Eva",
        "Rossi Ada - Greco Pia; levante",
    ]
    page = referee.post(url("pairs_paste", evening), {"text": "\n".join(lines)})
    text = text_of(page)
    assert "4 pairs can be added" in text
    assert "Neri Ugo new member team: Aurora" in text
    assert text.count("new team") == 1
    referee.post(url("pairs_paste", evening), {"line": lines, "enter": "1"})
    assert teams(evening) == {"Aurora": [1, 2], "Levante": [3, 5]}
    assert pair(evening, 4).team is None


def test_what_a_team_event_should_not_begin_with_is_said_until_it_begins(referee: Client) -> None:
    tournament = make_teams(2)
    page = url("pairs", tournament)
    assert "Without a team" not in text_of(referee.get(page))
    pair_add(tournament=tournament, players=("Rossi Anna", "Neri Ugo"), here=True)
    pair_add(tournament=tournament, players=("Verdi Pia", "Galli Ivo"), team="Aurora", here=True)
    text = text_of(referee.get(page))
    assert "Without a team, to be settled before the first round: 5 Rossi Anna – Neri Ugo" in text
    assert "With one pair only, where a team has two or more: Aurora" in text
    # A withdrawn pair needs no team, and does not count among its team's pairs.
    pair_set_status(pair=pair(tournament, 5), status="withdrawn")
    pair_set_status(pair=pair(tournament, 1), status="withdrawn")
    text = text_of(referee.get(page))
    assert "Without a team" not in text
    assert "two or more: Squadra 1, Aurora" in text
    start_round(tournament)
    text = text_of(referee.get(page))
    assert "two or more" not in text


def test_a_pair_changes_its_team_on_its_page_until_it_has_been_seated(referee: Client) -> None:
    tournament = make_teams(2)
    which = pair(tournament, 3)
    form = {"number": 3, "player1": str(which.player1), "player2": str(which.player2)}
    referee.post(url("pair_edit", tournament, 3), form | {"team": "Squadra 1"})
    assert teams(tournament) == {"Squadra 1": [1, 2, 3], "Squadra 2": [4]}
    referee.post(url("pair_edit", tournament, 3), form | {"team": ""})
    assert pair(tournament, 3).team is None
    start_round(tournament)
    assert "Stays as it is: the pair has been seated." in text_of(referee.get(url("pair_edit", tournament, 1)))
    # The field is disabled: whatever the form sends, the team stays, and the rest is saved.
    assert referee.post(url("pair_edit", tournament, 3), form | {"team": "Squadra 2"}).status_code == 302
    assert pair(tournament, 3).team is None


def test_a_team_is_renamed(referee: Client) -> None:
    tournament = make_teams(2)
    page = url("team_edit", tournament, 1)
    assert "Team 1" in text_of(referee.get(page))
    text = text_of(referee.post(page, {"name": " Circolo  Aurora "}, follow=True))
    assert "Team 1: Circolo Aurora." in text
    refused = referee.post(page, {"name": "SQUADRA 2"})
    assert refused.status_code == 422
    assert "Team 2 is already called Squadra 2." in text_of(refused)
    assert 'value="SQUADRA 2"' in html_of(refused)
    for name in ("", " ", "\u200b", "x" * 121, "\x00"):
        refused = referee.post(page, {"name": name})
        assert refused.status_code == 422
        assert "error-sentence" in html_of(refused)


def test_pairs_leave_and_the_empty_team_is_deleted(referee: Client) -> None:
    tournament = make_teams(2)
    page = url("team_edit", tournament, 2)
    assert "Delete the team" not in text_of(referee.get(page))
    refused = referee.post(url("team_delete", tournament, 2))
    assert refused.status_code == 422
    assert "remove them first" in text_of(refused)
    for number in (3, 4):
        text = text_of(referee.post(url("team_leave", tournament, 2, number), follow=True))
        assert f"Pair {number} has been removed from Squadra 2." in text
    assert "Delete the team" in text_of(referee.get(page))
    text = text_of(referee.post(url("team_delete", tournament, 2), follow=True))
    assert "Team Squadra 2 was deleted." in text
    assert teams(tournament) == {"Squadra 1": [1, 2]}


def test_a_pair_that_has_been_seated_does_not_leave(referee: Client) -> None:
    tournament = make_teams(2)
    start_round(tournament)
    refused = referee.post(url("team_leave", tournament, 1, 2))
    assert refused.status_code == 422
    assert "Pair 2 has been seated" in text_of(refused)
    assert teams(tournament)["Squadra 1"] == [1, 2]


def test_teams_that_are_not_there_are_404(referee: Client) -> None:
    tournament = make_teams(2)
    for number in (3, 10**30):
        assert referee.get(url("team_edit", tournament, number)).status_code == 404
        assert referee.post(url("team_delete", tournament, number)).status_code == 404
    assert referee.post(url("team_leave", tournament, 1, 3)).status_code == 404
    assert referee.get(url("team_delete", tournament, 1)).status_code == 405


def test_only_the_referee_gets_in(client: Client) -> None:
    tournament = make_teams(2)
    assert client.get(url("team_edit", tournament, 1)).headers["Location"].startswith("/en/login/")
    for name, args in (("team_delete", (1,)), ("team_leave", (1, 1)), ("pair_substitute", (1, "substitute1"))):
        assert client.post(url(name, tournament, *args)).headers["Location"].startswith("/en/login/")
    assert teams(tournament) == {"Squadra 1": [1, 2], "Squadra 2": [3, 4]}


@pytest.mark.parametrize("size", [2, 60])
def test_the_pages_take_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int
) -> None:
    tournament = make_teams(size)
    for _ in range(2):
        for page in (url("pairs", tournament), url("tournament", tournament), url("team_edit", tournament, 1), "/en/"):
            with django_assert_max_num_queries(11):
                assert referee.get(page).status_code == 200
        # The same with a round in progress.
        if not tournament.rounds.exists():
            start_round(tournament)


def test_counts_name_the_teams(referee: Client) -> None:
    tournament = make_teams(3)
    assert "6 pairs in 3 teams" in text_of(referee.get("/en/"))
    assert "6 pairs in 3 teams, 6 here" in text_of(referee.get(url("tournament", tournament)))
