"""The announcement of a tournament's plan: its systems round by round, and the cut into gironi."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records import Carry, NamedSystem
from tournaments.records.plans import PlannedCut, Step, cuts_of

from .gironi import CARRY_NAMES
from .systems import SYSTEM_NAMES


def plan_words(plan: Sequence[Step]) -> str:
    """Return `6 × Mitchell + 2 × Danish + cut into 3 gironi + 3 × Danish`; empty where nothing is announced."""
    return " + ".join(parts_in_words(plan))


def parts_in_words(plan: Sequence[Step]) -> list[str]:
    """Return each part of a plan: so many rounds of a system, or the cut."""
    return [_run_words(step, len(list(run))) for step, run in groupby(plan)]


def _run_words(step: Step, count: int) -> str:
    if isinstance(step, str):
        return f"{count} × {SYSTEM_NAMES[NamedSystem(step)]}"
    (cut,) = cuts_of([step])
    return cut_words(cut)


def cut_words(cut: PlannedCut) -> str:
    """Return `cut into 3 gironi`, and what goes on unless everything does."""
    sentence = _("cut into %(gironi)s gironi") % {"gironi": cut.gironi}
    return sentence if cut.carry is Carry.WHOLE else f"{sentence} ({CARRY_NAMES[cut.carry]})"


def rounds_announced(plan: Sequence[Step]) -> list[tuple[str, str]]:
    """Return the rounds of each run with their system: `Rounds 1–3`, `Mitchell`; and the cut after its round."""
    lines, number = [], 1
    for step, run in groupby(plan):
        if not isinstance(step, str):
            lines.append((_("After round %(round)s") % {"round": number - 1}, plan_words([step])))
            continue
        last = number + len(list(run)) - 1
        rounds = _("Round %(number)s") % {"number": number}
        if last > number:
            rounds = _("Rounds %(first)s–%(last)s") % {"first": number, "last": last}
        lines.append((rounds, str(SYSTEM_NAMES[NamedSystem(step)])))
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
