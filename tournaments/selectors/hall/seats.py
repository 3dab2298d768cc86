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


class PlayerRow(NamedTuple):
    """A player in the list of names. All are made to be sorted, of a large field ten thousand."""

    name: str
    partner: str
    """The partner in the round under way, in an individual tournament; otherwise empty."""
    entrant: Entrant
    seat: Seat | None

    @property
    def letter(self) -> str:
        """Return the letter of the list: `E` for Élia, `#` for a name that does not begin with a letter."""
        return letters_of([self])[0]

    def is_found_by(self, typed: str) -> bool:
        """Return whether the name holds every typed word, or the typed number is the pair's or player's."""
        words = search_key(typed).split()
        key = KEY(self.name)
        return words == [str(self.entrant.id)] or all(word in key for word in words)


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


def players_of(hall: Hall) -> list[PlayerRow]:
    """Return all players who sit or could sit, by name."""
    seats = seats_of(hall)
    rows = [
        PlayerRow(name=name, partner=partner, entrant=entrant, seat=seats.get(entrant.id))
        for entrant in hall.playing
        if entrant.id in seats or entrant.id not in hall.withdrawn
        for name, partner in _with_partners(entrant, seats.get(entrant.id))
    ]
    language = get_language()
    return sorted(rows, key=lambda row: (_place_in_list(language, row.name), row.entrant.id))


def letters_of(players: Iterable[PlayerRow]) -> list[str]:
    """Return the letter of each player."""
    language, known = get_language(), dict[str, str]()

    def letter(key: str) -> str:
        # The first two letters decide, and thousands of names begin with few.
        if (begin := key[:2]) not in known:
            first = first_letter(begin)
            known[begin] = first if first.isalpha() else "#"
        return known[begin]

    return [letter(_place_in_list(language, row.name)) for row in players]


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


def _with_partners(entrant: Entrant, seat: Seat | None) -> Iterable[tuple[str, str]]:
    """Return the players of an entrant, each with the partner."""
    if len(entrant.playing) > 1:
        return zip(entrant.playing, reversed(entrant.playing), strict=True)
    partner = seat.partner if seat is not None else None
    return [(name, " – ".join(partner.playing) if partner is not None else "") for name in entrant.playing]
