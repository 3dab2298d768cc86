"""What only several rounds together show: a round robin's cycle, a whist movement."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.records import Draft, EntrantId, PairingRequest, System

from .case import Fault, Rule
from .players import check_whist, is_whist

Run = Sequence[tuple[Draft, PairingRequest]]


def check_run(run: Run) -> list[Fault]:
    """Faults of the rounds of one tournament, in order, as the answers to their requests."""
    return [fault for cycle in cycles(run) for fault in _check_cycle(cycle)]


def cycles(run: Run) -> Iterator[Run]:
    """The runs of rounds that belong together: each begins where its request names no cycle."""
    now: list[tuple[Draft, PairingRequest]] = []
    for draft, request in run:
        if now and (request.cycle is None or draft.system is not now[-1][0].system):
            yield now
            now = []
        now.append((draft, request))
    if now:
        yield now


def _check_cycle(cycle: Run) -> Iterator[Fault]:
    (first, request), *_others = cycle
    if first.system is System.ROUND_ROBIN:
        yield from _round_robin(cycle)
    elif first.system is System.INDIVIDUAL:
        movement = [draft for draft, _request in cycle if is_whist(draft)]
        players = [entrant.id for entrant in request.entrants]
        yield from check_whist([table for draft in movement for table in draft.tables], len(movement), players)


def _round_robin(cycle: Run) -> Iterator[Fault]:
    request = cycle[0][1]
    legs, groups = cycle[-1][1].settings.legs, request.settings.groups
    always = set.intersection(*({entrant.id for entrant in request.entrants} for _draft, request in cycle))
    met = Counter[frozenset[EntrantId]]()
    as_ns, as_ew, rested = Counter[EntrantId](), Counter[EntrantId](), Counter[EntrantId]()
    for draft, _request in cycle:
        for table in draft.tables:
            if table.ew is None:
                rested[table.ns] += 1
                continue
            met[frozenset((table.ns, table.ew))] += 1
            as_ns[table.ns] += 1
            as_ew[table.ew] += 1
    for meeting, times in met.items():
        # Nobody meets anybody more often than the legs say.
        if times > legs:
            yield Fault(Rule.CYCLE, f"{sorted(meeting)} met {times} times in {legs} legs")
    largest = -(-len(request.entrants) // groups)
    if len(cycle) < legs * (largest - 1 + largest % 2):
        return
    everybody = [entrant.id for entrant in request.entrants]
    parts = _groups(met, everybody)
    # The groups are as many as asked for, and of equal size but for one.
    sizes = sorted(map(len, parts))
    stayed = all({entrant.id for entrant in request.entrants} == always for _draft, request in cycle)
    if stayed and (len(parts) != groups or sizes[-1] - sizes[0] > 1):
        yield Fault(Rule.CYCLE, f"groups of {sizes}, expected {groups} of equal size")
    for part in parts:
        for one, other in combinations(sorted(part & always), 2):
            # Everybody of a group has met everybody else as often as there are legs.
            if met[frozenset((one, other))] != legs:
                yield Fault(Rule.CYCLE, f"{one} and {other} met {met[frozenset((one, other))]} times in {legs} legs")
        if part <= always:
            # NS and EW are shared within one.
            for entrant in part:
                if abs(as_ns[entrant] - as_ew[entrant]) > 1:
                    yield Fault(Rule.LINES, f"{entrant}: {as_ns[entrant]} times NS, {as_ew[entrant]} times EW")
            # And so are the rests.
            if len({rested[entrant] for entrant in part}) > 1:
                yield Fault(Rule.REST, f"rests in a group: { {entrant: rested[entrant] for entrant in part} }")


def _groups(met: Counter[frozenset[EntrantId]], entrants: Sequence[EntrantId]) -> list[set[EntrantId]]:
    """Who is connected by meetings."""
    neighbours: dict[EntrantId, set[EntrantId]] = defaultdict(set)
    for one, other in map(tuple, met):
        neighbours[one].add(other)
        neighbours[other].add(one)
    left, parts = set(entrants), []
    while left:
        part: set[EntrantId] = set()
        edge = {left.pop()}
        while edge:
            part |= edge
            edge = {other for one in edge for other in neighbours[one]} - part
        left -= part
        parts.append(part)
    return parts
