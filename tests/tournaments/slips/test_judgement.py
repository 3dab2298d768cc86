"""A slip judged row by row, and its totals, without a form or a database."""

from dataclasses import replace

from django.utils.translation import override

from scoring.engine.violations import ViolationCode
from scoring.services import ruleset_for
from tests.tournaments.sample_hand import CARDS, hand_of
from tournaments.forms.desk.slip_view import Balance, balance_of
from tournaments.records import Line
from tournaments.selectors.saved_slips import accepted_rows
from tournaments.slips.counted_hand import count_hand
from tournaments.slips.typed_slip import Depth, EndChoice, SlipRow, counted_row, judge_slip_rows
from tournaments.wording.slips import places_of, places_typed_over, remarks_on

RULES = ruleset_for("fibur_2026", {})


def row(
    number: int = 1, ns: tuple[int, ...] = (300, 145), ew: tuple[int, ...] = (0, 60), end: EndChoice = EndChoice.CLOSED
) -> SlipRow:
    sides = ((Line.NS, ns), (Line.EW, ew))
    figures = {
        (line, column): figure for line, side in sides for column, figure in zip(("base", "points"), side, strict=False)
    }
    return SlipRow(number=number, depth=Depth.SLIP, choice=end, figures=figures)


def difference_alone(difference: int) -> tuple[int, int]:
    return difference, -difference


def test_a_right_hand_has_no_remark() -> None:
    slip = judge_slip_rows(RULES, [row()])
    assert not slip.is_illegal and not slip.is_doubtful
    assert list(remarks_on(slip.rows[0])) == []


def test_half_a_hand_is_faulted_only_for_its_figures() -> None:
    (judged,) = judge_slip_rows(RULES, [row(ns=(303, 145), ew=())]).rows
    assert [fault.code for fault in judged.faults] == [ViolationCode.NOT_A_MULTIPLE]
    assert places_of(judged, judged.faults[0]) == ((Line.NS, "base"),)
    assert judge_slip_rows(RULES, [row(ns=(300,), ew=())]).is_illegal is False


def test_a_fault_of_a_column_that_is_not_typed_is_at_the_first() -> None:
    (judged,) = judge_slip_rows(RULES, [row(ns=(303, 145), ew=())]).rows
    of_total = replace(judged.faults[0], facts={"column": "total"})
    assert places_of(judged, of_total) == ((Line.NS, "base"),)


def test_without_a_count_nothing_was_typed_over_it() -> None:
    (judged,) = judge_slip_rows(RULES, [row()]).rows
    assert places_typed_over(judged) == ()


def test_a_hand_that_was_not_played_is_no_doubt() -> None:
    blank = row(ns=(), ew=(), end=EndChoice.NOT_PLAYED)
    assert judge_slip_rows(RULES, [blank]).is_doubtful is False


def test_figures_typed_over_a_count_are_a_doubt_at_their_places() -> None:
    counted = count_hand(RULES, hand_of(CARDS))
    table = counted_row(1, counted, Depth.SLIP)
    other = replace(table, figures={**table.figures, (Line.EW, "points"): -40})
    (judged,) = judge_slip_rows(RULES, [other]).rows
    assert judged.is_doubtful and judged.typed_over == table
    assert places_typed_over(judged) == ((Line.EW, "points"),)
    with override("en"):
        remark = list(remarks_on(judged))[-1]
    assert remark.is_doubt and remark.places == places_typed_over(judged)
    assert remark.in_full.startswith("Hand 1: counted on the table it came to NS 300 / 100, EW 0 / −35 (")
    assert not judge_slip_rows(RULES, [table]).is_doubtful


def test_the_balance_is_of_the_hands_that_both_sides_filled_in() -> None:
    slip = accepted_rows([row(1), row(2, ns=(0, 100), ew=())])
    assert slip.sums == ((Line.NS, 545), (Line.EW, 60))
    assert balance_of(slip, difference_alone, {}) == Balance(
        difference=385, ahead=Line.NS, vp=(385, -385), adjusted=False, whole=False
    )
    level = balance_of(accepted_rows([row(1)]), difference_alone, {Line.EW: 385})
    assert level == Balance(difference=0, ahead=None, vp=(0, 0), adjusted=True, whole=True)
    ruled = balance_of(accepted_rows([row(1)]), difference_alone, {}, {(1, Line.NS): 0, (1, Line.EW): 50})
    assert ruled == Balance(difference=50, ahead=Line.EW, vp=(-50, 50), adjusted=True, whole=True)
    assert balance_of(accepted_rows([row(ns=(), ew=())]), difference_alone, {}) is None
