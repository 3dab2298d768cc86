"""The names of the VP scales, and the faults of one that a club writes itself."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ranking.victory_points import MP_STEP, SCALES, InvalidScale, Scale, ScaleFault

SCALE_NAMES: Mapping[str, Promise] = {
    "fibur_2026_2": gettext_lazy("Italian federation 2026, 2 hands"),
    "fibur_2026_3": gettext_lazy("Italian federation 2026, 3 hands"),
    "fibur_2026_4": gettext_lazy("Italian federation 2026, 4 hands"),
}

FAULTS: Mapping[ScaleFault, Promise] = {
    ScaleFault.NOT_A_NAME: gettext_lazy("Give your scale a name: it is printed on the slips."),
    ScaleFault.NO_ROWS: gettext_lazy("Write at least the row of the draw: its largest difference and its VP."),
    ScaleFault.ODD_TOTAL: gettext_lazy("The VP of a table are an even number, so that a draw has two equal halves."),
    ScaleFault.NO_DRAW_BAND: gettext_lazy("The first row is the draw: give it half of the table’s VP."),
    ScaleFault.NEGATIVE_DIFFERENCE: gettext_lazy("A difference is never below 0."),
    ScaleFault.NOT_A_MULTIPLE: gettext_lazy("A difference is a multiple of %(step)s."),
    ScaleFault.DIFFERENCE_NOT_RISING: gettext_lazy("The differences rise from row to row."),
    ScaleFault.VP_NOT_RISING: gettext_lazy("The VP rise from row to row."),
    ScaleFault.VP_BEYOND_TOTAL: gettext_lazy(
        "Only what lies beyond the last row gives the winner all the VP: leave this row out."
    ),
}
"""The faults that a person can make; the others are those of a file, and are told in its own words."""


def scale_label(scale: Scale) -> str:
    """Return the name of the scale: a club's own goes by the name that the club gave it."""
    return str(SCALE_NAMES[scale.key]) if SCALES.get(scale.key) == scale else scale.key


def fault_sentence(fault: InvalidScale) -> str:
    """Return `Row 3: The VP rise from row to row.`, for example."""
    sentence = str(FAULTS[fault.code]) % {"step": MP_STEP} if fault.code in FAULTS else fault.detail
    if fault.row is None:
        return sentence
    return _("Row %(row)s: %(fault)s") % {"row": fault.row, "fault": sentence}
