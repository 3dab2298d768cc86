"""Template filters for free games: points with exact halves, and the names of a score's lines."""

from fractions import Fraction

from django import template

from pages.chart_marks import mark_at
from scoring.engine.score import ScoreLine
from scoring.messages import show_points
from scoring.messages.scores import line_name

register = template.Library()

SAMPLE = 9, 7
"""The position of the mark in a sample of a party's line."""


@register.filter
def points(value: Fraction | int | None) -> str:
    """Return `1.250`, `−385`, `192½` in the reader's language, or an empty string for None.

    >>> points(-385), points(None)
    ('−385', '')
    """
    return "" if value is None else show_points(Fraction(value))


@register.filter
def gained(value: Fraction | int) -> str:
    """Return the points with a sign.

    >>> gained(620), gained(0), gained(-35)
    ('+620', '0', '−35')
    """
    return f"+{points(value)}" if value > 0 else points(value)


@register.filter
def item_name(line: ScoreLine) -> str:
    return line_name(line)


@register.filter
def sample_mark(party: int) -> str:
    """Return the mark of a party's line for the legend."""
    return mark_at(party, *SAMPLE)
