"""The announcement of a tournament's systems, round by round."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records import NamedSystem

from .systems import SYSTEM_NAMES


def rounds_announced(plan: Sequence[str]) -> list[tuple[str, str]]:
    """Return the rounds of each run with their system: `Rounds 1–3`, `Mitchell`."""
    lines, number = [], 1
    for named, run in groupby(plan):
        last = number + len(list(run)) - 1
        rounds = _("Round %(number)s") % {"number": number}
        if last > number:
            rounds = _("Rounds %(first)s–%(last)s") % {"first": number, "last": last}
        lines.append((rounds, str(SYSTEM_NAMES[NamedSystem(named)])))
        number = last + 1
    return lines


def rounds_and_hands(rounds: int, hands: int, minutes: int) -> str:
    """Return `5 rounds of 2 hands, 25 minutes each`."""
    sentence = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    of_hands = ngettext("of %(hands)s hand", "of %(hands)s hands", hands) % {"hands": hands}
    if not minutes:
        return f"{sentence} {of_hands}"
    duration = ngettext("%(minutes)s minute each", "%(minutes)s minutes each", minutes) % {"minutes": minutes}
    return f"{sentence} {of_hands}, {duration}"
