"""A ruleset is computed once for the same options, and options that only look alike are different."""

import pytest

from scoring.engine.violations import InvalidNotation
from scoring.services import ruleset_for
from scoring.services.judgements import _OptionsKey


def test_the_same_options_give_the_same_ruleset() -> None:
    assert ruleset_for("fibur_2026", {}) is ruleset_for("fibur_2026", {})
    options = {"clean": 250}
    changed = ruleset_for("fibur_2026", options)
    options["clean"] = 300
    assert (changed.clean, ruleset_for("fibur_2026", options).clean) == (250, 300)


def test_options_that_are_equal_and_of_another_type_are_read_again() -> None:
    for right in ({"closing": 100}, {"sets_allowed": True}):
        ruleset_for("fibur_2026", right)
    for wrong in ({"closing": 100.0}, {"sets_allowed": 1}):
        with pytest.raises(InvalidNotation):
            ruleset_for("fibur_2026", wrong)


def test_options_are_told_apart_whatever_their_place_in_the_cache() -> None:
    key = _OptionsKey({"closing": 100})
    assert key == _OptionsKey({"closing": 100})
    assert key != _OptionsKey({"closing": 105})
    assert key != "{'closing': 100}"
