"""The page of a ruleset shows what the engine uses."""

from dataclasses import replace

import pytest

from scoring.engine.cards import Rank
from scoring.engine.conventions import Start
from scoring.engine.grades import BURRACO_CARDS, Grade, MeldKind
from scoring.engine.notation import format_cards
from scoring.engine.options import OPTIONS
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import ViolationCode
from scoring.messages import OPTION_HELPS
from scoring.rulesets.examples import example_faults, example_melds
from scoring.rulesets.sheet import (
    SOURCES,
    bonuses_of,
    card_values,
    closing_needs,
    deck_sentence,
    differences_between,
    grade_views,
    play_of,
    play_only_of,
)
from scoring.services import judge_meld, ruleset_for

every_preset = pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=list(RULEBOOKS))


pytestmark = pytest.mark.usefixtures("in_english")


@every_preset
def test_every_grade_is_shown_with_its_bonus_and_an_example(rules: RuleSet) -> None:
    views = {grade.grade: grade for grade in grade_views(rules)}
    assert views.keys() == {*rules.bonuses, Grade.PLAIN}
    for grade, view in views.items():
        assert view.melds and view.bonus == rules.bonuses.get(grade, 0)
        assert all(meld.grade == grade and judge_meld(rules, meld.cards).meld == meld for meld in view.melds)


@every_preset
def test_no_example_is_shown_twice_or_needs_another_deck(rules: RuleSet) -> None:
    melds = example_melds(rules)
    assert len({meld.cards for meld in melds}) == len(melds)
    assert all(judge_meld(rules, meld.cards).legal for meld in melds)
    assert all(judge_meld(rules, cards).violations[0] == why for cards, why in example_faults(rules))


@every_preset
def test_a_second_example_of_a_grade_shows_several_wilds_or_what_may_be_semi_clean(rules: RuleSet) -> None:
    melds = example_melds(rules)
    seen = set[tuple[Grade, MeldKind]]()
    for meld in melds:
        further = (meld.grade, meld.kind) in seen
        assert not further or len(meld.wilds) > 1 or (rules.semi_clean is not None and meld.wilds), meld
        seen.add((meld.grade, meld.kind))


@pytest.mark.parametrize(
    ("key", "melds", "faults"),
    [
        (
            "fibur_2026",
            [
                "5H 6H 7H",
                "KS KH KD",
                "3H 4H 5H 2C 7H 8H 9H",
                "KS KS KH KH KD KD JK",
                "JK 3H 4H 5H 6H 7H 8H 9H",
                "3H 4H 5H 6H 7H 8H 9H JK JH",
                "KS KS KH KH KD KD KC JK",
                "KS KS KH KH KD KD KC KC JK",
                "2H 3H 4H 5H 6H 7H 8H",
                "KS KS KH KH KD KD KC",
            ],
            ["4H 5H 6H 7H 2C JK", "4H 5H 8H 9H", "2S 2H 2D"],
        ),
        (
            "canasta",
            ["KS KH KD", "KS KS KH KH KD KD JK", "KS KS KH KH KD KD KC", "3H 3D", "KS KS KH KH 2S JK JK"],
            ["4H 5H 6H 7H 2C JK", "4H 5H 8H 9H", "5H 6H 7H", "3C 3C JK", "3H 4H 5H", "2S 2H 2D"],
        ),
        (
            "tranca",
            [
                "5H 6H 7H",
                "KS KH KD",
                "KS KS KH KH KD KD 2C",
                "KS KS KH KH KD KD KC",
                "3H 3D",
                "4H 5H 6H 7H 8H 9H 2C",
                "5H 6H 7H 8H 9H 10H JH",
            ],
            ["4H 5H 6H 7H 2C 2S", "4H 5H 8H 9H", "3H 4H 5H", "2S 2H 2D"],
        ),
        (
            "sets_alone",
            ["KS KH KD", "KS KS KH KH KD KD JK", "KS KS KH KH KD KD KC"],
            ["4H 5H 6H 7H 2C JK", "4H 5H 8H 9H", "5H 6H 7H", "2S 2H 2D"],
        ),
    ],
)
def test_examples_are_of_kings_and_hearts_with_a_wild_of_another_suit(
    key: str, melds: list[str], faults: list[str]
) -> None:
    rules = {**RULEBOOKS, "sets_alone": replace(ITALIAN, sequences_allowed=False)}[key]
    assert [format_cards(meld.cards) for meld in example_melds(rules)] == melds
    assert [format_cards(cards) for cards, _why in example_faults(rules)] == faults


