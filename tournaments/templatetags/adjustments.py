"""The words for adjustments and for the outcomes of tables."""

from django import template
from django.utils.functional import Promise

from tournaments.records import Outcome, PointAdjustment
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.results import OUTCOME_NAMES

register = template.Library()


@register.filter
def points(given: PointAdjustment) -> str:
    """Return the points: `−100 MP`, `warning`."""
    return points_in_words(mp=given.mp, vp=given.vp, felt=given.felt)


@register.filter
def reason(given: PointAdjustment) -> str:
    """Return the reason, `Late (art. 9)`, with the player in front if it concerns one of a pair."""
    return reason_in_words(reason=given.reason, article=given.article, player=given.player)


@register.filter
def outcome_name(outcome: Outcome) -> Promise:
    """Return the name of an outcome: `NS absent`, `assigned score`."""
    return OUTCOME_NAMES[outcome]
