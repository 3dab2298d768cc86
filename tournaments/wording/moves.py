"""Who has moved in a ranking since the round before."""

from django.utils.translation import ngettext

from .figures import figure


def moved_in_words(climbed: int) -> str:
    """`3 places won`, `1 place lost`."""
    facts = {"counter": figure(abs(climbed))}
    if climbed > 0:
        return ngettext("%(counter)s place won", "%(counter)s places won", climbed) % facts
    return ngettext("%(counter)s place lost", "%(counter)s places lost", -climbed) % facts
