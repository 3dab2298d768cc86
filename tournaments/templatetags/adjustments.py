"""What the referee gave or took, and how a table ended, in words."""

from django import template
from django.utils.functional import Promise

from tournaments.records import Adjustment, Outcome
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.results import OUTCOME_NAMES

register = template.Library()


@register.filter
def points(given: Adjustment) -> str:
    """`−100 MP`, `warning`."""
    return points_in_words(mp=given.mp, vp=given.vp, felt=given.felt)


@register.filter
def reason(given: Adjustment) -> str:
    """`Late (art. 9)`, with the player in front where it is about one of a pair."""
    return reason_in_words(reason=given.reason, article=given.article, player=given.player)


@register.filter
def outcome_name(outcome: Outcome) -> Promise:
    """`NS absent`, `arbitral score`."""
    return OUTCOME_NAMES[outcome]
