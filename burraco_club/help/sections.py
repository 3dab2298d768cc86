"""A guide as sections: its headings, how addresses name them, and the words below each."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from burraco_club.help.guides import ENGLISH, Guide

FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
HEADING = re.compile(r"^(#+) (.+)$", re.M)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile(r"[*`]+")
ROWS_AND_NUMBERS = re.compile(r"^\|[-:| ]+\|$|\||^ *\d+\. ", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading with what stands below it, up to the next heading."""

    title: str
    level: int
    anchor: str
    """The heading of the English guide, as addresses write it: the same in every language."""
    own_anchor: str
    """The heading of this file, as links in `docs/` write it."""
    words: str
    """The text without markup."""
    found_by: str
    """Heading and text as `bare` words."""


def sections(guide: Guide, reader: str) -> tuple[Section, ...]:
    """Return the sections of a guide, the whole guide's title first, in the language of a reader or in English.

    A guide has the same headings in every language, so that the same place is found by its number.
    """
    path, english = guide.path(reader), guide.path(ENGLISH)
    return _sections(path, english, path.stat().st_mtime_ns, english.stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _sections(path: Path, english: Path, *_changed: int) -> tuple[Section, ...]:
    """The times of the last changes let whoever writes a guide see it at once."""
    anchors = [anchor_of(title) for _level, title, _words in _parts(english)]
    return tuple(
        Section(
            title=plain(title),
            level=level,
            anchor=anchor,
            own_anchor=anchor_of(title),
            words=plain(words),
            found_by=bare(f"{title} {plain(words)}"),
        )
        for anchor, (level, title, words) in zip(anchors, _parts(path), strict=True)
    )


def _parts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the level, the heading and the text of each section. What looks like a heading in code is none."""
    text = path.read_text(encoding="utf-8")
    code = [match.span() for match in FENCED.finditer(text)]
    headings = [
        heading for heading in HEADING.finditer(text) if not any(begin <= heading.start() < end for begin, end in code)
    ]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    for heading, end in zip(headings, ends, strict=True):
        yield len(heading[1]), heading[2], text[heading.end() : end]


def anchor_of(heading: str) -> str:
    """Return a heading as links name it.

    >>> anchor_of("From `deploy/` to a server")
    'from-deploy-to-a-server'
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def plain(text: str) -> str:
    """Return Markdown as words.

    >>> plain("1. **Draw the round**: [the systems](pairings.md)")
    'Draw the round: the systems'
    """
    return " ".join(MARKS.sub("", ROWS_AND_NUMBERS.sub(" ", LINK.sub(r"\1", text))).split())


def bare(text: str) -> str:
    """Return a text in small letters, without accents and signs.

    >>> bare("Città: l’orologio")
    'citta l orologio'
    """
    letters = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", letters.lower()))
