"""The optima against naive exact solvers: all rounds of up to 12 pairs, matchings on all edges of up to 256."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.pairing.evenings import Twists, entrants, evening, results
from tests.tournaments.pairing.naive import (
    cost_of,
    least_by_trying,
    least_on_all_edges,
    played,
    price_of_a_table,
    those_who_play,
    top_down_by_walking,
    wrong_with,
)
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    EntrantId,
    Fold,
    Outcome,
    PairingRequest,
    Policy,
    RoundSettings,
    System,
    TableResult,
)

EXACT = [
    (System.DRAW, Policy.TOP_DOWN),
    (System.DANISH_NO_REMATCH, Policy.TOP_DOWN),
    (System.DANISH_NO_REMATCH, Policy.MIN_SQUARE),
    (System.SWISS, Policy.TOP_DOWN),
]


def random_history(lot: Random, size: int, rounds: int) -> list[TableResult]:
    """Return rounds of random tables, with rematches."""
    return [table for number in range(1, rounds + 1) for table in random_round(lot, number, size)]


def random_round(lot: Random, number: int, size: int) -> list[TableResult]:
    order = [EntrantId(pair) for pair in lot.sample(range(1, size + 1), size)]
    return [
        TableResult(round=number, table=table, ns=ns, ew=ew, outcome=Outcome.PLAYED)
        for table, (ns, ew) in enumerate(zip(order[::2], order[1::2], strict=False), 1)
    ]


def frozen_round(number: int, size: int, history: Sequence[TableResult]) -> tuple[TableResult, ...]:
    """Return the next round of a ranking that never changes."""
    request = PairingRequest(round=number, entrants=entrants(range(1, size + 1)), history=tuple(history))
    return results(pair_round(System.DANISH_NO_REMATCH, request), number)


def field(lot: Random, size: int, history: Sequence[TableResult], policy: Policy) -> PairingRequest:
    """Return a request of `size` pairs, perhaps with clubs, teams, unwanted meetings or a memory."""
    clubs = {number: (lot.choice("AABC"),) for number in range(1, size + 1) if lot.random() < 0.7}
    teams = lot.choice([0, 0, 2, 3, size])
    pairs = [
        replace(entrant, team=(entrant.id - 1) // teams if teams else None)
        for entrant in entrants(range(1, size + 1), clubs)
    ]
    unwanted = {tuple(sorted(lot.sample(range(1, size + 1), 2))) for _ in range(lot.choice([0, 0, 2, size]))}
    lot.shuffle(pairs)
    return PairingRequest(
        round=1 + max((table.round for table in history), default=0),
        entrants=tuple(pairs),
        history=tuple(history),
        seed=lot.randrange(1 << 32),
        settings=RoundSettings(
            policy=policy,
            memory=lot.choice([None, None, 1, 3]),
            avoid_clubs=lot.random() < 0.5,
            fold=lot.choice(list(Fold)),
            excluded=tuple((EntrantId(one), EntrantId(other)) for one, other in sorted(unwanted)),
        ),
        vp=_vp([pair.id for pair in pairs], lot),
    )


def _vp(ranking: Sequence[EntrantId], lot: Random) -> dict[EntrantId, int]:
    """Return VP that fall down the ranking, with many ties."""
    vp, points = {}, 100
    for pair in ranking:
        points -= lot.choice([0, 0, 0, 1, 2, 7])
        vp[pair] = points
    return vp


def check_by_trying(system: System, request: PairingRequest, context: str) -> Draft:
    draft = pair_round(system, request)
    playing = those_who_play(draft, request)
    price = price_of_a_table(system, request, playing)
    assert cost_of(draft, request, price) == least_by_trying(len(playing), price), context
    return draft


@pytest.mark.parametrize(("system", "policy"), EXACT)
def test_every_round_tried(system: System, policy: Policy) -> None:
    """Up to 12 pairs play up to three rounds more than they have opponents, so rematches are often forced."""
    forced = 0
    for seed in range(150):
        lot = Random(seed)
        size = lot.randint(2, 12)
        history = random_history(lot, size, lot.randint(0, size + 2))
        request = field(lot, size, history, policy)
        forced += check_by_trying(system, request, f"seed {seed}").rematches > 0
    assert forced > 15


@pytest.mark.parametrize(("system", "policy"), EXACT)
def test_a_frozen_ranking_tried_until_long_after_everybody_has_met(system: System, policy: Policy) -> None:
    """The ranking never changes, so neighbours have met again and again."""
    for size in range(2, 13):
        history: list[TableResult] = []
        for number in range(1, size + 3):
            request = PairingRequest(
                round=number,
                entrants=entrants(range(1, size + 1)),
                history=tuple(history),
                seed=size,
                settings=RoundSettings(policy=policy),
                vp={EntrantId(pair): 3 * (size - pair) // 4 for pair in range(1, size + 1)},
            )
            draft = check_by_trying(system, request, f"{size} pairs, round {number}")
            history += results(draft, number)


ALL_EDGES = [(system, policy) for system, policy in EXACT if system is not System.DANISH_NO_REMATCH] + [
    (System.DANISH_NO_REMATCH, Policy.MIN_SQUARE)
]


@pytest.mark.parametrize(("system", "policy"), ALL_EDGES)
def test_all_edges_matched(system: System, policy: Policy) -> None:
    """The fields have 14 to 40 pairs, most of which have met; a few have up to 256."""
    forced = 0
    for seed in range(24):
        lot = Random(seed)
        size = lot.randint(14, 40) if seed < 20 else (64, 101, 180, 256)[seed - 20]
        rounds = lot.randint(2 * size, 4 * size) if seed < 20 else 12
        request = field(lot, size, random_history(lot, size, rounds), policy)
        draft = pair_round(system, request)
        playing = those_who_play(draft, request)
        price = price_of_a_table(system, request, playing)
        assert cost_of(draft, request, price) == least_on_all_edges(range(len(playing)), price), f"seed {seed}"
        forced += draft.rematches > 0
    assert forced > 3


@pytest.mark.parametrize("size", [63, 128, 256])
def test_a_ranking_frozen_for_twelve_rounds_on_all_edges(size: int) -> None:
    """The worst case of the window: neighbours have met in every round."""
    history: list[TableResult] = []
    for number in range(1, 14):
        request = PairingRequest(
            round=number,
            entrants=entrants(range(1, size + 1)),
            history=tuple(history),
            settings=RoundSettings(policy=Policy.MIN_SQUARE),
        )
        draft = pair_round(System.DANISH_NO_REMATCH, request)
        history += results(draft, number)
    playing = those_who_play(draft, request)
    price = price_of_a_table(System.DANISH_NO_REMATCH, request, playing)
    assert cost_of(draft, request, price) == least_on_all_edges(range(len(playing)), price)


@pytest.mark.parametrize("frozen", [True, False])
def test_top_down_walked(frozen: bool) -> None:
    """Each step down the ranking checks, by a matching on all edges, that the rest can still be paired."""
    for seed in range(14):
        lot = Random(seed)
        size = lot.randint(14, 28) if seed < 12 else 60
        history: list[TableResult] = []
        for number in range(1, lot.randint(4, size) if seed < 12 else 8):
            history += frozen_round(number, size, history) if frozen else random_round(lot, number, size)
        request = field(lot, size, history, Policy.TOP_DOWN)
        draft = pair_round(System.DANISH_NO_REMATCH, request)
        playing = those_who_play(draft, request)
        walked = top_down_by_walking(len(playing), wrong_with(System.DANISH_NO_REMATCH, request, playing))
        expected = {frozenset((playing[a], playing[b])) for a, b in walked}
        assert {frozenset(table) for table in played(draft)} == expected, f"seed {seed}"


WITHOUT_KEPT_TABLES = Twists(fixed_tables=True, teams=True, exclusions=True)


@pytest.mark.parametrize("size", range(2, 65))
def test_an_evening_of_every_size_on_all_edges(size: int) -> None:
    """Pairs come and go, with teams, clubs, absences and real VP, and every round is optimal."""
    systems = [System.DRAW, System.DANISH_NO_REMATCH, System.SWISS]
    for paired in evening(size, systems, size=size, rounds=6, twists=WITHOUT_KEPT_TABLES):
        assert isinstance(paired.answer, Draft)
        playing = those_who_play(paired.answer, paired.request)
        context = f"{size} pairs, round {paired.request.round}, {paired.system}"
        if paired.system is System.DANISH_NO_REMATCH and paired.request.settings.policy is Policy.TOP_DOWN:
            walked = top_down_by_walking(len(playing), wrong_with(paired.system, paired.request, playing))
            tables = {frozenset((playing[a], playing[b])) for a, b in walked}
            assert {frozenset(table) for table in played(paired.answer)} == tables, context
            continue
        price = price_of_a_table(paired.system, paired.request, playing)
        assert cost_of(paired.answer, paired.request, price) == least_on_all_edges(range(len(playing)), price), context
