"""A club without data, for a benchmark that is run by itself."""

import os
from collections.abc import Callable
from tempfile import TemporaryDirectory

import django


def run_in_an_empty_club(main: Callable[[], None]) -> None:
    """Set Django up on a migrated database of its own, run, and delete the database."""
    with TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
        os.environ["BURRACO_DATA"] = folder
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        main()
