"""The page where pairs sign up, and the page of their own link: their input, and the data they never show."""

import re
from datetime import time, timedelta
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from accounts.services.login_delays import ENTRY
from tests.factories import make_tournament, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Entry, Pair, Player, Tournament
from tournaments.records import System
from tournaments.services import (
    club_keep_till,
    club_show_players,
    entry_terms_set,
    pair_add,
    special_prize_add,
    till_terms_set,
    tournament_bring_back,
    tournament_change,
    tournament_delete,
)

pytestmark = pytest.mark.django_db

TYPED = {"name1": "Rossi Anna", "name2": "Verdi Ugo", "club": "Lecce", "contact": "333 1234567"}


def open_to(places: int | None = None, *, pairs: int = 0, **terms: object) -> Tournament:
    tournament = make_tournament(pairs=pairs, here=False)
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": places, **terms})
    return tournament


def send(tournament: Tournament, phone: Client | None = None, **typed: str) -> HttpResponse:
    return (phone or Client()).post(url("public_entry", tournament), TYPED | typed)


def page_of(response: HttpResponse) -> str:
    assert response.status_code == 302, text_of(response)
    return urlsplit(response["Location"]).path


def secret_in(response: HttpResponse) -> str:
    found = re.search(r'name="form" value="([0-9a-f]{32})"', html_of(response))
    assert found
    return found[1]


def test_a_pair_enters_looks_at_its_page_and_withdraws_by_its_link_alone() -> None:
    tournament, phone = open_to(16), Client()
    form = secret_in(phone.get(url("public_entry", tournament)))
    own = page_of(send(tournament, phone, form=form))
    page = phone.get(own)
    assert "awaits the club’s approval" in text_of(page) and "Rossi Anna – Verdi Ugo" in text_of(page)
    assert "333 1234567" not in html_of(page) and "no-store" in page["Cache-Control"]
    # A messenger that opens the link withdraws nobody, and a changed link does not exist.
    assert Entry.objects.get().state == Entry.State.WAITING
    assert Client().get(own[:-5] + "0000/").status_code == 404
    assert Client().post(own).status_code == 302
    assert Entry.objects.get().state == Entry.State.WITHDRAWN
    assert "has been withdrawn" in text_of(Client().get(own))


TILL = {"fee": 2000, "per": "player", "reductions": {"Juniores": 500}, "fund_percent": 80, "fund_amount": None}


def with_prizes(**terms: object) -> Tournament:
    """Create an evening with prizes that begins at a quarter past nine."""
    club_keep_till(keeps=True)
    tournament = open_to(16, pairs=3)
    tournament_change(tournament=tournament, changes={"starts_at": time(21, 15), "date": timezone.localdate()})
    till_terms_set(tournament=tournament, terms=TILL | {"shares": [50, 30, 20]} | terms)
    prize = {"title": "Miglior junior", "given_for": "category", "category": "Juniores", "cents": 1000}
    special_prize_add(tournament=tournament, details=prize)
    special_prize_add(tournament=tournament, details={"title": "Torta", "given_for": "lot"})
    return tournament


