"""The club's own plans of an evening. No tournament is touched."""

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import ClubPlan, Tournament


@transaction.atomic
def plan_keep(*, tournament: Tournament, name: str) -> ClubPlan:
    """Keep the tournament's plan as one of the club's, with its hands and minutes."""
    if not tournament.plan:
        raise Refused(_("No systems are announced yet: write them into the settings first."))
    plan = ClubPlan(
        name=name, hands=tournament.hands_per_round, minutes=tournament.round_minutes, systems=tournament.plan
    )
    plan.full_clean()
    plan.save()
    return plan


@transaction.atomic
def plan_delete(*, plan: ClubPlan) -> None:
    plan.delete()
