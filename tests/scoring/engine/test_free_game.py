"""Free games: totals, shares, and the end of a game; the draw and the deal."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CARD_SUITS
from scoring.engine.draw import draw_result
from scoring.engine.free_game import GameHand, Outlook, dealer_of, game_state, hand_shares
from scoring.engine.notation import parse_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import BRAZILIAN_ABERTO_SUJO, ITALIAN, rulebook
from scoring.services import ruleset_for
from tests.scoring.test_examples import every_example

scores = st.integers(-100, 150).map(lambda n: n * 5)
PAIRS = ((0,), (1,))
SEATINGS = (((0,), (1, 2)), ((1,), (0, 2)), ((2,), (0, 1)), ((0, 1), (2,)), ((0,), (1,), (2,)))


@st.composite
def hands_of_three(draw: st.DrawFn) -> GameHand:
    sides = draw(st.sampled_from(SEATINGS))
    return GameHand(sides=sides, totals=tuple(draw(scores) for _side in sides))


@every_example("games")
def test_game(example: dict[str, Any]) -> None:
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    hands = [
        GameHand(sides=tuple(tuple(side) for side in hand["sides"]), totals=tuple(hand["totals"]))
        for hand in example["hands"]
    ]
    state = game_state(rules, hands, starter=example.get("starter", 0))
    assert [str(total) for total in state.totals] == example["totals"]
    assert (state.outlook, state.winner) == (example["outlook"], example.get("winner"))
    assert (None if state.missing is None else str(state.missing)) == example.get("missing")


@given(hand=hands_of_three())
def test_shares_are_exact_and_nothing_is_lost(hand: GameHand) -> None:
    assert sum(hand_shares(ITALIAN, hand)) == sum(hand.totals)


@given(hand=hands_of_three())
def test_rounded_shares_are_scores_and_never_less(hand: GameHand) -> None:
    rounded = hand_shares(with_options(ITALIAN, {"three_player_rounding": "up"}), hand)
    for share, exact in zip(rounded, hand_shares(ITALIAN, hand), strict=True):
        assert share % 5 == 0
        assert 0 <= share - exact < 5


@given(hands=st.lists(hands_of_three(), max_size=12))
def test_a_game_goes_on_until_somebody_alone_is_over_the_target(hands: list[GameHand]) -> None:
    """The running totals are the sums of the shares; the winner has more than 2000 and more than the others."""
    played: list[GameHand] = []
    for hand in hands:
        state = game_state(ITALIAN, played)
        if state.over:
            break
        played.append(hand)
    state = game_state(ITALIAN, played)
    shares = [hand_shares(ITALIAN, hand) for hand in played]
    assert list(state.totals) == [sum(column, Fraction(0)) for column in zip(*shares, strict=True)]
    assert len(state.running) == len(played)
    above = [party for party, total in enumerate(state.totals) if total > 2000]
    best = [party for party, total in enumerate(state.totals) if total == max(state.totals)]
    assert state.over == (len(best) == 1 and bool(above))
    assert state.winner == (best[0] if state.over else None)


@given(totals=st.tuples(scores, scores), starter=st.sampled_from([0, 1]))
def test_a_game_of_one_hand_always_has_a_winner(totals: tuple[int, int], starter: int) -> None:
    state = game_state(BRAZILIAN_ABERTO_SUJO, [GameHand(sides=PAIRS, totals=totals)], starter=starter)
    assert state.over
    assert state.outlook is (Outlook.WON_AS_STARTER if totals[0] == totals[1] else Outlook.WON)


@pytest.mark.parametrize(
    ("totals", "outlook"),
    [((600, 600, 0), Outlook.WON_AS_STARTER), ((0, 600, 600), Outlook.TIED), ((600, 0, 0), Outlook.WON)],
)
def test_a_tie_without_the_starter_is_played_on(totals: tuple[int, ...], outlook: Outlook) -> None:
    rules = with_options(ITALIAN, {"tie": "starter_wins", "target": 505})
    hand = GameHand(sides=((0,), (1,), (2,)), totals=totals)
    assert game_state(rules, [hand], starter=0).outlook is outlook


@pytest.mark.parametrize(
    ("target", "target_is", "missing"),
    [(2000, "over", 505), (2005, "over", 505), (2000, "reached", 500), (2005, "reached", 505)],
)
def test_the_leaders_need_what_lacks_to_the_target_or_over_it(target: int, target_is: str, missing: int) -> None:
    rules = with_options(ITALIAN, {"target": target, "target_is": target_is})
    assert game_state(rules, [GameHand(sides=PAIRS, totals=(1500, 0))]).missing == missing


def test_no_hand_is_played_after_the_end() -> None:
    over = GameHand(sides=PAIRS, totals=(2005, 0))
    with pytest.raises(ValueError, match="^hands: expected none after the game was over"):
        game_state(ITALIAN, [over, over])


def test_all_hands_of_a_game_have_the_same_parties() -> None:
    hands = [GameHand(sides=PAIRS, totals=(5, 0)), GameHand(sides=((0,), (1,), (2,)), totals=(5, 0, 0))]
    with pytest.raises(ValueError, match="^hands: expected the same parties"):
        game_state(ITALIAN, hands)


@pytest.mark.parametrize(
    ("sides", "totals", "field"),
    [
        (((0,), (0,)), (5, 5), "sides"),
        (((0,), (2,)), (5, 5), "sides"),
        (((0, 1), (2, 3)), (5, 5), "sides"),
        (((0, 1),), (5,), "sides"),
        (((0,),), (5,), "sides"),
        (((0, 1, 2),), (5,), "sides"),
        (PAIRS, (5, 5, 5), "totals"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(
    sides: tuple[tuple[int, ...], ...], totals: tuple[int, ...], field: str
) -> None:
    with pytest.raises(ValueError, match=f"^{field}: expected"):
        GameHand(sides=sides, totals=totals)


@every_example("draws")
def test_draw(example: dict[str, Any]) -> None:
    suits = rulebook(example.get("ruleset", "italian")).draw_suits
    drawn = [parse_cards(cards) for cards in example["drawn"]]
    draw = draw_result(drawn, suits, parties=example.get("parties"))
    assert list(draw.again) == example.get("again", [])
    assert list(draw.order) == example.get("order", [])
    assert draw.dealer == example.get("dealer")
    assert list(draw.seats) == example.get("seats", [])


@pytest.mark.parametrize("drawn", [[], [(), parse_cards("5H")]])
def test_a_draw_needs_a_card_of_everybody(drawn: list[Any]) -> None:
    with pytest.raises(ValueError, match="^drawn: expected a card of every player"):
        draw_result(drawn, CARD_SUITS)


def test_the_deal_passes_to_the_left() -> None:
    """000: Il turno per distribuire passa a sinistra dopo ogni mano."""
    assert [dealer_of(hand, players=4, first=2) for hand in range(6)] == [2, 3, 0, 1, 2, 3]
