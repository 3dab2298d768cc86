"""A person as written in a list or a field: the name, and the text beside it. Every name is read here."""

import re
from dataclasses import dataclass
from typing import Final

from .list_extras import Aside, Asides, set_aside, without_marks
from .list_lines import undecorated
from .list_words import TITLES
from .names import search_key

NAME_ALONE: Final = re.compile(r"[A-Za-zÀ-ÖØ-öø-ſ]+(?:[ '’-][A-Za-zÀ-ÖØ-öø-ſ]+)*")
"""Latin words with nothing beside them: the cells of nearly every list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A person of a list, with the list's facts."""

    name: str
    """The name as `parse_name` reads it: `Rossi Anna`, or `Rossi, Anna` if the line marks the parts."""
    club: str = ""
    contact: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReading:
    """A person's name, and the text beside it."""

    person: ListedPlayer
    titles: tuple[str, ...] = ()
    in_brackets: tuple[str, ...] = ()
    """The text in brackets, without a known club."""
    numbers: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return the text that is not a name, a club or a contact."""
        return (*self.titles, *self.in_brackets, *self.numbers)


def read_person(text: str, clubs: frozenset[str] = frozenset()) -> PersonReading:
    """Return the person of a cell or a field with one name; `clubs` are the known ones, by `search_key`.

    >>> read = read_person("Dott.ssa De Luca Anna (Torino) cell. 333 1234567")
    >>> read.person.name, read.person.contact, read.remarks
    ('De Luca Anna', '333 1234567', ('Dott.ssa', 'Torino'))
    """
    if NAME_ALONE.fullmatch(text) and not TITLES.search(text):
        return PersonReading(person=ListedPlayer(name=text))
    return read_with_extras(text, clubs)


def read_with_extras(text: str, clubs: frozenset[str]) -> PersonReading:
    """Return the person of a cell in which something may stand beside the name."""
    asides = set_aside(undecorated(text), of_one=True)
    person, numbers = person_in(asides.text, asides, clubs)
    extras = asides.of(asides.text)
    inside = (words for kind, words in extras if kind in (Aside.REMARK, Aside.CLUB) and words != person.club)
    titles = words_of_kind(extras, Aside.TITLE)
    return PersonReading(person=person, titles=titles, in_brackets=tuple(inside), numbers=tuple(numbers))


def person_in(part: str, asides: Asides, clubs: frozenset[str]) -> tuple[ListedPlayer, list[str]]:
    """Return the person in a part of a line, and the numbers that are no telephones; `clubs` by `search_key`."""
    words = without_marks(part).split()
    numbers = [word for word in words if any(map(str.isdigit, word)) and not any(map(str.isalpha, word))]
    names = (word for word in words if word not in numbers and ("," in word or any(map(str.isalnum, word))))
    name = re.sub(r"\s+,", ",", " ".join(names)).strip(",;: ")
    extras = asides.of(part)
    club = next(iter(clubs_in(extras, clubs)), "")
    return ListedPlayer(name=name, club=club, contact=", ".join(words_of_kind(extras, Aside.CONTACT))), numbers


def words_of_kind(extras: list[tuple[Aside, str]], kind: Aside) -> tuple[str, ...]:
    return tuple(words for aside, words in extras if aside is kind)


def clubs_in(extras: list[tuple[Aside, str]], known: frozenset[str]) -> list[str]:
    """Return the clubs of columns, then the known ones."""
    of_columns = words_of_kind(extras, Aside.NAMED_CLUB)
    return [*of_columns, *(words for words in words_of_kind(extras, Aside.CLUB) if search_key(words) in known)]