def poster_of(referee: Client, tournament: Tournament) -> str:
    pages = PdfReader(BytesIO(referee.get(url("sheet_poster", tournament)).content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_the_page_of_entries_and_the_poster_tell_start_fee_and_prizes(referee: Client) -> None:
    tournament = with_prizes()
    fee, prizes = "€20.00 per player; Juniores €5.00", "80% of the fees: 50%, 30%, 20%; Miglior junior €10.00; Torta"
    page, poster = text_of(Client().get(url("public_entry", tournament))), poster_of(referee, tournament)
    assert "at 21:15" in page and "21:15" in poster
    for text in (fee, prizes):
        assert text in page and text in poster
    till_terms_set(tournament=tournament, terms={"fee": 0, "fund_percent": None, "fund_amount": 30_000})
    page = text_of(Client().get(url("public_entry", tournament)))
    assert "Fee" not in page and "Prizes €300.00: 50%, 30%, 20%; Miglior junior" in page
    club_keep_till(keeps=False)
    page, poster = text_of(Client().get(url("public_entry", tournament))), poster_of(referee, tournament)
    assert "Prizes" not in page + poster and "€" not in page + poster


PLANNED = (("Pieno", 2, "individual"), ("Chiuso", 3, "pairs"), ("Soci", 4, "pairs"), ("Ieri", -1, "pairs"))


def test_everybody_finds_what_is_coming_and_the_way_in() -> None:
    tournament = with_prizes()
    today = timezone.localdate()
    full, closed, by_the_club, passed = (
        make_tournament(name=name, date=today + timedelta(days=days), pairs=4, here=False, kind=kind)
        for name, days, kind in (
            ("Pieno", 2, "individual"),
            ("Chiuso", 3, "pairs"),
            ("Soci", 4, "pairs"),
            ("Ieri", -1, "pairs"),
        )
    )
    entry_terms_set(tournament=full, terms={"is_open": True, "places": 4})
    entry_terms_set(tournament=closed, terms={"is_open": True, "closes_at": timezone.now() - timedelta(hours=1)})
    answer = Client().get("/en/")
    page, text = html_of(answer), text_of(answer)
    assert "Pairs · €20.00 per player; Juniores €5.00 · 13 places are free Prizes: " in text
    assert "at 21:15" in text
    assert re.findall(r'href="/en/t/([^/]*)/enter/"', page) == [tournament.slug, full.slug]
    assert "All places are taken: there is a waiting list. Sign up here" in text
    assert "Chiuso Pairs Entries are closed: get in touch with the club." in text
    assert "Soci Pairs To enter, get in touch with the club." in text
    assert "Ieri" not in text and by_the_club.name in text and passed.name not in text
    # An entry takes a place at once, and a started tournament is no longer listed.
    send(tournament)
    full.pairs.update(status=Pair.Status.ACTIVE)
    start_round(full, System.INDIVIDUAL)
    text = text_of(Client().get("/en/"))
    assert "12 places are free" in text and text.count("Sign up here") == 1


def test_many_tournaments_to_come_cost_no_more_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with_prizes()
    with CaptureQueriesContext(connection) as one:
        Client().get("/en/")
    for _ in range(5):
        with_prizes()
    with django_assert_num_queries(len(one)):
        Client().get("/en/")


def test_sent_twice_from_one_form_it_is_one_entry_with_one_link() -> None:
    tournament, phone = open_to(), Client()
    form = secret_in(phone.get(url("public_entry", tournament)))
    pages = {page_of(send(tournament, phone, form=form)) for _time in range(3)}
    assert len(pages) == 1 and Entry.objects.count() == 1
    again = send(tournament)
    assert again.status_code == 422 and "already been entered" in text_of(again)
    # The typed text stays, and the first entry's link is not shown to anybody else.
    assert 'value="Verdi Ugo"' in html_of(again) and pages.pop() not in html_of(again)


def test_a_form_without_a_secret_of_ours_comes_back_with_one() -> None:
    tournament, phone = open_to(), Client()
    form = secret_in(send(tournament, phone, form="x", name1=""))
    assert len({page_of(send(tournament, phone, form=form)) for _time in range(2)}) == 1


def test_what_cannot_be_accepted_says_so_at_once() -> None:
    tournament = open_to(16)
    send(tournament)
    own = page_of(send(tournament, name1="Neri Pia", name2="verdi ugo"))
    text = text_of(Client().get(own))
    assert "This entry holds no place: verdi ugo is entered with another partner, too." in text
    assert "All places are taken" not in text and "You are number" not in text
    pair_add(tournament=tournament, players=["Sala Eva", "Galli Ivo"])
    refused = send(tournament, name1="Costa Lia", name2="Galli Ivo")
    assert refused.status_code == 422 and 'value="Costa Lia"' in html_of(refused)
    assert "Galli Ivo is already entered in this tournament, with another partner: tell the club." in text_of(refused)


def test_a_team_is_asked_for_where_there_are_teams_and_nowhere_else(referee: Client) -> None:
    tournament = make_tournament(here=False, kind="teams")
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    assert "Your team" in text_of(Client().get(url("public_entry", tournament)))
    own = page_of(send(tournament, team="  Le  Volpi "))
    assert "Le Volpi" in text_of(Client().get(own)) and "Le Volpi" in text_of(referee.get(url("entries", tournament)))
    for nonsense in ("x" * 121, "a\0b"):
        refused = send(tournament, name1="Altri Ada", team=nonsense)
        assert refused.status_code == 422 and 'value="Altri Ada"' in html_of(refused)
    other = open_to()
    assert "Your team" not in text_of(Client().get(url("public_entry", other)))


def test_a_form_needs_its_token_against_forged_requests() -> None:
    tournament = open_to()
    assert Client(enforce_csrf_checks=True).post(url("public_entry", tournament), TYPED).status_code == 403
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name1": ""}, "This field is required"),
        ({"name1": "12345"}, "A name must contain letters"),
        ({"name1": "A" * 200}, "at most 162"),
        ({"name1": "A" * 100}, "too long for a name"),
        ({"name2": "Anna  ROSSI"}, "the same name twice"),
        ({"name2": "🂡"}, "A name must contain letters"),
        ({"contact": ""}, "This field is required"),
        ({"contact": "333"}, "at least 5"),
        ({"contact": "1" * 121}, "at most 120"),
        ({"club": "C" * 121}, "at most 120"),
    ],
)
def test_what_cannot_be_is_said_and_stays_typed(typed: dict[str, str], sentence: str) -> None:
    tournament = open_to()
    answer = send(tournament, **typed)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert 'value="Lecce"' in html_of(answer) or "club" in typed
    assert not Entry.objects.exists()


