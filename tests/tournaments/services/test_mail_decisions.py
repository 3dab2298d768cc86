"""What a person decides about emails, and what the server's words lead to: each is stored as it was meant."""

from datetime import datetime, timedelta
from smtplib import SMTPDataError
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import JournalEntry
from pages.refusals import Refused
from tests.factories import AT
from tournaments.models import Club, Mail, StoppedAddress
from tournaments.selectors.mail_addresses import address_digest
from tournaments.services import mail_drop, mail_resume, mail_retry, mail_stop, mail_test, mails_drop
from tournaments.services.mail_delivery import (
    _close,
    _deliver,
    _later_or_never,
    _told,
    _wait_longer,
    _words,
    message_of,
)
from tournaments.services.mails import new_message_id

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

State = Mail.State
ALL = ["waiting", "sending", "sent", "failed", "unsure", "dropped"]


def mail(number: int, state: str = "waiting", *, address: str = "", created: datetime = AT, **facts: Any) -> Mail:
    moments = {"created_at": created, "next_at": created, "useful_until": created + timedelta(days=9)}
    usual = {"kind": "test", "key": f"{number}", "message_id": f"{number}", "subject": f"Subject {number}"}
    usual |= {"text": "Vieni?", "address": address or f"a{number}@example.com", "state": state}
    return Mail.objects.create(**moments | usual | facts)


def stored() -> list[tuple[str, str, str, bool]]:
    """Return the state of each email with its reason, its text, and whether it is done."""
    rows = Mail.objects.order_by("pk").values_list("state", "reason", "text", "done_at")
    return [(state, reason, text, done_at is not None) for state, reason, text, done_at in rows]


def told() -> list[tuple[str, str, str]]:
    return list(JournalEntry.objects.order_by("pk").values_list("event", "who", "about"))


DROPPED = ("dropped", "by_hand", "", True)


def test_all_of_a_state_are_dropped_at_once_and_the_journal_tells_how_many() -> None:
    for number, state in enumerate([*ALL, "failed"]):
        mail(number, state)
    untouched = [(state, "", "Vieni?", False) for state in [*ALL, "failed"]]
    for state in (State.SENDING, State.SENT, State.DROPPED):
        assert mails_drop(state=state, who="anna") == 0
    assert stored() == untouched and told() == []
    assert mails_drop(state=State.FAILED, who="anna") == 2 and mails_drop(state=State.FAILED, who="anna") == 0
    assert stored() == [DROPPED if row[0] == "failed" else row for row in untouched]
    assert told() == [("mail_dropped", "anna", "2")]


def test_one_is_dropped_while_there_is_something_to_decide() -> None:
    for number, state in enumerate(ALL):
        one = mail(number, state)
        if state in ("waiting", "failed", "unsure"):
            assert mail_drop(mail=one, who="ugo").state == "dropped"
        else:
            with pytest.raises(Refused, match="sent or dropped meanwhile"):
                mail_drop(mail=one, who="ugo")
    assert [row for row in stored() if row == DROPPED] == [DROPPED] * 3
    assert told() == [("mail_dropped", "ugo", f"Subject {number}") for number in (0, 3, 4)]


def test_an_address_that_stops_and_wants_emails_again() -> None:
    for number, state in enumerate(ALL):
        mail(number, state, address="Anna@example.com")
    mail(6, address="other@example.com")
    digest, later = address_digest("anna@example.com"), AT + timedelta(hours=1)
    for _time in range(2):
        mail_stop(digest=digest, at=later)
    assert StoppedAddress.objects.get().stopped_at == later
    stopped = ("dropped", "stopped", "", True)
    kept = [(state, "", "Vieni?", False) for state in ("sending", "sent", "unsure", "dropped", "waiting")]
    assert stored() == [stopped, kept[0], kept[1], stopped, kept[2], kept[3], kept[4]]
    assert set(Mail.objects.filter(reason="stopped").values_list("done_at", flat=True)) == {later}
    for _time in range(2):
        mail_resume(digest=digest)
    assert not StoppedAddress.objects.exists()
    assert told() == [("mail_stopped", "", ""), ("mail_resumed", "", "")]


def test_a_trial_email_is_put_in_the_queue_where_one_can_be_sent(settings: Any) -> None:
    settings.EMAIL_HOST = ""
    with pytest.raises(Refused, match="Emails need a server"):
        mail_test(address="a@example.com", who="anna")
    Club.objects.create(pk=1, name="Aurora", address="https://aurora.example")
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail.example", "Aurora <aurora@example.com>"
    one = mail_test(address="a@example.com", who="anna")
    assert (one.kind, one.address, one.state) == ("test", "a@example.com", "waiting")
    assert one.subject and one.text and one.message_id.endswith("@example.com>")
    assert one.created_at == one.next_at < one.useful_until
    assert mail_test(address="a@example.com", who="anna").key != one.key
    assert told() == [("mail_tested", "anna", "a@example.com")] * 2


