"""The remarks beside each field of cards while a hand is entered."""

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.card_entry import JudgedHand, RemarkKind, State, judge_typed, keypad_for
from scoring.card_entry.faces import show_no_meld
from scoring.card_entry.fields import not_a_number_sentence, number_field
from scoring.engine.cards import Rank
from scoring.engine.notation import NOTATIONS, parse_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ARGENTINE, BRAZILIAN_ABERTO_SUJO, FIBUR_2026, ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.forms.cards import read_typed
from tests.scoring.free_games.tables import MELDED_11, MELDED_22

NAMES = {"a": "We", "b": "They"}
ENDED = "&end=time&a_pozzetto=taken&b_pozzetto=taken"


pytestmark = pytest.mark.usefixtures("in_english")


def judged(query: str, rules: RuleSet = FIBUR_2026) -> JudgedHand:
    return judge_typed(rules, read_typed(QueryDict(query), tuple(NAMES), "en", rules), NAMES)


@pytest.mark.parametrize(
    ("typed", "state", "sentences"),
    [
        ("", State.BLANK, ()),
        ("3H", State.GROWING, ("A meld has at least 3 cards. Add to it, or remove it.",)),
        ("3H 4H 1", State.GROWING, ("Card 3, “1”, is not a card.",)),
        ("3H 1 4H", State.WRONG, ("Card 2, “1”, is not a card.",)),
        ("3H 4H 1 ", State.WRONG, ("Card 3, “1”, is not a card.",)),
        ("3H 4H 5H", State.LEGAL, ("sequence: no wild",)),
        ("5♥,3♥️ 4♥", State.LEGAL, ("sequence: no wild",)),
        ("3H 4H 5H 6H 7H 2C 9H", State.LEGAL, ("dirty: the 2♣ stands for the 8♥",)),
        ("3H 4H 6H", State.WRONG, ("The sequence has a gap. Missing: 5♥.",)),
        (
            "JK JK",
            State.WRONG,
            (
                "A meld has at least 3 cards. Add to it, or remove it.",
                "A meld takes one wild at most. Here: joker, joker.",
            ),
        ),
    ],
)
def test_a_meld_says_what_it_is_at_every_stage(typed: str, state: State, sentences: tuple[str, ...]) -> None:
    field = judged(f"a={typed.replace(' ', '+')}").sides[0].melds[0]
    assert (field.state, field.sentences) == (state, sentences)


def test_the_cards_before_what_is_none_are_drawn() -> None:
    field = judged("a=3H+4H+?+5H").sides[0].melds[0]
    assert field.cards == parse_cards("3H 4H")
    assert field.meld_view is not None
    assert field.meld_view.spelled == "three of hearts, four of hearts"


def test_a_number_is_no_cards_left_in_hand() -> None:
    """Only a pozzetto that nobody has looked at may be given as a value."""
    field = judged("a_left=85+").sides[0].left
    assert (field.state, field.sentences) == (State.WRONG, ("Card 1, “85”, is not a card.",))


def test_a_burraco_says_its_kind_value_and_bonus() -> None:
    side = judged("a=3H+4H+5H+6H+7H+8H+9H&a=KS+KD+KC+JK").sides[0]
    burraco, small = side.melds[0], side.melds[1]
    assert burraco.meld is not None
    assert (burraco.kind, burraco.meld.value, burraco.meld.bonus) == ("sequence", 45, 200)
    assert small.kind == ""
    assert (side.value, side.bonus) == (105, 200)


def test_what_is_missing_is_no_fault() -> None:
    hand = judged("a=3H+4H+5H&b=3H&b_pozzetto=unlooked")
    assert hand.wrong == ()
    assert [remark.placed for remark in hand.missing] == [
        "How did the hand end?",
        "We: What became of the pozzetto?",
        "They: Which cards are in the pozzetto, or what are they worth?",
        "They, meld 1: A meld has at least 3 cards. Add to it, or remove it.",
    ]
    assert hand.hand is None


def test_a_complete_hand_takes_a_meld_of_two_for_a_fault() -> None:
    hand = judged("a=3H+4H" + ENDED)
    assert [(remark.about, remark.placed) for remark in hand.wrong] == [
        ("a-meld-1", "We, meld 1: a meld has at least 3 cards. Add to it, or remove it.")
    ]


def test_blank_melds_do_not_shift_the_faults_of_the_others() -> None:
    hand = judged("a=&a=3H+4H+5H&a=&a=3C+5C+6C" + ENDED)
    assert [remark.about for remark in hand.wrong] == ["a-meld-4"]


