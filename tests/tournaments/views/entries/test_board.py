"""The club's side of entries: who waits, the answer to each, the terms, and where people find the page."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from tests.factories import AT, make_account, make_tournament
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Entry, EntryTerms, Player, Tournament
from tournaments.services import entry_make, entry_terms_set
from tournaments.services.entries import Sent

pytestmark = pytest.mark.django_db


def open_to(places: int | None = None, **terms: object) -> Tournament:
    tournament = make_tournament()
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": places, **terms})
    return tournament


def enter(tournament: Tournament, *names: str, minute: int = 0) -> Entry:
    sent = Sent(names=names, club="", contact="anna@club.example", form="a" * 32, sender=str(minute))
    return entry_make(tournament=tournament, sent=sent, at=AT + timedelta(minutes=minute))[0]


def group(response: HttpResponse, title: str) -> str:
    """What stands below a heading."""
    found = re.search(rf"<h2>{title}</h2>(.*?)(?:section-head|</main>)", html_of(response), re.DOTALL)
    return found[1] if found else ""


def test_yes_no_and_up_move_entries_from_group_to_group(referee: Client) -> None:
    tournament = open_to(2)
    first, second, third = (enter(tournament, f"Cognome{at} Ada", f"Altro{at} Ugo", minute=at) for at in range(3))
    page = referee.get(url("entries", tournament))
    assert "Cognome0" in group(page, "Wait for your yes") and "Cognome2" in group(page, "Waiting list")
    assert "anna@club.example" in html_of(page)
    referee.post(url("entry", tournament, first.pk))
    referee.post(url("entry_refuse", tournament, second.pk))
    page = referee.get(url("entries", tournament))
    assert "Cognome0" in group(page, "Accepted") and "Cognome1" in group(page, "Refused or withdrawn")
    assert "moved up from the waiting list" in group(page, "Wait for your yes")
    referee.post(url("entry_move_up", tournament, second.pk))
    referee.post(url("entries_accept", tournament))
    assert set(tournament.entries.values_list("state", flat=True)) == {Entry.State.ACCEPTED}
    assert tournament.pairs.count() == 3 and third.pk


def test_who_may_be_several_is_chosen_and_nothing_is_written_before(referee: Client) -> None:
    tournament = open_to()
    for club in ("Bari", "Lecce"):
        Player.objects.create(last_name="Rossi", first_name="Anna", club=club)
    entry = enter(tournament, "Rossi Anna", "Verdi Ugo")
    page = referee.get(url("entries", tournament))
    assert "several members may be meant" in text_of(page) and url("entry", tournament, entry.pk) in html_of(page)
    said = referee.post(url("entries_accept", tournament), follow=True)
    assert "1 entry has to be looked at by itself: Rossi Anna – Verdi Ugo." in text_of(said)
    names = {"player1": "Rossi Anna", "player2": "Verdi Ugo"}
    asked = referee.post(url("entry", tournament, entry.pk), names)
    assert asked.status_code == 422 and "Rossi Anna (Bari)" in text_of(asked) and not tournament.pairs.exists()
    lecce = Player.objects.get(club="Lecce")
    assert referee.post(url("entry", tournament, entry.pk), names | {"player1_id": str(lecce.pk)}).status_code == 302
    assert tournament.pairs.get().player1 == lecce


def test_terms_are_set_and_kept_and_what_cannot_be_is_said(referee: Client) -> None:
    tournament = make_tournament()
    address = url("entry_terms", tournament)
    tomorrow = timezone.localtime() + timedelta(days=1)
    typed = {"is_open": "on", "places": "24", "closes_at": tomorrow.strftime("%Y-%m-%dT%H:%M"), "list_shown": "on"}
    assert referee.post(address, typed).status_code == 302
    terms = EntryTerms.objects.get()
    assert (terms.is_open, terms.places, terms.without_yes, terms.list_shown) == (True, 24, False, True)
    assert terms.closes_at == tomorrow.replace(second=0, microsecond=0)
    for wrong, said in (
        ({"places": "0"}, "greater than or equal to 1"),
        ({"places": "2.5"}, "whole number"),
        ({"closes_at": "2020-01-01T10:00"}, "This moment is past"),
        ({"closes_at": "tomorrow"}, "valid date/time"),
    ):
        answer = referee.post(address, typed | wrong)
        assert answer.status_code == 422 and said in text_of(answer), wrong
    assert EntryTerms.objects.get().places == 24
    # What is past stays as it was set.
    EntryTerms.objects.update(closes_at=timezone.now() - timedelta(days=2))
    kept = re.search(r'name="closes_at" value="([^"]+)"', html_of(referee.get(address)))
    assert kept and referee.post(address, typed | {"closes_at": kept[1]}).status_code == 302


def test_contacts_are_not_for_viewers_and_the_overview_counts(referee: Client) -> None:
    tournament = open_to(1)
    enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Neri Pia", "Gialli Rita", minute=1)
    viewer = Client()
    viewer.force_login(make_account("vito", Role.VIEWER))
    assert viewer.get(url("entries", tournament)).status_code == 403
    for browser in (referee, viewer):
        page = browser.get(url("tournament", tournament))
        assert "1 waits for your yes, 1 on the waiting list" in text_of(page)
        assert "data:image/svg+xml" in html_of(page) and "anna@club.example" not in html_of(page)
    assert url("entries", tournament) in html_of(referee.get(url("tournament", tournament)))


def test_a_long_list_of_entries_costs_no_more_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = open_to()
    for at in range(30):
        enter(tournament, f"Cognome{at:02} Ada", f"Altro{at:02} Ugo", minute=at * 20)
    with django_assert_max_num_queries(16):
        referee.get(url("entries", tournament))


def test_the_announcement_says_where_to_enter_only_while_one_can(referee: Client) -> None:
    tournament = open_to()
    with_qr = referee.get(url("sheet_announcement", tournament)).content
    entry_terms_set(tournament=tournament, terms={"is_open": False})
    without = referee.get(url("sheet_announcement", tournament)).content
    assert with_qr.startswith(b"%PDF") and len(with_qr) > len(without)


def test_the_history_tells_terms_entries_and_answers_and_no_contact(referee: Client) -> None:
    tournament = open_to(1)
    first = enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Neri Pia", "Gialli Rita", minute=1)
    referee.post(url("entry_refuse", tournament, first.pk))
    told = text_of(referee.get(url("history", tournament)))
    assert "Rossi Anna – Verdi Ugo" in told
    assert "not accepted" in told and "on the waiting list" in told and "Terms of entry" in told
    assert "anna@club.example" not in told
    assert "Terms of entry" in text_of(referee.get(f"{url('history', tournament)}?kind=entry"))