def test_where_the_club_opened_nothing_and_of_a_tournament_put_away_there_is_no_page() -> None:
    closed = make_tournament()
    assert Client().get(url("public_entry", closed)).status_code == 404
    tournament = open_to()
    own = page_of(send(tournament))
    address = url("public_entry", tournament)
    away = tournament_delete(tournament=tournament, by=None, at=timezone.now())
    assert [Client().get(page).status_code for page in (address, own)] == [404, 404]
    assert Client().post(own).status_code == 404
    tournament_bring_back(tournament=away)
    assert [Client().get(page).status_code for page in (address, own)] == [200, 200]


def test_when_the_time_is_up_the_page_says_so_and_takes_nothing() -> None:
    tournament = open_to(closes_at=timezone.now() - timedelta(minutes=1))
    page = Client().get(url("public_entry", tournament))
    assert "Entries are closed" in text_of(page) and 'name="name1"' not in html_of(page)
    answer = send(tournament)
    assert answer.status_code == 422 and not Entry.objects.exists()


def test_full_it_says_so_before_and_the_place_on_the_list_afterwards() -> None:
    tournament = open_to(1)
    send(tournament)
    page = text_of(Client().get(url("public_entry", tournament)))
    assert "0 places of 1 are free" in page and "waiting list" in page
    own = page_of(send(tournament, name1="Neri Pia", name2="Gialli Rita"))
    assert "You are number 1 on the list." in text_of(Client().get(own))


def test_no_page_tells_a_member_or_a_contact_and_names_only_where_the_club_wants_it() -> None:
    Player.objects.create(last_name="Segreta", first_name="Maria", contact="maria@club.example")
    Player.objects.create(last_name="Corti", first_name="Lea", shown=Player.Shown.SHORT)
    tournament = open_to(without_yes=True)
    own = page_of(send(tournament, name1="Segreta Maria", name2="Corti Lea"))
    send(tournament, name1="Neri Pia", name2="")
    address = url("public_entry", tournament)
    assert "Corti" not in html_of(Client().get(address))
    entry_terms_set(tournament=tournament, terms={"list_shown": True})
    page = Client().get(address)
    assert "Segreta Maria – Corti L." in text_of(page) and "Corti Lea" not in html_of(page)
    for response in (page, Client().get(own), Client().get(url("public_ranking", tournament))):
        assert "maria@club.example" not in html_of(response) and "333 1234567" not in html_of(response)
    # The fields do not complete names.
    assert "hx-get" not in html_of(page).split("<form", 1)[1].split("</form>")[0]
    assert "complete" not in html_of(page).replace("autocomplete", "")


