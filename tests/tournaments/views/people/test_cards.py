"""Membership cards: for filtered members, for ticked ones, and never for a member without a number."""

import pytest
from django.test import Client

from accounts.models import Role
from tests.factories import make_account, make_tournament, pair
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Pair, Player
from tournaments.services import player_change, player_create
from tournaments.views.people import cards

pytestmark = pytest.mark.django_db

PAGE, PDF = "/en/players/cards/", "/en/players/cards.pdf"
PEOPLE = (
    ("Rossi", "00123", "active"),
    ("Rosati", "IT-7", "guest"),
    ("Verdi", "9", "active"),
    ("Bianchi", "", "active"),
)


@pytest.fixture
def people() -> dict[str, Player]:
    made = {}
    for last, card, state in PEOPLE:
        details = {"last_name": last, "first_name": "Anna", "card": card, "state": state}
        made[last] = player_create(details=details)
    return made


def printed(referee: Client, **asked: object) -> set[str]:
    response = referee.get(PDF, asked)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf"), text_of(response)
    text = "".join(pages_of(response.content))
    return {last for last, _card, _state in PEOPLE if last in text}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ({}, {"Rossi", "Rosati", "Verdi"}),
        ({"q": "ros"}, {"Rossi", "Rosati"}),
        ({"state": "guest", "skip": "9"}, {"Rosati"}),
        ({"q": "00123", "skip": ""}, {"Rossi"}),
    ],
)
def test_those_have_a_card_whom_the_filter_finds(referee: Client, asked: dict[str, str], meant: set[str]) -> None:
    assert printed(referee, **asked) == meant


def test_of_those_who_are_ticked_and_of_nobody_else(referee: Client, people: dict[str, Player]) -> None:
    chosen = [people["Rossi"].pk, people["Verdi"].pk, people["Bianchi"].pk, 10**17]
    assert printed(referee, only=chosen) == {"Rossi", "Verdi"}
    assert printed(referee, only=chosen, q="ros") == {"Rossi"}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"skip": "10"}, "9"),
        ({"skip": "-1"}, "0"),
        ({"skip": "²"}, "whole number"),
        ({"skip": "9" * 25}, "9"),
        ({"only": "x"}, "x is not one of the available choices"),
        ({"only": "9" * 25}, "is not one of the available choices"),
        ({"only": "\x00"}, "is not one of the available choices"),
        ({"q": "\x00"}, "Null characters"),
        ({"state": "y"}, "y is not one of the available choices"),
        ({"q": "bianchi"}, "None of these people has a card number"),
        ({"q": "nobody"}, "None of these people has a card number"),
    ],
)
def test_what_cannot_be_printed_is_told_on_the_page(referee: Client, asked: dict[str, str], sentence: str) -> None:
    response = referee.get(PDF, asked)
    assert response.status_code == 422 and sentence in text_of(response)


def test_the_page_tells_who_gets_no_card_and_takes_the_filter_along(referee: Client, people: dict[str, Player]) -> None:
    page = referee.get(PAGE, {"state": "active"})
    assert "2 members found have a card number." in text_of(page) and "1 has no card number" in text_of(page)
    assert '<input type="hidden" name="state" value="active">' in html_of(page)
    assert f'name="only" value="{people["Rossi"].pk}"' in html_of(page)
    assert f'name="only" value="{people["Rosati"].pk}"' not in html_of(page)
    assert f'name="only" value="{people["Rossi"].pk}" checked' in html_of(
        referee.get(PDF, {"only": people["Rossi"].pk, "skip": "10"})
    )
    assert "?q=ros&amp;state=active" in html_of(referee.get("/en/players/", {"q": "ros", "state": "active"}))


@pytest.mark.usefixtures("people")
def test_too_many_for_one_file_are_refused(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "MOST_CARDS", 2)
    assert "More than 2 cards" in text_of(referee.get(PAGE))
    assert referee.get(PDF).status_code == 422
    assert printed(referee, q="ros") == {"Rossi", "Rosati"}


def test_more_members_cost_no_more_queries(referee: Client, django_assert_max_num_queries: object) -> None:
    referee.get(PAGE)
    for members in (1, 150):
        for at in range(members):
            player_create(details={"last_name": f"Rossi{members}x{at}", "card": f"{members}{at}"})
        with django_assert_max_num_queries(10):  # type: ignore[operator]
            referee.get(PAGE)


def test_who_comes_with_such_a_card_is_checked_in_by_it(referee: Client) -> None:
    """A scanner types the code's text and Enter."""
    tournament = make_tournament(pairs=3, here=False)
    player_change(player=pair(tournament, 2).player2, details={"card": "it-00123"})
    referee.post(url("check_in", tournament), {"typed": "IT-00123"})
    here = tournament.pairs.filter(status=Pair.Status.ACTIVE).values_list("number", flat=True)
    assert list(here) == [2]


def test_cards_are_the_referees() -> None:
    scorer = Client()
    scorer.force_login(make_account("ugo", Role.SCORER))
    assert [scorer.get(address).status_code for address in (PAGE, PDF)] == [403, 403]
