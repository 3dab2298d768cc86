"""The queue of emails: put in, tried again, dropped, stopped by their readers, and forgotten with whom they are for.

What happens once an email is in the queue stands in `mail_delivery.py`. The database keeps one email of a key, so that
no press and no two secretaries at once send anybody the same twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from pages.refusals import Refused
from tournaments.models import TEST, Entry, Mail, StoppedAddress, Tournament
from tournaments.people.traces import Traces
from tournaments.records.club_messages import MessageKind
from tournaments.selectors.mail_addresses import address_digest, agreed_entries, mail_ready
from tournaments.selectors.mails import (
    Recipient,
    entry_mail,
    message_key,
    ranking_stage,
    recipients_of,
    subject_of,
    useful_until,
    writes_to,
)
from tournaments.wording.club_messages import KIND_TITLES
from tournaments.wording.mails import trial_subject, trial_text

from .locking import lock_tournament

OPEN_TO_DECISION = (Mail.State.WAITING, Mail.State.FAILED, Mail.State.UNSURE)
"""The states in which a person may try an email again or drop it."""
TEST_USEFUL = timedelta(hours=1)
"""How long the server may take to be reached for a test."""


def mail_to_entry(entry: Entry, kind: MessageKind) -> None:
    """Tell the people of an entry, if they agreed to it. Run this inside a service's transaction."""
    if address := writes_to(entry):
        if kind == MessageKind.CONFIRMATION:
            # It says more than what still waits: that they have moved up.
            entry.mails.filter(kind=MessageKind.MOVED_UP, state=Mail.State.WAITING).delete()
        subject, text = entry_mail(entry, kind)
        key = message_key(entry.tournament, kind, address, about=str(entry.pk))
        _put_in(entry.tournament, kind, [(key, Recipient(address=address, entry=entry))], subject, text)


def mails_of_called_off(tournament: Tournament) -> None:
    """Tell everybody who agreed to it that the evening is called off. Run this inside a service's transaction."""
    if not mail_ready():
        return
    for entry in agreed_entries(tournament).values():
        entry.tournament = tournament
        mail_to_entry(entry, MessageKind.CALLED_OFF)


@transaction.atomic
def message_mail(*, tournament: Tournament, kind: MessageKind, text: str, who: str) -> int:
    """Put a message in the queue for everybody who agreed to it and has not had it. Return to how many.

    Raise Refused if the club cannot write emails, or nobody is left to write to.
    """
    tournament = lock_tournament(tournament.pk, editable=False)
    _refuse_unready()
    people = recipients_of(tournament, kind)
    if not people.new:
        raise Refused(_("Nobody is left to write to: whoever agreed to emails has this one already."))
    about = ranking_stage(tournament) if kind == MessageKind.RANKING else ""
    keyed = [(message_key(tournament, kind, to.address, about=about), to) for to in people.new]
    with override(settings.LANGUAGE_CODE):
        subject = subject_of(tournament, kind)
    _put_in(tournament, kind, keyed, subject, text)
    journal_add(JournalEntry.Event.MAILED, who=who, about=f"{KIND_TITLES[kind]}, {tournament}: {len(keyed)}")
    return len(keyed)


@transaction.atomic
def mail_test(*, address: str, who: str) -> Mail:
    """Put an email in the queue with which an administrator tries the server. Raise Refused if there is none."""
    _refuse_unready()
    at = timezone.now()
    mail = Mail.objects.create(
        key=uuid4().hex,
        kind=TEST,
        address=address,
        subject=trial_subject(),
        text=trial_text(),
        message_id=new_message_id(),
        created_at=at,
        next_at=at,
        useful_until=at + TEST_USEFUL,
    )
    journal_add(JournalEntry.Event.MAIL_TESTED, who=who, about=address)
    return mail


@transaction.atomic
def mail_retry(*, mail: Mail, who: str) -> Mail:
    """Let an email be tried again at once: one that waits, was refused, or was perhaps sent."""
    mail = _locked(mail)
    if mail.useful_until <= timezone.now():
        raise Refused(_("It comes too late now: the evening is over. Drop it."))
    mail.state, mail.attempts, mail.next_at = Mail.State.WAITING, 0, timezone.now()
    mail.save()
    journal_add(JournalEntry.Event.MAIL_AGAIN, who=who, about=mail.subject)
    return mail


