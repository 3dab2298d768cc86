"""A slip is legal exactly if some hand can have produced it, according to a naive oracle."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.base_readings import all_readings
from scoring.engine.cards import Suit
from scoring.engine.deck import Deck
from scoring.engine.hand import AnyHand, EnteredHand, HandEnd, SideEntry, SlipEntry, TotalEntry
from scoring.engine.options import with_options
from scoring.engine.rulebooks import FIBUR_2026, ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import score_hand, violations
from scoring.engine.violations import DoubtCode, ViolationCode
from scoring.services import judge
from tests.scoring.oracle_slips import BOOKS, Book, Slip, legal
from tests.scoring.strategies import legal_hands

EVENING = json.loads((Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8"))

HOUSE_RULES: Mapping[str, tuple[str, Mapping[str, object], Mapping[str, object]]] = {
    "waiver": ("fibur_2026", {"waived_when_neither_took": True}, {"waived": True}),
    "a fixed amount for an unlooked pozzetto, and a grade of its own": (
        "italian",
        {"pozzetto_unlooked": -30, "grades": [{"key": "over", "label": "Over", "least": 13, "bonus": 315}]},
        {"unlooked": -30, "own": (315, 13)},
    ),
    "all counts against without a clean burraco, and 1000 from ace to ace": (
        "italian",
        {"no_clean_counts_against": True, "ace_to_ace": 1000},
        {"unclean_against": True, "own": (1000, 14)},
    ),
    "closing shows in the base": ("italian", {"closing": 30}, {"closing": 30}),
    "waiver beside a bonus for taking": (
        "argentine",
        {"waived_when_neither_took": True, "pozzetto_taken": 50},
        {"waived": True, "took": 50},
    ),
    "clean burraco to close, with semi-clean": (
        "fibur_2026",
        {"closing_needs_clean": True, "semi_clean": 125, "closing": 115},
        {"clean_to_close": True, "semi": 125, "closing": 115},
    ),
}
CASES: Mapping[str, tuple[RuleSet, Book]] = {
    **{key: (RULEBOOKS[key], book) for key, book in BOOKS.items()},
    **{
        name: (with_options(RULEBOOKS[key], options), replace(BOOKS[key], **changes))
        for name, (key, options, changes) in HOUSE_RULES.items()
    },
}
everywhere = pytest.mark.parametrize(("rules", "book"), CASES.values(), ids=CASES.keys())
unhurried = settings(deadline=None, max_examples=60)

figures = st.one_of(st.integers(-8, 70).map(lambda n: n * 50), st.integers(-60, 300).map(lambda n: n * 5))
slips = st.builds(
    SlipEntry,
    base=figures,
    points=st.one_of(st.sampled_from([-5, 0, 5, 120]), st.integers(-1200, 1200)),
    closed=st.sampled_from([None, None, True, False]),
)


def codes(rules: RuleSet, hand: EnteredHand) -> set[ViolationCode]:
    return {violation.code for violation in violations(rules, hand)}


def two_sides(rules: RuleSet, *, end: HandEnd, sides: tuple[SideEntry, SideEntry]) -> EnteredHand:
    return EnteredHand(end=end, sides=sides, players=rules.players_of_two_sides)


def oracle(book: Book, hand: EnteredHand) -> bool:
    ns, ew = (Slip(side.base, side.points, side.closed) for side in hand.sides if isinstance(side, SlipEntry))
    return legal(book, hand.end.value, ns, ew)


def test_every_preset_has_a_second_opinion() -> None:
    assert set(BOOKS) == set(RULEBOOKS)


@everywhere
@unhurried
@given(data=st.data())
def test_a_hand_that_was_played_is_legal(rules: RuleSet, book: Book, data: st.DataObject) -> None:
    figures = data.draw(legal_hands(book))
    end = HandEnd(figures.end)
    ns, ew = (
        SlipEntry(base=base, points=points, closed=closed)
        for base, points, closed in zip(figures.bases, figures.points, figures.closed, strict=True)
    )
    hand = two_sides(rules, end=end, sides=(ns, ew))
    assert violations(rules, hand) == ()
    assert violations(rules, two_sides(rules, end=end, sides=(TotalEntry(ns.total), TotalEntry(ew.total)))) == ()
    for score, slip in zip(score_hand(rules, hand), (ns, ew), strict=True):
        assert score.total == sum(line.points for line in score.lines) == slip.base + slip.points
        assert score.total % 5 == 0


@everywhere
@unhurried
@given(end=st.sampled_from(HandEnd), ns=slips, ew=slips)
def test_any_two_slips_are_judged_as_the_oracle_does(
    rules: RuleSet, book: Book, end: HandEnd, ns: SlipEntry, ew: SlipEntry
) -> None:
    hand = two_sides(rules, end=end, sides=(ns, ew))
    assert (violations(rules, hand) == ()) == oracle(book, hand)


@everywhere
def test_every_pair_of_everyday_bases_is_judged_as_the_oracle_does(rules: RuleSet, book: Book) -> None:
    bases = (-200, -100, -70, -50, 0, 30, 50, 100, 150, 200, 215, 230, 250, 300, 315, 450, 500, 800)
    for ns, ew, end in product(bases, bases, (HandEnd.CLOSED, HandEnd.STOCK)):
        hand = two_sides(rules, end=end, sides=(SlipEntry(base=ns, points=-5), SlipEntry(base=ew, points=5)))
        assert (violations(rules, hand) == ()) == oracle(book, hand), hand


@everywhere
def test_nothing_but_the_deck_limits_the_bases(rules: RuleSet, book: Book) -> None:
    """Near the greatest bases the number of cards decides, and which side closed."""
    ends = ((HandEnd.STALL, None), (HandEnd.CLOSED, True), (HandEnd.CLOSED, False))
    for ns, ew, (end, closed) in product(range(950, 4250, 50), (0, 1500, 1575, 2900), ends):
        hand = two_sides(
            rules, end=end, sides=(SlipEntry(base=ns, points=0, closed=closed), SlipEntry(base=ew, points=0))
        )
        assert (violations(rules, hand) == ()) == oracle(book, hand), hand


TINY = replace(
    ITALIAN,
    key="tiny",
    deck=Deck(suits=(Suit.HEARTS,), copies=1, jollies=0, jolly=30, ranks=ITALIAN.deck.ranks),
    draw_suits=(Suit.HEARTS,),
)
TINY_BOOK = replace(BOOKS["italian"], cards=13, worth=120, cheapest=(5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 15, 20))


@settings(deadline=None, max_examples=60)
@given(end=st.sampled_from([HandEnd.CLOSED, HandEnd.TIME]), ns=st.integers(-50, 90), ew=st.integers(-50, 90))
def test_totals_are_legal_when_some_slip_gives_them(end: HandEnd, ns: int, ew: int) -> None:
    """In a deck of 13 cards all slips behind two totals can be tried."""
    totals = (ns * 5, ew * 5)
    bases = (-100, 0, 100, 200, 300)
    expected = any(
        legal(TINY_BOOK, end.value, Slip(one, totals[0] - one), Slip(other, totals[1] - other))
        for one, other in product(bases, bases)
    )
    hand = EnteredHand(end=end, sides=(TotalEntry(totals[0]), TotalEntry(totals[1])))
    assert (violations(TINY, hand) == ()) == expected


@pytest.mark.parametrize("rules", [rules for rules, _ in CASES.values()], ids=CASES.keys())
@unhurried
@given(end=st.sampled_from(HandEnd), ns=slips, ew=slips)
def test_the_lines_are_equal_before_the_rules(rules: RuleSet, end: HandEnd, ns: SlipEntry, ew: SlipEntry) -> None:
    """Swapping the two sides swaps the faults and changes nothing else."""
    there = violations(rules, two_sides(rules, end=end, sides=(ns, ew)))
    back = violations(rules, two_sides(rules, end=end, sides=(ew, ns)))
    mirrored = {(fault.code, None if fault.side is None else 1 - fault.side, str(fault.facts)) for fault in back}
    assert {(fault.code, fault.side, str(fault.facts)) for fault in there} == mirrored


def test_the_sample_evening_is_legal_and_raises_no_doubt() -> None:
    hands = [
        EnteredHand(end=HandEnd(hand["end"]), sides=(SlipEntry(**hand["ns"]), SlipEntry(**hand["ew"])))
        for round_ in EVENING["rounds"]
        for table in round_["tables"]
        for hand in table["hands"]
    ]
    assert len(hands) == 144
    assert [hand for hand in hands if not (judgement := judge(FIBUR_2026, hand)).legal or judgement.doubts] == []


def test_every_fault_is_reported_not_only_the_first() -> None:
    ns = SlipEntry(base=143, points=1202, closed=True)
    ew = SlipEntry(base=-100, points=20, closed=True)
    assert codes(FIBUR_2026, EnteredHand(end=HandEnd.TIME, sides=(ns, ew))) == {
        ViolationCode.NOT_A_MULTIPLE,
        ViolationCode.POINTS_BEYOND_DECK,
        ViolationCode.CLOSED_AGAINST_END,
        ViolationCode.CANNOT_HAVE_CLOSED,
        ViolationCode.BOTH_CLOSED,
    }


@pytest.mark.parametrize(
    ("sides", "doubts"),
    [
        ((SlipEntry(base=500, points=600), SlipEntry(base=0, points=0)), set()),
        ((SlipEntry(base=500, points=605), SlipEntry(base=0, points=0)), {DoubtCode.UNUSUAL_POINTS}),
        ((SlipEntry(base=0, points=0), SlipEntry(base=0, points=-600)), set()),
        ((SlipEntry(base=500, points=500), SlipEntry(base=500, points=400)), set()),
        ((SlipEntry(base=500, points=500), SlipEntry(base=500, points=405)), {DoubtCode.UNUSUAL_POINTS_TOGETHER}),
        ((TotalEntry(1500), TotalEntry(0)), set()),
        ((TotalEntry(1505), TotalEntry(0)), {DoubtCode.UNUSUAL_TOTAL}),
        ((TotalEntry(0), TotalEntry(-700)), set()),
        ((TotalEntry(0), TotalEntry(-705)), {DoubtCode.UNUSUAL_LOSS}),
    ],
)
def test_figures_are_unusual_beyond_their_limit(sides: tuple[SideEntry, SideEntry], doubts: set[DoubtCode]) -> None:
    judgement = judge(ITALIAN, EnteredHand(end=HandEnd.TIME, sides=sides))
    assert judgement.legal
    assert {doubt.code for doubt in judgement.doubts} - {DoubtCode.NOTHING_SCORED} == doubts


def test_a_player_alone_who_closed_has_no_unlooked_pozzetto() -> None:
    """The base 250 is a clean burraco and the closing, less a pozzetto that counts 50 unlooked."""
    rules = with_options(ITALIAN, {"pozzetto_unlooked": -50, "closing": 105})
    slips = (SlipEntry(base=255, points=120, closed=True), SlipEntry(base=0, points=20, closed=False))
    hands = [AnyHand(end=HandEnd.CLOSED, sides=slips, players=players) for players in (4, 2)]
    assert [violations(rules, hand) == () for hand in hands] == [True, False]


@pytest.mark.parametrize(
    ("key", "bases"),
    [
        (
            "tranca",
            {
                *((0, 0), (-100, 1), (-200, 2), (-300, 3), (-400, 4)),
                *((-100, 0), (-200, 1), (-300, 2), (-400, 3), (-500, 4)),
            },
        ),
        ("canasta", {(0, 0), *((-100, 1), (-200, 2), (-300, 3), (-800, 4)), *((100, 1), (200, 2), (300, 3), (800, 4))}),
    ],
)
def test_red_threes_count_against_a_side_without_a_burraco_or_perhaps_without_a_meld(
    key: str, bases: set[tuple[int, int]]
) -> None:
    """In the Tranca the pozzetto may be untaken, too. Of each base the fewest cards."""
    without = [reading for reading in all_readings(RULEBOOKS[key]) if not reading.burraco]
    assert {(reading.base, reading.cards) for reading in without} == bases
