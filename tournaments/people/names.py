"""People's names as a referee types them: the last name, and whether two names are the same person's."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

PARTICLES = frozenset(
    {
        *(
            "d",
            "da",
            "dal",
            "dalla",
            "dalle",
            "das",
            "de",
            "degli",
            "dei",
            "del",
            "dell",
            "della",
            "delle",
            "dello",
            "di",
        ),
        *("do", "dos", "du", "la", "las", "le", "li", "lo", "los", "mac", "san", "santa", "van", "von"),
    }
)
"""Words that begin a last name of several words: `De Luca`, `Dalla Chiesa`, `Lo Presti`."""

JOINING = frozenset({"y", "e"})
"""Words between two last names, if more words follow: `Ortega y Gasset José`, `Silva e Souza Ana`."""

LONGEST_WORD = 40
"""The longest search word; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name, split; the first name may be missing."""

    last: str
    first: str = ""

    @property
    def full(self) -> str:
        return f"{self.last} {self.first}".strip()


def visible(text: str) -> str:
    """Return the text without invisible characters (Unicode's Cf), which come from chats and web pages."""
    return text if text.isascii() else "".join(char for char in text if unicodedata.category(char) != "Cf")


def tidy(text: str) -> str:
    """Return the text in composed form, without invisible characters and surplus spaces."""
    return " ".join(unicodedata.normalize("NFC", visible(text)).split())


class _Letters(dict[int, str | None]):
    """What becomes of a character in a key: a letter or digit stays, an accent goes, anything else is a space.

    A list of members has a million characters, and few different ones; beyond Latin, Greek and Cyrillic none is kept.
    """

    KEPT_BELOW = 0x530

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        becomes = None if unicodedata.combining(char) else char if char.isalnum() else " "
        if code < self.KEPT_BELOW:  # equivalent `code <= self.KEPT_BELOW`: speed alone
            self[code] = becomes
        return becomes


_LETTERS = _Letters()


def search_key(text: str) -> str:
    """Return the text as names are searched: in lower case, without accents, apostrophes or hyphens.

    >>> search_key("  D'Angelò   Niccolò ")
    'd angelo niccolo'
    """
    return " ".join(unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS).split())


def search_words(*texts: str) -> frozenset[str]:
    """Return the words by whose beginnings somebody is found: from a name, a club, a card.

    >>> sorted(search_words("De Luca Niccolò", "ASD Aurora", "IT-0123"))
    ['0123', 'asd', 'aurora', 'de', 'it', 'luca', 'niccolo']
    """
    return frozenset(word[:LONGEST_WORD] for text in texts for word in search_key(text).split())


def name_key(name: str) -> str:
    """Return a key that is equal for equal names, whichever part comes first.

    >>> name_key("Bianchi, Carlo"), name_key("carlo  BIANCHI")
    ('bianchi carlo', 'bianchi carlo')
    """
    return " ".join(sorted(search_key(name).split()))


def people_key(names: Iterable[str]) -> str:
    """Return a key that is equal for the same people, in any order of people and of the parts of their names.

    >>> people_key(["Rossi Anna", "Bianchi, Carlo"]) == people_key(["carlo bianchi", "Anna Rossi"])
    True
    """
    people = sorted(map(name_key, names))
    return sha256(" + ".join(people).encode()).hexdigest()


def in_capitals(name: str) -> bool:
    """Return whether a last or a first name is written only in capitals."""
    return len(name) > 1 and name.isupper()


def ordinary_letters(name: str) -> str:
    """Return a name that is all capitals with ordinary capitalisation; other names are unchanged.

    >>> ordinary_letters("DE LUCA"), ordinary_letters("D'ANGELO-ÈRCOLI"), ordinary_letters("McBain")
    ('De Luca', "D'Angelo-Èrcoli", 'McBain')
    """
    return re.sub(r"[^\W\d_]+", lambda word: word[0].capitalize(), name) if in_capitals(name) else name


def with_initial(last: str, first: str) -> str:
    """Return the last name and the initial of the first, for people who do not want to be found by name.

    >>> with_initial("Rossi", "Anna Maria"), with_initial("De Luca", ""), with_initial("Dvořák", "Žofie")
    ('Rossi A.', 'De Luca', 'Dvořák Ž.')
    """
    return f"{last} {first[0]}." if first else last


def with_marks(name: str, *marks: object) -> str:
    """Return the name with the facts that distinguish namesakes, as far as they are known.

    >>> with_marks("Rossi Anna", "ASD Aurora", "", "0123"), with_marks("Rossi Anna", "")
    ('Rossi Anna (ASD Aurora, 0123)', 'Rossi Anna')
    """
    sentence = ", ".join(str(mark) for mark in marks if mark)
    return f"{name} ({sentence})" if sentence else name


def team_key(name: str) -> str:
    """Return a key that is equal for two spellings of a team's name, which differ in capitals or spaces."""
    return tidy(name).casefold()


def parse_name(text: str) -> Name:
    """Read `Rossi Anna`, last name first; a comma shows where it ends: `De Luca Rossi, Anna`.

    Without a comma the last name is the first word, with the particles before it.

    >>> parse_name("De Luca Sergio")
    Name(last='De Luca', first='Sergio')
    >>> parse_name("de los Santos Ana").last, parse_name("Ortega y Gasset José").last
    ('de los Santos', 'Ortega y Gasset')
    """
    if "," in text:
        last, _, first = text.partition(",")
        return Name(tidy(last), tidy(first))
    words = tidy(text).split()
    ends = 1
    while ends < len(words) and words[ends - 1].casefold().rstrip("'’") in PARTICLES:
        ends += 1
    if len(words) > ends + 2 and words[ends].casefold() in JOINING:
        ends += 2
    return Name(" ".join(words[:ends]), " ".join(words[ends:]))


def parse_name_first(text: str) -> Name:
    """Read `Anna Rossi`, first name first; a comma reverses the order, and a particle begins the last name.

    >>> parse_name_first("Anna De Luca"), parse_name_first("Rossi, Anna")
    (Name(last='De Luca', first='Anna'), Name(last='Rossi', first='Anna'))
    """
    if "," in text:
        return parse_name(text)
    words = tidy(text).split()
    opens = (at for at, word in enumerate(words[1:-1], 1) if word.casefold().rstrip("'’") in PARTICLES)
    begins = next(opens, 1)
    return Name(" ".join(words[begins:]), " ".join(words[:begins])) if len(words) > 1 else Name(" ".join(words))
