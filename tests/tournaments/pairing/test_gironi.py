"""Rounds drawn girone by girone: random evenings, every round checked by the independent check."""

import os
from collections import Counter
from dataclasses import replace

from tests.tournaments.pairing.evenings import EVERYTHING, Twists, evening
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.outlook import outlook_of
from tournaments.pairing_check import check_draft, check_runs
from tournaments.records import System

EVENINGS = int(os.environ.get("BURRACO_EVENINGS", "60"))
IN_GIRONI = [
    *(System.DRAW, System.REGISTRATION, System.MANUAL, System.MITCHELL, System.DANISH, System.DANISH_NO_REMATCH),
    *(System.SWISS, System.ROUND_ROBIN),
]
ALWAYS_POSSIBLE = {*IN_GIRONI} - {System.MITCHELL, System.ROUND_ROBIN}


def test_every_girone_of_random_evenings_is_paired_as_a_field_of_its_own() -> None:
    drawn: Counter[System] = Counter()
    for seed in range(EVENINGS):
        twists = replace(EVERYTHING, gironi=True) if seed % 2 else Twists(gironi=True)
        run = []
        for paired in evening(seed, IN_GIRONI, largest=30, rounds=9, twists=twists):
            context = f"seed {seed}, round {paired.request.round}, {paired.system}"
            if isinstance(paired.answer, PairingRefused):
                possible = paired.system in ALWAYS_POSSIBLE
                codes = (RefusalCode.GIRONE_TOO_FEW, RefusalCode.KEPT_BEYOND)
                assert not possible or paired.answer.code in codes, f"{context}: {paired.answer}"
                continue
            faults = check_draft(paired.answer, paired.request)
            assert not faults, f"{context}: {faults}"
            outlook_of(paired.system, paired.request)
            drawn[paired.system] += bool(paired.request.gironi)
            run.append((paired.answer, paired.request))
        assert check_runs(run) == [], f"seed {seed}"
    assert min(drawn[system] for system in IN_GIRONI) > EVENINGS // 40