def test_the_players_pages_lead_to_the_entries_while_they_are_open() -> None:
    tournament = open_to()
    assert url("public_entry", tournament) in html_of(Client().get(url("public_ranking", tournament)))
    entry_terms_set(tournament=tournament, terms={"is_open": False})
    assert url("public_entry", tournament) not in html_of(Client().get(url("public_ranking", tournament)))


def test_who_sends_many_names_that_have_entered_has_to_wait_and_nobody_elsewhere_does() -> None:
    tournament = open_to()
    send(tournament)
    texts = [text_of(send(tournament)) for _time in range(ENTRY.free + 2)]
    assert all("already been entered" in text for text in texts[: ENTRY.free])
    assert "then try again" in texts[-1] and "already been entered" not in texts[-1]
    assert "then try again" in text_of(send(tournament, name1="Neri Pia"))
    at_home = Client(REMOTE_ADDR="198.51.100.7")
    assert send(tournament, at_home, name1="Neri Pia").status_code == 302


def entered_and_begun() -> tuple[Tournament, str]:
    """Return a tournament with an accepted entry that has begun, and the entry's own page."""
    tournament = open_to(16, without_yes=True)
    own = page_of(send(tournament))
    pair_add(tournament=tournament, players=["Bianchi Ada", "Neri Ugo"])
    return tournament, own


def test_the_link_of_who_has_played_hides_their_public_page_and_only_the_club_shows_it_again() -> None:
    club_show_players(shown=True)
    tournament, own = entered_and_begun()
    anna = Player.objects.get(last_name="Rossi")
    # Anybody can type a name: before the tournament begins, a link says nothing about its owner.
    assert "Hide the page" not in text_of(Client().get(own))
    refused = Client().post(own, {"hide": str(anna.pk)})
    assert refused.status_code == 422 and "cannot be hidden from here" in text_of(refused)
    Pair.objects.update(status=Pair.Status.ACTIVE)
    start_round(tournament)
    page = text_of(Client().get(own))
    assert page.count("Hide the page") == 2 and "Rossi Anna: public page" in page
    other = Player.objects.get(last_name="Bianchi")
    assert Client().post(own, {"hide": str(other.pk)}).status_code == 422
    assert Client().post(own, {"hide": str(anna.pk)}).status_code == 302
    assert set(Player.objects.filter(shown=Player.Shown.HIDDEN)) == {anna}
    page = text_of(Client().get(own))
    assert page.count("Hide the page") == 1 and "Rossi A.: the public page is hidden." in page
    # A second press changes nothing, and withdraws nobody.
    changes = Player.history.count()
    assert Client().post(own, {"hide": str(anna.pk)}).status_code == 302
    assert Player.history.count() == changes and Entry.objects.get().state == Entry.State.ACCEPTED


def test_no_page_is_offered_to_hide_where_the_club_shows_none() -> None:
    tournament, own = entered_and_begun()
    Pair.objects.update(status=Pair.Status.ACTIVE)
    start_round(tournament)
    anna = Player.objects.get(last_name="Rossi")
    assert "Hide the page" not in text_of(Client().get(own))
    assert Client().post(own, {"hide": str(anna.pk)}).status_code == 422


def test_the_link_shows_what_is_stored_of_the_entry_and_no_more_of_the_contact_than_its_end() -> None:
    page = Client().get(page_of(send(open_to(16))))
    assert "…567" in text_of(page) and "333 1234567" not in html_of(page) and "Lecce" in text_of(page)
