"""The generations of the club's data: a restore begins a new one."""

import secrets

from django.db import transaction

from tournaments.models import Generation
from tournaments.selectors.generations import SERVED

from .mails import mails_hold


@transaction.atomic
def generation_begin(*, place: str, program: str) -> Generation:
    """Begin a generation in which no version seen before is valid, because the data differ, as after a restore."""
    begun, _made = Generation.objects.update_or_create(
        pk=1, defaults={"key": secrets.token_hex(4), "place": place, "program": program}
    )
    mails_hold()
    transaction.on_commit(_ask_again)
    return begun


@transaction.atomic
def generation_opened(*, program: str) -> None:
    """Note the version of the program that opens the data."""
    Generation.objects.exclude(program=program).update(program=program)


def _ask_again() -> None:
    SERVED.key = None
