"""Emails: what they say, whom a message goes to, why one is not sent, and the queue as the club reads it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models import Count, Min
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.models import TEST, Entry, Mail, Round, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.wording.mails import mail_subject

from .club_messages import kind_for, message_about
from .entries import LIVE, terms_of
from .mail_addresses import (
    address_in,
    agreed_again,
    agreed_entries,
    agreed_members,
    mail_ready,
    public_address,
    stopped_since,
)

RANKING_USEFUL = timedelta(days=7)
"""How long a ranking is news; everything else is until the evening is over."""
TO_MANY = (MessageKind.INVITATION, MessageKind.ENTERED, MessageKind.RANKING)
"""The kinds that go out at a press; the others go out by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """Somebody who agreed to an email of this kind."""

    address: str
    entry: Entry | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipients:
    """Whom a message goes to, by those who have it already and those who want none."""

    new: tuple[Recipient, ...]
    had: int
    stopped: int


def message_key(tournament: Tournament, kind: MessageKind, address: str, *, about: str) -> str:
    """Return the key of an email, of which the database keeps one: an evening, a kind, an address.

    `about` tells apart what is said several times: the entry that is confirmed, the round of the ranking.
    """
    facts = f"{tournament.pk}/{kind.value}/{about}/{address.strip().casefold()}"
    return sha256(facts.encode()).hexdigest()


def ranking_stage(tournament: Tournament) -> str:
    """Return after how many closed rounds the ranking is, and whether it is final: each is another message."""
    if tournament.state == Tournament.State.FINAL:
        return "final"
    return str(tournament.rounds.filter(state=Round.State.CLOSED).count())


def recipients_of(tournament: Tournament, kind: MessageKind) -> Recipients:
    """Return whom a message of a kind that goes to many is for. Three queries at the most, however many there are."""
    if kind == MessageKind.INVITATION:
        members = agreed_members()
        people = {key: Recipient(address=address_in(row.player.contact), entry=None) for key, row in members.items()}
        stops = stopped_since(people)
        refused = {address for address, at in stops.items() if not agreed_again(members[address], at)}
    else:
        entries = agreed_entries(tournament, accepted=kind == MessageKind.RANKING)
        people = {key: Recipient(address=address_in(row.contact), entry=row) for key, row in entries.items()}
        refused = set(stopped_since(people))
    about = ranking_stage(tournament) if kind == MessageKind.RANKING else ""
    keys = {message_key(tournament, kind, address, about=about): address for address in people}
    had = {keys[key] for key in Mail.objects.filter(key__in=keys).values_list("key", flat=True)}
    left_out = refused | had
    new = (recipient for address, recipient in people.items() if address not in left_out)
    return Recipients(new=tuple(new), had=len(had - refused), stopped=len(refused))


def entry_mail(entry: Entry, kind: MessageKind) -> tuple[str, str]:
    """Return the subject and the text of an email to the people of an entry, in the club's language and words."""
    tournament = entry.tournament
    with override(settings.LANGUAGE_CODE):
        text = message_about(tournament, kind, link_for(tournament, entry), names=str(entry))
        return subject_of(tournament, kind), text


def subject_of(tournament: Tournament, kind: MessageKind) -> str:
    """Return the subject, on one line whatever the tournament is called."""
    return " ".join(mail_subject(kind, tournament.name, tournament.date).split())[:200]


def link_for(tournament: Tournament, entry: Entry | None = None) -> str:
    """Return the link of an email: the pair's page, the page where people enter, or the ranking."""
    if entry is not None and entry.pair is not None:
        path = reverse("public_pair", args=[tournament.slug, entry.pair.number])
    elif terms_of(tournament).is_open and tournament.state == Tournament.State.REGISTRATION:
        path = reverse("public_entry", args=[tournament.slug])
    else:
        path = reverse("public_ranking", args=[tournament.slug])
    return public_address() + path


def useful_until(tournament: Tournament, kind: MessageKind, at: datetime) -> datetime:
    """Return until when an email of this kind is worth sending."""
    if kind == MessageKind.RANKING:
        return at + RANKING_USEFUL
    day_after = tournament.date + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day_after, datetime.min.time()))


def why_not(mail: Mail, at: datetime) -> Mail.Reason | None:
    """Return why an email that waits must not be sent any more; None if it may be."""
    if mail.useful_until <= at:
        return Mail.Reason.LATE
    stopped_at = stopped_since([mail.address]).get(mail.address)
    if mail.kind == TEST:
        return Mail.Reason.STOPPED if stopped_at else None
    tournament = Tournament.objects.filter(mails=mail).first()
    if tournament is None:
        return Mail.Reason.PAST
    kind = MessageKind(mail.kind)
    if kind == MessageKind.INVITATION:
        member = agreed_members().get(mail.address.casefold())
        if member is None or (stopped_at is not None and not agreed_again(member, stopped_at)):
            return Mail.Reason.STOPPED
        return None if _is_to_come(tournament) else Mail.Reason.PAST
    entry = Entry.objects.filter(mails=mail).first()
    if stopped_at is not None or entry is None or not _may_be_written(entry, mail.address):
        return Mail.Reason.STOPPED
    return None if _still_so(tournament, kind, entry) else Mail.Reason.PAST


def mails_counted() -> list[tuple[str, int]]:
    """Return how many emails there are in each state. One query."""
    rows = Mail.objects.order_by().values_list("state").annotate(count=Count("pk"))
    return [(state, count) for state, count in rows]


def waiting_since() -> datetime | None:
    """Return since when the oldest email waits. One query."""
    found: datetime | None = Mail.objects.filter(state=Mail.State.WAITING).aggregate(since=Min("created_at"))["since"]
    return found


def last_trouble() -> str:
    """Return what the server, or the way to it, said last about an email that still waits. One query."""
    troubled = Mail.objects.filter(state=Mail.State.WAITING).exclude(error="").order_by("-next_at")
    return troubled.values_list("error", flat=True).first() or ""


def last_test() -> Mail | None:
    """Return the last email with which the server was tried. One query."""
    return Mail.objects.filter(kind=TEST).order_by("-created_at", "-pk").first()


def writes_to(entry: Entry) -> str:
    """Return the address to which emails about an entry go; empty if there are none."""
    return address_in(entry.contact) if entry.mail_consent_at is not None and mail_ready() else ""


def _is_to_come(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.REGISTRATION and tournament.called_off_at is None


def _may_be_written(entry: Entry, address: str) -> bool:
    """Return whether the people of the entry still agree, at this address."""
    return entry.mail_consent_at is not None and address_in(entry.contact).casefold() == address.casefold()


def _still_so(tournament: Tournament, kind: MessageKind, entry: Entry) -> bool:
    if kind == MessageKind.CALLED_OFF:
        return tournament.called_off_at is not None
    if kind == MessageKind.RANKING:
        return True
    if not _is_to_come(tournament):
        return False
    return entry.state in LIVE if kind == MessageKind.ENTERED else kind_for(entry) in (kind, MessageKind.CONFIRMATION)
