"""What a list says of members in the club's book: days, numbers and tax codes read from its cells.

A day is written as in Italy, day first, with a year of four digits, or as ISO 8601 has it. A cell that cannot be right
makes the whole row unreadable, so that nobody imports half of it unnoticed; a cell without figures where a day belongs
is left out and noted.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from .columns import Holds
from .row_faults import Note, RowFault
from .tax_codes import TaxCodeFault, tax_code_fault, tidy_tax_code

EARLIEST_YEAR, LATEST_YEAR = 1900, 2100

BOOK_FIELDS: Final = (
    *("number", "admitted_on", "left_on", "born_on", "tax_code", "address", "card_kind", "card_year"),
    *("data_consent_on", "pictures_consent_on", "messages_consent_on", "mail_consent_on"),
)
"""The fields of a membership, in the order of the form."""

LONGEST_IN_BOOK: Final[Mapping[str, int]] = {"tax_code": 30, "address": 200, "card_kind": 40}
HIGHEST_NUMBER: Final = 2_147_483_647
"""The highest number that the database holds."""
LONGEST_NUMBER: Final = 20
"""The most figures of a number, with zeros before it."""

DAYS: Final = (
    *(Holds.ADMITTED_ON, Holds.LEFT_ON),
    *(Holds.DATA_CONSENT_ON, Holds.PICTURES_CONSENT_ON, Holds.MESSAGES_CONSENT_ON, Holds.MAIL_CONSENT_ON),
)
"""The columns of days beside the date of birth, for which a year alone is enough."""

BOOK_COLUMNS: Final = frozenset(
    (Holds.BORN_ON, Holds.BIRTH, *DAYS, Holds.NUMBER, Holds.CARD_YEAR, Holds.TAX_CODE, Holds.ADDRESS, Holds.CARD_KIND)
)
"""The columns that `book_in` reads."""

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_APART = r"\s?[/.\-\s]\s?"
DAY = re.compile(rf"(?<!\d)(?:(\d{{4}})-(\d\d?)-(\d\d?)|(\d\d?){_APART}(\d\d?){_APART}(\d{{4}}))(?!\d)")


class FaultyCell(Exception):
    """A cell that makes its row unreadable."""

    def __init__(self, holds: Holds, fault: RowFault, cell: str) -> None:
        super().__init__(fault.value)
        self.holds, self.fault, self.cell = holds, fault, cell


def day_in(text: str) -> date | None:
    """Return the only day that is written in a text, or None. Raise ValueError if there is no such day.

    >>> day_in("nato il 1/3/1956"), day_in("1956-03-01 00:00:00"), day_in("marzo 1956")
    (datetime.date(1956, 3, 1), datetime.date(1956, 3, 1), None)
    """
    found = [match.groups() for match in DAY.finditer(text)]
    if len(found) != 1:
        return None
    year, month, day, day_first, month_second, year_last = found[0]
    return date(int(year or year_last), int(month or month_second), int(day or day_first))


def book_in(texts: Mapping[Holds, str], notes: dict[Note, str], *, today: date) -> dict[str, str | int]:
    """Return the year of birth and the fields of the book that are filled, or raise FaultyCell.

    What is left out is added to `notes`. A cell without letters and figures, such as a stroke, is empty.
    """
    texts = {holds: text for holds, text in texts.items() if holds in BOOK_COLUMNS and any(map(str.isalnum, text))}
    if not texts:
        return {}
    fields = _birth(texts, notes, today)
    for holds in DAYS:
        if (text := texts.get(holds)) is None:
            continue
        if not any(map(str.isdecimal, text)):
            notes[Note.DAY] = ", ".join(filter(None, (notes.get(Note.DAY), text)))
            continue
        fields[holds.value] = _past(holds, text, today).isoformat()
    if (text := texts.get(Holds.NUMBER)) is not None:
        if not text.isdecimal() or len(text) > LONGEST_NUMBER or not 1 <= int(text) <= HIGHEST_NUMBER:
            raise FaultyCell(Holds.NUMBER, RowFault.NUMBER, text)
        fields["number"] = int(text)
    if (text := texts.get(Holds.CARD_YEAR)) is not None:
        years = set(YEAR.findall(text))
        if len(years) != 1:
            raise FaultyCell(Holds.CARD_YEAR, RowFault.CARD_YEAR, text)
        fields["card_year"] = int(years.pop())
    # `IT -` holds no code.
    if code := tidy_tax_code(texts.get(Holds.TAX_CODE, "")):
        fields["tax_code"] = code
    fields |= {holds.value: texts[holds] for holds in (Holds.ADDRESS, Holds.CARD_KIND) if holds in texts}
    return fields


def book_fault(fields: Mapping[str, str | int]) -> tuple[Holds, RowFault | TaxCodeFault, str, date | None] | None:
    """Return what does not agree in a member's fields: the column, the fault, the cell and the date of birth."""
    born_on = date.fromisoformat(str(fields["born_on"])) if fields.get("born_on") else None
    if (code := str(fields.get("tax_code", ""))) and (fault := tax_code_fault(code, born_on=born_on)):
        return Holds.TAX_CODE, fault, code, born_on
    admitted, left = str(fields.get("admitted_on", "")), str(fields.get("left_on", ""))
    if left and left < admitted:
        return Holds.LEFT_ON, RowFault.LEFT_FIRST, left, None
    return None


def _birth(texts: Mapping[Holds, str], notes: dict[Note, str], today: date) -> dict[str, str | int]:
    """Return the year of birth, and the date if the list has it. An unreadable year is left out and noted."""
    text, of_year = texts.get(Holds.BORN_ON, ""), texts.get(Holds.BIRTH, "")
    years = set(YEAR.findall(of_year or text))
    if not DAY.search(text):
        if unread := [cell for cell in (text, of_year) if cell and len(set(YEAR.findall(cell))) != 1]:
            notes[Note.YEAR] = ", ".join(unread)
        return {"birth_year": int(years.pop())} if len(years) == 1 else {}
    day = _past(Holds.BORN_ON, text, today)
    if of_year and years != {str(day.year)}:
        raise FaultyCell(Holds.BIRTH, RowFault.OTHER_YEAR, of_year)
    return {"birth_year": day.year, "born_on": day.isoformat()}


def _past(holds: Holds, text: str, today: date) -> date:
    """Return the day of a cell: from 1900 until today, or, for somebody who has said to leave, later."""
    try:
        day = day_in(text)
    except ValueError:
        day = None
    if day is None:
        raise FaultyCell(holds, RowFault.DAY, text)
    if day.year < EARLIEST_YEAR or day > (date(LATEST_YEAR, 12, 31) if holds is Holds.LEFT_ON else today):
        raise FaultyCell(holds, RowFault.DAY_RANGE, text)
    return day
