"""What the templates of scores ask for."""

from django import template

from scoring.engine.score import ScoreLine
from scoring.messages.scores import line_name

register = template.Library()


@register.filter
def item_name(line: ScoreLine) -> str:
    """What people call a line of a score."""
    return line_name(line)