@pytest.mark.parametrize("wilds", [2, 3, None])
def test_several_wilds_are_shown_in_a_set_and_a_sequence_of_seven(wilds: int | None) -> None:
    """The sequence has its gap: the wilds fill it and go on."""
    several = [meld for meld in example_melds(replace(ITALIAN, wilds=wilds)) if len(meld.wilds) > 1]
    assert [meld.kind for meld in several] == [MeldKind.SET, MeldKind.SEQUENCE]
    assert {len(meld.cards) for meld in several} == {BURRACO_CARDS}


def test_the_two_definitions_of_semi_clean_are_told_apart() -> None:
    of_club, of_federation = (
        [meld.grade for meld in example_melds(RULEBOOKS[key])] for key in ("italian_semiclean", "fibur_2026")
    )
    assert of_club.count(Grade.SEMI_CLEAN) > of_federation.count(Grade.SEMI_CLEAN) > 0


def test_cards_are_listed_by_what_they_are_worth() -> None:
    values = [(value.cards, value.points) for value in card_values(ITALIAN.deck)]
    assert values == [("joker", 30), ("2", 20), ("A", 15), ("K Q J 10 9 8", 10), ("7 6 5 4 3", 5)]
    tiles = RULEBOOKS["argentine"].deck
    assert [value.cards for value in card_values(tiles)][:4] == ["joker", "2", "1", "13 12 11 10 9 8"]
    assert deck_sentence(tiles) == "106 tiles: 2 × 52 and 2 jokers."


@pytest.mark.parametrize(
    ("key", "differences"),
    [
        ("italian", []),
        ("italian_semiclean", ["semi-clean burraco: 150, not none"]),
        (
            "fibur_2026",
            ["semi-clean burraco: 150, not none", "suits in the draw for the dealer: ♥ ♦ ♣ ♠, not ♠ ♥ ♦ ♣"],
        ),
        (
            "fibur_internazionale",
            [
                "sets of: A, 3, not every rank except the two",
                "closing needs a clean burraco: yes, not no",
                "suits in the draw for the dealer: ♥ ♦ ♣ ♠, not ♠ ♥ ♦ ♣",
            ],
        ),
        (
            "brazilian_fechado_stbl",
            [
                "royal burraco: 500, not none",
                "sets allowed: no, not yes",
                "closing needs a clean burraco: yes, not no",
                "closing needs the pozzetto: no, not yes",
                "discard pile: closed, not open",
                "players: 2 or 4, not 2, 3 or 4",
                "target: none, not 2,005",
                "tie at the target: the one who started wins, not the game goes on",
                "an untaken pozzetto becomes the stock: yes, not no",
                "a player who cannot close keeps a card: no, not yes",
                "cards that nobody has at the end: 0, not 3",
            ],
        ),
    ],
)
def test_what_differs_from_the_italian_game(key: str, differences: list[str]) -> None:
    found = differences_between(RULEBOOKS[key], ITALIAN)
    assert [f"{setting.name}: {setting.value}, not {setting.other}" for setting in found] == differences


def test_canasta_for_two_has_more_cards_and_needs_two_canastas() -> None:
    found = differences_between(RULEBOOKS["canasta_for_two"], RULEBOOKS["canasta"])
    assert [(setting.name, setting.value, setting.other) for setting in found][:3] == [
        ("burracos needed to close", "2", "1"),
        ("players", "2", "4"),
        ("cards dealt to each of two players", "15", "11"),
    ]


