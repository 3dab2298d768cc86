"""`manage.py device_code`: show the code for a new device, on the club's computer, without anybody logged in."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from accounts.services import device_code


class Command(BaseCommand):
    help = "Print a code, good for ten minutes, with which a new device waits for no wrong passwords of others."

    def handle(self, *args: Any, **options: Any) -> None:
        code = device_code(shown_by=None, at=timezone.now())
        self.stdout.write(f"On the new device, at the club's address with {reverse('login_device')} behind it: {code}")
