"""Rounds that follow a plan (docs/pairing.md §9): their meetings, from the file."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import count, pairwise, product
from pathlib import Path

from .draws import Drawing, Table
from .evening import Evening, table_of
from .matching import cheapest

Meetings = set[frozenset[int]]

WHIST = json.loads(Path(__file__).parents[2].joinpath("tournaments/pairing/whist.json").read_text(encoding="utf-8"))
"""The starters are data that cannot be derived: docs/pairing.md §11 names the file."""


def run_begins(evening: Evening, number: int, girone: int | None = None) -> int:
    """Return the round with which the plan of this one began, in a girone its own."""
    plan = _plan(evening, number, girone)
    while not evening.begins_stage(number) and _plan(evening, number - 1, girone) == plan:
        number -= 1
    return number


def _plan(evening: Evening, number: int, girone: int | None) -> tuple[str, bool]:
    """Return the system, and whether it is one bracket, which is no girone's."""
    return evening.system_of(number, girone), evening.is_one_bracket(number)


# --- Mitchell ---------------------------------------------------------------------------------------------------------


def mitchell_seats(drawing: Drawing) -> tuple[list[int | None], list[int | None]]:
    """Return NS and EW of each table, with None for an empty place."""
    if drawing.evening.begins_stage(drawing.number):
        order = list(drawing.order)
        if drawing.settings.get("start_by_lot"):
            drawing.lot.shuffle(order)
        tables = (len(order) + 1) // 2
        ns: list[int | None] = [None] * tables
        ew: list[int | None] = [None] * tables
        section = _sections_chosen(drawing, order)
        for tables_here, number in zip(sections(drawing, tables), count(), strict=False):
            own = [pair for pair in order if section[pair] == number]
            half = len(tables_here)
            ns[tables_here.start : tables_here.stop] = own[:half]
            ew[tables_here.start : tables_here.stop] = [*own[half:], *[None] * (2 * half - len(own))]
        return ns, ew
    ns, ew = [], []
    for _number, north, east in drawing.before[-1]:
        ns.append(north[0])
        ew.append(east[0] if east else None)
    step = drawing.settings.get("step", 1)
    moved = [ew[s.start + (at - step) % len(s)] for s in sections(drawing, len(ew)) for at in range(len(s))]
    return ns, moved


def sections(drawing: Drawing, tables: int) -> list[range]:
    """Return the tables of each section, counted from 0."""
    starts = drawing.settings.get("sections", ()) if drawing.girone is None else ()
    bounds = [0, *(start - 1 for start in starts if start <= tables), tables]
    return [range(first, after) for first, after in pairwise(bounds)]


