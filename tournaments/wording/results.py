"""The names of the parts of a result: the end of a hand, the lines of its score, the outcome of a table."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.engine.hand import HandEnd
from tournaments.records import Outcome, TieBreak

from .figures import figure
from .lines import with_lines_lazy

END_NAMES: Mapping[HandEnd, Promise] = {
    HandEnd.CLOSED: pgettext_lazy("end of a hand", "closed"),
    HandEnd.STOCK: pgettext_lazy("end of a hand", "stock used up"),
    HandEnd.STALL: pgettext_lazy("end of a hand", "stall"),
    HandEnd.TIME: pgettext_lazy("end of a hand", "time"),
}

OUTCOME_NAMES: Mapping[Outcome, Promise] = {
    Outcome.OPEN: _("no result yet"),
    Outcome.PLAYED: _("played"),
    Outcome.REST: _("rest"),
    Outcome.ABSENT_NS: with_lines_lazy(_("%(ns_line)s absent")),
    Outcome.ABSENT_EW: with_lines_lazy(_("%(ew_line)s absent")),
    Outcome.ABSENT_BOTH: _("both lines absent"),
    Outcome.ARBITRAL: _("assigned score"),
}

BYE = _("bye")
"""A rest, in a knockout."""

TIE_BREAK_SENTENCES: Mapping[TieBreak, Promise] = {
    TieBreak.VP: _("fewer VP"),
    TieBreak.MP_DIFFERENCE: _("equal so far, the MP difference is smaller"),
    TieBreak.MP: _("equal so far, fewer MP scored"),
    TieBreak.DIRECT: _("equal so far, fewer VP in the direct meeting"),
    TieBreak.WINS: _("equal so far, fewer rounds won"),
    TieBreak.LOT: _("equal in everything, decided by lot"),
}
"""Why a row stands below the one above it, by the first criterion that parts them."""

TIE_BREAK_NAMES: Mapping[TieBreak, Promise] = {
    TieBreak.VP: _("VP"),
    TieBreak.MP_DIFFERENCE: _("MP difference"),
    TieBreak.MP: _("MP scored"),
    TieBreak.DIRECT: _("direct meeting"),
    TieBreak.WINS: _("rounds won"),
    TieBreak.LOT: _("lot"),
}


def place_words(place: int, *, tied: bool) -> str:
    """Return a place of the ranking: `Place 2`."""
    sentence = gettext("Place %(place)s, ex aequo") if tied else gettext("Place %(place)s")
    return sentence % {"place": figure(place)}


def program_name(name: str) -> str:
    """Return the words for a program that sent a result, in place of an account's name."""
    return gettext("program “%(name)s”") % {"name": name}
