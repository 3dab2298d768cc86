"""The proposal for the next round: the sections that stay, and those of another number."""

import pytest

from tournaments.records import NamedSystem, RoundSettings
from tournaments.selectors.next_round import ProposedRound


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
