"""The seats of the round under way, and the tables of a round, as players read them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language

from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId, Line, Outcome, RoundScore, Side, TableResult
from tournaments.records.gironi import girone_letter
from tournaments.records.name_order import first_letter, in_order_of
from tournaments.records.sections import TableNumber

from .hall import Hall

MOST_NAMES = 30_000
"""The names whose keys are cached, some five megabytes: those of two fields of 5,000 pairs, and of halls beside them.

The same names are sorted again with every revision. With fewer places than names, none would be found again.
"""
KEY = lru_cache(maxsize=MOST_NAMES)(search_key)
LONG_LIST = 60
"""A list of more names than this has letters to jump by, and a ranking of more rows is found by name."""


class Seat(NamedTuple):
    """The place of an entrant in the round under way."""

    table: int
    line: Line
    partner: Entrant | None
    """The partner, in an individual tournament."""
    opponents: Side | None
    """The opponents; None for a rest, or for a bye in a knockout."""


class PlayerInList(NamedTuple):
    """A player in the list of names. All are made to be sorted by these fields, of a large field ten thousand."""

    key: str
    """The place of the name in the list."""
    number: EntrantId
    at: int
    """The place among the players of the entrant, from 0."""
    name: str
    entrant: Entrant

    def is_found_by(self, typed: str) -> bool:
        """Return whether the name holds every typed word, or the typed number is the pair's or player's."""
        words = search_key(typed).split()
        key = KEY(self.name)
        return words == [str(self.number)] or all(word in key for word in words)


class PlayerRow(NamedTuple):
    """A player of the list as a page shows it, with the seat."""

    letter: str
    """The letter of the list: `E` for Élia, `#` for a name that does not begin with a letter."""
    name: str
    partner: str
    """The other player of a pair; in an individual tournament the partner in the round under way, or empty."""
    entrant: Entrant
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineScore:
    """The score of a line in a round: one figure, or in an individual tournament one for each player."""

    mp: tuple[int, ...]
    vp: tuple[int, ...]
    """The VP that the ranking counts, with the referee's adjustments."""
    absent: bool
    adjusted: bool
    """Whether the referee added or subtracted VP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table of a round as players read it."""

    number: int
    ns: Side
    ew: Side | None
    outcome: Outcome
    ns_score: LineScore | None
    """The score of NS; None while the table is open, and at a rest until the first slip of its round is in."""
    ew_score: LineScore | None
    provisional: bool = False
    """Whether both lines agreed on the result and the round is not closed."""
    girone: str = ""
    """The letter of the girone of NS; empty in a round of the whole field, and where the table's name has it."""
    is_bye: bool = False
    """Whether NS rests in a knockout."""


def seats_of(hall: Hall) -> Mapping[EntrantId, Seat]:
    """Return the seats of all entrants in the round under way."""
    return seats_at(hall, hall.tables_under_way)


def seats_at(hall: Hall, tables: Iterable[TableResult]) -> Mapping[EntrantId, Seat]:
    """Return the seats at these tables."""
    return {
        entrant: Seat(
            table=result.table,
            line=line,
            partner=next(
                (hall.entrants[entrant_id].in_round(result.round) for entrant_id in own if entrant_id != entrant), None
            ),
            opponents=hall.side(other, result.round),
        )
        for result in tables
        for line, own, other in ((Line.NS, result.ns_side, result.ew_side), (Line.EW, result.ew_side, result.ns_side))
        for entrant in own
    }


def seat_of(hall: Hall, entrant: EntrantId) -> Seat | None:
    """Return the seat of an entrant, or None."""
    tables = [result for result in hall.tables_under_way if entrant in (*result.ns_side, *result.ew_side)]
    return seats_at(hall, tables).get(entrant)


def seated_now(hall: Hall) -> set[EntrantId]:
    """Return the entrants with a seat in the round under way."""
    return {entrant for result in hall.tables_under_way for entrant in (*result.ns_side, *result.ew_side)}