def test_what_the_deck_does_not_have_is_said_beside_each_of_its_fields() -> None:
    hand = judged("a=9S+10S+JS&b=9S+9H+9D&b_left=9S" + ENDED)
    [remark] = hand.wrong
    assert remark.beside == ("a-meld-1", "b-meld-1", "b-left")
    ours, theirs = hand.sides
    fields = (ours.melds[0], theirs.melds[0], theirs.left)
    assert {field.faults for field in fields} == {(remark.sentence,)}
    assert {field.state for field in fields} == {State.WRONG}


def test_closing_without_a_burraco_is_reported_beside_the_end_of_the_hand() -> None:
    hand = judged("a=3H+4H+5H&end=closed_a&a_pozzetto=not_taken&b_pozzetto=taken")
    assert len(hand.end_sentences) == 2
    assert all(remark.about == "end" for remark in hand.wrong)


@pytest.mark.parametrize(
    ("typed", "value", "faults"),
    [
        ("3C 4C 5C 6D 8D 9S 9S JC QD KH KS", 90, 0),
        ("90", 90, 0),
        ("3C 4C", 10, 1),
        ("7", 7, 1),
    ],
)
def test_a_pozzetto_is_told_by_its_cards_or_their_value(typed: str, value: int, faults: int) -> None:
    query = f"end=time&a_pozzetto=taken&b_pozzetto=unlooked&b_unlooked={typed.replace(' ', '+')}"
    hand = judged(query)
    field = hand.sides[1].unlooked
    assert (field.value, len(field.faults)) == (value, faults)
    assert [remark.about for remark in hand.wrong] == ["b-unlooked"] * faults


def test_a_pozzetto_that_was_looked_at_is_not_asked_about() -> None:
    assert judged("b_unlooked=nonsense" + ENDED).is_legal


COUNTED = "depth=counts&end=closed_a&a_pozzetto=taken&b_pozzetto=not_taken&a_melded=345&a_clean=1&b_left_value=25"


def test_counts_give_a_score_without_any_card() -> None:
    hand = judged(COUNTED, ITALIAN)
    assert [side.score.total for side in hand.sides if side.score] == [200 + 100 + 345, -25 - 100]


@pytest.mark.parametrize(
    ("more", "about"),
    [
        ("b_melded=12x", "b-melded"),
        ("b_melded=143", "b-melded"),
        ("b_melded=-5", "b-melded"),
        ("b_left_value=999999", "b-left_value"),
        ("b_clean=½", "b-clean"),
        ("b_clean=٣", "b-clean"),
        ("b_royal=1", "b-royal"),
        ("a_melded=20", "a-melded"),
    ],
)
def test_a_number_that_cannot_be_is_said_beside_it(more: str, about: str) -> None:
    column = more.split("=")[0]
    hand = judged("&".join([*(part for part in COUNTED.split("&") if not part.startswith(f"{column}=")), more]))
    assert [remark.about for remark in hand.wrong] == [about]
    counts = {count.id: count for side in hand.sides for count in side.counts}
    assert [id_ for id_, count in counts.items() if count.sentences] == [about]


@pytest.mark.parametrize(("typed", "echo"), [("x" * 40, "x" * 40), (" " + "x" * 41 + "y ", "x" * 40 + "…")])
def test_what_is_no_number_is_repeated_up_to_forty_characters(typed: str, echo: str) -> None:
    assert not_a_number_sentence(typed) == f"“{echo}” is not a whole number of at most five digits."


def test_a_rare_hand_is_doubted_and_scored() -> None:
    many = COUNTED.replace("a_clean=1", "a_clean=6").replace("345", "560") + "&a_left_value=20"
    hand = judged(many.replace("b_left_value=25", "b_left_value=160"))
    assert hand.is_legal
    assert [remark.placed.split(":")[0] for remark in hand.doubts] == ["We"]


def test_an_empty_hand_is_doubted_on_the_card_page_too() -> None:
    ours = "&".join(f"a={meld}" for meld in (*MELDED_22, "3S 4S 5S 6S 7S 8S", "9S 10S JS QS KS"))
    more = ("9C 10C JC QC KC", "9H 10H JH", "AC AD AH", "9D 10D JD", "4H 5H 6H 7H 8H", "4C 5C 6C")
    theirs = "&".join(f"b={meld}" for meld in (*MELDED_11, *more))
    cards = f"end=closed_a&{ours}&a_pozzetto=taken&{theirs}&b_pozzetto=taken&letters=en"
    hand = judged(cards, ITALIAN)
    assert hand.is_legal
    assert [(remark.placed.split(":")[0], remark.beside) for remark in hand.doubts] == [
        ("We", ("a-side",)),
        ("They", ("b-side",)),
    ]
    without = judged(cards, BRAZILIAN_ABERTO_SUJO)
    assert without.is_legal
    assert without.doubts == ()


