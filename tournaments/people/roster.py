"""A row of a list as a person, or the reason why it cannot be read. Nothing is corrected silently.

Card numbers that a spreadsheet took for numbers have lost their leading zeros. The secretary says to how many digits
they are filled up (`card_figures`), and each change is reported (`Note.ZEROS`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from tournaments.people.names import ordinary_letters, parse_name, parse_name_first, search_key, tidy
from tournaments.people.persons import read_person

from .book_cells import LONGEST_IN_BOOK, YEAR, FaultyCell, book_in, day_in
from .columns import Columns, Holds
from .grid import Cell, GridRow
from .membership_years import membership_year
from .row_faults import Note, RowFault, UnreadableRow

LONGEST: Final[Mapping[str, int]] = {
    **{"last_name": 80, "first_name": 80, "club": 120, "card": 30, "contact": 120, "category": 40},
    **{"province": 40, "region": 40},
    **LONGEST_IN_BOOK,
}
"""The longest text of each field of a person."""

FIELDS: Final = (
    *("last_name", "first_name", "club", "card", "contact", "birth_year", "category", "province", "region"),
    "state",
)
"""The fields of a member beside the club's book."""

STATES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("socio", "attivo", "attiva", "socia", "member", "active", "socio activo", "activo", "ativo"), "active"
    ),
    **dict.fromkeys(("ordinario", "in regola", "ok", "si", "yes", "sim"), "active"),
    **dict.fromkeys(("ospite", "esterno", "guest", "visitor", "invitado", "convidado", "visitante"), "guest"),
    **dict.fromkeys(("cessato", "cessata", "ex", "ex socio", "dimesso", "dimessa", "non attivo", "inattivo"), "left"),
    **dict.fromkeys(
        ("left", "former", "inactive", "has left", "non e piu socio", "ya no es socio", "inactivo"), "left"
    ),
    **dict.fromkeys(("baja", "de baja", "dado de baja", "dada de baja", "desligado", "desligada", "inativo"), "left"),
}
"""The words of lists for the state of a member, as written by `search_key`, and ours."""


NAMES: Final = (Holds.LAST_NAME, Holds.FIRST_NAME, Holds.NAME, Holds.FIRST_AND_LAST)
"""The columns that identify people."""

PLAIN_COLUMNS: Final = (Holds.CLUB, Holds.CARD, Holds.CONTACT, Holds.CATEGORY, Holds.PROVINCE, Holds.REGION)
"""The columns whose text is the field."""

ERRORS: Final = frozenset(
    {
        *("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!", "#####"),
        *("#N/D", "#NOME?", "#NULLO!", "#RIF!", "#VALORE!", "#ESPANSIONE!", "#¡DIV/0!", "#¿NOMBRE?", "#¡REF!"),
        *("#¡VALOR!", "#VALOR!", "#DESPEJAR!"),
    }
)
"""The errors that a spreadsheet writes into a cell."""

