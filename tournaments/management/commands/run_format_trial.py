"""`run_format_trial PK`: play the evenings of a trial that the page of formats has requested."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from tournaments.management.arguments import whole_number
from tournaments.trials.runner import run_trial


class Command(BaseCommand):
    help = "Play the simulated evenings of a trial of formats; the page starts it by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("trial", type=whole_number(1), metavar="PK")
        parser.add_argument("--database-name", help="the database of the process that asked, if it is another")

    def handle(self, *args: Any, trial: int, database_name: str | None, **options: Any) -> None:
        if database_name is not None:
            connection.settings_dict["NAME"] = database_name
        run_trial(trial)
