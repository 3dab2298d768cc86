"""A ranking as a federation wants it: which columns, in which order, under which headings, a row for whom.

Members have layouts too, whose columns are the fields of a member; a `Constant` may stand in both.

| | |
|---|---|
| columns of a tournament | the same in every row: its name, date, venue |
| columns of an entrant | place, number, VP … |
| columns of a player | names apart, card, club …; in a row for a pair, those of both, one beside the other |
| columns of a round | as many as there are rounds, each heading with the round's number |
| constants | a text that every row repeats, such as the club's code in its federation |
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from .tables import Cell, FileTable


class Rows(StrEnum):
    """What a row describes: an entrant or a player of a tournament, or a member of the club."""

    ENTRANTS = "entrants"
    PLAYERS = "players"
    MEMBERS = "members"


class Column(StrEnum):
    """The content of a column."""

    TOURNAMENT = "tournament"
    DATE = "date"
    VENUE = "venue"
    PLACE = "place"
    GIRONE = "girone"
    """The letter of the girone, if the ranking was cut."""
    NUMBER = "number"
    NAMES = "names"
    TEAM = "team"
    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    CARD = "card"
    CLUB = "club"
    CATEGORY = "category"
    PROVINCE = "province"
    REGION = "region"
    VP = "vp"
    MP = "mp"
    MP_DIFFERENCE = "mp_difference"
    WINS = "wins"
    KNOCKOUT = "knockout"
    """The stage reached in a knockout, which ranks before the figures."""
    ROUND_VP = "round_vp"
    ROUND_MP = "round_mp"
    ROUND_DIFFERENCE = "round_difference"
    ROUND_OPPONENTS = "round_opponents"


OF_PLAYERS = (
    *(Column.LAST_NAME, Column.FIRST_NAME, Column.CARD, Column.CLUB),
    *(Column.CATEGORY, Column.PROVINCE, Column.REGION),
)
OF_ROUNDS = (Column.ROUND_VP, Column.ROUND_MP, Column.ROUND_DIFFERENCE, Column.ROUND_OPPONENTS)


CONSTANT = "constant"
"""The key of a stored column with a constant: `[CONSTANT, heading, text]`."""


@dataclass(frozen=True, slots=True)
class Constant:
    """The content of a column that is the same in every row."""

    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a ranking with their headings from the left, and what a row describes."""

    rows: Rows
    columns: tuple[tuple[Column | Constant, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEntrant:
    """A row of the ranking: the values of its entrant, its players and its rounds."""

    cells: Mapping[Column, Cell]
    players: Sequence[Mapping[Column, Cell]]
    rounds: Mapping[int, Mapping[Column, Cell]]


def table_of(
    layout: Layout, ranked: Sequence[RankedEntrant], *, title: str, rounds: Sequence[int], same: Mapping[Column, Cell]
) -> FileTable:
    """Return the ranking in that layout. `same` holds the columns of the tournament, which every row repeats."""
    seats = 1 if layout.rows is Rows.PLAYERS else max((len(entrant.players) for entrant in ranked), default=1)
    headings = [heading for column, text in layout.columns for heading in _headings(column, text, seats, rounds)]
    rows = [
        [cell for column, _text in layout.columns for cell in _cells(column, entrant, players, seats, rounds, same)]
        for entrant in ranked
        for players in _rows_for(entrant, layout.rows)
    ]
    return FileTable(title=title, headings=headings, rows=rows)


def _rows_for(entrant: RankedEntrant, rows: Rows) -> list[Sequence[Mapping[Column, Cell]]]:
    return [[player] for player in entrant.players] if rows is Rows.PLAYERS else [entrant.players]


def _headings(column: Column | Constant, text: str, seats: int, rounds: Sequence[int]) -> Iterator[str]:
    if column in OF_ROUNDS:
        yield from (f"{text} {number}" for number in rounds)
    elif column in OF_PLAYERS and seats > 1:
        yield from (f"{text} {seat}" for seat in range(1, seats + 1))
    else:
        yield text


def _cells(
    column: Column | Constant,
    entrant: RankedEntrant,
    players: Sequence[Mapping[Column, Cell]],
    seats: int,
    rounds: Sequence[int],
    same: Mapping[Column, Cell],
) -> Iterator[Cell]:
    if isinstance(column, Constant):
        yield column.text
    elif column in OF_ROUNDS:
        yield from (entrant.rounds.get(number, {}).get(column) for number in rounds)
    elif column in OF_PLAYERS:
        yield from (players[seat].get(column) if seat < len(players) else None for seat in range(seats))
    else:
        yield same[column] if column in same else entrant.cells.get(column)


def same_everywhere(*, name: str, on: date, venue: str) -> dict[Column, Cell]:
    """Return the columns of a tournament."""
    return {Column.TOURNAMENT: name, Column.DATE: on, Column.VENUE: venue}
