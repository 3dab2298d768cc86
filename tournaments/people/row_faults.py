"""What may be wrong with a row of a list, and what may be changed in it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from .columns import Holds
from .tax_codes import TaxCodeFault


class RowFault(StrEnum):
    """The reason why a row is not a person."""

    NO_NAME = "no_name"
    NO_LETTERS = "no_letters"
    TOO_LONG = "too_long"
    UNPRINTABLE = "unprintable"
    TOTAL = "total"
    """The row is a total of people or money."""
    ERROR = "error"
    """The cell holds a spreadsheet's error."""
    DAY = "day"
    """There is no such day, or its year has not four digits."""
    DAY_RANGE = "day_range"
    """A day in the future, or before 1900."""
    NUMBER = "number"
    """Not a whole number from 1."""
    CARD_YEAR = "card_year"
    LEFT_FIRST = "left_first"
    """The member would have left before being admitted."""
    OTHER_YEAR = "other_year"
    """The year of birth is not that of the date of birth."""


class Note(StrEnum):
    """A change to a row that must be reported."""

    ZEROS = "zeros"
    """The card number was filled up with zeros."""
    ONE_NAME = "one_name"
    """A single word was taken as the last name."""
    BESIDE = "beside"
    """Text beside the name was set aside."""
    YEAR = "year"
    """The year is not valid and was left out; the next two likewise."""
    STATE = "state"
    CARD = "card"
    ERROR = "error"
    DAY = "day"
    """There is no date where one belongs, as in a consent of which the list says only yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableRow:
    """A row that is not a person, with the cell and the reason."""

    line: int
    fault: RowFault | TaxCodeFault
    cell: str
    holds: Holds | None = None
    born_on: date | None = None
    """The date of birth with which a tax code does not agree."""
