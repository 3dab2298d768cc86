"""The time to pair one round: `python -m benchmarks.pairing`. Prints medians in CPU milliseconds.

Twelve rounds are played before the measured one. The rankings vary as in a real tournament, or are frozen (the worst
case: neighbours have met again and again). Every figure is for a whole draft with its reasons, with the history read
from its tables. A third of the pairs belong to one club, the others to twenty.

In the **worst field** one club has half of the pairs, all pairs have the same VP, and all have met in earlier rounds:
such draws once broke the program. `measure` yields its figures, those of a team with seven tenths of the field, and
those of `swiss`, with their aims. Then come clubs of nearly half the field and of a little more: such a field consists
neither of many small groups nor of two halves.

The last part compares the matching of `min_square` alone with networkx on the same window and on all edges, and prints
how many times longer these take. What does not end within a minute is stopped, and neither it nor a bigger field with
the same engine is tried again.
"""

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import networkx as nx

from tournaments.pairing.matching import min_square, top_down
from tournaments.pairing.prices import Prices, unit
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    Policy,
    RoundSettings,
    System,
    TableResult,
)

REPEATS = 5
ROUNDS = 12
SIZES = (64, 512, 1024, 2048, 5000)
PATIENCE = 60
"""The seconds for one run of a compared engine."""

ROW = "{:42}" + "{:>10}" * len(SIZES)

SHARES = (0.45, 0.475, 0.49, 0.5, 0.51, 0.53, 0.6)
"""The parts of a field that one club may have."""

GREAT_ROW = "{:42}" + "{:>10}" * (len(SHARES) + 1)

TOP_DOWN, MIN_SQUARE = RoundSettings(), RoundSettings(policy=Policy.MIN_SQUARE)
CASES = [
    ("draw", System.DRAW, RoundSettings(), 40),
    ("danish", System.DANISH, RoundSettings(), 40),
    ("top-down", System.DANISH_NO_REMATCH, TOP_DOWN, 40),
    ("top-down, ranking frozen", System.DANISH_NO_REMATCH, TOP_DOWN, 0),
    ("top-down, clubs apart", System.DANISH_NO_REMATCH, replace(TOP_DOWN, avoid_clubs=True), 40),
    ("min-square", System.DANISH_NO_REMATCH, MIN_SQUARE, 40),
    ("min-square, ranking frozen", System.DANISH_NO_REMATCH, MIN_SQUARE, 0),
    ("min-square, clubs apart", System.DANISH_NO_REMATCH, replace(MIN_SQUARE, avoid_clubs=True), 40),
    ("swiss", System.SWISS, RoundSettings(), 40),
    ("swiss, ranking frozen", System.SWISS, RoundSettings(), 0),
]
LIMITED = {"min-square, clubs apart": 1024}
"""The biggest fields of the slow cases; larger ones take seconds."""


def median_ms(work: Callable[..., object], *facts: object) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work(*facts)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def evening(size: int, wavering: int) -> PairingRequest:
    """Return the request for the round after `ROUNDS`. Each ranking moves pairs by up to `wavering` places."""
    lot = Random(20261120)
    order = list(range(1, size + 1))
    vp = dict.fromkeys(order, 0)
    clubs = {pair: ("Aurora",) if pair % 3 == 0 else (f"Club {lot.randrange(20)}",) for pair in order}
    history: list[TableResult] = []
    for number in range(1, ROUNDS + 2):
        request = PairingRequest(
            round=number,
            entrants=tuple(Entrant(id=EntrantId(pair), names=(), clubs=clubs[pair]) for pair in order),
            history=tuple(history),
            vp={EntrantId(pair): won for pair, won in vp.items()},
        )
        if number <= ROUNDS:
            history += results(pair_round(System.DANISH_NO_REMATCH, request), number)
            keys = {pair: place + lot.randint(0, wavering) for place, pair in enumerate(order)}
            order.sort(key=keys.__getitem__)
            points = sorted((sum(lot.randint(0, 20) for _ in range(number)) for _ in order), reverse=True)
            vp = dict(zip(order, points, strict=True))
    return request


