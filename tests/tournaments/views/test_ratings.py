"""The pages of the ratings: hidden until an administrator enables them, then a list and a chart."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import pair
from tests.tournaments.selectors.test_seasons import played
from tests.tournaments.views.pages import said
from tournaments.models import Club
from tournaments.selectors.ratings import rating_steps, ratings_now
from tournaments.services.ratings import ratings_switch

pytestmark = pytest.mark.django_db


def test_a_club_that_does_not_want_them_sees_none(referee: Client) -> None:
    tournament = played("Uno")
    page = referee.get("/ratings/").content.decode()
    assert pair(tournament, 1).player1.full_name not in page and "/ratings/switch/" not in page
    assert referee.get(f"/ratings/{pair(tournament, 1).player1_id}/").status_code == 404


def test_an_administrator_turns_them_on_and_off(administrator: Client) -> None:
    switched = administrator.post("/en/ratings/switch/", {"on": "yes"})
    assert switched["Location"] == "/en/ratings/" and said(switched) == "The club shows ratings."
    assert Club.objects.get().ratings
    assert "/ratings/switch/" in administrator.get("/ratings/").content.decode()
    switched = administrator.post("/en/ratings/switch/", {"on": "no"})
    assert said(switched).endswith("Ratings are no longer shown.")
    assert not Club.objects.get().ratings


def test_the_list_is_ordered_by_what_a_rating_is_at_the_least(referee: Client) -> None:
    played("Uno")
    ratings_switch(on=True)
    rows = referee.get("/ratings/").context["rows"]
    now = ratings_now(rating_steps())
    lows = [now[player.pk].at_least for player, *_figures in rows]
    assert len(rows) == 12 and lows == sorted(lows, reverse=True)


def test_a_player_has_a_page_with_a_line(referee: Client) -> None:
    tournament, _other = played("Uno", day=1), played("Due", day=8, seed=3)
    ratings_switch(on=True)
    player = pair(tournament, 1).player1
    page = referee.get(f"/ratings/{player.pk}/")
    assert page.context["chart"].table.rows[0][0] == "Uno" and page.context["rounds"] == 4
    assert player.full_name in page.content.decode()
    assert referee.get("/ratings/999999/").status_code == 404


def test_the_list_costs_the_same_however_many_tournaments(referee: Client, django_assert_max_num_queries: Any) -> None:
    for day in range(1, 7):
        played(f"Torneo {day}", day=day, rounds=1, pairs=4)
    ratings_switch(on=True)
    referee.get("/ratings/")
    with django_assert_max_num_queries(9):
        referee.get("/ratings/")
