"""The figures of a player's career, as people read them."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.people.career import Appearance, Tally

from .figures import figure

BETWEEN = "\u2009–\u2009"
"""The separator of rounds won, drawn and lost."""


def mean_vp(vp: Fraction | None) -> str:
    """Return the VP a round, rounded to a tenth: `11,4`; a dash without rounds."""
    return "–" if vp is None else str(number_format(f"{_tenths(vp) / 10:.1f}", decimal_pos=1))


def _tenths(vp: Fraction) -> int:
    """Round halves up, as people do."""
    return int((vp * 20 + 1) // 2)


def results_in_words(tally: Tally) -> str:
    """Return `12 – 1 – 7`."""
    return BETWEEN.join(map(figure, (tally.won, tally.drawn, tally.lost)))


def place_in_words(appearance: Appearance) -> str:
    """Return `3 of 14`."""
    return _("%(place)s of %(of)s") % {"place": figure(appearance.place), "of": figure(appearance.of)}


def ratings_switched_sentence(*, on: bool) -> str:
    return _("The club shows ratings.") if on else _("Ratings are no longer shown.")
