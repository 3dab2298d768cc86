"""Random evenings, each reproducible by its seed: pairs come and go, rankings change, all systems take turns.

Strengths, clubs, teams, fixed tables and unwanted meetings are drawn once for an evening; the system, its settings, the
results, and who comes and goes are drawn for each round. VP are the sum of a simple scale.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tournaments.pairing import PairingRefused
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    Entrant,
    EntrantId,
    Fold,
    Movement,
    NamedSystem,
    Outcome,
    PairingRequest,
    Policy,
    RoundSettings,
    Run,
    System,
    TableResult,
)
from tournaments.records.sections import section_starts
from tournaments.records.settings_json import USUAL

SOMETIMES_ABSENT = (Outcome.PLAYED,) * 12 + (Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH)

SHAPE: Mapping[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("groups",),
    System.KNOCKOUT: ("qualifiers",),
    System.INDIVIDUAL: ("movement",),
}
"""The systems that plan ahead, with the settings that all rounds of one run share."""

REDRAWN = (System.DRAW, System.DANISH, System.DANISH_NO_REMATCH, System.SWISS)
"""The systems whose drafts can be drawn again around some kept tables."""

REST_VP = 14

OWN_SYSTEMS = (
    *(NamedSystem.DRAW, NamedSystem.REGISTRATION, NamedSystem.MITCHELL, NamedSystem.DANISH, NamedSystem.SWISS),
    *(NamedSystem.DANISH_MODIFIED, NamedSystem.DANISH_NO_REMATCH),
    *([NamedSystem.ROUND_ROBIN] * 4 + [NamedSystem.KNOCKOUT] * 4),
)
"""The systems that a girone may have instead of the round's, those that go on over rounds more often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """One round of an evening: the request, and the draft or the refusal."""

    system: System
    request: PairingRequest
    answer: Draft | PairingRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class Twists:
    """Further events, beside clubs, absences, and pairs that come and go."""

    coming_and_going: bool = True
    fixed_tables: bool = False
    teams: bool = False
    exclusions: bool = False
    keeping: bool = False
    gironi: bool = False
    """The ranking is cut once, and pairs are moved now and then."""
    sections: bool = False
    """Mitchell rounds are played in sections, the same ones all evening."""
    own_systems: bool = False
    """Gironi are drawn by different systems now and then."""


PLAIN = Twists()
EVERYTHING = Twists(fixed_tables=True, teams=True, exclusions=True, keeping=True)


def entrants(order: Iterable[int], clubs: Mapping[int, tuple[str, ...]] | None = None) -> tuple[Entrant, ...]:
    clubs = clubs or {}
    return tuple(
        Entrant(id=EntrantId(number), names=(f"Player {number}", f"Partner {number}"), clubs=clubs.get(number, ()))
        for number in order
    )


def results(draft: Draft, round: int, outcomes: Sequence[Outcome] = (Outcome.PLAYED,)) -> tuple[TableResult, ...]:
    """Return the draft's tables as history; the played ones end by the `outcomes` in turn."""
    return tuple(
        TableResult(
            round=round,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            outcome=Outcome.REST if table.ew is None else outcomes[table.number % len(outcomes)],
            ns_partner=table.ns_partner,
            ew_partner=table.ew_partner,
        )
        for table in draft.tables
    )


def run_of(
    system: System, size: int, rounds: int, settings: RoundSettings = USUAL, *, seed: int = 0
) -> list[tuple[Draft, PairingRequest]]:
    """Return this many rounds of one system that plans ahead, won or tied by lot; nobody comes or goes."""
    rounds_played: list[tuple[Draft, PairingRequest]] = []
    history: tuple[TableResult, ...] = ()
    lot, field, run = Random(seed), entrants(range(1, size + 1)), None
    for number in range(1, rounds + 1):
        request = PairingRequest(
            round=number,
            entrants=tuple(lot.sample(field, size)) if history else field,
            history=history,
            seed=seed,
            settings=settings,
            run=run,
            rounds_planned=rounds,
        )
        draft = pair_round(system, request)
        rounds_played.append((draft, request))
        run = run or Run(start=1, order=tuple(entrant.id for entrant in request.entrants))
        history += tuple(
            table._replace(ns_mp=lot.choice([0, 100]), ew_mp=lot.choice([0, 100])) for table in results(draft, number)
        )
    return rounds_played


