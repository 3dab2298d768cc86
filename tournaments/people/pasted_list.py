"""A list of pairs or players as people paste or upload it, read line by line.

| read                                                     | not read, and said so                              |
|----------------------------------------------------------|----------------------------------------------------|
| `Rossi Anna - Bianchi Carlo`, with – or — too            | three names on a line                              |
| `/`, `&`, `+`, `;` or a tab between the names            | a comma between surnames alone: `Rossi, Bianchi`   |
| `Rossi Anna e Bianchi Carlo`, `and` too                  | `Rossi e Bianchi`: `e` may be part of a name       |
| `Rossi Anna, Bianchi Carlo`; `Rossi, Anna - …`           | spreadsheets as such (save them as CSV)            |
| spreadsheet columns: names, or last and first names      |                                                    |
| numbers, bullets and a line of headings in front         |                                                    |
| teams, last: `Rossi Anna - Bianchi Carlo; Aurora`, or a  | a team after anything but a semicolon or a tab     |
| third column (a fifth after last and first names)        |                                                    |
| players, one a line: `Rossi Anna`, `Rossi, Anna`, or two | two players on a line                              |
| columns                                                  |                                                    |

Hyphens inside a name (`Rossi-Bianchi Anna`) have no blank beside them and stay. Nothing is guessed: a line that can be
read in two ways is a fault for the referee to settle.
"""

import codecs
import csv
import re
from dataclasses import dataclass
from enum import StrEnum

from tournaments.records import Kind

from .names import parse_name, search_key, tidy, visible

LONGEST_LINE = 400
LONGEST_PART = 80
"""A last or a first name, as long as a member's can be."""
LONGEST_TEAM = 120


class LineFault(StrEnum):
    """Why a line is not a pair, or not a player. Keys are stable; the sentence is made elsewhere."""

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
    """One line that is not empty: its names, or what is wrong with it."""

    text: str
    names: tuple[str, ...] | None = None
    """Two, or one in an individual tournament.

    Each as `parse_name` reads it: `Rossi Anna`, or `Rossi, Anna` where the line said which is which.
    """
    team: str = ""
    """In a team event; empty where the line names none."""
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

BETWEEN_COLUMNS = re.compile(r"[;\t]")

AND = re.compile(r"\s+(?:e|ed|and)\s+")
"""Joins two names only between full ones: there are names such as `Costa e Silva`."""

