"""Template filters for scores."""

from django import template

from scoring.engine.score import ScoreLine
from scoring.messages.scores import line_name

register = template.Library()


@register.filter
def item_name(line: ScoreLine) -> str:
    """Return the name of a score's line for people."""
    return line_name(line)
