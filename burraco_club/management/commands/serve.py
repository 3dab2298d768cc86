"""`manage.py serve`: what `club.py` runs once the libraries are there. Prepares what is not ready, then serves."""

import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation.reloader import translation_file_changed

from accounts.services import sessions_delete_old
from burraco_club import network
from burraco_club.backup.automatic import BackupsByThemselves
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.folder import ask_on_terminal, begun, look_at_data
from burraco_club.backup.running import open_lock
from burraco_club.catalogs import compile_catalogs
from burraco_club.first_account import create_first_account
from burraco_club.lock import one_at_a_time
from burraco_club.preparation import collect_static_files, migrate_database
from burraco_club.serve import serve_club
from tournaments.services import contacts_delete_old, photos_delete_old, tournaments_delete_old


class Command(BaseCommand):
    help = "Prepare the database and the static files where needed, and serve the club on the network."
    # A referee's start should not pay for what the tests and `check --deploy` have checked.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=network.EVERYWHERE)
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, host: str, port: int, language: str, **options: Any) -> None:
        # First of all, because every sentence from here on is translated; Django may have read the old ones already.
        for compiled in compile_catalogs(map(Path, settings.LOCALE_PATHS)):
            translation_file_changed(sender=None, file_path=compiled)
        with translation.override(language):
            try:
                with self._listen(host, port) as opened, self._open():
                    backups = BackupsByThemselves()
                    backups.begin()
                    serve_club(opened, self.say)
                    backups.end()
            except BackupFailed as reason:
                sys.exit(str(reason))
            except (OSError, DatabaseError) as error:
                sys.exit(_("The club cannot start: %(reason)s") % {"reason": error})
            except (KeyboardInterrupt, EOFError):
                sys.exit(_("Interrupted before the club was open."))

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def _listen(self, host: str, port: int) -> socket.socket:
        try:
            return network.listen(host, port)
        except OSError as error:
            where = {"host": host, "port": port, "free": network.free_port_after(host, port)}
            if network.is_busy(error) and where["free"]:
                sentence = _("Port %(port)s is busy; the club may be open already. Another one: --port %(free)s")
            else:
                sentence = _("The club cannot listen on %(host)s, port %(port)s: %(reason)s")
            sys.exit(sentence % (where | {"reason": error.strerror}))

    @contextmanager
    def _open(self) -> Iterator[None]:
        """The data made ready, and kept from being restored as long as the block lasts."""
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(open_lock(settings.DATA_DIR)):
            self._prepare()
            yield

    def _prepare(self) -> None:
        """Under a lock: of two starts on the same data, the second finds everything ready."""
        with one_at_a_time(settings.DATA_DIR / "preparing.lock"):
            look_at_data(self.say, ask_on_terminal)
            migrate_database(self.say)
            collect_static_files(self.say)
            create_first_account(self.say)
            begun()
            photos_delete_old(at=timezone.now())
            contacts_delete_old(at=timezone.now())
            tournaments_delete_old(at=timezone.now())
            sessions_delete_old(at=timezone.now())
