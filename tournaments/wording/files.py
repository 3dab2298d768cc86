"""The names of a file's columns."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.files import Column

COLUMN_NAMES: Mapping[Column, Promise] = {
    Column.TOURNAMENT: _("tournament"),
    Column.DATE: _("date"),
    Column.VENUE: _("venue"),
    Column.PLACE: _("place"),
    Column.GIRONE: _("girone"),
    Column.NUMBER: _("no."),
    Column.NAMES: _("names"),
    Column.TEAM: _("team"),
    Column.LAST_NAME: _("last name"),
    Column.FIRST_NAME: _("first name"),
    Column.CARD: _("card number"),
    Column.CLUB: _("club"),
    Column.CATEGORY: _("category"),
    Column.PROVINCE: _("province"),
    Column.REGION: _("region"),
    Column.VP: _("VP"),
    Column.MP: _("MP"),
    Column.MP_DIFFERENCE: _("MP difference"),
    Column.WINS: _("rounds won"),
    Column.KNOCKOUT: _("knockout"),
    Column.ROUND_VP: _("VP of round"),
    Column.ROUND_MP: _("MP of round"),
    Column.ROUND_DIFFERENCE: _("difference of round"),
    Column.ROUND_OPPONENTS: _("opponents of round"),
}
"""The names of a round's columns are followed by its number."""
