"""The names of the rounds of a knockout, and of the matches in them."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def stage_name(stage: int) -> str:
    """Return the name of the round that begins with so many entrants: 2 are in the final, 4 in the semi-finals …"""
    match stage:
        case 2:
            return pgettext("knockout", "Final")
        case 4:
            return _("Semi-finals")
        case 8:
            return _("Quarter-finals")
        case 16:
            return _("Last 16")
        case 32:
            return _("Last 32")
    return _("Last %(count)s") % {"count": stage}


def match_name(stage: int) -> str:
    """Return the name of one match of such a round."""
    match stage:
        case 4:
            return pgettext("knockout", "Semi-final")
        case 8:
            return pgettext("knockout", "Quarter-final")
        case 16:
            return pgettext("knockout", "Match of the last 16")
        case 32:
            return pgettext("knockout", "Match of the last 32")
    return stage_name(stage)
