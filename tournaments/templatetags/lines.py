"""The badge with the name of a line, the same wherever a line is shown."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.records import Line
from tournaments.wording.lines import line_name

register = template.Library()

LETTERS = 3
"""A longer name is a word, which narrow columns write smaller."""


@register.filter
def line_badge(line: Line | str) -> SafeString:
    """Return `NS` or `EW`, as the club says it, in a frame."""
    name = line_name(line)
    word = " line-word" if len(name) > LETTERS else ""
    return format_html('<span class="line line-{}{}">{}</span>', str(line), word, name)
