"""The ranking of clubs in words."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.ranking.clubs import ClubPoints, ClubRule

from .figures import MINUS, figure


def club_rule_in_words(rule: ClubRule) -> str:
    """Return which pairs count, and how."""
    mixed = _("A pair of two clubs counts for both.") if rule.mixed else _("A pair of two clubs counts for neither.")
    of_sum = rule.points is ClubPoints.SUM
    if rule.best is None:
        sentence = _("The sum of all its pairs.") if of_sum else _("The mean of all its pairs.")
    elif rule.best == 1:
        sentence = _("Its best pair counts.")
    elif of_sum:
        sentence = _("The sum of its best %(best)s pairs.") % {"best": rule.best}
    else:
        sentence = _("The mean of its best %(best)s pairs; a club with fewer is not ranked.") % {"best": rule.best}
    return f"{sentence} {mixed}"


def share_in_words(points: Fraction, *, with_sign: bool = False) -> str:
    """Return whole points as every figure, and others to two decimals: `1.250`, `41,67`, `−0,50`."""
    sign = MINUS if points < 0 else "+" if with_sign and points > 0 else ""
    if points.denominator == 1:
        return f"{sign}{figure(abs(int(points)))}"
    hundredths = round(abs(points) * 100)
    return f"{sign}{number_format(f'{hundredths // 100}.{hundredths % 100:02}', decimal_pos=2, force_grouping=True)}"
