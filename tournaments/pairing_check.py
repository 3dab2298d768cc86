"""What every pairing must satisfy, checked on the finished draft alone.

Written from the rules (`tournament.md` §2–§3, the last section of `pairing.md`) without looking at `pairing/`, and
slower where that is plainer: it counts matchings with determinants and tries every round of a small field. It
can be asked about any draft, a referee's own included.

| covered                                                          | not covered                                   |
|------------------------------------------------------------------|-----------------------------------------------|
| seats, table numbers, rests, lines, rematches and their number,  | same seed, same draw: takes two draws         |
| clubs as far as one swap can tell, Mitchell's moves, reasons     | pairs fixed to a table                        |
| the optimum of `danish_no_rematch`, up to `TRY_ALL_UP_TO` playing | its optimum in bigger fields                  |
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from random import Random

from tournaments.records import Draft, DraftTable, EntrantId, Outcome, PairingRequest, Policy, ReasonCode, System

TRY_ALL_UP_TO = 10
"""945 rounds; 12 pairs would make 10,395."""

PRIME = (1 << 61) - 1


class Rule(StrEnum):
    """What a draft can break."""

    SEATS = "seats"
    TABLE_NUMBERS = "table_numbers"
    REST = "rest"
    LINES = "lines"
    REMATCHES = "rematches"
    CLUBS = "clubs"
    SYSTEM = "system"
    COST = "cost"
    REASONS = "reasons"


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that a draft breaks, and where."""

    rule: Rule
    detail: str


def check_draft(draft: Draft, request: PairingRequest) -> list[Fault]:
    """Every fault of the draft as an answer to the request; an empty list means it is right.

    Seats come first and alone: with somebody missing or doubled, the other rules mean nothing.
    """
    case = _Case(draft, request)
    seats = list(_seats(case))
    if seats:
        return seats
    return [fault for check in CHECKS for fault in check(case)]


class _Case:
    """A draft beside its request, read once in the terms of the rules."""

    def __init__(self, draft: Draft, request: PairingRequest) -> None:
        self.draft = draft
        self.request = request
        self.system = draft.system
        self.order = [entrant.id for entrant in request.entrants]
        self.rank = {pair: place for place, pair in enumerate(self.order)}
        self.clubs = {entrant.id: set(entrant.clubs) for entrant in request.entrants}
        self.played = [(table, table.ew) for table in draft.tables if table.ew is not None]
        self.resting = [table for table in draft.tables if table.ew is None]

    @cached_property
    def met(self) -> set[frozenset[EntrantId]]:
        return {frozenset(past.met) for past in self.request.history if past.met}

    @cached_property
    def rests(self) -> dict[EntrantId, int]:
        """How often each pair was drawn without opponents; an absence, anybody's, is no rest."""
        rests: dict[EntrantId, int] = defaultdict(int)
        for past in self.request.history:
            if (past.ns is None) != (past.ew is None) and past.outcome in (Outcome.REST, Outcome.OPEN):
                rests[past.ns or past.ew or EntrantId(0)] += 1
        return rests

    @cached_property
    def playing(self) -> list[EntrantId]:
        """Those who play, in ranking order."""
        resting = {table.ns for table in self.resting}
        return [pair for pair in self.order if pair not in resting]

    def again(self, one: EntrantId, other: EntrantId) -> bool:
        return frozenset((one, other)) in self.met

    def same_club(self, one: EntrantId, other: EntrantId) -> bool:
        return bool(self.clubs[one] & self.clubs[other])

    def fewest_rematches(self, pairs: list[EntrantId]) -> int:
        return len(pairs) // 2 - largest_matching(pairs, lambda one, other: not self.again(one, other))


def largest_matching(pairs: list[EntrantId], allowed: Callable[[EntrantId, EntrantId], bool]) -> int:
    """The most tables that can be made of allowed meetings.

    Half the rank of the Tutte matrix, its unknowns replaced by random residues (Lovász 1979): never too high, and
    too low with a chance below the number of pairs in 2^61.
    """
    lot, size = Random(len(pairs)), len(pairs)
    rows = [[0] * size for _ in pairs]
    for one, other in combinations(range(size), 2):
        if allowed(pairs[one], pairs[other]):
            rows[one][other] = lot.randrange(1, PRIME)
            rows[other][one] = PRIME - rows[one][other]
    return _rank(rows) // 2


