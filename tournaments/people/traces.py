"""The texts that identify a person in what was written: names in either order, contacts, a card."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .names import name_key, search_key
from .telephones import TELEPHONE

EMAIL = re.compile(r"[^\s,;<>()\"@]+@[^\s,;<>()\"@]+\.\w+")
WORD = re.compile(r"\w+")
APART = 3
"""The number of characters that may separate two words of a name: `Rossi , Anna`."""
SHORTEST_MARK = 5
"""A shorter card may be any number in a text."""


@dataclass(frozen=True, slots=True)
class NameEver:
    """A name that somebody had once; the first name may be missing."""

    last: str
    first: str

    @property
    def key(self) -> str:
        return name_key(f"{self.last} {self.first}")

    @property
    def spellings(self) -> set[tuple[str, ...]]:
        """Return the words of the name, last name first and first name first."""
        last, first = search_key(self.last).split(), search_key(self.first).split()
        return {(*last, *first), (*first, *last)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """Everything that identifies one person, under every name they have had."""

    keys: frozenset[int]
    """Every key that the person has had in the club's records."""
    names: frozenset[NameEver]
    shared: frozenset[str]
    """The full and last names that somebody else has too, as written by `name_key`."""
    marks: frozenset[str]
    """The contacts and cards that nobody else has, as written by `marks_in`."""

    def called(self, name: str) -> bool:
        """Return whether the person had that name."""
        return name_key(name) in {name.key for name in self.names}

    def only_called(self, name: str) -> bool:
        """Return whether the person had that name, or last name, and nobody else has it."""
        key = name_key(name)
        return key not in self.shared and any(key in (name.key, name_key(name.last)) for name in self.names)

    def marked(self, text: str) -> bool:
        """Return whether the text contains one of the contacts."""
        return not self.marks.isdisjoint(marks_in(text))

    def taken_out(self, text: str, instead: str) -> str:
        """Return the text with a substitute for each full name, contact and card that is only this person's.

        >>> names = frozenset({NameEver("De Luca", "Sergio")})
        >>> traces = Traces(keys=frozenset(), names=names, shared=frozenset(), marks=frozenset({"3331234567"}))
        >>> traces.taken_out("Sergio De Luca (tel. +39 333 1234567) ha protestato", "…")
        '… (tel. …) ha protestato'
        """
        plain = unicodedata.normalize("NFC", text)
        left, ended = "", 0
        for start, end in sorted([*self._names_in(plain), *self._marks_in(plain)]):
            # A shorter name may be part of a longer one.
            if start >= ended:
                left += plain[ended:start] + instead
            ended = max(ended, end)
        return left + plain[ended:] if ended else text

    def _names_in(self, text: str) -> Iterator[tuple[int, int]]:
        words = [(found.start(), found.end(), search_key(found[0])) for found in WORD.finditer(text)]
        full = (name.spellings for name in self.names if name.first and name.key not in self.shared)
        for spelled in {words for both in full for words in both}:
            for at in range(len(words) - len(spelled) + 1):
                met = words[at : at + len(spelled)]
                apart = (after[0] - this[1] for this, after in zip(met, met[1:], strict=False))
                if tuple(word for _start, _end, word in met) == spelled and all(gap <= APART for gap in apart):
                    yield met[0][0], met[-1][1]

    def _marks_in(self, text: str) -> Iterator[tuple[int, int]]:
        for found in EMAIL.finditer(text):
            if found[0].casefold() in self.marks:
                yield found.span()
        for found in TELEPHONE.finditer(text):
            if _figures(found[1]) in self.marks:
                yield found.span(1)
        for found in re.finditer(r"[\w-]+", text):
            if len(found[0]) >= SHORTEST_MARK and found[0].casefold() in self.marks:
                yield found.span()


def marks_in(text: str) -> set[str]:
    """Return the email addresses and telephone numbers in a text, each in one spelling.

    >>> sorted(marks_in("Anna@Example.org, +39 333 123.45.67"))
    ['3331234567', 'anna@example.org']
    """
    numbers = {_figures(found[1]) for found in TELEPHONE.finditer(EMAIL.sub(" ", text))}
    return {found.casefold() for found in EMAIL.findall(text)} | numbers


def marks_of(contacts: Iterable[str], cards: Iterable[str]) -> set[str]:
    """Return what identifies somebody beside the name: each contact and each card."""
    return {mark for contact in contacts for mark in marks_in(contact)} | {card.casefold() for card in cards if card}


def _figures(number: str) -> str:
    plain = re.sub(r"\D", "", number)
    return re.sub(r"^(?:00)?39(?=\d{9,})", "", plain)
