"""The mark of a form that counts once."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from burraco_club.sent_forms import FIELD, draw_mark

register = template.Library()


@register.simple_tag
def counts_once() -> SafeString:
    """Return the hidden field with a new mark, for a form whose address creates something."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, draw_mark())
