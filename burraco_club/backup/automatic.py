"""Backups made by themselves: at the start, and whenever a round is closed. Nobody who saves waits for them.

Before each, what was deleted long ago is deleted for good, so that it is not kept in backups for ever.
"""

import logging
import threading
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.signals import post_save
from django.utils import timezone, translation

from tournaments.models import Round
from tournaments.services import tournaments_delete_old

from .errors import BackupFailed
from .kept import keep_backup

LONGEST_END = 60
"""Seconds that the program's end waits for the last backup."""

log = logging.getLogger(__name__)


class BackupsByThemselves:
    """A thread that makes a backup whenever it is asked to; of many wishes while it works, one more."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._wanted = self._at_work = self._ending = False
        self._language = translation.get_language()
        self._thread = threading.Thread(target=self._work, name="backups", daemon=True)

    def begin(self) -> None:
        """Ask for the first one, and for another after every round that is closed."""
        post_save.connect(self._round_saved, sender=Round)
        self._thread.start()
        self.ask()

    def ask(self) -> None:
        with self._turn:
            self._wanted = True
            self._turn.notify_all()

    def rest(self) -> None:
        """Wait until nothing is wanted or under way."""
        with self._turn:
            self._turn.wait_for(lambda: not self._wanted and not self._at_work)

    def end(self) -> None:
        """Let the one that is wanted or under way be finished."""
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
        while self._taken_up():
            self._make()
            with self._turn:
                self._at_work = False
                self._turn.notify_all()

    def _taken_up(self) -> bool:
        """Whether there is another one to make, once somebody wants it; not, when the program ends."""
        with self._turn:
            self._turn.wait_for(lambda: self._wanted or self._ending)
            self._at_work, self._wanted = self._wanted, False
            return self._at_work

    def _make(self) -> None:
        try:
            tournaments_delete_old(at=timezone.now())
            keep_backup(at=timezone.now())
        except BackupFailed as failure:
            log.warning("%s", failure)
        except Exception:
            # Whatever it was, the evening goes on, and so do the backups.
            log.exception("a backup could not be made")
        finally:
            # It may be hours until the next one.
            connection.close()
