"""The parts of a list's line beside the names: telephone numbers, text in brackets, words of doubt.

Each is replaced by a mark, so that the line can be split as if it held only names, and each stays with the name before
it.
"""

import re
from dataclasses import dataclass, field
from enum import Enum, auto

from .list_words import CLUB_PATTERN, CLUB_WORDS, DOUBTFUL, NOTE_PATTERN, SEPARATING_WORDS, TITLES, WITHOUT_PARTNER
from .names import search_key, tidy
from .telephones import AREA_IN_BRACKETS, TELEPHONE

FIRST_MARK, LAST_MARK = 0xE000, 0xF8FF
"""Characters for private use (Unicode), each of which marks one part."""

MARK = f"[{chr(FIRST_MARK)}-{chr(LAST_MARK)}]"
MARKS = re.compile(MARK)

DASHES = r"\-‐‑‒–—―−"
"""The dashes of keyboards, word processors and phones, for a class of a pattern."""

BRACKETS = re.compile(rf"[(\[{{]([^()\[\]{{}}]*)[)\]}}]|[(\[{{]((?:(?!\s[{DASHES}])[^()\[\]{{}}/|&+;,\t])*)|[)\]}}]")
"""Text in brackets, or after a bracket that is not closed."""

TRAILING_WORDS = re.compile(
    rf"(?:(?!\s+[{DASHES}]|[{DASHES}]\s|\s(?:{SEPARATING_WORDS})\s)[^/|&+;,\t()\[\]{{}}–—―{MARK[1:-1]}])+",
    re.IGNORECASE,
)
"""The rest of a word of doubt after a name, up to a separator of names."""


class Aside(Enum):
    """What stands beside the names of a line."""

    CONTACT = auto()
    CLUB = auto()
    """Words in the place of a club: a known club, otherwise a note."""
    NAMED_CLUB = auto()
    """A column or the word before it names a club."""
    DOUBT = auto()
    WITHOUT_PARTNER = auto()
    TITLE = auto()
    REMARK = auto()


@dataclass(slots=True)
class Asides:
    """A line in which marks stand for everything but names, and the text of each mark."""

    text: str
    _meant: list[tuple[Aside, str]] = field(default_factory=list)

    def mark(self, kind: Aside, words: str) -> str:
        """Return a mark for these words; in the place of a club they may themselves say what they are."""
        if kind is Aside.CLUB and (named := CLUB_PATTERN.fullmatch(words)):
            kind, words = Aside.NAMED_CLUB, named[1]
        elif kind is Aside.CLUB and (noted := NOTE_PATTERN.fullmatch(words)):
            kind, words = Aside.REMARK, noted[1]
        self._meant.append((kind, tidy(words)))
        return chr(FIRST_MARK + len(self._meant) - 1)

    def of(self, text: str) -> list[tuple[Aside, str]]:
        """Return the text of the marks in a part of the line, in order."""
        return [self._meant[ord(mark) - FIRST_MARK] for mark in MARKS.findall(text)]

    def has(self, text: str, *kinds: Aside) -> bool:
        return any(kind in kinds for kind, _words in self.of(text))


def without_marks(text: str) -> str:
    return tidy(MARKS.sub(" ", text))


def set_aside(line: str, *, of_one: bool = False) -> Asides:
    """Return the line with a mark for everything but names.

    `of_one` is for a line of one person, without words of doubt.

    >>> asides = set_aside("Greco Assunta (Gallipoli) tel. 333 1234567")
    >>> without_marks(asides.text), [words for _kind, words in asides.of(asides.text)]
    ('Greco Assunta', ['Gallipoli', '333 1234567'])
    """
    asides = Asides(AREA_IN_BRACKETS.sub(r"\1 ", line))
    asides.text = TELEPHONE.sub(lambda found: f" {asides.mark(Aside.CONTACT, found[1])} ", asides.text)
    asides.text = TITLES.sub(lambda found: f" {asides.mark(Aside.TITLE, found[0])} ", asides.text)
    for kind, pattern in () if of_one else ((Aside.WITHOUT_PARTNER, WITHOUT_PARTNER), (Aside.DOUBT, DOUBTFUL)):
        _set_words_aside(asides, kind, pattern)
    asides.text = BRACKETS.sub(lambda found: _in_brackets(asides, found[1] or found[2] or ""), asides.text)
    return asides


def is_no_name(words: str, clubs: frozenset[str]) -> bool:
    """Return whether this is a known club, by its `search_key`, or contains words that only clubs have."""
    key = search_key(words.replace(".", ""))
    return search_key(words) in clubs or not CLUB_WORDS.isdisjoint(key.split())


def _set_words_aside(asides: Asides, kind: Aside, pattern: re.Pattern[str]) -> None:
    """Replace the words of a pattern with marks, and after a name also the words that follow them."""
    done, rest = "", asides.text
    while found := pattern.search(rest):
        before, words, rest = rest[: found.start()], found[0], rest[found.end() :]
        done += before
        follows = TRAILING_WORDS.match(rest)
        mark = asides.mark(kind, words)
        if follows and _ends_with_name(done) and any(map(str.isalnum, follows[0])) and words.strip("?¿"):
            mark += asides.mark(Aside.REMARK, follows[0].strip(" :.-"))
            rest = rest[follows.end() :]
        elif rest.startswith(":"):
            rest = rest[1:]
        done += f" {mark} "
    asides.text = done + rest


def _ends_with_name(text: str) -> bool:
    """Return whether only a separator of names and letters follow, up to the end."""
    last = re.split(rf"[/|&+;,\t(\[{{]|\s[{DASHES}]+|[{DASHES}]\s", text)[-1]
    return any(map(str.isalpha, last))


def _in_brackets(asides: Asides, inside: str) -> str:
    """Replace brackets, which hold a club, a note or words that are marked already; a number in them is a remark."""
    marks = " ".join(MARKS.findall(inside))
    words = without_marks(inside).strip(",;:/ ")
    if not any(map(str.isalnum, words)):
        return f" {marks} "
    kind = Aside.CLUB if any(map(str.isalpha, words)) else Aside.REMARK
    return f" {asides.mark(kind, words)} {marks} "
