"""A hand counted at the table while its slip is being typed: it is valid until other figures are typed over it."""

import json
import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand import SlipEntry, TotalEntry
from scoring.engine.violations import InvalidNotation
from scoring.services import ruleset_for
from tests.scoring.deals import dealt_hand
from tests.tournaments.sample_hand import CARDS, COUNTS, SLIP, TOTAL, Entries, hand_of
from tournaments.records import Line
from tournaments.selectors.saved_slips import depth_of, typed_from
from tournaments.slips.counted_hand import (
    Claim,
    claim_differs,
    claim_reason,
    count_hand,
    is_counted,
    read_claim_reason,
    read_counted,
    write_counted,
)
from tournaments.slips.typed_slip import Depth, EndChoice, counted_row

RULES = ruleset_for("fibur_2026", {})
FIGURES = st.integers(-400, 400).map(lambda steps: 5 * steps)
CLAIMS: list[Claim | None] = [
    None,
    (SlipEntry(base=300, points=145), SlipEntry(base=0, points=60)),
    (TotalEntry(445), TotalEntry(60)),
]


@pytest.mark.parametrize("entries", [CARDS, COUNTS])
def test_a_counted_hand_gives_the_figures_of_its_slip(entries: Entries) -> None:
    counted = count_hand(RULES, hand_of(entries))
    assert counted.slips == (SlipEntry(base=300, points=100), SlipEntry(base=0, points=-35))
    assert counted.by_cards is (entries is CARDS)


def test_a_hand_is_known_by_its_cards_only_if_both_sides_are() -> None:
    counted = count_hand(RULES, hand_of(CARDS))
    assert not replace(counted, hand=hand_of((CARDS[0], COUNTS[1]))).by_cards


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_was_written_before_a_count_is_what_both_sides_wrote(claim: Claim | None) -> None:
    row = counted_row(1, count_hand(RULES, hand_of(CARDS), claim), Depth.SLIP)
    assert row.claim == row.written == claim
    typed = replace(row, figures=row.figures | {(Line.NS, "base"): 305})
    assert typed.claim is None
    assert typed.written == (SlipEntry(base=305, points=100), SlipEntry(base=0, points=-35))


@pytest.mark.parametrize("entries", [SLIP, TOTAL, (CARDS[0], SLIP[1]), (SLIP[0], COUNTS[1])])
def test_a_slip_is_no_count(entries: Entries) -> None:
    assert not is_counted(hand_of(entries))
    with pytest.raises(InvalidNotation):
        count_hand(RULES, hand_of(entries))


def test_what_is_against_the_rules_is_no_count() -> None:
    ns, ew = CARDS
    with pytest.raises(InvalidNotation):
        count_hand(RULES, hand_of((ns | {"melds": ["3H 4H"]}, ew)))


def test_a_claim_differs_by_any_figure_of_either_line() -> None:
    counted = count_hand(RULES, hand_of(CARDS))
    ns, ew = counted.slips
    written: list[tuple[Claim, bool]] = [
        ((ns, ew), False),
        ((replace(ns, closed=True), ew), False),
        ((TotalEntry(ns.total), TotalEntry(ew.total)), False),
        ((ns, replace(ew, points=ew.points + 5)), True),
        ((replace(ns, base=ns.base + 100), ew), True),
        # The same total with other columns.
        ((replace(ns, base=ns.base + 100, points=ns.points - 100), ew), True),
        ((TotalEntry(ns.total + 5), TotalEntry(ew.total)), True),
        ((TotalEntry(ns.total), TotalEntry(ew.total + 5)), True),
    ]
    assert [claim_differs(claim, counted) for claim, _ in written] == [differs for _, differs in written]


@pytest.mark.parametrize("entries", [CARDS, COUNTS])
@pytest.mark.parametrize("claim", CLAIMS)
def test_it_travels_with_its_slip_as_a_text(entries: Entries, claim: Claim | None) -> None:
    counted = count_hand(RULES, hand_of(entries), claim)
    assert read_counted(RULES, write_counted(counted)) == counted


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", "null", "1", '"x"', "[" * 50_000, "x" * 20_001, "\0", "{}"),
        '{"end": "closed", "ns": {"total": 5}, "ew": {"total": 5}}',
        '{"end": ["closed"], "ns": {}, "ew": {}}',
        '{"end": "closed", "ns": {}, "ew": {}, "more": 1}',
        '{"end": "closed", "ns": 7, "ew": null}',
        '{"end": "closed", "ns": {"melds": "3H", "left": ""}, "ew": {}}',
    ],
)
def test_what_nobody_wrote_so_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        read_counted(RULES, text)


