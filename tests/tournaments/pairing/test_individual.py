"""Individual rounds: whole whist evenings, hand-worked fours, and the Danish movement against enumeration."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
import rustworkx as rx

from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing import PairingRefused, RefusalCode, danish_individual
from tournaments.pairing.danish_individual import MET_AGAIN
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    Movement,
    Outcome,
    PairingRequest,
    ReasonCode,
    RoundSettings,
    Run,
    System,
    TableResult,
)

Side = frozenset[int]


def played(round: int, tables: Iterable[Sequence[int]]) -> tuple[TableResult, ...]:
    """Return the tables given as `(ns, ns_partner, ew, ew_partner)`, or `(player,)` at rest."""
    groups = []
    for number, seats in enumerate(tables, 1):
        ns, ns_partner, ew, ew_partner = (*map(EntrantId, seats), *[None] * (4 - len(seats)))
        outcome = Outcome.PLAYED if ew else Outcome.REST
        groups.append(
            TableResult(
                round=round,
                table=number,
                ns=ns,
                ew=ew,
                ns_partner=ns_partner,
                ew_partner=ew_partner,
                outcome=outcome,
            )
        )
    return tuple(groups)


def seats(table: DraftTable) -> tuple[int, ...]:
    """Return the players at the table in the order that `played` takes."""
    return tuple(
        int(player) for player in (table.ns, table.ns_partner, table.ew, table.ew_partner) if player is not None
    )


def results(draft: Draft, round: int) -> tuple[TableResult, ...]:
    return played(round, map(seats, draft.tables))


def asked(
    round: int,
    order: Iterable[int],
    history: Sequence[TableResult] = (),
    *,
    run: Run | None = None,
    planned: int | None = None,
    seed: int = 5,
    fixed: dict[int, int] | None = None,
    **settings: Any,
) -> PairingRequest:
    players = tuple(replace(entrant, fixed_table=(fixed or {}).get(entrant.id)) for entrant in entrants(order))
    return PairingRequest(
        round=round,
        entrants=players,
        history=tuple(history),
        seed=seed,
        settings=RoundSettings(**settings),
        run=run,
        rounds_planned=planned,
    )


def pair(request: PairingRequest) -> Draft:
    return pair_round(System.INDIVIDUAL, request)


def refused(request: PairingRequest) -> PairingRefused:
    with pytest.raises(PairingRefused) as refusal:
        pair(request)
    return refusal.value


def sides(table: DraftTable | TableResult) -> list[Side]:
    both = ((table.ns, table.ns_partner), (table.ew, table.ew_partner))
    return [frozenset(int(player) for player in side if player) for side in both if all(side)]


def both(table: TableResult) -> tuple[EntrantId, ...]:
    return (*table.ns_side, *table.ew_side)


def codes(draft: Draft) -> list[set[ReasonCode]]:
    return [{reason.code for reason in table.why} for table in draft.tables]


def whist_evening(
    players: int, rounds: int, *, planned: int | None = None, reseed: bool = False, **settings: Any
) -> tuple[TableResult, ...]:
    """Return this many rounds of one run, each with another ranking."""
    history: tuple[TableResult, ...] = ()
    order = list(range(1, players + 1))
    run = None
    for number in range(1, rounds + 1):
        seed = number if reseed else 5
        draft = pair(asked(number, order, history, run=run, planned=planned or rounds, seed=seed, **settings))
        history += results(draft, number)
        run = run or Run(start=1, order=tuple(map(EntrantId, order)))
        Random(number).shuffle(order)
    return history


def met(history: Iterable[TableResult]) -> tuple[Counter[Side], Counter[Side]]:
    """Count the meetings of partners and of opponents."""
    tables = [sides(table) for table in history if table.ew]
    opponents = Counter(frozenset((one, other)) for ns, ew in tables for one in ns for other in ew)
    return Counter(side for both in tables for side in both), opponents


# Whist


@pytest.mark.parametrize("players", [4, 5, 8, 9, 16, 21, 25])
def test_a_whole_whist_evening(players: int) -> None:
    """Seeds and rankings of the later rounds do not matter."""
    rounds = players - (players % 4 == 0)
    history = whist_evening(players, rounds, movement=Movement.WHIST, reseed=True)
    partners, opponents = met(history)
    everybody = {frozenset(both) for both in combinations(range(1, players + 1), 2)}
    assert partners == Counter(dict.fromkeys(everybody, 1))
    assert opponents == Counter(dict.fromkeys(everybody, 2))
    rests = Counter(int(table.ns or 0) for table in history if table.ew is None)
    assert rests == (Counter(range(1, players + 1)) if players % 4 else Counter())


@pytest.mark.parametrize(("players", "rounds", "again"), [(8, 3, 0), (16, 5, 5), (20, 4, 1)])
def test_a_short_evening_repeats_few_opponents(players: int, rounds: int, again: int) -> None:
    partners, opponents = met(whist_evening(players, rounds))
    assert max(partners.values()) == 1
    assert sum(times - 1 for times in opponents.values()) == again


def test_an_evening_that_grows_goes_on_without_repeating_a_partner() -> None:
    history = whist_evening(8, 3, planned=3)
    run = Run(start=1, order=tuple(map(EntrantId, range(1, 9))))
    for number in range(4, 8):
        history += results(pair(asked(number, range(1, 9), history, run=run, planned=number)), number)
    assert set(met(history)[0].values()) == {1}


def test_the_first_round_is_drawn_by_lot() -> None:
    drawn = [pair(asked(1, range(1, 17), planned=4, seed=seed)) for seed in range(6)]
    assert len({seats(draft.tables[0]) for draft in drawn}) == 6
    assert all(draft.cost is None for draft in drawn)


def test_what_the_referee_changed_in_the_first_round_begins_the_movement() -> None:
    """The published seats count: two players are swapped, and the movement is still one."""
    first = [seats(table) for table in pair(asked(1, range(1, 9), planned=7)).tables]
    (a, b, c, d), (e, f, g, h) = first
    history = played(1, [(e, b, c, d), (a, f, g, h)])
    run = Run(start=1, order=tuple(map(EntrantId, range(1, 9))))
    for number in range(2, 8):
        history += results(pair(asked(number, range(1, 9), history, run=run, planned=7)), number)
    partners, opponents = met(history)
    assert set(partners.values()) == {1} and set(opponents.values()) == {2}


def test_a_later_round_that_the_referee_changed_still_counts_as_played() -> None:
    order = tuple(map(EntrantId, range(1, 17)))
    history = whist_evening(16, 2, planned=4)
    before, (table, other) = history[:-2], history[-2:]
    swapped = (table._replace(ns=other.ns), other._replace(ns=table.ns))
    draft = pair(asked(3, order, (*before, *swapped), run=Run(start=1, order=order), planned=4))
    as_drawn = pair(asked(3, order, history, run=Run(start=1, order=order), planned=4))
    assert [sides(table) for table in draft.tables] == [sides(table) for table in as_drawn.tables]


def test_partners_that_the_referee_made_are_not_repeated_by_the_movement() -> None:
    """The partners of the third round already play together in the second, so another offset is chosen."""
    order = tuple(map(EntrantId, range(1, 17)))
    run = Run(start=1, order=order)
    history = whist_evening(16, 2, planned=4)
    as_drawn = pair(asked(3, order, history, run=run, planned=4)).tables[0]
    assert as_drawn.ns_partner is not None
    one, other = int(as_drawn.ns), int(as_drawn.ns_partner)
    partner = next(side - {one} for table in history[-4:] for side in sides(table) if one in side)
    swap = {other: min(partner), min(partner): other}
    changed = [[swap.get(int(player or 0), int(player or 0)) for player in both(table)] for table in history[-4:]]
    draft = pair(asked(3, order, (*history[:-4], *played(2, changed)), run=run, planned=4))
    assert draft.rematches == 0
    assert all(ReasonCode.WHIST in table for table in codes(draft))
    assert draft.tables[0].why[0].facts != as_drawn.why[0].facts


def test_lines_take_turns_in_a_whist() -> None:
    times_ns = Counter(player for table in whist_evening(16, 8) for player in map(int, table.ns_side))
    assert all(2 <= times_ns[player] <= 6 for player in range(1, 17))


def test_the_rest_in_a_whist_has_its_reason() -> None:
    draft = pair(asked(1, range(1, 10), planned=3))
    assert codes(draft) == [{ReasonCode.WHIST}, {ReasonCode.WHIST}, {ReasonCode.REST_WHIST}]
    assert draft.tables[0].why[0].facts == {"round": 1, "rounds": 9, "again": False}


def test_without_a_choice_it_is_whist_where_one_exists() -> None:
    for players in range(4, 45):
        draft = pair(asked(1, range(1, players + 1), planned=4))
        is_whist = ReasonCode.WHIST in draft.tables[0].why[0].code
        assert is_whist == (players % 4 < 2 and players <= 41), players


def test_when_somebody_leaves_the_next_round_is_danish() -> None:
    history = whist_evening(9, 2, planned=4)
    run = Run(start=1, order=tuple(map(EntrantId, range(1, 10))))
    draft = pair(asked(3, range(1, 9), history, run=run, planned=4))
    assert draft.cost is not None and draft.rematches == 0


def test_without_a_choice_no_whist_repeats_partners() -> None:
    """Everybody has met but 1 and 3, and 2 and 4, who would be the only new partners."""
    history = (*played(1, [(1, 2, 3, 4)]), *played(2, [(1, 4, 2, 3)]))
    draft = pair(asked(3, range(1, 5), history, planned=3))
    assert draft.rematches == 0
    assert {*sides(draft.tables[0])} == {frozenset({1, 3}), frozenset({2, 4})}


@pytest.mark.parametrize(
    ("request_", "code", "facts"),
    [
        (asked(1, range(1, 4)), RefusalCode.TOO_FEW_PLAYERS, {"players": 3}),
        (
            asked(1, range(1, 11), movement=Movement.WHIST),
            RefusalCode.NO_WHIST,
            {"players": 10, "known": sorted([*range(4, 41, 4), *range(5, 42, 4)])},
        ),
        (
            asked(
                8,
                range(1, 9),
                whist_evening(8, 7),
                run=Run(start=1, order=tuple(map(EntrantId, range(1, 9)))),
                movement=Movement.WHIST,
            ),
            RefusalCode.WHIST_COMPLETE,
            {"players": 8, "rounds": 7},
        ),
        (
            asked(
                2,
                [*range(2, 9), 16],
                whist_evening(8, 1),
                run=Run(start=1, order=tuple(map(EntrantId, range(1, 9)))),
                movement=Movement.WHIST,
            ),
            RefusalCode.WHIST_CHANGED,
            {"pairs": [1, 16]},
        ),
        (
            asked(
                2,
                range(1, 9),
                whist_evening(8, 1),
                run=Run(start=1, order=tuple(map(EntrantId, range(1, 9)))),
                movement=Movement.WHIST,
                kept=(
                    DraftTable(
                        number=1,
                        **dict(zip(("ns", "ns_partner", "ew", "ew_partner"), map(EntrantId, range(1, 5)), strict=True)),
                    ),
                ),
            ),
            RefusalCode.WHIST_KEPT,
            {"tables": [1]},
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_facts(
    request_: PairingRequest, code: RefusalCode, facts: dict[str, int | list[int]]
) -> None:
    refusal = refused(request_)
    assert (refusal.code, refusal.facts) == (code, facts)


def test_danish_goes_on_where_the_whist_is_complete() -> None:
    run = Run(start=1, order=tuple(map(EntrantId, range(1, 9))))
    draft = pair(asked(8, range(1, 9), whist_evening(8, 7), run=run, planned=8))
    assert draft.rematches == 4
    assert all(ReasonCode.PARTNERS_AGAIN in table for table in codes(draft))


# Danish: hand-worked


def test_in_fours_down_the_ranking() -> None:
    draft = pair(asked(1, [7, 3, 5, 1, 8, 2, 6, 4], movement=Movement.DANISH))
    assert [sides(table) for table in draft.tables] == [
        [frozenset({7, 1}), frozenset({3, 5})],
        [frozenset({8, 4}), frozenset({2, 6})],
    ]
    assert [table.why[0].code for table in draft.tables] == [ReasonCode.FOUR, ReasonCode.FOUR]
    assert draft.tables[1].why[0].facts == {"places": [5, 8], "against": [6, 7]}
    assert (draft.cost, draft.rematches) == (0, 0)


def test_partners_of_before_are_not_partners_again() -> None:
    """1 and 4 have been partners: 1st and 3rd play 2nd and 4th, the next nearest, and the other fours stay."""
    before = played(1, [(1, 4, 9, 5), (2, 10, 6, 11), (3, 12, 7, 8)])
    draft = pair(asked(2, range(1, 13), before, movement=Movement.DANISH))
    assert {*sides(draft.tables[0])} == {frozenset({1, 3}), frozenset({2, 4})}
    why = draft.tables[0].why[0]
    assert (why.code, why.facts) == (
        ReasonCode.FOUR_PARTNERS,
        {"places": [1, 3], "against": [2, 4], "pair": 1, "other": 4, "round": 1},
    )
    assert [table.why[0].code for table in draft.tables[1:]] == [ReasonCode.FOUR] * 2
    # 1-3 and 2-4 are one place off the ideal on both sides, and their sums differ by 2.
    assert draft.cost == 2 + 2 + 2**2


def test_who_has_met_across_the_table_is_parted_where_two_fours_mix_cheaply() -> None:
    """After 1-4 v 2-3, the partners 1-3 and 2-4 would have met twice; mixed with 5-7 and 6-8, nobody has."""
    history = played(1, [(1, 4, 2, 3), (5, 8, 6, 7)])
    draft = pair(asked(2, range(1, 9), history, movement=Movement.DANISH))
    assert [{*sides(table)} for table in draft.tables] == [
        {frozenset({1, 3}), frozenset({5, 7})},
        {frozenset({2, 4}), frozenset({6, 8})},
    ]


def test_the_lowest_that_rested_least_rest() -> None:
    order = list(range(1, 12))
    history: tuple[TableResult, ...] = ()
    resting = []
    for number in range(1, 5):
        draft = pair(asked(number, order, history, movement=Movement.DANISH))
        resting.append([int(player) for player in draft.rests])
        history += results(draft, number)
    assert resting == [[9, 10, 11], [6, 7, 8], [3, 4, 5], [1, 2, 11]]
    assert [codes(draft)[-1], codes(draft)[-2]] == [{ReasonCode.REST_AGAIN}, {ReasonCode.REST_LOWEST}]


def test_a_forced_partnership_is_named() -> None:
    history = sum((played(n, [four]) for n, four in enumerate([(1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3)], 1)), ())
    draft = pair(asked(4, range(1, 5), history, movement=Movement.DANISH))
    again = [reason for reason in draft.tables[0].why if reason.code is ReasonCode.PARTNERS_AGAIN]
    assert [reason.facts["round"] for reason in again] == [3, 3]
    assert all(reason.facts["forced"] for reason in again)
    assert draft.rematches == 2


def test_of_forced_partnerships_the_rarest_come_first() -> None:
    fours = [(1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3), (1, 4, 2, 3), (1, 3, 2, 4)]
    history = sum((played(number, [four]) for number, four in enumerate(fours, 1)), ())
    draft = pair(asked(6, range(1, 5), history, movement=Movement.DANISH))
    assert {*sides(draft.tables[0])} == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_player_keeps_the_fixed_table_or_a_reason_says_why_not() -> None:
    draft = pair(asked(1, range(1, 13), fixed={2: 3, 6: 1, 9: 3}, movement=Movement.DANISH))
    at = {player: table.number for table in draft.tables for player in seats(table)}
    assert (at[2], at[6], at[9]) == (3, 1, 2)
    fixed_reasons = [[reason for reason in table.why if "fixed" in reason.code] for table in draft.tables]
    assert [[(reason.code, reason.facts) for reason in reasons] for reasons in fixed_reasons] == [
        [(ReasonCode.FIXED_TABLE, {"pair": 6, "table": 1})],
        [(ReasonCode.FIXED_TABLE_TAKEN, {"pair": 9, "table": 3, "cause": "other", "other": 2})],
        [(ReasonCode.FIXED_TABLE, {"pair": 2, "table": 3})],
    ]


def test_a_whist_goes_on_while_a_player_keeps_the_table() -> None:
    order = tuple(map(EntrantId, range(1, 13)))
    history: tuple[TableResult, ...] = ()
    for number in range(1, 12):
        run = Run(start=1, order=order) if history else None
        draft = pair(asked(number, order, history, run=run, planned=11, fixed={5: 2}))
        assert 5 in seats(draft.tables[1])
        history += results(draft, number)
    partners, opponents = met(history)
    assert set(partners.values()) == {1} and set(opponents.values()) == {2}


def test_an_excluded_meeting_is_neither_at_one_table_nor_in_one_pair() -> None:
    excluded = ((EntrantId(1), EntrantId(4)), (EntrantId(2), EntrantId(3)))
    draft = pair(asked(1, range(1, 9), movement=Movement.DANISH, excluded=excluded))
    assert not any({*seats(table)} >= {*meeting} for table in draft.tables for meeting in excluded)
    unavoidable = ((EntrantId(1), EntrantId(2)),)
    forced = pair(asked(1, range(1, 5), movement=Movement.DANISH, excluded=unavoidable))
    assert ReasonCode.EXCLUDED in codes(forced)[0]


@pytest.mark.parametrize("movement", [Movement.DANISH, Movement.WHIST])
def test_kept_tables_stay_and_the_others_are_drawn_around_them(movement: Movement) -> None:
    kept = pair(asked(1, range(1, 10), movement=movement)).tables[1:]
    for seed in range(5):
        draft = pair(asked(1, range(1, 10), seed=seed, movement=movement, kept=kept))
        assert [seats(table) for table in draft.tables[1:]] == [seats(table) for table in kept]
        assert sorted(player for table in draft.tables for player in seats(table)) == list(range(1, 10))


# Danish: against enumeration


def matchings(places: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    *others, last = places
    for at, other in enumerate(others):
        for rest in matchings((*others[:at], *others[at + 1 :])):
            yield [*rest, (other, last)]


def deviation(a: int, b: int) -> int:
    """Return the distance of two places, counted from 0, from the 1st and 4th, or the 2nd and 3rd, of a four."""
    partner = {0: 3, 1: 2, 2: 1, 3: 0}
    return sum((two - (one - one % 4 + partner[one % 4])) ** 2 for one, two in ((a, b), (b, a)))


def danish_evening(seed: int, players: int, rounds: int) -> Iterator[tuple[PairingRequest, Draft]]:
    lot = Random(seed)
    history: tuple[TableResult, ...] = ()
    order = list(range(1, players + 1))
    for number in range(1, rounds + 1):
        request = asked(number, order, history, seed=seed, movement=Movement.DANISH)
        draft = pair(request)
        yield request, draft
        history += results(draft, number)
        for _ in range(lot.choice([0, 1, players])):
            one, other = lot.randrange(players), lot.randrange(players)
            order[one], order[other] = order[other], order[one]


@pytest.mark.parametrize("players", range(4, 12))
def test_partners_and_tables_are_the_best_of_all(players: int) -> None:
    for seed in range(6):
        for request, draft in danish_evening(seed, players, 7):
            assert_best(request, draft)


def assert_best(request: PairingRequest, draft: Draft) -> None:
    order = [int(entrant.id) for entrant in request.entrants]
    rests = Counter(int(table.ns or 0) for table in request.history if table.ew is None)
    fewest = sorted(order, key=lambda player: (rests[player], -order.index(player)))[: len(order) % 4]
    assert sorted(map(int, draft.rests)) == sorted(fewest)
    playing = [player for player in order if player not in fewest]
    place = {player: at for at, player in enumerate(playing)}
    before, opposed = met(request.history)
    tables = [sides(table) for table in draft.tables if table.ew]

    def price(matching: Iterable[Iterable[int]]) -> tuple[int, int, int]:
        pairs = [tuple(meeting) for meeting in matching]
        times = [before[frozenset(playing[at] for at in both)] for both in pairs]
        return sum(map(bool, times)), sum(times), sum(deviation(a, b) for a, b in pairs)

    partners = [[place[player] for player in side] for both in tables for side in both]
    best = min(price(matching) for matching in matchings(tuple(range(len(playing)))))
    assert price(partners) == best
    assert draft.rematches == best[0]

    def distance(both: Sequence[Side]) -> int:
        again = sum(opposed[frozenset((one, other))] > 0 for one in both[0] for other in both[1])
        return (sum(place[p] for p in both[0]) - sum(place[p] for p in both[1])) ** 2 + MET_AGAIN * again

    all_sides = [side for both in tables for side in both]
    at_best = min(
        sum(distance((all_sides[a], all_sides[b])) for a, b in matching)
        for matching in matchings(tuple(range(len(all_sides))))
    )
    assert sum(map(distance, tables)) == at_best
    gaps = (sum(place[p] for p in ns) - sum(place[p] for p in ew) for ns, ew in tables)
    assert draft.cost == best[2] + sum(gap**2 for gap in gaps)


def test_in_a_big_field_the_window_loses_nothing() -> None:
    """With more than 200 players, partners are sought only nearby; a search on all edges finds none better."""
    for request, draft in danish_evening(3, 208, 4):
        before, _opposed = met(request.history)
        order = [int(entrant.id) for entrant in request.entrants]
        graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * 208)
        for a, b in combinations(range(208), 2):
            again = before[frozenset((order[a], order[b]))]
            graph.add_edge(a, b, -deviation(a, b) - 10**9 * again)
        best = sum(deviation(a, b) for a, b in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
        place = {player: at for at, player in enumerate(order)}
        found = sum(deviation(*(place[p] for p in side)) for table in draft.tables for side in sides(table))
        assert (draft.rematches, found) == (0, best)


def test_a_narrow_search_finds_what_a_whole_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    for request, draft in danish_evening(5, 40, 6):
        monkeypatch.setattr(danish_individual, "ALL_EDGES_UP_TO", 0)
        narrow = pair(request)
        monkeypatch.undo()
        place = {int(entrant.id): at for at, entrant in enumerate(request.entrants)}
        off, least = (
            sum(deviation(*(place[player] for player in side)) for table in drawn.tables for side in sides(table))
            for drawn in (narrow, draft)
        )
        assert (narrow.rematches, off) == (draft.rematches, least)


def test_in_a_big_field_whoever_has_many_barred_partners_is_sought_one_far_enough() -> None:
    """The first of 208 may play with none of the next 19; somebody who played with others has left."""
    never = tuple((EntrantId(1), EntrantId(other)) for other in range(2, 21))
    history = played(1, [(300, 5, 6, 7)])
    draft = pair(asked(2, range(1, 209), history, movement=Movement.DANISH, excluded=never))
    (own,) = (side for table in draft.tables for side in sides(table) if 1 in side)
    assert max(own) > 20


def test_in_a_field_that_is_not_big_opponents_are_sought_everywhere() -> None:
    """The first of 44 may sit with no player but 4 and the last four."""
    never = tuple((EntrantId(1), EntrantId(other)) for other in range(2, 41) if other != 4)
    draft = pair(asked(1, range(1, 45), movement=Movement.DANISH, excluded=never))
    (own,) = (set(table.seated) - {1, 4} for table in draft.tables if 1 in table.seated)
    assert own <= {41, 42, 43, 44}


def test_the_same_request_gives_the_same_draft() -> None:
    for seed in range(10):
        for request, draft in danish_evening(seed, 22, 4):
            assert pair(request) == draft
