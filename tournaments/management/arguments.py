"""The arguments that the commands about tournaments share."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.models import Season, Tournament
from tournaments.pairing import PairingRefused
from tournaments.records import NamedSystem
from tournaments.records.gironi import girone_number
from tournaments.records.named_systems import SYSTEMS_OF_GIRONI
from tournaments.wording.refusals import refusal_sentence

MOST_BYTES = 100_000_000
"""The largest file: some tens of times the size of 5,000 pairs with ten rounds."""

MOST_LETTERS = 2
"""The letters of the last girone: there are not more than a thousand."""


def tournament_by_slug(slug: str) -> Tournament:
    """Return the tournament, or raise an error that names the existing ones."""
    tournament = Tournament.objects.filter(slug=slug).first() if slug.isascii() else None
    if tournament is None:
        known = ", ".join(Tournament.objects.values_list("slug", flat=True)[:10])
        raise CommandError(_("No tournament is called %(slug)s. Available: %(known)s") % {"slug": slug, "known": known})
    return tournament


def season_by_slug(slug: str) -> Season:
    """Return the season, or raise an error that names the existing ones."""
    season = Season.objects.filter(slug=slug).first() if slug.isascii() else None
    if season is None:
        known = ", ".join(Season.objects.values_list("slug", flat=True)[:10])
        raise CommandError(_("No season is called %(slug)s. Available: %(known)s") % {"slug": slug, "known": known})
    return season


def check_round(tournament: Tournament, number: int | None) -> None:
    """End the command if the tournament has no round of that number. None stands for no round in particular."""
    if number is not None and not tournament.rounds.filter(number=number).exists():
        raise CommandError(_("There is no round %(round)s.") % {"round": number})


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise CommandError(_("%(file)s is too large to be a tournament") % {"file": name})
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(_("%(file)s cannot be read: %(error)s") % {"file": name, "error": error.strerror}) from error
    except UnicodeDecodeError as error:
        raise CommandError(_("%(file)s is not UTF-8 text") % {"file": name}) from error


def whole_number(least: int, most: int = 2**31 - 1) -> Callable[[str], int]:
    """Return an argument's type: a whole number in this range."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ArgumentTypeError(
                _("expected a whole number from %(least)s to %(most)s, got %(text)s")
                % {"least": least, "most": most, "text": text}
            )
        return int(text)

    return read


def girone_system(text: str) -> tuple[int, NamedSystem]:
    """Return the girone and the system of `B=swiss`, 2 for B."""
    letters, _equals, system = text.partition("=")
    if not (0 < len(letters) <= MOST_LETTERS and letters.isascii() and letters.isupper()) or (
        system not in [named.value for named in SYSTEMS_OF_GIRONI]
    ):
        raise ArgumentTypeError(
            _("expected a girone and its system, as B=swiss; systems: %(systems)s; got %(text)s")
            % {"systems": ", ".join(SYSTEMS_OF_GIRONI), "text": text}
        )
    return girone_number(letters), NamedSystem(system)


@contextmanager
def refusing() -> Iterator[None]:
    """End the command with the sentence of a pairing that is not possible."""
    try:
        yield
    except PairingRefused as refusal:
        raise CommandError(refusal_sentence(refusal)) from refusal