def evening(
    seed: int,
    systems: Sequence[System],
    *,
    largest: int = 64,
    rounds: int = 8,
    size: int | None = None,
    twists: Twists = PLAIN,
) -> Iterator[Paired]:
    """Return an evening's rounds. After a refused round, which is not in the history, another system is requested."""
    lot = Random(seed)
    chosen = min(lot.randint(2, largest), lot.randint(2, largest)) if size is None else size
    hall = _Hall(lot, chosen, twists)
    last, number, refused, system = lot.randint(2, rounds), 1, 0, lot.choice(systems)
    while number <= last and refused < 10:
        if system not in SHAPE or refused or lot.random() < 0.15:
            system = lot.choice(systems)
        request = hall.request(number, system, last)
        answer = _answer(system, request)
        if isinstance(answer, Draft) and twists.keeping and system in REDRAWN and lot.random() < 0.3:
            yield Paired(system=system, request=request, answer=answer)
            kept = tuple(replace(table, why=()) for table in answer.tables if lot.random() < 0.3)
            again = replace(request, seed=request.seed + 1, settings=replace(request.settings, kept=kept))
            request, answer = again, _answer(system, again)
        yield Paired(system=system, request=request, answer=answer)
        if isinstance(answer, PairingRefused):
            refused += 1
            hall.shapes.pop(system, None)
            hall.own_systems = {}
            continue
        refused = 0
        hall.play(answer, request)
        number += 1


def _answer(system: System, request: PairingRequest) -> Draft | PairingRefused:
    try:
        return pair_round(system, request)
    except PairingRefused as refusal:
        return refusal


