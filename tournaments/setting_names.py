"""What people call the settings of a tournament, and what is wrong with a VP scale of their own."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .records import System, TieBreak
from .victory_points import MP_STEP, SCALES, InvalidScale, Scale, ScaleFault

SYSTEM_NAMES: Mapping[System, Promise] = {
    System.DRAW: gettext_lazy("Drawn by lot"),
    System.REGISTRATION: gettext_lazy("Order of registration"),
    System.MANUAL: gettext_lazy("Seated by hand"),
    System.MITCHELL: gettext_lazy("Mitchell"),
    System.DANISH: gettext_lazy("Danish, rematches allowed"),
    System.DANISH_NO_REMATCH: gettext_lazy("Danish without rematches"),
}

TIE_BREAK_NAMES: Mapping[TieBreak, Promise] = {
    TieBreak.VP: gettext_lazy("VP"),
    TieBreak.MP_DIFFERENCE: gettext_lazy("MP difference"),
    TieBreak.MP: gettext_lazy("MP scored"),
    TieBreak.DIRECT: gettext_lazy("direct meeting"),
    TieBreak.WINS: gettext_lazy("rounds won"),
    TieBreak.LOT: gettext_lazy("lot"),
}

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
    """What people call the scale: a club's own goes by the name that the club gave it."""
    return str(SCALE_NAMES[scale.key]) if SCALES.get(scale.key) == scale else scale.key


def fault_sentence(fault: InvalidScale) -> str:
    """`Row 3: The VP rise from row to row.`"""
    sentence = str(FAULTS[fault.code]) % {"step": MP_STEP} if fault.code in FAULTS else fault.detail
    return sentence if fault.row is None else f"{_('Row %(row)s') % {'row': fault.row}}: {sentence}"
