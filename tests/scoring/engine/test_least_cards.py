"""A hand is doubted exactly if no play can have left it, according to an oracle that plays all of them."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.doubts import doubts, figure_doubts
from scoring.engine.hand import (
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
from scoring.engine.least_cards import table_doubts
from scoring.engine.options import with_options
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.violations import DoubtCode, ViolationCode
from scoring.services import judge
from tests.scoring.deals import dealt_hand
from tests.scoring.oracle_least_cards import Shown, Side, shown_by

RULES = {**RULEBOOKS, "of nine": with_options(RULEBOOKS["italian"], {"dealt": 9, "pozzetto_cards": 8})}
SEATS: Mapping[str, tuple[str, int, int | None, Side]] = {
    "four": ("fibur_2026", 4, None, Side()),
    "two": ("italian", 2, None, Side(players=1)),
    "two at tiles": ("argentine", 2, None, Side(players=1, dealt=12)),
    "one of three, who plays alone": ("italian", 3, 0, Side(players=1, pozzetto=18)),
    "three, each alone": ("italian", 3, None, Side(players=1, has_pozzetto=False)),
    "four with nine cards, and pozzetti of eight": ("of nine", 4, None, Side(dealt=9, pozzetto=8)),
    "four who keep no card": (
        "brazilian_aberto_sujo",
        4,
        None,
        Side(keeps_a_card=False, closes_without_pozzetto=True),
    ),
}
"""By name: ruleset, players, the side that plays alone, and the first side's data."""
seated = pytest.mark.parametrize(("key", "players", "solo", "side"), SEATS.values(), ids=SEATS)
pytestmark = pytest.mark.xdist_group("least cards")
"""In one worker, which plays the games of each side once for all tests."""

THREE = Card(Rank.THREE, Suit.HEARTS)
EMPTIED = {code for code in DoubtCode if code.split("_")[0] in ("empty", "few", "little")} | {
    DoubtCode.ONE_CARD_LEFT,
    DoubtCode.CARDS_OF_NOBODY,
}


def hand_of(players: int, solo: int | None, end: HandEnd, *sides: object) -> AnyHand:
    number = 3 if players == 3 and solo is None else 2
    return AnyHand(end=end, players=players, solo=solo, sides=(*sides, *sides * (number - 1)))  # type: ignore[arg-type]


def every_showing(side: Side) -> Iterator[Shown]:
    """Yield everything that can be shown of a side, except what is a fault on its own."""
    for state in PozzettoState:
        for closed in (False, True):
            for melded in (0, *range(3, 33)):
                for left in range(21):
                    alone = side.players == 1
                    untaken = state is PozzettoState.NOT_TAKEN
                    if alone and (
                        (closed and (left or state is not PozzettoState.TAKEN))
                        or (not closed and untaken and not left)
                        or (state is PozzettoState.UNLOOKED and left)
                        or (side.pozzetto == 18 and untaken)
                    ):
                        continue
                    if closed and untaken and not side.closes_without_pozzetto:
                        continue
                    if not side.has_pozzetto and not untaken:
                        continue
                    yield state.value, closed, melded, left


@seated
def test_cards_are_doubted_where_no_play_leaves_them(key: str, players: int, solo: int | None, side: Side) -> None:
    possible = shown_by(side)
    wrong = []
    for state, closed, melded, left in every_showing(side):
        entry = CardsEntry(
            melds=((THREE,) * melded,) if melded else (),
            left=(THREE,) * left,
            pozzetto=Pozzetto(state=PozzettoState(state)),
            closed=closed,
        )
        hand = hand_of(players, solo, HandEnd.CLOSED if closed else HandEnd.TIME, entry)
        doubted = bool([*table_doubts(RULES[key], hand, 0, entry)])
        if doubted == ((state, closed, melded, left) in possible):
            wrong.append((state, closed, melded, left, doubted))
    assert wrong == []


@seated
def test_values_are_doubted_where_so_few_cards_are_worth_them(
    key: str, players: int, solo: int | None, side: Side
) -> None:
    """Values up to 200 are those of one card for every 5 points, up to 40 cards, and of one card or more if any."""
    possible = shown_by(side)
    wrong = []
    for state, closed, melded, left in every_showing(side):
        if melded + left > 40:
            continue
        entry = CountsEntry(
            burracos={},
            melded=melded * 5,
            left_value=left * 5,
            pozzetto=Pozzetto(state=PozzettoState(state)),
            closed=closed,
        )
        hand = hand_of(players, solo, HandEnd.CLOSED if closed else HandEnd.TIME, entry)
        some = any(
            end == (state, closed) and m <= melded and n <= left and bool(m) == bool(melded) and bool(n) == bool(left)
            for *state_and_end, m, n in possible
            for end in [tuple(state_and_end)]
        )
        doubted = bool([*table_doubts(RULES[key], hand, 0, entry)])
        if doubted == some:
            wrong.append((state, closed, melded * 5, left * 5, doubted))
    assert wrong == []


