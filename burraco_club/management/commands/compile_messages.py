"""`manage.py compile_messages`: compile the translations that are newer than their `.mo` files."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from burraco_club.catalogs import compile_catalogs


class Command(BaseCommand):
    help = "Compile the translations that changed, without GNU gettext. A wheel has them compiled."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for compiled in compile_catalogs([] if settings.INSTALLED else map(Path, settings.LOCALE_PATHS)):
            self.stdout.write(str(compiled))
