"""Automatic backups, at the start and whenever a round is closed. No save waits for them.

Before each backup, what has been kept for as long as it may be and the remains of erased members are removed for good,
so that backups do not keep them for ever, and the evenings that repeat are made ahead, so that they are in it.
"""

import logging
import threading
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.signals import post_save
from django.utils import timezone, translation

from accounts.services import sessions_delete_old
from tournaments import services
from tournaments.models import Round

from .errors import BackupFailed
from .retention import keep_backup

LONGEST_END = 60
"""Seconds that the program waits at its end for the last backup."""

log = logging.getLogger(__name__)


class AutomaticBackups:
    """A thread that makes backups on request. Requests during a backup lead to one more."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._wanted = self._at_work = self._ending = False
        self._after = 0.0
        self._language = translation.get_language()
        self._thread = threading.Thread(target=self._work, name="backups", daemon=True)

    def begin(self, *, after: float = 0) -> None:
        """Make the first backup after these seconds, and one after every round that is closed."""
        self._after = after
        post_save.connect(self._round_saved, sender=Round)
        self._thread.start()
        self.ask()

    def ask(self) -> None:
        with self._turn:
            self._wanted = True
            self._turn.notify_all()

    def rest(self) -> None:
        """Wait until no backup is requested or running."""
        with self._turn:
            self._turn.wait_for(lambda: not self._wanted and not self._at_work)

    @property
    def is_busy(self) -> bool:
        """Whether a backup is requested or running."""
        with self._turn:
            return self._wanted or self._at_work

    def end(self) -> None:
        """Stop after the backup that is requested or running."""
        post_save.disconnect(self._round_saved, sender=Round)
        with self._turn:
            self._ending = True
            self._turn.notify_all()
        self._thread.join(LONGEST_END)

    def _round_saved(self, *, instance: Round, **_facts: Any) -> None:
        if instance.state == Round.State.CLOSED:
            transaction.on_commit(self.ask)

    def _work(self) -> None:
        translation.activate(self._language or settings.LANGUAGE_CODE)
        with self._turn:
            self._turn.wait_for(lambda: self._ending, self._after)
        while self._taken_up():
            self._make()
            with self._turn:
                self._at_work = False
                self._turn.notify_all()

    def _taken_up(self) -> bool:
        """Wait for a request. Return false if the program ends instead."""
        with self._turn:
            self._turn.wait_for(lambda: self._wanted or self._ending)
            self._at_work, self._wanted = self._wanted, False
            return self._at_work

    def _make(self) -> None:
        try:
            tidy()
            keep_backup(at=timezone.now())
        except BackupFailed as failure:
            log.warning("%s", failure)
        except Exception:
            # Whatever has failed, the evening and later backups go on.
            log.exception("a backup could not be made")
        finally:
            # The next backup may be hours away.
            connection.close()


def tidy() -> None:
    """Delete for good what has been kept as long as it may be, and make ahead the evenings that repeat."""
    now = timezone.now()
    services.photos_delete_old(at=now)
    services.contacts_delete_old(at=now)
    services.tournaments_delete_old(at=now)
    services.member_data_delete_old(at=now)
    sessions_delete_old(at=now)
    services.traces_erase()
    services.evenings_make_ahead(at=now)
