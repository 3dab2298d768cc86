"""The rules that only a run of rounds shows: a round robin, a whist movement."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.records import Draft, EntrantId, PairingRequest, System

from .case import Fault, Rule
from .gironi import is_in_gironi, parts_of
from .players import check_whist, is_whist

Answered = Sequence[tuple[Draft, PairingRequest]]
"""Rounds in order, each draft with the request that it answers."""


def check_runs(rounds: Answered) -> list[Fault]:
    """Faults of the rounds of one tournament."""
    gironi: dict[int, list[tuple[Draft, PairingRequest]]] = defaultdict(list)
    for draft, request in rounds:
        if is_in_gironi(draft, request):
            for girone, part in parts_of(draft, request):
                gironi[girone].append(part)
    alone = [(draft, request) for draft, request in rounds if not is_in_gironi(draft, request)]
    return [fault for sequence in (alone, *gironi.values()) for run in runs(sequence) for fault in _check_run(run)]


def runs(rounds: Answered) -> Iterator[Answered]:
    """The rounds that belong together: a run begins where its request goes on with none."""
    now: list[tuple[Draft, PairingRequest]] = []
    for draft, request in rounds:
        if now and (request.run is None or draft.system is not now[-1][0].system):
            yield now
            now = []
        now.append((draft, request))
    if now:
        yield now


def _check_run(run: Answered) -> Iterator[Fault]:
    (first, request), *_others = run
    if first.system is System.ROUND_ROBIN:
        yield from _round_robin(run)
    elif first.system is System.INDIVIDUAL:
        movement = [draft for draft, _request in run if is_whist(draft)]
        players = [entrant.id for entrant in request.entrants]
        yield from check_whist([table for draft in movement for table in draft.tables], len(movement), players)


class _RunHistory:
    """The meetings, lines and rests of everybody in a run."""

    def __init__(self, run: Answered) -> None:
        here = [{entrant.id for entrant in request.entrants} for _draft, request in run]
        self.always = set.intersection(*here)
        self.nobody_came_or_went = all(round_ == self.always for round_ in here)
        tables = [(table.ns, table.ew) for draft, _request in run for table in draft.tables]
        self.met = Counter(frozenset((ns, ew)) for ns, ew in tables if ew is not None)
        self.as_ns = Counter(ns for ns, ew in tables if ew is not None)
        self.as_ew = Counter(ew for _ns, ew in tables if ew is not None)
        self.rested = Counter(ns for ns, ew in tables if ew is None)


def _round_robin(run: Answered) -> Iterator[Fault]:
    request = run[0][1]
    played, legs, groups = _RunHistory(run), run[-1][1].settings.legs, request.settings.groups
    for meeting, times in played.met.items():
        # Nobody meets anybody more often than there are legs.
        if times > legs:
            yield Fault(Rule.RUN, f"{sorted(meeting)} met {times} times in {legs} legs")
    largest = -(-len(request.entrants) // groups)
    if len(run) < legs * (largest - 1 + largest % 2):
        return
    parts = _groups(played.met, [entrant.id for entrant in request.entrants])
    # The groups are as many as asked for, and of equal size but for one.
    sizes = sorted(map(len, parts))
    if played.nobody_came_or_went and (len(parts) != groups or sizes[-1] - sizes[0] > 1):
        yield Fault(Rule.RUN, f"groups of {sizes}, expected {groups} of equal size")
    for part in parts:
        yield from _group(part, played, legs)


def _group(part: set[EntrantId], played: _RunHistory, legs: int) -> Iterator[Fault]:
    for one, other in combinations(sorted(part & played.always), 2):
        # Everybody of a group has met everybody else as often as there are legs.
        if (times := played.met[frozenset((one, other))]) != legs:
            yield Fault(Rule.RUN, f"{one} and {other} met {times} times in {legs} legs")
    if not part <= played.always:
        return
    for entrant in sorted(part):
        # NS and EW are shared within one.
        if abs(played.as_ns[entrant] - played.as_ew[entrant]) > 1:
            yield Fault(Rule.LINES, f"{entrant}: {played.as_ns[entrant]} NS, {played.as_ew[entrant]} EW")
    # So are the rests, equally.
    if len(rests := {played.rested[entrant] for entrant in part}) > 1:
        yield Fault(Rule.REST, f"{min(rests)} to {max(rests)} rests in one group")


def _groups(met: Counter[frozenset[EntrantId]], entrants: Sequence[EntrantId]) -> list[set[EntrantId]]:
    """Return the groups of entrants connected by meetings."""
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
