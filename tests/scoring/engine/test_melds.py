"""The properties of every meld, whatever its cards."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, count, islice, permutations, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.engine.cards import CARD_SUITS, JOLLY, RANKS, Card, Rank, Suit, count_cards
from scoring.engine.grades import MeldKind, SemiClean
from scoring.engine.melds import MOST_KNOWN, Meld, ReadingReason, read_meld
from scoring.engine.notation import parse_cards
from scoring.engine.rulebooks import BRAZILIAN_ABERTO_SUJO, FIBUR_2026, ITALIAN, ITALIAN_SEMICLEAN, RULEBOOKS
from scoring.engine.ruleset import SET_RANKS, RuleSet
from scoring.engine.violations import IllegalMeld, Violation, ViolationCode
from tests.scoring.deals import dealt_hand

RULES = st.sampled_from([ITALIAN, ITALIAN_SEMICLEAN, FIBUR_2026, BRAZILIAN_ABERTO_SUJO])
DECK = [JOLLY, *(Card(rank, suit) for suit in CARD_SUITS for rank in RANKS)]
NUMBERS = count()
unhurried = settings(deadline=None, max_examples=100)


@st.composite
def bags(draw: st.DrawFn) -> list[Card]:
    """Draw cards of few suits, so that many are melds or nearly."""
    suits = draw(st.sampled_from([CARD_SUITS[:1], CARD_SUITS[:1], CARD_SUITS[:2], CARD_SUITS]))
    return draw(st.lists(st.sampled_from([card for card in DECK if card.suit in (None, *suits)]), max_size=15))


@st.composite
def legal_melds(draw: st.DrawFn) -> tuple[RuleSet, list[Card]]:
    rules = draw(RULES)
    hand = dealt_hand(Random(draw(st.integers(0, 2**32))), rules)
    melds = [meld for side in hand.sides for meld in side.melds]  # type: ignore[union-attr]
    return rules, [*draw(st.sampled_from(melds))]


def outcome(rules: RuleSet, cards: list[Card]) -> Meld | tuple[Violation, ...]:
    try:
        return read_meld(rules, cards)
    except IllegalMeld as illegal:
        return illegal.violations


def unknown(rules: RuleSet) -> RuleSet:
    """Return the same rules under a name for which no meld is cached."""
    return replace(rules, key=f"unknown_{next(NUMBERS)}")


@unhurried
@given(rules=RULES, bag=bags(), data=st.data())
def test_the_order_of_the_cards_never_matters(rules: RuleSet, bag: list[Card], data: st.DataObject) -> None:
    assert outcome(unknown(rules), data.draw(st.permutations(bag))) == outcome(rules, bag)


@unhurried
@given(rules=RULES, legal=st.lists(legal_melds(), min_size=1, max_size=4), bag=bags())
def test_what_was_read_before_changes_nothing(
    rules: RuleSet, legal: list[tuple[RuleSet, list[Card]]], bag: list[Card]
) -> None:
    warm = unknown(rules)
    read = [(cards, outcome(warm, cards)) for cards in [*(cards for _rules, cards in legal), bag]]
    for cards, found in reversed(read):
        assert outcome(warm, cards) == found == outcome(unknown(rules), cards)


@pytest.mark.parametrize("cards", ["5H 9S 2S 2H JK", "5H 9S 2H 2S JK"])
def test_of_two_twos_that_may_be_natural_the_one_of_the_better_suit_is(cards: str) -> None:
    mixed, too_many = outcome(ITALIAN, parse_cards(cards))  # type: ignore[misc]
    assert mixed.code is ViolationCode.MIXED
    assert too_many.cards == tuple(parse_cards("2H JK"))


def test_the_same_cards_under_other_rules_are_read_again() -> None:
    cards = parse_cards("5H 5S 5D 2S")
    assert isinstance(outcome(ITALIAN, cards), Meld)
    assert isinstance(outcome(replace(ITALIAN, sets_allowed=False), cards), tuple)


@pytest.mark.parametrize("few", [3, 40])
def test_a_meld_of_hundreds_of_cards_is_never_taken_for_another(few: int) -> None:
    """Besides a few fives there are 256 more, which count as one card of the next rank would."""
    rules, five, six = unknown(ITALIAN), Card(Rank.FIVE, Suit.HEARTS), Card(Rank.SIX, Suit.HEARTS)
    assert count_cards([five] * (few + 256)) == count_cards([five] * few + [six])
    assert isinstance(outcome(rules, [five] * (few + 256)), Meld)
    assert isinstance(outcome(rules, [five] * few + [six]), tuple)


def test_more_melds_than_are_remembered_are_read_all_the_same() -> None:
    rules, cards = unknown(ITALIAN), [card for card in DECK if card.rank is Rank.FIVE]
    sets = [*islice((bag for size in count(3) for bag in combinations_with_replacement(cards, size)), 2 * MOST_KNOWN)]
    melds = [read_meld(rules, bag) for bag in sets]
    assert all(Counter(meld.cards) == Counter(bag) for meld, bag in zip(melds, sets, strict=True))
    again = [read_meld(rules, bag) for bag in sets]
    assert again == melds
    assert sum(one is other for one, other in zip(again, melds, strict=True)) == MOST_KNOWN


@given(bags=st.lists(st.lists(st.sampled_from(DECK), max_size=60), min_size=2, max_size=2))
def test_two_bags_count_alike_if_they_hold_the_same_cards(bags: list[list[Card]]) -> None:
    one, other = bags
    assert (count_cards(one) == count_cards(other)) is (Counter(one) == Counter(other))
    assert count_cards([*one, *other]) == count_cards([*other, *one]) == count_cards(one) + count_cards(other)


@unhurried
@given(rules=RULES, bag=bags(), suits=st.sampled_from([*permutations(CARD_SUITS)]))
def test_the_suits_are_equal_before_the_rules(rules: RuleSet, bag: list[Card], suits: tuple[Suit, ...]) -> None:
    exchanged = dict(zip(CARD_SUITS, suits, strict=True))
    moved = [card if card.suit is None else Card(card.rank, exchanged[card.suit]) for card in bag]
    here, there = outcome(rules, bag), outcome(rules, moved)
    if isinstance(here, Meld):
        assert isinstance(there, Meld)
        assert (here.kind, here.grade, here.value, here.wilds_at) == (
            there.kind,
            there.grade,
            there.value,
            there.wilds_at,
        )
    else:
        assert [fault.code for fault in here] == [fault.code for fault in there]  # type: ignore[union-attr]


@unhurried
@given(rules=RULES, bag=bags())
def test_a_fault_is_told_with_its_cards_and_a_gap_with_those_missing(rules: RuleSet, bag: list[Card]) -> None:
    found = outcome(rules, bag)
    for fault in () if isinstance(found, Meld) else found:
        assert fault.cards or not bag
        if fault.code is ViolationCode.GAP:
            assert not [card for card in fault.cards if card in bag and card.rank is not Rank.TWO]
        else:
            assert set(fault.cards) <= set(bag)


@unhurried
@given(drawn=legal_melds())
def test_a_meld_reads_the_same_from_the_table(drawn: tuple[RuleSet, list[Card]]) -> None:
    rules, cards = drawn
    meld = read_meld(rules, cards)
    assert sorted(meld.cards, key=DECK.index) == sorted(cards, key=DECK.index)
    assert read_meld(unknown(rules), meld.cards) == meld


@unhurried
@given(drawn=legal_melds())
def test_the_card_that_a_wild_stands_for_may_join_and_never_lowers_the_grade(
    drawn: tuple[RuleSet, list[Card]],
) -> None:
    """000: the wild then moves, and stays with the sequence even if no card is left for it to stand for."""
    rules, cards = drawn
    before = read_meld(rules, cards)
    assume(before.stands_for is not None)
    after = read_meld(rules, [*cards, before.stands_for])  # type: ignore[list-item]
    assert len(after.cards) == len(cards) + 1
    assert after.bonus >= before.bonus


@unhurried
@given(drawn=legal_melds())
def test_without_a_wild_that_fills_no_gap_the_naturals_are_a_meld(drawn: tuple[RuleSet, list[Card]]) -> None:
    rules, cards = drawn
    meld = read_meld(rules, cards)
    assume(meld.wilds_at in ((0,), (len(cards) - 1,)) and len(cards) > 3)
    naturals = [card for at, card in enumerate(meld.cards) if at not in meld.wilds_at]
    assert not read_meld(rules, naturals).wilds


@unhurried
@given(drawn=legal_melds(), more=st.sampled_from([card for card in DECK if card.suit is not None]))
def test_a_natural_of_its_rank_may_always_join_a_set(drawn: tuple[RuleSet, list[Card]], more: Card) -> None:
    rules, cards = drawn
    meld = read_meld(rules, cards)
    assume(meld.kind is MeldKind.SET and len(cards) < 9)
    joined = read_meld(rules, [*cards, Card(meld.cards[0].rank, more.suit)])
    assert joined.wilds == meld.wilds


@pytest.mark.parametrize("key", RULEBOOKS)
def test_another_card_of_its_rank_never_lowers_a_set(key: str) -> None:
    """Federation, corrected: a ninth card had made a semi-clean set dirty. Every set grows card by card."""
    rules = RULEBOOKS[key]
    suits = [suit for suit in rules.deck.suits for _copy in range(rules.deck.copies)]
    for rank, wilds in product(SET_RANKS, ([], [JOLLY])):
        naturals = [Card(rank, suit) for suit in suits]
        found = [outcome(rules, [*naturals[:size], *wilds]) for size in range(3, len(naturals) + 1)]
        bonuses = [meld.bonus for meld in found if isinstance(meld, Meld)]
        assert len(bonuses) in (0, len(found)) and bonuses == sorted(bonuses)


@pytest.mark.parametrize("key", [key for key, rules in RULEBOOKS.items() if rules.sequences_allowed])
def test_a_card_more_lowers_a_sequence_only_by_a_wild_or_where_the_wild_then_lies(key: str) -> None:
    """docs/rules.md §3. Every sequence of 7 to 9 cards, with every wild and every additional card of its suit."""
    rules = RULEBOOKS[key]
    suit, *_others, other = rules.deck.suits
    ranks = [Card(rank, suit) for rank in Rank if rank is not Rank.JOLLY]
    lowered = set()
    for size, wilds in product(range(6, 10), ([], [JOLLY], [Card(Rank.TWO, other)])):
        for cards in combinations(ranks, size):
            before = outcome(rules, [*cards, *wilds])
            if not isinstance(before, Meld) or before.row is None:
                continue
            for more in [card for card in ranks if card not in cards]:
                after = outcome(rules, [*cards, *wilds, more])
                if isinstance(after, Meld) and after.bonus < before.bonus:
                    ends = before.wilds_at in ((0,), (size,)), after.wilds_at in ((0,), (size + 1,))
                    lowered.add((not before.wilds, *ends))
                    assert not before.wilds or more != before.stands_for
    # A natural two becomes the wild; for the federation a wild at the end moves inside.
    federation = rules.semi_clean is not None and rules.semi_clean_definition is SemiClean.FEDERATION
    assert {without for without, *_ in lowered} == ({True, False} if federation else {True})
    assert all(was and not still for without, was, still in lowered if not without)


@pytest.mark.parametrize(
    ("key", "cards", "grades"),
    [
        ("fibur_2026", "3H 4H 5H 6H 7H 8H 9H JK, JH", ["semi_clean", "dirty"]),
        ("italian_semiclean", "3H 4H 5H 6H 7H 8H 9H JK, JH", ["semi_clean", "semi_clean"]),
        ("italian", "2H 3H 4H 5H 6H 7H 8H, 10H", ["clean", "dirty"]),
        ("fibur_2026", "3H 4H 5H 6H 7H 8H 9H, 2C", ["clean", "semi_clean"]),
    ],
)
def test_the_cards_more_that_the_rules_name(key: str, cards: str, grades: list[str]) -> None:
    melded, more = (parse_cards(text) for text in cards.split(","))
    assert [read_meld(RULEBOOKS[key], cards).grade for cards in (melded, melded + more)] == grades


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("7S 8S 9S", ReadingReason.NO_WILD),
        ("2S 3S 4S", ReadingReason.NATURAL_TWO),
        ("7S JK 9S", ReadingReason.STANDS_FOR),
        ("7S 7H JK", ReadingReason.STANDS_IN_SET),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK", ReadingReason.STANDS_FOR_NONE),
    ],
)
def test_a_meld_says_why_it_is_what_it_is(cards: str, reason: ReadingReason) -> None:
    assert read_meld(ITALIAN, parse_cards(cards)).reason is reason


@pytest.mark.parametrize(
    ("cards", "counted", "uncounted"),
    [("7S JK 9S", 45, 15), ("7S 8S 9S JK", 55, 25), ("2S 3S 4S", 30, 30), ("KS KH 2D", 40, 20)],
)
def test_a_melded_wild_is_worth_nothing_where_the_rules_say_so(cards: str, counted: int, uncounted: int) -> None:
    """A two that stands for itself is no wild."""
    for rules, value in ((ITALIAN, counted), (replace(ITALIAN, melded_wilds_count=False), uncounted)):
        assert read_meld(rules, parse_cards(cards)).value == value


def test_a_sequence_holds_as_many_wilds_as_the_ruleset_allows_and_no_more() -> None:
    two_wilds, three_wilds = parse_cards("4H 5H 6H 8H JK JK"), parse_cards("4H 5H 6H 8H JK JK JK")
    assert read_meld(replace(ITALIAN, wilds=2), two_wilds).kind is MeldKind.SEQUENCE
    for rules, cards in ((ITALIAN, two_wilds), (replace(ITALIAN, wilds=2), three_wilds)):
        with pytest.raises(IllegalMeld):
            read_meld(rules, cards)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("3S 3C", ViolationCode.TOO_FEW_CARDS),
        ("3S 3C JK", ViolationCode.THREES_WITH_OTHERS),
        ("3H 3D 3S", ViolationCode.THREES_NOT_MELDED),
    ],
)
def test_black_threes_are_melded_by_themselves(cards: str, code: ViolationCode) -> None:
    rules = replace(ITALIAN, key="black_threes", red_threes=100, black_threes=True)
    assert read_meld(rules, parse_cards("3S 3S 3C")).kind is MeldKind.SET
    assert [fault.code for fault in outcome(rules, [*parse_cards(cards)])] == [code]  # type: ignore[union-attr]


def test_the_suit_of_a_two_is_asked_for_when_the_meld_has_all_its_cards() -> None:
    codes = {
        cards: [fault.code for fault in outcome(ITALIAN, [*parse_cards(cards)])]  # type: ignore[union-attr]
        for cards in ("3H 2?", "3H 4H 2?")
    }
    assert codes == {"3H 2?": [ViolationCode.TOO_FEW_CARDS], "3H 4H 2?": [ViolationCode.SUIT_UNSEEN]}
