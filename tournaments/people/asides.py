"""What stands in a line of a list beside names: telephone numbers, what is in brackets, words of doubt.

Each is taken out and leaves one mark in its place, so that the line can be split as if it held names alone, and
everything still belongs to the name that it stood behind.
"""

import re
from dataclasses import dataclass, field
from enum import Enum, auto

from .list_words import CLUB_WORDS, DOUBTFUL, SEPARATING_WORDS, WITHOUT_PARTNER
from .names import search_key, tidy
from .telephones import AREA_IN_BRACKETS, TELEPHONE

FIRST_MARK, LAST_MARK = 0xE000, 0xF8FF
"""Characters that no writing has (Unicode's private use), of which each stands for an aside."""

MARK = f"[{chr(FIRST_MARK)}-{chr(LAST_MARK)}]"
MARKS = re.compile(MARK)

DASHES = r"\-‐‑‒–—―−"
"""Every stroke that a keyboard, a word processor or a phone makes of a dash, for a class of a pattern."""

BRACKETS = re.compile(rf"[(\[{{]([^()\[\]{{}}]*)[)\]}}]|[(\[{{]((?:(?!\s[{DASHES}])[^()\[\]{{}}/|&+;,\t])*)|[)\]}}]")
"""What is in brackets, or behind one that nobody closed."""

TRAILING_WORDS = re.compile(
    rf"(?:(?!\s+[{DASHES}]|[{DASHES}]\s|\s(?:{SEPARATING_WORDS})\s)[^/|&+;,\t()\[\]{{}}–—―{MARK[1:-1]}])+",
    re.IGNORECASE,
)
"""What still belongs to a word of doubt behind a name, up to whatever separates names."""


class Aside(Enum):
    CONTACT = auto()
    CLUB = auto()
    DOUBT = auto()
    WITHOUT_PARTNER = auto()
    REMARK = auto()


@dataclass(slots=True)
class Asides:
    """A line with marks for names to be read from, and what each mark stands for."""

    text: str
    _meant: list[tuple[Aside, str]] = field(default_factory=list)

    def mark(self, kind: Aside, words: str) -> str:
        """The mark that stands for these words from now on."""
        self._meant.append((kind, tidy(words)))
        return chr(FIRST_MARK + len(self._meant) - 1)

    def of(self, text: str) -> list[tuple[Aside, str]]:
        """What the marks of a part of the line stand for, in its order."""
        return [self._meant[ord(mark) - FIRST_MARK] for mark in MARKS.findall(text)]

    def has(self, text: str, *kinds: Aside) -> bool:
        return any(kind in kinds for kind, _words in self.of(text))


def without_marks(text: str) -> str:
    return tidy(MARKS.sub(" ", text))


def set_aside(line: str) -> Asides:
    """The line with a mark for everything in it that is no name.

    >>> asides = set_aside("Greco Assunta (Gallipoli) tel. 333 1234567")
    >>> without_marks(asides.text), [words for _kind, words in asides.of(asides.text)]
    ('Greco Assunta', ['Gallipoli', '333 1234567'])
    """
    asides = Asides(AREA_IN_BRACKETS.sub(r"\1 ", line))
    asides.text = TELEPHONE.sub(lambda found: f" {asides.mark(Aside.CONTACT, found[1])} ", asides.text)
    for kind, pattern in ((Aside.WITHOUT_PARTNER, WITHOUT_PARTNER), (Aside.DOUBT, DOUBTFUL)):
        _set_words_aside(asides, kind, pattern)
    asides.text = BRACKETS.sub(lambda found: _in_brackets(asides, found[1] or found[2] or ""), asides.text)
    return asides


def is_certainly_club(words: str, clubs: frozenset[str]) -> bool:
    """A club of those known, by its `search_key`, or one that calls itself so."""
    key = search_key(words.replace(".", ""))
    return search_key(words) in clubs or not CLUB_WORDS.isdisjoint(key.split())


def _set_words_aside(asides: Asides, kind: Aside, pattern: re.Pattern[str]) -> None:
    """Mark words of a pattern, with those that follow them behind a name."""
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
    """Letters stand behind whatever separates names, up to the end."""
    last = re.split(rf"[/|&+;,\t(\[{{]|\s[{DASHES}]+|[{DASHES}]\s", text)[-1]
    return any(map(str.isalpha, last))


def _in_brackets(asides: Asides, inside: str) -> str:
    """Brackets hold a club, or words that are marked already; a number in them is a remark."""
    marks = " ".join(MARKS.findall(inside))
    words = without_marks(inside).strip(",;:/ ")
    if not any(map(str.isalnum, words)):
        return f" {marks} "
    kind = Aside.CLUB if any(map(str.isalpha, words)) else Aside.REMARK
    return f" {asides.mark(kind, words)} {marks} "
