"""The pages of emails: a tick at the entry, a press at the messages, the queue, the server, and the link to stop."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from tests.factories import make_account
from tests.smtp_server import SmtpServer, smtp_server
from tests.tournaments.services.mailing import at_once, enter, evening, member, set_up
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.history.journal import journal, lines_of
from tournaments.models import Entry, Mail, Membership, Player, StoppedAddress, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.services import (
    club_set_address,
    contacts_delete_old,
    entry_accept,
    evening_call_off,
    mails_send,
    message_mail,
    tournament_change,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TYPED = {"name1": "Rossi Anna", "name2": "Verdi Ugo", "club": "", "contact": "333 1234567, rossi@people.example"}
ENGLISH_QUEUE = "/en/club/emails/"
SPEAKS_OF_IT = re.compile(r"(?i)\be-?mails?\b")


@pytest.fixture
def server(settings: Any) -> Iterator[SmtpServer]:
    with smtp_server() as running:
        set_up(settings, running)
        yield running


@pytest.fixture
def administrator() -> Client:
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client


def invited(*names: str) -> Tournament:
    """Return an evening to which these members are invited by email."""
    for name in names:
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    tournament = evening()
    message_mail(tournament=tournament, kind=MessageKind.INVITATION, text="Vieni?", who="anna")
    return tournament


def journal_lines() -> list[str]:
    return [line.headline for line in lines_of(list(journal()))]


def test_without_a_server_no_page_speaks_of_emails_but_the_one_that_says_how(administrator: Client) -> None:
    tournament, player = evening(), Player.objects.create(last_name="Rossi", first_name="Ada")
    entry = enter(tournament, "Rossi Ada", "Verdi Ugo", contact="333 1234567", mail=False)
    pages = [url(name, tournament) for name in ("messages", "entries", "entry_terms")]
    pages += [url("entry", tournament, entry.pk), reverse("player_edit", args=[player.pk]), reverse("players")]
    for page in pages:
        assert not SPEAKS_OF_IT.search(text_of(administrator.get(page))), page
    assert 'name="mail"' not in html_of(Client().get(url("public_entry", tournament)))
    assert administrator.get(ENGLISH_QUEUE).status_code == 404
    how = administrator.get("/en/club/email-server/")
    assert "EMAIL_HOST" in text_of(how) and "Send a test" not in text_of(how)
    assert administrator.post("/en/club/email-server/", {"address": "a@b.example"}).status_code == 422
    assert not Mail.objects.exists()


def test_the_settings_shown_on_the_page_are_read(administrator: Client) -> None:
    page = html_of(administrator.get("/en/club/email-server/"))
    source = (Path(django_settings.BASE_DIR) / "burraco_club/settings.py").read_text(encoding="utf-8")
    named = re.findall(r"\b([A-Z_]{8,})=", page)
    assert len(named) == 4 and all(f'"{name}"' in source for name in named)


def test_a_tick_at_the_entry_needs_an_address_and_is_off_at_first(server: SmtpServer, referee: Client) -> None:
    tournament, phone = evening(), Client()
    address = url("public_entry", tournament)
    field = re.search(r"<input[^>]*name=\"mail\"[^>]*>", html_of(phone.get(address)))
    assert field and "checked" not in field[0]
    refused = phone.post(address, TYPED | {"contact": "333 1234567", "mail": "on"})
    assert refused.status_code == 422 and "Write your email address above" in text_of(refused)
    assert "333 1234567" in html_of(refused) and not Entry.objects.exists()
    nothing = phone.post(address, TYPED | {"contact": "", "mail": "on"})
    assert nothing.status_code == 422 and set(nothing.context["form"].errors) == {"contact"}
    by_phone = phone.post(address, TYPED | {"contact": "333 1234567", "name1": "Blu Ada", "name2": "Gallo Leo"})
    assert by_phone.status_code == 302
    Entry.objects.all().delete()
    own = phone.post(address, TYPED | {"mail": "on"})
    assert "You agreed to emails about this evening" in text_of(phone.get(own["Location"]))
    phone.post(address, TYPED | {"name1": "Neri Ida", "name2": "Bruni Leo"})
    assert [entry.mail_consent_at is not None for entry in Entry.objects.order_by("pk")] == [True, False]
    assert text_of(referee.get(url("entries", tournament))).count("by email") == 1


def test_without_a_public_address_nobody_is_asked_and_the_club_is_told(server: SmtpServer, referee: Client) -> None:
    club_set_address(address="")
    tournament = evening()
    assert 'name="mail"' not in html_of(Client().get(url("public_entry", tournament)))
    assert "wait for the club’s public address" in text_of(referee.get(url("messages", tournament)))


def test_a_press_sends_the_words_as_they_were_corrected_once(server: SmtpServer, referee: Client) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    tournament = evening()
    page, to = url("messages", tournament), url("message_mail", tournament, "invitation")
    assert "Send by email to 2 people" in text_of(referee.get(page))
    empty = referee.post(to, {"text": "  "})
    assert empty.status_code == 422 and "There is no text to send" in text_of(empty)
    sent = referee.post(to, {"text": "Vieni?\r\n\r\nC’è la torta.\r\n"})
    assert sent["Location"] == page and said(sent) == "2 emails are in the queue."
    again = referee.post(to, {"text": "Un altro testo"})
    assert (
        again.status_code == 422
        and "Nobody is left to write to" in text_of(again)
        and "Un altro testo" in html_of(again)
    )
    assert "2 people already have it by email." in text_of(referee.get(page))
    mails_send(pause=at_once)
    ((_to, message), _other) = server.taken
    assert message.get_content().replace("\r\n", "\n").startswith("Vieni?\n\nC’è la torta.\n")
    assert referee.post(url("message_mail", tournament, "confirmation"), {"text": "x"}).status_code == 404
    assert "Emails put in the queue (which, how many): Invitation, Torneo del venerdì: 2" in journal_lines()


def test_an_evening_called_off_has_its_own_message(server: SmtpServer, referee: Client) -> None:
    tournament = evening()
    enter(tournament, "Rossi Ada", "Verdi Ugo")
    evening_call_off(tournament=tournament, at=timezone.now())
    page = text_of(referee.get(url("messages", tournament)))
    assert "is called off: we do not play." in page and "Enter here" not in page and "Send by email" not in page
    assert Mail.objects.get().kind == MessageKind.CALLED_OFF


def test_the_queue_is_read_by_pages_and_states_with_few_queries(
    server: SmtpServer, referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = invited(*(f"Rossi{at}" for at in range(130)))
    Mail.objects.filter(address="rossi7@people.example").update(state=Mail.State.UNSURE)
    Mail.objects.filter(address="rossi8@people.example").update(
        state=Mail.State.FAILED, attempts=1, error="550 no such mailbox"
    )
    with django_assert_max_num_queries(20):
        page = referee.get(ENGLISH_QUEUE)
    assert html_of(page).count("@people.example</strong>") == 100 and "page 1 of 2" in text_of(page)
    assert "2 emails await your decision" in text_of(page) and "The oldest has been waiting" in text_of(page)
    failed = text_of(referee.get(ENGLISH_QUEUE, {"state": "failed"}))
    assert "550 no such mailbox" in failed and "rossi9@" not in failed
    assert "rossi8@" in text_of(referee.get(ENGLISH_QUEUE, {"state": "failed", "page": "9"}))
    assert referee.get(ENGLISH_QUEUE, {"state": "nothing"}).status_code == 200
    assert str(tournament) in text_of(page)


def test_what_was_perhaps_sent_is_tried_again_or_dropped_by_a_person(server: SmtpServer, referee: Client) -> None:
    invited("Rossi", "Verdi")
    Mail.objects.update(state=Mail.State.UNSURE)
    first, second = Mail.objects.order_by("address")
    page = html_of(referee.get(ENGLISH_QUEUE))
    assert page.count("the recipient gets it twice") == 2
    assert said(referee.post(reverse("mail_retry", args=[first.pk]))) == "The email is being tried again."
    assert said(referee.post(reverse("mail_drop", args=[second.pk]))).endswith("The email has been dropped.")
    assert "has been sent or dropped meanwhile" in said(referee.post(reverse("mail_drop", args=[second.pk])))
    assert mails_send(pause=at_once) == 1
    assert "has been sent or dropped meanwhile" in said(referee.post(reverse("mail_retry", args=[first.pk])))
    assert "not sent : dropped by the club" in text_of(referee.get(ENGLISH_QUEUE)).replace("sent:", "sent :")
    assert referee.post(reverse("mail_drop", args=[first.pk + 999])).status_code == 404
    told = " ".join(journal_lines())
    assert "An email is tried again: " in told and "Emails dropped (which, or how many): " in told


def test_all_in_a_state_are_dropped_at_once_and_nothing_that_was_sent(server: SmtpServer, referee: Client) -> None:
    invited("Rossi", "Verdi", "Neri")
    mails_send(pause=at_once)
    Mail.objects.exclude(address="neri@people.example").update(state=Mail.State.UNSURE)
    assert "Drop all of these" not in text_of(referee.get(ENGLISH_QUEUE))
    assert "Drop all of these" in text_of(referee.get(ENGLISH_QUEUE, {"state": "unsure"}))
    assert "Drop all of these" not in text_of(referee.get(ENGLISH_QUEUE, {"state": "sent"}))
    drop = reverse("mails_drop")
    assert said(referee.post(drop, {"state": "unsure"})) == "2 emails are dropped."
    referee.post(drop, {"state": "sent"})
    assert sorted(Mail.objects.values_list("state", flat=True)) == ["dropped", "dropped", "sent"]
    assert (
        referee.post(drop, {"state": "x"}).status_code == 404
        and "Emails dropped (which, or how many): 2" in journal_lines()
    )


def test_what_comes_too_late_is_not_tried_again(server: SmtpServer, referee: Client) -> None:
    invited("Rossi")
    Mail.objects.update(state=Mail.State.FAILED, useful_until=timezone.now())
    assert "It comes too late now" in said(referee.post(reverse("mail_retry", args=[Mail.objects.get().pk])))


def test_an_administrator_tries_the_server(server: SmtpServer, administrator: Client) -> None:
    assert administrator.post("/en/club/email-server/", {"address": "nobody"}).status_code == 422
    sent = administrator.post("/en/club/email-server/", {"address": "carla@people.example"})
    assert "in the queue" in said(sent) and "waiting." in text_of(administrator.get("/en/club/email-server/"))
    assert mails_send(pause=at_once) == 1
    assert "to carla@people.example: sent." in text_of(administrator.get("/en/club/email-server/"))
    assert server.of("carla@people.example")[0]["Subject"].strip() == "Test of the club’s emails"
    contacts_delete_old(at=timezone.now() + timedelta(days=29))
    assert Mail.objects.exists()
    contacts_delete_old(at=timezone.now() + timedelta(days=31))
    assert not Mail.objects.exists()
    assert "A test of the email server was sent to carla@people.example" in journal_lines()


def stop_link(server: SmtpServer) -> str:
    """Return the path of the link below the last email."""
    found = re.search(r"https://burraco\.example(/emails/[\w-]+/)", server.taken[-1][1].get_content())
    assert found
    return "/en" + found[1]


def test_the_link_below_an_email_stops_them_with_one_press_and_starts_them_again(server: SmtpServer) -> None:
    invited("Rossi")
    mails_send(pause=at_once)
    stranger, link = Client(enforce_csrf_checks=True), stop_link(server)
    # Messengers and mail programs open links before people do.
    assert "because you agreed to it" in text_of(stranger.get(link)) and not StoppedAddress.objects.exists()
    stopped = stranger.post(link, {"List-Unsubscribe": "One-Click"})
    assert stopped.status_code == 200 and "no more emails" in text_of(stopped)
    stranger.post(link, {"List-Unsubscribe": "One-Click"})
    assert StoppedAddress.objects.count() == 1 and not stopped.cookies
    assert "no-store" in stopped["Cache-Control"]
    assert "because you agreed to it" in text_of(stranger.post(link, {"again": "1"}))
    assert not StoppedAddress.objects.exists()
    lines = journal_lines()
    assert (
        lines.count("Somebody stopped the club’s emails") == lines.count("Somebody wants the club’s emails again") == 1
    )


def test_nobody_stops_the_emails_of_somebody_else(server: SmtpServer) -> None:
    invited("Rossi")
    mails_send(pause=at_once)
    link = stop_link(server)
    for wrong in (f"{link[:-5]}0000/", "/en/emails/x/", f"/en/emails/{'a' * 64}-{'b' * 32}/", "/en/emails/-/"):
        assert Client().get(wrong).status_code == 404 and Client().post(wrong).status_code == 404
    assert not StoppedAddress.objects.exists()


def test_a_consent_in_the_book_needs_an_address_and_a_day_that_was(server: SmtpServer, referee: Client) -> None:
    player = Player.objects.create(last_name="Rossi", first_name="Ada", contact="333 1234567")
    typed = {"last_name": "Rossi", "first_name": "Ada", "contact": "333 1234567", "mail_consent_on": "2026-01-02"}
    page = reverse("player_edit", args=[player.pk])
    assert "There is no email address in the contact above." in text_of(referee.post(page, typed))
    assert referee.post(page, typed | {"mail_consent_on": ""}).status_code == 302
    with_address = typed | {"contact": "rossi@people.example"}
    assert referee.post(page, with_address | {"mail_consent_on": "2999-01-01"}).status_code == 422
    assert referee.post(page, with_address).status_code == 302
    assert Membership.objects.get().mail_consent_on == date(2026, 1, 2)
    assert "Agreed to invitations by email on" in text_of(referee.get(reverse("player", args=[player.pk])))
    referee.post(page, with_address | {"mail_consent_on": ""})
    assert Membership.objects.get().mail_consent_on is None


def test_a_stopped_address_is_counted_at_the_messages_and_not_written_to(server: SmtpServer, referee: Client) -> None:
    invited("Rossi", "Verdi")
    mails_send(pause=at_once)
    Client().post(stop_link(server))
    other = evening()
    page = text_of(referee.get(url("messages", other)))
    assert "Send by email to 1 person" in page and "1 person has stopped the club’s emails." in page
    assert "A fingerprint of each address that wants no emails" in text_of(Client().get(reverse("privacy")))


def test_who_has_entered_by_email_hears_of_a_change_of_the_name_as_it_is_then(server: SmtpServer) -> None:
    tournament = evening()
    entry = enter(tournament, "Rossi Ada", "Verdi Ugo")
    tournament_change(tournament=tournament, changes={"name": "Torneo di Natale"})
    entry_accept(entry=entry)
    mails_send(pause=at_once)
    assert "Torneo di Natale" in server.of("rossi@people.example")[0]["Subject"]
