"""The words for adjustments and for the outcomes of tables."""

from django import template
from django.utils.functional import Promise

from tournaments.records import Outcome, PointAdjustment
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.results import OUTCOME_NAMES

register = template.Library()


@register.filter
def points(adjustment: PointAdjustment) -> str:
    """Return the points: `−100 MP`, `warning`."""
    return points_in_words(mp=adjustment.mp, vp=adjustment.vp, felt=adjustment.felt)


@register.filter
def reason(adjustment: PointAdjustment) -> str:
    """Return the reason, `Late (art. 9)`, with the player in front if it concerns one of a pair."""
    return reason_in_words(reason=adjustment.reason, article=adjustment.article, player=adjustment.player)


@register.filter
def outcome_name(outcome: Outcome) -> Promise:
    """Return the name of an outcome: `NS absent`, `assigned score`."""
    return OUTCOME_NAMES[outcome]
