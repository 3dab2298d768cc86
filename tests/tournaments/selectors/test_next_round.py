"""The proposal for the next round: its system, the sections that stay, and those of another number."""

from dataclasses import replace

import pytest

from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.records import MODIFIED_MEMORY, DraftTable, EntrantId, NamedSystem, Policy, RoundSettings, System
from tournaments.records.named_systems import BySystem
from tournaments.selectors.next_round import ProposedRound, proposed_qualifiers, proposed_round
from tournaments.services.rounds import next_round

PROPOSED = ProposedRound(
    named=NamedSystem.MITCHELL,
    settings=RoundSettings(sections=(4,)),
    seed=1,
    last=False,
    first=False,
    announced=None,
    tables=12,
    gironi=(),
    own_brackets=False,
    own_systems={},
    rated=False,
    by_rating=False,
)


@pytest.mark.parametrize(
    ("first", "number", "sections"),
    [(False, 2, (4,)), (False, 3, (5, 9)), (False, 1, ()), (True, 2, (7,)), (True, 3, (5, 9))],
)
def test_sections_stay_as_they_are_within_the_mitchell_rounds(
    first: bool, number: int, sections: tuple[int, ...]
) -> None:
    assert replace(PROPOSED, first=first).sections_for(number) == sections


@pytest.mark.parametrize(
    ("named", "proposed", "by_girone", "names"),
    [
        (NamedSystem.MITCHELL, PROPOSED, (), "step sections"),
        (NamedSystem.MITCHELL, replace(PROPOSED, first=True), (), "step start_by_lot sections"),
        (NamedSystem.MITCHELL, replace(PROPOSED, gironi=(1, 2)), (), "step"),
        (NamedSystem.MITCHELL, replace(PROPOSED, first=True, gironi=(1, 2)), (), "step start_by_lot"),
        (NamedSystem.REGISTRATION, PROPOSED, ((2, NamedSystem.ROUND_ROBIN),), "legs groups"),
        (NamedSystem.DANISH_NO_REMATCH, PROPOSED, (), "policy memory avoid_clubs"),
        (NamedSystem.DANISH_MODIFIED, PROPOSED, ((2, NamedSystem.SWISS),), "policy avoid_clubs fold"),
        (NamedSystem.DANISH_MODIFIED, replace(PROPOSED, last=True), (), ""),
    ],
)
def test_a_round_reads_the_settings_of_its_systems_but_no_sections_in_gironi(
    named: NamedSystem, proposed: ProposedRound, by_girone: BySystem, names: str
) -> None:
    assert proposed.settings_read(named, by_girone) == names.split()


def test_a_round_has_the_settings_that_it_reads_and_what_its_draft_excludes_and_keeps() -> None:
    kept = (DraftTable(number=1, ns=EntrantId(1), ew=EntrantId(2)),)
    draft = {"excluded": ((EntrantId(3), EntrantId(4)),), "kept": kept}
    known = replace(
        PROPOSED, settings=RoundSettings(step=3, memory=5, policy=Policy.MIN_SQUARE, sections=(4,), **draft)
    )
    assert known.settings_of(NamedSystem.MITCHELL, step=2) == RoundSettings(step=2, sections=(4,), **draft)
    forgets = RoundSettings(policy=Policy.MIN_SQUARE, memory=MODIFIED_MEMORY, **draft)
    assert known.settings_of(NamedSystem.DANISH_MODIFIED) == forgets
    others: BySystem = ((2, NamedSystem.MITCHELL),)
    assert known.settings_of(NamedSystem.DRAW, others).by_girone == others


@pytest.mark.parametrize(
    ("here", "rounds_left", "qualifiers"),
    [
        *((0, 3, None), (1, 3, None), (2, 0, 2), (2, 3, 2), (3, 3, 2)),
        *((40, 0, 2), (40, 1, 2), (40, 2, 4), (40, 3, 8), (40, 10**9, 8), (6, 3, 4), (7, 3, 4), (8, 3, 8)),
    ],
)
def test_a_knockout_is_proposed_that_the_rounds_left_can_finish_without_byes(
    here: int, rounds_left: int, qualifiers: int | None
) -> None:
    assert proposed_qualifiers(here, rounds_left) == qualifiers


@pytest.mark.django_db
@pytest.mark.parametrize(("planned", "named"), [(3, NamedSystem.DANISH_MODIFIED), (2, NamedSystem.DANISH_NO_REMATCH)])
def test_the_last_round_forgets_no_meeting_though_its_draft_did(planned: int, named: NamedSystem) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, rounds_planned=planned)
    play_round(start_round(tournament))
    draft_round(tournament, System.DANISH_NO_REMATCH, memory=1)
    assert proposed_round(next_round(tournament)).named is named
