"""The lines of a list without what chats, word processors and writers put around them."""

import re
import unicodedata
from collections.abc import Iterator

from .asides import DASHES, MARKS, Aside, set_aside, without_marks
from .list_words import HEADINGS
from .names import search_key, visible

_DAY = r"\d{1,4}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_STAMP = rf"(?:{_DAY},?\s+{_TIME}|{_TIME},?\s+{_DAY})"

CHAT = re.compile(
    rf"\s*(?:\[\s*{_STAMP}\s*\]\s*|{_STAMP}\s+[{DASHES}]\s+)(?:~?\s*[^:]{{1,60}}?:(?:\s+|$))?", re.IGNORECASE
)
"""When and by whom a message was sent: `[12/11, 21:03] Anna: …`, `12/11/24, 21:03 - Anna: …`."""

_NUMBERED = r"(?:(?:n[.°º]{0,2}|nr\.?|no\.|num\.?|nº|coppi[ae]|pair|pareja|dupla|giocator[ei]|player)\s*|#\s*)?"

LEADING = re.compile(
    rf"\s*(?:[•*·‣▪●○◦■□»›>→{DASHES}]\s+)*"
    rf"(?:{_NUMBERED}\d{{1,4}}(?!\s?[€$£%]|\d)\s*[.):°ºª;,\t{DASHES}]{{0,3}}\s*)?",
    re.IGNORECASE,
)
"""A bullet and a number in front of the names; pairs get their numbers from the tournament."""

NUMBER_IN_BRACKETS = re.compile(r"^(\W*)[(\[]\s*(\d{1,4})\s*[)\]]")
"""`(4) Rossi Anna`: not a remark, but the number in front."""

EMPTY_PLACE = re.compile(rf"\s*{_NUMBERED}[(\[]?\d{{1,4}}\s*[.)\]:°º{DASHES}]+\s*", re.IGNORECASE)
"""A number whose place nobody has taken: `12)`."""

SKIN_TONES = range(0x1F3FB, 0x1F400)
KEYCAPS = {0xFE0F: None, 0x20E3: None}
"""What makes a picture of a character before it; `1` with both is a picture of that digit."""
MEANT_AS_WRITING = "°№"
"""Signs that Unicode counts among the pictures."""


def lines_of(text: str) -> Iterator[str]:
    """Every line that says something, without stamps of a chat; a first line of headings is left out.

    A line that holds no name and says what those below it are (`Riserve:`) is written behind each of them instead.
    """
    lines = [CHAT.sub("", line, count=1).strip() for line in visible(text).splitlines()]
    lines = [line for line in lines if line.strip(";, ") and not EMPTY_PLACE.fullmatch(line)]
    if lines and _is_heading(lines[0]):
        del lines[0]
    section = ""
    for at, line in enumerate(lines):
        if at + 1 < len(lines) and (words := _section(line)):
            section = words
        else:
            yield f"{line} ({section})" if section else line


def undecorated(line: str) -> str:
    """The line without pictures, marks of bold and cursive script, and a bullet or a number in front."""
    plain = "".join(" " if _is_picture(char) else char for char in line.translate(KEYCAPS))
    plain = NUMBER_IN_BRACKETS.sub(r"\1\2) ", plain)
    return re.sub(r"[*_~]", " ", plain) if any(map(str.isalnum, plain)) else plain


def without_number(text: str) -> str:
    """The text without a bullet and a number in front of it."""
    return text[LEADING.match(text).end() :]  # type: ignore[union-attr]


def _is_picture(char: str) -> bool:
    return (unicodedata.category(char) == "So" and char not in MEANT_AS_WRITING) or ord(char) in SKIN_TONES


def _is_heading(line: str) -> bool:
    words = [word.rstrip("0123456789") for word in search_key(line).split()]
    return not HEADINGS.isdisjoint(words) and all(len(word) < 2 or word in HEADINGS for word in words)


def _section(line: str) -> str:
    """What the lines below are, where this one says so and names nobody; else empty."""
    if MARKS.search(line):
        return ""
    asides = set_aside(without_number(undecorated(line)))
    says = [words for kind, words in asides.of(asides.text) if kind in (Aside.DOUBT, Aside.WITHOUT_PARTNER)]
    named = any(map(str.isalnum, without_marks(asides.text))) or asides.has(asides.text, Aside.CONTACT, Aside.CLUB)
    return "" if named else " ".join(words for words in says if any(map(str.isalpha, words)))