def _sections_chosen(drawing: Drawing, order: Sequence[int]) -> dict[int, int]:
    """Return the section that each pair chooses, and has after the exchanges (docs/pairing.md §9)."""
    clubs = drawing.evening.clubs
    free = [2 * len(tables) for tables in sections(drawing, (len(order) + 1) // 2)]
    free[-1] -= len(order) % 2
    every = Counter(club for pair in order for club in clubs[pair])
    chosen: dict[int, int] = {}
    there: Counter[tuple[int, str]] = Counter()

    def mates(pair: int, section: int) -> int:
        is_there = chosen.get(pair) == section
        return sum(there[section, club] - is_there for club in clubs[pair])

    def choose(pair: int, section: int) -> None:
        there.subtract((chosen[pair], club) for club in clubs[pair] if pair in chosen)
        there.update((section, club) for club in clubs[pair])
        chosen[pair] = section

    largest = {pair: max((every[club] for club in clubs[pair]), default=0) for pair in order}
    for pair in sorted(order, key=lambda pair: (-largest[pair], sorted(clubs[pair]), order.index(pair))):
        open_ones = [section for section in range(len(free)) if free[section]]
        section = min(open_ones, key=lambda section: (mates(pair, section), -free[section], section))
        choose(pair, section)
        free[section] -= 1
    while True:
        before = dict(chosen)
        for one in order:
            other = _better_place(one, order, clubs, chosen, mates)
            if other is not None:
                section, others = chosen[one], chosen[other]
                choose(one, others)
                choose(other, section)
        if chosen == before:
            return chosen


def _better_place(
    one: int,
    order: Sequence[int],
    clubs: Mapping[int, AbstractSet[str]],
    chosen: Mapping[int, int],
    mates: Callable[[int, int], int],
) -> int | None:
    """Return the first with whom to change places, after which fewer couples of clubmates share a section."""
    if not mates(one, chosen[one]):
        return None
    for other in order:
        if chosen[one] == chosen[other]:
            continue
        now = mates(one, chosen[one]) + mates(other, chosen[other])
        then = mates(one, chosen[other]) + mates(other, chosen[one]) - 2 * len(clubs[one] & clubs[other])
        if then < now:
            return other
    return None


# --- Round robin ------------------------------------------------------------------------------------------------------


def berger(order: Sequence[int], round_: int) -> Meetings:
    """Return the meetings of this round, counted from 0, in a round robin."""
    places: list[int | None] = [*order, *[None] * (len(order) % 2)]
    n = len(places)
    centre = (round_ % (n - 1)) // 2 + 1 + (n // 2) * ((round_ % (n - 1)) % 2)
    met = [((centre - 1) % (n - 1), n - 1)]
    met += [((centre - 1 + k) % (n - 1), (centre - 1 - k) % (n - 1)) for k in range(1, n // 2)]
    pairs = ((places[a], places[b]) for a, b in met)
    return {frozenset((one, other)) for one, other in pairs if one is not None and other is not None}


# --- Knockout ---------------------------------------------------------------------------------------------------------


def _seeds(evening: Evening, drawing: Drawing) -> list[int | None]:
    """Return the slots of the bracket's first round, in the order of the seeds."""
    begun = Drawing(evening, run_begins(evening, drawing.number, drawing.girone), drawing.girone)
    order = begun.order[: drawing.settings.get("qualifiers")]
    size = 1
    while size < len(order):
        size *= 2
    return [*order, *[None] * (size - len(order))]


def bracket(evening: Evening, drawing: Drawing) -> Meetings:
    """Return the meetings of slots i and 2^k + 1 − i of those left, and that of the losers of the semi-finals.

    Whoever goes on without playing is alone; once there is a winner, nobody is left.
    """
    slots = _seeds(evening, drawing)
    order = [entrant for entrant in slots if entrant is not None]
    losers: list[int] = []
    for number in range(run_begins(evening, drawing.number, drawing.girone), drawing.number):
        results = [_result(evening, number, one, other, order) for one, other in opposite(slots)]
        slots = [winner for winner, _loser in results]
        losers = [loser for _winner, loser in results if loser is not None]
    last = (
        {frozenset(losers)}
        if len(slots) == 2 and len(losers) == 2 and drawing.settings.get("third_place", True)
        else set()
    )
    both = (frozenset(entrant for entrant in slot if entrant is not None) for slot in opposite(slots))
    return {present for present in both if present} | last


def played_out(evening: Evening, after: int, girone: int | None = None) -> list[int]:
    """Return everybody of a bracket after this round: those still in by seed, then the losers, the latest first."""
    slots = _seeds(evening, Drawing(evening, after, girone))
    order = [entrant for entrant in slots if entrant is not None]
    out: list[int] = []
    semi_finals: list[int] = []
    for number in range(run_begins(evening, after, girone), after + 1):
        if len(slots) == 1:
            break
        results = [_result(evening, number, one, other, order) for one, other in opposite(slots)]
        lost = sorted((loser for _winner, loser in results if loser is not None), key=order.index)
        if len(slots) == 2 and len(semi_finals) == 2 and _met(evening, number, *semi_finals):
            out[:2] = [
                one for one in _result(evening, number, semi_finals[0], semi_finals[1], order) if one is not None
            ]
        semi_finals = lost if len(slots) == 4 else []
        out = lost + out
        slots = [winner for winner, _loser in results]
    return sorted((entrant for entrant in slots if entrant is not None), key=order.index) + out


def _met(evening: Evening, number: int, one: int, other: int) -> bool:
    share = evening.shares(number).get(one)
    return share is not None and share.met == (other,)


def opposite(slots: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    return [(slots[at], slots[-1 - at]) for at in range(len(slots) // 2)]


def _result(
    evening: Evening, number: int, one: int | None, other: int | None, order: Sequence[int]
) -> tuple[int | None, int | None]:
    """Return winner and loser. After a tie the better seed goes on, unless the referee has decided otherwise."""
    if one is None or other is None:
        return (other if one is None else one), None
    shares = evening.shares(number)
    table = table_of(evening.rounds[number - 1], one)
    assert table is not None
    figures = {
        entrant: (
            shares[entrant].vp - _given(evening, number, entrant),
            shares[entrant].scored - shares[entrant].conceded,
        )
        for entrant in (one, other)
    }
    if figures[one] == figures[other] or table["outcome"] == "absent_both":
        after = evening.rounds[number] if number < len(evening.rounds) else {}
        chosen = after.get("drawn", after).get("advance", ())
        winner = next((number for number in (one, other) if number in chosen), min(one, other, key=order.index))
    else:
        winner = max((one, other), key=lambda number: figures[number])
    return winner, other if winner == one else one


def _given(evening: Evening, number: int, entrant: int) -> int:
    return sum(adjustment["vp"] for adjustment in evening.adjustments(number, entrant))


# --- Individual -------------------------------------------------------------------------------------------------------


def partners(tables: Sequence[Table]) -> list[frozenset[frozenset[int]]]:
    """Return the two partnerships of each table."""
    return [frozenset((frozenset(ns), frozenset(ew))) for _number, ns, ew in tables if ew]


def is_whist(drawing: Drawing) -> bool:
    return drawing.settings.get("movement") != "danish" and str(len(drawing.order)) in WHIST


def whist_rounds(players: Sequence[int]) -> list[list[frozenset[frozenset[int]]]]:
    """Return all rounds of the movement for these players: the starter with each element of its group added."""
    plan = WHIST[str(len(players))]
    group = [range(size) for size in plan["group"]]
    elements = list(product(*group))

    def moved(element: int, offset: tuple[int, ...]) -> int:
        if element >= len(elements):
            return element
        added = tuple((a + b) % size for a, b, size in zip(elements[element], offset, plan["group"], strict=True))
        return elements.index(added)

    return [
        [
            frozenset(frozenset(players[moved(element, offset)] for element in line) for line in table)
            for table in plan["tables"]
        ]
        for offset in elements
    ]


def fewest_repeated(drawing: Drawing) -> int:
    """Return the least number of partnerships that must be repeated."""
    playing = [entrant for _number, ns, ew in drawing.tables if ew for entrant in ns + ew]
    earlier = {line for tables in drawing.before for table in partners(tables) for line in table}
    found = cheapest(range(len(playing)), lambda a, b: (int(frozenset((playing[a], playing[b])) in earlier),))
    assert found is not None
    return sum(found[1])


def repeated(drawing: Drawing) -> int:
    earlier = {line for tables in drawing.before for table in partners(tables) for line in table}
    return sum(line in earlier for table in partners(drawing.tables) for line in table)
