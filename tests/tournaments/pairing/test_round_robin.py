"""Round robin: the printed Berger tables, groups, two legs, and pairs that come and go."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.pairing.evenings import entrants, results
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.round_robin import rounds_needed
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    PairingRequest,
    ReasonCode,
    RoundSettings,
    Run,
    System,
    TableResult,
)

Seats = list[tuple[int, int | None]]


def round_robin(
    order: Iterable[int],
    *history: TableResult,
    here: Iterable[int] | None = None,
    legs: int = 1,
    groups: int = 1,
    start: int = 1,
) -> Draft:
    """Return the round after `history` of a round robin that began in `start` with `order`; `here` are still active."""
    order = [EntrantId(number) for number in order]
    number = max((table.round for table in history), default=start - 1) + 1
    request = PairingRequest(
        round=number,
        entrants=entrants(order if here is None else here),
        history=history,
        settings=RoundSettings(legs=legs, groups=groups),
        run=Run(start=start, order=tuple(order)) if number > start else None,
    )
    return pair_round(System.ROUND_ROBIN, request)


def whole(order: list[int], *, legs: int = 1, groups: int = 1) -> Iterator[Draft]:
    history: tuple[TableResult, ...] = ()
    for number in range(1, rounds_needed(len(order), groups=groups, legs=legs) + 1):
        draft = round_robin(order, *history, legs=legs, groups=groups)
        yield draft
        history += results(draft, number)


def seats(draft: Draft) -> Seats:
    assert [table.number for table in draft.tables] == list(range(1, len(draft.tables) + 1))
    return [(table.ns, table.ew) for table in draft.tables]


def reason(table: DraftTable, code: ReasonCode) -> dict[str, object]:
    (found,) = [reason for reason in table.why if reason.code is code]
    return dict(found.facts)


def test_six_pairs_as_the_berger_table_is_printed() -> None:
    assert [seats(draft) for draft in whole([1, 2, 3, 4, 5, 6])] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_five_pairs_rest_in_turn_where_the_table_has_a_six() -> None:
    assert [seats(draft) for draft in whole([1, 2, 3, 4, 5])] == [
        [(2, 5), (3, 4), (1, None)],
        [(5, 3), (1, 2), (4, None)],
        [(3, 1), (4, 5), (2, None)],
        [(1, 4), (2, 3), (5, None)],
        [(4, 2), (5, 1), (3, None)],
    ]


def test_the_places_follow_the_ranking_that_it_begins_with() -> None:
    assert seats(round_robin([40, 30, 20, 10])) == [(40, 10), (30, 20)]


def test_the_second_leg_turns_the_lines() -> None:
    first, second, third, *later = whole([1, 2, 3, 4], legs=2)
    assert [seats(draft) for draft in later] == [
        [(ew, ns) for ns, ew in seats(draft) if ew is not None] for draft in (first, second, third)
    ]
    facts = reason(later[0].tables[0], ReasonCode.ROUND_ROBIN)
    assert facts == {"round": 1, "rounds": 3, "group": "A", "groups": 1, "leg": 2}
    assert reason(later[0].tables[0], ReasonCode.REMATCH)["round"] == 1


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("size", range(2, 25))
def test_everybody_meets_everybody_once_a_leg_with_balanced_lines(size: int, legs: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    ns: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    for draft in whole(list(range(1, size + 1)), legs=legs):
        for table in draft.tables:
            if table.ew is None:
                rests[table.ns] += 1
            else:
                met[frozenset((table.ns, table.ew))] += 1
                ns[table.ns] += 1
    assert met == {frozenset(meeting): legs for meeting in combinations(range(1, size + 1), 2)}
    assert rests == (dict.fromkeys(range(1, size + 1), legs) if size % 2 else {})
    played = legs * (size - 1)
    assert all(abs(2 * ns[number] - played) <= legs % 2 for number in range(1, size + 1))


@pytest.mark.parametrize(("size", "groups"), [(8, 2), (9, 2), (10, 3), (11, 3), (12, 3), (13, 4), (5, 2)])
def test_groups_meet_among_themselves(size: int, groups: int) -> None:
    met: set[frozenset[int]] = set()
    group_of: dict[int, object] = {}
    for draft in whole(list(range(1, size + 1)), groups=groups):
        for table in draft.tables:
            if table.ew is not None:
                assert frozenset((table.ns, table.ew)) not in met
                met.add(frozenset((table.ns, table.ew)))
                group_of |= dict.fromkeys((table.ns, table.ew), reason(table, ReasonCode.ROUND_ROBIN)["group"])
    sizes = Counter(group_of.values())
    assert len(sizes) == groups
    assert max(sizes.values()) - min(sizes.values()) <= 1
    expected = {frozenset(pair) for pair in combinations(group_of, 2) if group_of[pair[0]] == group_of[pair[1]]}
    assert met == expected


def test_the_ranking_is_dealt_like_a_snake_and_the_tables_follow_the_groups() -> None:
    """Nine pairs in three groups: A 1 6 7, B 2 5 8, C 3 4 9; the first of each rests first."""
    draft = round_robin(range(1, 10), groups=3)
    assert seats(draft) == [(6, 7), (5, 8), (4, 9), (1, None), (2, None), (3, None)]
    assert reason(draft.tables[4], ReasonCode.REST_ODD_GROUP) == {"pair": 2, "group": "B", "groups": 3}


def test_a_smaller_group_waits_for_the_bigger_ones() -> None:
    """Of nine pairs, group A (1 4 5 8 9) needs five rounds and group B (2 3 6 7) three."""
    *_, fourth, fifth = whole(list(range(1, 10)), groups=2)
    for draft in (fourth, fifth):
        assert set(draft.rests) >= {2, 3, 6, 7}
        waiting = [table for table in draft.tables if table.ns in {2, 3, 6, 7}]
        assert all(reason(table, ReasonCode.REST_GROUP_FINISHED)["group"] == "B" for table in waiting)


def test_of_a_finished_group_only_those_rest_who_are_here() -> None:
    """Group B (2 3 6 7) has finished after three rounds, and then 6 has left."""
    *three, _fourth, _fifth = whole(list(range(1, 10)), groups=2)
    history = tuple(table for number, draft in enumerate(three, 1) for table in results(draft, number))
    fourth = round_robin(range(1, 10), *history, groups=2, here=[1, 2, 3, 4, 5, 7, 8, 9])
    assert set(fourth.rests) & {2, 3, 6, 7} == {2, 3, 7}


def test_whoever_would_meet_a_withdrawn_pair_rests() -> None:
    first = results(round_robin(range(1, 7)), 1)
    draft = round_robin(range(1, 7), *first, here=[1, 2, 3, 5, 6])
    assert seats(draft) == [(5, 3), (1, 2), (6, None)]
    assert reason(draft.tables[2], ReasonCode.REST_OPPONENT_GONE) == {"pair": 6, "other": 4}


def test_a_late_pair_takes_the_free_place_of_an_odd_number_and_keeps_it() -> None:
    history = results(round_robin(range(1, 6)), 1)
    second = round_robin(range(1, 6), *history, here=range(1, 7))
    assert seats(second) == [(6, 4), (5, 3), (1, 2)]
    assert reason(second.tables[0], ReasonCode.TAKES_PLACE) == {"pair": 6}
    history += results(second, 2)
    third = round_robin(range(1, 6), *history, here=range(1, 7))
    assert seats(third) == [(2, 6), (3, 1), (4, 5)]
    assert not [reason for table in third.tables for reason in table.why if reason.code is ReasonCode.TAKES_PLACE]


def test_a_late_pair_keeps_the_place_it_took_whoever_comes_later() -> None:
    """7 takes the place of 2 in round 2; 5 leaves, and 8 and a returning 2 come in round 3: 2 has the lower number."""
    history = results(round_robin(range(1, 7)), 1)
    second = round_robin(range(1, 7), *history, here=[1, 3, 4, 5, 6, 7])
    assert seats(second) == [(6, 4), (5, 3), (1, 7)]
    assert reason(second.tables[2], ReasonCode.TAKES_PLACE) == {"pair": 7, "other": 2}
    history += results(second, 2)
    third = round_robin(range(1, 7), *history, here=[1, 2, 3, 4, 6, 7])
    assert seats(third) == [(7, 6), (3, 1), (4, 2)]
    with pytest.raises(PairingRefused) as refusal:
        round_robin(range(1, 7), *history, here=[1, 2, 3, 4, 6, 7, 8])
    assert (refusal.value.code, refusal.value.facts) == (RefusalCode.ROUND_ROBIN_FULL, {"pairs": [8]})


def test_late_pairs_go_to_the_group_with_the_fewest() -> None:
    """Groups A 1 4 5 8 and B 2 3 6 7: 3, 6 and 8 have left, so B is the smaller one, and then both are equal."""
    history = results(round_robin(range(1, 9), groups=2), 1)
    draft = round_robin(range(1, 9), *history, groups=2, here=[1, 2, 4, 5, 7, 9, 10])
    took = {
        found.facts["pair"]: found.facts["other"]
        for table in draft.tables
        for found in table.why
        if found.code is ReasonCode.TAKES_PLACE
    }
    assert took == {9: 3, 10: 8}


def test_an_earlier_meeting_is_named_and_not_avoided() -> None:
    before = results(pair_round(System.REGISTRATION, PairingRequest(round=1, entrants=entrants([1, 2, 3, 4]))), 1)
    draft = round_robin([1, 3, 4, 2], *before, start=2)
    assert seats(draft) == [(1, 2), (3, 4)]
    assert draft.rematches == 2
    assert reason(draft.tables[0], ReasonCode.REMATCH)["round"] == 1


@pytest.mark.parametrize(("legs", "rounds"), [(1, 5), (2, 10)])
def test_after_the_last_leg_it_is_over(legs: int, rounds: int) -> None:
    history: tuple[TableResult, ...] = ()
    for number, draft in enumerate(whole([1, 2, 3, 4, 5], legs=legs), 1):
        history += results(draft, number)
    with pytest.raises(PairingRefused) as refusal:
        round_robin([1, 2, 3, 4, 5], *history, legs=legs)
    assert refusal.value.code is RefusalCode.ROUND_ROBIN_OVER
    assert refusal.value.facts == {"rounds": rounds, "legs": legs, "makes": 10}


def test_a_second_leg_can_still_be_added_after_the_first() -> None:
    history: tuple[TableResult, ...] = ()
    for number, draft in enumerate(whole([1, 2, 3, 4]), 1):
        history += results(draft, number)
    assert seats(round_robin([1, 2, 3, 4], *history, legs=2)) == [(4, 1), (3, 2)]


@pytest.mark.parametrize("groups", [0, 4, 100])
def test_a_group_of_one_is_refused(groups: int) -> None:
    with pytest.raises(PairingRefused) as refusal:
        round_robin(range(1, 8), groups=groups)
    assert refusal.value.code is RefusalCode.GROUPS_TOO_MANY
    assert refusal.value.facts == {"groups": groups, "here": 7, "highest": 3}


def test_three_legs_are_refused() -> None:
    with pytest.raises(PairingRefused) as refusal:
        round_robin(range(1, 8), legs=3)
    assert refusal.value.code is RefusalCode.LEGS_OUT_OF_RANGE


def test_a_pair_keeps_its_table() -> None:
    """The plan is 1–6, 2–5, 3–4; 4 keeps table 1."""
    field = tuple(replace(entrant, fixed_table=1 if entrant.id == 4 else None) for entrant in entrants(range(1, 7)))
    draft = pair_round(System.ROUND_ROBIN, PairingRequest(round=1, entrants=field))
    assert seats(draft) == [(3, 4), (1, 6), (2, 5)]
    assert reason(draft.tables[0], ReasonCode.FIXED_TABLE) == {"pair": 4, "table": 1}


def test_a_table_that_nobody_plays_at_cannot_be_kept() -> None:
    """Of five pairs, table 3 is that of the resting one."""
    field = tuple(replace(entrant, fixed_table=3 if entrant.id == 2 else None) for entrant in entrants(range(1, 6)))
    draft = pair_round(System.ROUND_ROBIN, PairingRequest(round=1, entrants=field))
    assert seats(draft) == [(2, 5), (3, 4), (1, None)]
    assert reason(draft.tables[0], ReasonCode.FIXED_TABLE_MISSING) == {"pair": 2, "table": 3, "tables": 2}