def _rank(rows: list[list[int]]) -> int:
    """Rank modulo PRIME, by elimination."""
    rank = 0
    for column in range(len(rows)):
        pivot = next((at for at in range(rank, len(rows)) if rows[at][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, PRIME)
        for at in range(rank + 1, len(rows)):
            if factor := rows[at][column] * inverse % PRIME:
                rows[at] = [(mine - factor * its) % PRIME for mine, its in zip(rows[at], rows[rank], strict=True)]
        rank += 1
    return rank


def _seats(case: _Case) -> Iterator[Fault]:
    seated = [pair for table in case.draft.tables for pair in (table.ns, table.ew) if pair is not None]
    # Everybody active sits exactly once, or rests; nobody else does, and nobody plays itself.
    if sorted(seated) != sorted(case.order):
        yield Fault(Rule.SEATS, f"expected each of {sorted(case.order)} once, got {sorted(seated)}")
    # One pair rests if the number is odd, nobody if it is even.
    if len(case.resting) != len(case.order) % 2:
        yield Fault(Rule.SEATS, f"{len(case.resting)} rest of {len(case.order)}")


def _table_numbers(case: _Case) -> Iterator[Fault]:
    numbers = [table.number for table in case.draft.tables]
    # Tables are numbered 1 … T without holes.
    if numbers != list(range(1, len(numbers) + 1)):
        yield Fault(Rule.TABLE_NUMBERS, f"got {numbers}")
    if case.system in (System.MITCHELL, System.MANUAL):
        return
    # Tables follow the ranking of their best pair, and the rest comes last.
    best = [min(case.rank[table.ns], case.rank[ew]) for table, ew in case.played]
    if best != sorted(best) or any(table.number != len(numbers) for table in case.resting):
        yield Fault(Rule.TABLE_NUMBERS, f"not in ranking order: {best}")


def _rest(case: _Case) -> Iterator[Fault]:
    if not case.resting or case.system in (System.MITCHELL, System.MANUAL):
        return
    rested = case.resting[0].ns
    least = min(case.rests[pair] for pair in case.order)
    # Nobody rests twice before everybody has; then the fewest rests.
    if case.rests[rested] != least:
        yield Fault(Rule.REST, f"{rested} rested {case.rests[rested]} times, others {least}")
    # In a drawn first round the rest is by lot.
    if case.system == System.DRAW and not case.request.history:
        return
    lower = [pair for pair in case.order if case.rests[pair] == least and case.rank[pair] > case.rank[rested]]
    if case.system in (System.DANISH, System.REGISTRATION):
        # It is the lowest-ranked of them …
        if lower:
            yield Fault(Rule.REST, f"{rested} rests, {lower[-1]} is lower")
        return
    # … or, where rematches are avoided, the lowest-ranked whose rest brings the others the fewest.
    here = case.fewest_rematches(case.playing)
    if any(_rematches_if_resting(case, pair) <= here for pair in lower):
        yield Fault(Rule.REST, f"{rested} rests, a lower one could as well")
    higher = [pair for pair in case.order if case.rests[pair] == least and case.rank[pair] < case.rank[rested]]
    if here and any(_rematches_if_resting(case, pair) < here for pair in higher):
        yield Fault(Rule.REST, f"the rest of {rested} costs a rematch")


def _rematches_if_resting(case: _Case, pair: EntrantId) -> int:
    return case.fewest_rematches([other for other in case.order if other != pair])


def _lines(case: _Case) -> Iterator[Fault]:
    if case.system in (System.MITCHELL, System.MANUAL):
        return
    seats = [seat for seat in sorted(case.request.history, key=lambda past: past.round) if seat.met]
    for table, ew in case.played:
        claims = []
        for pair in (table.ns, ew):
            lines = ["NS" if past.ns == pair else "EW" for past in seats if past.met and pair in past.met]
            claims.append((lines.count("NS"), lines[-1:] == ["NS"], case.rank[pair]))
        # NS is who sat there less often, then who did not sit there last, then the better ranked.
        if claims[0] > claims[1]:
            yield Fault(Rule.LINES, f"table {table.number}: {claims}")


def _rematches(case: _Case) -> Iterator[Fault]:
    again = sum(case.again(table.ns, ew) for table, ew in case.played)
    # The draft counts its rematches.
    if again != case.draft.rematches:
        yield Fault(Rule.REMATCHES, f"{again} rematches, the draft says {case.draft.rematches}")
    # Mitchell brings none, within the rounds that its step holds.
    if case.system == System.MITCHELL and again:
        yield Fault(Rule.REMATCHES, f"{again} rematches in a Mitchell")
    # By lot and down the ranking without rematches: the fewest that are possible.
    if case.system in (System.DRAW, System.DANISH_NO_REMATCH) and again:
        fewest = case.fewest_rematches(case.playing)
        if again != fewest:
            yield Fault(Rule.REMATCHES, f"{again} rematches, {fewest} are possible")


def _clubs(case: _Case) -> Iterator[Fault]:
    if case.system != System.DRAW:
        return

    def price(one: EntrantId, other: EntrantId) -> tuple[int, int]:
        return case.again(one, other), case.same_club(one, other)

    def total(*tables: tuple[EntrantId, EntrantId]) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(price(*table) for table in tables), strict=True))

    for (first, b), (second, d) in combinations(case.played, 2):
        a, c = first.ns, second.ns
        # Clubmates are apart as far as possible: no exchange between two tables helps without a rematch more.
        if (before := total((a, b), (c, d))) > min(total((a, c), (b, d)), total((a, d), (b, c))):
            yield Fault(Rule.CLUBS, f"tables {first.number} and {second.number} could do better than {before}")


