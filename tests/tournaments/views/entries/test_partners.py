"""The pages of players alone who look for a partner: what they show to whom, and what their buttons do."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.services.login_delays import ENTRY
from tests.factories import start_round
from tests.tournaments.views.entries.test_public_entry import open_to, page_of, secret_in, send
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.models import Entry, Pair, Player, Tournament
from tournaments.services import entry_accept, entry_terms_set

pytestmark = pytest.mark.django_db

ALONE = {"name1": "Rossi Annabella", "name2": "", "contact": "333 1111111"}
OFFERED = {"name1": "Verdi Ugobaldo", "club": "Bari", "contact": "ugo@casa.example"}


def alone(tournament: Tournament, **typed: str) -> tuple[str, Entry]:
    """Enter a player alone who is shown. Return the address of the own link, and the entry."""
    own = page_of(send(tournament, **(ALONE | {"looking": "on"} | typed)))
    return own, tournament.entries.get(name1=typed.get("name1", ALONE["name1"]))


def offer(tournament: Tournament, entry: Entry, **typed: str) -> HttpResponse:
    return Client().post(url("public_offer", tournament, entry.pk), OFFERED | typed)


def test_a_player_alone_is_shown_is_answered_and_accepts_by_the_own_link() -> None:
    tournament = open_to(list_shown=True)
    own, entry = alone(tournament)
    page = Client().get(url("public_entry", tournament))
    assert "Looking for a partner 1 Rossi A. Offer to play" in text_of(page)
    form = Client().get(url("public_offer", tournament, entry.pk))
    assert "Play with Rossi A." in text_of(form) and "Your partner" not in text_of(form)
    theirs = page_of(offer(tournament, entry, form=secret_in(form)))
    assert page_of(offer(tournament, entry, form=secret_in(form))) == theirs
    shown = Client().get(theirs)
    assert "Rossi A. can read your offer now." in text_of(shown) and "Withdraw the offer" in text_of(shown)
    assert shown.context["entry_sentence"] == "" and shown.status_code == 200
    made = entry.answered_by.get()
    text = text_of(Client().get(own))
    assert "Who wants to play with you" in text and "Verdi Ugobaldo · Bari" in text
    assert page_of(Client().post(own, {"act": "accept", "offer": made.pk})) == own
    assert "Rossi Annabella – Verdi Ugobaldo" in text_of(Client().get(own))
    text = text_of(Client().get(theirs))
    assert "Rossi Annabella has accepted: you are entered together." in text and "awaits the club’s approval" in text
    assert "Withdraw the entry" in text and "Keep this link" in text
    entry_accept(entry=Entry.objects.get(pk=entry.pk))
    assert "Rossi Annabella – Verdi Ugobaldo" in text_of(Client().get(url("public_entry", tournament)))
    assert "You are signed up" in text_of(Client().get(theirs))
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    text = text_of(Client().get(theirs))
    assert "you are entered together." in text and "The tournament has begun" not in text and "Withdraw" not in text
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.REGISTRATION)
    assert Client().post(theirs, {"act": "joined"}).status_code == 302
    assert "has been withdrawn" in text_of(Client().get(own))
    assert "Withdraw" not in text_of(Client().get(theirs))


def test_nobody_is_shown_who_did_not_ask_for_it_and_the_own_link_changes_that() -> None:
    tournament = open_to()
    own, entry = alone(tournament, looking="")
    Entry.objects.filter(pk=entry.pk).update(looking=False)
    page, form = (Client().get(address) for address in (url("public_entry", tournament), own))
    assert "Rossi" not in html_of(page) and "Show that I am looking for a partner" in text_of(form)
    assert 'name="looking"' in html_of(page) and "checked" not in html_of(page)
    assert Client().get(url("public_offer", tournament, entry.pk)).status_code == 404
    Client().post(own, {"act": "look", "looking": "yes"})
    assert "Rossi A." in text_of(Client().get(url("public_entry", tournament)))
    assert "Stop showing it" in text_of(Client().get(own))
    Client().post(own, {"act": "look"})
    assert "Rossi" not in html_of(Client().get(url("public_entry", tournament)))
    assert Entry.objects.get().state == Entry.State.WAITING


@pytest.mark.parametrize("language", ["it", "en"])
def test_no_page_of_the_public_tells_a_contact_or_a_first_name(language: str, referee: Client) -> None:
    tournament = open_to(without_yes=True, list_shown=True)
    own, entry = alone(tournament)
    theirs = page_of(offer(tournament, entry))
    start = "" if language == "it" else "/en"
    slug = tournament.slug
    public = [
        *("/", f"/t/{slug}/", f"/t/{slug}/enter/", f"/t/{slug}/enter/partner/{entry.pk}/", "/calendar.ics"),
        *(f"/t/{slug}/people/", f"/api/v1/tournaments/{slug}", f"/api/v1/tournaments/{slug}/pairs"),
    ]
    addresses = [address if address.startswith("/api") else start + address for address in public]
    for address in addresses:
        html = html_of(Client().get(address, follow=True))
        for secret in ("333 1111111", "ugo@casa.example", "Annabella", "Ugobaldo"):
            assert secret not in html, (address, secret)
    # Either sees the name or the short name of the other, and never a contact.
    mine, other = html_of(Client().get(own)), html_of(Client().get(theirs))
    assert "Ugobaldo" in mine and "ugo@casa.example" not in mine + other
    assert "Rossi A." in other and "Annabella" not in other and "333 1111111" not in mine + other
    Client().post(own, {"act": "accept", "offer": entry.answered_by.get().pk})
    mine, other = html_of(Client().get(own)), html_of(Client().get(theirs))
    assert "ugo@casa.example" not in mine + other and "333 1111111" not in mine + other
    # The club sees both.
    board = html_of(referee.get(url("entries", tournament)))
    assert "ugo@casa.example" in board and "333 1111111" in board


def test_a_member_is_shown_as_the_club_knows_them() -> None:
    tournament = open_to(without_yes=True)
    Player.objects.create(last_name="De Rossi", first_name="Anna")
    _own, entry = alone(tournament, name1="Anna De Rossi")
    assert entry.state == Entry.State.ACCEPTED
    assert "De Rossi A. Offer to play" in text_of(Client().get(url("public_entry", tournament)))


def test_an_offer_is_declined_or_withdrawn_and_each_side_reads_so() -> None:
    tournament = open_to()
    own, entry = alone(tournament)
    first, second = (page_of(offer(tournament, entry, name1=name)) for name in ("Verdi Ugo", "Neri Pia"))
    declined, withdrawn = entry.answered_by.order_by("pk")
    Client().post(own, {"act": "decline", "offer": declined.pk})
    refused = Client().get(first)
    assert refused.status_code == 200 and "Your offer was not accepted." in text_of(refused)
    assert "Withdraw the offer" not in text_of(Client().get(first))
    assert Client().post(second, {"act": "proposed"}).status_code == 302
    assert "This offer has been withdrawn." in text_of(Client().get(second))
    answer = Client().post(own, {"act": "accept", "offer": withdrawn.pk})
    assert answer.status_code == 422 and "withdrawn in the meantime" in text_of(answer)
    assert "Who wants to play with you" not in text_of(answer)
    assert not Entry.objects.filter(pk__in=[declined.pk, withdrawn.pk]).exclude(contact="").exists()
    # Whoever is told too late that they are accepted withdraws nobody.
    third = page_of(offer(tournament, entry, name1="Blu Leo"))
    Client().post(own, {"act": "accept", "offer": entry.answered_by.get(name1="Blu Leo").pk})
    late = Client().post(third, {"act": "proposed"})
    assert late.status_code == 422 and "accepted in the meantime" in text_of(late)
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.WAITING


@pytest.mark.parametrize("key", ["", "x", "99999999999999999999", "0"])
def test_an_offer_that_there_is_not_or_of_somebody_else_is_not_found(key: str) -> None:
    tournament = open_to()
    own, entry = alone(tournament)
    own_too, _other = alone(tournament, name1="Neri Pia")
    offer(tournament, entry)
    assert Client().post(own, {"act": "accept", "offer": key}).status_code == 404
    assert Client().post(own_too, {"act": "accept", "offer": entry.answered_by.get().pk}).status_code == 404


def test_what_is_typed_wrongly_is_said_and_stays() -> None:
    tournament = open_to()
    _own, entry = alone(tournament)
    answer = offer(tournament, entry, contact="1")
    assert answer.status_code == 422 and "Verdi Ugobaldo" in html_of(answer)
    answer = offer(tournament, entry, name1="Rossi Annabella")
    assert answer.status_code == 422 and "already made an offer" in text_of(answer)


def test_who_sends_many_offers_in_known_names_has_to_wait() -> None:
    tournament = open_to()
    _own, entry = alone(tournament)
    offer(tournament, entry)
    texts = [text_of(offer(tournament, entry)) for _time in range(ENTRY.free + 2)]
    assert all("already made an offer" in text for text in texts[: ENTRY.free])
    assert "then try again" in texts[-1]


def test_when_entries_are_closed_nobody_is_shown_and_when_play_begins_nothing_changes() -> None:
    tournament = open_to(pairs=4)
    own, entry = alone(tournament)
    theirs = page_of(offer(tournament, entry))
    entry_terms_set(tournament=tournament, terms={"is_open": False})
    assert Client().get(url("public_offer", tournament, entry.pk)).status_code == 404
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    start_round(tournament)
    assert "Rossi" not in html_of(Client().get(url("public_entry", tournament)))
    assert Client().post(own, {"act": "accept", "offer": entry.answered_by.get().pk}).status_code == 422
    text = text_of(Client().get(theirs))
    assert "Withdraw the offer" not in text and "The tournament has begun" in text
    assert "Who wants to play with you" not in text_of(Client().get(own))


def test_the_club_shows_hides_accepts_and_declines(referee: Client) -> None:
    tournament = open_to()
    _own, entry = alone(tournament)
    offer(tournament, entry, name1="Verdi Ugo")
    offer(tournament, entry, name1="Neri Pia", contact="pia@casa.example")
    text = text_of(referee.get(url("entries", tournament)))
    assert "shown as looking for a partner" in text and "Neri Pia offers to play · Bari" in text
    assert "pia@casa.example" in text
    referee.post(url("entry_look", tournament, entry.pk))
    assert "Rossi" not in html_of(Client().get(url("public_entry", tournament)))
    referee.post(url("entry_look", tournament, entry.pk), {"looking": "yes"})
    verdi, neri = entry.answered_by.order_by("pk")
    referee.post(url("entry_offer", tournament, verdi.pk), {"act": "decline"})
    verdi.refresh_from_db()
    assert verdi.state == Entry.State.DECLINED
    answer = referee.post(url("entry_offer", tournament, neri.pk), {"act": "accept"})
    assert said(answer) == "Rossi Annabella – Neri Pia are now one entry."
    assert "no longer open" in said(referee.post(url("entry_offer", tournament, verdi.pk), {"act": "accept"}))
    assert "no longer looking" in said(referee.post(url("entry_look", tournament, entry.pk), {"looking": "yes"}))
    page = html_of(referee.get(url("entries", tournament)))
    assert "pia@casa.example" in page and "offers to play" not in page
    assert referee.post(url("entry_offer", tournament, entry.pk), {"act": "accept"}).status_code == 404


def test_the_history_tells_who_looked_who_offered_and_what_became_of_it(referee: Client) -> None:
    tournament = open_to()
    own, entry = alone(tournament)
    offer(tournament, entry)
    Client().post(own, {"act": "look"})
    Client().post(own, {"act": "accept", "offer": entry.answered_by.get().pk})
    text = text_of(referee.get(url("history", tournament)))
    for told in ("offers to play as a partner", "plays in the entry of the partner", "Shown as looking for a partner"):
        assert told in text
    assert "Rossi Annabella – Verdi Ugobaldo" in text and "casa.example" not in text


def test_many_who_look_cost_no_more_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = open_to()
    for number in range(6):
        _own, entry = alone(tournament, name1=f"Sola{chr(97 + number)} Ada")
        offer(tournament, entry, name1=f"Solo{chr(97 + number)} Ugo")
    with django_assert_max_num_queries(16):
        page = Client().get(url("public_entry", tournament))
    assert len(re.findall("Offer to play", text_of(page))) == 6
    with django_assert_max_num_queries(32):
        assert len(re.findall("offers to play", text_of(referee.get(url("entries", tournament))))) == 6
