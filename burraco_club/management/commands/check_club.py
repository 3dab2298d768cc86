"""`manage.py check_club`: check the whole database and report everything that is wrong with it."""

import io
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from burraco_club.integrity.club_face import face_faults
from burraco_club.integrity.database import file_faults, reference_faults
from burraco_club.integrity.histories import history_faults
from burraco_club.integrity.members import word_faults
from burraco_club.integrity.receipts import receipt_faults
from burraco_club.integrity.rounds import round_faults
from burraco_club.integrity.team_matches import match_faults
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Prove the whole database: its file, what refers to what, tables against rounds, versions and revisions "
        "against the history, members against the words they are found by, the logo against its name, receipts "
        "against their numbers, and every score against its slip. Prints each fault; fails if there is one."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        faults = list(self._faults())
        if faults:
            sentence = ngettext("%(count)s fault found.", "%(count)s faults found.", len(faults)) % {
                "count": len(faults)
            }
            raise CommandError("\n".join([*faults, sentence]))
        self.stdout.write(_("The database is in order."))

    def _faults(self) -> Iterator[str]:
        faults = list(file_faults())
        yield from faults
        if faults:
            # Rows read from damaged pages prove nothing.
            return
        yield from reference_faults()
        for tournament in Tournament.everything.order_by("pk"):
            yield from round_faults(tournament)
            yield from match_faults(tournament)
        yield from history_faults()
        yield from word_faults()
        yield from face_faults()
        yield from receipt_faults()
        for command in ("check_scores", "check_games"):
            yield from self._scores(command)

    def _scores(self, command: str) -> Iterator[str]:
        output = io.StringIO()
        try:
            call_command(command, stdout=output)
        except CommandError as failure:
            yield from str(failure).splitlines()
        else:
            self.stdout.write(output.getvalue().strip())
