"""The members' page: the people on it, and the data that nobody finds after an erasure."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.views.pages import html_of
from tournaments.models import Player
from tournaments.services import player_change, player_create, player_forget

PEOPLE = (
    ("Rossi", "active", "senior"),
    ("Verdi", "guest", "senior"),
    ("Bianchi", "left", ""),
    ("Rossini", "active", "junior"),
)


@pytest.fixture
def people(db: None) -> None:
    for last, state, category in PEOPLE:
        player_create(details={"last_name": last, "first_name": "Anna", "state": state, "category": category})


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "state", "category", "letters"),
    [
        ({}, None, None, ""),
        ({"q": "rossi"}, None, None, "rossi"),
        ({"state": "guest"}, "guest", None, ""),
        ({"category": "senior"}, None, "senior", ""),
        ({"q": "rossi", "state": "active", "category": "junior"}, "active", "junior", "rossi"),
        ({"q": "verdi", "state": "left"}, "left", None, "verdi"),
    ],
)
def test_members_are_found_by_state_category_and_name(
    referee: Client, asked: dict[str, str], state: str | None, category: str | None, letters: str
) -> None:
    page = html_of(referee.get("/players/", asked))
    meant = {
        last
        for last, its_state, its_category in PEOPLE
        if state in (None, its_state) and category in (None, its_category) and letters in last.lower()
    }
    assert {last for last, _state, _category in PEOPLE if f">{last} Anna<" in page} == meant


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("asked", [{"state": "x"}, {"category": "nobody's"}, {"q": "a" * 101}, {"q": "\x00"}])
def test_what_cannot_be_asked_for_is_said_beside_it(referee: Client, asked: dict[str, str]) -> None:
    response = referee.get("/players/", asked)
    assert response.status_code == 422
    assert "error-sentence" in html_of(response)


def test_from_page_to_page_the_question_stays(referee: Client) -> None:
    Player.objects.bulk_create(
        Player(last_name=f"Rossi{n:03}", search_name=f"rossi{n:03}", state="guest", category="A & B")
        for n in range(101)
    )
    asked = {"q": "ros", "state": "guest", "category": "A & B"}
    page = html_of(referee.get("/players/", asked))
    assert 'href="?q=ros&amp;state=guest&amp;category=A+%26+B&amp;page=2"' in page
    assert "Rossi100" in html_of(referee.get("/players/", asked | {"page": "2"}))


def test_more_members_cost_no_more_queries(referee: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    referee.get("/players/")
    counts = []
    for _members in (1, 100):
        Player.objects.bulk_create(Player(last_name="Rossi", search_name="rossi") for _n in range(_members))
        with django_assert_num_queries(7, exact=False) as queries:
            referee.get("/players/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


SECRET = {
    "last_name": "Riconoscibile",
    "first_name": "Ermenegilda",
    "club": "Circolo Nascosto",
    "card": "C-99123",
    "contact": "ermenegilda@example.org",
    "birth_year": 1931,
    "category": "Serie Unica",
    "province": "Provincia Ignota",
    "region": "Regione Ignota",
}


@pytest.mark.django_db
@pytest.mark.parametrize("field", SECRET)
def test_who_is_forgotten_leaves_nothing_of_any_field(field: str) -> None:
    """Neither the latest nor the earlier data is stored anywhere, including the histories."""
    player = player_create(details=SECRET)
    before = {"birth_year": 1932}.get(field, f"{SECRET[field]} prima")
    player_change(player=player, details={field: before})
    player_forget(player=player)
    for rows in (Player.objects.all(), Player.history.all()):
        values = set(rows.values_list(field, flat=True))
        assert values.isdisjoint({SECRET[field], before})
    assert "riconoscibile" not in Player.objects.get().search_name


def test_every_field_of_a_person_is_forgotten_or_says_nothing_of_them() -> None:
    """A new field must be erased too, or be listed here."""
    fields = {field.name for field in Player._meta.concrete_fields}
    assert fields - SECRET.keys() == {"id", "state", "shown", "search_name", "forgotten"}


def test_a_club_without_members_is_told_how_they_come(referee: Client) -> None:
    page = html_of(referee.get("/en/players/"))
    assert "No members yet" in page
    assert 'href="/en/players/import/">Import members from a list</a>' in page
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    assert "No members yet" not in html_of(referee.get("/en/players/"))
    assert "No members yet" not in html_of(referee.get("/en/players/", {"q": "nobody"}))


@pytest.mark.usefixtures("people")
def test_what_is_asked_for_is_in_sight(referee: Client) -> None:
    asked, unasked = (html_of(referee.get("/players/", given)) for given in ({"state": "guest"}, {}))
    assert '<details class="fold" open>' in asked and '<details class="fold" open>' not in unasked
