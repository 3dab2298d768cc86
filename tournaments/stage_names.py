"""What people call the rounds of a knockout."""

from django.utils.translation import pgettext


def stage_name(stage: int) -> str:
    """The name of a match with `stage` entrants still in: 2 is the final, 4 a semi-final …"""
    match stage:
        case 2:
            return pgettext("knockout", "Final")
        case 4:
            return pgettext("knockout", "Semi-final")
        case 8:
            return pgettext("knockout", "Quarter-final")
    return pgettext("knockout", "Last %(stage)s") % {"stage": stage}
