"""Reading typed figures: every figure comes back, and nothing else becomes a figure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand import EnteredHand, HandEnd, SlipEntry, TotalEntry
from scoring.services import judge, ruleset_for
from tournaments.records import Line
from tournaments.selectors.saved_slips import depth_of, typed_from
from tournaments.slips.typed_slip import (
    Depth,
    EndChoice,
    HandEntry,
    SlipRow,
    choice_of,
    choices_at,
    figures_of,
    signature,
)

FIGURES = st.integers(-99_999, 99_999)
ENDS = st.sampled_from(HandEnd)


def slip_hands() -> st.SearchStrategy[EnteredHand]:
    """Draw hands at the depth of the slip, closed by one side or by an unknown one."""
    closers = st.sampled_from([(None, None), (True, False), (False, True)])
    return st.builds(
        lambda end, a, b, c, d, closed: EnteredHand(
            end=end,
            sides=(
                SlipEntry(base=a, points=b, closed=closed[0] if end is HandEnd.CLOSED else None),
                SlipEntry(base=c, points=d, closed=closed[1] if end is HandEnd.CLOSED else None),
            ),
        ),
        *(ENDS, FIGURES, FIGURES, FIGURES, FIGURES, closers),
    )


def total_hands() -> st.SearchStrategy[EnteredHand]:
    return st.builds(
        lambda end, a, b: EnteredHand(end=end, sides=(TotalEntry(a), TotalEntry(b))), ENDS, FIGURES, FIGURES
    )


@given(slip_hands())
def test_a_stored_slip_is_shown_as_what_would_store_it_again(hand: EnteredHand) -> None:
    assert typed_from(1, hand, Depth.SLIP).hand == hand


@given(total_hands())
def test_stored_totals_are_shown_as_what_would_store_them_again(hand: EnteredHand) -> None:
    assert typed_from(1, hand, Depth.TOTAL).hand == hand


@given(slip_hands(), total_hands())
def test_where_one_hand_is_a_total_all_are_shown_as_totals(slip: EnteredHand, totals: EnteredHand) -> None:
    depth = depth_of([slip, totals], Depth.SLIP)
    assert depth is Depth.TOTAL
    typed = typed_from(1, slip, depth)
    assert [typed.figures[line, "total"] for line in Line] == [side.total for side in slip.sides]
    assert typed.choice in choices_at(depth)


@pytest.mark.parametrize("depth", Depth)
def test_nothing_stored_takes_the_depth_of_the_tournament(depth: Depth) -> None:
    assert depth_of([], depth) is depth


def row(choice: EndChoice = EndChoice.CLOSED, **figures: int) -> SlipRow:
    by_name = {name: (line, column) for line in Line for column in ("base", "points") for name in [f"{line}_{column}"]}
    return SlipRow(
        number=1, depth=Depth.SLIP, choice=choice, figures={by_name[name]: figure for name, figure in figures.items()}
    )


def test_a_row_becomes_a_hand_only_with_its_last_figure() -> None:
    figures = {"ns_base": 300, "ns_points": 120, "ew_base": 0, "ew_points": 85}
    for left_out in figures:
        rest = {name: figure for name, figure in figures.items() if name != left_out}
        assert row(**rest).hand is None
        assert [f"{line}_{column}" for line, column in row(**rest).missing] == [left_out]
    assert row(**figures).hand == EnteredHand(
        end=HandEnd.CLOSED, sides=(SlipEntry(base=300, points=120), SlipEntry(base=0, points=85))
    )


def test_what_both_sides_wrote_is_known_with_the_last_figure() -> None:
    figures = {"ns_base": 300, "ns_points": 120, "ew_base": 0, "ew_points": 85}
    ns, ew = SlipEntry(base=300, points=120), SlipEntry(base=0, points=85)
    assert row(EndChoice.CLOSED_NS, **figures).written == (ns, ew)
    for side in ("ns", "ew"):
        half = row(**{name: figure for name, figure in figures.items() if name.startswith(side)})
        assert half.written is None
        assert [half.total(line) for line in Line] == ([420, None] if side == "ns" else [None, 85])
    assert row(EndChoice.NOT_PLAYED, **dict.fromkeys(figures, 0)).written is None


def test_a_total_is_shown_as_one_whatever_the_depth() -> None:
    assert figures_of(Line.NS, TotalEntry(300), Depth.SLIP) == {(Line.NS, "total"): 300}
    totals = EnteredHand(end=HandEnd.CLOSED, sides=(TotalEntry(300), TotalEntry(5)))
    assert choice_of(totals, Depth.SLIP, {(Line.NS, "total"): 300}) is EndChoice.CLOSED


@pytest.mark.parametrize(("was_played", "choice"), [(False, EndChoice.NOT_PLAYED), (True, EndChoice.TIME)])
def test_a_hand_ended_without_a_figure_was_not_played_unless_it_is_known(was_played: bool, choice: EndChoice) -> None:
    nothing = EnteredHand(end=HandEnd.TIME, sides=(SlipEntry(base=0, points=0), SlipEntry(base=0, points=0)))
    assert choice_of(nothing, Depth.SLIP, {(Line.NS, "base"): 0}, was_played=was_played) is choice


def test_a_judgement_counts_for_its_own_ruleset() -> None:
    rules, others = ruleset_for("fibur_2026", {}), ruleset_for("fibur_2026", {})
    side = SlipEntry(base=300, points=120)
    illegal = judge(rules, EnteredHand(end=HandEnd.CLOSED, sides=(replace(side, base=1), side)))
    entry = HandEntry(HandEnd.CLOSED, side, SlipEntry(base=0, points=85), judged=(rules, illegal))
    assert entry.judgement(rules) is illegal
    own = replace(others)
    assert entry.judgement(own) != illegal


def test_a_side_that_closed_is_told_from_the_one_that_did_not() -> None:
    hand = row(EndChoice.CLOSED_EW, ns_base=0, ns_points=5, ew_base=300, ew_points=10).hand
    assert hand is not None
    assert [side.closed for side in hand.sides if isinstance(side, SlipEntry)] == [False, True]


def test_a_hand_not_played_is_worth_nothing_and_needs_no_figure() -> None:
    unplayed = row(EndChoice.NOT_PLAYED)
    assert unplayed.hand == EnteredHand(
        end=HandEnd.TIME, sides=(SlipEntry(base=0, points=0), SlipEntry(base=0, points=0))
    )
    assert not unplayed.untouched and not unplayed.missing and not unplayed.contradicts_itself
    assert row(EndChoice.NOT_PLAYED, ns_base=0).contradicts_itself is False
    assert row(EndChoice.NOT_PLAYED, ns_base=100).contradicts_itself is True


ROWS = st.builds(
    lambda choice, figures: SlipRow(number=1, depth=Depth.SLIP, choice=choice, figures=figures),
    st.sampled_from(EndChoice),
    st.dictionaries(
        st.tuples(st.sampled_from(Line), st.sampled_from(Depth.SLIP.columns)),
        st.sampled_from([-1, 0, 1, 11]),
        max_size=4,
    ),
)


@given(st.lists(ROWS, min_size=1, max_size=3), st.lists(ROWS, min_size=1, max_size=3))
def test_a_signature_is_of_these_figures_and_no_others(mine: list[SlipRow], other: list[SlipRow]) -> None:
    same = [(hand.choice, dict(hand.figures)) for hand in mine] == [(hand.choice, dict(hand.figures)) for hand in other]
    assert (signature(mine) == signature(other)) is same
