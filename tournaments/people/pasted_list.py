"""A list of pairs or players, pasted or uploaded, read line by line.

| read                                                     | not read, and said so                              |
|----------------------------------------------------------|----------------------------------------------------|
| `Rossi Anna - Bianchi Carlo`, with – or — too            | three names on a line                              |
| `/`, `&`, `+`, `;` or a tab between the names            | a comma between surnames alone: `Rossi, Bianchi`   |
| `Rossi Anna e Bianchi Carlo`; `and`, `y`, `con`, `com`   | `Rossi e Bianchi`: `e` may be part of a name       |
| `Rossi Anna, Bianchi Carlo`; `Rossi, Anna - …`           | spreadsheets as such (save them as CSV)            |
| spreadsheet columns: names, or last and first names      | a club of two words after a dash: `… - Porto Cesareo`|
| numbers, bullets, pictures, stamps of a chat, headings   |                                                    |
| a club that is known, in brackets or last: `… - Lecce`;  |                                                    |
| one of a column headed so; `(Circolo: Levante)`          |                                                    |
| telephone numbers, behind whom they belong to            |                                                    |
| `cerca compagno`, `singola`, or one name alone           | four words that may be one name or two             |
| `forse`, `?`, `riserva`, `da confermare`: doubtful       |                                                    |
| teams, last: `Rossi Anna - Bianchi Carlo; Aurora`, or a  | a team after anything but a semicolon or a tab     |
| third column (a fifth after last and first names)        |                                                    |
| players, one a line: `Rossi Anna`, `Rossi, Anna`, or two | two players on a line                              |
| columns; a third one is the club                         |                                                    |

Hyphens inside a name (`Rossi-Bianchi Anna`) have no blank beside them and stay. Nothing is guessed: a line that can be
read in two ways is a fault for the referee to settle. Whatever is no name, known club, number or known word is a
remark: nobody sees it, and the draw does not heed it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.records import Kind

from .list_extras import MARKS, Aside, set_aside
from .list_faults import Faulty, LineFault
from .list_lines import LONGEST_LINE, lines_of, undecorated
from .list_names import names_apart
from .names import parse_name, search_key, visible
from .persons import ListedPlayer, clubs_in, person_in, words_of_kind

LONGEST_PART = 80
"""The longest last or first name of a member."""
LONGEST_TEAM = 120
LONGEST_CLUB = 120
LONGEST_CONTACT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """A line that is not empty: its players, or its fault."""

    text: str
    players: tuple[ListedPlayer, ...] = ()
    """Two players; one in an individual tournament, or if there is no partner; none if there is a fault."""
    team: str = ""
    """The team of a team event; empty if the line names none."""
    doubts: tuple[str, ...] = ()
    """The words of doubt: `forse`, `?`."""
    alone: tuple[str, ...] = ()
    """The words that say that a partner is missing: `cerca compagno`."""
    remarks: tuple[str, ...] = ()
    """The rest of the line."""
    perhaps_clubs: tuple[str, ...] = ()
    """The remarks in a place where a club may stand."""
    fault: LineFault | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


def read_list(text: str, kind: Kind = Kind.PAIRS, clubs: Collection[str] = ()) -> tuple[PastedLine, ...]:
    """Return every line of a list with content, in order; `clubs` are the known ones.

    >>> [line.names for line in read_list("1) Rossi Anna - Bianchi Carlo")]
    [('Rossi Anna', 'Bianchi Carlo')]
    """
    known = frozenset(map(search_key, clubs))
    return tuple(_read_line(line, kind, known) for line in lines_of(text))


def read_line(text: str, kind: Kind, clubs: Collection[str]) -> PastedLine | None:
    """Return one line, as read from a list and perhaps corrected since; None if it is empty now."""
    line = " ".join(visible(text).splitlines()).strip()
    return _read_line(line, kind, frozenset(map(search_key, clubs))) if line.strip(";, ") else None


def _read_line(text: str, kind: Kind, clubs: frozenset[str]) -> PastedLine:
    try:
        # A line this long is a paragraph.
        if len(text) > LONGEST_LINE:
            raise Faulty(LineFault.TOO_LONG)
        if MARKS.search(text):
            raise Faulty(LineFault.NOT_WRITING)
        asides = set_aside(undecorated(text))
        parts, team = names_apart(asides, kind, clubs)
        read = [person_in(part, asides, clubs) for part in parts]
        extras = [aside for part in parts for aside in asides.of(part)]
        perhaps_clubs = tuple(words for words in words_of_kind(extras, Aside.CLUB) if search_key(words) not in clubs)
        return _checked(
            PastedLine(
                text=text,
                players=_of_one_club([player for player, _numbers in read]),
                team=team,
                doubts=words_of_kind(extras, Aside.DOUBT),
                alone=words_of_kind(extras, Aside.WITHOUT_PARTNER),
                remarks=(
                    *words_of_kind(extras, Aside.TITLE),
                    *words_of_kind(extras, Aside.REMARK),
                    *perhaps_clubs,
                    *(club for part in parts for club in clubs_in(asides.of(part), clubs)[1:]),
                    *(number for _player, numbers in read for number in numbers),
                ),
                perhaps_clubs=perhaps_clubs,
            )
        )
    except Faulty as faulty:
        return PastedLine(text=text, fault=faulty.fault)


def _of_one_club(players: list[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """Give a club after both names, with none after the first, to both."""
    if len(players) == 2 and not players[0].club:
        players[0] = replace(players[0], club=players[1].club)
    return tuple(players)


def _checked(line: PastedLine) -> PastedLine:
    """Return the line with its names as they are stored. Raise Faulty if one cannot be stored."""
    players = tuple(replace(player, name=_checked_name(player.name)) for player in line.players)
    # Nobody is their own partner.
    if len({tuple(sorted(search_key(player.name).split())) for player in players}) < len(players):
        raise Faulty(LineFault.SAME_NAME)
    if line.alone and len(players) > 1:
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
    # Names hold no control characters, and no sheet can print them.
    if not name.full.isprintable():
        raise Faulty(LineFault.NOT_WRITING)
    if max(len(name.last), len(name.first)) > LONGEST_PART:
        raise Faulty(LineFault.TOO_LONG)
    return f"{name.last}, {name.first}" if "," in text else name.full
