"""`manage.py serve`: prepare what is not ready, then serve. `club.py` runs it once the libraries are installed."""

import argparse
import socket
import sys
from contextlib import AbstractContextManager, ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation.reloader import translation_file_changed

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from burraco_club import network
from burraco_club.backup.age import Age
from burraco_club.backup.automatic import AutomaticBackups
from burraco_club.backup.data_lock import alone
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.fitness import age_here
from burraco_club.backup.folder import ask_on_terminal, begun, look_at_data
from burraco_club.backup.generation import came_from_elsewhere, note_closed, note_opened
from burraco_club.backup.whole_check import WholeCheck
from burraco_club.catalogs import compile_catalogs
from burraco_club.first_account import create_first_account, has_account
from burraco_club.given_socket import WrongSocket, given_socket, is_local
from burraco_club.line.served import switch_on
from burraco_club.lock import one_at_a_time
from burraco_club.mail_sender import MailSender
from burraco_club.preparation import collect_static_files, migrate_database
from burraco_club.serve import serve_club
from burraco_club.sleep import Sleep
from burraco_club.transport import UNIX
from tournaments.selectors.under_way import is_under_way
from tournaments.services import trials

FIRST_BACKUP = 5.0
"""Seconds until the first backup and what goes with it: whoever opens the club waits for its first page."""


class Command(BaseCommand):
    help = "Prepare the database and the static files where needed, and serve the club on the network."
    # The tests and `check --deploy` run these checks; they would slow every start.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=network.EVERYWHERE)
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)
        parser.add_argument("--open", action="store_true")
        parser.add_argument("--online", action="store_true")
        parser.add_argument("--asleep-after", type=_minutes, metavar="MINUTES", help="end when nobody asks for so long")

    def handle(self, *args: Any, host: str, port: int, language: str, open: bool, **options: Any) -> None:
        # Compile first, because every later message is translated; Django may have loaded the old catalogues already.
        for compiled in compile_catalogs([] if settings.INSTALLED else map(Path, settings.LOCALE_PATHS)):
            translation_file_changed(sender=None, file_path=compiled)
        with translation.override(language):
            try:
                given = self._take_given(asleep_after=options["asleep_after"])
                with ExitStack() as data:
                    data.enter_context(self._open(given, port))
                    put_online = self._put_online(given) if options["online"] else ""
                    check = data.enter_context(WholeCheck())
                    opened = data.enter_context(self._prepare(given, host, port, check))
                    if put_online:
                        journal_add(JournalEntry.Event.PUT_ONLINE, who="", about=put_online)
                    backups = AutomaticBackups()
                    backups.begin(after=FIRST_BACKUP)
                    sender = MailSender()
                    sender.begin()
                    serve_club(
                        opened,
                        self.say,
                        is_given=given is not None,
                        in_browser=open,
                        sleep=_sleep(options["asleep_after"], backups),
                        check=check,
                    )
                    sender.end()
                    backups.end()
                    note_closed()
            except (BackupFailed, WrongSocket) as reason:
                sys.exit(str(reason))
            except (OSError, DatabaseError) as error:
                sys.exit(_("The program cannot start: %(reason)s") % {"reason": error})
            except (KeyboardInterrupt, EOFError):
                sys.exit(_("Stopped before the program was ready."))

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def _put_online(self, given: socket.socket | None) -> str:
        """Switch the line on, and return the address if it is new.

        Whoever is asked for a code sits at the terminal, and nobody is connected meanwhile.
        """
        if given is not None or settings.HTTPS:
            self.say(_("This club runs on a server, and is on the web already: --online is for a hall."))
            return ""
        return switch_on(self.say)

    def _take_given(self, *, asleep_after: timedelta | None) -> socket.socket | None:
        """Return the socket that was handed over, if one was. Raise WrongSocket if it cannot be served as wanted."""
        given = given_socket()
        if given is None and asleep_after is not None:
            raise WrongSocket(
                _("--asleep-after is for a club whose socket systemd holds: without one, nothing would wake it.")
            )
        if given is not None and settings.LAN_HTTPS:
            raise WrongSocket(_("A socket that is handed over has a proxy before it: leave BURRACO_LAN_HTTPS out."))
        if given is not None and is_local(given) and UNIX not in settings.TRUSTED_PROXIES:
            raise WrongSocket(
                _("On a Unix socket only the proxy knows who asks: set BURRACO_HTTPS=1, or TRUSTED_PROXIES=unix.")
            )
        return given

    def _listen(self, host: str, port: int) -> socket.socket:
        try:
            return network.listen(host, port)
        except OSError as error:
            where = {"host": host, "port": port, "free": network.free_port_after(host, port)}
            if network.is_busy(error) and where["free"]:
                sentence = _(
                    "Port %(port)s is in use; the program may already be running. To use another one: --port %(free)s"
                )
            else:
                sentence = _("The club cannot listen on %(host)s, port %(port)s: %(reason)s")
            sys.exit(sentence % (where | {"reason": error.strerror}))

    def _open(self, given: socket.socket | None, port: int) -> AbstractContextManager[None]:
        """Keep every other program away from the data within the block."""
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        scheme = "https" if settings.LAN_HTTPS else "http"
        return alone(settings.DATA_DIR, address="" if given else f"{scheme}://localhost:{port}/")

    def _prepare(self, given: socket.socket | None, host: str, port: int, check: WholeCheck) -> socket.socket:
        """Return the listening socket when there is a club to serve.

        Whoever opens the club meanwhile waits for its first page, but not for somebody who is asked for a name and a
        password: as long as that takes, nobody is connected. Where the socket was handed over nobody can be asked, and
        `first_link` makes the first account.
        """
        with ExitStack() as failing:
            opened = failing.enter_context(given or self._listen(host, port))
            with one_at_a_time(settings.DATA_DIR / "preparing.lock"):
                elsewhere = came_from_elsewhere()
                look_at_data(self.say, ask_on_terminal, whole=not check.is_needed)
                if check.is_needed and age_here() is not Age.SAME:
                    check.refuse()
                migrate_database(self.say, elsewhere=elsewhere)
                note_opened()
                collect_static_files(self.say)
                if given:
                    if not has_account():
                        self.say(
                            _("The club has no administrator yet: manage.py first_link prints a link for the first.")
                        )
                elif not has_account():
                    opened.close()
                    create_first_account(self.say)
                    opened = failing.enter_context(self._listen(host, port))
                begun()
            failing.pop_all()
        return opened


def _minutes(text: str) -> timedelta:
    """Read a whole number of minutes, at least one."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(_("expected a whole number of minutes, got “%(text)s”") % {"text": text})
    return timedelta(minutes=int(text))


def _sleep(after: timedelta | None, backups: AutomaticBackups) -> Sleep | None:
    if after is None:
        return None

    def is_needed() -> bool:
        now = timezone.now()
        return backups.is_busy or is_under_way(at=now) or trials.is_one_alive(at=now)

    return Sleep(after, is_needed=is_needed)
