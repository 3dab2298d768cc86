"""Rounds by registration number, and by hand."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.evenings import entrants, results
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.systems import SYSTEMS, pair_round
from tournaments.records import EntrantId, Outcome, PairingRequest, ReasonCode, System, TableResult

Seats = tuple[tuple[int, int | None], ...]


def by_hand(order: list[int], seats: Seats) -> PairingRequest:
    typed = tuple((EntrantId(ns), None if ew is None else EntrantId(ew)) for ns, ew in seats)
    return PairingRequest(round=1, entrants=entrants(order), seats=typed)


def test_numbers_meet_in_order_whatever_the_ranking() -> None:
    draft = pair_round(System.REGISTRATION, PairingRequest(round=1, entrants=entrants([5, 3, 1, 2, 4])))
    assert [{table.ns, table.ew} for table in draft.tables] == [{5, 3}, {1, 2}, {4, None}]


def test_registration_counts_its_rematches() -> None:
    first = PairingRequest(round=1, entrants=entrants([1, 2, 3, 4]))
    history = results(pair_round(System.REGISTRATION, first), 1)
    again = pair_round(System.REGISTRATION, PairingRequest(round=2, entrants=entrants([1, 2, 3, 4]), history=history))
    assert again.rematches == 2
    assert all(table.why[-1].facts["forced"] is False for table in again.tables)


def test_the_referees_seats_are_kept() -> None:
    draft = pair_round(System.MANUAL, by_hand([1, 2, 3, 4, 5], ((4, 2), (3, None), (1, 5))))
    assert [(table.number, table.ns, table.ew) for table in draft.tables] == [(1, 4, 2), (2, 3, None), (3, 1, 5)]
    assert {table.why[0].code for table in draft.tables} == {ReasonCode.SEATED_BY_HAND}


def test_as_many_rest_as_the_referee_wants_and_each_rest_has_a_reason() -> None:
    rested = TableResult(round=1, table=2, ns=EntrantId(3), ew=None, outcome=Outcome.REST)
    request = replace(by_hand([1, 2, 3, 4], ((1, 2), (3, None), (4, None))), round=2, history=(rested,))
    draft = pair_round(System.MANUAL, request)
    assert draft.rests == (3, 4)
    assert [dict(table.why[1].facts) for table in draft.tables[1:]] == [
        {"pair": 3, "rests": 1, "fewer": 2},
        {"pair": 4, "rests": 0, "fewer": 0},
    ]


@pytest.mark.parametrize(
    ("seats", "code", "pairs"),
    [
        (((1, 2), (3, 9), (8, 4)), RefusalCode.SEAT_UNKNOWN, [8, 9]),
        (((1, 2), (3, 33), (10, 4)), RefusalCode.SEAT_UNKNOWN, [10, 33]),
        (((1, 2), (2, 3), (4, 4)), RefusalCode.SEAT_TWICE, [2, 4]),
        (((1, 2),), RefusalCode.SEAT_MISSING, [3, 4]),
        ((), RefusalCode.SEAT_MISSING, [1, 2, 3, 4]),
    ],
)
def test_seats_that_do_not_fit_are_refused_by_name(seats: Seats, code: RefusalCode, pairs: list[int]) -> None:
    with pytest.raises(PairingRefused) as refusal:
        pair_round(System.MANUAL, by_hand([1, 2, 3, 4], seats))
    assert (refusal.value.code, refusal.value.facts) == (code, {"pairs": pairs})


@pytest.mark.parametrize("system", list(SYSTEMS))
@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_pairs_make_no_round(system: System, size: int) -> None:
    with pytest.raises(PairingRefused) as refusal:
        pair_round(system, PairingRequest(round=1, entrants=entrants(range(1, size + 1))))
    assert refusal.value.code is RefusalCode.TOO_FEW
