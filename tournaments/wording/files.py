"""The names of a file's columns."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.files import CONSTANT, Column
from tournaments.people.columns import Holds

from .roster import HOLDS_NAMES

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

SHOWN = "shown"
"""The key of the column that says how a member's name is shown in public."""

MEMBER_COLUMN_NAMES: Mapping[str, Promise] = {
    **{holds.value: HOLDS_NAMES[holds] for holds in Holds},
    SHOWN: _("name shown in public"),
}


def heading_of(column: Sequence[str], *, of_members: bool) -> str:
    """Return the heading of a stored column of a layout."""
    key, heading = column[:2]
    return heading or str(MEMBER_COLUMN_NAMES[key] if of_members else COLUMN_NAMES[Column(key)])


def layout_in_words(columns: Sequence[Sequence[str]], *, of_members: bool) -> str:
    """Return the headings from the left, each constant with its text."""
    headings = (heading_of(column, of_members=of_members) for column in columns)
    return ", ".join(
        f"{heading} = {column[2]}" if column[0] == CONSTANT else heading
        for heading, column in zip(headings, columns, strict=True)
    )
