"""VP against the half of the scale's total: only what was made at a table is more or less than it."""

import pytest

from tournaments.records import Outcome
from tournaments.templatetags.halves import side_class


@pytest.mark.parametrize(
    ("vp", "outcome", "shown"),
    [
        ((11,), Outcome.PLAYED, "over-half"),
        ((9,), Outcome.PLAYED, "under-half"),
        ((10,), Outcome.PLAYED, ""),
        ((-1,), Outcome.PLAYED, "under-half"),
        ((14,), Outcome.ARBITRAL, "over-half"),
        ((14,), Outcome.REST, ""),
        ((14,), Outcome.ABSENT_EW, ""),
        ((6,), Outcome.ABSENT_NS, ""),
        ((0,), Outcome.OPEN, ""),
        ((12, 11), Outcome.PLAYED, "over-half"),
        ((12, 9), Outcome.PLAYED, ""),
    ],
)
def test_more_than_half_is_over_and_less_is_under(vp: tuple[int, ...], outcome: Outcome, shown: str) -> None:
    assert side_class(vp, outcome, 20) == shown
