"""The plans of an evening as people call them, what one fills in, and why one cannot be played."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.records import Kind, System
from tournaments.records.plans import EveningPlan, Step, cuts_of, systems_of

from .plan_announcement import plan_words, rounds_and_hands

PLAN_NAMES: Mapping[str, Promise] = {
    "club_evening": _("Club evening"),
    "regional_5": _("Regional tournament, rounds of 4 hands"),
    "regional_6": _("Regional tournament, rounds of 3 hands"),
    "weekend": _("National weekend"),
}


def plan_in_words(plan: EveningPlan) -> str:
    """Return `4 rounds of 4 hands, 50 minutes each: 3 × Mitchell + 1 × Danish`."""
    return f"{rounds_and_hands(plan.rounds, plan.hands, plan.minutes)}: {plan_words(plan.steps)}"


def cut_fault(plan: Sequence[Step], *, kind: Kind, rounds: int) -> str:
    """Return why the cut of a plan cannot be made in so many rounds; empty if it can, or if there is none."""
    cuts, systems = cuts_of(plan), [named.system for named in systems_of(plan)]
    if not cuts:
        return ""
    if len(cuts) > 1:
        return gettext("A ranking is cut into gironi once: leave one cut in the plan.")
    after = cuts[0].after_round
    if kind is not Kind.PAIRS:
        return gettext("Only the ranking of a tournament of pairs is cut: remove the cut from the plan.")
    if after == 0:
        return gettext("The cut follows a round: put a system above it.")
    if after >= rounds:
        return gettext("The gironi play at least one round: plan more rounds, or put the cut earlier.")
    if systems[after - 1] is System.KNOCKOUT:
        return gettext("A ranking is not cut after a knockout: announce another system before the cut.")
    return ""