def worst_field(size: int, rounds: int, *, share: float = 0.5, team: bool = False) -> PairingRequest:
    """Return a field with equal VP and random meetings in `rounds` rounds, where one club or team has this share."""
    lot = Random(20261122)
    ids = [EntrantId(pair) for pair in range(1, size + 1)]
    great = {*lot.sample(ids, round(share * size))}
    history = []
    for number in range(1, rounds + 1):
        drawn = lot.sample(ids, size)
        history += [
            TableResult(round=number, table=table, ns=ns, ew=ew, outcome=Outcome.PLAYED)
            for table, (ns, ew) in enumerate(zip(drawn[::2], drawn[1::2], strict=True), 1)
        ]
    if team:
        entrants = tuple(Entrant(id=pair, names=(), team=1 if pair in great else None) for pair in ids)
    else:
        clubs = {pair: ("Aurora",) if pair in great else (f"Club {pair % 20}",) for pair in ids}
        entrants = tuple(Entrant(id=pair, names=(), clubs=clubs[pair]) for pair in ids)
    vp = dict.fromkeys(ids, 0)
    return PairingRequest(round=rounds + 1, entrants=entrants, history=tuple(history), vp=vp)


APART = replace(TOP_DOWN, avoid_clubs=True)
APART_MIN_SQUARE = replace(MIN_SQUARE, avoid_clubs=True)
WORST = [
    ("top-down, round 5, 1,000 pairs", System.DANISH_NO_REMATCH, APART, 1000, 4, 500.0, "63,000 ms before"),
    ("top-down, round 5, 5,000 pairs", System.DANISH_NO_REMATCH, APART, 5000, 4, 10_000.0, "seconds, not minutes"),
    ("min-square, round 1, 1,000 pairs", System.DANISH_NO_REMATCH, APART_MIN_SQUARE, 1000, 0, 500.0, "4,000 ms before"),
    ("swiss, round 1, 1,000 pairs", System.SWISS, APART, 1000, 0, 500.0, "3,100 ms before"),
]
"""The cases on the worst field: name, system, settings, pairs, rounds before, aim, and a remark."""

