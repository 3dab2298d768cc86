"""The Danish systems on examples worked by hand."""

import pytest

from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    EntrantId,
    Outcome,
    PairingRequest,
    Policy,
    ReasonCode,
    RoundSettings,
    System,
    TableResult,
)


def met(*meetings: tuple[int, int | None], round: int = 1) -> tuple[TableResult, ...]:
    """Return an earlier round of these tables, NS first; None means that the pair rested."""
    return tuple(
        TableResult(
            round=round,
            table=number,
            ns=EntrantId(ns),
            ew=None if ew is None else EntrantId(ew),
            outcome=Outcome.REST if ew is None else Outcome.PLAYED,
        )
        for number, (ns, ew) in enumerate(meetings, 1)
    )


def danish(
    order: list[int],
    *history: tuple[TableResult, ...],
    system: System = System.DANISH_NO_REMATCH,
    policy: Policy = Policy.TOP_DOWN,
) -> Draft:
    request = PairingRequest(
        round=len(history) + 1,
        entrants=entrants(order),
        history=sum(history, ()),
        seed=1,
        settings=RoundSettings(policy=policy),
    )
    return pair_round(system, request)


def opponents(draft: Draft) -> list[set[int]]:
    return [{table.ns, table.ew} for table in draft.tables if table.ew is not None]


def test_with_rematches_the_ranking_is_all_that_counts() -> None:
    draft = danish([4, 2, 3, 1], met((2, 4), (1, 3)), system=System.DANISH)
    assert opponents(draft) == [{4, 2}, {3, 1}]
    assert (draft.rematches, draft.cost) == (2, 2)


@pytest.mark.parametrize(
    ("policy", "expected", "cost"),
    [
        # 1 meets the best allowed, 3; then 2, which has met 4, meets 5; 4 and 6 are left.
        (Policy.TOP_DOWN, [{1, 3}, {2, 5}, {4, 6}], 4 + 9 + 4),
        # The neighbours 2–3 and 5–6 are worth the distance of 1–4.
        (Policy.MIN_SQUARE, [{1, 4}, {2, 3}, {5, 6}], 9 + 1 + 1),
    ],
)
def test_the_two_policies_part_ways(policy: Policy, expected: list[set[int]], cost: int) -> None:
    draft = danish([1, 2, 3, 4, 5, 6], met((1, 2)), met((2, 4)), policy=policy)
    assert opponents(draft) == expected
    assert (draft.cost, draft.rematches) == (cost, 0)


def test_the_top_gives_way_where_the_end_could_not_be_completed() -> None:
    """3 and 4 have met, so 1–2 would leave a rematch at the end: 1 meets 3 instead."""
    draft = danish([1, 2, 3, 4], met((3, 4)))
    assert opponents(draft) == [{1, 3}, {2, 4}]
    distance, chain = draft.tables[0].why
    assert distance.code is ReasonCode.RANK_DISTANCE
    assert chain.code is ReasonCode.WOULD_LEAVE
    assert chain.facts == {"pair": 1, "other": 2, "left": 3, "left_other": 4, "obstacle": "met", "round": 1}


def test_a_rematch_is_taken_only_where_it_must_be_and_named() -> None:
    """After its three rounds, all four pairs have met: 1–2 and 3–4 play again, and each names the round."""
    history = (met((1, 2), (3, 4)), met((1, 3), (2, 4), round=2), met((1, 4), (2, 3), round=3))
    draft = danish([1, 2, 3, 4], *history)
    assert opponents(draft) == [{1, 2}, {3, 4}]
    assert draft.rematches == 2
    for table in draft.tables:
        (rematch,) = [reason for reason in table.why if reason.code is ReasonCode.REMATCH]
        assert (rematch.facts["round"], rematch.facts["forced"]) == (1, True)


def test_the_reason_names_what_was_avoided() -> None:
    draft = danish([1, 2, 3, 4], met((1, 2), (3, 4)))
    distance, met_already = draft.tables[0].why
    assert (distance.code, distance.facts) == (ReasonCode.RANK_DISTANCE, {"upper": 1, "lower": 3})
    assert met_already.code is ReasonCode.KEPT_APART
    assert met_already.facts == {"pair": 1, "others": [2], "obstacle": "met", "rounds": [1]}


def test_the_lowest_that_has_not_rested_rests() -> None:
    draft = danish([1, 2, 3, 4, 5], met((1, 2), (3, 4), (5, None)))
    assert draft.rests == (4,)
    assert draft.tables[-1].number == 3
    assert [reason.code for reason in draft.tables[-1].why] == [ReasonCode.REST_LOWEST]


def test_the_rest_moves_up_where_it_would_cost_a_rematch() -> None:
    """1 and 2 have met; with 3 resting they would meet again, so 2 rests although 3 is lower."""
    draft = danish([1, 2, 3], met((1, 2)))
    assert draft.rests == (2,)
    assert draft.tables[-1].why[0].facts["passed_over"] == [3]
    assert opponents(draft) == [{1, 3}]


def test_nobody_rests_twice_before_everybody_has_even_if_it_costs_a_rematch() -> None:
    """Only 3 has not rested, so it rests, and 1 meets 2 again."""
    first = met((1, 2), (3, 4), (5, None))
    second = met((3, 5), (1, 4), (2, None), round=2)
    third = met((3, 2), (5, 4), (1, None), round=3)
    draft = danish([1, 2, 3], first, second, third)
    assert (draft.rests, draft.rematches) == ((3,), 1)


def test_all_have_rested_so_the_fewest_rests_count() -> None:
    """After three rounds each has rested once and met both others; 3 has rested twice."""
    everybody = met((1, 2), (3, None)) + met((1, 3), (2, None), round=2) + met((2, 3), (1, None), round=3)
    draft = danish([1, 2, 3], everybody + met((1, 2), (3, None), round=4))
    assert draft.rests == (2,)
    assert draft.tables[-1].why[0].code is ReasonCode.REST_AGAIN


@pytest.mark.parametrize("outcome", [Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH])
def test_an_absence_is_a_meeting_and_no_rest(outcome: Outcome) -> None:
    away = TableResult(round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=outcome)
    assert opponents(danish([1, 2, 3, 4], (away,))) == [{1, 3}, {2, 4}]
    assert danish([4, 3, 1], (away,)).rests == (1,)


def test_the_round_missed_by_a_pair_that_was_not_here_is_no_rest() -> None:
    missed = TableResult(round=1, table=3, ns=EntrantId(5), ew=None, outcome=Outcome.ABSENT_NS)
    assert danish([1, 2, 3, 4, 5], met((1, 2), (3, 4)) + (missed,)).rests == (5,)


def test_lines_alternate() -> None:
    """1 and 2 both sat NS once; 2 did not in the last round. 3 never sat NS, and 4 did once."""
    draft = danish([1, 2, 3, 4], met((2, 5), (6, 1), (4, 7), (8, 3)), met((1, 6), (5, 2), (9, 3), (10, 4), round=2))
    assert [(table.ns, table.ew) for table in draft.tables] == [(2, 1), (3, 4)]


def test_of_two_with_equal_claims_the_better_sits_ns() -> None:
    assert [(table.ns, table.ew) for table in danish([2, 1, 4, 3]).tables] == [(2, 1), (4, 3)]
