"""Hands given as cards and as counts: comparison with a naive oracle, and properties of all hands."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.grades import Grade
from scoring.engine.hand import (
    NOT_TAKEN,
    TAKEN,
    AnyHand,
    CardsEntry,
    CountsEntry,
    EnteredHand,
    HandEnd,
    Pozzetto,
    PozzettoState,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.melds import Meld
from scoring.engine.notation import parse_cards
from scoring.engine.options import with_options
from scoring.engine.possible_values import can_be_left, can_be_melded, can_be_pozzetto, least_melded
from scoring.engine.rulebooks import FIBUR_2026, ITALIAN, RULEBOOKS
from scoring.engine.score import HandScore, score_hand, violations
from scoring.engine.violations import IllegalHand, ViolationCode
from scoring.services import read_hand, write_hand
from tests.scoring import oracle_slips
from tests.scoring.deals import dealt_hand, deck_cards, scrambled_hand
from tests.scoring.oracle_hands import totals
from tests.scoring.perft import BOOKS

everywhere = pytest.mark.parametrize("key", RULEBOOKS)
seeds = st.integers(0, 2**48)
unhurried = settings(deadline=None, max_examples=40)


def scores_or_none(key: str, hand: AnyHand) -> tuple[HandScore, ...] | None:
    try:
        return score_hand(RULEBOOKS[key], hand)
    except IllegalHand:
        return None


@everywhere
def test_hands_are_scored_as_the_oracle_does(key: str) -> None:
    rng = Random(f"hands:{key}")
    seen = set()
    for number in range(200):
        hand = (dealt_hand, scrambled_hand)[number % 2](rng, RULEBOOKS[key])
        scores = scores_or_none(key, hand)
        expected = totals(BOOKS[key], oracle_slips.BOOKS[key], write_hand(key, {}, hand))
        assert (None if scores is None else [score.total for score in scores]) == expected, write_hand(key, {}, hand)
        seen.add(expected is None)
    assert seen == {True, False}


@everywhere
@unhurried
@given(seed=seeds)
def test_a_dealt_hand_is_legal_and_its_total_is_the_sum_of_its_lines(key: str, seed: int) -> None:
    hand = dealt_hand(Random(seed), RULEBOOKS[key])
    assert violations(RULEBOOKS[key], hand) == ()
    for score in score_hand(RULEBOOKS[key], hand):
        assert score.total == sum(line.points for line in score.lines)
        assert all(line.points % 5 == 0 and line.count > 0 for line in score.lines)


@everywhere
@unhurried
@given(seed=seeds)
def test_every_shallower_depth_accepts_what_the_cards_show_with_the_same_total(key: str, seed: int) -> None:
    rules = RULEBOOKS[key]
    hand = dealt_hand(Random(seed), rules)
    scores = score_hand(rules, hand)
    expected = [score.total for score in scores]
    counts = tuple(
        as_counts(key, side, score.melds)
        for side, score in zip(hand.sides, scores, strict=True)  # type: ignore[arg-type]
    )
    slips = tuple(replace(score.slip, closed=side.closed) for side, score in zip(counts, scores, strict=True))  # type: ignore[type-var]
    for shallower in (
        AnyHand(end=hand.end, sides=counts, players=hand.players),
        EnteredHand(end=hand.end, sides=slips, players=hand.players),  # type: ignore[arg-type]
        EnteredHand(end=hand.end, sides=tuple(TotalEntry(total) for total in expected), players=hand.players),
    ):
        assert [score.total for score in score_hand(rules, shallower)] == expected
        if not isinstance(shallower.sides[0], TotalEntry):
            assert [score.slip for score in score_hand(rules, shallower)] == [score.slip for score in scores]


def as_counts(key: str, side: CardsEntry, melds: tuple[Meld, ...]) -> CountsEntry:
    worth = RULEBOOKS[key].deck.worth_of
    burracos = [meld.grade for meld in melds if meld.row is not None]
    unlooked = None if side.pozzetto.cards is None else worth(side.pozzetto.cards)
    return CountsEntry(
        burracos={grade: burracos.count(grade) for grade in burracos},
        melded=sum(worth(meld) for meld in side.melds),
        left_value=worth(side.left),
        pozzetto=replace(side.pozzetto, cards=None, value=unlooked),
        closed=side.closed,
    )


@everywhere
@unhurried
@given(seed=seeds)
def test_a_hand_is_the_same_after_json_and_with_its_sides_exchanged(key: str, seed: int) -> None:
    hand = scrambled_hand(Random(seed), RULEBOOKS[key])
    assert read_hand(write_hand(key, {}, hand)) == (RULEBOOKS[key], hand)
    scores = scores_or_none(key, hand)
    turned = scores_or_none(key, replace(hand, sides=hand.sides[::-1]))
    assert turned == (None if scores is None else scores[::-1])


@unhurried
@given(seed=seeds, cards=st.integers(0, 60))
def test_what_a_deck_holds_is_possible(seed: int, cards: int) -> None:
    """Any cards of a deck have a possible value, and any eleven that of a pozzetto."""
    deck = deck_cards(ITALIAN.deck)
    Random(seed).shuffle(deck)
    assert can_be_left(ITALIAN.deck, ITALIAN.deck.worth_of(deck[:cards]))
    assert can_be_pozzetto(ITALIAN.deck, ITALIAN.deck.worth_of(deck[:11]), 11)
    assert can_be_pozzetto(ITALIAN.deck, ITALIAN.deck.worth_of(deck[:18]), 18)


@pytest.mark.parametrize(
    ("burracos", "value", "possible"),
    [
        ({}, 0, True),
        ({}, 5, False),
        ({}, 10, False),
        ({}, 15, True),
        ({}, 1085, False),
        ({Grade.CLEAN: 1}, 30, False),
        ({Grade.CLEAN: 1}, 35, True),
        ({Grade.CLEAN: 1}, 40, True),
        ({Grade.DIRTY: 1}, 45, False),
        ({Grade.DIRTY: 1}, 50, True),
        ({Grade.CLEAN: 5}, 175, True),
        ({Grade.CLEAN: 6}, 210, False),
        ({Grade.CLEAN: 6}, 220, True),
        ({Grade.SEMI_CLEAN: 1}, 50, False),
        ({Grade.SEMI_CLEAN: 1}, 55, True),
    ],
)
def test_melded_values_at_the_edge(burracos: dict[Grade, int], value: int, possible: bool) -> None:
    """The cheapest clean burraco is seven fives; a dirty one has a two; the deck has forty fives."""
    assert can_be_melded(FIBUR_2026, burracos, value) is possible


def test_no_melds_are_worth_more_than_the_deck() -> None:
    assert not can_be_melded(FIBUR_2026, {}, FIBUR_2026.deck.worth + 5)


def test_values_follow_a_house_rule() -> None:
    tens = with_options(ITALIAN, {f"value_{rank}": 10 for rank in ("three", "four", "five", "six", "seven")})
    assert can_be_melded(tens, {Grade.CLEAN: 1}, 70)
    assert not can_be_melded(tens, {Grade.CLEAN: 1}, 65)


@pytest.mark.parametrize("left", [10**30, -(10**30)])
def test_a_value_out_of_all_proportion_is_a_violation_like_any_other(left: int) -> None:
    side = CountsEntry(burracos={}, melded=0, left_value=left, pozzetto=TAKEN, closed=False)
    hand = AnyHand(end=HandEnd.TIME, sides=(side, replace(side, left_value=0, burracos={Grade.CLEAN: 10**30})))
    assert {fault.code for fault in violations(ITALIAN, hand)} > {ViolationCode.BURRACOS_BEYOND_DECK}


SIDE = CardsEntry(melds=(), left=(), pozzetto=NOT_TAKEN, closed=False)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 5}, "^players: expected 2, 3, 4 or 6, got 5"),
        ({"sides": (SIDE,)}, "^sides: expected 2, got 1"),
        ({"sides": (SIDE,) * 3}, "^sides: expected 2, got 3"),
        ({"players": 3, "sides": (SIDE,) * 4}, "^sides: expected 2 or 3, got 4"),
        ({"players": 3}, "^solo: expected 0 or 1, got None"),
        ({"players": 3, "solo": 2}, "^solo: expected 0 or 1, got 2"),
        ({"players": 3, "sides": (SIDE,) * 3, "solo": 0}, "^solo: expected None, got 0"),
        ({"solo": 1}, "^solo: expected None, got 1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AnyHand(**{"end": HandEnd.TIME, "sides": (SIDE, SIDE)} | settings)  # type: ignore[arg-type]


def test_the_last_cards_stay_out_where_the_stock_is_played_out_and_each_pozzetto_that_nobody_took() -> None:
    for end, stay in ((HandEnd.CLOSED, 2), (HandEnd.STOCK, 2), (HandEnd.TIME, 0)):
        hand, rules = AnyHand(end=end, sides=(SIDE, SIDE)), replace(ITALIAN, out_of_play=2)
        assert [hand.cards_out(rules, took) - stay for took in ((True, True), (True, False), (False, False))] == [
            0,
            11,
            22,
        ]


def test_only_an_unlooked_pozzetto_has_cards_or_a_value() -> None:
    with pytest.raises(ValueError, match="^pozzetto: expected"):
        Pozzetto(state=PozzettoState.TAKEN, value=60)


@pytest.mark.parametrize("number", [0, -1])
def test_of_cards_known_by_their_value_there_is_one_at_least(number: int) -> None:
    with pytest.raises(ValueError, match="^by_value: expected 1 or more of 10 points"):
        Pozzetto(state=PozzettoState.UNLOOKED, by_value={10: number})


FIVES = parse_cards("4S 4S 4H")


@pytest.mark.parametrize(
    ("shown", "codes"),
    [
        ({"by_value": {10: 11}, "value": 110}, set()),
        ({"by_value": {10: 11}, "value": 105}, {ViolationCode.POZZETTO_WORTH}),
        ({"by_value": {10: 3}}, {ViolationCode.POZZETTO_SIZE}),
        ({"cards": FIVES, "value": 15}, {ViolationCode.POZZETTO_SIZE}),
        ({"cards": FIVES, "by_value": {10: 8}, "value": 95}, set()),
        ({"value": 15}, {ViolationCode.POZZETTO_IMPOSSIBLE}),
    ],
)
def test_an_unlooked_pozzetto_has_its_cards_and_their_value(shown: dict[str, Any], codes: set[ViolationCode]) -> None:
    side = CountsEntry(
        burracos={}, melded=0, left_value=0, closed=False, pozzetto=Pozzetto(state=PozzettoState.UNLOOKED, **shown)
    )
    hand = AnyHand(end=HandEnd.TIME, sides=(side, replace(side, left_value=20, pozzetto=NOT_TAKEN)))
    assert {fault.code for fault in violations(ITALIAN, hand)} == codes


@pytest.mark.parametrize(
    ("jollies", "burracos", "codes"),
    [
        (4, {Grade.DIRTY: 12}, {ViolationCode.MELDED_IMPOSSIBLE}),
        (4, {Grade.DIRTY: 13}, {ViolationCode.WILDS_BEYOND_DECK}),
        (1, {Grade.CLEAN: 15}, {ViolationCode.MELDED_IMPOSSIBLE}),
        (1, {Grade.CLEAN: 16}, {ViolationCode.BURRACOS_BEYOND_DECK}),
    ],
)
def test_the_value_of_burracos_is_checked_as_long_as_the_deck_has_their_cards(
    jollies: int, burracos: dict[Grade, int], codes: set[ViolationCode]
) -> None:
    rules = with_options(ITALIAN, {"jollies": jollies})
    side = CountsEntry(burracos=burracos, melded=5, left_value=0, pozzetto=TAKEN, closed=False)
    hand = AnyHand(end=HandEnd.TIME, sides=(side, replace(side, burracos={}, melded=0)))
    assert {fault.code for fault in violations(rules, hand)} == codes


@pytest.mark.parametrize(("more", "codes"), [(0, set()), (5, {ViolationCode.VALUES_BEYOND_DECK})])
def test_all_cards_shown_may_be_worth_the_whole_deck(more: int, codes: set[ViolationCode]) -> None:
    ours = CountsEntry(burracos={}, melded=600, left_value=0, pozzetto=TAKEN, closed=False)
    theirs = replace(ours, melded=0, left_value=480 + more)
    assert ITALIAN.deck.worth == 1080
    hand = AnyHand(end=HandEnd.TIME, sides=(ours, theirs))
    assert {fault.code for fault in violations(ITALIAN, hand)} == codes


@pytest.mark.parametrize("wilds_count", [True, False])
def test_cards_whose_wilds_count_nothing_are_worth_the_others_alone(wilds_count: bool) -> None:
    """Of twenty cards twelve may be wilds."""
    rules = replace(ITALIAN, melded_wilds_count=wilds_count)
    assert least_melded(rules, {}, 20) == (20 * 5 if wilds_count else 8 * 5)


def test_an_unlooked_pozzetto_counts_by_its_cards_or_by_the_rulesets_amount() -> None:
    unlooked = replace(SIDE, pozzetto=Pozzetto(state=PozzettoState.UNLOOKED))
    hand = AnyHand(end=HandEnd.TIME, sides=(unlooked, replace(SIDE, pozzetto=TAKEN)))
    with pytest.raises(ValueError, match="^pozzetto: expected"):
        violations(ITALIAN, hand)
    fixed = with_options(ITALIAN, {"pozzetto_unlooked": -50})
    ns, _ew = score_hand(fixed, hand)
    assert [(line.item, line.points) for line in ns.lines] == [("pozzetto_unlooked_fixed", -50)]
    assert ns.slip is not None and (ns.slip.base, ns.slip.points) == (-50, 0)
    slips = EnteredHand(end=HandEnd.TIME, sides=(ns.slip, SlipEntry(base=0, points=0)))
    assert violations(fixed, slips) == () and violations(ITALIAN, slips) != ()


def test_a_total_shows_no_slip() -> None:
    ns, _ew = score_hand(FIBUR_2026, EnteredHand(end=HandEnd.CLOSED, sides=(TotalEntry(465), TotalEntry(-140))))
    assert ns.slip is None


@pytest.mark.parametrize(
    ("bases", "legal"), [((0, 0, 0), True), ((-100, 0, 0), False), ((200, 100, 0), True), ((1600, 1500, 0), False)]
)
def test_three_slips_of_players_without_a_pozzetto(bases: tuple[int, ...], legal: bool) -> None:
    """A club that waives the penalty does so for all three players or for none."""
    sides = tuple(SlipEntry(base=base, points=0) for base in bases)
    hand = AnyHand(end=HandEnd.STOCK, sides=sides, players=3)
    assert (violations(replace(FIBUR_2026, waived_when_neither_took=True), hand) == ()) is legal


def test_where_no_pozzetto_is_dealt_nobody_needs_it_and_no_penalty_is_waived() -> None:
    changes = {"pozzetto_cards": 0, "closing_needs_pozzetto": True, "waived_when_neither_took": True}
    rules = with_options(ITALIAN, changes)
    slips = (SlipEntry(base=200, points=100, closed=True), SlipEntry(base=0, points=-20))
    assert violations(rules, EnteredHand(end=HandEnd.CLOSED, sides=slips)) == ()
    assert violations(rules, EnteredHand(end=HandEnd.TIME, sides=(slips[1], slips[1]))) == ()


@pytest.mark.parametrize(("base", "legal"), [(0, True), (100, True), (-100, False), (50, False)])
def test_a_slip_of_the_player_who_plays_alone_shows_a_pozzetto(base: int, legal: bool) -> None:
    sides = (SlipEntry(base=-100, points=0), SlipEntry(base=base, points=0))
    hand = AnyHand(end=HandEnd.STOCK, sides=sides, players=3, solo=1)
    assert (violations(ITALIAN, hand) == ()) is legal
