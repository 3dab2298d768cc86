"""The people as a program with a token reads them: names, clubs and cards, but no contacts."""

import pytest
from django.test import Client

from accounts.models import Program
from tests.factories import make_tournament, pair
from tests.tournaments.api.tokens import token_for
from tests.tournaments.views.hall.test_private import SECRETS, keep_secrets
from tests.tournaments.views.public_evening import evening
from tournaments.models import Player, Substitute, Tournament
from tournaments.records import Kind

pytestmark = pytest.mark.django_db


def address_of(tournament: Tournament) -> str:
    return f"/en/api/v1/tournaments/{tournament.slug}/people"


def test_everybody_entered_is_there_by_full_name_club_card_and_category() -> None:
    tournament = evening()
    Player.objects.update(shown=Player.Shown.SHORT, club="Aurora")
    keep_secrets()
    answer = Client().get(address_of(tournament), headers=token_for(Program.READ))
    entrants = answer.json()["items"]
    assert [entrant["pair"] for entrant in entrants] == list(range(1, 9))
    first = pair(tournament, 1)
    assert entrants[0]["players"] == [
        {
            "last_name": player.last_name,
            "first_name": player.first_name,
            "club": "Aurora",
            "card": f"CARD-77{player.pk}",
            "category": "Zeta",
        }
        for player in first.players
    ]
    assert {entrant["status"] for entrant in entrants} == {"active"}
    assert (
        SECRETS["contact"] not in answer.content.decode() and str(SECRETS["birth_year"]) not in answer.content.decode()
    )


def test_who_sits_in_for_somebody_is_there_beside_who_was_entered() -> None:
    tournament = make_tournament(pairs=2)
    other = Player.objects.create(last_name="Neri", first_name="Eva", search_name="neri eva")
    entered = pair(tournament, 1)
    Substitute.objects.create(pair=entered, seat=2, player=other, first_round=1)
    entrants = Client().get(address_of(tournament), headers=token_for(Program.READ)).json()["items"]
    assert [
        (len(entrant["players"]), [who["last_name"] for who in entrant["substitutes"]]) for entrant in entrants
    ] == [
        (2, ["Neri"]),
        (2, []),
    ]


def test_in_an_individual_tournament_each_number_is_one_player() -> None:
    tournament = make_tournament(kind=Kind.INDIVIDUAL, pairs=4)
    entrants = Client().get(address_of(tournament), headers=token_for(Program.READ)).json()["items"]
    assert [len(entrant["players"]) for entrant in entrants] == [1, 1, 1, 1]


def test_it_comes_in_stretches_by_a_fixed_number_of_queries(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    tournament, token = make_tournament(pairs=30), token_for(Program.READ)
    with django_assert_max_num_queries(7):
        body = Client().get(f"{address_of(tournament)}?limit=20&offset=20", headers=token).json()
    assert (body["count"], body["next"], [item["pair"] for item in body["items"]]) == (30, None, list(range(21, 31)))


def test_an_unknown_tournament_is_answered_with_a_problem() -> None:
    answer = Client().get("/en/api/v1/tournaments/none/people", headers=token_for(Program.READ))
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
