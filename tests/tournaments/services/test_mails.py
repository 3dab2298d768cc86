"""Emails: who gets them, that each is sent once, and what becomes of those that are not."""

import re
from collections.abc import Iterator
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone
from django.utils.translation import override

from pages.refusals import Refused
from tests.factories import play_round, start_round
from tests.smtp_server import SmtpServer, smtp_server
from tests.tournaments.services.mailing import ADDRESS, at_once, enter, evening, member, never, set_up, states
from tournaments.models import Entry, Mail, Membership, StoppedAddress, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.selectors.mail_addresses import address_digest, address_in
from tournaments.services import (
    contacts_delete_old,
    entry_accept,
    entry_withdraw,
    evening_call_off,
    mail_delivery,
    mail_drop,
    mail_resume,
    mail_retry,
    mail_stop,
    mails_send,
    message_mail,
    player_forget,
    tournament_delete,
)
from tournaments.services.generations import generation_begin
from tournaments.services.mail_delivery import LONGEST_SENDING, MOST_ATTEMPTS, mails_settle, message_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings: Any) -> Iterator[SmtpServer]:
    with smtp_server() as running:
        set_up(settings, running)
        yield running


def invite(tournament: Tournament, text: str = "Vieni?") -> int:
    return message_mail(tournament=tournament, kind=MessageKind.INVITATION, text=text, who="anna")


def due_now() -> None:
    Mail.objects.update(next_at=timezone.now())


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna <Anna@Example.org>, 333 1234567", "Anna@Example.org"),
        ("333 1234567", ""),
        ("anna@example", ""),
        ("anna@@example.org.", ""),
        ("ànna@example.org, ugo@example.org", "ugo@example.org"),
        ("anna@perché.example.it", "anna@perché.example.it"),
        ("", ""),
    ],
)
def test_the_address_in_a_contact_is_the_first_that_a_server_would_take(contact: str, address: str) -> None:
    assert address_in(contact) == address


def test_whoever_agreed_hears_of_the_own_entry_in_the_clubs_language_and_nobody_else(server: SmtpServer) -> None:
    tournament = evening()
    first, second = enter(tournament, "Rossi Ada", "Verdi Ugo"), enter(tournament, "Neri Ida", mail=False)
    with override("en"):
        entry_accept(entry=first)
        entry_accept(entry=second)
    assert mails_send(pause=at_once) == 1 and mails_send(pause=at_once) == 0
    (to, message), *more = server.taken
    assert (to, more) == ("rossi@people.example", [])
    assert message["Subject"].strip().startswith("Conferma: Torneo") and "\n" not in message["Subject"]
    text = message.get_content()
    assert "Rossi Ada – Verdi Ugo" in text and f"{ADDRESS}/t/{tournament.slug}/pairs/1/" in text
    assert message["From"].addresses[0].display_name == "Circolo dell’Ànfora"
    mail = Mail.objects.get()
    assert message["Message-ID"] == mail.message_id and mail.message_id.endswith("@burraco.example>")
    stop = message["List-Unsubscribe"].strip(" <>")
    assert stop in text and stop.startswith(f"{ADDRESS}/emails/")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (mail.state, mail.text) == (Mail.State.SENT, "")


def test_without_a_server_or_a_public_address_nothing_is_put_in(settings: Any) -> None:
    tournament = evening()
    entry_accept(entry=enter(tournament, "Rossi Ada", "Verdi Ugo"))
    member("Neri", "neri@people.example", agreed_on=timezone.localdate())
    with pytest.raises(Refused):
        invite(tournament)
    settings.EMAIL_HOST = settings.DEFAULT_FROM_EMAIL = "mail.example"
    entry_accept(entry=enter(tournament, "Bruni Ada", "Verdi Leo"))
    assert not Mail.objects.exists()


