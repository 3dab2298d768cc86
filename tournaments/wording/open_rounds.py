"""The sentences about rounds under way when another is drawn."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records.sections import table_names

OpenRounds = Mapping[int, Sequence[int]]
"""The rounds under way, each with the tables still to hand in."""


def open_rounds_sentence(still_open: OpenRounds) -> str:
    """Return the rounds under way, and their missing tables."""
    return " ".join(_one(number, tables) for number, tables in sorted(still_open.items()))


def without_sentence(still_open: OpenRounds) -> str:
    """Return the effect of drawing by a ranking that lacks results."""
    if not any(still_open.values()):
        return _("Every table is in: the ranking is complete but the round is not closed yet.")
    return _(
        "The pairs at these tables are ranked by what is known now. Their results count in the ranking as soon "
        "as they are in; the seats of this round stay as they were drawn."
    )


def _one(number: int, tables: Sequence[int]) -> str:
    if not tables:
        return _("Round %(round)s is under way, and every table is in.") % {"round": number}
    sentence = ngettext(
        "Round %(round)s is under way: table %(tables)s has not handed in.",
        "Round %(round)s is under way: tables %(tables)s have not handed in.",
        len(tables),
    )
    return sentence % {"round": number, "tables": table_names(tables)}