HEADINGS = frozenset(
    {
        *("numero", "coppia", "coppie", "cognome", "nome", "nominativo", "giocatore", "giocatrice", "giocatori"),
        *("number", "pair", "pairs", "last", "first", "name", "surname", "player", "players"),
        *("squadra", "squadre", "team", "teams"),
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


def read_list(text: str, kind: Kind = Kind.PAIRS) -> tuple[PastedLine, ...]:
    """Every line of a list that is not empty, in order; a first line of headings is left out.

    >>> [line.names for line in read_list("1) Rossi Anna - Bianchi Carlo")]
    [('Rossi Anna', 'Bianchi Carlo')]
    """
    lines = [line.strip() for line in visible(text).splitlines()]
    lines = [line for line in lines if line.strip(";, ")]
    if lines and _is_heading(lines[0]):
        del lines[0]
    return tuple(_read_line(line, kind) for line in lines)


def _is_heading(line: str) -> bool:
    words = [word.rstrip("0123456789") for word in search_key(line).split()]
    return not HEADINGS.isdisjoint(words) and all(len(word) < 2 or word in HEADINGS for word in words)


def _read_line(text: str, kind: Kind) -> PastedLine:
    try:
        # A line this long is not a pair but a paragraph.
        if len(text) > LONGEST_LINE:
            raise _Faulty(LineFault.TOO_LONG)
        found, team = (_one(text), "") if kind is Kind.INDIVIDUAL else _split(text, teams=kind is Kind.TEAMS)
        names = tuple(_checked(name) for name in found)
        # Nobody is their own partner.
        if len({tuple(sorted(search_key(name).split())) for name in found}) < len(found):
            raise _Faulty(LineFault.SAME_NAME)
        return PastedLine(text=text, names=names, team=_checked_team(team))
    except _Faulty as faulty:
        return PastedLine(text=text, fault=faulty.fault)


def _one(text: str) -> tuple[str]:
    """The only name of a line; two columns are its last and its first name."""
    text = _without_number(text)
    for delimiter in "\t;":
        if delimiter in text:
            cells = [cell for cell in _cells(text, delimiter, least=1) if cell]
            if len(cells) == 2:
                return (", ".join(cells),)
            text = "".join(cells[:1]) if len(cells) < 2 else text
            break
    if any(separator.search(text) for separator in (*SEPARATORS, BETWEEN_COLUMNS)) or _are_full(AND.split(text)):
        raise _Faulty(LineFault.SEVERAL_NAMES)
    parts = text.split(",")
    if len(parts) > 2 or _are_full(parts):
        raise _Faulty(LineFault.AMBIGUOUS_COMMA)
    return (text,)


def _split(text: str, *, teams: bool) -> tuple[tuple[str, str], str]:
    """The two names of a line, and in a team event the team."""
    for delimiter in "\t;":
        if delimiter in text:
            cells = _cells(text, delimiter)
            if teams and len(cells) in (3, 5):
                return _from_cells(cells[:-1]), cells[-1]
            if teams and len(cells) == 2 and _joins_two(cells[0]):
                return _split_names(cells[0]), cells[1]
            return _from_cells(cells), ""
    return _split_names(_without_number(text)), ""


def _without_number(text: str) -> str:
    return text[LEADING.match(text).end() :]  # type: ignore[union-attr]


def _joins_two(text: str) -> bool:
    """It is two names already, so that what comes behind it is no name."""
    try:
        _split_names(text)
    except _Faulty as faulty:
        return faulty.fault not in (LineFault.ONE_NAME, LineFault.AMBIGUOUS_COMMA)
    return True


def _split_names(text: str) -> tuple[str, str]:
    """Two names, by the surest separator between them."""
    for separator in SEPARATORS:
        if separator.search(text):
            return _two(separator.split(text))
    if "," in text:
        return _from_commas(text)
    parts = AND.split(text)
    if _are_full(parts):
        return _two(parts)
    raise _Faulty(LineFault.ONE_NAME)


def _cells(text: str, delimiter: str, *, least: int = 2) -> list[str]:
    """The columns of a spreadsheet's line, without a number in front and, beyond the least, empty ones behind."""
    cells = [cell.strip() for cell in next(csv.reader([text], delimiter=delimiter, skipinitialspace=True))]
    if len(cells) > least and re.fullmatch(r"(?:n[.°]\s*)?\d{0,4}\s*[.)°]?", cells[0], re.IGNORECASE):
        del cells[0]
    while len(cells) > least and not cells[-1]:
        del cells[-1]
    if cells:
        cells[0] = _without_number(cells[0])
    return cells


def _from_cells(cells: list[str]) -> tuple[str, str]:
    """Two columns are the two names; four are last and first name of each."""
    if len(cells) == 4 and all(cells):
        return f"{cells[0]}, {cells[1]}", f"{cells[2]}, {cells[3]}"
    return _two(cells)


def _from_commas(text: str) -> tuple[str, str]:
    """A comma stands between two names, or between last and first; only full names leave no doubt."""
    cells = _cells(text, ",")
    if len(cells) == 4 or (len(cells) == 2 and _are_full(cells)):
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


def _are_full(names: list[str]) -> bool:
    """More than one, each with last and first name."""
    return len(names) > 1 and all(parse_name(name).first for name in names)


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


def _checked_team(text: str) -> str:
    team = tidy(text)
    if not team.isprintable():
        raise _Faulty(LineFault.NOT_WRITING)
    if len(team) > LONGEST_TEAM:
        raise _Faulty(LineFault.TOO_LONG)
    return team
