"""Mitchell: the sample evening table by table, the steps, and pairs that come and go."""

import json
from collections.abc import Mapping
from dataclasses import replace
from math import gcd
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.pairing.evenings import entrants, results
from tournaments.pairing import PairingRefused, RefusalCode, steps_ahead
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    EntrantId,
    Outcome,
    PairingRequest,
    Reason,
    ReasonCode,
    RoundSettings,
    System,
    TableResult,
)

SAMPLE = json.loads((Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8"))
RANKING_AFTER_ROUND_3 = [1, 2, 15, 17, 16, 9, 7, 14, 3, 8, 5, 4, 19, 13, 6, 10, 11, 18, 12]

Seats = list[tuple[int, int | None]]


def rounds_without_rematch(tables: int, step: int) -> int:
    """Return how many rounds a step lasts, the first one included."""
    return tables // gcd(tables, step)


def mitchell(
    order: list[int],
    *history: TableResult,
    step: int | None = 1,
    fixed: Mapping[int, int] | None = None,
    memory: int | None = None,
) -> Draft:
    """Return the round after `history`; `fixed` are the pairs' fixed tables."""
    return pair_round(System.MITCHELL, asked(order, *history, step=step, fixed=fixed, memory=memory))


def asked(
    order: list[int],
    *history: TableResult,
    step: int | None = 1,
    fixed: Mapping[int, int] | None = None,
    memory: int | None = None,
) -> PairingRequest:
    keeps = fixed or {}
    return PairingRequest(
        round=max((table.round for table in history), default=0) + 1,
        entrants=tuple(replace(entrant, fixed_table=keeps.get(entrant.id)) for entrant in entrants(order)),
        history=history,
        settings=RoundSettings(step=step, memory=memory),
    )


def seats(draft: Draft) -> Seats:
    assert [table.number for table in draft.tables] == list(range(1, len(draft.tables) + 1))
    return [(table.ns, table.ew) for table in draft.tables]


def seated(*tables: tuple[int | None, int | None], round: int = 1) -> tuple[TableResult, ...]:
    return tuple(
        TableResult(
            round=round,
            table=number,
            ns=None if ns is None else EntrantId(ns),
            ew=None if ew is None else EntrantId(ew),
            outcome=Outcome.REST if None in (ns, ew) else Outcome.PLAYED,
        )
        for number, (ns, ew) in enumerate(tables, 1)
    )


def codes(draft: Draft, table: int) -> set[ReasonCode]:
    return {reason.code for reason in draft.tables[table - 1].why}


def test_the_sample_evening_comes_out_table_by_table() -> None:
    history: tuple[TableResult, ...] = ()
    order = [pair["number"] for pair in SAMPLE["pairs"]]
    for played in SAMPLE["rounds"][:3]:
        draft = mitchell(order, *history, step=played["step"])
        expected = [(table["number"], table["ns"], table["ew"]) for table in played["tables"]]
        assert [(table.number, table.ns, table.ew) for table in draft.tables] == expected
        history += results(draft, played["number"])

    request = PairingRequest(round=4, entrants=entrants(RANKING_AFTER_ROUND_3), history=history, seed=20)
    danish = pair_round(System.DANISH_NO_REMATCH, request)
    expected_tables = [(table["number"], {table["ns"], table["ew"]}) for table in SAMPLE["rounds"][3]["tables"]]
    assert [(table.number, {table.ns, table.ew}) for table in danish.tables] == expected_tables
    assert (danish.rests, danish.rematches) == ((12,), 0)


@pytest.mark.parametrize("tables", range(2, 13))
def test_a_step_holds_for_as_many_rounds_as_it_says(tables: int) -> None:
    for half in (0, 1):
        order = list(range(1, 2 * tables + 1 - half))
        for step in range(1, tables):
            history: tuple[TableResult, ...] = ()
            resting = []
            for _ in range(rounds_without_rematch(tables, step)):
                draft = mitchell(order, *history, step=step)
                resting += draft.rests
                history += results(draft, len(history) // tables + 1)
            assert len(set(resting)) == len(resting), f"{tables} tables, step {step}: somebody rests twice"
            if tables > 1:
                with pytest.raises(PairingRefused) as refusal:
                    mitchell(order, *history, step=step)
                assert refusal.value.code is RefusalCode.STEP_EXHAUSTED


def test_an_exhausted_step_names_those_that_go_on() -> None:
    """With step 2 at ten tables, EW have seen every other table after five rounds; any odd step leads to the rest."""
    history: tuple[TableResult, ...] = ()
    for number in range(1, 6):
        history += results(mitchell(list(range(1, 21)), *history, step=2), number)
    with pytest.raises(PairingRefused) as refusal:
        mitchell(list(range(1, 21)), *history, step=2)
    facts = {"step": 2, "pair": 1, "other": 11, "free": [1, 3, 5, 7, 9]}
    assert refusal.value.facts == facts


@pytest.mark.parametrize("step", [0, -1, 5, 6])
def test_a_step_out_of_range_is_refused(step: int) -> None:
    with pytest.raises(PairingRefused) as refusal:
        mitchell(list(range(1, 11)), step=step)
    assert refusal.value.code is RefusalCode.STEP_OUT_OF_RANGE
    assert refusal.value.facts == {"step": step, "highest": 4}


def test_the_step_proposed_is_1_unless_it_fails_and_then_the_first_that_holds_longest() -> None:
    for seed in range(200):
        lot = Random(seed)
        size, planned = lot.randint(2, 25), lot.randint(1, 8)
        history: tuple[TableResult, ...] = ()
        for number in range(1, lot.randint(1, 4)):
            places: list[int | None] = [*lot.sample(range(1, size + 1), size), *[None] * (size % 2)]
            history += seated(*zip(places[::2], places[1::2], strict=True), round=number)
        request = replace(asked(list(range(1, size + 1)), *history, step=None), rounds_planned=planned)
        left = max(1, planned - request.round + 1)
        lasts = {step: steps_ahead(request).holds(step, left) for step in range(1, max(2, (size + 1) // 2))}
        best = 1 if lasts[1] == left else next(step for step in lasts if lasts[step] == max(lasts.values()))
        assert steps_ahead(request).proposed == best, seed
        # Without further settings, a round is drawn by this step.
        if lasts[best]:
            draft = pair_round(System.MITCHELL, request)
            steps = {reason.facts["step"] for table in draft.tables for reason in table.why if "step" in reason.facts}
            assert steps <= {best}, seed


def test_the_first_seats_by_lot_come_from_the_seed_and_leave_who_keeps_a_table_there() -> None:
    order = list(range(1, 12))
    request = asked(order, fixed={4: 2})
    by_lot = replace(request, settings=replace(request.settings, start_by_lot=True))
    drawn = {seed: pair_round(System.MITCHELL, replace(by_lot, seed=seed)) for seed in range(20)}
    for seed, draft in drawn.items():
        assert draft == pair_round(System.MITCHELL, replace(by_lot, seed=seed))
        assert sorted(entrant for table in draft.tables for entrant in table.seated) == order
        assert draft.tables[1].ns == 4
        assert all(reason.code is not ReasonCode.MITCHELL_START for table in draft.tables for reason in table.why)
    assert len({tuple(table.seated for table in draft.tables) for draft in drawn.values()}) == 20
    # Only the first seats are drawn: later rounds follow the movement.
    history = results(drawn[0], 1)
    again = [replace(earlier, history=history, round=2) for earlier in (request, by_lot)]
    assert pair_round(System.MITCHELL, again[0]).tables == pair_round(System.MITCHELL, again[1]).tables


@pytest.mark.parametrize("memory", [None, 1, 2, 3])
def test_a_step_goes_on_for_as_many_rounds_as_it_is_said_to(memory: int | None) -> None:
    """The forecast after any round, with and without a half table, is compared with draws until one is refused."""
    for seed in range(60):
        lot = Random(seed)
        size = lot.randint(2, 15)
        step, most = lot.randint(1, max(1, (size + 1) // 2 - 1)), lot.randint(1, 9)
        history: tuple[TableResult, ...] = ()
        for number in range(1, lot.randint(1, 4)):
            places: list[int | None] = [*lot.sample(range(1, size + 1), size), *[None] * (size % 2)]
            history += seated(*zip(places[::2], places[1::2], strict=True), round=number)
        order, drawn = list(range(1, size + 1)), 0
        ahead = steps_ahead(asked(order, *history, memory=memory)).holds(step, most)
        while drawn < most:
            wanted = asked(order, *history, step=step, memory=memory)
            try:
                history += results(pair_round(System.MITCHELL, wanted), wanted.round)
            except PairingRefused:
                break
            drawn += 1
        assert ahead == drawn, f"seed {seed}"


def test_the_seats_come_from_the_round_before_whatever_drew_it() -> None:
    draft = mitchell([1, 2, 3, 4, 5, 6], *seated((4, 1), (2, 6), (5, 3)), step=1)
    assert seats(draft) == [(4, 3), (2, 1), (5, 6)]


def test_a_late_pair_fills_the_half_table() -> None:
    """The free place moves from table 3 to table 1, and pair 6 with it."""
    draft = mitchell([1, 2, 3, 4, 5, 6], *seated((1, 4), (2, 5), (3, None)))
    assert seats(draft) == [(1, 6), (2, 4), (3, 5)]
    assert ReasonCode.MITCHELL_JOINS in codes(draft, 1)


def test_a_late_pair_takes_the_place_of_one_that_left() -> None:
    draft = mitchell([1, 3, 4, 5, 6, 7], *seated((1, 4), (2, 5), (3, 6)))
    assert seats(draft) == [(1, 6), (7, 4), (3, 5)]
    assert ReasonCode.MITCHELL_JOINS in codes(draft, 2)


def test_late_pairs_beyond_the_free_places_open_a_table() -> None:
    """Pair 7 sits NS at the new table 4; its EW place is free and moves to table 1."""
    draft = mitchell([1, 2, 3, 4, 5, 6, 7], *seated((1, 4), (2, 5), (3, 6)))
    assert seats(draft) == [(1, None), (2, 4), (3, 5), (7, 6)]
    (grown,) = [reason for reason in draft.tables[3].why if reason.code is ReasonCode.MITCHELL_NEW_TABLE]
    assert grown.facts == {"pair": 7, "tables": 4}


def test_without_its_ns_a_table_keeps_the_ew_that_comes() -> None:
    """2 has left: 4 comes to table 2, rests, and is its NS in the next round."""
    first = seated((1, 4), (2, 5), (3, 6))
    second = mitchell([1, 3, 4, 5, 6], *first)
    assert seats(second) == [(1, 6), (4, None), (3, 5)]
    assert ReasonCode.MITCHELL_TAKES_NS in codes(second, 2)
    third = mitchell([1, 3, 4, 5, 6], *first, *results(second, 2))
    assert seats(third) == [(1, 5), (4, 6), (3, None)]


def test_a_pair_that_rests_at_its_own_table_has_it_already() -> None:
    """Of five pairs, 3 is NS at the half table, then 2 and 1, as the free place moves: none takes a place."""
    history: tuple[TableResult, ...] = ()
    for number, resting in ((1, 3), (2, 1), (3, 2)):
        draft = mitchell([1, 2, 3, 4, 5], *history)
        history += results(draft, number)
        assert draft.rests == (resting,)
        assert [table.why for table in draft.tables if table.ew is None] == [
            (Reason(ReasonCode.REST_MITCHELL, {"pair": resting, "rests": 0}),)
        ]


def test_two_pairs_less_are_a_table_less() -> None:
    """2 and 5 have left: 4 takes the place of NS at table 2, and 8 that of EW; then EW move."""
    draft = mitchell([1, 3, 4, 6, 7, 8], *seated((1, 6), (2, 5), (3, 7), (4, 8)), step=1)
    assert seats(draft) == [(1, 7), (4, 6), (3, 8)]
    assert ReasonCode.MITCHELL_TABLE_CLOSED in codes(draft, 2) & codes(draft, 3)


def test_a_pair_of_a_closed_table_keeps_its_line_if_it_can() -> None:
    """2, 4 and 7 have left: 8 takes the place of 7, not that of 2, and moves on; 5 comes to the NS place of 2."""
    draft = mitchell([1, 3, 5, 6, 8], *seated((1, 5), (2, 6), (3, 7), (4, 8)), step=1)
    assert seats(draft) == [(1, 8), (5, None), (3, 6)]
    closed = [reason.facts for reason in draft.tables[0].why if reason.code is ReasonCode.MITCHELL_TABLE_CLOSED]
    assert closed == [{"pair": 8, "tables": 3}]


def test_a_new_pair_at_a_closed_table_has_its_place_as_a_new_pair() -> None:
    """2, 4 and 6 have left; 9 keeps table 4, which closes: it is new at table 2, and only 8 has lost its table."""
    draft = mitchell([1, 3, 5, 7, 8, 9], *seated((1, 5), (2, 6), (3, 7), (4, 8)), step=1, fixed={9: 4})
    assert seats(draft) == [(1, 7), (9, 5), (3, 8)]
    told = [(reason.code, reason.facts["pair"]) for table in draft.tables for reason in table.why]
    assert (ReasonCode.MITCHELL_JOINS, 9) in told and (ReasonCode.MITCHELL_TABLE_CLOSED, 8) in told
    assert (ReasonCode.MITCHELL_TABLE_CLOSED, 9) not in told


def test_a_table_whose_two_pairs_left_closes() -> None:
    draft = mitchell([1, 2, 4, 5], *seated((1, 4), (2, 5), (3, 6)), step=1)
    assert seats(draft) == [(1, 5), (2, 4)]


def test_pairs_that_keep_a_table_are_ns_there_from_the_first_seats_on() -> None:
    """5 keeps table 2; 1 and 2 take tables 1 and 3, and 3, 4, 6 are EW."""
    draft = mitchell([1, 2, 3, 4, 5, 6], fixed={5: 2})
    assert seats(draft) == [(1, 3), (5, 4), (2, 6)]
    later = mitchell([6, 5, 4, 3, 2, 1], *results(draft, 1), fixed={5: 2})
    assert seats(later) == [(1, 6), (5, 3), (2, 4)]


def test_of_two_pairs_that_keep_one_table_the_better_has_it_and_the_other_is_named() -> None:
    draft = mitchell([1, 2, 3, 4, 5, 6], fixed={5: 1, 6: 1, 4: 9})
    assert seats(draft) == [(5, 3), (1, 4), (2, 6)]
    off = [reason.facts for table in draft.tables for reason in table.why if reason.code is ReasonCode.OFF_ITS_TABLE]
    assert off == [{"pair": 4, "table": 9}, {"pair": 6, "table": 1}]


def test_a_pair_at_its_table_as_ew_changes_lines_before_the_move() -> None:
    """A draw seated 5 as EW at table 2, which it keeps, so 2 moves on instead."""
    drawn = seated((1, 4), (2, 5), (3, 6))
    draft = mitchell([1, 2, 3, 4, 5, 6], *drawn, fixed={5: 2})
    assert seats(draft) == [(1, 6), (5, 4), (3, 2)]
    assert ReasonCode.MITCHELL_TURNS in codes(draft, 2)
    assert all(ReasonCode.MITCHELL_TURNS not in codes(draft, table) for table in (1, 3))


def test_two_pairs_that_keep_the_same_table_do_not_change_lines() -> None:
    draft = mitchell([1, 2, 3, 4, 5, 6], *seated((1, 4), (2, 5), (3, 6)), fixed={5: 2, 2: 2})
    assert seats(draft) == [(1, 6), (2, 4), (3, 5)]
    assert ReasonCode.OFF_ITS_TABLE in codes(draft, 3)


def test_a_pair_far_from_its_table_cannot_come_there() -> None:
    draft = mitchell([1, 2, 3, 4, 5, 6], *seated((1, 4), (2, 5), (3, 6)), fixed={1: 3})
    assert seats(draft) == [(1, 6), (2, 4), (3, 5)]
    (off,) = [reason for reason in draft.tables[0].why if reason.code is ReasonCode.OFF_ITS_TABLE]
    assert off.facts == {"pair": 1, "table": 3}


def test_a_late_pair_takes_the_free_place_at_the_table_that_it_keeps() -> None:
    """1 and 3 have left; 8 keeps table 3, and 7 takes the other free place."""
    draft = mitchell([2, 4, 5, 6, 7, 8], *seated((1, 4), (2, 5), (3, 6)), fixed={8: 3})
    assert seats(draft) == [(7, 6), (2, 4), (8, 5)]
    draft = mitchell([2, 4, 5, 6, 7, 8], *seated((1, 4), (2, 5), (3, 6)), fixed={7: 3})
    assert seats(draft) == [(8, 6), (2, 4), (7, 5)]


def test_beyond_the_memory_pairs_may_meet_again() -> None:
    """With two tables and two rounds, a third round repeats the first, unless only the last one counts."""
    history = (*seated((1, 3), (2, 4)), *seated((1, 4), (2, 3), round=2))
    with pytest.raises(PairingRefused):
        mitchell([1, 2, 3, 4], *history)
    draft = mitchell([1, 2, 3, 4], *history, memory=1)
    assert seats(draft) == [(1, 3), (2, 4)]
    assert draft.rematches == 0
    assert ReasonCode.MET_BEFORE in codes(draft, 1)