def test_who_moves_up_and_whose_evening_is_called_off_is_told(server: SmtpServer) -> None:
    tournament = evening(places=1)
    first, second = enter(tournament, "Rossi Ada", "Verdi Ugo"), enter(tournament, "Neri Ida", "Bruni Leo")
    entry_withdraw(entry=first)
    assert mails_send(pause=at_once) == 1
    assert server.of("neri@people.example")[0]["Subject"].strip().startswith("Posto dalla lista d’attesa")
    entry_accept(entry=second)
    evening_call_off(tournament=tournament, at=timezone.now())
    mails_send(pause=at_once)
    # The confirmation was overtaken before it was sent.
    subjects = [message["Subject"].strip().partition(":")[0] for message in server.of("neri@people.example")]
    assert subjects == ["Posto dalla lista d’attesa", "Annullamento"]
    assert not server.of("rossi@people.example")
    assert Mail.objects.get(kind=MessageKind.CONFIRMATION).reason == Mail.Reason.PAST


def test_an_entry_accepted_by_itself_when_it_moves_up_is_confirmed_and_not_told_twice(server: SmtpServer) -> None:
    tournament = evening(places=1, without_yes=True)
    first = enter(tournament, "Rossi Ada", "Verdi Ugo")
    enter(tournament, "Neri Ida", "Bruni Leo")
    mails_send(pause=at_once)
    entry_withdraw(entry=first)
    mails_send(pause=at_once)
    assert [message["Subject"].strip().partition(":")[0] for message in server.of("neri@people.example")] == [
        "Conferma"
    ]


def test_an_invitation_goes_once_to_members_who_agreed(server: SmtpServer) -> None:
    today = timezone.localdate()
    member("Rossi", "333 1234567, rossi@people.example", agreed_on=today)
    member("Verdi", "ROSSI@people.example", agreed_on=today)
    member("Neri", "neri@people.example", agreed_on=None)
    member("Bruni", "", agreed_on=today)
    left = member("Blu", "blu@people.example", agreed_on=today)
    Membership.objects.filter(player=left).update(left_on=today)
    tournament = evening()
    assert invite(tournament, "Vieni venerdì?") == 1
    with pytest.raises(Refused):
        invite(tournament, "Vieni sabato?")
    assert mails_send(pause=at_once) == 1
    ((to, message),) = server.taken
    # Of one address, however it is written, there is one reader.
    assert to == "ROSSI@people.example"
    assert message.get_content().startswith("Vieni venerdì?")
    assert invite(evening()) == 1


def test_the_ranking_goes_to_the_accepted_once_a_round_and_once_when_final(server: SmtpServer) -> None:
    tournament = evening()
    partners = ("Galli Ugo", "Serra Leo", "Conti Ivo", "Riva Pia")
    for at, name in enumerate(("Rossi Ada", "Neri Ida", "Bruni Eva", "Fontana Zoe")):
        entry_accept(entry=enter(tournament, name, partners[at], mail=at < 2))
    Mail.objects.all().delete()

    def send() -> int:
        return message_mail(tournament=tournament, kind=MessageKind.RANKING, text="Ecco", who="anna")

    tournament.pairs.update(status="active")
    play_round(start_round(tournament))
    assert send() == 2
    with pytest.raises(Refused):
        send()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINAL)
    assert send() == 2
    assert mails_send(pause=at_once) == 4 and len(server.of("rossi@people.example")) == 2


def test_the_list_of_entries_goes_to_whoever_still_wants_to_play_when_it_is_sent(server: SmtpServer) -> None:
    tournament = evening(places=1)
    names = (("Rossi Ada", "Verdi Ugo"), ("Neri Ida", "Bruni Leo"), ("Galli Eva", "Serra Pia"))
    accepted, _waiting, gone = [enter(tournament, *pair) for pair in names]
    entry_accept(entry=accepted)
    Mail.objects.all().delete()
    assert message_mail(tournament=tournament, kind=MessageKind.ENTERED, text="Ecco", who="anna") == 3
    entry_withdraw(entry=gone)
    assert mails_send(pause=at_once) == 2
    assert sorted(to for to, _message in server.taken) == ["neri@people.example", "rossi@people.example"]
    assert Mail.objects.get(address="galli@people.example").reason == Mail.Reason.PAST


