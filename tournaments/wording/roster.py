"""The sentences about a list of people: unreadable files, doubtful rows, and changes made to a row."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.people.columns import Holds
from tournaments.people.grid import MOST_COLUMNS, MOST_OF_A_CELL, MOST_ROWS, GridFault, UnreadableGrid
from tournaments.people.row_faults import Note, RowFault, UnreadableRow
from tournaments.people.tax_codes import TaxCodeFault
from tournaments.people.verdicts import ListVerdict, PersonDoubt, Verdict

from .memberships import tax_code_sentence

GRID_FAULTS: Mapping[GridFault, str | Promise] = {
    GridFault.TOO_BIG: _(
        "This file is too big for a list of people: 5 MB at most. Save the list alone, without pictures."
    ),
    GridFault.TOO_MANY_ROWS: _("More than %(rows)s rows: divide the list, and import one part after the other."),
    GridFault.TOO_MANY_COLUMNS: _("More than %(columns)s columns: leave out those that are not needed."),
    GridFault.LONG_CELL: _(
        "A cell of row %(line)s has more than %(characters)s characters: shorten it, or close the quotation mark with "
        "which it begins."
    ),
    GridFault.OLD_EXCEL: _(
        "This file is from an old version of Excel, or has a password: save it as XLSX or CSV, without a password."
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
    Holds.PROVINCE: _("province"),
    Holds.REGION: _("region"),
    Holds.STATE: _("state"),
    Holds.NUMBER: _("number in the book"),
    Holds.ADMITTED_ON: _("admitted on"),
    Holds.LEFT_ON: _("left on"),
    Holds.BORN_ON: _("date of birth"),
    Holds.TAX_CODE: _("tax code"),
    Holds.ADDRESS: _("address"),
    Holds.CARD_KIND: _("kind of card"),
    Holds.CARD_YEAR: _("year of the card"),
    Holds.DATA_CONSENT_ON: _("agreed to the keeping of data on"),
    Holds.PICTURES_CONSENT_ON: _("agreed to pictures on"),
    Holds.MESSAGES_CONSENT_ON: _("agreed to messages on"),
    Holds.MAIL_CONSENT_ON: _("agreed to invitations by email on"),
    Holds.PAID: _("years paid"),
}

FIELD_NAMES: Mapping[str, Promise] = {holds.value: name for holds, name in HOLDS_NAMES.items()}

ROW_FAULTS: Mapping[RowFault, str | Promise] = {
    RowFault.NO_NAME: _("there is no name: “%(cell)s”"),
    RowFault.NO_LETTERS: _("“%(cell)s” is not a name: a name has letters"),
    RowFault.TOO_LONG: _("%(column)s: “%(cell)s” is too long"),
    RowFault.UNPRINTABLE: _("%(column)s: contains characters that cannot be printed"),
    RowFault.TOTAL: _("“%(cell)s” is a total, not a person"),
    RowFault.ERROR: _("%(column)s: “%(cell)s” is an error of the spreadsheet"),
    RowFault.DAY: _("%(column)s: “%(cell)s” is not a day: write it as 31/12/2026, or 2026-12-31"),
    RowFault.DAY_RANGE: _("%(column)s: “%(cell)s” is in the future, or before 1900"),
    RowFault.NUMBER: _("%(column)s: “%(cell)s” is not a whole number from 1"),
    RowFault.CARD_YEAR: _("%(column)s: “%(cell)s” is not one year with four digits"),
    RowFault.LEFT_FIRST: _("%(column)s %(cell)s: that is before the day of admission"),
    RowFault.OTHER_YEAR: _("%(column)s: “%(cell)s” is not the year of the date of birth"),
}

DOUBTS: Mapping[PersonDoubt, Promise] = {
    PersonDoubt.NAMESAKES: _("Several members have this name."),
    PersonDoubt.OTHER_NAME: _("Somebody with another name has this card."),
    PersonDoubt.OTHER_CARD: _("The member of this name has another card."),
    PersonDoubt.SWAPPED: _("A member has the same name in another order."),
    PersonDoubt.NEARLY: _("A member’s name differs by one letter."),
    PersonDoubt.LOST_ZEROS: _("A member’s card is this one with leading zeros."),
    PersonDoubt.TWICE: _("Row %(line)s is the same person."),
}

NOTES: Mapping[Note, Promise] = {
    Note.ZEROS: _("zeros put before the card number"),
    Note.ONE_NAME: _("only one name: taken for the last name"),
    Note.BESIDE: _("left out beside the name: %(said)s"),
    Note.YEAR: _("“%(said)s” is not a year: left empty"),
    Note.STATE: _("“%(said)s” is not known as a state: left as it is"),
    Note.CARD: _("the spreadsheet has shortened the card number to “%(said)s”: left empty"),
    Note.ERROR: _("“%(said)s” is an error of the spreadsheet: left empty"),
    Note.DAY: _("“%(said)s” has no date: left as it is"),
}

VERDICTS: Mapping[Verdict, Promise] = {
    Verdict.DOUBTFUL: _("To decide"),
    Verdict.UNREADABLE: _("Not readable"),
    Verdict.NEW: _("New"),
    Verdict.CHANGED: _("Changed"),
    Verdict.SAME: _("The same"),
}
"""In the order in which they ask for attention."""


def grid_fault(unreadable: UnreadableGrid) -> str:
    """Return why nothing can be read of a file, and what to do."""
    facts = {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "characters": MOST_OF_A_CELL, "line": unreadable.line}
    return str(GRID_FAULTS[unreadable.fault]) % facts


def row_notes(row: ListVerdict) -> list[str]:
    """Return the changes that were made to a row, in words, and the years paid that the club has not noted."""
    notes = row.person.notes if row.person else {}
    remarks = [str(NOTES[note]) % {"said": sentence[:40]} for note, sentence in notes.items()]
    if row.paid:
        years = ", ".join(map(str, row.paid))
        remarks.append(_("paid in the list, not noted here: %(years)s") % {"years": years})
    return remarks


def row_fault(row: ListVerdict) -> str:
    """Return why a row is nobody."""
    return fault_sentence(row.unreadable) if row.unreadable else ""


def fault_sentence(fault: UnreadableRow) -> str:
    """Return what is wrong with a row, and in which column."""
    column = str(HOLDS_NAMES[fault.holds]) if fault.holds else ""
    if isinstance(fault.fault, TaxCodeFault):
        return f"{column} {fault.cell[:40]}: {tax_code_sentence(fault.fault, fault.cell, fault.born_on)}"
    cell = field_text("left_on", fault.cell) if fault.fault is RowFault.LEFT_FIRST else fault.cell[:40]
    return str(ROW_FAULTS[fault.fault]) % {"cell": cell, "column": column}


def field_text(name: str, value: str | int) -> str:
    """Return a field of a list as people read it: years without a separator, days as the language writes them."""
    is_day = name.endswith("_on") and value != ""
    return date_format(date.fromisoformat(str(value)), "SHORT_DATE_FORMAT") if is_day else str(value)


def doubt(row: ListVerdict) -> str:
    """Return why the secretary is asked about a row."""
    return str(DOUBTS[row.doubt]) % {"line": row.twice_of} if row.doubt else ""
