"""One evening played by the model: every round drawn by its system, every hand by the strengths and luck.

Pure: it pairs with `pairing`, ranks with `ranking` and `bracket`, and says how long it took. A hand takes 8 to 15
minutes; a round ends with its slowest table, or when its time is up, and 6 minutes go by until the next begins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from scoring.engine.hand import Hand
from tournaments.knockout.bracket import bracket_of, knockout_order
from tournaments.pairing import pair_round
from tournaments.ranking.standings import placed_by_knockout, standings
from tournaments.ranking.victory_points import absence_allowance, rest_allowance, scale_for_hands
from tournaments.records import (
    SAME_IN_A_RUN,
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
from tournaments.records.usual import usual_minutes

from .people import side_strength

HAND_MINUTES = (8, 15)
BREAK_MINUTES = 6

Deal = Callable[[Random, int], Hand]
"""Deals a hand, given the strength of NS above EW."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningFormat:
    """What is announced beforehand: the system of each round, and the hands of a round."""

    hands: int
    systems: tuple[System, ...]

    @property
    def kind(self) -> Kind:
        """Individual, if its rounds are."""
        return Kind.INDIVIDUAL if System.INDIVIDUAL in self.systems else Kind.PAIRS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """One round as it was drawn and played."""

    settings: RoundSettings
    draft: Draft
    results: tuple[TableResult, ...]
    hands: Mapping[int, Sequence[Hand]]
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvening:
    rounds: tuple[PlayedRound, ...]
    ranking: tuple[Standing, ...]

    @property
    def minutes(self) -> int:
        """From the first card to the last slip."""
        return sum(played.minutes for played in self.rounds) + BREAK_MINUTES * len(self.rounds)


def play_evening(
    wanted: EveningFormat,
    entrants: Sequence[Entrant],
    strengths: Mapping[EntrantId, int],
    *,
    deal: Deal,
    seed: int,
) -> PlayedEvening:
    """The whole evening from its seed. Raises PairingRefused where the format cannot be played by so many."""
    rng = Random(f"evening:{seed}")
    settings = round_settings(wanted.systems, len(entrants))
    rounds: list[PlayedRound] = []
    for number, system in enumerate(wanted.systems, start=1):
        request = _request(wanted, entrants, rounds, number, settings, seed)
        draft = pair_round(system, request)
        rounds.append(_play(wanted, draft, request, strengths, deal, rng))
    return PlayedEvening(rounds=tuple(rounds), ranking=_final_ranking(wanted, entrants, rounds, seed))


def round_settings(systems: Sequence[System], entrants: int) -> list[RoundSettings]:
    """What a referee would set for each round so that the announced systems hold for so many entrants."""
    chosen: list[RoundSettings] = []
    for system, run in groupby(systems):
        length = len(list(run))
        chosen += [_settings_of_run(system, length, entrants)] * length
    return chosen


def _settings_of_run(system: System, rounds: int, entrants: int) -> RoundSettings:
    if system is System.MITCHELL:
        return RoundSettings(step=1)
    if system is System.ROUND_ROBIN:
        # As few groups as let everybody of a group meet in the rounds there are.
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
    rounds: Sequence[PlayedRound],
    number: int,
    settings: Sequence[RoundSettings],
    seed: int,
) -> PairingRequest:
    ranking = _ranking(wanted, entrants, rounds, seed) if rounds else ()
    return PairingRequest(
        round=number,
        entrants=tuple(standing.entrant for standing in ranking) or tuple(entrants),
        history=tuple(table for played in rounds for table in played.results),
        seed=seed,
        settings=settings[number - 1],
        vp={standing.entrant.id: standing.vp for standing in ranking},
        run=_run(wanted, entrants, rounds, number, seed),
        rounds_planned=len(wanted.systems),
    )


def _run(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[PlayedRound], number: int, seed: int
) -> Run | None:
    """The run that the round goes on with, if the round before was of the same system."""
    system = wanted.systems[number - 1]
    first = number
    while first > 1 and wanted.systems[first - 2] is system:
        first -= 1
    if system not in SAME_IN_A_RUN or first == number:
        return None
    before = _ranking(wanted, entrants, rounds[: first - 1], seed) if first > 1 else ()
    order = tuple(standing.entrant.id for standing in before) or tuple(entrant.id for entrant in entrants)
    return Run(start=first, order=order)


def _play(
    wanted: EveningFormat,
    draft: Draft,
    request: PairingRequest,
    strengths: Mapping[EntrantId, int],
    deal: Deal,
    rng: Random,
) -> PlayedRound:
    hands: dict[int, list[Hand]] = {}
    results = []
    slowest = 0
    for table in draft.tables:
        played: list[Hand] = []
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
            played = [deal(rng, edge) for _each in range(wanted.hands)]
            slowest = max(slowest, sum(rng.randint(*HAND_MINUTES) for _each in played))
        hands[table.number] = played
        results.append(_scored(result, played))
    minutes = min(slowest, usual_minutes(wanted.hands))
    return PlayedRound(settings=request.settings, draft=draft, results=tuple(results), hands=hands, minutes=minutes)


def _scored(result: TableResult, hands: Sequence[Hand]) -> TableResult:
    if not hands:
        return result
    ns, ew = (sum(hand.sides[side].total for hand in hands) for side in (0, 1))
    return result._replace(ns_mp=ns, ew_mp=ew)


def _final_ranking(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[PlayedRound], seed: int
) -> tuple[Standing, ...]:
    """The ranking by figures, or as the knockout that ended the evening places its own."""
    rows = _ranking(wanted, entrants, rounds, seed)
    # Asked for the round after the last, the run of rounds that the last one belongs to.
    follower = replace(wanted, systems=(*wanted.systems, wanted.systems[-1]))
    run = _run(follower, entrants, rounds, len(follower.systems), seed)
    if wanted.systems[-1] is not System.KNOCKOUT or run is None:
        return rows
    history = [table for played in rounds for table in played.results]
    bracket = bracket_of(run, history, rounds[-1].settings)
    return placed_by_knockout(rows, knockout_order(bracket), tuple(TieBreak))


def _ranking(
    wanted: EveningFormat, entrants: Sequence[Entrant], rounds: Sequence[PlayedRound], seed: int
) -> tuple[Standing, ...]:
    scale = scale_for_hands(wanted.hands)
    return standings(
        entrants,
        [table for played in rounds for table in played.results],
        scale=scale,
        rest=rest_allowance(scale, wanted.hands),
        absence=absence_allowance(scale, wanted.hands),
        tie_breaks=tuple(TieBreak),
        seed=seed,
    )
