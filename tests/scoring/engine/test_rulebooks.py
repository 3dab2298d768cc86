"""The presets compared with the tables of their sources (docs/rules.md §2, §4, §6)."""

import pytest

from scoring.engine import rulebooks
from scoring.engine.conventions import Pile
from scoring.engine.grades import SemiClean
from scoring.engine.options import with_options
from scoring.engine.rulebooks import RULEBOOKS, rulebook

BRAZILIAN = [key for key in RULEBOOKS if key.startswith("brazilian_")]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_deck_is_worth_what_the_sources_say(key: str) -> None:
    deck = rulebook(key).deck
    others = {"argentine": (106, 1060), "tranca": (104, 960), "canasta": (108, 1200), "canasta_for_two": (108, 1200)}
    assert (deck.cards, deck.worth) == others.get(key, (108, 1080))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_key_finds_its_ruleset_which_says_its_source(key: str) -> None:
    assert rulebook(key).key == key
    assert rulebook(key).source


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_preset_takes_every_house_rule_of_semi_clean(key: str) -> None:
    more = rulebook(key).dirty + 25
    changed = with_options(rulebook(key), {"semi_clean": more, "semi_clean_definition": "federation"})
    assert (changed.semi_clean, changed.semi_clean_definition) == (more, SemiClean.FEDERATION)


def test_an_unknown_key_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="expected one of fibur_2026, .*, got 'fibur_2031'"):
        rulebook("fibur_2031")


def test_the_module_says_the_source_of_every_preset() -> None:
    assert rulebooks.__doc__ is not None
    named = [key for key in RULEBOOKS if f"`{key}`" in rulebooks.__doc__]
    assert set(RULEBOOKS) - set(named) <= set(BRAZILIAN)


def test_the_presets_whose_closing_does_without_the_pozzetto() -> None:
    without = {key for key, rules in RULEBOOKS.items() if not rules.closing_needs_pozzetto}
    assert without == {*BRAZILIAN, "tranca", "canasta", "canasta_for_two"}


def test_the_brazilian_variants_are_those_of_the_table() -> None:
    """docs/rules.md §6: pile, sets, conditions for closing."""
    table = {
        key: (RULEBOOKS[key].pile, RULEBOOKS[key].sets_allowed, RULEBOOKS[key].closing_needs_clean) for key in BRAZILIAN
    }
    assert table == {
        "brazilian_aberto_sujo": (Pile.OPEN, True, False),
        "brazilian_as_a_as": (Pile.OPEN, True, False),
        "brazilian_aberto": (Pile.OPEN, False, True),
        "brazilian_fechado": (Pile.CLOSED, True, False),
        "brazilian_fechado_sujo": (Pile.CLOSED, True, False),
        "brazilian_fechado_stbl": (Pile.CLOSED, False, True),
    }
