"""How often the reader of one request is led to another file: what is called together stands together."""

import pytest

from benchmarks.walk import MOST, SENT, TYPED, Evening, Walk


@pytest.mark.django_db
@pytest.mark.parametrize("name", [TYPED, SENT])
def test_whoever_follows_a_slip_moves_to_another_file_as_seldom_as_the_budget_says(name: str) -> None:
    work = Evening().of(name)
    # The first loads and compiles.
    work()
    walk = Walk(work)
    assert walk.moves <= MOST, f"{walk.moves} moves, {MOST} at most:\n{walk}"