TOTALS: Final = frozenset(
    ("totale", "totali", "tot", "subtotale", "somma", "media", "conteggio", "total", "totals", "subtotal", "sum")
    + ("average", "count", "suma", "soma", "totais", "totales")
)
OF_TOTALS: Final = frozenset(
    ("soci", "socie", "iscritti", "iscritte", "giocatori", "tesserati", "persone", "quote", "generale", "complessivo")
    + ("parziale", "n", "numero", "di", "e", "euro", "members", "players", "general", "geral", "eta", "euro", "anno")
)
"""The words that may follow in a row of totals, and are not names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """The person of a row: the fields that are filled, with dates as ISO 8601 has them."""

    line: int
    fields: Mapping[str, str | int]
    notes: Mapping[Note, str] = field(default_factory=dict)
    """The changes to the row, each with the words concerned."""
    paid: tuple[int, ...] = ()
    """The years of membership that are paid, as the list says."""

    @property
    def name(self) -> str:
        """Return the name, last name first."""
        return f"{self.fields['last_name']} {self.fields.get('first_name', '')}".strip()

    @property
    def key(self) -> str:
        """Return the key by which names are compared."""
        return search_key(self.name)

    @property
    def swapped(self) -> str:
        """Return the key of the name with its parts swapped."""
        return search_key(f"{self.fields.get('first_name', '')} {self.fields['last_name']}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListReading:
    """The way in which the cells of a list are read."""

    card_figures: int = 0  # equivalent: a number has one digit at least
    """The number of digits to which numeric cards are filled up; 0 for none."""
    ordinary_letters: bool = False
    """Whether names in capitals are written with ordinary capitalisation."""
    clubs: frozenset[str] = frozenset()
    """The known clubs, by `search_key`: words beside a name that are one of them are the club."""
    today: date = date.max
    """The last day on which something can have been."""
    year_starts: int = 1
    """The month in which a year of membership begins."""


def people_listed(
    rows: Iterable[GridRow], columns: Columns, reading: ListReading = ListReading()
) -> list[ListedPerson | UnreadableRow]:
    """Return each row as a person, in order."""
    return [_listed(row, columns, reading) for row in rows]


def usual_card_figures(known: Iterable[str], listed: Iterable[str]) -> int:
    """Return the number of digits of the club's cards, otherwise of the list's; 0 if there is no rule.

    There is a rule if at least half are as long as the longest, and one of them begins with zero.

    >>> usual_card_figures(["00123", "04567", "12345"], [])
    5
    >>> usual_card_figures([], ["123", "4567"])
    0
    """
    for cards in ([*known], [*listed]):
        lengths = Counter(len(card) for card in cards if card.isdecimal())
        if lengths:
            longest = max(lengths)
            padded = any(card.startswith("0") and len(card) == longest for card in cards)
            return longest if padded and lengths[longest] * 2 >= lengths.total() else 0
    return 0


def _listed(row: GridRow, columns: Columns, reading: ListReading) -> ListedPerson | UnreadableRow:
    texts: dict[Holds, str] = {}
    notes: dict[Note, str] = {}
    for cell, holds in zip(row.cells, columns.holds, strict=False):
        text = _text(cell)
        if holds is None or not text:
            continue
        if not text.isprintable():
            return UnreadableRow(line=row.line, fault=RowFault.UNPRINTABLE, cell=text, holds=holds)
        if text in ERRORS and holds in NAMES:
            return UnreadableRow(line=row.line, fault=RowFault.ERROR, cell=text, holds=holds)
        if text in ERRORS:
            notes[Note.ERROR] = text
        elif holds is Holds.CARD and (isinstance(cell, float) or re.fullmatch(r"[\d.,]+E\+\d+", text)):
            notes[Note.CARD] = text
        else:
            texts[holds] = f"{texts[holds]}, {text}" if holds in texts else text
    return _person(row, texts, notes, reading)


def _person(
    row: GridRow, texts: dict[Holds, str], notes: dict[Note, str], reading: ListReading
) -> ListedPerson | UnreadableRow:
    if _is_total(texts):
        return UnreadableRow(
            line=row.line, fault=RowFault.TOTAL, cell=next(texts[name] for name in NAMES if name in texts)
        )
    last, first = _name(_without_what_stands_beside(texts, notes, reading.clubs))
    if reading.ordinary_letters:
        last, first = ordinary_letters(last), ordinary_letters(first)
    if not last:
        return UnreadableRow(line=row.line, fault=RowFault.NO_NAME, cell=" ".join(filter(None, map(_text, row.cells))))
    if not any(char.isalpha() for char in last):
        return UnreadableRow(line=row.line, fault=RowFault.NO_LETTERS, cell=last)
    fields: dict[str, str | int] = {"last_name": last}
    if first:
        fields["first_name"] = first
    else:
        notes[Note.ONE_NAME] = last
    fields |= {holds.value: texts[holds] for holds in PLAIN_COLUMNS if holds in texts}
    card = texts.get(Holds.CARD, "")
    if card.isdecimal() and len(card) < reading.card_figures:
        fields["card"] = card.zfill(reading.card_figures)
        notes[Note.ZEROS] = card
    fields |= _state(texts, notes)
    try:
        fields |= book_in(texts, notes, today=reading.today)
    except FaultyCell as faulty:
        return UnreadableRow(line=row.line, fault=faulty.fault, cell=faulty.cell, holds=faulty.holds)
    for name, value in fields.items():
        if name in LONGEST and len(str(value)) > LONGEST[name]:
            return UnreadableRow(line=row.line, fault=RowFault.TOO_LONG, cell=str(value), holds=Holds(name))
    paid = _years_paid(texts[Holds.PAID], reading.year_starts) if Holds.PAID in texts else ()
    return ListedPerson(line=row.line, fields=fields, notes=notes, paid=paid)


def _years_paid(text: str, starts: int) -> tuple[int, ...]:
    """Return the years of membership, given as such or by the day until which the last one is paid."""
    with suppress(ValueError):
        if day := day_in(text):
            return (membership_year(day, starts=starts),)
    return tuple(sorted({int(year) for year in YEAR.findall(text)}))


def _state(texts: Mapping[Holds, str], notes: dict[Note, str]) -> dict[str, str | int]:
    """Return the state. An unknown one is left out and noted: the row is a person all the same."""
    found: dict[str, str | int] = {}
    if (text := texts.get(Holds.STATE)) is not None:
        if (state := STATES.get(search_key(text))) is not None:
            found["state"] = state
        else:
            notes[Note.STATE] = text
    return found


def _is_total(texts: Mapping[Holds, str]) -> bool:
    """Return whether the row is a total, as `Totale soci: 45` and unlike Somma Luigi: no name follows the word."""
    words = [word for name in NAMES for word in search_key(texts.get(name, "")).split()]
    return bool(words) and words[0] in TOTALS and all(word.isdecimal() or word in OF_TOTALS for word in words[1:])


def _without_what_stands_beside(
    texts: dict[Holds, str], notes: dict[Note, str], clubs: frozenset[str]
) -> dict[Holds, str]:
    """Return the cells with names only: a telephone becomes the contact, a known club the club, the rest is noted."""
    beside: list[str] = []
    for holds in NAMES:
        if holds in texts:
            read = read_person(texts[holds], clubs)
            if read.person.contact:
                known = texts.get(Holds.CONTACT)
                texts[Holds.CONTACT] = f"{known}, {read.person.contact}" if known else read.person.contact
            if read.person.club:
                texts.setdefault(Holds.CLUB, read.person.club)
            texts[holds] = read.person.name or texts[holds]
            beside += read.remarks
    if beside:
        notes[Note.BESIDE] = ", ".join(beside)
    return texts


def _name(texts: Mapping[Holds, str]) -> tuple[str, str]:
    """Return last and first name; a row's only name is the last name, even in the column of first names."""
    if Holds.LAST_NAME in texts or Holds.FIRST_NAME in texts:
        last, first = texts.get(Holds.LAST_NAME, ""), texts.get(Holds.FIRST_NAME, "")
        return (last, first) if last else (first, "")
    if Holds.NAME in texts:
        name = parse_name(texts[Holds.NAME])
        return name.last, name.first
    if Holds.FIRST_AND_LAST in texts:
        name = parse_name_first(texts[Holds.FIRST_AND_LAST])
        return name.last, name.first
    return "", ""


def _text(cell: Cell) -> str:
    return tidy(str(cell))


def cards_of(rows: Sequence[GridRow], columns: Columns) -> list[str]:
    """Return the card numbers of the list, as they are written."""
    places = [at for at, holds in enumerate(columns.holds) if holds is Holds.CARD]
    return [_text(row.cells[at]) for row in rows for at in places if at < len(row.cells)]
