"""The check before every command of `manage.py`: the data are current, are brought up to date, or are refused."""

import sys
from pathlib import Path

from django.core.management import ManagementUtility
from django.core.management.base import BaseCommand

from burraco_club.code_version import code_version, named_version

PROJECT = Path(__file__).parents[2]
WITHOUT_DATA = frozenset(
    {
        *("check", "help", "version", "diffsettings", "startapp", "startproject", "test", "testserver"),
        *("collectstatic", "findstatic", "compile_messages", "compilemessages", "makemessages"),
        *("makemigrations", "optimizemigration", "squashmigrations", "sqlmigrate"),
        *("score_hand", "show_ruleset"),
    }
)
"""Commands that do not use the club's data."""
LOOK_THEMSELVES = frozenset({"serve", "first_link", "prepare_database", "restore", "run_format_trial"})
"""Commands that check the data themselves, or are started by a club that has checked them."""
BEGIN = frozenset({"migrate"})
"""Commands that may run before there are any data."""


ASKS_FOR_THE_VERSION = (["version"], ["--version"])


class ClubCommands(ManagementUtility):
    """Django's utility, which tells the program's version, and checks the data before it runs a command on them."""

    def execute(self) -> None:
        if self.argv[1:] in ASKS_FOR_THE_VERSION:
            print(named_version(code_version(PROJECT)))
        else:
            super().execute()

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        matches = self.argv[1:2] == [subcommand] and not {"-h", "--help", "--version"} & set(self.argv)
        if matches and subcommand not in WITHOUT_DATA | LOOK_THEMSELVES:
            _look(subcommand)
        return command


def _look(command: str) -> None:
    # The settings have only now been found valid.
    from django.db import DatabaseError

    from burraco_club.backup.errors import BackupFailed
    from burraco_club.preparation import open_for_a_command

    try:
        open_for_a_command(_say, begins=command in BEGIN)
    except (BackupFailed, OSError, DatabaseError) as reason:
        sys.exit(str(reason))


def _say(sentence: str) -> None:
    """Print a message to stderr, because a command's output goes to stdout."""
    print(sentence, file=sys.stderr, flush=True)