def _system(case: _Case) -> Iterator[Fault]:
    check = {
        System.MANUAL: _manual,
        System.MITCHELL: _mitchell,
        System.REGISTRATION: _registration,
        System.DANISH: _danish,
    }.get(case.system)
    if check:
        yield from check(case)


def _manual(case: _Case) -> Iterator[Fault]:
    # The tables are the referee's.
    if tuple((table.ns, table.ew) for table in case.draft.tables) != case.request.seats:
        yield Fault(Rule.SYSTEM, "not the seats that the referee set")


def _registration(case: _Case) -> Iterator[Fault]:
    yield from _neighbours(case, sorted(case.playing))


def _danish(case: _Case) -> Iterator[Fault]:
    yield from _neighbours(case, case.playing)


def _neighbours(case: _Case, row: list[EntrantId]) -> Iterator[Fault]:
    expected = {frozenset(row[at : at + 2]) for at in range(0, len(row), 2)}
    # 1 with 2, 3 with 4 …
    if {frozenset((table.ns, ew)) for table, ew in case.played} != expected:
        yield Fault(Rule.SYSTEM, "not 1–2, 3–4 …")


def _mitchell(case: _Case) -> Iterator[Fault]:
    now = {table.number: table for table in case.draft.tables}
    if not case.request.history:
        ew = [*case.order[len(now) :], None]
        seats = list(zip(case.order, ew, strict=False))[: len(now)]
        # The first round: entrants 1 … T are NS, the others EW, in order.
        if [(table.ns, table.ew) for _, table in sorted(now.items())] != seats:
            yield Fault(Rule.SYSTEM, "not the first seats of a Mitchell")
        return
    latest = max(past.round for past in case.request.history)
    last = [past for past in case.request.history if past.round == latest]
    for past in last:
        # NS stay at their table; those of a table that is closed may go anywhere.
        if past.ns in case.rank and past.table in now and now[past.table].ns != past.ns:
            yield Fault(Rule.SYSTEM, f"NS {past.ns} left table {past.table}")
    yield from _moves(case, now, {past.ew: past.table for past in last if past.ew in case.rank and past.table in now})