@pytest.mark.parametrize(("attempts", "minutes"), [(0, 1), (1, 5), (2, 15), (5, 120), (6, 240)])
def test_a_server_that_says_later_is_asked_again_after_longer_and_longer(attempts: int, minutes: int) -> None:
    before = timezone.now()
    later = _later_or_never(Mail(attempts=attempts), 450, b"Try later")
    wait = later.pop("next_at") - before
    assert later == {"error": "450 Try later", "state": "waiting"}
    assert timedelta(minutes=minutes) <= wait < timedelta(minutes=minutes, seconds=30)


@pytest.mark.parametrize(("attempts", "code"), [(0, 500), (0, 550), (7, 450), (8, 421)])
def test_a_refusal_for_good_or_an_eighth_attempt_is_the_last(attempts: int, code: int) -> None:
    assert _later_or_never(Mail(attempts=attempts), code, "No") == {"error": f"{code} No", "state": "failed"}
    assert _later_or_never(Mail(attempts=6), 499, "No")["state"] == "waiting"


@pytest.mark.parametrize(("hours", "minutes"), [(0, 1), (0.2, 3), (0.5, 7.5), (1, 15), (30, 15)])
def test_what_waits_for_a_server_that_is_not_reached_waits_longer_the_longer_it_has_waited(
    hours: float, minutes: float
) -> None:
    now = timezone.now()
    oldest = now - timedelta(hours=hours)
    mail(1, created=oldest)
    mail(2, created=now)
    mail(3, created=oldest, next_at=now + timedelta(hours=2))
    mail(4, "failed", created=now - timedelta(days=3))
    _wait_longer("no route")
    rows = list(Mail.objects.order_by("pk").values_list("error", "next_at"))
    assert [error for error, _next_at in rows] == ["no route", "no route", "", ""]
    waits = [(next_at - now).total_seconds() / 60 for _error, next_at in rows[:2]]
    assert waits == pytest.approx([minutes, minutes], abs=0.5)
    assert rows[2][1] == now + timedelta(hours=2)


def test_trouble_is_told_in_the_servers_words_or_by_its_kind() -> None:
    assert _told(OSError(111, "Connection refused")) == "Connection refused"
    assert _told(ValueError("odd")) == "odd" and _told(ValueError()) == "ValueError"
    assert _told(ValueError("x" * 400)) == "x" * 300
    assert _words(550, "Goneà".encode()) == "550 Goneà" and _words(550, b"\xff") == "550 �"
    assert _words(421, "y" * 400) == "421 " + "y" * 296


def test_nothing_waits_longer_where_nothing_is_due() -> None:
    _wait_longer("no route")
    assert not Mail.objects.exists()


def test_only_what_is_still_useful_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one = mail(1, "failed", useful_until=AT)
    monkeypatch.setattr("tournaments.services.mails.timezone", SimpleNamespace(now=lambda: AT))
    with pytest.raises(Refused, match="It comes too late now"):
        mail_retry(mail=one, who="ugo")
    assert stored() == [("failed", "", "Vieni?", False)]


def test_an_email_comes_from_the_name_that_the_server_is_set_up_with_or_the_clubs(settings: Any) -> None:
    one = mail(1)
    settings.DEFAULT_FROM_EMAIL = "circolo@example.com"
    assert message_of(one).from_email == "circolo@example.com"
    Club.objects.create(pk=1, name="Circolo  Aurora")
    assert message_of(one).from_email == "Circolo Aurora <circolo@example.com>"
    settings.DEFAULT_FROM_EMAIL = "Tornei <circolo@example.com>"
    assert message_of(one).from_email == "Tornei <circolo@example.com>"


@pytest.mark.parametrize(
    ("sender", "domain"), [("Tornei <circolo@example.com>", "example.com"), ("", "localhost"), ("<>", "localhost")]
)
def test_a_message_id_has_the_domain_of_the_sender(settings: Any, sender: str, domain: str) -> None:
    settings.DEFAULT_FROM_EMAIL = sender
    assert new_message_id().endswith(f"@{domain}>")


class Connection:
    """A way to a mail server that answers every email alike, and does not say goodbye."""

    def __init__(self, answer: Exception) -> None:
        self.answer, self.connection = answer, "open"

    def send_messages(self, _messages: list[EmailMessage]) -> int:
        raise self.answer

    def close(self) -> None:
        raise OSError("gone")


@pytest.mark.parametrize(("code", "state"), [(451, "waiting"), (554, "failed")])
def test_a_text_that_the_server_refuses_is_tried_later_or_no_more(code: int, state: str) -> None:
    one = mail(1, "sending", claimed_at=AT)
    assert not _deliver(Connection(SMTPDataError(code, b"not this")), one)
    now = Mail.objects.get()
    assert (now.state, now.error) == (state, f"{code} not this")


def test_a_way_that_cannot_be_closed_is_left_and_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    way = Connection(OSError())
    with caplog.at_level("DEBUG", logger="tournaments"):
        _close(way)
    assert way.connection is None and "did not say goodbye" in caplog.text