PLAYED = [(1024, 75.0, "matched in C++ alone: 30 ms"), (5000, 500.0, "matched in C++ alone: 178 ms")]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and a comparison."""
    for name, system, settings, size, rounds, aim, floor in WORST:
        request = replace(worst_field(size, rounds), settings=settings)
        yield f"{name}, one club of half", median_ms(pair_round, system, request), "ms", aim, floor
    request = replace(worst_field(5000, 4, share=0.7, team=True), settings=TOP_DOWN)
    taken = median_ms(pair_round, System.DANISH_NO_REMATCH, request)
    yield "top-down, round 5, 5,000 pairs, one team of 70 %", taken, "ms", 10_000.0, "4,800 ms naming all teammates"
    for size, aim, floor in PLAYED:
        request = evening(size, 40)
        yield f"swiss, {size:,} pairs, {ROUNDS} rounds", median_ms(pair_round, System.SWISS, request), "ms", aim, floor


def results(draft: Draft, number: int) -> list[TableResult]:
    return [
        TableResult(round=number, table=table.number, ns=table.ns, ew=table.ew, outcome=Outcome.PLAYED)
        for table in draft.tables
    ]


def frozen(size: int) -> Prices:
    """Return the prices after `ROUNDS` of a ranking that never changes."""
    dear: list[dict[int, int]] = [{} for _ in range(size)]
    for _ in range(ROUNDS):
        for upper, lower in top_down(Prices(dear)):
            dear[upper][lower] = dear[lower][upper] = unit(size)
    return Prices(dear)


def ours(prices: Prices) -> object:
    return min_square(prices, Random(1))


def networkx_on_the_window(prices: Prices) -> object:
    met, size = prices.dear, prices.size
    edges = [
        (a, b, -((b - a) ** 2))
        for a in range(size)
        for b in range(a + 1, min(size, a + 2 + 2 * prices.busiest))
        if b not in met[a] and b - a <= 1 + len(met[a]) + len(met[b])
    ]
    return in_networkx(edges)


def networkx_on_all_edges(prices: Prices) -> object:
    met, size = prices.dear, prices.size
    return in_networkx([(a, b, -((b - a) ** 2)) for a in range(size) for b in range(a + 1, size) if b not in met[a]])


def in_networkx(edges: list[tuple[int, int, int]]) -> object:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return nx.max_weight_matching(graph, maxcardinality=True)


def within_patience(engine: Callable[[Prices], object], prices: Prices) -> float | None:
    """Return the CPU milliseconds of one run in another process, or None if it did not end in time."""
    inbox: multiprocessing.Queue[float] = multiprocessing.Queue()
    process = multiprocessing.Process(target=_timed, args=(engine, prices, inbox))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return inbox.get()


def _timed(engine: Callable[[Prices], object], prices: Prices, inbox: "multiprocessing.Queue[float]") -> None:
    start = time.process_time()
    engine(prices)
    inbox.put(1000 * (time.process_time() - start))


def whole_drafts() -> None:
    print(ROW.format("pairs", *SIZES))
    requests = {(size, wavering): evening(size, wavering) for size in SIZES for wavering in (0, 40)}
    for name, system, settings, wavering in CASES:
        figures = []
        for size in SIZES:
            if size > LIMITED.get(name, SIZES[-1]):
                figures.append("–")
                continue
            request = replace(requests[size, wavering], settings=settings)
            figures.append(f"{median_ms(pair_round, system, request):.1f}")
        print(ROW.format(name, *figures), flush=True)


def great_groups() -> None:
    """Print 1,000 pairs in round 5, by the share of one club or team in the field, and 5,000 pairs."""
    cases = [
        ("top-down, clubs apart, 1,000 pairs", System.DANISH_NO_REMATCH, TOP_DOWN, 1000),
        ("min-square, clubs apart, 1,000 pairs", System.DANISH_NO_REMATCH, MIN_SQUARE, 1000),
        ("swiss, clubs apart, 1,000 pairs", System.SWISS, TOP_DOWN, 1000),
        ("top-down, clubs apart, 5,000 pairs", System.DANISH_NO_REMATCH, TOP_DOWN, 5000),
    ]
    print("\n" + GREAT_ROW.format("one club of", *(f"{share:.1%}" for share in SHARES), "team, 70 %"))
    for name, system, settings, size in cases:
        settings = replace(settings, avoid_clubs=True)
        fields = [worst_field(size, 4, share=share) for share in SHARES]
        fields.append(worst_field(size, 4, share=0.7, team=True))
        figures = [median_ms(pair_round, system, replace(request, settings=settings)) for request in fields]
        print(GREAT_ROW.format(name, *(f"{ms:.0f}" for ms in figures)), flush=True)


def side_by_side() -> None:
    fields = [frozen(size) for size in SIZES]
    print(f"\ntop-down, matching alone, ranking frozen, {ROUNDS} rounds")
    print(ROW.format("ours", *(f"{median_ms(top_down, field):.1f}" for field in fields)), flush=True)
    print(f"\nmin-square, matching alone, ranking frozen, {ROUNDS} rounds")
    own = [median_ms(ours, field) for field in fields]
    print(ROW.format("ours: near meetings first", *(f"{ms:.1f}" for ms in own)), flush=True)
    for name, engine in (
        ("networkx on the window", networkx_on_the_window),
        ("networkx, all edges", networkx_on_all_edges),
    ):
        times: list[float | None] = []
        for field in fields:
            ended = not times or times[-1] is not None
            times.append(within_patience(engine, field) if ended else None)
        print(ROW.format(name, *("–" if ms is None else f"{ms:.0f}" for ms in times)))
        ratios = ["–" if ms is None else f"{ms / mine:.0f} ×" for ms, mine in zip(times, own, strict=True)]
        print(ROW.format("  as many times ours", *ratios), flush=True)


if __name__ == "__main__":
    for what, figure, unit_, aim, floor in measure():
        print(f"{what:55} {figure:10,.1f} {unit_} (aim {aim:,.0f}; {floor})", flush=True)
    print()
    whole_drafts()
    great_groups()
    side_by_side()
