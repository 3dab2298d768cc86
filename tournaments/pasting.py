"""A list of pairs as people paste or upload it, read line by line: one pair a line, two names.

| read                                                     | not read, and said so                              |
|----------------------------------------------------------|----------------------------------------------------|
| `Rossi Anna - Bianchi Carlo`, with – or — too            | three names on a line                              |
| `/`, `&`, `+`, `;` or a tab between the names            | a comma between surnames alone: `Rossi, Bianchi`   |
| `Rossi Anna e Bianchi Carlo`, `and` too                  | `Rossi e Bianchi`: `e` may be part of a name       |
| `Rossi Anna, Bianchi Carlo`; `Rossi, Anna - …`           | spreadsheets as such (save them as CSV)            |
| spreadsheet columns: names, or last and first names      |                                                    |
| numbers, bullets and a line of headings in front         |                                                    |

Hyphens inside a name (`Rossi-Bianchi Anna`) have no blank beside them and stay. Nothing is guessed: a line that can be
read in two ways is a fault for the referee to settle.
"""

import codecs
import csv
import re
from dataclasses import dataclass
from enum import StrEnum

from .names import parse_name, search_key, visible

LONGEST_LINE = 400
LONGEST_PART = 80
"""A last or a first name, as long as a member's can be."""


class LineFault(StrEnum):
    """Why a line is not a pair. Keys are stable; the sentence is made elsewhere."""

    ONE_NAME = "one_name"
    SEVERAL_NAMES = "several_names"
    AMBIGUOUS_COMMA = "ambiguous_comma"
    NAME_MISSING = "name_missing"
    NO_LETTERS = "no_letters"
    NOT_WRITING = "not_writing"
    SAME_NAME = "same_name"
    TOO_LONG = "too_long"


class NotText(ValueError):
    """A file that holds no text: a spreadsheet or a picture, say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line that is not empty: its two names, or what is wrong with it."""

    text: str
    names: tuple[str, str] | None = None
    """Each as `parse_name` reads it: `Rossi Anna`, or `Rossi, Anna` where the line said which is which."""
    fault: LineFault | None = None


class _Faulty(Exception):
    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault = fault


DASHES = r"\-‐‑‒–—―−"
"""Every stroke that a keyboard, a word processor or a phone makes of a dash, for a class of a pattern."""

LEADING = re.compile(
    rf"\s*(?:[•*·{DASHES}]\s+)?(?:(?:n[.°]\s*)?\d{{1,4}}\s*[.):°ª;,\t{DASHES}]{{0,2}}\s*)?", re.IGNORECASE
)
"""A bullet and a number in front of the names; pairs get their numbers from the tournament."""

SEPARATORS = (
    re.compile(r"\s*[/|&+]\s*"),
    re.compile(rf"\s+[{DASHES}]+\s*|\s*[{DASHES}]+\s+"),
    re.compile(r"\s*[–—―]\s*"),
)
"""What stands between two names, the surest first."""

AND = re.compile(r"\s+(?:e|ed|and)\s+")
"""Joins two names only between full ones: there are names such as `Costa e Silva`."""

HEADINGS = frozenset(
    {
        *("numero", "coppia", "coppie", "cognome", "nome", "nominativo", "giocatore", "giocatrice"),
        *("number", "pair", "pairs", "last", "first", "name", "surname", "player"),
    }
)
"""Words of which a line of headings is made, beside its numbers and single letters (`Giocatore 1`, `Nome A`)."""