def _moves(case: _Case, now: dict[int, DraftTable], before: dict[EntrantId | None, int]) -> Iterator[Fault]:
    """`before`: the EW pairs still here, and the tables, still there, at which they sat."""
    steps = set()
    for number, table in now.items():
        for pair in (table.ns, table.ew):
            if pair is not None and pair in before:
                steps.add((number - before[pair]) % len(now))
            # Nobody who was EW becomes NS, except alone at a table whose NS has left.
            if pair is not None and pair in before and pair == table.ns and table.ew is not None:
                yield Fault(Rule.SYSTEM, f"EW {pair} became NS at table {number}")
    # EW move on all by the same step: the one asked for.
    asked = {(case.request.settings.step or step) % len(now) for step in steps}
    if len(steps) > 1 or steps != asked:
        yield Fault(Rule.SYSTEM, f"EW moved by {sorted(steps)}, asked for {case.request.settings.step}")


def _cost(case: _Case) -> Iterator[Fault]:
    if case.system not in (System.DANISH, System.DANISH_NO_REMATCH):
        # Only the systems that pair by ranking have a cost.
        if case.draft.cost is not None:
            yield Fault(Rule.COST, f"{case.system} has no cost")
        return
    place = {pair: at for at, pair in enumerate(case.playing)}
    tables = sorted(tuple(sorted((place[table.ns], place[ew]))) for table, ew in case.played)
    cost = sum((b - a) ** 2 for a, b in tables)
    # The cost is the sum of the squared ranking distances of those who play.
    if cost != case.draft.cost:
        yield Fault(Rule.COST, f"cost {cost}, the draft says {case.draft.cost}")
    if case.system != System.DANISH_NO_REMATCH or len(place) > TRY_ALL_UP_TO:
        return
    best = min(_price(case, round_) for round_ in every_round(list(range(len(place)))))
    # No other round is better in the sense of the policy.
    if _price(case, tables) != best:
        yield Fault(Rule.COST, f"{tables} costs {_price(case, tables)}, {best} is possible")


def every_round(places: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to make tables of all the places; the tables in order, the better place first."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        for rest in every_round([place for place in others if place != other]):
            yield [(first, other), *rest]


def _price(case: _Case, tables: list[tuple[int, ...]]) -> tuple[int, ...]:
    """What the policy weighs: rematches first, then the squares, or the opponents from the top down."""
    rematches = sum(case.again(case.playing[a], case.playing[b]) for a, b in tables)
    if case.request.settings.policy == Policy.MIN_SQUARE:
        return rematches, sum((b - a) ** 2 for a, b in tables)
    return rematches, *(b for _, b in tables)


def _reasons(case: _Case) -> Iterator[Fault]:
    for table, ew in case.played:
        codes = {reason.code for reason in table.why}
        # Every table says why it is so.
        if not codes - {ReasonCode.REMATCH, ReasonCode.SAME_CLUB}:
            yield Fault(Rule.REASONS, f"table {table.number} gives no reason")
        # A rematch is named, and only a rematch is.
        if case.again(table.ns, ew) != (ReasonCode.REMATCH in codes):
            yield Fault(Rule.REASONS, f"table {table.number}: rematch named wrongly")
        # So is a meeting of clubmates.
        if case.same_club(table.ns, ew) != (ReasonCode.SAME_CLUB in codes):
            yield Fault(Rule.REASONS, f"table {table.number}: same club named wrongly")
    by_hand = {ReasonCode.SEATED_BY_HAND} if case.system == System.MANUAL else set()
    for table in case.resting:
        # So is a rest.
        if not {reason.code for reason in table.why} & (RESTS | by_hand):
            yield Fault(Rule.REASONS, f"table {table.number}: the rest gives no reason")


RESTS = {ReasonCode.REST_LOWEST, ReasonCode.REST_DRAWN, ReasonCode.REST_MITCHELL, ReasonCode.REST_AGAIN}

CHECKS: tuple[Callable[[_Case], Iterator[Fault]], ...] = (
    _table_numbers,
    _rest,
    _lines,
    _rematches,
    _clubs,
    _system,
    _cost,
    _reasons,
)
