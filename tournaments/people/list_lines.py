"""The lines of a list, without the decorations of chats, word processors and authors."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping

from .list_extras import DASHES, MARKS, Aside, set_aside, without_marks
from .list_words import CLUB_COLUMNS, HEADINGS, NOTE_COLUMNS
from .names import search_key, visible

_DAY = r"\d{1,4}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_STAMP = rf"(?:{_DAY},?\s+{_TIME}|{_TIME},?\s+{_DAY})"

CHAT = re.compile(
    rf"\s*(?:\[\s*{_STAMP}\s*\]\s*|{_STAMP}\s+[{DASHES}]\s+)(?:~?\s*[^:]{{1,60}}?:(?:\s+|$))?", re.IGNORECASE
)
"""The time and sender of a message: `[12/11, 21:03] Anna: …`, `12/11/24, 21:03 - Anna: …`."""

_NUMBERED = r"(?:(?:n[.°º]{0,2}|nr\.?|no\.|num\.?|nº|coppi[ae]|pair|pareja|dupla|giocator[ei]|player)\s*|#\s*)?"

LEADING = re.compile(
    rf"\s*(?:[•*·‣▪●○◦■□»›>→{DASHES}]\s+)*"
    rf"(?:{_NUMBERED}\d{{1,4}}(?!\s?[€$£%]|\d)\s*[.):°ºª;,\t{DASHES}]{{0,3}}\s*)?",
    re.IGNORECASE,
)
"""A bullet and a number before the names; pairs get their numbers from the tournament."""

NUMBER_IN_BRACKETS = re.compile(r"^(\W*)[(\[]\s*(\d{1,4})\s*[)\]]")
"""`(4) Rossi Anna`: the number in front, not a remark."""

EMPTY_PLACE = re.compile(rf"\s*{_NUMBERED}[(\[]?\d{{1,4}}\s*[.)\]:°º{DASHES}]+\s*", re.IGNORECASE)
"""A number without a name: `12)`."""

LONGEST_LINE = 400

SKIN_TONES = range(0x1F3FB, 0x1F400)
KEYCAPS = {0xFE0F: None, 0x20E3: None}
"""The characters that turn the character before them into a picture, as a digit into a keycap."""
MEANT_AS_WRITING = "°№"
"""Characters that Unicode counts among the symbols, but that are text here."""


def lines_of(text: str) -> Iterator[str]:
    """Yield every line with content, without stamps of a chat and without a first line of headings.

    What a line says about those below it is added to each of them: `Riserve:`, if it holds no name, and the headings of
    columns with clubs and notes.

    >>> list(lines_of("Coppia;Circolo;Note\\nRossi Anna - Neri Ugo;Levante;porta la torta"))
    ['Rossi Anna - Neri Ugo (Circolo: Levante) (Note: porta la torta)']
    """
    lines = [_without_stamp(line.strip()) for line in visible(text).splitlines()]
    lines = [line for line in lines if line.strip(";, ") and not EMPTY_PLACE.fullmatch(line)]
    # A longer line is a paragraph, not a row of a spreadsheet.
    if lines and len(lines[0]) <= LONGEST_LINE and _is_heading(lines[0]):
        heading = lines.pop(0)
        lines = [_with_columns_in_brackets(line, *_columns_beside_names(heading)) for line in lines]
    section = ""
    for at, line in enumerate(lines):
        if at + 1 < len(lines) and (words := _section(line)):
            section = words
        else:
            yield f"{line} ({section})" if section else line


def _without_stamp(line: str) -> str:
    """Return the line without the stamp of a chat, in which a paragraph is not searched: that could take minutes."""
    return line if len(line) > 2 * LONGEST_LINE else CHAT.sub("", line, count=1).strip()


def undecorated(line: str) -> str:
    """Return the line without pictures, bold and italic marks, and a bullet or a number in front."""
    plain = "".join(" " if _is_picture(char) else char for char in line.translate(KEYCAPS))
    plain = NUMBER_IN_BRACKETS.sub(r"\1\2) ", plain)
    return re.sub(r"[*_~]", " ", plain) if any(map(str.isalnum, plain)) else plain


def without_number(text: str) -> str:
    """Return the text without a bullet and a number in front."""
    return text[LEADING.match(text).end() :]  # type: ignore[union-attr]


def _is_picture(char: str) -> bool:
    return (unicodedata.category(char) == "So" and char not in MEANT_AS_WRITING) or ord(char) in SKIN_TONES


def _is_heading(line: str) -> bool:
    words = [word.rstrip("0123456789") for word in search_key(line).split()]
    return not HEADINGS.isdisjoint(words) and all(len(word) < 2 or word in HEADINGS for word in words)


DELIMITERS = "\t;,"
BESIDE_NAMES = CLUB_COLUMNS | NOTE_COLUMNS


def _columns_beside_names(heading: str) -> tuple[str, Mapping[int, str]]:
    """Return the separator of the columns, and those that hold a club or a note, by their headings."""
    delimiter = next((delimiter for delimiter in DELIMITERS if delimiter in heading), "")
    cells = _row(heading, delimiter) if delimiter else []
    words = [cell.replace(".", "").strip("0123456789 ") for cell in cells]
    return delimiter, {at: word for at, word in enumerate(words) if search_key(word) in BESIDE_NAMES}


def _with_columns_in_brackets(line: str, delimiter: str, beside: Mapping[int, str]) -> str:
    """Return the line with those columns in brackets after the name before them, or at the end if there is none."""
    if not beside or delimiter not in line or len(line) > LONGEST_LINE:
        return line
    cells, of_all = list[str](), ""
    for at, cell in enumerate(_row(line, delimiter)):
        words = " ".join(re.sub(r"[()\[\]{}]", " ", cell).split())
        sentence = f" ({beside.get(at, '')}: {words})" if words else ""
        if at not in beside:
            cells.append(cell)
        elif cells and any(map(str.isalpha, cells[-1])):
            cells[-1] += sentence
        else:
            of_all += sentence
    if not cells:
        return of_all.strip() or line
    cells[-1] += of_all
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow(cells)
    return written.getvalue()


def _row(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))


def _section(line: str) -> str:
    """Return what the lines below are if this line says so and names nobody; otherwise an empty string."""
    if MARKS.search(line) or len(line) > LONGEST_LINE:
        return ""
    asides = set_aside(without_number(undecorated(line)))
    says = [words for kind, words in asides.of(asides.text) if kind in (Aside.DOUBT, Aside.WITHOUT_PARTNER)]
    beside = (Aside.CONTACT, Aside.CLUB, Aside.NAMED_CLUB)
    named = any(map(str.isalnum, without_marks(asides.text))) or asides.has(asides.text, *beside)
    return "" if named else " ".join(words for words in says if any(map(str.isalpha, words)))
