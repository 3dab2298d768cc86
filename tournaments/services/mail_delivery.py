"""Emails handed to the server: each at most once, unless a person says again.

An email is claimed by one update, of which the database lets one sender win, and committed as *sending* before the
server is spoken to. What the server answers is written down afterwards: sent, refused, or later. Whoever is killed in
between, or hears no answer, leaves an email that was perhaps sent, which nothing here sends again.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.models import Club, Mail
from tournaments.selectors.mail_addresses import mail_ready, public_address, stop_token
from tournaments.selectors.mails import why_not
from tournaments.wording.mails import mail_foot

LONGEST_SENDING = timedelta(minutes=10)
"""Longer than the server's answers may take together: a sender that has not written one down by then was killed."""
MOST_ATTEMPTS = 8
"""How often the server may say later."""
DELAYS = (1, 5, 15, 30, 60, 120, 240)
"""Minutes until the next attempt, after each time that the server says later."""
SHORTEST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(minutes=15)
"""Until the server is tried again that was not reached: a quarter of the time that has gone, within these."""
A_MINUTE = timedelta(minutes=1)
PAUSE = 1.0
"""Seconds between two looks at whether the minute has room for one more."""
PERMANENT = 500
"""The least code with which a server refuses for good."""

log = logging.getLogger(__name__)

Pause = Callable[[float], bool]
"""Wait for so many seconds, or only look if 0. Return whether to end instead."""


def mails_send(*, pause: Pause) -> int:
    """Send what is due, as fast as the club allows. Return how many emails the server took."""
    mails_settle(at=timezone.now())
    if not mail_ready() or _next_due(timezone.now()) is None:
        return 0
    connection: Any = get_connection()
    sent = 0
    try:
        while public_address() and (mail := _next_due(timezone.now())) is not None and not pause(0.0):
            # A line that is lost meanwhile takes its address along, and links of emails need one.
            if _minute_is_full(timezone.now()):
                if pause(PAUSE):
                    break
            elif not _is_open(connection):
                break
            elif _claim(mail, timezone.now()):
                sent += _deliver(connection, mail)
    except SMTPSenderRefused as refusal:
        _wait_longer(_words(refusal.smtp_code, refusal.smtp_error))
    finally:
        _close(connection)
    return sent


def mails_settle(*, at: datetime) -> None:
    """Find the emails of senders that were killed, and drop those that are no longer worth sending."""
    killed = Mail.objects.filter(state=Mail.State.SENDING, claimed_at__lt=at - LONGEST_SENDING)
    killed.update(state=Mail.State.UNSURE)
    late = Mail.objects.filter(state=Mail.State.WAITING, useful_until__lte=at)
    late.update(state=Mail.State.DROPPED, reason=Mail.Reason.LATE, text="", done_at=at)


