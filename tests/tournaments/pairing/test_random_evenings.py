"""Thousands of random evenings, every round of each checked by the independent check."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.pairing.evenings import EVERYTHING, PLAIN, Paired, Twists, evening, run_of
from tests.tournaments.pairing.reason_check import QUESTIONS, Held
from tests.tournaments.pairing.statements import false_statements
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.move_effects import reseated
from tournaments.pairing.moves import changed, swap
from tournaments.pairing.systems import SYSTEMS, pair_round
from tournaments.pairing_check import check_draft, check_runs
from tournaments.pairing_check.case import REMEMBERING as MEMORABLE
from tournaments.records import Draft, DraftTable, Movement, PairingRequest, ReasonCode, RoundSettings, System

ROOT = Path(__file__).parents[3]

OF_PAIRS = [system for system in SYSTEMS if system is not System.INDIVIDUAL]
FREE = [System.DRAW, System.REGISTRATION, System.MANUAL, System.DANISH, System.DANISH_NO_REMATCH, System.SWISS]
"""The systems that never refuse a round of at least two pairs."""

REMEMBERING = [System.DRAW, System.DANISH_NO_REMATCH, System.SWISS]


def assert_flawless(seed: int, rounds: Iterable[Paired]) -> list[Paired]:
    """Fail, naming the seed, if a round of the evening is wrong or refused without reason."""
    run, all_rounds = [], list(rounds)
    for paired in all_rounds:
        context = f"seed {seed}, round {paired.request.round}, {paired.system}"
        if isinstance(paired.answer, PairingRefused):
            assert_rightly_refused(context, paired.system, paired.request, paired.answer)
            continue
        faults = check_draft(paired.answer, paired.request)
        assert not faults, f"{context}: {faults}"
        run.append((paired.answer, paired.request))
    faults = check_runs(run)
    assert not faults, f"seed {seed}: {faults}"
    return all_rounds


@pytest.mark.parametrize("size", range(2, 65))
def test_every_number_of_pairs(size: int) -> None:
    """Three evenings of each number of pairs, with all systems in turn and all possible events."""
    for seed in range(3):
        assert_flawless(seed, evening(seed, OF_PAIRS, size=size, rounds=6, twists=EVERYTHING))


@pytest.mark.parametrize("block", range(2))
def test_small_evenings_with_everything(block: int) -> None:
    for seed in range(200 * block, 200 * (block + 1)):
        assert_flawless(seed, evening(seed, OF_PAIRS, largest=16, rounds=10, twists=EVERYTHING))


@pytest.mark.parametrize("system", REMEMBERING)
def test_small_fields_to_beyond_the_last_possible_round(system: System) -> None:
    """Up to 10 pairs play 14 rounds: the unavoidable rematches are as few as possible."""
    forced = 0
    for seed in range(80):
        for paired in assert_flawless(seed, evening(seed, [system], largest=10, rounds=14)):
            forced += isinstance(paired.answer, Draft) and paired.answer.rematches > 0
    assert forced > 20


@pytest.mark.parametrize("others", [[], [System.DRAW], [System.DANISH_NO_REMATCH, System.MANUAL]])
@pytest.mark.parametrize("twists", [PLAIN, Twists(fixed_tables=True)])
def test_mitchell_with_pairs_that_come_and_go(others: list[System], twists: Twists) -> None:
    drafts = 0
    for seed in range(75):
        rounds = assert_flawless(seed, evening(seed, [System.MITCHELL, *others], largest=40, twists=twists))
        drafts += sum(isinstance(paired.answer, Draft) for paired in rounds)
    assert drafts > 150


@pytest.mark.parametrize("block", range(5))
def test_evenings_in_sections_with_everything(block: int) -> None:
    """Of 500 evenings, most Mitchell rounds are played in several sections; the others move pairs between them."""
    in_sections = Counter[bool]()
    new_tables, odd = 0, 0
    for seed in range(100 * block, 100 * (block + 1)):
        systems = [System.MITCHELL, *([], [System.DRAW], [System.DANISH_NO_REMATCH, System.MANUAL])[seed % 3]]
        twists = replace(EVERYTHING if seed % 2 else PLAIN, sections=True)
        for paired in assert_flawless(seed, evening(seed, systems, size=8 + seed % 53, twists=twists)):
            if isinstance(paired.answer, Draft) and paired.system is System.MITCHELL:
                in_sections[bool(paired.request.settings.sections)] += 1
                odd += bool(paired.answer.rests)
                reasons = (reason.code for table in paired.answer.tables for reason in table.why)
                new_tables += ReasonCode.MITCHELL_NEW_TABLE in reasons
    assert in_sections[True] > 100 and odd > 40 and new_tables > 3


@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.KNOCKOUT, System.INDIVIDUAL])
@pytest.mark.parametrize("twists", [Twists(coming_and_going=False), PLAIN, Twists(fixed_tables=True)])
def test_whole_runs_of_a_system_that_plans_ahead(system: System, twists: Twists) -> None:
    """The runs cover a whole round robin, bracket or whist movement of a small hall."""
    drafts = 0
    for seed in range(60):
        least = 4 if system is System.INDIVIDUAL else 2
        size = least + seed % 15
        rounds = assert_flawless(seed, evening(seed, [system], size=size, rounds=16, twists=twists))
        drafts += sum(isinstance(paired.answer, Draft) for paired in rounds)
    assert drafts > 100


def test_a_round_robin_or_a_knockout_after_other_rounds() -> None:
    for seed in range(80):
        mixed = [System.ROUND_ROBIN, System.KNOCKOUT, System.DANISH_NO_REMATCH]
        assert_flawless(seed, evening(seed, mixed, largest=24, rounds=12, twists=Twists(teams=True)))


def test_what_pages_say_of_a_round_is_so() -> None:
    """For pairs and for players, the statements on tables, clubs and meetings match the independent check."""
    rounds = 0
    for seed in range(90):
        systems = [System.INDIVIDUAL] if seed % 3 == 0 else OF_PAIRS
        for paired in evening(seed, systems, size=4 + seed % 29, rounds=6, twists=EVERYTHING if seed % 2 else PLAIN):
            if isinstance(paired.answer, Draft):
                rounds += 1
                false = false_statements(paired.answer, paired.request)
                assert not false, f"seed {seed}, round {paired.request.round}, {paired.system}: {false}"
    assert rounds > 200


def test_every_reason_has_its_question() -> None:
    assert set(QUESTIONS) == set(ReasonCode)


def test_every_reason_is_so() -> None:
    """This includes seats that the referee changed, and every code of a reason occurs."""
    code_counts = Counter[ReasonCode]()
    for seed in range(240):
        systems, lot = ([System.INDIVIDUAL], OF_PAIRS, [System.MITCHELL], OF_PAIRS)[seed % 4], Random(seed)
        for paired in evening(seed, systems, size=4 + seed % 17, rounds=9, twists=EVERYTHING):
            if not isinstance(paired.answer, Draft):
                continue
            context = f"seed {seed}, round {paired.request.round}, {paired.system}"
            code_counts += assert_held(context, paired.answer, paired.request)
            # A round keeps only the settings of its own system.
            memory = paired.request.settings.memory if paired.system in MEMORABLE else None
            request = replace(paired.request, settings=replace(paired.request.settings, memory=memory))
            before = paired.answer.tables
            seated = [entrant for table in before for entrant in table.seated]
            if len(seated) < 2:
                continue
            one, other = lot.sample(seated, 2)
            draft = replace(paired.answer, tables=reseated(before, swap(before, one, other), request))
            # The reasons of the unchanged tables are those of the drawn round.
            moved = changed(before, draft.tables)
            code_counts += assert_held(context, draft, request, was=before, only=moved)
    assert set(code_counts) == set(ReasonCode), set(ReasonCode) - set(code_counts)


def assert_held(
    context: str,
    draft: Draft,
    request: PairingRequest,
    *,
    was: tuple[DraftTable, ...] = (),
    only: list[int] | None = None,
) -> Counter[ReasonCode]:
    """Fail if a reason is false, and return how often each code was given."""
    held = Held(draft, request, was)
    tables = [table for table in draft.tables if only is None or table.number in only]
    reasons = [(table, reason) for table in tables for reason in table.why]
    for table, reason in reasons:
        assert held.is_so(reason, table), f"{context}: table {table.number}: {reason}"
    return Counter(reason.code for _table, reason in reasons)


def assert_flawless_run(run: list[tuple[Draft, PairingRequest]]) -> None:
    assert [fault for draft, request in run for fault in check_draft(draft, request)] == []
    assert check_runs(run) == []


@pytest.mark.parametrize("size", range(2, 41))
def test_a_whole_round_robin_of_every_size(size: int) -> None:
    rounds = size - 1 + size % 2
    assert_flawless_run(run_of(System.ROUND_ROBIN, size, rounds))
    if size <= 12:
        assert_flawless_run(run_of(System.ROUND_ROBIN, size, 2 * rounds, RoundSettings(legs=2)))
    for groups in range(2, min(size // 2, 5) + 1):
        largest = -(-size // groups)
        assert_flawless_run(
            run_of(System.ROUND_ROBIN, size, largest - 1 + largest % 2, RoundSettings(groups=groups), seed=groups)
        )


@pytest.mark.parametrize("size", range(2, 65))
def test_a_whole_knockout_of_every_size(size: int) -> None:
    for seed, third_place in enumerate((True, False)):
        settings = RoundSettings(third_place=third_place)
        assert_flawless_run(run_of(System.KNOCKOUT, size, (size - 1).bit_length(), settings, seed=seed))


@pytest.mark.parametrize("size", [size for size in range(4, 42) if size % 4 < 2])
def test_a_whole_whist_movement_of_every_size(size: int) -> None:
    assert_flawless_run(run_of(System.INDIVIDUAL, size, size - 1 + size % 4, seed=size))


@pytest.mark.parametrize("size", range(4, 65))
def test_a_danish_evening_of_every_number_of_players(size: int) -> None:
    settings = RoundSettings(movement=Movement.DANISH)
    assert_flawless_run(run_of(System.INDIVIDUAL, size, 6, settings, seed=size))


def assert_rightly_refused(context: str, system: System, request: PairingRequest, refusal: PairingRefused) -> None:
    """Check from the request alone that the round could not be paired as asked."""
    assert system not in FREE, f"{context}: refused, {refusal}"
    WHY_IMPOSSIBLE[refusal.code](f"{context}: {refusal}", request, refusal)


def _step_out_of_range(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    tables = (len(request.entrants) + 1) // 2
    starts = [1, *(start for start in request.settings.sections if start <= tables), tables + 1]
    longest = max(after - first for first, after in pairwise(starts))
    assert request.settings.step is not None and request.settings.step > longest - 1, context


def _step_exhausted(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """The step repeats a meeting, and so do all steps that are not named as free; the named ones do not."""
    again = {refusal.facts["pair"], refusal.facts["other"]}
    assert any(again == {past.ns, past.ew} for past in request.history), context
    for step in range(1, (len(request.entrants) + 1) // 2):
        other_request = replace(request, settings=replace(request.settings, step=step))
        if step in refusal.facts["free"]:  # type: ignore[operator]
            assert not check_draft(pair_round(System.MITCHELL, other_request), other_request), context
        else:
            with pytest.raises(PairingRefused):
                pair_round(System.MITCHELL, other_request)


def _groups_too_many(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """A group of one has no opponents."""
    assert request.settings.groups > len(request.entrants) // 2, context


def _round_robin_over(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """The largest group needs, for each leg, one round less than it has places, with a rest as a place."""
    assert request.run is not None, context
    largest = -(-len(request.run.order) // request.settings.groups)
    rounds = request.settings.legs * (largest - 1 + largest % 2)
    assert request.round - request.run.start >= rounds, context


def _round_robin_full(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """Somebody has come since the draw, and no group has an empty place for each newcomer."""
    assert request.run is not None, context
    newcomers = {entrant.id for entrant in request.entrants} - set(request.run.order)
    size, groups = len(request.run.order), request.settings.groups
    sizes = [size // groups + (group < size % groups) for group in range(groups)]
    gone = set(request.run.order) - {entrant.id for entrant in request.entrants}
    assert len(newcomers) > len(gone) + sum(one % 2 for one in sizes), context


def _qualifiers_out_of_range(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    assert not 2 <= (request.settings.qualifiers or 0) <= len(request.entrants), context


def _knockout_over(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """The rounds that halve the field down to one are played."""
    assert request.run is not None, context
    entered = len(request.run.order[: request.settings.qualifiers])
    assert 2 ** (request.round - request.run.start) >= entered, context


def _too_few_players(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    assert len(request.entrants) < 4, context


def _no_whist(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """There is a movement for 4n and for 4n + 1 players, up to 41."""
    size = len(request.entrants)
    assert request.settings.movement is Movement.WHIST and (size % 4 > 1 or size > 41), context


def _whist_complete(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    assert request.run is not None, context
    size = len(request.run.order)
    assert request.round - request.run.start >= size - 1 + size % 4, context


def _whist_changed(context: str, request: PairingRequest, refusal: PairingRefused) -> None:
    """Somebody has come or gone since the movement began."""
    assert request.run is not None, context
    assert {entrant.id for entrant in request.entrants} != set(request.run.order), context


WHY_IMPOSSIBLE: dict[RefusalCode, Callable[[str, PairingRequest, PairingRefused], None]] = {
    RefusalCode.STEP_OUT_OF_RANGE: _step_out_of_range,
    RefusalCode.STEP_EXHAUSTED: _step_exhausted,
    RefusalCode.GROUPS_TOO_MANY: _groups_too_many,
    RefusalCode.ROUND_ROBIN_OVER: _round_robin_over,
    RefusalCode.ROUND_ROBIN_FULL: _round_robin_full,
    RefusalCode.QUALIFIERS_OUT_OF_RANGE: _qualifiers_out_of_range,
    RefusalCode.KNOCKOUT_OVER: _knockout_over,
    RefusalCode.TOO_FEW_PLAYERS: _too_few_players,
    RefusalCode.NO_WHIST: _no_whist,
    RefusalCode.WHIST_COMPLETE: _whist_complete,
    RefusalCode.WHIST_CHANGED: _whist_changed,
}


def test_the_same_request_gives_the_same_draft() -> None:
    for seed in range(50):
        twists = EVERYTHING if seed % 2 else PLAIN
        first, second = (
            [(paired.request, str(paired.answer)) for paired in evening(seed, OF_PAIRS, largest=40, twists=twists)]
            for _ in range(2)
        )
        assert first == second, f"seed {seed}"


DIGEST = """
from hashlib import sha256
from tests.tournaments.pairing.evenings import EVERYTHING, evening
from tournaments.pairing.systems import SYSTEMS
from tournaments.records import System
pairs, players = [system for system in SYSTEMS if system is not System.INDIVIDUAL], [System.INDIVIDUAL]
evenings = [evening(seed, pairs if seed % 3 else players, largest=30, twists=EVERYTHING) for seed in range(60)]
drafts = [str(paired.answer) for each in evenings for paired in each]
print(sha256("".join(drafts).encode()).hexdigest())
"""


def test_every_machine_gives_the_same_draft() -> None:
    """Python orders sets of texts differently in every process; no draft may depend on that."""
    digests = set()
    for hash_seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        printed = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
        )
        digests.add(printed.stdout)
    assert len(digests) == 1
