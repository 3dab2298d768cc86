"""The plans of an evening as people call them, and what one fills in."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.records.plans import EveningPlan

from .plan_announcement import rounds_and_hands
from .systems import plan_words

PLAN_NAMES: Mapping[str, Promise] = {
    "club_evening": _("Club evening"),
    "regional_5": _("Regional tournament, by 4 hands"),
    "regional_6": _("Regional tournament, by 3 hands"),
    "weekend": _("National weekend"),
}


def plan_in_words(plan: EveningPlan) -> str:
    """Return `4 rounds of 4 hands, 50 minutes each: 3 × Mitchell + 1 × Danish`."""
    return f"{rounds_and_hands(plan.rounds, plan.hands, plan.minutes)}: {plan_words(plan.systems)}"
