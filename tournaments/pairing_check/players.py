"""Individual tournaments: four players at a table, partners and opponents new in every round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    Movement,
    Outcome,
    PairingRequest,
    ReasonCode,
    TableResult,
)

from .case import Fault, Rule
from .counting import fewest_costly

WHIST_SIZES = range(4, 42)


def check_players(draft: Draft, request: PairingRequest) -> Iterator[Fault]:
    """Everything about one round of an individual tournament, beyond its seats and numbers."""
    order = [entrant.id for entrant in request.entrants]
    resting = [table.ns for table in draft.tables if table.ew is None]
    # As few rest as fours allow: at most three.
    if len(resting) != len(order) % 4:
        yield Fault(Rule.REST, f"{len(resting)} rest of {len(order)}")
    if not is_whist(draft):
        yield from _fair_rests(order, resting, request)
    partners = partnerships(request.history)
    again = sum(bool(partners[side]) for table in draft.tables for side in sides(table))
    if again != draft.rematches:
        yield Fault(Rule.REMATCHES, f"{again} partners again, the draft says {draft.rematches}")
    if not is_whist(draft):
        yield from _danish(draft, request, [player for player in order if player not in resting])
    # A tournament begins with a whist movement if one exists for so many, unless the referee prefers the Danish one.
    whist = not request.history and len(order) in WHIST_SIZES and len(order) % 4 < 2
    if whist and request.settings.movement is not Movement.DANISH and not is_whist(draft):
        yield Fault(Rule.SYSTEM, f"no whist for {len(order)} players")
    for table in draft.tables:
        # Every table, and every rest, says why it is so.
        if not {reason.code for reason in table.why} - {ReasonCode.PARTNERS_AGAIN}:
            yield Fault(Rule.REASONS, f"table {table.number} gives no reason")


def is_whist(draft: Draft) -> bool:
    """Return whether the draft says that it is a round of a whist movement."""
    return all(
        ReasonCode.WHIST in {reason.code for reason in table.why} for table in draft.tables if table.ew is not None
    )


def sides(table: DraftTable | TableResult) -> list[frozenset[EntrantId]]:
    """The two pairs of partners at a table; none at a rest."""
    found = [
        frozenset(player for player in side if player is not None)
        for side in ((table.ns, table.ns_partner), (table.ew, table.ew_partner))
    ]
    return [side for side in found if len(side) == 2]


def partnerships(tables: Sequence[DraftTable | TableResult]) -> Counter[frozenset[EntrantId]]:
    return Counter(side for table in tables for side in sides(table))


def oppositions(tables: Sequence[DraftTable | TableResult]) -> Counter[frozenset[EntrantId]]:
    return Counter(
        frozenset((one, other))
        for table in tables
        if len(both := sides(table)) == 2
        for one in both[0]
        for other in both[1]
    )


def _fair_rests(order: list[EntrantId], resting: list[EntrantId], request: PairingRequest) -> Iterator[Fault]:
    rests = Counter(
        past.ns
        for past in request.history
        if past.ns is not None and past.ew is None and past.outcome in (Outcome.REST, Outcome.OPEN)
    )
    if not resting:
        return
    # Nobody rests twice before everybody has; of those who rested least, the lowest-ranked.
    expected = sorted(order, key=lambda player: (rests[player], -order.index(player)))[: len(resting)]
    if sorted(expected) != sorted(resting):
        yield Fault(Rule.REST, f"{sorted(resting)} rest, expected {sorted(expected)}")


def _danish(draft: Draft, request: PairingRequest, order: list[EntrantId]) -> Iterator[Fault]:
    partners, opponents = partnerships(request.history), oppositions(request.history)
    again = draft.rematches
    # Repeated partners are as few as can be: any partners make tables, if the referee excludes no meeting.
    if (
        again
        and not request.settings.excluded
        and again != (fewest := fewest_costly(order, lambda one, other: bool(partners[frozenset((one, other))])))
    ):
        yield Fault(Rule.REMATCHES, f"{again} partners again, {fewest} are possible")
    fours = [order[at : at + 4] for at in range(0, len(order), 4)]
    strangers = not any(
        partners[both] + opponents[both] or tuple(sorted(both)) in request.settings.excluded
        for four in fours
        for both in map(frozenset, combinations(four, 2))
    )
    if request.settings.kept or not strangers:
        return
    expected = {frozenset(side) for a, b, c, d in fours for side in ((a, d), (b, c))}
    # In fours down the ranking, 1st and 4th against 2nd and 3rd, where nobody has met before.
    if {side for table in draft.tables for side in sides(table)} != expected:
        yield Fault(Rule.SYSTEM, f"not in fours down the ranking: {draft.tables}")


def check_whist(tables: Sequence[DraftTable], rounds: int, players: Sequence[EntrantId]) -> Iterator[Fault]:
    """`tables` of the first `rounds` rounds of one movement: nobody partners anybody twice, or opposes thrice."""
    cycle = len(players) - 1 if len(players) % 4 == 0 else len(players)
    together, against = partnerships(tables), oppositions(tables)
    for one, other in combinations(sorted(players), 2):
        both = frozenset((one, other))
        counts = together[both], against[both]
        # Over the full cycle everybody partners everybody once and opposes everybody twice.
        if counts[0] > 1 or counts[1] > 2 or (rounds == cycle and counts != (1, 2)):
            yield Fault(Rule.RUN, f"{one} and {other} after {rounds} rounds of {cycle}: {counts}")
    rests = Counter(table.ns for table in tables if table.ew is None)
    if any(times > 1 for times in rests.values()):
        yield Fault(Rule.REST, f"rests in a movement: {rests}")
