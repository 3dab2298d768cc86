"""What the templates of scores ask for."""

from django import template

from scoring.engine.score import Item
from scoring.messages.scores import ITEMS

register = template.Library()


@register.filter
def item_name(item: Item) -> str:
    """What people call a line of a score."""
    return str(ITEMS[item])
