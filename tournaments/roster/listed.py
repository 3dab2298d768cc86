"""A row of the list as a person: what its cells say, or why it cannot be read. Nothing is put right in silence.

Card numbers that a spreadsheet took for numbers have lost the zeros before them. To how many figures they are filled
up is the secretary's to say (`card_figures`), and each one that was is told (`Note.ZEROS`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tournaments.people.names import parse_name, search_key, tidy

from .columns import Columns, Holds
from .grid import Cell, GridRow

LONGEST: Final[Mapping[str, int]] = {
    **{"last_name": 80, "first_name": 80, "club": 120, "card": 30, "contact": 120, "category": 40},
}
"""How many characters a person's fields have."""

FIELDS: Final = ("last_name", "first_name", "club", "card", "contact", "birth_year", "category", "state")

EARLIEST, LATEST = 1900, 2100
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")

STATES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("socio", "attivo", "attiva", "socia", "member", "active", "socio activo", "activo", "ativo"), "active"
    ),
    **dict.fromkeys(("ordinario", "in regola", "ok", "si", "yes", "sim"), "active"),
    **dict.fromkeys(("ospite", "esterno", "guest", "visitor", "invitado", "convidado"), "guest"),
    **dict.fromkeys(("cessato", "cessata", "ex", "ex socio", "dimesso", "dimessa", "non attivo", "inattivo"), "left"),
    **dict.fromkeys(
        ("left", "former", "inactive", "has left", "non e piu socio", "baja", "inactivo", "inativo"), "left"
    ),
}
"""How lists write the state of a member, as `search_key` has it, and ours."""


class RowFault(StrEnum):
    """Why a row is nobody."""

    NO_NAME = "no_name"
    NO_LETTERS = "no_letters"
    TOO_LONG = "too_long"
    UNPRINTABLE = "unprintable"
    YEAR = "year"
    STATE = "state"
    CARD = "card"


class Note(StrEnum):
    """What was done to a row and has to be known."""

    ZEROS = "zeros"
    """The card number was filled up with zeros."""
    ONE_NAME = "one_name"
    """A single word is the last name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """Who stands in a row: the fields that it fills, empty ones left out."""

    line: int
    fields: Mapping[str, str | int]
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Last name first."""
        return f"{self.fields['last_name']} {self.fields.get('first_name', '')}".strip()

    @property
    def key(self) -> str:
        """What the name is compared by."""
        return search_key(self.name)

    @property
    def swapped(self) -> str:
        """The key of the same name the other way round."""
        return search_key(f"{self.fields.get('first_name', '')} {self.fields['last_name']}")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableRow:
    """A row that is nobody: which cell, and why."""

    line: int
    fault: RowFault
    cell: str
    holds: Holds | None = None


@dataclass
class _Reading:
    line: int
    texts: dict[Holds, str] = field(default_factory=dict)


def people_listed(
    rows: Iterable[GridRow], columns: Columns, *, card_figures: int = 0
) -> list[ListedPerson | UnreadableRow]:
    """Each row as a person, in order; `card_figures`: fill card numbers of figures alone up to so many (0: not)."""
    return [_listed(row, columns, card_figures) for row in rows]


def usual_card_figures(known: Iterable[str], listed: Iterable[str]) -> int:
    """How many figures the cards have that the club knows, else those of the list; 0 where they have no such rule.

    Half of them at least are as long as the longest, one of them begins with a zero.

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


def _listed(row: GridRow, columns: Columns, card_figures: int) -> ListedPerson | UnreadableRow:
    texts: dict[Holds, str] = {}
    for cell, holds in zip(row.cells, columns.holds, strict=False):
        text = _text(cell)
        if holds is None or not text:
            continue
        if not text.isprintable():
            return UnreadableRow(line=row.line, fault=RowFault.UNPRINTABLE, cell=text, holds=holds)
        if holds is Holds.CARD and (isinstance(cell, float) or re.fullmatch(r"[\d.,]+E\+\d+", text)):
            return UnreadableRow(line=row.line, fault=RowFault.CARD, cell=text, holds=holds)
        texts[holds] = f"{texts[holds]}, {text}" if holds in texts else text
    return _person(row, texts, card_figures)


def _person(row: GridRow, texts: Mapping[Holds, str], card_figures: int) -> ListedPerson | UnreadableRow:
    last, first = _name(texts)
    fields: dict[str, str | int] = {"last_name": last, "first_name": first}
    notes = [] if first else [Note.ONE_NAME]
    if not last:
        return UnreadableRow(line=row.line, fault=RowFault.NO_NAME, cell=" ".join(filter(None, map(_text, row.cells))))
    if not any(char.isalpha() for char in last):
        return UnreadableRow(line=row.line, fault=RowFault.NO_LETTERS, cell=last)
    for holds in (Holds.CLUB, Holds.CARD, Holds.CONTACT, Holds.CATEGORY):
        fields[holds.value] = texts.get(holds, "")
    card = str(fields["card"])
    if card.isdecimal() and len(card) < card_figures:
        fields["card"] = card.zfill(card_figures)
        notes.append(Note.ZEROS)
    for name, longest in LONGEST.items():
        if len(str(fields[name])) > longest:
            return UnreadableRow(line=row.line, fault=RowFault.TOO_LONG, cell=str(fields[name]), holds=_column(name))
    if Holds.BIRTH in texts:
        years = set(YEAR.findall(texts[Holds.BIRTH]))
        if len(years) != 1:
            return UnreadableRow(line=row.line, fault=RowFault.YEAR, cell=texts[Holds.BIRTH], holds=Holds.BIRTH)
        fields["birth_year"] = int(years.pop())
    if Holds.STATE in texts:
        state = STATES.get(search_key(texts[Holds.STATE]))
        if state is None:
            return UnreadableRow(line=row.line, fault=RowFault.STATE, cell=texts[Holds.STATE], holds=Holds.STATE)
        fields["state"] = state
    filled = {name: value for name, value in fields.items() if value != ""}
    return ListedPerson(line=row.line, fields=filled, notes=tuple(notes))


def _name(texts: Mapping[Holds, str]) -> tuple[str, str]:
    """Last and first name; a column of first names that holds the only name of a row holds the last name there."""
    if Holds.LAST_NAME in texts or Holds.FIRST_NAME in texts:
        last, first = texts.get(Holds.LAST_NAME, ""), texts.get(Holds.FIRST_NAME, "")
        return (last, first) if last else (first, "")
    if Holds.NAME in texts:
        name = parse_name(texts[Holds.NAME])
        return name.last, name.first
    if Holds.FIRST_AND_LAST in texts:
        text = texts[Holds.FIRST_AND_LAST]
        if "," in text:
            name = parse_name(text)
            return name.last, name.first
        first, _, last = text.partition(" ")
        return (last, first) if last else (first, "")
    return "", ""


def _text(cell: Cell) -> str:
    return tidy(str(cell))


def _column(name: str) -> Holds | None:
    return Holds(name) if name in Holds._value2member_map_ else None


def cards_of(rows: Sequence[GridRow], columns: Columns) -> list[str]:
    """The card numbers of the list as it has them."""
    places = [at for at, holds in enumerate(columns.holds) if holds is Holds.CARD]
    return [_text(row.cells[at]) for row in rows for at in places if at < len(row.cells)]
