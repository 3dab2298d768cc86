"""The state of an evening in words, for the phones and the wall."""

from collections.abc import Sequence
from datetime import date, time

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records.sections import table_names

from .figures import spoken_date

MOST_NAMED = 12
"""The most tables named in one sentence."""


def state_sentence(
    *,
    after_round: int | None,
    is_final: bool,
    is_over: bool,
    last_round: int | None,
    rounds_planned: int,
    tables: int | None,
    tables_in: int,
    provisional: bool = False,
    starts: tuple[date, time] | None = None,
) -> str:
    """Return the state in a few words.

    `after_round` is the round that the reader chose; `tables` the number of tables in play, None between rounds.
    `provisional` means that some results of an open round are only agreed by the players. `starts` is the announced
    date and time of the first round, if there is one.
    """
    if after_round is not None:
        return _("After round %(round)s") % {"round": after_round}
    if is_final:
        return _("Final ranking")
    if is_over:
        return _("Provisional ranking: results are being checked")
    if last_round is None and starts is not None:
        facts = {"date": spoken_date(starts[0]), "time": time_format(starts[1], "H:i")}
        return _("The first round has not started yet: it starts on %(date)s at %(time)s") % facts
    if last_round is None:
        return _("The first round has not started yet")
    figures = {"round": last_round, "rounds": max(last_round, rounds_planned), "tables": tables, "in": tables_in}
    if tables is None:
        return _("After round %(round)s of %(rounds)s") % figures
    if provisional:
        return _("Round %(round)s of %(rounds)s · %(in)s of %(tables)s tables in · provisional") % figures
    return _("Round %(round)s of %(rounds)s · %(in)s of %(tables)s tables in") % figures


def tables_sentence(missing: Sequence[int], tables: int) -> str:
    """Return the tables awaited, or the number of results received while there are many."""
    if len(missing) > MOST_NAMED:
        return _("%(in)s of %(tables)s tables are in") % {"in": tables - len(missing), "tables": tables}
    facts = {"tables": table_names(missing)}
    return ngettext("Table %(tables)s is missing", "Tables %(tables)s are missing", len(missing)) % facts