def decode_list(data: bytes) -> str:
    """The text of an uploaded file: UTF-8 or UTF-16 with a mark, UTF-8, or what Italian Excel writes (cp1252)."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Text holds no NUL; what a spreadsheet or a picture holds nearly always does.
        if "\x00" not in text:
            return text
    raise NotText("expected a text file")


def read_pairs(text: str) -> tuple[PastedLine, ...]:
    """Every line of a list that is not empty, in order; a first line of headings is left out.

    >>> [line.names for line in read_pairs("1) Rossi Anna - Bianchi Carlo")]
    [('Rossi Anna', 'Bianchi Carlo')]
    """
    lines = [line.strip() for line in visible(text).splitlines()]
    lines = [line for line in lines if line.strip(";, ")]
    if lines and _is_heading(lines[0]):
        del lines[0]
    return tuple(_read_line(line) for line in lines)


def _is_heading(line: str) -> bool:
    words = [word.rstrip("0123456789") for word in search_key(line).split()]
    return not HEADINGS.isdisjoint(words) and all(len(word) < 2 or word in HEADINGS for word in words)


def _read_line(text: str) -> PastedLine:
    try:
        # A line this long is not a pair but a paragraph.
        if len(text) > LONGEST_LINE:
            raise _Faulty(LineFault.TOO_LONG)
        first, second = _split(text)
        names = (_checked(first), _checked(second))
        # Nobody is their own partner.
        if sorted(search_key(first).split()) == sorted(search_key(second).split()):
            raise _Faulty(LineFault.SAME_NAME)
    except _Faulty as faulty:
        return PastedLine(text=text, fault=faulty.fault)
    return PastedLine(text=text, names=names)


def _split(text: str) -> tuple[str, str]:
    """The two names of a line, by the surest separator it has."""
    for delimiter in "\t;":
        if delimiter in text:
            return _from_cells(_cells(text, delimiter))
    text = text[LEADING.match(text).end() :]  # type: ignore[union-attr]
    for separator in SEPARATORS:
        if separator.search(text):
            return _two(separator.split(text))
    if "," in text:
        return _from_commas(text)
    parts = AND.split(text)
    if len(parts) > 1 and all(_is_full(part) for part in parts):
        return _two(parts)
    raise _Faulty(LineFault.ONE_NAME)


def _cells(text: str, delimiter: str) -> list[str]:
    """The columns of a spreadsheet's line, without a number in front and empty ones behind."""
    cells = [cell.strip() for cell in next(csv.reader([text], delimiter=delimiter, skipinitialspace=True))]
    if len(cells) > 2 and re.fullmatch(r"(?:n[.°]\s*)?\d{0,4}\s*[.)°]?", cells[0], re.IGNORECASE):
        del cells[0]
    while len(cells) > 2 and not cells[-1]:
        del cells[-1]
    if cells:
        cells[0] = cells[0][LEADING.match(cells[0]).end() :]  # type: ignore[union-attr]
    return cells


def _from_cells(cells: list[str]) -> tuple[str, str]:
    """Two columns are the two names; four are last and first name of each."""
    if len(cells) == 4 and all(cells):
        return f"{cells[0]}, {cells[1]}", f"{cells[2]}, {cells[3]}"
    return _two(cells)


def _from_commas(text: str) -> tuple[str, str]:
    """A comma stands between two names, or between last and first; only full names leave no doubt."""
    cells = _cells(text, ",")
    if len(cells) == 4 or (len(cells) == 2 and all(_is_full(cell) for cell in cells)):
        return _from_cells(cells)
    raise _Faulty(LineFault.AMBIGUOUS_COMMA if len(cells) == 2 else LineFault.SEVERAL_NAMES)


def _two(parts: list[str]) -> tuple[str, str]:
    names = [part for part in parts if part.strip()]
    if len(names) > 2:
        raise _Faulty(LineFault.SEVERAL_NAMES)
    # A separator with nothing on one side leaves a player without a partner.
    if len(names) < len(parts):
        raise _Faulty(LineFault.NAME_MISSING)
    if len(names) < 2:
        raise _Faulty(LineFault.ONE_NAME)
    return names[0], names[1]


def _is_full(name: str) -> bool:
    """Last and first name, both there."""
    return bool(parse_name(name).first)


def _checked(text: str) -> str:
    name = parse_name(text)
    if not any(char.isalpha() for char in name.last):
        raise _Faulty(LineFault.NO_LETTERS)
    # Control characters are no part of a name, and no sheet can print them.
    if not name.full.isprintable():
        raise _Faulty(LineFault.NOT_WRITING)
    if max(len(name.last), len(name.first)) > LONGEST_PART:
        raise _Faulty(LineFault.TOO_LONG)
    return f"{name.last}, {name.first}" if "," in text else name.full
