"""Income and expenses that are noted by hand, and the cash counted. The histories keep what is changed or deleted."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import CashCount, TillMovement


@transaction.atomic
def till_movement_add(*, details: Mapping[str, Any]) -> TillMovement:
    movement = TillMovement(**details)
    movement.full_clean()
    movement.save()
    return movement


@transaction.atomic
def till_movement_change(*, movement: TillMovement, details: Mapping[str, Any]) -> TillMovement:
    """Change a movement. Raise Refused if somebody else has deleted it."""
    stored = TillMovement.objects.select_for_update().filter(pk=movement.pk).first()
    if stored is None:
        raise Refused(_("Somebody else has deleted this in the meantime: note it again if it is right."))
    if any(getattr(stored, field) != value for field, value in details.items()):
        for field, value in details.items():
            setattr(stored, field, value)
        stored.full_clean()
        stored.save()
    return stored


@transaction.atomic
def till_movement_delete(*, movement: TillMovement) -> None:
    # Somebody else may have been quicker.
    for stored in TillMovement.objects.select_for_update().filter(pk=movement.pk):
        stored.delete()


@transaction.atomic
def cash_count_add(*, details: Mapping[str, Any]) -> CashCount:
    count = CashCount(**details)
    count.full_clean()
    count.save()
    return count


@transaction.atomic
def cash_count_delete(*, count: CashCount) -> None:
    # Somebody else may have been quicker.
    for stored in CashCount.objects.select_for_update().filter(pk=count.pk):
        stored.delete()
