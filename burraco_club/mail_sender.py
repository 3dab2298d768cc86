"""Emails sent by the club's own server, beside everything else: what is due is looked for every few seconds."""

import logging
import threading

from django.conf import settings
from django.db import connection
from django.utils import translation

from tournaments.services import mails_send

LOOK = 15.0
"""Seconds between two looks at the queue."""
LONGEST_END = 5
"""Seconds that the program waits at its end; an email on its way by then was perhaps sent, and is told so."""

log = logging.getLogger(__name__)


class MailSender:
    """A thread that sends what is due until it is told to end."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="mail", daemon=True)

    def begin(self) -> None:
        """Start, if the club has a server for email."""
        if settings.EMAIL_HOST:
            self._thread.start()

    def end(self) -> None:
        """Send nothing more."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(LONGEST_END)

    def _work(self) -> None:
        translation.activate(settings.LANGUAGE_CODE)
        while not self._ending.is_set():
            try:
                mails_send(pause=self._ending.wait)
            except Exception:
                # Whatever has failed, the evening goes on, and emails are looked for again.
                log.exception("emails could not be sent")
            finally:
                connection.close()
            self._ending.wait(LOOK)
