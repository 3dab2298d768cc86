"""The email addresses in contacts: who agreed to be written to, and who wants no more of it."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.timezone import localdate

from pages.line import line_address
from tournaments.models import Club, Entry, Membership, Player, StoppedAddress, Tournament
from tournaments.people.traces import EMAIL

from .entries import LIVE

SIGNED = 32
"""The letters of a signature, each of 4 bits."""


def mail_server() -> bool:
    """Return whether the club has set a server for email. Without one nothing speaks of it."""
    return bool(settings.EMAIL_HOST and settings.DEFAULT_FROM_EMAIL)


def mail_ready() -> bool:
    """Return whether the club writes emails: their links need its public address. One query at the most."""
    return mail_server() and bool(public_address())


def public_address() -> str:
    """Return the address with which links begin: the line's while it holds, or the club's own; empty if it has none."""
    return line_address() or Club.objects.values_list("address", flat=True).first() or ""


def address_in(contact: str) -> str:
    """Return the first email address in a contact; empty if there is none that a server would take."""
    for found in EMAIL.finditer(contact):
        try:
            validate_email(found[0])
        except ValidationError:
            continue
        return found[0]
    return ""


def address_digest(address: str) -> str:
    """Return what is stored of an address that wants no emails: equal for any spelling of its letters.

    No key goes into it, so that the wish outlives a lost key.
    """
    return sha256(f"email {address.strip().casefold()}".encode()).hexdigest()


def stop_token(address: str) -> str:
    """Return the secret of the link below an email, by which only whoever has got one stops them."""
    digest = address_digest(address)
    return f"{digest}-{_signature(digest)}"


def digest_of_token(token: str) -> str | None:
    """Return the digest of the address whose link this is; None if we did not make the link."""
    digest, _dash, signature = token.partition("-")
    return digest if constant_time_compare(signature, _signature(digest)) else None


def stopped_since(addresses: Iterable[str]) -> dict[str, datetime]:
    """Return those of the addresses that want no emails, each with the moment since when. One query."""
    digests = {address_digest(address): address for address in addresses}
    rows = StoppedAddress.objects.filter(digest__in=digests)
    return {digests[row.digest]: row.stopped_at for row in rows}


def agreed_members() -> dict[str, Membership]:
    """Return the members who agreed to invitations, by their address in small letters. One query.

    Whoever has left is none of them. Of two members with one address, the later consent counts.
    """
    agreed = Membership.objects.filter(mail_consent_on__isnull=False, left_on__isnull=True, player__forgotten=False)
    active = agreed.exclude(player__state=Player.State.LEFT).exclude(player__contact="")
    rows = active.select_related("player").order_by("mail_consent_on", "pk")
    found = ((address_in(row.player.contact), row) for row in rows)
    return {address.casefold(): row for address, row in found if address}


def agreed_entries(tournament: Tournament, *, accepted: bool = False) -> dict[str, Entry]:
    """Return the entries that count whose people agreed to emails about this evening, likewise. One query."""
    states = (Entry.State.ACCEPTED,) if accepted else LIVE
    rows = tournament.entries.filter(mail_consent_at__isnull=False, state__in=states).order_by("-created_at", "-pk")
    found = ((address_in(row.contact), row) for row in rows)
    return {address.casefold(): row for address, row in found if address}


def agreed_again(membership: Membership, stopped_at: datetime) -> bool:
    """Return whether a member agreed again, in the club's book, on a day after stopping our emails."""
    agreed_on = membership.mail_consent_on
    return agreed_on is not None and agreed_on > localdate(stopped_at)


def _signature(digest: str) -> str:
    return salted_hmac("mail stop", digest, algorithm="sha256").hexdigest()[:SIGNED]