def test_ranks_of_sets_are_compared_where_both_rulesets_have_sets() -> None:
    some, none = replace(ITALIAN, set_ranks=(Rank.ACE, Rank.KING)), replace(ITALIAN, sets_allowed=False)
    told = {
        pair: {setting.other for setting in differences_between(*pair)} & {"A, K", "every rank except the two"}
        for pair in ((some, ITALIAN), (some, none), (none, some))
    }
    assert [*told.values()] == [{"every rank except the two"}, set(), set()]


@pytest.mark.parametrize(
    ("burracos", "clean", "needed"),
    [
        (1, False, "a burraco on the table, of any grade"),
        (1, True, "a clean burraco on the table"),
        (2, False, "2 burracos on the table, of any grade"),
        (2, True, "2 burracos on the table, one of them clean"),
    ],
)
def test_closing_needs_as_many_burracos_as_the_ruleset_says(burracos: int, clean: bool, needed: str) -> None:
    rules = replace(ITALIAN, closing_needs_burracos=burracos, closing_needs_clean=clean)
    assert closing_needs(rules)[-1] == needed


def test_a_clubs_card_values_and_another_definition_are_differences_too() -> None:
    clubs = ruleset_for("fibur_2026", {"value_jolly": 50, "semi_clean_definition": "club"})
    found = differences_between(clubs, RULEBOOKS["fibur_2026"])
    assert [(setting.name, setting.value, setting.other) for setting in found] == [
        ("semi-clean as defined by", "the club", "the federation"),
        ("joker", "50", "30"),
    ]


def test_a_deck_without_jokers_is_called_so_in_place_of_their_number() -> None:
    assert deck_sentence(RULEBOOKS["tranca"].deck) == "104 cards: 2 × 52, without jokers."
    assert deck_sentence(ITALIAN.deck) == "108 cards: 2 × 52 and 4 jokers."


@every_preset
def test_every_option_is_on_the_page_and_every_preset_has_its_source(rules: RuleSet) -> None:
    settings = {setting.name for setting in (*bonuses_of(rules, ITALIAN), *play_of(rules, ITALIAN))}
    # The options of the deck are shown with its cards.
    cards = sum(name.startswith("value_") or name in ("decks", "jollies") for name in OPTIONS)
    hidden = (rules.semi_clean is None) + (rules.start is Start.DIE) + (rules.wilds == 1)
    # Besides the options there are four settings in which only presets differ.
    assert len(settings) == len(OPTIONS) - cards - hidden + 4
    assert OPTION_HELPS.keys() == OPTIONS.keys()
    assert SOURCES[rules.key]


def test_what_closing_needs() -> None:
    assert closing_needs(ITALIAN) == ("its pozzetto taken", "a burraco on the table, of any grade")
    assert closing_needs(RULEBOOKS["brazilian_aberto"]) == (
        "its pozzetto taken, if one is left",
        "a clean burraco on the table",
    )


def test_what_is_played_only_is_named_and_never_scored() -> None:
    assert play_only_of(ITALIAN) == ()
    assert play_only_of(RULEBOOKS["canasta"])[:2] == (
        "a bonus for melding the whole hand at once",
        "a number of points for the first melds of a side",
    )
    cut = ruleset_for("italian", {"exact_cut": 22, "play_only": ["frozen_pile"]})
    assert play_only_of(cut) == ("when the discard pile is frozen", "a bonus for a cut of exactly 22 cards")
    assert (cut.grades, cut.unit) == (ITALIAN.grades, ITALIAN.unit)


def test_a_ruleset_without_sequences_shows_that_one_is_no_meld() -> None:
    canasta = RULEBOOKS["canasta"]
    assert {meld.kind for meld in example_melds(canasta)} == {MeldKind.SET}
    faults = {why.code for _cards, why in example_faults(canasta)}
    assert faults >= {ViolationCode.SEQUENCES_NOT_ALLOWED, ViolationCode.THREES_WITH_OTHERS}
    assert closing_needs(canasta) == ("a burraco on the table, of any grade",)
