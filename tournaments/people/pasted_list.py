"""A list of pairs or players as people paste or upload it, read line by line.

| read                                                     | not read, and said so                              |
|----------------------------------------------------------|----------------------------------------------------|
| `Rossi Anna - Bianchi Carlo`, with – or — too            | three names on a line                              |
| `/`, `&`, `+`, `;` or a tab between the names            | a comma between surnames alone: `Rossi, Bianchi`   |
| `Rossi Anna e Bianchi Carlo`; `and`, `y`, `con`, `com`   | `Rossi e Bianchi`: `e` may be part of a name       |
| `Rossi Anna, Bianchi Carlo`; `Rossi, Anna - …`           | spreadsheets as such (save them as CSV)            |
| spreadsheet columns: names, or last and first names      | a club of two words after a dash: `… - Porto Cesareo`|
| numbers, bullets, pictures, stamps of a chat, headings   |                                                    |
| a club in brackets, or last: `… - Lecce`, `… - ASD Asso` |                                                    |
| telephone numbers, behind whom they belong to            |                                                    |
| `cerca compagno`, `singola`, or one name alone           | four words that may be one name or two             |
| `forse`, `?`, `riserva`, `da confermare`: doubtful       |                                                    |
| teams, last: `Rossi Anna - Bianchi Carlo; Aurora`, or a  | a team after anything but a semicolon or a tab     |
| third column (a fifth after last and first names)        |                                                    |
| players, one a line: `Rossi Anna`, `Rossi, Anna`, or two | two players on a line                              |
| columns; a third one is the club                         |                                                    |

Hyphens inside a name (`Rossi-Bianchi Anna`) have no blank beside them and stay. Nothing is guessed: a line that can be
read in two ways is a fault for the referee to settle. Whatever is no name, club, number or known word is a remark.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.records import Kind

from .asides import MARKS, Aside, Asides, set_aside, without_marks
from .list_faults import Faulty, LineFault
from .list_lines import lines_of, undecorated
from .list_names import names_apart
from .names import parse_name, search_key, visible

LONGEST_LINE = 400
LONGEST_PART = 80
"""A last or a first name, as long as a member's can be."""
LONGEST_TEAM = 120
LONGEST_CLUB = 120
LONGEST_CONTACT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """One person of a list, with what it says of that person."""

    name: str
    """As `parse_name` reads it: `Rossi Anna`, or `Rossi, Anna` where the line said which is which."""
    club: str = ""
    contact: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line that is not empty: who stands in it, or what is wrong with it."""

    text: str
    players: tuple[ListedPlayer, ...] = ()
    """Two, or one: in an individual tournament, and where somebody has no partner. Nobody if there is a fault."""
    team: str = ""
    """In a team event; empty where the line names none."""
    doubts: tuple[str, ...] = ()
    """The words that say that it is not sure: `forse`, `?`."""
    alone: tuple[str, ...] = ()
    """The words that say that a partner is missing: `cerca compagno`."""
    remarks: tuple[str, ...] = ()
    """What else is written there."""
    fault: LineFault | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


def read_list(text: str, kind: Kind = Kind.PAIRS, clubs: Collection[str] = ()) -> tuple[PastedLine, ...]:
    """Every line of a list that says something, in order; `clubs` are those known already.

    >>> [line.names for line in read_list("1) Rossi Anna - Bianchi Carlo")]
    [('Rossi Anna', 'Bianchi Carlo')]
    """
    known = frozenset(map(search_key, clubs))
    return tuple(_read_line(line, kind, known) for line in lines_of(text))


def read_line(text: str, kind: Kind, clubs: Collection[str] = ()) -> PastedLine | None:
    """One line by itself, as it was read from a list before and perhaps corrected; None if it was emptied."""
    line = " ".join(visible(text).splitlines()).strip()
    return _read_line(line, kind, frozenset(map(search_key, clubs))) if line.strip(";, ") else None


def _read_line(text: str, kind: Kind, clubs: frozenset[str]) -> PastedLine:
    try:
        # A line this long is not a pair but a paragraph.
        if len(text) > LONGEST_LINE:
            raise Faulty(LineFault.TOO_LONG)
        if MARKS.search(text):
            raise Faulty(LineFault.NOT_WRITING)
        asides = set_aside(undecorated(text))
        parts, team = names_apart(asides, kind, clubs)
        read = [_person(part, asides) for part in parts]
        said = [aside for part in parts for aside in asides.of(part)]
        return _checked(
            PastedLine(
                text=text,
                players=_of_one_club([player for player, _numbers in read]),
                team=team,
                doubts=_words(said, Aside.DOUBT),
                alone=_words(said, Aside.WITHOUT_PARTNER),
                remarks=(
                    *_words(said, Aside.REMARK),
                    *(club for part in parts for club in _words(asides.of(part), Aside.CLUB)[1:]),
                    *(number for _player, numbers in read for number in numbers),
                ),
            ),
            kind,
        )
    except Faulty as faulty:
        return PastedLine(text=text, fault=faulty.fault)


def _words(said: list[tuple[Aside, str]], kind: Aside) -> tuple[str, ...]:
    return tuple(words for aside, words in said if aside is kind)


def _person(part: str, asides: Asides) -> tuple[ListedPlayer, list[str]]:
    """Who stands in one part of a line, and the numbers there that are no telephone's."""
    words = without_marks(part).split()
    numbers = [word for word in words if any(map(str.isdigit, word)) and not any(map(str.isalpha, word))]
    names = (word for word in words if word not in numbers and ("," in word or any(map(str.isalnum, word))))
    name = " ".join(names).strip(",;: ")
    said = asides.of(part)
    club = next(iter(_words(said, Aside.CLUB)), "")
    return ListedPlayer(name=name, club=club, contact=", ".join(_words(said, Aside.CONTACT))), numbers


def _of_one_club(players: list[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """A club that stands behind both names, and none behind the first, is the club of both."""
    if len(players) == 2 and not players[0].club:
        players[0] = replace(players[0], club=players[1].club)
    return tuple(players)


def _checked(line: PastedLine, kind: Kind) -> PastedLine:
    """The line with its names as they are stored. Raises Faulty where one cannot be."""
    players = tuple(replace(player, name=_checked_name(player.name)) for player in line.players)
    # Nobody is their own partner.
    if len({tuple(sorted(search_key(player.name).split())) for player in players}) < len(players):
        raise Faulty(LineFault.SAME_NAME)
    if kind is not Kind.INDIVIDUAL and line.alone and len(players) > 1:
        raise Faulty(LineFault.PAIR_OR_SINGLE)
    for words, longest in (
        (line.team, LONGEST_TEAM),
        *((player.club, LONGEST_CLUB) for player in players),
        *((player.contact, LONGEST_CONTACT) for player in players),
    ):
        if not words.isprintable():
            raise Faulty(LineFault.NOT_WRITING)
        if len(words) > longest:
            raise Faulty(LineFault.TOO_LONG)
    return replace(line, players=players)


def _checked_name(text: str) -> str:
    name = parse_name(text)
    if not any(char.isalpha() for char in name.last):
        raise Faulty(LineFault.NO_LETTERS)
    # Control characters are no part of a name, and no sheet can print them.
    if not name.full.isprintable():
        raise Faulty(LineFault.NOT_WRITING)
    if max(len(name.last), len(name.first)) > LONGEST_PART:
        raise Faulty(LineFault.TOO_LONG)
    return f"{name.last}, {name.first}" if "," in text else name.full
