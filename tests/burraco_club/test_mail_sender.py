"""Emails sent by the club's own server while it runs, and by a command on a server."""

import time
from io import StringIO
from threading import enumerate as threads

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from burraco_club import mail_sender
from tests.smtp_server import smtp_server
from tests.tournaments.services.mailing import evening, member, set_up, states
from tournaments.models import Mail
from tournaments.records.club_messages import MessageKind
from tournaments.services import message_mail

pytestmark = pytest.mark.django_db(transaction=True)


def invite(*names: str) -> None:
    for name in names:
        member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
    message_mail(tournament=evening(), kind=MessageKind.INVITATION, text="Vieni?", who="anna")


def wait_until_sent(count: int) -> None:
    while Mail.objects.filter(state=Mail.State.SENT).count() < count:
        time.sleep(0.01)


def test_the_server_sends_what_is_due_and_looks_again_until_it_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_sender, "LOOK", 0.01)
    with smtp_server() as server:
        set_up(settings, server)
        invite("Rossi")
        sender = mail_sender.MailSender()
        sender.begin()
        try:
            wait_until_sent(1)
            invite("Verdi")
            wait_until_sent(3)
        finally:
            sender.end()
        invite("Neri")
    assert not [thread for thread in threads() if thread.name == "mail"]
    assert [state for _address, state in states()].count("waiting") == 3


def test_a_fault_is_logged_and_emails_are_looked_for_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mail_sender, "LOOK", 0.01)
    with smtp_server() as server:
        set_up(settings, server)
        settings.EMAIL_BACKEND = "nowhere.Backend"
        invite("Rossi")
        sender = mail_sender.MailSender()
        sender.begin()
        try:
            while "emails could not be sent" not in caplog.text:
                time.sleep(0.01)
            settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
            wait_until_sent(1)
        finally:
            sender.end()


def test_a_club_without_a_server_has_no_thread_for_it() -> None:
    sender = mail_sender.MailSender()
    sender.begin()
    assert not [thread for thread in threads() if thread.name == "mail"]
    sender.end()


def test_the_command_sends_what_is_due_and_ends(settings: Settings) -> None:
    printed = StringIO()
    with smtp_server() as server:
        set_up(settings, server)
        invite("Rossi", "Verdi")
        call_command("send_mail", stdout=printed)
    assert printed.getvalue().strip() == "2" and len(server.taken) == 2
