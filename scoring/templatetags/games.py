"""What the pages of free games need: points with exact halves, and the names of a score's lines."""

from fractions import Fraction

from django import template

from scoring.engine.score import ScoreLine
from scoring.free_games.chart import mark_at
from scoring.free_games.reading import points_text
from scoring.messages.scores import line_name

register = template.Library()

SAMPLE = 9, 7
"""Where the mark stands in a sample of a party's line."""


@register.filter
def points(value: Fraction | int | None) -> str:
    """`1.250`, `−385`, `192½` in the reader's language; nothing for what is not known yet."""
    return "" if value is None else points_text(Fraction(value))


@register.filter
def gained(value: Fraction | int) -> str:
    """The same with its sign always written: `+620`."""
    return f"+{points(value)}" if value > 0 else points(value)


@register.filter
def item_name(line: ScoreLine) -> str:
    return line_name(line)


@register.filter
def sample_mark(party: int) -> str:
    """The mark of a party's line, for the list of who is who."""
    return mark_at(party, *SAMPLE)
