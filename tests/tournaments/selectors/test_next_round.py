"""The proposal for the next round: its system, the sections that stay, and those of another number."""

import pytest

from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.records import NamedSystem, RoundSettings, System
from tournaments.selectors.next_round import ProposedRound, proposed_round
from tournaments.services.rounds import next_round


@pytest.mark.parametrize(
    ("first", "number", "sections"),
    [(False, 2, (4,)), (False, 3, (5, 9)), (False, 1, ()), (True, 2, (7,)), (True, 3, (5, 9))],
)
def test_sections_stay_as_they_are_within_the_mitchell_rounds(
    first: bool, number: int, sections: tuple[int, ...]
) -> None:
    proposed = ProposedRound(
        named=NamedSystem.MITCHELL,
        settings=RoundSettings(sections=(4,)),
        seed=1,
        last=False,
        first=first,
        announced=None,
        tables=12,
        gironi=(),
        own_brackets=False,
        own_systems={},
        rated=False,
        by_rating=False,
    )
    assert proposed.sections_for(number) == sections


@pytest.mark.django_db
@pytest.mark.parametrize(("planned", "named"), [(3, NamedSystem.DANISH_MODIFIED), (2, NamedSystem.DANISH_NO_REMATCH)])
def test_the_last_round_forgets_no_meeting_though_its_draft_did(planned: int, named: NamedSystem) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, rounds_planned=planned)
    play_round(start_round(tournament))
    draft_round(tournament, System.DANISH_NO_REMATCH, memory=1)
    assert proposed_round(next_round(tournament)).named is named