def test_a_text_may_be_as_long_as_it_may_be_and_no_longer() -> None:
    counted = count_hand(RULES, hand_of(CARDS))
    longest = write_counted(counted).ljust(20_000)
    assert read_counted(RULES, longest) == counted
    with pytest.raises(InvalidNotation, match="expected at most 20000 characters, got 20001"):
        read_counted(RULES, longest + " ")


@pytest.mark.parametrize("key", ["ns", "ew", "claim[0]", "claim[1]"])
def test_what_cannot_be_read_is_named(key: str) -> None:
    given = json.loads(write_counted(count_hand(RULES, hand_of(CARDS), CLAIMS[1])))
    side, _, at = key.rstrip("]").partition("[")
    wrong = {"base": 300}
    if at:
        given[side][int(at)] = wrong
    else:
        given[side] = wrong
    with pytest.raises(InvalidNotation, match=rf"^{re.escape(key)}[.:]"):
        read_counted(RULES, json.dumps(given))


@pytest.mark.parametrize("claim", [7, [], [1, 2], [{"total": 5}], [{"total": 5}, {"total": "5"}]])
def test_a_claim_that_is_none_is_refused(claim: object) -> None:
    text = write_counted(count_hand(RULES, hand_of(CARDS)))
    with pytest.raises(InvalidNotation):
        read_counted(RULES, text[:-1] + f', "claim": {claim}'.replace("'", '"') + "}")


@given(FIGURES, FIGURES, FIGURES, FIGURES)
def test_the_history_keeps_a_claim_in_a_hundred_characters(a: int, b: int, c: int, d: int) -> None:
    reason = claim_reason((SlipEntry(base=a, points=b, closed=True), SlipEntry(base=c, points=d)))
    assert len(reason) <= 100 and read_claim_reason(reason) == ((a, b), (c, d))
    assert read_claim_reason(claim_reason((TotalEntry(a), TotalEntry(c)))) == ((a,), (c,))


@pytest.mark.parametrize("reason", ["", "late", "{}", "[]", "7", '{"other": 1}'])
def test_another_reason_is_no_claim(reason: str) -> None:
    assert read_claim_reason(reason) is None


@pytest.mark.parametrize("depth", Depth)
def test_a_stored_count_is_shown_by_its_figures_and_saved_as_it_was(depth: Depth) -> None:
    counted = count_hand(RULES, hand_of(CARDS))
    row = typed_from(1, counted.hand, depth, counted)
    assert row.stands_counted and not row.typed_over and row.hand == counted.hand
    assert [row.total(line) for line in Line] == [400, -35]
    assert row.choice is (EndChoice.CLOSED_NS if depth is Depth.SLIP else EndChoice.CLOSED)


def test_counts_leave_both_columns_on_the_desk() -> None:
    assert depth_of([hand_of(CARDS), hand_of(SLIP)], Depth.TOTAL) is Depth.SLIP
    assert depth_of([hand_of(CARDS), hand_of(TOTAL)], Depth.SLIP) is Depth.TOTAL


@given(st.sampled_from(list(Line)), st.sampled_from(["base", "points"]), FIGURES)
def test_another_figure_is_typed_over_the_count(line: Line, column: str, figure: int) -> None:
    counted = count_hand(RULES, hand_of(CARDS), CLAIMS[1])
    row = counted_row(1, counted, Depth.SLIP)
    typed = replace(row, figures={**row.figures, (line, column): figure})
    same = row.figures[line, column] == figure
    assert (typed.stands_counted, typed.typed_over) == (same, not same)
    assert (typed.hand == counted.hand) is same
    assert typed.claim == (counted.claim if same else None)


def test_another_end_is_typed_over_it_too_and_a_cleared_field_is_missing() -> None:
    row = counted_row(1, count_hand(RULES, hand_of(CARDS)), Depth.SLIP)
    assert replace(row, choice=EndChoice.STOCK).typed_over
    cleared = replace(row, figures={place: row.figures[place] for place in list(row.figures)[1:]})
    assert not cleared.typed_over and not cleared.stands_counted and cleared.hand is None


@given(st.integers(0, 10_000))
def test_whatever_was_dealt_travels_and_is_shown_as_it_was(seed: int) -> None:
    counted = count_hand(RULES, dealt_hand(Random(seed), RULES))
    read = read_counted(RULES, write_counted(counted))
    assert read == counted
    assert all(counted_row(1, read, depth).stands_counted for depth in Depth)
