"""The names of evenings that repeat."""

import pytest

from tournaments.records.evening_rules import LONGEST_EVENING_NAME, next_name


@pytest.mark.parametrize(("shorter", "number"), [(3, "10"), (2, "10"), (1, "9")])
def test_a_name_is_counted_on_as_long_as_it_fits(shorter: int, number: str) -> None:
    """A name of the longest length, or a character shorter, that ends with 9."""
    name = "n. 9".rjust(LONGEST_EVENING_NAME + 1 - shorter, "x")
    assert next_name(name) == f"{name[:-1]}{number}"