def test_whoever_stops_is_never_written_to_until_they_agree_again(server: SmtpServer) -> None:
    today = timezone.localdate()
    player = member("Rossi", "Rossi@People.example", agreed_on=today)
    tournament = evening()
    invite(tournament)
    digest = address_digest("rossi@people.example")
    mail_stop(digest=digest, at=timezone.now())
    assert Mail.objects.get().reason == Mail.Reason.STOPPED and Mail.objects.get().text == ""
    with pytest.raises(Refused):
        invite(evening())
    # A tick by whoever knows the address is not the owner's word.
    entry_accept(entry=enter(tournament, "Rossi Ada", "Verdi Ugo"))
    assert mails_send(pause=at_once) == 0 and server.taken == []
    assert "rossi" not in str(list(StoppedAddress.objects.values())).casefold()
    StoppedAddress.objects.update(stopped_at=timezone.now() - timedelta(days=2))
    assert invite(evening()) == 1
    Membership.objects.filter(player=player).update(mail_consent_on=today - timedelta(days=2))
    assert mails_send(pause=at_once) == 0
    mail_resume(digest=digest)
    assert invite(evening()) == 1 and mails_send(pause=at_once) == 1


def test_a_consent_that_is_taken_back_stops_what_waits(server: SmtpServer) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    invite(evening())
    Membership.objects.update(mail_consent_on=None)
    entry = enter(evening(without_yes=True), "Neri Ada", "Verdi Ugo")
    Entry.objects.filter(pk=entry.pk).update(contact="333 1234567")
    assert mails_send(pause=at_once) == 0 and server.taken == []
    assert set(Mail.objects.values_list("reason", flat=True)) == {Mail.Reason.STOPPED}


def test_a_server_that_is_not_reached_lets_everything_wait_and_says_why(server: SmtpServer, settings: Any) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    settings.EMAIL_PORT = 1
    invite(evening())
    assert mails_send(pause=at_once) == 0
    mail = Mail.objects.get()
    assert (mail.state, mail.attempts) == (Mail.State.WAITING, 0) and "refused" in mail.error
    assert mail.next_at - timezone.now() < timedelta(minutes=1)
    Mail.objects.update(created_at=timezone.now() - timedelta(minutes=20), next_at=timezone.now())
    mails_send(pause=at_once)
    assert timedelta(minutes=4) < Mail.objects.get().next_at - timezone.now() < timedelta(minutes=6)
    settings.EMAIL_PORT = server.port
    assert mails_send(pause=at_once) == 0
    mail_retry(mail=Mail.objects.get(), who="anna")
    assert mails_send(pause=at_once) == 1 and Mail.objects.get().error == ""


def test_a_server_that_says_later_is_asked_later_and_not_for_ever(server: SmtpServer) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    server.answers["rossi@people.example"] = "451"
    invite(evening())
    waits = []
    for _attempt in range(MOST_ATTEMPTS):
        mails_send(pause=at_once)
        waits.append(Mail.objects.get().next_at - timezone.now())
        due_now()
    assert waits[: MOST_ATTEMPTS - 1] == sorted(waits[: MOST_ATTEMPTS - 1])
    mail = Mail.objects.get()
    assert (mail.state, mail.error) == (Mail.State.FAILED, "451 no")
    server.answers.clear()
    mail_retry(mail=mail, who="anna")
    assert mails_send(pause=at_once) == 1 and len(server.taken) == 1


