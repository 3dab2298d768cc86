"""The players of an individual tournament on the referee's pages: the pages of pairs, with other words."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_tournament, pair
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Pair, Player, Tournament
from tournaments.services import player_create

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening(db: None) -> Tournament:
    return make_tournament(kind="individual")


def enter(referee: Client, tournament: Tournament, name: str, **more: object) -> Any:
    return referee.post(url("pair_add", tournament), {"player1": name} | more)


def paste(referee: Client, tournament: Tournament, **data: object) -> Any:
    return referee.post(url("pairs_paste", tournament), data)


def names(tournament: Tournament) -> list[str]:
    return [str(entrant) for entrant in tournament.pairs.all()]


def without_the_word_pair(response: Any) -> None:
    """Check that neither the text nor the questions of the page mention pairs."""
    text = text_of(response) + " ".join(re.findall(r'(?:data-confirm[^=]*|aria-label)="([^"]*)"', html_of(response)))
    assert not re.search(r"\bpairs?\b", text, re.IGNORECASE), text


def test_every_page_speaks_of_players(referee: Client, evening: Tournament) -> None:
    pages = [url("pairs", evening), url("pairs_paste", evening), url("tournament", evening), "/en/"]
    for page in pages:
        without_the_word_pair(referee.get(page))
    enter(referee, evening, "Rossi Anna")
    for page in (*pages, url("pair_edit", evening, 1), url("history", evening)):
        without_the_word_pair(referee.get(page))
    referee.post(url("pair_status", evening, 1), {"status": "withdrawn"})
    without_the_word_pair(referee.get(url("pair_edit", evening, 1)))


def test_one_name_makes_a_player(referee: Client, evening: Tournament) -> None:
    assert "No player yet" in text_of(referee.get(url("pairs", evening)))
    response = referee.post(url("pair_add", evening), {"player1": "De Luca Sergio", "here": "on"}, follow=True)
    assert "Number 1: De Luca Sergio. New member: De Luca Sergio." in text_of(response)
    assert "1 player · 1 here" in text_of(response)
    assert 'name="player2"' not in html_of(response)
    assert names(evening) == ["De Luca Sergio"]


@pytest.mark.parametrize("typed", ["", "   ", "😀", "Ro\x00ssi", "x" * 163])
def test_what_is_no_name_is_refused(referee: Client, evening: Tournament, typed: str) -> None:
    response = enter(referee, evening, typed)
    assert response.status_code == 422
    assert 'class="error-sentence"' in html_of(response)
    assert not Player.objects.exists()


def test_a_second_name_that_is_sent_along_is_nobody(referee: Client, evening: Tournament) -> None:
    enter(referee, evening, "Rossi Anna", player2="Neri Ugo", team="Aurora")
    assert names(evening) == ["Rossi Anna"]
    assert not Player.objects.filter(last_name="Neri").exists()


def test_nobody_plays_twice(referee: Client, evening: Tournament) -> None:
    enter(referee, evening, "Rossi Anna")
    response = enter(referee, evening, "Anna Rossi")
    assert response.status_code == 422
    assert "Rossi Anna is already playing, under number 1" in text_of(response)


def test_completion_says_who_plays_already(referee: Client, evening: Tournament) -> None:
    enter(referee, evening, "Rossi Anna")
    text = text_of(referee.get("/en/players/complete/", {"q": "ros", "slot": "player1", "in": evening.slug}))
    assert "already playing, number 1" in text


LIST = "Giocatori\n1. Rossi Anna\n2. Verdi Pia - Galli Ivo\nNeri;Ugo\nRossi Anna"


def test_a_list_has_a_player_a_line(referee: Client, evening: Tournament) -> None:
    response = paste(referee, evening, text=LIST)
    text = text_of(response)
    assert "2 players can be added · 2 new members · 2 lines to correct" in text
    assert "There is more than one name: write one player per line." in text
    assert "Rossi Anna is already on line 1 of this list." in text
    without_the_word_pair(response)
    entered = paste(referee, evening, line=LIST.splitlines()[1:], enter="1", here="1")
    assert "2 players added. 2 lines are left." in text_of(entered)
    assert names(evening) == ["Rossi Anna", "Neri Ugo"]
    assert pair(evening, 2).status == Pair.Status.ACTIVE


def test_four_players_make_a_table(referee: Client) -> None:
    tournament = make_tournament(kind="individual", pairs=4, here=False)
    text = ""
    for number in range(1, 5):
        assert "Draw the first round" not in text
        text = text_of(referee.post(url("pairs_check_in", tournament), {"here": number}, headers=HTMX))
    assert "4 players · 4 here" in text
    assert "Draw the first round" in text


def test_a_player_is_corrected_withdrawn_and_deleted(referee: Client) -> None:
    tournament = make_tournament(kind="individual", pairs=3)
    form = {"number": 8, "player1": "Nuova Lia", "fixed_table": "2"}
    assert referee.post(url("pair_edit", tournament, 2), form).status_code == 302
    changed = pair(tournament, 8)
    assert (str(changed), changed.player2, changed.fixed_table) == ("Nuova Lia", None, 2)
    text = text_of(referee.post(url("pair_status", tournament, 8), {"status": "withdrawn"}, follow=True))
    assert "Player 8 has withdrawn." in text
    text = text_of(referee.post(url("pair_delete", tournament, 1), follow=True))
    assert "Number 1," in text and "was deleted." in text
    assert tournament.pairs.count() == 2


def test_namesakes_are_chosen_from(referee: Client, evening: Tournament) -> None:
    for club in ("ASD Aurora", "ASD Levante"):
        player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": club})
    assert "Rossi Anna (ASD Levante)" in text_of(enter(referee, evening, "Rossi Anna"))
    chosen = Player.objects.get(club="ASD Levante")
    enter(referee, evening, "Rossi Anna", player1_id=chosen.pk)
    assert pair(evening, 1).player1 == chosen
    assert "ASD Levante" in text_of(referee.get(url("pairs", evening)))


@pytest.mark.parametrize("players", [4, 150])
def test_the_pages_take_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    tournament = make_tournament(kind="individual", pairs=players)
    for page in ("pairs", "tournament"):
        with django_assert_max_num_queries(10):
            assert referee.get(url(page, tournament)).status_code == 200
    with django_assert_max_num_queries(9):
        referee.get(url("pair_edit", tournament, 1))


def test_who_withdrew_and_who_is_missing_are_told_as_players(referee: Client) -> None:
    tournament = make_tournament(kind="individual", pairs=9)
    tournament.pairs.filter(number=9).update(status=Pair.Status.WITHDRAWN)
    tournament.pairs.filter(number=8).update(status=Pair.Status.EXPECTED)
    italian = url("round_new", tournament).removeprefix("/en")
    without_the_word_pair(referee.get(url("pairs", tournament)))
    assert "1 player is expected but not ticked as here" in text_of(referee.get(url("round_new", tournament)))
    assert "1 ritirato 9 " in text_of(referee.get(italian))


def test_a_free_seat_is_offered_only_where_four_can_take_it(referee: Client) -> None:
    tournament = make_tournament(kind="individual", pairs=9)
    referee.post(url("round_new", tournament), {"system": "individual"})
    draft = tournament.rounds.get()
    assert "free seat" not in text_of(referee.get(url("round", tournament, 1)))
    table = draft.tables.filter(ew__isnull=False).order_by("number").first()
    page = html_of(referee.get(f"{url('round', tournament, 1)}?table={table.number}"))
    seat = re.search(rf'name="one" value="([^"]*@{table.number}:[^"]*)"', page)
    assert seat
    referee.post(url("draft_change", tournament, 1), {"do": "rest", "one": seat[1]})
    text = text_of(referee.get(url("round", tournament, 1)))
    assert text.count("free seat") == 5
    assert "5 are resting: four of them could play." in text


def test_a_draft_says_of_partners_what_holds_of_players(referee: Client, evening: Tournament) -> None:
    for number in range(1, 9):
        enter(referee, evening, f"Player{number} Anna", here="on")
    referee.post(url("round_new", evening), {"system": "individual", "seed": "1"})
    page = text_of(referee.get(url("round", evening, 1)))
    assert "Nobody has the same partner again." in page
    assert "Nobody meets again" not in page
    assert "same club" not in page
    Player.objects.update(club="ASD Aurora")
    page = text_of(referee.get(url("round", evening, 1)))
    assert "Nobody has the same partner again. At 2 tables players of the same club are opponents." in page
    compared = text_of(referee.get(url("draft_compare", evening, 1), {"system": "individual", "seed": "2"}))
    assert compared.count("Tables with opponents of one club 2") == 2
