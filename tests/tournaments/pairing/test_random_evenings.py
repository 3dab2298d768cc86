"""Thousands of random evenings, every round of each checked by the independent check."""

import pytest

from tests.tournaments.pairing.evenings import Paired, evening
from tournaments.pairing import SYSTEMS, PairingRefused, RefusalCode, pair_round
from tournaments.pairing_check import check_draft
from tournaments.records import PairingRequest, RoundSettings, System

NO_REFUSAL = [system for system in SYSTEMS if system is not System.MITCHELL]


def assert_flawless(seed: int, paired: Paired) -> None:
    """Fail, naming the seed, if the round is wrong."""
    if isinstance(paired.answer, PairingRefused):
        pytest.fail(f"seed {seed}, round {paired.request.round}, {paired.system}: refused, {paired.answer}")
    faults = check_draft(paired.answer, paired.request)
    assert not faults, f"seed {seed}, round {paired.request.round}, {paired.system}: {faults}"


@pytest.mark.parametrize("block", range(4))
def test_every_system_keeps_its_rules(block: int) -> None:
    for seed in range(250 * block, 250 * (block + 1)):
        for paired in evening(seed, NO_REFUSAL):
            assert_flawless(seed, paired)


@pytest.mark.parametrize("system", [System.DRAW, System.DANISH_NO_REMATCH])
def test_small_fields_to_beyond_the_last_possible_round(system: System) -> None:
    """Up to 10 pairs and 14 rounds: rematches become unavoidable, and are the fewest."""
    forced = 0
    for seed in range(300):
        for paired in evening(seed, [system], largest=10, rounds=14):
            assert_flawless(seed, paired)
            forced += not isinstance(paired.answer, PairingRefused) and paired.answer.rematches > 0
    assert forced > 100


@pytest.mark.parametrize("others", [[], [System.DRAW], [System.DANISH_NO_REMATCH, System.MANUAL]])
def test_mitchell_with_pairs_that_come_and_go(others: list[System]) -> None:
    drafts = 0
    for seed in range(300):
        for paired in evening(seed, [System.MITCHELL, *others], largest=40):
            if isinstance(paired.answer, PairingRefused):
                assert_rightly_refused(seed, paired.request, paired.answer)
            else:
                drafts += 1
                assert_flawless(seed, paired)
    assert drafts > 300


def assert_rightly_refused(seed: int, request: PairingRequest, refusal: PairingRefused) -> None:
    """A step out of range, or one that repeats a meeting while the steps named free do not."""
    context = f"seed {seed}, round {request.round}: {refusal}"
    if refusal.code is RefusalCode.STEP_OUT_OF_RANGE:
        assert request.settings.step is not None and request.settings.step > len(request.entrants) // 2 - 1, context
        return
    assert refusal.code is RefusalCode.STEP_EXHAUSTED, context
    again = {refusal.facts["pair"], refusal.facts["other"]}
    assert any(again == {past.ns, past.ew} for past in request.history), context
    for step in range(1, (len(request.entrants) + 1) // 2):
        free = PairingRequest(
            round=request.round,
            entrants=request.entrants,
            history=request.history,
            seed=request.seed,
            settings=RoundSettings(step=step),
        )
        if step in refusal.facts["free"]:  # type: ignore[operator]
            assert not check_draft(pair_round(System.MITCHELL, free), free), context
        else:
            with pytest.raises(PairingRefused):
                pair_round(System.MITCHELL, free)


def test_the_same_request_gives_the_same_draft() -> None:
    for seed in range(100):
        for first, second in zip(evening(seed, NO_REFUSAL), evening(seed, NO_REFUSAL), strict=True):
            assert first.answer == second.answer, f"seed {seed}"
