"""A draft beside its request, read once in the terms of the rules."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations

from tournaments.records import Draft, DraftTable, EntrantId, Outcome, PairingRequest, System, TableResult

from .counting import fewest_costly, least_total

REMEMBERING = (System.DRAW, System.DANISH_NO_REMATCH, System.SWISS, System.MITCHELL)
"""The systems that avoid a rematch; for them `RoundSettings.memory` says which meetings count."""

MINDING_CLUBS = (System.DANISH_NO_REMATCH, System.SWISS)
"""The systems that keep clubmates apart if asked; `draw` always does."""

MEETINGS_FOLLOW_A_PLAN = (System.ROUND_ROBIN, System.KNOCKOUT, System.INDIVIDUAL)
"""The systems that plan a run of rounds: who meets and who rests is not this round's choice."""


class Rule(StrEnum):
    """The rules that a draft, or a run of them, can break."""

    SEATS = "seats"
    TABLE_NUMBERS = "table_numbers"
    KEPT = "kept"
    FIXED = "fixed"
    REST = "rest"
    LINES = "lines"
    BARRED = "barred"
    REMATCHES = "rematches"
    CLUBS = "clubs"
    SYSTEM = "system"
    COST = "cost"
    REASONS = "reasons"
    RUN = "run"
    GIRONI = "gironi"


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that a draft breaks, and where."""

    rule: Rule
    detail: str


class Case:
    """One round of pairs: who could sit where, and who does."""

    def __init__(self, draft: Draft, request: PairingRequest) -> None:
        self.draft = draft
        self.request = request
        self.system = draft.system
        self.order = [entrant.id for entrant in request.entrants]
        self.rank = {pair: place for place, pair in enumerate(self.order)}
        self.clubs = {entrant.id: set(entrant.clubs) for entrant in request.entrants}
        self.teams = {entrant.id: entrant.team for entrant in request.entrants}
        self.excluded = {frozenset(meeting) for meeting in request.settings.excluded}
        self.kept_numbers = {table.number for table in request.settings.kept}
        self.played = [(table, table.ew) for table in draft.tables if table.ew is not None]
        self.resting = [table for table in draft.tables if table.ew is None]

    @cached_property
    def meetings(self) -> dict[frozenset[EntrantId], int]:
        """Return the meetings so far, each with its latest round."""
        return {frozenset(past.met): past.round for past in self.request.history if past.met}

    @cached_property
    def moves(self) -> list[TableResult]:
        """The tables that a movement goes on from: those of the last round since it began."""
        past = [table for table in self.request.history if table.round >= self.request.since]
        latest = max((table.round for table in past), default=0)
        return [table for table in past if table.round == latest]

    @property
    def oldest(self) -> int:
        """The first round that this one remembers."""
        memory = self.request.settings.memory
        return 1 if memory is None or self.system not in REMEMBERING else max(1, self.request.round - memory)

    @cached_property
    def rests(self) -> dict[EntrantId, int]:
        """Return how often each pair was drawn without opponents; an absence, anybody's, is no rest."""
        rests: dict[EntrantId, int] = defaultdict(int)
        for past in self.request.history:
            if (past.ns is None) != (past.ew is None) and past.outcome in (Outcome.REST, Outcome.OPEN):
                rests[past.ns or past.ew or EntrantId(0)] += 1  # equivalent `past.ns or past.ew`: one is there
        return rests

    @cached_property
    def playing(self) -> list[EntrantId]:
        """Those who play, in ranking order."""
        seated = {pair for table, ew in self.played for pair in (table.ns, ew)}
        return [pair for pair in self.order if pair in seated]

    @cached_property
    def free(self) -> list[EntrantId]:
        """Those who play and whom the system seated, no table being kept for them; in ranking order."""
        at_kept_tables = {pair for table in self.request.settings.kept for pair in table.seated}
        return [pair for pair in self.playing if pair not in at_kept_tables]

    @cached_property
    def chosen(self) -> list[tuple[DraftTable, EntrantId]]:
        """The tables that the system made."""
        free = set(self.free)
        return [(table, ew) for table, ew in self.played if table.ns in free]

    def again(self, one: EntrantId, other: EntrantId) -> bool:
        return self.meetings.get(frozenset((one, other)), 0) >= self.oldest

    def same_club(self, one: EntrantId, other: EntrantId) -> bool:
        return bool(self.clubs[one] & self.clubs[other])

    def teammates(self, one: EntrantId, other: EntrantId) -> bool:
        return self.teams[one] is not None and self.teams[one] == self.teams[other]

    def barred(self, one: EntrantId, other: EntrantId) -> bool:
        """Return whether they are of one team or excluded by the referee, which outweighs everything else."""
        return self.teammates(one, other) or frozenset((one, other)) in self.excluded

    def gravity(self, one: EntrantId, other: EntrantId) -> tuple[bool, bool, bool]:
        """Return the faults of a table that matter to its system, the worst first."""
        clubs = self.system is System.DRAW or (self.system in MINDING_CLUBS and self.request.settings.avoid_clubs)
        return (
            self.barred(one, other),
            self.system in REMEMBERING and self.again(one, other),
            clubs and self.same_club(one, other),
        )

    def fewest(self, pairs: Sequence[EntrantId], level: int) -> int:
        """The fewest tables of a round of all `pairs` with something wrong of this level or a worse one."""
        return fewest_costly(pairs, lambda one, other: any(self.gravity(one, other)[: level + 1]))

    def least_grave(self, pairs: Sequence[EntrantId], levels: int) -> tuple[int, ...] | None:
        """Return the fewest faulty tables of a round of all `pairs`: of the first level, then of the next.

        None where neither counting nor trying decides.
        """
        if self.fewest(pairs, levels - 1) == 0:
            return (0,) * levels
        size = len(pairs) + 1

        def price(a: int, b: int) -> int:
            return sum(size ** (levels - level) for level in range(levels) if self.gravity(pairs[a], pairs[b])[level])

        least = least_total(len(pairs), price)
        if least is not None:
            return tuple(least // size ** (levels - level) % size for level in range(levels))
        above = [any(self.gravity(*table)[: levels - 1]) for table in combinations(pairs, 2)]
        return None if any(above) else (0,) * (levels - 1) + (self.fewest(pairs, levels - 1),)
