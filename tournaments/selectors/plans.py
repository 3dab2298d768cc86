"""The plans that an evening can begin from: the usual ones and the club's own."""

from dataclasses import dataclass

from tournaments.models import ClubPlan
from tournaments.records.plans import USUAL_PLANS, EveningPlan
from tournaments.wording.plans import PLAN_NAMES, plan_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedPlan:
    """A plan with its name; `pk` is None for a usual one."""

    key: str
    name: str
    plan: EveningPlan
    pk: int | None = None

    @property
    def words(self) -> str:
        """Return what it fills in."""
        return plan_in_words(self.plan)


def plans_offered() -> list[OfferedPlan]:
    """Return the club's own plans by name, then the usual ones."""
    own = [
        OfferedPlan(key=f"own-{stored.pk}", name=stored.name, plan=_plan_of(stored), pk=stored.pk)
        for stored in ClubPlan.objects.all()
    ]
    return own + [OfferedPlan(key=key, name=str(PLAN_NAMES[key]), plan=plan) for key, plan in USUAL_PLANS.items()]


def _plan_of(stored: ClubPlan) -> EveningPlan:
    return EveningPlan(hands=stored.hands, minutes=stored.minutes, steps=stored.systems)
