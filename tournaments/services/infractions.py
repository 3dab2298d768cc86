"""The club's list of infractions. No tournament is touched: adjustments keep their own reason and points."""

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Infraction
from tournaments.records import Measure
from tournaments.wording.infractions import ANSWERS, usual_infractions

from .adjustments import refuse_odd

IN_MP = frozenset({Measure.MP, Measure.MP_OWN})
WITH_POINTS = IN_MP | {Measure.VP, Measure.VP_AND_MP}


@transaction.atomic
def infraction_save(
    *, key: str = "", title: str, article: str = "", measure: Measure, points: int | None = None
) -> Infraction:
    """Change the infraction with this key, usual or the club's own; without a key, add one."""
    if not title.strip():
        raise Refused(_("Say what the infraction is."))
    if points is not None and measure not in WITH_POINTS:
        raise Refused(_("This answer has no points: leave the amount empty."))
    if points is not None and measure in IN_MP:
        refuse_odd(points)
    row = _row_of(key)
    row.title, row.article, row.measure, row.points = title.strip(), article.strip(), measure, points
    row.offered = True
    row.save()
    return row


@transaction.atomic
def infraction_remove(*, key: str) -> None:
    """Leave a usual infraction out of the list, or delete one of the club's own."""
    row = _row_of(key)
    if not row.key:
        row.delete()
        return
    row.offered = False
    row.save()


@transaction.atomic
def infraction_reset(*, key: str) -> None:
    """Restore a usual infraction that the club changed or left out."""
    Infraction.objects.filter(key=key).exclude(key="").delete()


def _row_of(key: str) -> Infraction:
    """Return the row of an infraction: a new one for an unchanged usual infraction, or without a key."""
    if not key:
        return Infraction()
    row = Infraction.objects.filter(key=key).first()
    if row is not None:
        return row
    if key in ANSWERS:
        usual = next(infraction for infraction in usual_infractions() if infraction.key == key)
        return Infraction(key=key, title=usual.title, article=usual.article, measure=usual.measure, points=usual.points)
    return Infraction.objects.get(pk=int(key), key="")
