"""The draw by lot: clubmates are kept apart as far as possible, without an avoidable rematch.

Source: docs/tournaments.md §2, docs/pairing.md §6.

Teammates and meetings that the referee excluded come before both: they never meet if that can be avoided. A shuffle is
followed by swaps between two tables as long as one improves the whole. That practically always reaches the least
possible, max(0, largest club - half of the pairs) tables of one club, and stops there. If it gets stuck, a matching
finishes the work: exactly up to `EXACT_UP_TO` pairs, above that among the present tables and `SAMPLE` harmless
opponents for each pair, drawn by lot.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from tournaments.records import Draft, EntrantId, Obstacle, PairingRequest, Reason, ReasonCode, System

from .common import Meeting, Notes, Past, draft_of, lot_of, remembered_since, tables_by_ranking
from .constraints import Constraints
from .optimum import cheapest
from .prices import unit
from .rests import drawn_rest, harmless_rest, playing

EXACT_UP_TO = 200
SAMPLE = 24

Price = Callable[[EntrantId, EntrantId], int]


def pair_by_lot(request: PairingRequest) -> Draft:
    """Return a round by lot, with as few rematches and meetings of clubmates as there can be."""
    past = Past.of(request.history)
    lot = lot_of(request)
    avoided = Constraints.of(request, past, rematches=True, clubs=True)
    first = not request.history
    rest = drawn_rest(request, lot, avoided) if first else harmless_rest(request, past, avoided)
    order = playing(request, rest)
    lot.shuffle(order)
    meetings = _draw(order, _price(avoided, len(order)), _least_same_club(avoided, order), lot)
    since = remembered_since(request)
    exact = len(order) <= EXACT_UP_TO
    minded = avoided.minded if exact else frozenset[Obstacle]()
    notes = Notes.of(request, past, forced=exact, since=since, fewest=minded)
    drawn = (Reason(ReasonCode.DRAWN),)
    tables = tables_by_ranking(request, past, meetings=meetings, why=lambda *_: drawn, rest=rest, notes=notes)
    return draft_of(System.DRAW, request, past, tables, since=since)


def _price(avoided: Constraints, size: int) -> Price:
    """Return the cost of a table: 1 for a common club, more than all clubs for a rematch, more than all for a team."""
    rematch = unit(size)

    def price(one: EntrantId, other: EntrantId) -> int:
        return avoided.price(one, other, rematch)

    return price


def _least_same_club(avoided: Constraints, order: list[EntrantId]) -> int:
    """Return the least number of tables of one club: its largest club's pairs beyond half of all."""
    sizes = Counter(club for entrant in order for club in avoided.clubs.get(entrant, ()))
    return max(0, max(sizes.values(), default=0) - len(order) // 2)


def _draw(playing: list[EntrantId], price: Price, least: int, lot: Random) -> list[Meeting]:
    tables = list(zip(playing[::2], playing[1::2], strict=True))
    if _improve(tables, price, least) > least:
        tables = _match(tables, price, lot)
        _improve(tables, price, least)
    return tables


def _improve(tables: list[Meeting], price: Price, least: int) -> int:
    """Swap between tables, in place, until no swap lowers the total or it is `least`. Return the total."""
    total = sum(price(*table) for table in tables)
    waiting = deque(index for index, table in enumerate(tables) if price(*table))
    fruitless = 0
    while total > least and fruitless < len(waiting):
        index = waiting.popleft()
        gain, changed = _swap(index, tables, price)
        if gain:
            total -= gain
            fruitless = 0
            waiting.extend(at for at in (index, changed) if price(*tables[at]) and at not in waiting)
        else:
            fruitless += 1
            waiting.append(index)
    return total


def _swap(index: int, tables: list[Meeting], price: Price) -> tuple[int, int]:
    """Improve table `index` with the first table that allows it. Return the gain and that table; 0 for no gain."""
    one, other = tables[index]
    here = price(one, other)
    for at, (third, fourth) in enumerate(tables):
        if at == index:
            continue
        before = here + price(third, fourth)
        for first, second in (((one, third), (other, fourth)), ((one, fourth), (other, third))):
            gain = before - price(*first) - price(*second)
            if gain > 0:
                tables[index], tables[at] = first, second
                return gain, at
    return 0, index


def _match(tables: list[Meeting], price: Price, lot: Random) -> list[Meeting]:
    """Return the cheapest round, ties broken by lot, among all; in a big field, among `tables` and a sample."""
    pairs = [entrant for table in tables for entrant in table]
    size = len(pairs)

    def sample() -> Iterator[tuple[int, int]]:
        yield from ((at, at + 1) for at in range(0, size, 2))
        for one in range(size):
            harmless = [other for other in range(size) if other != one and not price(pairs[one], pairs[other])]
            drawn = lot.sample(harmless, min(SAMPLE, len(harmless)))
            yield from ((min(one, other), max(one, other)) for other in drawn)

    candidates = combinations(range(size), 2) if size <= EXACT_UP_TO else sorted(set(sample()))
    edges = ((one, other, price(pairs[one], pairs[other])) for one, other in candidates)
    return [(pairs[one], pairs[other]) for one, other in cheapest(size, edges, lot)]
