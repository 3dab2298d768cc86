"""The examples in the docstrings run."""

import doctest
from types import ModuleType

import pytest

from tournaments.pairing import matching, mitchell


@pytest.mark.parametrize("module", [matching, mitchell])
def test_docstring_examples(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted > 0
    assert failed == 0
