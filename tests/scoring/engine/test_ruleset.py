"""A ruleset with impossible numbers cannot be built, and a club's options are checked by name."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.engine.cards import JOLLY, Rank, Suit
from scoring.engine.conventions import Pile, PlayOnly
from scoring.engine.grades import Grade
from scoring.engine.options import OPTIONS, option_values, with_options
from scoring.engine.rulebooks import ARGENTINE, FIBUR_2026, ITALIAN, ITALIAN_SEMICLEAN
from scoring.engine.ruleset import RuleSet


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"dirty": 0}, "dirty"),
        ({"dirty": 102}, "dirty"),
        ({"clean": 95}, "dirty, clean"),
        ({"clean": True}, "clean"),
        ({"semi_clean": 250}, "dirty, semi_clean, clean"),
        ({"semi_clean": 50}, "dirty, semi_clean, clean"),
        ({"royal": 150}, "dirty, clean, royal"),
        ({"royal": 502}, "royal"),
        ({"closing": -100}, "closing"),
        ({"pozzetto_taken": -5}, "pozzetto_taken"),
        ({"pozzetto_not_taken": 100}, "pozzetto_not_taken"),
        ({"target": 0}, "target"),
        ({"unusual_total": 1501}, "unusual_total"),
        ({"key": "Fédération 2026"}, "key"),
        ({"key": "Fédération"}, "key"),
        ({"key": "federation 2026"}, "key"),
        ({"set_ranks": ()}, "set_ranks"),
        ({"set_ranks": (Rank.KING, Rank.ACE)}, "set_ranks"),
        ({"players": ()}, "players"),
        ({"players": (4, 2)}, "players"),
        ({"players": (4, 5)}, "players"),
        ({"draw_suits": (Suit.HEARTS,) * 4}, "draw_suits"),
        ({"play_only": (PlayOnly.FROZEN_PILE, PlayOnly.DIRECT_CLOSING)}, "play_only"),
        ({"sets_allowed": False, "sequences_allowed": False}, "sets_allowed, sequences_allowed"),
        ({"alone_from": 0}, "alone_from"),
        ({"wilds_alone": 1002}, "wilds_alone"),
        ({"red_threes": 102}, "red_threes"),
        ({"red_threes_together": 802}, "red_threes_together"),
    ],
)
def test_a_ruleset_that_makes_no_sense_names_the_field(changes: Mapping[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: expected"):
        replace(ITALIAN, **changes)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"jollies": -1}, "jollies"),
        ({"copies": 0}, "decks"),
        ({"copies": 5}, "decks"),
        ({"copies": 2.5}, "decks"),
        ({"jollies": 17}, "jollies"),
        ({"suits": ()}, "suits"),
        ({"suits": (Suit.HEARTS, Suit.HEARTS)}, "suits"),
        ({"jolly": 1005}, "value_jolly"),
        ({"jolly": 0}, "value_jolly"),
        ({"ranks": (15, 20, 5)}, "ranks"),
        ({"ranks": (15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 12)}, "value_king"),
    ],
)
def test_a_deck_that_makes_no_sense_names_the_field(changes: Mapping[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: expected"):
        replace(ITALIAN.deck, **changes)


def test_points_may_be_as_many_as_their_bounds() -> None:
    assert replace(ITALIAN.deck, jolly=1_000, copies=4, jollies=16).worth_of([JOLLY]) == 1_000
    assert replace(ITALIAN, clean=100_000, pozzetto_not_taken=-100_000).clean == 100_000


@pytest.mark.parametrize(
    ("rules", "bonuses"),
    [
        (ITALIAN, {Grade.CLEAN: 200, Grade.DIRTY: 100}),
        (ITALIAN_SEMICLEAN, {Grade.CLEAN: 200, Grade.DIRTY: 100, Grade.SEMI_CLEAN: 150}),
    ],
)
def test_a_ruleset_knows_only_its_own_grades(rules: RuleSet, bonuses: Mapping[Grade, int]) -> None:
    assert rules.bonuses == bonuses


@pytest.mark.parametrize(("rules", "unit"), [(ITALIAN, 5), (FIBUR_2026, 5), (ARGENTINE, 5)])
def test_every_score_is_a_multiple_of_the_unit(rules: RuleSet, unit: int) -> None:
    assert rules.unit == unit


def test_the_unit_follows_the_values() -> None:
    tens = {f"value_{rank}": 10 for rank in ("ace", "three", "four", "five", "six", "seven")}
    assert with_options(ITALIAN, tens).unit == 10


def test_options_change_what_they_name_and_nothing_else() -> None:
    options = {"semi_clean": 150, "pile": "closed", "target": 1505, "value_two": 25}
    changed = with_options(ITALIAN, options)
    assert (changed.semi_clean, changed.pile, changed.target) == (150, Pile.CLOSED, 1505)
    assert changed.deck.worth - ITALIAN.deck.worth == 8 * 5
    before, after = option_values(ITALIAN), option_values(changed)
    assert {name for name in OPTIONS if before[name] != after[name]} == set(options)
    assert (changed.key, changed.source) == (ITALIAN.key, ITALIAN.source)


def test_the_numbers_of_players_may_be_given_in_any_order() -> None:
    assert with_options(ITALIAN, {"players": [4, 2]}).players == (2, 4)


def test_semi_clean_can_be_turned_off() -> None:
    assert with_options(FIBUR_2026, {"semi_clean": None}).semi_clean is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("semi_clean", "150"),
        ("semi_clean", 150.0),
        ("semi_clean", 152),
        ("clean", True),
        ("clean", None),
        ("sets_allowed", 1),
        ("pile", "ajar"),
        ("pile", True),
        ("tie", ["goes_on"]),
        ("target", "2005"),
        ("value_jolly", 33),
        ("value_ace", 0),
        ("key", "mine"),
        ("deck", {}),
        ("value_joker", 30),
        ("sequences_allowed", None),
        ("red_threes_together", 801),
        ("sides_of_six", 4),
        ("alone_from", "1000"),
        ("exact_cut", 0),
        ("play_only", ["chess"]),
        ("set_ranks", ["A", "A"]),
        ("draw_suits", "SHDC"),
        ("players", 4),
        ("players", [2, "4"]),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected"):
        with_options(ITALIAN, {name: value})


def test_without_sets_there_is_no_set_of_black_threes() -> None:
    rules = replace(ITALIAN, red_threes=100, black_threes=True)
    assert rules.may_be_set(Rank.THREE)
    assert not replace(rules, sets_allowed=False).may_be_set(Rank.THREE)


@pytest.mark.parametrize(
    ("changes", "places"),
    [({}, 13), ({"ace_to_ace": 500}, 14), ({"red_threes": 100}, 11), ({"red_threes": 100, "ace_to_ace": 500}, 11)],
)
def test_a_sequence_without_threes_holds_one_ace_alone(changes: Mapping[str, int], places: int) -> None:
    assert replace(ITALIAN, **changes).places == places


@pytest.mark.parametrize(
    ("players", "sides_of_six", "shown"), [((2, 3, 4), 2, 4), ((2, 3), 2, 2), ((6,), 2, 6), ((6,), 3, 4), ((3,), 2, 4)]
)
def test_a_hand_of_two_sides_has_as_many_players_as_the_ruleset_is_for(
    players: tuple[int, ...], sides_of_six: int, shown: int
) -> None:
    assert replace(ITALIAN, players=players, sides_of_six=sides_of_six).players_of_two_sides == shown


@pytest.mark.parametrize(("cards", "amounts"), [(11, [50, -100]), (0, [0, 0])])
def test_a_pozzetto_that_is_not_dealt_counts_nothing(cards: int, amounts: list[int]) -> None:
    rules = replace(ITALIAN, pozzetto_cards=cards, pozzetto_taken=50, pozzetto_not_taken=-100)
    assert [rules.pozzetto_amount(taken=taken) for taken in (True, False)] == amounts


@pytest.mark.parametrize(
    ("rules", "points"),
    [(ITALIAN, [0, 100, 300, 800]), (ARGENTINE, [0, 100, 300, 400])],
)
def test_all_red_threes_together_count_more_where_the_deck_has_any(rules: RuleSet, points: list[int]) -> None:
    with_threes = replace(rules, red_threes=100, red_threes_together=800)
    assert [with_threes.red_three_points(cards) for cards in (0, 1, 3, 4)] == points
    assert rules.red_three_points(1) == 0
