"""Tables that stay: kept while the others are drawn, or fixed for a pair."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.seating import check_kept
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    PairingRequest,
    ReasonCode,
    RoundSettings,
    System,
)

FREE = [System.DRAW, System.REGISTRATION, System.DANISH, System.DANISH_NO_REMATCH, System.SWISS]


def table(number: int, ns: int, ew: int | None) -> DraftTable:
    return DraftTable(number=number, ns=EntrantId(ns), ew=None if ew is None else EntrantId(ew))


def drawn(
    size: int, system: System = System.DANISH, *kept: DraftTable, fixed: dict[int, int] | None = None, seed: int = 1
) -> Draft:
    request = PairingRequest(
        round=1,
        entrants=tuple(
            replace(entrant, fixed_table=(fixed or {}).get(entrant.id)) for entrant in entrants(range(1, size + 1))
        ),
        seed=seed,
        settings=RoundSettings(kept=kept),
    )
    return pair_round(system, request)


def seats(draft: Draft) -> list[tuple[int, int, int | None]]:
    return [(table.number, table.ns, table.ew) for table in draft.tables]


def codes(draft: Draft, number: int) -> list[ReasonCode]:
    return [reason.code for reason in draft.tables[number - 1].why]


def test_the_others_are_drawn_around_a_kept_table() -> None:
    """Table 2 stays with 5 and 1; of 2, 3, 4 and 6 the neighbours meet at the free tables."""
    draft = drawn(6, System.DANISH, table(2, 5, 1))
    assert seats(draft) == [(1, 2, 3), (2, 5, 1), (3, 4, 6)]
    assert codes(draft, 2) == [ReasonCode.KEPT]
    # Among the six playing, 1 and 5 are four places apart, 2 and 3 one, 4 and 6 two.
    assert draft.cost == 16 + 1 + 4


@pytest.mark.parametrize("system", FREE)
@pytest.mark.parametrize("size", [6, 7, 12, 13])
def test_every_system_leaves_kept_tables_alone(system: System, size: int) -> None:
    kept = [table(3, 4, 2), table(1, 6, 1)]
    for seed in range(5):
        draft = drawn(size, system, *kept, seed=seed)
        assert {(1, 6, 1), (3, 4, 2)} <= set(seats(draft))
        assert sorted(pair for seated in draft.tables for pair in seated.seated) == list(range(1, size + 1))
        assert [seated.number for seated in draft.tables] == list(range(1, (size + 1) // 2 + 1))


@pytest.mark.parametrize("system", FREE)
def test_where_every_table_stays_nothing_changes(system: System) -> None:
    kept = [table(1, 4, 2), table(2, 1, 3), table(3, 5, None)]
    draft = drawn(5, system, *kept)
    assert seats(draft) == [(1, 4, 2), (2, 1, 3), (3, 5, None)]
    assert codes(draft, 3) == [ReasonCode.KEPT, ReasonCode.REST_BY_REFEREE]


@pytest.mark.parametrize(
    ("kept", "code", "facts"),
    [
        ((table(2, 9, 1),), RefusalCode.KEPT_NOT_SEATABLE, {"tables": [2]}),
        ((table(1, 3, 1), table(2, 4, 1)), RefusalCode.KEPT_NOT_SEATABLE, {"tables": [1, 2]}),
        ((table(2, 1, 2), table(2, 3, 4)), RefusalCode.KEPT_NOT_SEATABLE, {"tables": [2, 2]}),
        ((table(3, 9, 1), table(1, 2, 3)), RefusalCode.KEPT_NOT_SEATABLE, {"tables": [3]}),
        ((table(3, 9, 1), table(1, 8, 3)), RefusalCode.KEPT_NOT_SEATABLE, {"tables": [1, 3]}),
        ((table(5, 3, 4), table(4, 1, 2)), RefusalCode.KEPT_BEYOND, {"tables": [4, 5], "last": 3}),
        ((table(4, 1, 2),), RefusalCode.KEPT_BEYOND, {"tables": [4], "last": 3}),
    ],
)
def test_a_table_that_cannot_stay_is_refused(
    kept: tuple[DraftTable, ...], code: RefusalCode, facts: dict[str, object]
) -> None:
    with pytest.raises(PairingRefused) as refusal:
        drawn(6, System.DANISH, *kept)
    assert (refusal.value.code, refusal.value.facts) == (code, facts)


@pytest.mark.parametrize("system", [System.MITCHELL, System.ROUND_ROBIN, System.KNOCKOUT])
def test_a_plan_has_no_room_for_kept_tables(system: System) -> None:
    with pytest.raises(PairingRefused) as refusal:
        drawn(6, system, table(3, 3, 4), table(1, 1, 2))
    assert (refusal.value.code, refusal.value.facts) == (RefusalCode.KEPT_IN_PLAN, {"tables": [1, 3]})


def test_by_hand_no_table_is_asked_whether_it_can_stay() -> None:
    request = PairingRequest(round=1, entrants=entrants([1, 2]), settings=RoundSettings(kept=(table(9, 7, 8),)))
    check_kept(System.MANUAL, request)
    with pytest.raises(PairingRefused):
        check_kept(System.DANISH, request)


@pytest.mark.parametrize(("number", "stays"), [(1, True), (2, True), (3, True), (4, False)])
def test_of_nine_players_a_four_may_keep_any_of_three_tables(number: int, stays: bool) -> None:
    """The other five play at one table, and one of them rests."""
    four = replace(table(number, 1, 2), ns_partner=EntrantId(3), ew_partner=EntrantId(4))
    request = PairingRequest(round=1, entrants=entrants(range(1, 10)), settings=RoundSettings(kept=(four,)))
    with nullcontext() if stays else pytest.raises(PairingRefused, match="KEPT_BEYOND|kept_beyond"):
        check_kept(System.INDIVIDUAL, request)


def test_a_pair_sits_at_the_table_that_it_keeps() -> None:
    """5 keeps table 1 and 2 keeps table 3: their tables go there, and the others follow in their order."""
    draft = drawn(8, fixed={5: 1, 2: 3})
    assert seats(draft) == [(1, 5, 6), (2, 3, 4), (3, 1, 2), (4, 7, 8)]
    assert codes(draft, 1)[-1] is ReasonCode.FIXED_TABLE
    assert draft.tables[2].why[-1].facts == {"pair": 2, "table": 3}


def test_of_two_that_keep_one_table_the_better_has_it() -> None:
    draft = drawn(6, fixed={3: 1, 6: 1})
    assert seats(draft) == [(1, 3, 4), (2, 1, 2), (3, 5, 6)]
    assert codes(draft, 3)[-1] is ReasonCode.FIXED_TABLE_TAKEN


def test_of_two_that_meet_the_better_keeps_its_table() -> None:
    draft = drawn(6, fixed={1: 2, 2: 3})
    assert seats(draft) == [(1, 3, 4), (2, 1, 2), (3, 5, 6)]
    assert codes(draft, 2)[-2:] == [ReasonCode.FIXED_TABLE, ReasonCode.FIXED_TABLE_TAKEN]


def test_a_kept_table_goes_before_a_pair_s_own() -> None:
    draft = drawn(6, System.DANISH, table(1, 6, 4), fixed={1: 1})
    assert seats(draft) == [(1, 6, 4), (2, 1, 2), (3, 3, 5)]
    assert codes(draft, 2)[-1] is ReasonCode.FIXED_TABLE_TAKEN


@pytest.mark.parametrize("beyond", [3, 40])
def test_nobody_plays_beyond_the_last_table_and_the_rest_needs_none(beyond: int) -> None:
    """Five pairs play at two tables: 1 cannot sit at the third, and the resting 5 needs no table."""
    draft = drawn(5, fixed={1: beyond, 5: 1})
    assert seats(draft) == [(1, 1, 2), (2, 3, 4), (3, 5, None)]
    assert draft.tables[0].why[-1].code is ReasonCode.FIXED_TABLE_MISSING
    assert draft.tables[0].why[-1].facts == {"pair": 1, "table": beyond, "tables": 2}


def test_by_hand_the_referee_s_tables_are_not_renumbered() -> None:
    typed = ((EntrantId(1), EntrantId(2)), (EntrantId(3), EntrantId(4)))
    here = tuple(replace(entrant, fixed_table=2) for entrant in entrants([1, 2, 3, 4]))
    draft = pair_round(System.MANUAL, PairingRequest(round=1, entrants=here, seats=typed))
    assert seats(draft) == [(1, 1, 2), (2, 3, 4)]
