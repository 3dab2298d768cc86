"""People's names as a referee types them: which part is the last name, and when two are the same person's."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

PARTICLES = frozenset(
    {
        *("d", "da", "dal", "dalla", "dalle", "de", "degli", "dei", "del", "dell", "della", "delle", "dello", "di"),
        *("do", "dos", "du", "la", "le", "li", "lo", "mac", "san", "santa", "van", "von"),
    }
)
"""Words that open a last name of several words: `De Luca`, `Dalla Chiesa`, `Lo Presti`."""

LONGEST_WORD = 40
"""Of a word that somebody is found by; of a longer one the beginning."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name, split; the first name may be missing."""

    last: str
    first: str = ""

    @property
    def full(self) -> str:
        return f"{self.last} {self.first}".strip()


def visible(text: str) -> str:
    """The text without the marks that nobody sees and that come along from chats and web pages (Unicode's Cf)."""
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def tidy(text: str) -> str:
    """The text without leading, trailing and doubled blanks and unseen marks, its letters in composed form."""
    return " ".join(unicodedata.normalize("NFC", visible(text)).split())


def search_key(text: str) -> str:
    """What a name is found by: small letters without accents, apostrophes or hyphens.

    >>> search_key("  D'Angelò   Niccolò ")
    'd angelo niccolo'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join(letters.split())


def search_words(*texts: str) -> frozenset[str]:
    """The words by whose beginnings somebody is found: of a name, a club, a card.

    >>> sorted(search_words("De Luca Niccolò", "ASD Aurora", "IT-0123"))
    ['0123', 'asd', 'aurora', 'de', 'it', 'luca', 'niccolo']
    """
    return frozenset(word[:LONGEST_WORD] for text in texts for word in search_key(text).split())


def people_key(names: Iterable[str]) -> str:
    """The same for the same people, whoever is named first and whichever part of a name comes first.

    >>> people_key(["Rossi Anna", "Bianchi, Carlo"]) == people_key(["carlo bianchi", "Anna Rossi"])
    True
    """
    people = sorted(" ".join(sorted(search_key(name).split())) for name in names)
    return sha256(" + ".join(people).encode()).hexdigest()


def with_initial(last: str, first: str) -> str:
    """A name as people want it who would rather not be found by it: the last name, of the first name one letter.

    >>> with_initial("Rossi", "Anna Maria"), with_initial("De Luca", ""), with_initial("Dvořák", "Žofie")
    ('Rossi A.', 'De Luca', 'Dvořák Ž.')
    """
    return f"{last} {first[0]}." if first else last


def with_marks(name: str, *marks: object) -> str:
    """The name with what tells namesakes apart, where it is known.

    >>> with_marks("Rossi Anna", "ASD Aurora", "", "0123"), with_marks("Rossi Anna", "")
    ('Rossi Anna (ASD Aurora, 0123)', 'Rossi Anna')
    """
    told = ", ".join(str(mark) for mark in marks if mark)
    return f"{name} ({told})" if told else name


def team_key(name: str) -> str:
    """What two ways of writing one team's name have in common: capitals and blanks do not tell teams apart."""
    return tidy(name).casefold()


def parse_name(text: str) -> Name:
    """Read `Rossi Anna`, last name first; a comma says for sure where it ends: `De Luca Rossi, Anna`.

    Without a comma the last name is the first word, with the particles that open it.

    >>> parse_name("De Luca Sergio")
    Name(last='De Luca', first='Sergio')
    """
    if "," in text:
        last, _, first = text.partition(",")
        return Name(tidy(last), tidy(first))
    words = tidy(text).split()
    ends = 1
    while ends < len(words) and words[ends - 1].casefold().rstrip("'’") in PARTICLES:
        ends += 1
    return Name(" ".join(words[:ends]), " ".join(words[ends:]))
