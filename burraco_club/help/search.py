"""Finding sections of the guides by their words."""

from collections.abc import Iterator
from dataclasses import dataclass

from burraco_club.help.guides import GUIDES, Guide
from burraco_club.help.sections import Section, bare, sections

MOST_FOUND = 30
"""The most sections that a search shows."""
BEFORE, AFTER = 8, 24
"""The words that an excerpt has before and after the word that was found."""


@dataclass(frozen=True, slots=True)
class Found:
    """A section with what was looked for, and an excerpt around it."""

    guide: Guide
    language: str
    title: str
    """The title of the guide."""
    section: Section
    excerpt: str


def find(typed: str, reader: str) -> list[Found]:
    """Return the sections that have the beginnings of all typed words, those that name them in their headings first.

    Accents and capitals make no difference.
    """
    words = bare(typed).split()
    if not words:
        return []
    found = [found for guide in GUIDES.values() for found in _in_guide(guide, words, reader)]
    return sorted(found, key=lambda found: not _has(bare(found.section.title), words))[:MOST_FOUND]


def _in_guide(guide: Guide, words: list[str], reader: str) -> Iterator[Found]:
    parts = sections(guide, reader)
    for section in parts:
        if _has(section.found_by, words):
            yield Found(guide, guide.language(reader), parts[0].title, section, _excerpt(section.words, words[0]))


def _has(text: str, words: list[str]) -> bool:
    return all(f" {word}" in f" {text}" for word in words)


def _excerpt(text: str, word: str) -> str:
    """Return the part of a text around a word, or its beginning if only the heading has it."""
    parts = text.split()
    at = next((at for at, part in enumerate(parts) if f" {word}" in f" {bare(part)}"), 0)
    first, last = max(0, at - BEFORE), at + AFTER
    return ("… " if first else "") + " ".join(parts[first:last]) + (" …" if last < len(parts) else "")
