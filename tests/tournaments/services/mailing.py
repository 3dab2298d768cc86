"""A club with a mail server, an evening, and people who agreed to emails."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tests.factories import make_tournament
from tests.smtp_server import SmtpServer
from tournaments.models import Entry, Mail, Membership, Player, Tournament
from tournaments.services import club_rename, club_set_address, entry_make, entry_terms_set
from tournaments.services.entries import SentEntry

ADDRESS = "https://burraco.example"


def set_up(settings: Any, server: SmtpServer) -> None:
    """Let the club write emails by this server."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", server.port, False
    settings.DEFAULT_FROM_EMAIL = "circolo@burraco.example"
    settings.EMAILS_A_MINUTE = 10_000
    club_rename(name="Circolo dell’Ànfora")
    club_set_address(address=ADDRESS)


def evening(**terms: Any) -> Tournament:
    """Return an evening of next week that is open to entries."""
    tournament = make_tournament(date=timezone.localdate() + timedelta(days=7))
    entry_terms_set(tournament=tournament, terms={"is_open": True, **terms})
    return tournament


def enter(tournament: Tournament, *names: str, contact: str = "", mail: bool = True) -> Entry:
    """Enter a pair with an address of its own."""
    at = timezone.now()
    contact = contact or f"{names[0].split()[0].lower()}@people.example"
    form = f"{Entry.objects.count():032x}"
    sent = SentEntry(names=names, club="", contact=contact, form=form, sender="", mail=mail)
    return entry_make(tournament=tournament, sent=sent, at=at)[0]


def member(name: str, contact: str, *, agreed_on: date | None) -> Player:
    """Return a member, with the day of the consent to emails."""
    player = Player.objects.create(last_name=name, first_name="Ada", contact=contact)
    Membership.objects.create(player=player, mail_consent_on=agreed_on)
    return player


def at_once(_seconds: float) -> bool:
    """Wait for nothing, and go on."""
    return False


def never(seconds: float) -> bool:
    """End instead of waiting."""
    return seconds > 0


def states() -> Sequence[tuple[str, str]]:
    """Return each email's address and state, in the order of the addresses."""
    return sorted(Mail.objects.values_list("address", "state"))
