"""Who has moved in a ranking since the round before: ▲3, ▼1, where the stylesheet draws the sign and words say it."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.wording.figures import figure
from tournaments.wording.moves import moved_in_words

register = template.Library()


@register.filter
def moved_mark(climbed: int | None) -> SafeString:
    """The places won, or below 0 lost; nothing for who stands where it stood, or had no place before.

    The figure stands in it once, and all else is the same for hundreds of rows, so that they pack well.
    """
    if not climbed:
        return SafeString()
    number, direction = figure(abs(climbed)), "up" if climbed > 0 else "down"
    before, number, after = map(escape, moved_in_words(climbed).partition(number))
    return mark_safe(f'<span class="moved {direction}">{_unseen(before)}{number}{_unseen(after)}</span>')


def _unseen(words: str) -> str:
    return f'<span class="visually-hidden">{words}</span>' if words else ""
