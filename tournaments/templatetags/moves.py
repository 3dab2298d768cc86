"""The moves in a ranking since the previous round: ▲3, ▼1, with signs from the stylesheet, and words."""

from collections.abc import Callable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.wording.figures import figure
from tournaments.wording.moves import moved_in_words

register = template.Library()


@register.filter
def moved_mark(climbed: int | None, write: Callable[[int], str] = figure) -> SafeString:
    """Return the mark for places won, or lost if negative; nothing for no move, or without an earlier place.

    Only the figure differs between hundreds of rows, so that they compress well.
    """
    if not climbed:
        return SafeString()
    places = abs(climbed)
    number, direction = write(places), "up" if climbed == places else "down"
    before, number, after = map(escape, moved_in_words(climbed, write).partition(number))
    return mark_safe(f'<span class="moved {direction}">{_unseen(before)}{number}{_unseen(after)}</span>')


def _unseen(words: str) -> str:
    return f'<span class="visually-hidden">{words}</span>' if words else ""
