"""Rounds drawn girone by girone: random evenings, every round checked by the independent check."""

import os
from collections import Counter
from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.tournaments.pairing.evenings import EVERYTHING, Twists, entrants, evening, own_system
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.gironi import _within, gironi_here, pair_gironi, part_of
from tournaments.pairing.outlook import outlook_of
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import Rule, check_draft, check_runs
from tournaments.records import DraftTable, EntrantId, NamedSystem, PairingRequest, RoundSettings, Run, System
from tournaments.records.named_systems import drawn_in, told_apart
from tournaments.wording.systems import system_name

EVENINGS = int(os.environ.get("BURRACO_EVENINGS", "60"))
IN_GIRONI = [
    *(System.DRAW, System.REGISTRATION, System.MANUAL, System.MITCHELL, System.DANISH, System.DANISH_NO_REMATCH),
    *(System.SWISS, System.ROUND_ROBIN, System.KNOCKOUT),
]
ALWAYS_POSSIBLE = {*IN_GIRONI} - {System.MITCHELL, System.ROUND_ROBIN, System.KNOCKOUT}


def test_every_girone_of_random_evenings_is_paired_as_a_field_of_its_own() -> None:
    drawn, mixed = Counter[System](), Counter[System]()
    for seed in range(EVENINGS):
        twists = replace(EVERYTHING if seed % 2 else Twists(), gironi=True, own_systems=seed % 3 > 0)
        run = {}
        for paired in evening(seed, IN_GIRONI, largest=30, rounds=9, twists=twists):
            settings = paired.request.settings
            systems = {own_system(paired.system, settings, girone) for girone in {*paired.request.gironi.values(), 0}}
            context = f"seed {seed}, round {paired.request.round}, {paired.system}, {settings.by_girone}"
            if isinstance(paired.answer, PairingRefused):
                possible = systems <= ALWAYS_POSSIBLE
                codes = (RefusalCode.GIRONE_TOO_FEW, RefusalCode.KEPT_BEYOND)
                assert not possible or paired.answer.code in codes, f"{context}: {paired.answer}"
                continue
            faults = check_draft(paired.answer, paired.request)
            assert not faults, f"{context}: {faults}"
            outlook_of(paired.system, paired.request)
            drawn[paired.system] += bool(paired.request.gironi)
            for system in {own_system(paired.system, settings, girone) for girone in paired.request.gironi.values()}:
                mixed[system] += len(systems) > 1
            # What is drawn again takes the place of the draft before it.
            run[paired.request.round] = paired.answer, paired.request
        assert check_runs([*run.values()]) == [], f"seed {seed}"
    assert min(drawn[system] for system in IN_GIRONI) > EVENINGS // 40
    assert min(mixed[system] for system in IN_GIRONI if system is not System.MANUAL) > EVENINGS // 40


def test_a_knockout_whose_seeds_do_not_cross_the_gironi_is_found_out() -> None:
    first, second = EntrantId(1), EntrantId(3)
    request = PairingRequest(
        round=2, entrants=entrants([1, 3, 2, 4]), settings=RoundSettings(qualifiers=4), since=2,
        gironi={EntrantId(number): 1 if number < 3 else 2 for number in range(1, 5)},
    )  # fmt: skip
    draft = pair_round(System.KNOCKOUT, request)
    assert check_draft(draft, request) == []
    assert [{table.ns, table.ew} for table in draft.tables] == [{first, EntrantId(4)}, {second, EntrantId(2)}]
    by_ranking = replace(request, entrants=entrants([1, 2, 3, 4]))
    faults = check_draft(pair_round(System.KNOCKOUT, by_ranking), by_ranking)
    assert [fault.rule for fault in faults] == [Rule.GIRONI]


def test_a_fixed_table_is_one_of_the_girone_that_plays_there() -> None:
    """The gironi play at tables 1–2 and 3–4: 7 keeps table 4, and 8 wants one of the others'."""
    field = [replace(entrant, fixed_table={4: 2, 7: 4, 8: 1}.get(entrant.id)) for entrant in entrants([*range(1, 9)])]
    request = PairingRequest(
        round=2, entrants=tuple(field), settings=RoundSettings(), since=2,
        gironi={EntrantId(number): 1 if number < 5 else 2 for number in range(1, 9)},
    )  # fmt: skip
    draft = pair_round(System.MITCHELL, request)
    assert check_draft(draft, request) == []
    lines = {table.number: (table.ns, table.ew) for table in draft.tables}
    assert (lines[2][0], lines[4][0]) == (4, 7)
    assert 8 in (*lines[3], *lines[4])