def test_a_refusal_of_one_address_is_final_and_the_others_go_on(server: SmtpServer) -> None:
    for name in ("Rossi", "Verdi", "Neri"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    server.answers["rossi@people.example"] = "550"
    server.after = 1
    invite(evening())
    assert mails_send(pause=at_once) == 2
    assert [state for _address, state in states()] == ["sent", "failed", "sent"]
    mail_drop(mail=Mail.objects.get(state="failed"), who="anna")
    with pytest.raises(Refused):
        mail_retry(mail=Mail.objects.get(state="dropped"), who="anna")


@pytest.mark.parametrize("code", ["530", "451"])
def test_a_server_that_takes_nothing_from_the_club_lets_everything_wait(server: SmtpServer, code: str) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    server.answers["sender"] = code
    invite(evening())
    assert mails_send(pause=at_once) == 0
    assert [state for _address, state in states()] == ["waiting", "waiting"]
    assert set(Mail.objects.values_list("error", "attempts")) == {(f"{code} not you", 0)}
    assert Mail.objects.filter(next_at__gt=timezone.now()).count() == 2
    server.answers.clear()
    due_now()
    assert mails_send(pause=at_once) == 2


def test_what_a_slow_sender_hears_in_the_end_changes_nothing_that_was_decided(server: SmtpServer) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    invite(evening())

    class Slow:
        """A connection that is silent until a person has had the email sent by another sender."""

        connection = None

        def open(self) -> None: ...

        def close(self) -> None: ...

        def send_messages(self, _messages: list[EmailMessage]) -> int:
            Mail.objects.update(state=Mail.State.UNSURE)
            mail_retry(mail=Mail.objects.get(), who="anna")
            assert mails_send(pause=at_once) == 1
            raise TimeoutError

    mail = Mail.objects.get()
    assert mail_delivery._claim(mail, timezone.now()) and not mail_delivery._deliver(Slow(), mail)
    assert Mail.objects.get().state == Mail.State.SENT and len(server.taken) == 1


def test_a_program_that_ends_begins_no_other_email(server: SmtpServer) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    invite(evening())
    assert mails_send(pause=lambda _seconds: bool(server.taken)) == 1
    assert sorted(state for _address, state in states()) == ["sent", "waiting"]


def test_a_server_that_falls_silent_after_the_text_has_perhaps_taken_it(server: SmtpServer) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    server.answers["rossi@people.example"] = "cut"
    invite(evening())
    assert mails_send(pause=at_once) == 1 and mails_send(pause=at_once) == 0
    assert states() == [("rossi@people.example", "unsure"), ("verdi@people.example", "sent")]
    assert len(server.of("rossi@people.example")) == 1


def test_an_email_whose_sender_was_killed_is_left_to_a_person(server: SmtpServer) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    invite(evening())
    at = timezone.now()
    Mail.objects.update(state=Mail.State.SENDING, claimed_at=at)
    mails_settle(at=at + LONGEST_SENDING)
    assert Mail.objects.get().state == Mail.State.SENDING
    mails_settle(at=at + LONGEST_SENDING + timedelta(seconds=1))
    assert Mail.objects.get().state == Mail.State.UNSURE
    assert mails_send(pause=at_once) == 0 and server.taken == []


def test_what_comes_too_late_is_dropped(server: SmtpServer) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    tournament = evening()
    invite(tournament)
    mails_settle(at=timezone.now() + timedelta(days=6))
    assert Mail.objects.get().state == Mail.State.WAITING
    mails_settle(at=timezone.now() + timedelta(days=8, hours=1))
    mail = Mail.objects.get()
    assert (mail.state, mail.reason, mail.text) == (Mail.State.DROPPED, Mail.Reason.LATE, "")


def test_a_minute_has_room_for_so_many_of_all_senders(server: SmtpServer, settings: Any) -> None:
    settings.EMAILS_A_MINUTE = 2
    for name in ("Rossi", "Verdi", "Neri"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    invite(evening())
    assert mails_send(pause=never) == 2 and mails_send(pause=never) == 0
    Mail.objects.filter(state="sent").update(claimed_at=timezone.now() - timedelta(minutes=1))
    assert mails_send(pause=never) == 1


def test_a_sender_that_waits_goes_on_once_the_minute_has_room(server: SmtpServer, settings: Any) -> None:
    settings.EMAILS_A_MINUTE = 1
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    invite(evening())

    def a_minute_later(seconds: float) -> bool:
        if seconds:
            Mail.objects.filter(state="sent").update(claimed_at=timezone.now() - timedelta(minutes=1))
        return False

    assert mails_send(pause=a_minute_later) == 2


def test_without_a_server_what_is_due_waits_and_tells_of_no_trouble(server: SmtpServer, settings: Any) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    invite(evening())
    settings.EMAIL_HOST = ""
    assert mails_send(pause=at_once) == 0
    assert list(Mail.objects.values_list("state", "error", "attempts")) == [("waiting", "", 0)]


def test_a_restored_club_sends_nothing_by_itself_of_what_waited(server: SmtpServer) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    server.answers["rossi@people.example"] = "550"
    invite(evening())
    mails_send(pause=at_once)
    Mail.objects.filter(address="verdi@people.example").update(state=Mail.State.WAITING, text="Vieni?")
    generation_begin(place="", program="")
    assert [state for _address, state in states()] == ["unsure", "unsure"]
    assert mails_send(pause=at_once) == 0


def test_addresses_of_emails_go_with_the_contacts_the_member_and_the_tournament(server: SmtpServer) -> None:
    player = member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    member("Verdi", "verdi@people.example", agreed_on=timezone.localdate())
    tournament = evening(without_yes=True)
    enter(tournament, "Neri Ada", "Bruni Ugo")
    invite(tournament)
    mails_send(pause=at_once)
    player_forget(player=player)
    assert [address for address, _state in states()] == ["neri@people.example", "verdi@people.example"]
    contacts_delete_old(at=timezone.now() + timedelta(days=20))
    assert Mail.objects.count() == 2
    contacts_delete_old(at=timezone.now() + timedelta(days=120))
    assert not Mail.objects.exists() and Entry.objects.get().mail_consent_at is None
    invite(other := evening())
    tournament_delete(tournament=other, by=None, at=timezone.now())
    assert mails_send(pause=at_once) == 0 and Mail.objects.get().reason == Mail.Reason.PAST


@pytest.mark.parametrize("name", ["Torneo\nBcc: altri@people.example", "Torneo\r\n\r\nciao", "Tornéo 🃏 " + "x" * 90])
def test_no_name_writes_a_header(server: SmtpServer, name: str) -> None:
    member("Rossi", "rossi@people.example", agreed_on=timezone.localdate())
    tournament = evening()
    Tournament.objects.filter(pk=tournament.pk).update(name=name)
    invite(tournament)
    assert mails_send(pause=at_once) == 1
    ((_to, message),) = server.taken
    assert message["Bcc"] is None and " ".join(name.split()) in message["Subject"]
    assert message.get_content().startswith("Vieni?")


def test_an_address_that_slipped_in_stops_nobody_else(server: SmtpServer) -> None:
    for name in ("Rossi", "Verdi"):
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    invite(evening())
    Mail.objects.filter(address="rossi@people.example").update(subject="due\nrighe")
    mails_send(pause=at_once)
    assert states() == [("rossi@people.example", "failed"), ("verdi@people.example", "sent")]
    assert isinstance(message_of(Mail.objects.get(state="sent")), EmailMessage)


@pytest.mark.django_db(transaction=True)
def test_two_secretaries_and_two_senders_at_once_send_once(server: SmtpServer) -> None:
    for at in range(12):
        member(f"Rossi{at}", f"rossi{at}@people.example", agreed_on=timezone.localdate())
    tournament = evening()
    counts: list[int] = []

    def at_the_same_time(*acts: Any) -> None:
        barrier = Barrier(len(acts))

        def run(act: Any) -> None:
            try:
                barrier.wait()
                counts.append(act())
            except Refused:
                counts.append(0)
            finally:
                connection.close()

        threads = [Thread(target=run, args=[act]) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    at_the_same_time(lambda: invite(tournament), lambda: invite(tournament))
    assert sorted(counts) == [0, 12] and Mail.objects.count() == 12
    counts.clear()
    at_the_same_time(lambda: mails_send(pause=at_once), lambda: mails_send(pause=at_once))
    assert sum(counts) == 12 and len({to for to, _message in server.taken}) == len(server.taken) == 12
    assert len(re.findall("@", str(states()))) == 12
