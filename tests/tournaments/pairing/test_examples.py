"""The examples in the docstrings run."""

import doctest
from types import ModuleType

import pytest

from tournaments.pairing import danish_individual, matching, mitchell, round_robin, whist


@pytest.mark.parametrize("module", [danish_individual, matching, mitchell, round_robin, whist])
def test_docstring_examples(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted > 0
    assert failed == 0