def test_gironi_with_a_system_of_their_own_are_told_in_their_order() -> None:
    chosen = {8: NamedSystem.SWISS, 3: NamedSystem.DRAW}
    told = ((3, NamedSystem.DRAW), (8, NamedSystem.SWISS))
    assert told_apart(NamedSystem.DANISH, chosen, (8, 1, 3)) == (NamedSystem.DANISH, told)


def test_a_round_by_hand_is_one_of_the_whole_field_whatever_gironi_it_lists() -> None:
    settings = RoundSettings(by_girone=((2, NamedSystem.SWISS),))
    assert drawn_in(2, System.MANUAL, settings) == (System.MANUAL, RoundSettings())
    assert system_name(System.MANUAL, settings) == system_name(System.MANUAL, RoundSettings())


def test_a_knockout_of_some_gironi_is_told_with_the_systems_of_the_others() -> None:
    settings = RoundSettings(by_girone=((1, NamedSystem.KNOCKOUT), (2, NamedSystem.DRAW)))
    with override("en"):
        assert system_name(System.KNOCKOUT, settings) == "Knockout in girone A, Draw by lot in girone B"
        alone = RoundSettings(by_girone=((1, NamedSystem.KNOCKOUT), (2, NamedSystem.KNOCKOUT)))
        assert system_name(System.KNOCKOUT, alone) == "Knockout in each girone"


def of_two_gironi(second: tuple[int, ...], system: System = System.DANISH, **more: object) -> PairingRequest:
    """Return a request of 1, 2, 3 in girone A and `second` in B, those of B first."""
    gironi = {**dict.fromkeys(map(EntrantId, second), 2), **{EntrantId(number): 1 for number in (1, 2, 3)}}
    request = PairingRequest(round=2, entrants=entrants([*second, 1, 2, 3]), gironi=gironi, since=2)
    return replace(request, **more)  # type: ignore[arg-type]


def test_the_first_girone_that_is_too_small_is_named_unless_its_knockout_goes_on() -> None:
    assert gironi_here(System.DANISH, of_two_gironi((4, 5))) == [1, 2]
    alone = replace(of_two_gironi((4,)), entrants=entrants([4, 1]))
    with pytest.raises(PairingRefused) as refused:
        gironi_here(System.DANISH, alone)
    assert refused.value.facts == {"girone": 1, "pairs": 1}
    began = {girone: Run(start=1, order=()) for girone in (1, 2)}
    assert gironi_here(System.KNOCKOUT, replace(alone, girone_runs=began)) == [1, 2]
    with pytest.raises(PairingRefused):
        gironi_here(System.DANISH, replace(alone, girone_runs=began))


def test_players_are_not_drawn_in_gironi() -> None:
    request = of_two_gironi((4, 5))
    for draw in (lambda: pair_gironi(System.INDIVIDUAL, {}, request), lambda: part_of(System.INDIVIDUAL, request, 1)):
        with pytest.raises(PairingRefused) as refused:
            draw()
        assert (refused.value.code, refused.value.facts) == (RefusalCode.NOT_IN_GIRONI, {})


@pytest.mark.parametrize(
    ("system", "seats", "code"),
    [
        (System.ROUND_ROBIN, ((3, 2, 3), (1, 1, None)), RefusalCode.KEPT_IN_PLAN),
        (System.DANISH, ((3, 1, 4), (1, 2, 5)), RefusalCode.KEPT_ACROSS),
    ],
)
def test_tables_that_no_girone_can_keep_are_named_in_order(
    system: System, seats: tuple[tuple[int, int, int | None], ...], code: RefusalCode
) -> None:
    kept = tuple(
        DraftTable(number=number, ns=EntrantId(ns), ew=None if ew is None else EntrantId(ew))
        for number, ns, ew in seats
    )
    with pytest.raises(PairingRefused) as refused:
        part_of(system, of_two_gironi((4, 5), settings=RoundSettings(kept=kept)), 1)
    assert (refused.value.code, refused.value.facts) == (code, {"tables": [1, 3]})


@pytest.mark.parametrize(
    ("system", "wanted", "within"),
    [
        (System.MITCHELL, 5, 3),
        (System.MITCHELL, 3, 1),
        (System.MITCHELL, 2, None),
        (System.MITCHELL, 1, None),
        (System.MITCHELL, 7, None),
        (System.MITCHELL, None, None),
        (System.DANISH, 5, None),
    ],
)
def test_a_mitchell_counts_a_fixed_table_from_its_own_first(
    system: System, wanted: int | None, within: int | None
) -> None:
    """One table of the girone before plays, and tables 2, 7 and 8 are kept."""
    (entrant,) = entrants([1])
    assert _within(system, replace(entrant, fixed_table=wanted), 1, {2, 7, 8}) == within
