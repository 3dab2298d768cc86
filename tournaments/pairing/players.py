"""The common parts of the movements of individual tournaments: earlier rounds, lines, tables.

This is the counterpart of `common` for four players at a table. Clubs are ignored: with partners that change every
round, clubmates meet anyway.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from tournaments.records import (
    ABSENCES,
    Draft,
    DraftTable,
    EntrantId,
    Line,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)

Partners = tuple[EntrantId, EntrantId]
Rests = Sequence[tuple[EntrantId, Reason]]


@dataclass(frozen=True, slots=True)
class Four:
    """A four: two partners against two partners, not yet at a table, with the reason."""

    one: Partners
    other: Partners
    why: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPast:
    """The earlier rounds, as they matter for the next one.

    Seated players count, played or not; an absence is not a rest.
    """

    partnered: Mapping[frozenset[EntrantId], tuple[int, ...]]
    """The rounds in which two players were partners."""
    opposed: Mapping[frozenset[EntrantId], int]
    """The number of times two players were opponents."""
    rests: Counter[EntrantId]
    times_ns: Counter[EntrantId]
    last_line: Mapping[EntrantId, Line]

    @classmethod
    def of(cls, history: Iterable[TableResult]) -> "PlayersPast":
        partnered: dict[frozenset[EntrantId], tuple[int, ...]] = {}
        opposed: Counter[frozenset[EntrantId]] = Counter()
        rests: Counter[EntrantId] = Counter()
        times_ns: Counter[EntrantId] = Counter()
        last_line: dict[EntrantId, Line] = {}
        for table in history:
            if table.met is None:
                rests.update((*table.ns_side, *table.ew_side) if table.outcome not in ABSENCES else ())
                continue
            for partners in (table.ns_side, table.ew_side):
                both = frozenset(partners)
                partnered[both] = (*partnered.get(both, ()), table.round)
            opposed.update(frozenset((one, other)) for one in table.ns_side for other in table.ew_side)
            times_ns.update(table.ns_side)
            last_line |= dict.fromkeys(table.ns_side, Line.NS) | dict.fromkeys(table.ew_side, Line.EW)
        return cls(partnered=partnered, opposed=opposed, rests=rests, times_ns=times_ns, last_line=last_line)

    def partners(self, one: EntrantId, other: EntrantId) -> tuple[int, ...]:
        """Return the rounds in which they were partners."""
        return self.partnered.get(frozenset((one, other)), ())

    def lines(self, one: Partners, other: Partners) -> tuple[Partners, Partners]:
        """Return NS and EW: NS are those who sat there less often, together; then fewer times in their last round."""

        def turn(partners: Partners) -> tuple[int, int]:
            latest = [self.last_line.get(player) for player in partners]
            return sum(self.times_ns[player] for player in partners), latest.count(Line.NS)

        return (other, one) if turn(other) < turn(one) else (one, other)


def seat_players(
    request: PairingRequest,
    past: PlayersPast,
    *,
    fours: Sequence[Four],
    rests: Rests,
    forced: bool,
    cost: int | None = None,
) -> Draft:
    """Return the round: the fours in order at the tables that are not kept, the rests last.

    If `forced` is true, the movement repeats a partnership only if it cannot be avoided.
    """
    kept_tables = request.settings.kept
    taken = {table.number for table in kept_tables}
    free = (number for number in count(1) if number not in taken)
    seated = []
    for four in fours:
        ns, ew = past.lines(four.one, four.other)
        table = DraftTable(number=next(free), ns=ns[0], ns_partner=ns[1], ew=ew[0], ew_partner=ew[1])
        seated.append(replace(table, why=(four.why, *_notes(request, past, table, forced=forced))))
    for player, reason in rests:
        seated.append(DraftTable(number=next(free), ns=player, ew=None, why=(reason,)))
    for table in kept_tables:
        why = (Reason(ReasonCode.KEPT), *_notes(request, past, table, forced=False))
        seated.append(replace(table, why=why))
    return Draft(
        system=System.INDIVIDUAL,
        seed=request.seed,
        tables=tuple(sorted(seated, key=lambda table: table.number)),
        cost=cost,
        rematches=sum(bool(past.partners(*partners)) for table in seated for partners in partners_at(table)),
    )


def partners_at(table: DraftTable) -> tuple[Partners, ...]:
    """Return the two partnerships of a table; none at a rest."""
    if table.ew is None or table.ns_partner is None or table.ew_partner is None:
        return ()
    return (table.ns, table.ns_partner), (table.ew, table.ew_partner)


def _notes(request: PairingRequest, past: PlayersPast, table: DraftTable, *, forced: bool) -> Iterator[Reason]:
    """Yield the notes for the referee on a table: repeated partners, and excluded meetings."""
    for pair, other in partners_at(table):
        if rounds := past.partners(pair, other):
            mixed = forced and bool(request.settings.excluded)
            facts = {"pair": pair, "other": other, "round": rounds[-1], "forced": forced, "mixed": mixed}
            yield Reason(ReasonCode.PARTNERS_AGAIN, facts)
    for pair, other in request.settings.excluded:
        if pair in table.seated and other in table.seated:
            yield Reason(ReasonCode.EXCLUDED, {"pair": pair, "other": other})