def players_of(hall: Hall) -> list[PlayerInList]:
    """Return all players who sit or could sit, by name."""
    gone, language = hall.withdrawn - seated_now(hall), get_language()
    return sorted(
        PlayerInList(_place_in_list(language, name), entrant.id, at, name, entrant)
        for entrant in hall.playing
        if entrant.id not in gone
        for at, name in enumerate(entrant.playing)
    )


def player_rows_of(hall: Hall, players: Sequence[PlayerInList]) -> list[PlayerRow]:
    """Return some players of the list with their seats."""
    wanted = {player.number for player in players}
    tables = [result for result in hall.tables_under_way if not wanted.isdisjoint((*result.ns_side, *result.ew_side))]
    seats = seats_at(hall, tables)
    return [
        PlayerRow(
            letter=letter,
            name=player.name,
            partner=_partner_of(player, seats.get(player.number)),
            entrant=player.entrant,
            seat=seats.get(player.number),
        )
        for player, letter in zip(players, letters_of(players), strict=True)
    ]


def letters_of(players: Iterable[PlayerInList]) -> list[str]:
    """Return the letter of each player."""
    # The first two letters decide, and thousands of names begin with few.
    begins = [player.key[:2] for player in players]
    letters = {begin: first_letter(begin) for begin in set(begins)}
    marks = {begin: letter if letter.isalpha() else "#" for begin, letter in letters.items()}
    return [marks[begin] for begin in begins]


def _place_in_list(language: str | None, name: str) -> str:
    return KEY(in_order_of(language, name))


def results_in(hall: Hall, number: int) -> list[TableResult]:
    """Return the tables of a round at which somebody sits, as `table_rows_of` takes them."""
    return [result for result in hall.evening.results if result.round == number and result.ns is not None]


def tables_of(hall: Hall, number: int) -> list[TableRow]:
    """Return all tables of a round with the scores that are known."""
    return table_rows_of(hall, number, results_in(hall, number))


def table_rows_of(hall: Hall, number: int, results: Sequence[TableResult]) -> list[TableRow]:
    """Return some tables of a round with the scores that are known."""
    seated = {entrant for result in results for entrant in (*result.ns_side, *result.ew_side)}
    rows = (row for row in hall.standings if row.entrant.id in seated)
    scores = {row.entrant.id: score for row in rows for score in row.rounds if score.round == number}
    round_ = next((round_ for round_ in hall.rounds if round_.number == number), None)
    in_gironi = round_ is not None and round_.is_in_gironi
    return [
        TableRow(
            number=result.table,
            girone=girone_letter(hall.entrants[result.ns_side[0]].girone or 1)
            if in_gironi and not isinstance(result.table, TableNumber)
            else "",
            is_bye=result.knockout,
            ns=Side(tuple(hall.entrants[entrant].in_round(number) for entrant in result.ns_side)),
            ew=hall.side(result.ew_side, number),
            outcome=result.outcome,
            ns_score=_line_score([scores[entrant] for entrant in result.ns_side]),
            ew_score=_line_score([scores[entrant] for entrant in result.ew_side]),
            provisional=hall.under_way is not None and number == hall.under_way.number and result.table in hall.agreed,
        )
        for result in results
    ]


def _line_score(scores: Sequence[RoundScore]) -> LineScore | None:
    if not scores or scores[0].is_open:
        return None
    return LineScore(
        mp=_said_once([score.mp for score in scores]),
        vp=_said_once([score.vp + score.vp_adjustment for score in scores]),
        absent=scores[0].absent,
        adjusted=any(score.vp_adjustment for score in scores),
    )


def _said_once(figures: Sequence[int]) -> tuple[int, ...]:
    return (figures[0],) if len(set(figures)) == 1 else tuple(figures)


def _partner_of(player: PlayerInList, seat: Seat | None) -> str:
    players = player.entrant.playing
    if len(players) > 1:
        return players[-1 - player.at]
    return " – ".join(seat.partner.playing) if seat is not None and seat.partner is not None else ""
