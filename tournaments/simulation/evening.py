"""One evening played by the model: each round is drawn by its system, each hand follows from strengths and luck.

The code is pure: it pairs with `pairing`, ranks with `ranking`, and computes the time taken. A hand takes 8 to 15
minutes; a round ends with its slowest table, or when its time is up, and 6 minutes pass until the next begins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from random import Random

from scoring.engine.hand import EnteredHand
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.systems import pair_round
from tournaments.ranking.bracket import bracket_of, knockout_order
from tournaments.ranking.gironi import dealt, knockout_seeds
from tournaments.ranking.standings import placed_by_knockout, standings
from tournaments.ranking.victory_points import absence_allowance, rest_allowance, scale_for_hands
from tournaments.records import (
    SAME_IN_A_RUN,
    Cut,
    Draft,
    Entrant,
    EntrantId,
    Kind,
    Outcome,
    PairingRequest,
    RoundSettings,
    Run,
    Standing,
    System,
    TableResult,
    TieBreak,
)
from tournaments.records.defaults import usual_minutes
from tournaments.records.gironi import even_sizes
from tournaments.records.plans import PlannedCut, Step, cuts_of, systems_of
from tournaments.records.sections import section_starts

from .people import side_strength

HAND_MINUTES = (8, 15)
BREAK_MINUTES = 6

Deal = Callable[[Random, int], EnteredHand]
"""A function that deals a hand, given the lead of NS over EW in strength."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningFormat:
    """The announced format: the system of each round, the hands of a round, and a cut into equal gironi."""

    hands: int
    systems: tuple[System, ...]
    cut: PlannedCut | None = None
    sections: int = 1
    """The sections of a Mitchell of the whole field; in gironi there are none."""

    @classmethod
    def of_plan(cls, steps: Sequence[Step], *, hands: int, sections: int = 1) -> "EveningFormat":
        """Return the format that a plan's steps announce."""
        systems = tuple(named.system for named in systems_of(steps))
        return cls(hands=hands, systems=systems, cut=next(iter(cuts_of(steps)), None), sections=sections)

    @property
    def kind(self) -> Kind:
        """Return the kind: individual if its rounds are."""
        return Kind.INDIVIDUAL if System.INDIVIDUAL in self.systems else Kind.PAIRS

    @property
    def cut_made(self) -> Cut | None:
        """Return the cut as a ranking counts it."""
        return None if self.cut is None else Cut(after_round=self.cut.after_round, carry=self.cut.carry)

    def stage(self, number: int) -> range:
        """Return the rounds before the cut or those after it, whichever that round is one of."""
        last = len(self.systems)
        if self.cut is None:
            return range(1, last + 1)
        after = self.cut.after_round
        return range(1, after + 1) if number <= after else range(after + 1, last + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRound:
    """A round as drawn and played."""

    settings: RoundSettings
    draft: Draft
    results: tuple[TableResult, ...]
    hands: Mapping[int, Sequence[EnteredHand]]
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedEvening:
    """An evening played by the computer, and its ranking."""

    rounds: tuple[SimulatedRound, ...]
    ranking: tuple[Standing, ...]

    @property
    def minutes(self) -> int:
        """Return the minutes from the first card to the last slip."""
        return sum(played.minutes for played in self.rounds) + BREAK_MINUTES * len(self.rounds)


def play_evening(
    wanted: EveningFormat,
    entrants: Sequence[Entrant],
    strengths: Mapping[EntrantId, int],
    *,
    deal: Deal,
    seed: int,
) -> SimulatedEvening:
    """Return the evening of that seed. Raise PairingRefused if so many entrants cannot play the format."""
    rng = Random(f"evening:{seed}")
    settings = _settings(wanted, len(entrants))
    rounds: list[SimulatedRound] = []
    for number, system in enumerate(wanted.systems, start=1):
        if wanted.cut is not None and number == wanted.cut.after_round + 1:
            entrants = _cut(wanted.cut, entrants, _ranking(wanted, entrants, rounds, seed))
        request = _request(wanted, entrants, rounds, number, settings, seed)
        draft = pair_round(system, request)
        rounds.append(_play(wanted, draft, request, strengths, deal, rng))
    return SimulatedEvening(rounds=tuple(rounds), ranking=_ranking(wanted, entrants, rounds, seed))


def _cut(cut: PlannedCut, entrants: Sequence[Entrant], ranking: Sequence[Standing]) -> list[Entrant]:
    """Return the entrants in equal gironi. Raise PairingRefused if there are too few for so many."""
    sizes = even_sizes(len(entrants), cut.gironi)
    if sizes[-1] < 2:
        raise PairingRefused(RefusalCode.GIRONE_TOO_FEW, {"girone": cut.gironi, "pairs": sizes[-1]})
    gironi = dealt(ranking, sizes)
    return [replace(entrant, girone=gironi[entrant.id]) for entrant in entrants]


def _settings(wanted: EveningFormat, entrants: int) -> list[RoundSettings]:
    """Return the settings of each round; in gironi those that fit the largest, in a knockout the whole field."""
    if wanted.cut is None:
        return round_settings(wanted.systems, entrants, wanted.sections)
    after, largest = wanted.cut.after_round, max(even_sizes(entrants, wanted.cut.gironi))
    of_stage = wanted.systems[after:]
    in_gironi, of_field = round_settings(of_stage, largest), round_settings(of_stage, entrants)
    return round_settings(wanted.systems[:after], entrants, wanted.sections) + [
        whole if system is System.KNOCKOUT else of_girone
        for system, whole, of_girone in zip(of_stage, of_field, in_gironi, strict=True)
    ]


def round_settings(systems: Sequence[System], entrants: int, sections: int = 1) -> list[RoundSettings]:
    """Return the settings for each round with which the announced systems fit that many entrants."""
    chosen: list[RoundSettings] = []
    for system, run in groupby(systems):
        length = len(list(run))
        chosen += [_settings_of_run(system, length, entrants, sections)] * length
    return chosen


def _settings_of_run(system: System, rounds: int, entrants: int, sections: int) -> RoundSettings:
    if system is System.MITCHELL:
        return RoundSettings(step=1, sections=section_starts((entrants + 1) // 2, sections))
    if system is System.ROUND_ROBIN:
        # As few groups as possible, so that everybody of a group can meet within the rounds.
        fitting = (groups for groups in range(1, entrants // 2 + 1) if _berger_rounds(entrants, groups) <= rounds)
        groups = next(fitting, 1)
        return RoundSettings(groups=groups, legs=2 if 2 * _berger_rounds(entrants, groups) <= rounds else 1)
    if system is System.KNOCKOUT:
        return RoundSettings(qualifiers=min(entrants, 2**rounds))
    return RoundSettings()


def _berger_rounds(entrants: int, groups: int) -> int:
    largest = -(-entrants // groups)
    return largest - 1 if largest % 2 == 0 else largest


def _request(
    wanted: EveningFormat,
    entrants: Sequence[Entrant],
    rounds: Sequence[SimulatedRound],
    number: int,
    settings: Sequence[RoundSettings],
    seed: int,
) -> PairingRequest:
    ranking = _to_draw(wanted, entrants, rounds, number, seed)
    stage, gironi = wanted.stage(number), _gironi(entrants)
    run = _run(wanted, entrants, rounds, number, seed)
    return PairingRequest(
        round=number,
        entrants=tuple(standing.entrant for standing in ranking) or tuple(entrants),
        history=tuple(table for played in rounds for table in played.results),
        seed=seed,
        settings=settings[number - 1],
        vp={standing.entrant.id: standing.vp for standing in ranking},
        run=run,
        girone_runs={} if run is None or not gironi else _of_each(run, gironi),
        rounds_planned=stage[-1],
        gironi=gironi,
        since=stage[0],
    )


def _gironi(entrants: Sequence[Entrant]) -> Mapping[EntrantId, int]:
    """Return everybody's girone; empty before the cut."""
    return {entrant.id: entrant.girone for entrant in entrants if entrant.girone is not None}


def _run(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[SimulatedRound], number: int, seed: int
) -> Run | None:
    """Return the run that the round continues, if the previous round had the same system."""
    system, first = wanted.systems[number - 1], _first_alike(wanted, number)
    if system not in SAME_IN_A_RUN or first == number:
        return None
    return _run_begun(wanted, entrants, rounds, first, seed)


def _first_alike(wanted: EveningFormat, number: int) -> int:
    """Return the first of the consecutive rounds of one system and stage that end with this one."""
    stage = wanted.systems[wanted.stage(number)[0] - 1 : number]
    before = takewhile(lambda system: system is wanted.systems[number - 1], reversed(stage))
    return number + 1 - len([*before])


def _run_begun(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[SimulatedRound], first: int, seed: int
) -> Run:
    before = _to_draw(wanted, entrants, rounds[: first - 1], first, seed)
    order = tuple(standing.entrant.id for standing in before) or tuple(entrant.id for entrant in entrants)
    return Run(start=first, order=order)


def _of_each(run: Run, gironi: Mapping[EntrantId, int]) -> Mapping[int, Run]:
    """Return the part of the run in each girone; nobody moves."""
    return {
        girone: replace(run, order=tuple(entrant for entrant in run.order if gironi[entrant] == girone))
        for girone in {*gironi.values()}
    }


def _to_draw(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[SimulatedRound], number: int, seed: int
) -> Sequence[Standing]:
    """Return the ranking by which a round is drawn: for a knockout that of its seeds; empty for the first."""
    ranking = _ranking(wanted, entrants, rounds, seed) if rounds else ()
    return knockout_seeds(ranking) if wanted.systems[number - 1] is System.KNOCKOUT else ranking


def _play(
    wanted: EveningFormat,
    draft: Draft,
    request: PairingRequest,
    strengths: Mapping[EntrantId, int],
    deal: Deal,
    rng: Random,
) -> SimulatedRound:
    hands: dict[int, list[EnteredHand]] = {}
    results = []
    slowest = 0
    for table in draft.tables:
        played: list[EnteredHand] = []
        result = TableResult(
            round=request.round,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            outcome=Outcome.REST if table.ew is None else Outcome.PLAYED,
            ns_partner=table.ns_partner,
            ew_partner=table.ew_partner,
        )
        if table.ew is not None:
            edge = side_strength(strengths, result.ns_side) - side_strength(strengths, result.ew_side)
            played = [deal(rng, edge) for _ in range(wanted.hands)]
            slowest = max(slowest, sum(rng.randint(*HAND_MINUTES) for _hand in played))
        hands[table.number] = played
        results.append(_scored(result, played))
    minutes = min(slowest, usual_minutes(wanted.hands))
    return SimulatedRound(settings=request.settings, draft=draft, results=tuple(results), hands=hands, minutes=minutes)


def _scored(result: TableResult, hands: Sequence[EnteredHand]) -> TableResult:
    if not hands:
        return result
    ns, ew = (sum(hand.sides[side].total for hand in hands) for side in (0, 1))
    return result._replace(ns_mp=ns, ew_mp=ew)


def _ranking(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[SimulatedRound], seed: int
) -> tuple[Standing, ...]:
    """Return the ranking by figures, with the places of a knockout if these rounds end in one."""
    scale, history = scale_for_hands(wanted.hands), [table for played in rounds for table in played.results]
    rows = standings(
        entrants,
        history,
        scale=scale,
        rest=rest_allowance(scale, wanted.hands),
        absence=absence_allowance(scale, wanted.hands),
        tie_breaks=tuple(TieBreak),
        seed=seed,
        cut=wanted.cut_made if _gironi(entrants) else None,
    )
    last = len(rounds)
    if not rounds or wanted.systems[last - 1] is not System.KNOCKOUT:
        return rows
    run = _run_begun(wanted, entrants, rounds, _first_alike(wanted, last), seed)
    return placed_by_knockout(rows, knockout_order(bracket_of(run, history, rounds[-1].settings)), tuple(TieBreak))
