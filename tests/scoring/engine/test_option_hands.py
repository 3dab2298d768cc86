"""Hands under options of rulesets: comparison with the naive oracle, and who sits at the table."""

import pytest

from scoring.engine.hand import AnyHand, HandEnd, PozzettoState, SlipEntry, TotalEntry
from scoring.engine.least_cards import LeastCards, least_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ITALIAN
from scoring.engine.score import violations
from scoring.engine.violations import ViolationCode
from tests.scoring.option_hands import CASES, SIX, compared

ALONE = with_options(ITALIAN, {"alone_from": 1000})


@pytest.mark.parametrize("name", CASES)
def test_hands_under_an_option_are_scored_as_the_oracle_does(name: str) -> None:
    hands = 40
    legal, different = compared(name, hands)
    assert different == []
    assert 0 < legal < hands


@pytest.mark.parametrize(
    ("state", "closed", "least"),
    [
        (PozzettoState.NOT_TAKEN, False, LeastCards(melded=0, left=3, together=33, nobody_holds=False)),
        (PozzettoState.TAKEN, False, LeastCards(melded=11, left=3, together=44, nobody_holds=False)),
        (PozzettoState.UNLOOKED, False, LeastCards(melded=11, left=2, together=33, nobody_holds=False)),
        (PozzettoState.TAKEN, True, LeastCards(melded=22, left=2, together=44, nobody_holds=False)),
        (PozzettoState.UNLOOKED, True, LeastCards(melded=22, left=1, together=33, nobody_holds=False)),
    ],
)
def test_three_on_a_side_were_dealt_three_hands(state: PozzettoState, closed: bool, least: LeastCards) -> None:
    """docs/rules.md §7, with one player more than a pair."""
    sides = (TotalEntry(0), TotalEntry(0))
    hand = AnyHand(end=HandEnd.CLOSED if closed else HandEnd.TIME, sides=sides, players=6)
    assert least_cards(with_options(ITALIAN, SIX), hand, 0, state, closed=closed) == least


@pytest.mark.parametrize(
    ("players", "sides", "partners", "sizes"),
    [(2, 2, True, [1, 1]), (4, 2, True, [2, 2]), (6, 2, True, [3, 3]), (6, 3, True, [2] * 3), (3, 3, False, [1] * 3)],
)
def test_how_many_sit_on_a_side(players: int, sides: int, partners: bool, sizes: list[int]) -> None:
    hand = AnyHand(end=HandEnd.TIME, sides=(TotalEntry(0),) * sides, players=players, partners=partners)
    assert [hand.players_of(side) for side in range(sides)] == sizes
    assert not hand.nobody_took


@pytest.mark.parametrize(
    ("players", "sides", "message"),
    [(4, 2, "^partners: expected true of 4 players"), (3, 2, "^sides: expected 3, got 2")],
)
def test_only_three_play_without_partners(players: int, sides: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AnyHand(end=HandEnd.TIME, sides=(TotalEntry(0),) * sides, players=players, partners=False)


@pytest.mark.parametrize(("bases", "legal"), [((0, 0, 0), True), ((-100, 0, 100), True), ((100, 100, -50), False)])
def test_slips_of_three_without_partners_may_have_pozzetti(bases: tuple[int, ...], legal: bool) -> None:
    """0 is a pozzetto taken, −100 one not taken."""
    sides = tuple(SlipEntry(base=base, points=0) for base in bases)
    hand = AnyHand(end=HandEnd.STOCK, sides=sides, players=3, partners=False)
    assert (violations(ALONE, hand) == ()) is legal


@pytest.mark.parametrize("totals", [(1500, 1500, 1500), (2500, 2500, 2500)])
def test_totals_that_no_deck_gives_three_players_are_refused(totals: tuple[int, ...]) -> None:
    hand = AnyHand(end=HandEnd.TIME, sides=tuple(map(TotalEntry, totals)), players=3, partners=False)
    assert [fault.code for fault in violations(ALONE, hand)] == [ViolationCode.TOTALS_IMPOSSIBLE]
