"""The club's side of entries: the waiting list, the answers, the terms, and the page's address."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from tests.factories import AT, make_account, make_tournament, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, plain, said, text_of, url
from tournaments.models import Entry, EntryTerms, Pair, Player, Tournament
from tournaments.services import entry_make, entry_terms_set
from tournaments.services.entries import SentEntry

pytestmark = pytest.mark.django_db


def open_to(places: int | None = None, **terms: object) -> Tournament:
    tournament = make_tournament()
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": places} | terms)
    return tournament


def enter(tournament: Tournament, *names: str, minute: int = 0) -> Entry:
    sent = SentEntry(names=names, club="", contact="anna@club.example", form="a" * 32, sender=str(minute))
    return entry_make(tournament=tournament, sent=sent, at=AT + timedelta(minutes=minute))[0]


def group(response: HttpResponse, title: str) -> str:
    """Return the text below a heading."""
    found = re.search(rf"<h2>{title}</h2>(.*?)(?:section-head|</main>)", html_of(response), re.DOTALL)
    return found[1] if found else ""


def test_yes_no_and_up_move_entries_from_group_to_group(referee: Client) -> None:
    tournament = open_to(2)
    first, second, third = (
        enter(tournament, f"{last} Ada", f"{last}elli Ugo", minute=at)
        for at, last in enumerate(("Rossi", "Fontana", "Moretti"))
    )
    page = referee.get(url("entries", tournament))
    assert "Rossi Ada" in group(page, "Awaiting your approval") and "Moretti Ada" in group(page, "Waiting list")
    assert "anna@club.example" in html_of(page)
    assert re.findall(r'row-number">(\d+)<', html_of(page)) == ["1"]
    referee.post(url("entry", tournament, first.pk))
    referee.post(url("entry_refuse", tournament, second.pk))
    page = referee.get(url("entries", tournament))
    assert "Rossi Ada" in group(page, "Accepted") and "Fontana Ada" in group(page, "Refused or withdrawn")
    assert "moved up from the waiting list" in group(page, "Awaiting your approval")
    referee.post(url("entry_move_up", tournament, second.pk))
    accepted = referee.post(url("entries_accept", tournament))
    assert said(accepted) == "Everybody on the waiting list has been entered."
    assert set(tournament.entries.values_list("state", flat=True)) == {Entry.State.ACCEPTED}
    assert tournament.pairs.count() == 3 and third.pk
    for name in ("entry_refuse", "entry_move_up"):
        too_late = said(referee.post(url(name, tournament, third.pk)))
        assert too_late.endswith("They have already been entered: change or withdraw them among the pairs.")
        assert referee.get(url("entries", tournament)).status_code == 200


def test_who_may_be_several_is_chosen_and_nothing_is_written_before(referee: Client) -> None:
    tournament = open_to()
    for club in ("Bari", "Lecce"):
        Player.objects.create(last_name="Rossi", first_name="Anna", club=club)
    entry = enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Rossi Anna", "Neri Leo", minute=20)
    page = referee.get(url("entries", tournament))
    assert "several members may be meant" in text_of(page) and url("entry", tournament, entry.pk) in html_of(page)
    answer = referee.post(url("entries_accept", tournament), follow=True)
    assert "2 entries have to be checked individually: Rossi Anna – Verdi Ugo; Rossi Anna – Neri Leo." in text_of(
        answer
    )
    names = {"player1": "Rossi Anna", "player2": "Verdi Ugo"}
    response = referee.post(url("entry", tournament, entry.pk), names)
    assert response.status_code == 422 and "Rossi Anna (Bari)" in text_of(response) and not tournament.pairs.exists()
    lecce = Player.objects.get(club="Lecce")
    assert referee.post(url("entry", tournament, entry.pk), names | {"player1_id": str(lecce.pk)}).status_code == 302
    assert tournament.pairs.get().player1 == lecce


def test_terms_are_stored_and_wrong_ones_are_refused_with_a_sentence(referee: Client) -> None:
    tournament = make_tournament()
    address = url("entry_terms", tournament)
    tomorrow = timezone.localtime() + timedelta(days=1)
    typed = {"is_open": "on", "places": "24", "closes_at": tomorrow.strftime("%Y-%m-%dT%H:%M"), "list_shown": "on"}
    assert said(referee.post(address, typed)) == "The terms of entry are saved."
    terms = EntryTerms.objects.get()
    assert (terms.is_open, terms.places, terms.without_yes, terms.list_shown) == (True, 24, False, True)
    assert terms.closes_at == tomorrow.replace(second=0, microsecond=0)
    for wrong, text in (
        ({"places": "0"}, "greater than or equal to 1"),
        ({"places": "2.5"}, "whole number"),
        ({"closes_at": "2020-01-01T10:00"}, "This time is in the past"),
        ({"closes_at": "tomorrow"}, "valid date/time"),
    ):
        answer = referee.post(address, typed | wrong)
        assert answer.status_code == 422 and text in text_of(answer), wrong
    assert EntryTerms.objects.get().places == 24
    # A time that has passed can be saved unchanged.
    EntryTerms.objects.update(closes_at=timezone.now() - timedelta(days=2))
    closes_at = re.search(r'name="closes_at" value="([^"]+)"', html_of(referee.get(address)))
    assert closes_at and referee.post(address, typed | {"closes_at": closes_at[1]}).status_code == 302


def test_contacts_are_not_for_viewers_and_the_overview_counts(referee: Client) -> None:
    tournament = open_to(1)
    enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Neri Pia", "Gialli Rita", minute=1)
    viewer = Client()
    viewer.force_login(make_account("vito", Role.VIEWER))
    assert viewer.get(url("entries", tournament)).status_code == 403
    for browser in (referee, viewer):
        page = browser.get(url("tournament", tournament))
        assert "1 awaiting your approval, 1 on the waiting list" in text_of(page)
        assert "data:image/svg+xml" in html_of(page) and "anna@club.example" not in html_of(page)
    assert url("entries", tournament) in html_of(referee.get(url("tournament", tournament)))


def test_what_cannot_be_accepted_and_who_is_likely_a_member_is_flagged(referee: Client) -> None:
    tournament = open_to()
    Player.objects.create(last_name="Rossi", first_name="Anna", club="Lecce")
    enter(tournament, "Verdi Ugo", "Rosi Anna")
    enter(tournament, "Neri Pia", "Verdi Ugo", minute=20)
    enter(tournament, "Sala Eva", "Rosi Anno", minute=40)
    page = referee.get(url("entries", tournament))
    waiting, listed = plain(group(page, "Awaiting your approval")), plain(group(page, "Waiting list"))
    assert "Rosi Anna: perhaps Rossi Anna, a member" in waiting and "Say who it is" in waiting
    assert "Rosi Anno: much like an earlier entry, Verdi Ugo – Rosi Anna" in waiting
    assert "Verdi Ugo is in an earlier entry, too." in listed and "Say who it is" in listed
    assert "Move up" not in listed
    response = referee.post(url("entry", tournament, tournament.entries.first().pk))  # type: ignore[union-attr]
    assert response.status_code == 422 and "Rosi Anna is nearly Rossi Anna (Lecce): say who it is." in text_of(response)


def test_a_prank_is_pointed_out_and_taken_out_at_once(referee: Client) -> None:
    tournament = open_to(without_yes=True)
    for at, last in enumerate(("Topolino", "Paperino", "Pippo", "Pluto", "Minnie", "Gastone")):
        sent = SentEntry(
            names=(f"{last} Ada", f"{last}ssimo Ugo"), club="", contact="33333", form=str(at), sender="p" * 32
        )
        entry_make(tournament=tournament, sent=sent, at=AT)
    page = referee.get(url("entries", tournament))
    assert "6 entries came from one device or network" in text_of(page) and Player.objects.count() == 12
    answer = referee.post(url("entries_take_out", tournament), {"sender": "p" * 32}, follow=True)
    assert "They have been removed" in text_of(answer) and "came from one device" not in text_of(answer)
    assert not Player.objects.exists() and not tournament.pairs.exists()
    assert set(tournament.entries.values_list("state", flat=True)) == {Entry.State.REFUSED}
    assert referee.get(url("history", tournament)).status_code == 200
    # Without a sender, no entries are refused.
    enter(tournament, "Rossi Anna", "Neri Ugo")
    tournament.entries.update(sender="")
    for nobody in ({"sender": ""}, {}):
        referee.post(url("entries_take_out", tournament), nobody)
    assert tournament.pairs.count() == 1


def test_a_final_evening_accepts_nobody(referee: Client) -> None:
    tournament = open_to()
    enter(tournament, "Rossi Anna", "Neri Ugo")
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINAL)
    answer = referee.post(url("entries_accept", tournament))
    assert answer["Location"] == url("entries", tournament) and "final" in said(answer)
    assert not tournament.pairs.exists()


def test_entries_with_a_seat_stay_and_are_named(referee: Client) -> None:
    tournament = open_to(without_yes=True)
    enter(tournament, "Rossi Anna", "Neri Ugo")
    enter(tournament, "Verdi Pia", "Sala Leo")
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    start_round(tournament)
    answer = referee.post(url("entries_take_out", tournament), {"sender": "0"})
    assert said(answer) == (
        "These stay, because they have a seat or have paid: Rossi Anna – Neri Ugo; Verdi Pia – Sala Leo."
    )
    assert tournament.pairs.count() == 2


def test_a_long_list_of_entries_costs_no_more_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = open_to()
    for at in range(30):
        enter(tournament, f"Cognome{at:02} Ada", f"Altro{at:02} Ugo", minute=at * 20)
    with django_assert_max_num_queries(17):
        referee.get(url("entries", tournament))


def test_the_poster_leads_to_the_entries_only_while_one_can_enter(referee: Client) -> None:
    tournament = open_to()
    for paper in ("", "?paper=A3"):
        entry_terms_set(tournament=tournament, terms={"is_open": True})
        (while_open,) = pages_of(referee.get(url("sheet_poster", tournament) + paper).content)
        entry_terms_set(tournament=tournament, terms={"is_open": False})
        (closed,) = pages_of(referee.get(url("sheet_poster", tournament) + paper).content)
        assert "Sign up on your phone" in " ".join(while_open.split()) and "/enter/" in while_open
        assert "Your table and the ranking" in " ".join(closed.split()) and "/enter/" not in closed
    assert referee.get(url("sheet_poster", tournament) + "?paper=A9").status_code == 404


def test_the_history_tells_terms_entries_and_answers_and_no_contact(referee: Client) -> None:
    tournament = open_to(1)
    first = enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Neri Pia", "Gialli Rita", minute=1)
    referee.post(url("entry_refuse", tournament, first.pk))
    text = text_of(referee.get(url("history", tournament)))
    assert "Rossi Anna – Verdi Ugo" in text
    assert "not accepted" in text and "on the waiting list" in text and "Terms of entry" in text
    assert "anna@club.example" not in text
    assert "Terms of entry" in text_of(referee.get(f"{url('history', tournament)}?kind=entry"))
