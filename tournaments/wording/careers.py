"""What a player has done, in figures that people read."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.careers.career import Appearance, Tally

from .figures import figure

BETWEEN = "\u2009–\u2009"
"""Of rounds won, drawn and lost."""


def mean_vp(vp: Fraction | None) -> str:
    """`11,4`: VP a round, rounded to a tenth; a dash where there was none."""
    return "–" if vp is None else str(number_format(f"{_tenths(vp) / 10:.1f}", decimal_pos=1))


def _tenths(vp: Fraction) -> int:
    """Halves up, as everybody rounds."""
    return int((vp * 20 + 1) // 2)


def results_in_words(tally: Tally) -> str:
    """`12 – 1 – 7`."""
    return BETWEEN.join(map(figure, (tally.won, tally.drawn, tally.lost)))


def place_in_words(appearance: Appearance) -> str:
    """`3 of 14`."""
    return _("%(place)s of %(of)s") % {"place": figure(appearance.place), "of": figure(appearance.of)}
