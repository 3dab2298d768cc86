"""`send_mail`: what the club's own server does all the time, for a server that runs the program behind gunicorn."""

import time
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services import mails_send


class Command(BaseCommand):
    help = "Send the emails that are due, and end."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(mails_send(pause=_wait)))


def _wait(seconds: float) -> bool:
    time.sleep(seconds)
    return False
