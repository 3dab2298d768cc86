"""`manage.py first_link`: print a link for the first administrator, of a club at whose computer nobody sits."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import override

from burraco_club.backup.age import Age
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.fitness import age_here
from burraco_club.backup.folder import begun, look_at_data
from burraco_club.first_account import first_link
from burraco_club.lock import one_at_a_time
from burraco_club.preparation import open_for_a_command, prepare_alone
from pages.refusals import Refused


class Command(BaseCommand):
    help = "Print a link, good once and for a day, with which the first administrator chooses a password."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", default="", help="of the account, if it is a new one")
        parser.add_argument("--address", default="", help="of the club, with https://; otherwise from ALLOWED_HOSTS")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, help="with which a new club begins")

    def handle(self, *args: Any, name: str, address: str, language: str, **options: Any) -> None:
        with override(language):
            if address and not _is_address(address):
                raise CommandError(
                    _("expected an address like https://burraco.example, got “%(text)s”") % {"text": address}
                )
            try:
                made = self._make(name)
            except (BackupFailed, DatabaseError, OSError, Refused) as reason:
                raise CommandError(str(reason)) from reason
            if made is None:
                self._say(_("The club has its administrator. For a forgotten password: manage.py login_link NAME"))
                return
            owner, path = made
            self._say(
                _(
                    "For the first administrator, %(name)s: good once, and for %(hours)s hours. A link printed before "
                    "opens nothing any more."
                )
                % {"name": owner, "hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
            )
            self.stdout.write(f"{(address or _own_address()).rstrip('/')}{path}")

    def _make(self, name: str) -> tuple[str, str] | None:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        with one_at_a_time(settings.DATA_DIR / "preparing.lock"):
            look_at_data(self._say, lambda _question: False)
            if age_here() is Age.EMPTY:
                prepare_alone(self._say)
            else:
                open_for_a_command(self._say, begins=False)
            made = first_link(name)
            begun()
        return made

    def _say(self, sentence: str) -> None:
        """Print a sentence to stderr, so that the link is all that a program reads."""
        self.stderr.write(sentence)


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.path in ("", "/")


def _own_address() -> str:
    """Return the first name to which the club answers as an address, or nothing where it answers to any."""
    host = next((host for host in settings.ALLOWED_HOSTS if host[:1] not in ("*", ".")), "")
    return f"{'https' if settings.HTTPS else 'http'}://{host}" if host else ""