@pytest.mark.parametrize(
    ("key", "players", "solo", "side"),
    [SEATS[name] for name in ("two", "two at tiles", "one of three, who plays alone")],
    ids=["two", "two at tiles", "one of three, who plays alone"],
)
def test_points_of_a_player_who_closed_alone_are_those_of_all_melded(
    key: str, players: int, solo: int | None, side: Side
) -> None:
    rules = RULEBOOKS[key]
    fewest = min(melded for _pozzetto, closed, melded, left in shown_by(side) if closed and not left)
    base = rules.clean + rules.closing + rules.pozzetto_taken
    other = SlipEntry(base=rules.pozzetto_not_taken, points=-150)
    for points in range(5, 250, 5):
        slip = SlipEntry(base=base, points=points, closed=True)
        for closer in (0, 1) if solo is None else (solo,):
            sides = (slip, other) if closer == 0 else (other, slip)
            hand = EnteredHand(end=HandEnd.CLOSED, sides=sides, players=players, solo=solo)
            found = [(doubt.code, doubt.side) for doubt in figure_doubts(rules, hand)]
            expected = [(DoubtCode.LITTLE_POINTS_TO_CLOSE, closer)] if points < fewest * 5 else []
            assert found == expected, points


def test_totals_of_which_none_can_be_that_of_a_player_who_closed_alone() -> None:
    """The least total is a dirty burraco, the closing, and 22 cards of 5."""
    italian = RULEBOOKS["italian"]

    def found(one: int, other: int) -> list[tuple[DoubtCode, int | None]]:
        hand = EnteredHand(end=HandEnd.CLOSED, sides=(TotalEntry(one), TotalEntry(other)), players=2)
        judgement = judge(italian, hand)
        assert judgement.legal
        return [(doubt.code, doubt.side) for doubt in judgement.doubts]

    assert found(310, -120) == []
    assert found(305, -120) == [(DoubtCode.LITTLE_TOTAL_TO_CLOSE, 0)]
    # Either may have closed, so both are doubted.
    assert [side for _code, side in found(305, 250)] == [0, 1]
    assert found(305, 400) == []


def test_where_all_counts_against_a_side_without_a_burraco_so_do_all_cards_that_it_was_given() -> None:
    argentine = RULEBOOKS["argentine"]
    fewest = min(m + n for pozzetto, closed, m, n in shown_by(Side()) if pozzetto == "not_taken" and not closed)
    other = SlipEntry(base=300, points=120)
    for points in range(0, -300, -5):
        hand = EnteredHand(end=HandEnd.TIME, sides=(SlipEntry(base=-100, points=points), other))
        doubted = [doubt.code for doubt in judge(argentine, hand).doubts]
        assert doubted == ([DoubtCode.LITTLE_AGAINST] if -points < fewest * 5 else []), points


def test_of_two_doubtful_sides_the_one_is_named_that_is_so_however_the_hand_is_read() -> None:
    """The other had an unclean burraco, or a clean one and no pozzetto; only the first would be too cheap."""
    rules = with_options(RULEBOOKS["brazilian_aberto"], {"no_clean_counts_against": True})
    sides = (SlipEntry(base=100, points=-100), SlipEntry(base=200, points=50))
    judgement = judge(rules, EnteredHand(end=HandEnd.CLOSED, sides=sides, players=2))
    assert judgement.legal
    assert [(doubt.code, doubt.side) for doubt in judgement.doubts] == [(DoubtCode.LITTLE_POINTS_TO_CLOSE, 1)]


def test_of_several_readings_that_are_doubtful_the_one_that_lacks_least_is_told() -> None:
    """A base of 0 is nothing with the pozzetto taken, or a dirty burraco without it, for which 22 cards are enough."""
    rules = with_options(RULEBOOKS["burako_comodines"], {"no_clean_counts_against": True})
    sides = (SlipEntry(base=0, points=-60), SlipEntry(base=100, points=45))
    (doubt,) = judge(rules, EnteredHand(end=HandEnd.TIME, sides=sides)).doubts
    assert (doubt.code, doubt.facts["least"]) == (DoubtCode.LITTLE_AGAINST_UNCLEAN, 22)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_what_was_dealt_and_played_is_never_doubted(key: str) -> None:
    rules, rng = RULEBOOKS[key], Random(f"emptied:{key}")
    for _hand in range(100):
        hand = dealt_hand(rng, rules)
        judgement = judge(rules, hand)
        scores = judgement.scores
        assert scores is not None
        slips = EnteredHand(end=hand.end, sides=tuple(score.slip for score in scores))  # type: ignore[arg-type]
        totals = EnteredHand(end=hand.end, sides=tuple(TotalEntry(score.total) for score in scores))
        for entry in (hand, slips, totals):
            assert EMPTIED.isdisjoint(doubt.code for doubt in doubts(rules, entry, scores)), entry


def test_a_player_alone_without_a_card_has_taken_the_pozzetto() -> None:
    entry = CardsEntry(melds=(), left=(), pozzetto=Pozzetto(state=PozzettoState.NOT_TAKEN), closed=False)
    holding = CardsEntry(melds=(), left=(THREE,) * 2, pozzetto=entry.pozzetto, closed=False)
    for key, expected in (("italian", [ViolationCode.EMPTY_WITHOUT_POZZETTO]), ("brazilian_fechado", [])):
        hand = AnyHand(end=HandEnd.TIME, players=2, sides=(entry, holding))
        assert [fault.code for fault in judge(RULEBOOKS[key], hand).violations] == expected
