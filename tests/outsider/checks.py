"""The faults that an outsider finds in a file: in the ranking, and in rounds that were not drawn as it says."""

from dataclasses import dataclass
from typing import Any

from .draws import Drawing
from .evening import Evening
from .plans import (
    berger,
    bracket,
    fewest_repeated,
    is_whist,
    mitchell_seats,
    partners,
    played_out,
    repeated,
    run_begins,
    whist_rounds,
)
from .ranking import Ranking


def faults(data: dict[str, Any]) -> list[str]:
    """Return one line for each fault. Rounds seated by hand are not checked."""
    evening = Evening(data)
    drawn = (Drawing(evening, round_["number"]) for round_ in evening.rounds if round_["system"] != "manual")
    return [
        f"round {drawing.number}, {drawing.system}: {fault}"
        for drawing in drawn
        if (fault := fault_of(evening, drawing))
    ]


def ranking_of(data: dict[str, Any], after: int | None = None) -> list[tuple[int, int, int, int, int]]:
    """Return place, number, VP, MP difference and MP, in the order of the ranking."""
    evening, last = Evening(data), len(data["rounds"]) if after is None else after
    ranking = Ranking(evening, last)
    rows = ranking.rows
    if evening.is_one_bracket(last):
        rows = below_bracket(rows, played_out(evening, last))
    elif ranking.is_in_gironi:
        rows = [row for girone in _fields(evening, rows) for row in _of_girone(evening, last, *girone)]
    return [(place, row, ranking.vp(row), ranking.difference(row), ranking.mp(row)) for place, row in rows]


def _fields(evening: Evening, rows: list[tuple[int, int]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return the rows of each girone, A first."""
    gironi = sorted({evening.girone(row) for _place, row in rows})
    return [(girone, [row for row in rows if evening.girone(row[1]) == girone]) for girone in gironi]


def _of_girone(evening: Evening, after: int, girone: int, rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the rows of a girone, those of its own bracket first if it plays one."""
    if evening.system_of(after, girone) != "knockout":
        return rows
    before = rows[0][0] - 1
    members = {row for _place, row in rows}
    bracket = [entrant for entrant in played_out(evening, after, girone) if entrant in members]
    return [(before + place, row) for place, row in below_bracket(rows, bracket)]


def below_bracket(rows: list[tuple[int, int]], bracket: list[int]) -> list[tuple[int, int]]:
    """Return the places with those of a bracket first. The others close up; equal ones stay equal."""
    others = [(place, row) for place, row in rows if row not in bracket]
    places = [place for place, _row in others]
    placed = [(len(bracket) + 1 + places.index(place), row) for place, row in others]
    return [*enumerate(bracket, start=1), *placed]


def fault_of(evening: Evening, drawing: Drawing) -> str:
    """Return what differs from the new draw, or an empty string."""
    if gironi := sorted(set(evening.gironi_at(drawing.number).values())):
        return in_gironi(drawing, [Drawing(evening, drawing.number, girone) for girone in gironi])
    match drawing.system:
        case "mitchell":
            found = {(table[1][0], table[2][0] if table[2] else None) for table in drawing.tables}
            return differs(found, set(moved(drawing)))
        case "round_robin" | "knockout":
            return differs(met(drawing), {meeting for meeting in planned(evening, drawing) if len(meeting) > 1})
        case "individual":
            return of_players(evening, drawing)
    meetings, resting = drawing.meetings()
    return differs(set(drawing.tables), set(drawing.seated(meetings, resting)))


def in_gironi(whole: Drawing, parts: list[Drawing]) -> str:
    """Return what differs from the draws of all gironi, with the tables numbered on and the rests last."""
    rows = [row for part in parts for row in rows_of(part)]
    # A girone with tables of its own has its rest there, and in a Mitchell the free place moves with the others.
    if not whole.settings.get("sections"):
        rows.sort(key=lambda row: row.needs_no_table)
    now = {number: (number, ns, ew) for number, ns, ew in whole.tables}
    drawn = {(at, *row.seats) for at, row in enumerate(rows, start=1) if row.seats}
    somewhere = {at for at, row in enumerate(rows, start=1) if not row.seats}
    met_there = {frozenset(now[at][1] + now[at][2]) for at in somewhere & now.keys()}
    known = differs({table for at, table in now.items() if at not in somewhere}, drawn)
    return known or differs(met_there, {row.meeting for row in rows if not row.seats})


@dataclass(frozen=True)
class Row:
    """A table of a girone: its NS and EW, or of a round robin the meeting alone, at any of its tables."""

    seats: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    meeting: frozenset[int] = frozenset()
    needs_no_table: bool = False


def rows_of(part: Drawing) -> list[Row]:
    """Return the tables of a girone in their order."""
    if part.system == "round_robin":
        meetings = planned(part.evening, part)
        alone = [entrant for entrant in part.order if not any(entrant in meeting for meeting in meetings)]
        rests = [Row(seats=((entrant,), ()), needs_no_table=True) for entrant in alone]
        return [*(Row(meeting=meeting) for meeting in meetings), *rests]
    if part.system == "knockout":
        meetings = planned(part.evening, part)
        return [Row(meeting=meeting, needs_no_table=len(meeting) == 1) for meeting in sorted(meetings, key=len)[::-1]]
    if part.system == "mitchell":
        return [Row(seats=((ns,), () if ew is None else (ew,))) for ns, ew in moved(part)]
    tables = part.seated(*part.meetings())
    return [Row(seats=(ns, ew), needs_no_table=not ew) for _number, ns, ew in tables]


def moved(drawing: Drawing) -> list[tuple[int, int | None]]:
    """Return NS and EW of each table of a Mitchell; whoever sits alone rests as NS."""
    seats = zip(*mitchell_seats(drawing), strict=True)
    pairs = [(ew, None) if ns is None else (ns, ew) for ns, ew in seats]
    return [(ns, ew) for ns, ew in pairs if ns is not None]


def differs(found: set[Any], wanted: set[Any]) -> str:
    return (
        ""
        if found == wanted
        else f"the file has {sorted(map(str, found - wanted))}, the draw {sorted(map(str, wanted - found))}"
    )


def met(drawing: Drawing) -> set[frozenset[int]]:
    return {frozenset(ns + ew) for _number, ns, ew in drawing.tables if ew}


def planned(evening: Evening, drawing: Drawing) -> set[frozenset[int]]:
    if drawing.system == "knockout":
        return bracket(evening, drawing)
    begun = run_begins(evening, drawing.number, drawing.girone)
    return berger(Drawing(evening, begun, drawing.girone).order, drawing.number - begun)


def of_players(evening: Evening, drawing: Drawing) -> str:
    if not is_whist(drawing):
        found, wanted = repeated(drawing), fewest_repeated(drawing)
        return "" if found == wanted else f"{found} partner somebody again, and {wanted} would do"
    first = Drawing(evening, run_begins(evening, drawing.number))
    players = list(first.order)
    first.lot.shuffle(players)
    tables = partners(drawing.tables)
    rounds = whist_rounds(players)
    if drawing.number == first.number:
        return "" if tables == rounds[0] else f"the first round is {tables}, the starter {rounds[0]}"
    return "" if any(set(tables) == set(round_) for round_ in rounds) else f"{tables} is no round of the movement"