@transaction.atomic
def mail_drop(*, mail: Mail, who: str) -> Mail:
    """Send an email no more, or leave one that was perhaps sent as it is."""
    mail = _locked(mail)
    mail.state, mail.reason, mail.text, mail.done_at = Mail.State.DROPPED, Mail.Reason.BY_HAND, "", timezone.now()
    mail.save()
    journal_add(JournalEntry.Event.MAIL_DROPPED, who=who, about=mail.subject)
    return mail


@transaction.atomic
def mails_drop(*, state: Mail.State, who: str) -> int:
    """Drop every email in one of the states in which one can be dropped. Return how many there were."""
    if state not in OPEN_TO_DECISION:
        return 0
    dropped = Mail.objects.filter(state=state).update(
        state=Mail.State.DROPPED, reason=Mail.Reason.BY_HAND, text="", done_at=timezone.now()
    )
    if dropped:
        journal_add(JournalEntry.Event.MAIL_DROPPED, who=who, about=dropped)
    return dropped


@transaction.atomic
def mail_stop(*, digest: str, at: datetime) -> None:
    """Write no more to an address, given as its digest; what waits for it is dropped."""
    _row, is_new = StoppedAddress.objects.get_or_create(digest=digest, defaults={"stopped_at": at})
    for mail in Mail.objects.filter(state__in=[Mail.State.WAITING, Mail.State.FAILED]):
        if address_digest(mail.address) == digest:
            Mail.objects.filter(pk=mail.pk, state=mail.state).update(
                state=Mail.State.DROPPED, reason=Mail.Reason.STOPPED, text="", done_at=at
            )
    if is_new:
        journal_add(JournalEntry.Event.MAIL_STOPPED, who="")


@transaction.atomic
def mail_resume(*, digest: str) -> None:
    """Write to an address again, whose owner asks for it by the link below an email."""
    deleted, _rows = StoppedAddress.objects.filter(digest=digest).delete()
    if deleted:
        journal_add(JournalEntry.Event.MAIL_RESUMED, who="")


def mails_hold() -> None:
    """Leave every email that is not sent to a person: the data are a restored copy, after which some may have gone out.

    Run this inside a service's transaction.
    """
    open_states = (Mail.State.WAITING, Mail.State.SENDING, Mail.State.FAILED)
    Mail.objects.filter(state__in=open_states).update(state=Mail.State.UNSURE)


def mails_forget(traces: Traces) -> None:
    """Delete the emails to a person's addresses. Run this inside a service's transaction."""
    ours = [pk for pk, address in Mail.objects.values_list("pk", "address").iterator() if traces.marked(address)]
    Mail.objects.filter(pk__in=ours).delete()


def new_message_id() -> str:
    """Return a Message-ID of the domain that the club writes from."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{uuid4().hex}@{domain}>"


def _put_in(
    tournament: Tournament, kind: MessageKind, keyed: Iterable[tuple[str, Recipient]], subject: str, text: str
) -> None:
    at = timezone.now()
    mails = [
        Mail(
            key=key,
            kind=kind,
            tournament=tournament,
            entry=to.entry,
            address=to.address,
            subject=subject,
            text=text,
            message_id=new_message_id(),
            created_at=at,
            next_at=at,
            useful_until=useful_until(tournament, kind, at),
        )
        for key, to in keyed
    ]
    Mail.objects.bulk_create(mails, ignore_conflicts=True)


def _refuse_unready() -> None:
    if not mail_ready():
        raise Refused(_("Emails need a server and the club’s public address: an administrator can set them."))


def _locked(mail: Mail) -> Mail:
    """Return the email's row, locked. Raise Refused if there is nothing to decide about it any more."""
    found = Mail.objects.select_for_update().filter(pk=mail.pk, state__in=OPEN_TO_DECISION).first()
    if found is None:
        raise Refused(_("This email has been sent or dropped meanwhile, or is being sent."))
    return found
