"""Who sits where in the round under way, and the tables of a round, as the players read them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId, Line, Outcome, RoundScore, Side, TableResult

from .hall import Hall

KEY = lru_cache(maxsize=10_000)(search_key)
"""The same names are sorted anew with every revision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody's place in the round under way."""

    table: int
    line: Line
    partner: Entrant | None
    """In an individual tournament: with whom."""
    opponents: Side | None
    """None: a rest, or in a knockout a bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player on the list of names."""

    name: str
    partner: str
    """In an individual tournament the one of the round under way; empty while there is none."""
    entrant: Entrant
    seat: Seat | None

    @property
    def letter(self) -> str:
        """Under which it stands in a list of names: `E` for Élia, `#` for what begins with none."""
        first = KEY(self.name)[:1].upper()
        return first if first.isalpha() else "#"

    def is_found_by(self, typed: str) -> bool:
        """Whether the name holds every word typed, or the number typed is the pair's, or the player's."""
        words = search_key(typed).split()
        key = KEY(self.name)
        return words == [str(self.entrant.id)] or all(word in key for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineScore:
    """What a round gave to those of one line: one figure for both, or in an individual tournament one for each."""

    mp: tuple[int, ...]
    vp: tuple[int, ...]
    """As the ranking counts it, with what the referee gave or took."""
    absent: bool
    adjusted: bool
    """The referee gave or took VP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table of a round as the players read it."""

    number: int
    ns: Side
    ew: Side | None
    outcome: Outcome
    ns_score: LineScore
    ew_score: LineScore | None
    provisional: bool = False
    """What both lines agreed on, of a round that is not closed."""


def seats_of(hall: Hall) -> Mapping[EntrantId, Seat]:
    """Where everybody sits in the round under way."""
    return seats_at(hall, hall.tables_under_way)


def seats_at(hall: Hall, tables: Iterable[TableResult]) -> Mapping[EntrantId, Seat]:
    """Where those sit who sit at these tables."""
    return {
        entrant: Seat(
            table=result.table,
            line=line,
            partner=next((hall.entrants[each] for each in own if each != entrant), None),
            opponents=hall.side(other),
        )
        for result in tables
        for line, own, other in ((Line.NS, result.ns_side, result.ew_side), (Line.EW, result.ew_side, result.ns_side))
        for entrant in own
    }


def seat_of(hall: Hall, entrant: EntrantId) -> Seat | None:
    """Where one of them does; None: not seated."""
    tables = [each for each in hall.tables_under_way if entrant in (*each.ns_side, *each.ew_side)]
    return seats_at(hall, tables).get(entrant)


def players_of(hall: Hall) -> list[PlayerRow]:
    """Every player who sits or could sit, in the order of their names."""
    seats = seats_of(hall)
    rows = [
        PlayerRow(name=name, partner=partner, entrant=entrant, seat=seats.get(entrant.id))
        for entrant in hall.evening.entrants
        if entrant.id in seats or entrant.id not in hall.withdrawn
        for name, partner in _with_partners(entrant, seats.get(entrant.id))
    ]
    return sorted(rows, key=lambda row: (KEY(row.name), row.entrant.id))


def tables_of(hall: Hall, number: int) -> list[TableRow]:
    """The tables of a round with the scores that are known."""
    scores = {row.entrant.id: score for row in hall.standings for score in row.rounds if score.round == number}
    return [
        TableRow(
            number=result.table,
            ns=Side(tuple(hall.entrants[each] for each in result.ns_side)),
            ew=hall.side(result.ew_side),
            outcome=result.outcome,
            ns_score=_line_score([scores[each] for each in result.ns_side]),
            ew_score=_line_score([scores[each] for each in result.ew_side]) if result.ew_side else None,
            provisional=hall.under_way is not None and number == hall.under_way.number and result.table in hall.agreed,
        )
        for result in hall.evening.results
        if result.round == number and result.ns is not None
    ]


def _line_score(scores: Sequence[RoundScore]) -> LineScore:
    return LineScore(
        mp=_said_once([score.mp for score in scores]),
        vp=_said_once([score.vp + score.vp_adjustment for score in scores]),
        absent=scores[0].absent,
        adjusted=any(score.vp_adjustment for score in scores),
    )


def _said_once(figures: Sequence[int]) -> tuple[int, ...]:
    return (figures[0],) if len(set(figures)) == 1 else tuple(figures)


def _with_partners(entrant: Entrant, seat: Seat | None) -> Iterable[tuple[str, str]]:
    """Who plays for an entrant, each with the partner."""
    if len(entrant.playing) > 1:
        return zip(entrant.playing, reversed(entrant.playing), strict=True)
    partner = seat.partner if seat is not None else None
    return [(name, " – ".join(partner.playing) if partner is not None else "") for name in entrant.playing]