def message_of(mail: Mail) -> EmailMessage:
    """Return the email as it goes out. Raise ValueError if it has a header that cannot be."""
    club = Club.objects.first() or Club()
    name, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    with override(settings.LANGUAGE_CODE):
        stop = public_address() + reverse("mail_stop", args=[stop_token(mail.address)])
        body = f"{mail.text}\n\n{mail_foot(stop)}\n"
    return EmailMessage(
        subject=mail.subject,
        body=body,
        from_email=formataddr((name or " ".join(club.name.split()), sender)),
        to=[mail.address],
        headers={
            "Message-ID": mail.message_id,
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


def _next_due(at: datetime) -> Mail | None:
    return Mail.objects.filter(state=Mail.State.WAITING, next_at__lte=at).order_by("next_at", "pk").first()


def _minute_is_full(at: datetime) -> bool:
    """Return whether all senders together have sent what may be sent in a minute."""
    most: int = settings.EMAILS_A_MINUTE
    return Mail.objects.filter(claimed_at__gt=at - A_MINUTE).count() >= most


def _claim(mail: Mail, at: datetime) -> bool:
    """Take an email that waits, unless another sender has taken it, or it must not be sent any more."""
    waiting = Mail.objects.filter(pk=mail.pk, state=Mail.State.WAITING)
    if reason := why_not(mail, at):
        waiting.update(state=Mail.State.DROPPED, reason=reason, text="", done_at=at)
        return False
    mail.claimed_at = at
    return bool(waiting.update(state=Mail.State.SENDING, claimed_at=at, attempts=F("attempts") + 1))


def _deliver(connection: Any, mail: Mail) -> bool:
    """Hand an email over and write down what the server answers. Return whether the server took it.

    Raise SMTPSenderRefused if the server takes nothing from the club, which says nothing about the email.
    """
    # Somebody slow may find that a person has decided meanwhile.
    claimed = Mail.objects.filter(pk=mail.pk, claimed_at=mail.claimed_at)
    try:
        message = message_of(mail)
        message.message()
    except ValueError as fault:
        claimed.update(state=Mail.State.FAILED, error=_told(fault))
        return False
    try:
        connection.send_messages([message])
    except SMTPSenderRefused:
        claimed.update(state=Mail.State.WAITING, attempts=mail.attempts)
        raise
    except SMTPRecipientsRefused as refusal:
        claimed.update(**_later_or_never(mail, *next(iter(refusal.recipients.values()))))
    except SMTPResponseException as refusal:
        claimed.update(**_later_or_never(mail, refusal.smtp_code, refusal.smtp_error))
    except (SMTPException, OSError) as silence:
        # The server may have taken it before it fell silent.
        claimed.update(state=Mail.State.UNSURE, error=_told(silence))
    else:
        Mail.objects.filter(pk=mail.pk).update(state=Mail.State.SENT, text="", error="", done_at=timezone.now())
        return True
    return False


def _later_or_never(mail: Mail, code: int, told: bytes | str) -> dict[str, Any]:
    """Return what becomes of an email that the server refuses: tried later, or no more."""
    attempts = mail.attempts + 1
    error = {"error": _words(code, told)}
    if code >= PERMANENT or attempts >= MOST_ATTEMPTS:
        return error | {"state": Mail.State.FAILED}
    wait = timedelta(minutes=DELAYS[attempts - 1])
    return error | {"state": Mail.State.WAITING, "next_at": timezone.now() + wait}


def _words(code: int, told: bytes | str) -> str:
    text = told.decode(errors="replace") if isinstance(told, bytes) else told
    return f"{code} {text}"[:300]


def _is_open(connection: Any) -> bool:
    """Open the way to the server, or see that it is still open. If it cannot be, everything that waits waits longer."""
    try:
        if getattr(connection, "connection", None) is not None:
            _noticed_closed(connection)
        connection.open()
    except (SMTPException, OSError) as trouble:
        _wait_longer(_told(trouble))
        return False
    Mail.objects.filter(state=Mail.State.WAITING, attempts=0).exclude(error="").update(error="", next_at=timezone.now())
    return True


def _noticed_closed(connection: Any) -> None:
    """Close our side of a way that the server has closed after some emails, as many servers do."""
    try:
        is_alive = connection.connection.noop()[0] == 250
    except (SMTPException, OSError):
        is_alive = False
    if not is_alive:
        _close(connection)


def _wait_longer(error: str) -> None:
    at = timezone.now()
    due = Mail.objects.filter(state=Mail.State.WAITING, next_at__lte=at)
    if (oldest := due.order_by("created_at").first()) is not None:
        gone = at - oldest.created_at
        due.update(error=error, next_at=at + min(max(gone / 4, SHORTEST_WAIT), LONGEST_WAIT))


def _close(connection: Any) -> None:
    try:
        connection.close()
    except (SMTPException, OSError):
        log.debug("the email server did not say goodbye")
        connection.connection = None


def _told(trouble: Exception) -> str:
    return str(getattr(trouble, "strerror", None) or trouble)[:300] or type(trouble).__name__