def test_where_the_next_player_draws_no_stall_is_offered() -> None:
    assert "stall" in judged("", ITALIAN).ends
    assert "stall" not in judged("", with_options(ITALIAN, {"stall": "must_draw"})).ends


def test_only_grades_that_the_ruleset_knows_are_asked_for() -> None:
    grades = [count.grade for count in judged("", ITALIAN).sides[0].counts if count.grade and count.is_known]
    assert grades == ["clean", "dirty"]
    grades = [
        count.grade for count in judged("", BRAZILIAN_ABERTO_SUJO).sides[0].counts if count.grade and count.is_known
    ]
    assert grades == ["clean", "dirty", "royal"]


@pytest.mark.parametrize("language", NOTATIONS)
@pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=str)
def test_the_keys_write_every_card_of_the_deck_and_no_other(language: str, rules: RuleSet) -> None:
    with override(language):
        keypad = keypad_for(rules)
    written = [rank.writes + suit.writes for suit in keypad.suits for rank in keypad.ranks]
    written += [keypad.jolly.writes] * keypad.has_jollies
    cards = parse_cards(" ".join(written), NOTATIONS[language])
    assert len(set(cards)) == 52 + keypad.has_jollies
    assert all(rules.deck.copies_of(card) for card in cards)
    example = parse_cards(keypad.example, NOTATIONS[language])
    assert [card.rank for card in example] == [Rank.THREE, Rank.FOUR, Rank.FIVE]
    assert len({card.suit for card in example}) == 1


def test_a_ruleset_without_sequences_has_no_keys_for_them() -> None:
    without = with_options(ITALIAN, {"sequences_allowed": False})
    for rules, has_keys in ((ITALIAN, True), (without, False), (RULEBOOKS["canasta"], False)):
        keypad = keypad_for(rules)
        keys = render_to_string("scoring/cards/keys.html", {"keypad": keypad})
        assert ('data-card-panel="run"' in keys) == has_keys and 'data-card-panel="set"' in keys
        hidden = 'data-card-mode="run" aria-pressed="false" hidden' in render_to_string(
            "scoring/cards/keypad.html", {"keypad": keypad}
        )
        assert hidden != has_keys
    # The keys come again only where they are others.
    assert keypad_for(ITALIAN).version != keypad_for(without).version


def test_tiles_are_drawn_with_their_letter() -> None:
    field = judged("a=3R+4R+5R", ARGENTINE).sides[0].melds[0]
    assert field.meld_view is not None
    assert [(face.rank, face.sign) for face in field.meld_view.faces] == [("3", "R"), ("4", "R"), ("5", "R")]


def test_cards_that_are_no_meld_are_spelled_with_those_known_by_value() -> None:
    cards = show_no_meld(parse_cards("3H 4H"), "", {10: 2, 5: 1})
    assert cards.spelled.endswith(", 1 card of 5 points, 2 cards of 10 points")
    assert [face.sign for face in cards.faces][2:] == ["×1", "×2"]


@pytest.mark.parametrize("rules", [ITALIAN, with_options(ITALIAN, {"pozzetto_unlooked": -50})])
def test_a_pozzetto_with_a_fixed_amount_need_not_be_entered(rules: RuleSet) -> None:
    hand = judged("depth=counts&end=time&a_pozzetto=unlooked&b_pozzetto=taken&b_left_value=20", rules)
    fixed = rules.pozzetto_unlooked is not None
    missing = [remark.beside for remark in hand.remarks if remark.kind is RemarkKind.MISSING]
    assert missing == ([] if fixed else [("a-unlooked",)])
    score = hand.sides[0].score
    assert (score.total if score else None) == rules.pozzetto_unlooked


def test_the_hidden_pozzetto_of_the_player_alone_has_more_cards() -> None:
    query = QueryDict("end=time&a_pozzetto=unlooked&b_pozzetto=not_taken")
    typed = read_typed(query, tuple(NAMES), "en", ITALIAN)
    hidden = [judge_typed(ITALIAN, typed, NAMES, players=3, solo=solo).deck.unseen for solo in (0, 1)]
    assert hidden == [18, 11]


def test_a_count_of_the_clubs_own_grade_has_the_clubs_name() -> None:
    rules = with_options(ITALIAN, {"grades": [{"key": "over", "label": "Over the top", "bonus": 300}]})
    labels = [number_field(rules, "a", name, "1").label for name in ("over", "clean", "melded")]
    assert labels == ["Over the top", "clean burracos", "cards melded, in points"]


def test_cards_that_are_no_meld_are_worth_nothing_beside_a_bonus() -> None:
    assert show_no_meld(parse_cards("3H 4H"), "").total == 0