@dataclass(slots=True)
class _Hall:
    """The pairs present, and the history so far."""

    lot: Random
    size: int
    twists: Twists
    here: set[int] = field(init=False)
    entrant: dict[int, Entrant] = field(init=False)
    strength: dict[int, int] = field(init=False)
    excluded: tuple[tuple[EntrantId, EntrantId], ...] = field(init=False)
    sections: tuple[int, ...] = field(init=False)
    newest: int = field(init=False)
    history: tuple[TableResult, ...] = ()
    played: list[tuple[System, RoundSettings, tuple[EntrantId, ...]]] = field(default_factory=list)
    gironi: dict[EntrantId, int] = field(default_factory=dict)
    gironi_then: list[dict[EntrantId, int]] = field(default_factory=list)
    """Those of each round played."""
    since: int = 1
    shapes: dict[System, RoundSettings] = field(default_factory=dict)
    own_systems: dict[int, NamedSystem] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = range(1, 2 * self.size + 20)
        self.here, self.newest = set(range(1, self.size + 1)), self.size
        clubs, teams = _clubs(self.lot, numbers[-1]), _teams(self.lot, numbers, self.twists.teams)
        self.entrant = {
            entrant.id: replace(entrant, team=teams.get(entrant.id), fixed_table=self._fixed_table())
            for entrant in entrants(numbers, clubs)
        }
        self.sections = self._sections() if self.twists.sections else ()
        # A few halls are so even that rankings freeze; others have great differences.
        spread = self.lot.choice([0, 50, 500])
        self.strength = {number: self.lot.randint(0, spread) for number in numbers}
        self.excluded = self._exclusions() if self.twists.exclusions and self.size > 3 else ()

    def _fixed_table(self) -> int | None:
        if not self.twists.fixed_tables or self.lot.random() < 0.9:
            return None
        return self.lot.randint(1, self.size // 2 + 2)

    def _sections(self) -> tuple[int, ...]:
        """Return sections of two tables at least; of a small hall there may be one."""
        tables = (self.size + 1) // 2
        return section_starts(tables, self.lot.randint(1, max(1, min(5, tables // 2))))

    def _exclusions(self) -> tuple[tuple[EntrantId, EntrantId], ...]:
        meetings = [sorted(self.lot.sample(range(1, self.size + 1), 2)) for _ in range(self.lot.choice([0, 1, 4, 20]))]
        return tuple(sorted({(EntrantId(one), EntrantId(other)) for one, other in meetings}))

    def request(self, number: int, system: System, rounds: int) -> PairingRequest:
        if self.twists.gironi and number > 1 and self.lot.random() < 0.5:
            self._cut_or_move(number)
        vp, order = self._ranking()
        settings = self._settings(system)
        if system is System.MITCHELL and not self.gironi:
            settings = replace(settings, sections=self.sections)
        if self.twists.own_systems and self.gironi:
            settings = self._with_own_systems(system, settings)
        if system is System.KNOCKOUT and not settings.by_girone:
            order = self._crossed(order)
        settings = replace(settings, advance=self._advanced())
        return PairingRequest(
            round=number,
            entrants=tuple(self.entrant[pair] for pair in order),
            history=self.history,
            seed=self.lot.randrange(1 << 32),
            settings=settings,
            vp={EntrantId(pair): vp[pair] for pair in order},
            run=self._run(system, settings),
            girone_runs=self._girone_runs(system, settings),
            rounds_planned=rounds,
            gironi=dict(self.gironi),
            since=self.since,
            seats=_seats(order, self.lot) if system is System.MANUAL else (),
        )

    def _crossed(self, order: list[int]) -> list[int]:
        """Return the order in which gironi seed a knockout: the first of each, then the second of each."""
        before: Counter[int] = Counter()
        places = {}
        for pair in order:
            girone = self.gironi.get(EntrantId(pair), 0)
            before[girone] += 1
            places[pair] = before[girone], girone
        return sorted(order, key=places.__getitem__)

    def _cut_or_move(self, number: int) -> None:
        """Cut the ranking into gironi of any sizes, or move a pair; whoever is not here is in the last."""
        if self.gironi:
            self.gironi[EntrantId(self.lot.choice(sorted(self.here)))] = self.lot.choice(
                sorted({*self.gironi.values()})
            )
            return
        _vp, order = self._ranking()
        ends = sorted(self.lot.choices(range(2, len(order) + 1), k=self.lot.choice([1, 1, 2, 3]))) if order[2:] else []
        self.gironi = dict.fromkeys(map(EntrantId, self.entrant), len(ends) + 1)
        self.gironi |= {EntrantId(entrant): 1 + sum(at >= end for end in ends) for at, entrant in enumerate(order)}
        self.since = number

    def _settings(self, system: System) -> RoundSettings:
        """Return the settings of the current run, or new ones."""
        lot = self.lot
        if system in SHAPE and system in self.shapes and lot.random() < 0.95:
            return self.shapes[system]
        settings = RoundSettings(
            step=lot.choice([None, 1, 2, 3, lot.randint(1, 64)]),
            start_by_lot=self.size % 3 == 0,
            policy=lot.choice(list(Policy)),
            memory=lot.choice([None, None, 1, 2, 4]),
            avoid_clubs=lot.random() < 0.3,
            fold=lot.choice(list(Fold)),
            legs=lot.choice([1, 1, 2]),
            groups=lot.choice([1, 1, 1, 2, 3, 4]),
            qualifiers=lot.choice([None, None, 2, 4, 8, lot.randint(2, 2 * self.size)]),
            third_place=lot.random() < 0.7,
            movement=lot.choice([None, None, *Movement]),
            excluded=self.excluded,
        )
        self.shapes[system] = settings
        return settings

    def _advanced(self) -> tuple[EntrantId, ...]:
        """Let the referee advance EW at every other tied table of the last round."""
        last = max((past.round for past in self.history), default=0)
        even = [past for past in self.history if past.round == last and past.ns_mp == past.ew_mp]
        return tuple(sorted(past.ew for past in even[::2] if past.ew is not None))

    def _with_own_systems(self, system: System, settings: RoundSettings) -> RoundSettings:
        """Let some gironi have a system of their own, mostly that of the round before, and keep their runs.

        A knockout is one of all now and then, or one of each girone that has nothing else.
        """
        for girone in sorted({*self.gironi.values()}):
            if not self.own_systems or self.lot.random() < 0.2:
                self.own_systems[girone] = self.lot.choice(OWN_SYSTEMS)
            if self.lot.random() < 0.2:
                self.own_systems.pop(girone, None)
        shape = self.shapes.get(System.ROUND_ROBIN)
        if shape is not None and self.lot.random() < 0.95:
            settings = replace(settings, legs=shape.legs, groups=shape.groups)
        elif self.lot.random() < 0.7:
            settings = replace(settings, legs=1, groups=1)
        self.shapes[System.ROUND_ROBIN] = settings
        shape = self.shapes.get(System.KNOCKOUT)
        if system is not System.KNOCKOUT and shape is not None and self.lot.random() < 0.95:
            settings = replace(settings, qualifiers=shape.qualifiers, third_place=shape.third_place)
        elif system is not System.KNOCKOUT:
            settings = replace(settings, qualifiers=self.lot.choice([None, None, 2, 4]))
        self.shapes[System.KNOCKOUT] = settings
        own = dict(self.own_systems)
        if system is System.KNOCKOUT:
            own = {} if self.lot.random() < 0.5 else dict.fromkeys(self.gironi.values(), NamedSystem.KNOCKOUT) | own
        return replace(settings, by_girone=tuple(sorted(own.items())))

    def _run(self, system: System, settings: RoundSettings) -> Run | None:
        """Return the run of the latest rounds with this system and shape, of the whole field."""
        if self.gironi and system is System.ROUND_ROBIN:
            return None
        start = self._start_of_run(system, settings)
        return None if start is None else Run(start=start, order=self.played[start - 1][2])

    def _girone_runs(self, system: System, settings: RoundSettings) -> dict[int, Run]:
        """Return the run of each girone: in each its own system counts."""
        runs = {}
        for girone in {*self.gironi.values()}:
            start = self._start_of_run(own_system(system, settings, girone), settings, girone)
            if start is not None:
                begun = (Run(start=at, order=self._in_girone(girone, at)) for at in range(start, len(self.played) + 1))
                run = next((run for run in begun if run.order), None)
                runs |= {girone: run} if run else {}
        return runs

    def _in_girone(self, girone: int, number: int) -> tuple[EntrantId, ...]:
        gironi = self.gironi_then[number - 1]
        return tuple(entrant for entrant in self.played[number - 1][2] if gironi[entrant] == girone)

    def _start_of_run(self, system: System, settings: RoundSettings, girone: int = 0) -> int | None:
        start = None
        for number in range(len(self.played), self.since - 1, -1) if system in SHAPE else ():
            other, then, _order = self.played[number - 1]
            if own_system(other, then, girone) is not system:
                break
            if system is System.KNOCKOUT and bool(then.by_girone) != bool(girone):
                break
            if any(getattr(then, name) != getattr(settings, name) for name in SHAPE[system]):
                break
            start = number
        return start

    def _ranking(self) -> tuple[dict[int, int], list[int]]:
        """Return the VP, and those present by VP, MP difference and number, sometimes reversed."""
        vp, difference = dict.fromkeys(self.entrant, 0), dict.fromkeys(self.entrant, 0)
        for past in self.history:
            ns_vp, ew_vp = victory_points(past)
            balance = (past.ns_mp or 0) - (past.ew_mp or 0)
            for side, points, sign in ((past.ns_side, ns_vp, 1), (past.ew_side, ew_vp, -1)):
                for entrant in side:
                    vp[entrant] += points
                    difference[entrant] += sign * balance
        order = sorted(
            self.here, key=lambda pair: (self.gironi.get(EntrantId(pair), 0), -vp[pair], -difference[pair], pair)
        )
        return vp, order

    def play(self, draft: Draft, request: PairingRequest) -> None:
        outcomes = self.lot.sample(SOMETIMES_ABSENT, len(SOMETIMES_ABSENT))
        self.history += tuple(self._with_points(table) for table in results(draft, request.round, outcomes))
        order = tuple(entrant.id for entrant in request.entrants)
        self.played.append((draft.system, request.settings, order))
        self.gironi_then.append(dict(request.gironi))
        if self.twists.coming_and_going:
            self._come_and_go(2 if draft.system is not System.INDIVIDUAL else 4)

    def _with_points(self, table: TableResult) -> TableResult:
        """Return the table with MP in fives, by strength and luck; equal strengths give many ties."""
        if table.outcome is not Outcome.PLAYED:
            return table
        ns, ew = (
            5 * (sum(self.strength[entrant] for entrant in side) + self.lot.choice([0, 0, 10, 40, 100]))
            for side in (table.ns_side, table.ew_side)
        )
        return table._replace(ns_mp=ns, ew_mp=ew)

    def _come_and_go(self, least: int) -> None:
        """Let some leave and some arrive now and then, but keep at least `least`."""
        if self.lot.random() < 0.2:
            leaving = max(0, min(len(self.here) - least, self.lot.randint(0, 3)))
            self.here.difference_update(self.lot.sample(sorted(self.here), leaving))
        if self.lot.random() < 0.1 and self.newest + 4 < 2 * self.size + 20:
            arrivals = self.lot.randint(1, 3)
            self.here.update(range(self.newest + 1, self.newest + 1 + arrivals))
            self.newest += arrivals


def own_system(system: System, settings: RoundSettings, girone: int) -> System:
    """Return the system of a girone in such a round."""
    if system is System.MANUAL or (system is System.KNOCKOUT and not settings.by_girone):
        return system
    named = [named.system for its, named in settings.by_girone if its == girone]
    return named[0] if named else system


def victory_points(table: TableResult) -> tuple[int, int]:
    """Share twenty VP in steps of 100 MP; a rest or an absent opponent gives 14, an absence 6."""
    match table.outcome:
        case Outcome.PLAYED:
            steps = ((table.ns_mp or 0) - (table.ew_mp or 0)) // 100
            swing = max(-10, min(10, steps))
            return 10 + swing, 10 - swing
        case Outcome.ABSENT_NS:
            return 6, REST_VP
        case Outcome.ABSENT_EW:
            return REST_VP, 6
        case Outcome.REST:
            return REST_VP, 0
    return 0, 0


def _clubs(lot: Random, largest: int) -> dict[int, tuple[str, ...]]:
    """Draw few clubs, many, a club of half of the hall or none; some pairs have two clubs."""
    names = [*"ABCDEFGH"[: lot.randint(1, 8)], *"A" * lot.choice([0, 0, 3, 8])]
    members = lot.choice([0, 1, 1, 2])
    return {number: tuple(sorted({*lot.choices(names, k=members)})) for number in range(1, largest + 1)}


def _teams(lot: Random, numbers: Iterable[int], wanted: bool) -> dict[int, int]:
    """Draw teams of two to four pairs, or rarely one with more than half of the hall."""
    if not wanted or lot.random() < 0.3:
        return {}
    if lot.random() < 0.1:
        return {number: 1 for number in numbers if lot.random() < 0.6}
    size = lot.randint(2, 4)
    return {number: (number - 1) // size + 1 for number in numbers}


def _seats(order: list[int], lot: Random) -> tuple[tuple[EntrantId, EntrantId | None], ...]:
    shuffled: list[EntrantId | None] = [EntrantId(number) for number in lot.sample(order, len(order))]
    if len(shuffled) % 2:
        shuffled.append(None)
    return tuple(zip(shuffled[::2], shuffled[1::2], strict=True))  # type: ignore[arg-type]
