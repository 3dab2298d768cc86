"""What there is to say of a list of people: what could not be read, what is doubtful, what was done to a row."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.roster.columns import Holds
from tournaments.roster.grid import MOST_COLUMNS, MOST_ROWS, GridFault
from tournaments.roster.listed import Note, RowFault
from tournaments.roster.verdicts import Doubt, JudgedRow, Verdict

GRID_FAULTS: Mapping[GridFault, str | Promise] = {
    GridFault.TOO_BIG: _(
        "This file is too big for a list of people: 5 MB at most. Save the list alone, without pictures."
    ),
    GridFault.TOO_MANY_ROWS: _("More than %(rows)s rows: divide the list, and import one part after the other."),
    GridFault.TOO_MANY_COLUMNS: _("More than %(columns)s columns: leave out those that are not needed."),
    GridFault.OLD_EXCEL: _(
        "This is a file of an old Excel, or one with a password: save it as XLSX or CSV, without a password."
    ),
    GridFault.NO_LIST: _(
        "This is neither XLSX nor CSV, or it is damaged: save it from the spreadsheet as XLSX or CSV."
    ),
    GridFault.EMPTY: _("There is nothing in it: choose a file with a list, or paste its rows."),
}

HOLDS_NAMES: Mapping[Holds, Promise] = {
    Holds.LAST_NAME: _("last name"),
    Holds.FIRST_NAME: _("first name"),
    Holds.NAME: _("last and first name"),
    Holds.FIRST_AND_LAST: _("first and last name"),
    Holds.CLUB: _("club"),
    Holds.CARD: _("card number"),
    Holds.CONTACT: _("contact"),
    Holds.BIRTH: _("year of birth"),
    Holds.CATEGORY: _("category"),
    Holds.STATE: _("state"),
}

FIELD_NAMES: Mapping[str, Promise] = {holds.value: name for holds, name in HOLDS_NAMES.items()}

ROW_FAULTS: Mapping[RowFault, str | Promise] = {
    RowFault.NO_NAME: _("there is no name: “%(cell)s”"),
    RowFault.NO_LETTERS: _("“%(cell)s” is no name: a name has letters"),
    RowFault.TOO_LONG: _("%(column)s: “%(cell)s” is too long"),
    RowFault.UNPRINTABLE: _("%(column)s: there are characters that are no writing"),
    RowFault.YEAR: _("%(column)s: “%(cell)s” is no year: write 1956, or the whole date"),
    RowFault.STATE: _("%(column)s: “%(cell)s” is not known: write member, guest or has left"),
    RowFault.CARD: _(
        "%(column)s: the spreadsheet has shortened “%(cell)s”: make the column text, and type the card again"
    ),
}

DOUBTS: Mapping[Doubt, Promise] = {
    Doubt.NAMESAKES: _("Several members have this name."),
    Doubt.OTHER_NAME: _("Somebody with another name has this card."),
    Doubt.OTHER_CARD: _("The member of this name has another card."),
    Doubt.SWAPPED: _("A member has the same name in another order."),
    Doubt.NEARLY: _("A member’s name differs by one letter."),
    Doubt.LOST_ZEROS: _("A member’s card is this one with zeros before it."),
    Doubt.TWICE: _("Row %(line)s is the same person."),
}

NOTES: Mapping[Note, Promise] = {
    Note.ZEROS: _("zeros put before the card number"),
    Note.ONE_NAME: _("one name alone: taken for the last name"),
}

VERDICTS: Mapping[Verdict, Promise] = {
    Verdict.DOUBTFUL: _("To decide"),
    Verdict.UNREADABLE: _("Not readable"),
    Verdict.NEW: _("New"),
    Verdict.CHANGED: _("Changed"),
    Verdict.SAME: _("The same"),
}
"""In the order in which they ask for attention."""


def grid_fault(fault: GridFault) -> str:
    """Why nothing can be read of a file, and what to do."""
    return str(GRID_FAULTS[fault]) % {"rows": MOST_ROWS, "columns": MOST_COLUMNS}


def row_fault(row: JudgedRow) -> str:
    """Why a row is nobody."""
    told = row.unreadable
    if told is None:
        return ""
    column = str(HOLDS_NAMES[told.holds]) if told.holds else ""
    return str(ROW_FAULTS[told.fault]) % {"cell": told.cell[:40], "column": column}


def doubt(row: JudgedRow) -> str:
    """Why the secretary is asked about a row."""
    return str(DOUBTS[row.doubt]) % {"line": row.twice_of} if row.doubt else ""
