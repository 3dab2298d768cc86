"""The places won or lost since the previous round."""

from collections.abc import Callable

from django.utils.translation import ngettext

from .figures import figure


def moved_in_words(climbed: int, write: Callable[[int], str] = figure) -> str:
    """Return `3 places won` or `1 place lost`; `write` is a `figure_writer`, for many of them."""
    places = abs(climbed)
    facts = {"counter": write(places)}
    if climbed == places:
        return ngettext("up %(counter)s place", "up %(counter)s places", places) % facts
    return ngettext("down %(counter)s place", "down %(counter)s places", places) % facts
