"""The independent check finds every kind of fault in drafts that were correct before a fault was added."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.pairing.evenings import entrants, results, run_of
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import Rule, check_draft, check_runs, largest_matching
from tournaments.pairing_check.bracket import _winner
from tournaments.pairing_check.case import Case
from tournaments.pairing_check.players import check_whist, is_whist
from tournaments.pairing_check.runs import runs
from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    Fold,
    Movement,
    NamedSystem,
    Outcome,
    PairingRequest,
    Policy,
    Reason,
    ReasonCode,
    RoundSettings,
    System,
    TableResult,
)
from tournaments.records.settings_json import USUAL

CLUBS = {1: ("A",), 2: ("A",), 3: ("B",), 4: ("B",), 5: ("C",)}


def second_round(system: System, *, size: int = 8, policy: Policy = Policy.TOP_DOWN) -> tuple[Draft, PairingRequest]:
    """Return a correct second round of `size` pairs, whose first was 1–2, 3–4 …"""
    field = entrants(range(1, size + 1), CLUBS)
    first = pair_round(System.REGISTRATION, PairingRequest(round=1, entrants=field))
    request = PairingRequest(
        round=2, entrants=field, history=results(first, 1), settings=RoundSettings(step=1, policy=policy)
    )
    draft = pair_round(system, request)
    assert check_draft(draft, request) == []
    return draft, request


def rules_broken(draft: Draft, request: PairingRequest) -> set[Rule]:
    return {fault.rule for fault in check_draft(draft, request)}


def with_table(draft: Draft, at: int, /, **changes: object) -> Draft:
    tables = [replace(table, **changes) if table.number == at else table for table in draft.tables]  # type: ignore[arg-type]
    return replace(draft, tables=tuple(tables))


def reseated(draft: Draft, *seats: tuple[int, int | None]) -> Draft:
    """Return the same tables and reasons with these pairs."""
    tables = [
        replace(table, ns=EntrantId(ns), ew=None if ew is None else EntrantId(ew))
        for table, (ns, ew) in zip(draft.tables, seats, strict=True)
    ]
    return replace(draft, tables=tuple(tables))


def test_somebody_missing_or_doubled() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    assert rules_broken(with_table(draft, 1, ns=draft.tables[1].ns), request) == {Rule.SEATS}
    assert rules_broken(replace(draft, tables=draft.tables[1:]), request) == {Rule.SEATS}
    assert rules_broken(with_table(draft, 1, ns=EntrantId(99)), request) == {Rule.SEATS}


def test_two_rests_where_one_would_do() -> None:
    draft, request = second_round(System.DANISH, size=4)
    alone = replace(
        draft,
        tables=(
            draft.tables[0],
            DraftTable(number=2, ns=EntrantId(3), ew=None),
            DraftTable(number=3, ns=EntrantId(4), ew=None),
        ),
    )
    assert rules_broken(alone, request) == {Rule.SEATS}


def test_table_numbers_with_a_hole_or_out_of_order() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    assert rules_broken(with_table(draft, 4, number=5), request) == {Rule.TABLE_NUMBERS}
    first, second, *others = draft.tables
    swapped = replace(draft, tables=(replace(second, number=1), replace(first, number=2), *others))
    assert rules_broken(swapped, request) == {Rule.TABLE_NUMBERS}


def test_lines_turned() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    table = draft.tables[0]
    assert rules_broken(with_table(draft, 1, ns=table.ew, ew=table.ns), request) == {Rule.LINES}


def test_the_wrong_pair_rests() -> None:
    """5 has rested, so 4 rests now; 3 is too high and 5 too early."""
    draft, request = second_round(System.DANISH, size=5)
    assert [(table.ns, table.ew) for table in draft.tables] == [(2, 1), (5, 3), (4, None)]
    assert Rule.REST in rules_broken(reseated(draft, (1, 2), (4, 3), (5, None)), request)
    assert Rule.REST in rules_broken(reseated(draft, (1, 2), (5, 4), (3, None)), request)


def test_the_lot_says_who_rests_in_a_first_round_only() -> None:
    """After it, 4 could rest as well as 3, and is lower."""
    draft, request = second_round(System.DRAW, size=5)
    higher = reseated(draft, (1, 5), (2, 4), (3, None))
    assert Rule.REST in rules_broken(higher, request)
    assert Rule.REST not in rules_broken(higher, replace(request, round=1, history=()))


def test_rematches_miscounted_unnamed_or_avoidable() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    assert rules_broken(replace(draft, rematches=1), request) == {Rule.REMATCHES}
    avoidable = replace(reseated(draft, (1, 2), (3, 4), (5, 6), (7, 8)), rematches=4, cost=4)
    assert {Rule.REMATCHES, Rule.COST, Rule.REASONS} <= rules_broken(avoidable, request)


def test_clubmates_together_without_need() -> None:
    draft, request = second_round(System.DRAW)
    together = reseated(draft, (1, 3), (2, 4), (5, 7), (6, 8))
    rules_of_clubs = {Rule.CLUBS, Rule.REASONS}
    assert not rules_of_clubs & rules_broken(together, request)
    first_round = replace(request, history=())
    assert rules_of_clubs <= rules_broken(reseated(draft, (1, 2), (3, 4), (5, 7), (6, 8)), first_round)


def test_mitchell_with_ns_moved_or_ew_out_of_step() -> None:
    draft, request = second_round(System.MITCHELL)
    assert [(table.ns, table.ew) for table in draft.tables] == [(1, 8), (3, 2), (5, 4), (7, 6)]
    assert Rule.SYSTEM in rules_broken(reseated(draft, (5, 8), (3, 2), (1, 4), (7, 6)), request)
    assert Rule.SYSTEM in rules_broken(reseated(draft, (1, 8), (3, 6), (5, 4), (7, 2)), request)
    assert rules_broken(draft, replace(request, settings=RoundSettings(step=2))) == {Rule.SYSTEM}


def test_registration_and_danish_out_of_order() -> None:
    for system in (System.REGISTRATION, System.DANISH):
        draft, request = second_round(system, size=4)
        assert Rule.SYSTEM in rules_broken(reseated(draft, (1, 3), (2, 4)), request)


def test_manual_seats_changed() -> None:
    seats = ((EntrantId(1), EntrantId(2)), (EntrantId(3), EntrantId(4)))
    request = PairingRequest(round=1, entrants=entrants(range(1, 5)), seats=seats)
    draft = pair_round(System.MANUAL, request)
    assert check_draft(draft, request) == []
    assert rules_broken(reseated(draft, (2, 1), (3, 4)), request) == {Rule.SYSTEM}


@pytest.mark.parametrize("policy", list(Policy))
def test_a_cost_that_is_wrong_or_not_the_least(policy: Policy) -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH, policy=policy)
    assert draft.cost == 16
    assert rules_broken(replace(draft, cost=15), request) == {Rule.COST}
    dearer = replace(reseated(draft, (1, 4), (3, 2), (5, 7), (6, 8)), cost=9 + 1 + 4 + 4)
    assert Rule.COST in rules_broken(dearer, request)


def test_reasons_missing() -> None:
    draft, request = second_round(System.DANISH, size=5)
    rematch = draft.tables[0]
    assert {reason.code for reason in rematch.why} >= {ReasonCode.REMATCH, ReasonCode.SAME_CLUB}
    for code in (ReasonCode.REMATCH, ReasonCode.SAME_CLUB, ReasonCode.NEIGHBOURS):
        why = tuple(reason for reason in rematch.why if reason.code is not code)
        assert rules_broken(with_table(draft, 1, why=why), request) == {Rule.REASONS}
    assert rules_broken(with_table(draft, 3, why=(Reason(ReasonCode.DRAWN),)), request) == {Rule.REASONS}


def test_a_fixed_table_left_without_need() -> None:
    """8 keeps table 1; it may sit elsewhere only if its opponent keeps a table there or wants the same one."""
    draft, request = second_round(System.DANISH_NO_REMATCH)
    assert 8 in draft.tables[-1].seated

    def fixed(**tables: int) -> PairingRequest:
        wanted = {int(pair[1:]): table for pair, table in tables.items()}
        pairs = tuple(replace(entrant, fixed_table=wanted.get(entrant.id)) for entrant in request.entrants)
        return replace(request, entrants=pairs)

    assert rules_broken(draft, fixed(p8=1)) == {Rule.FIXED}
    assert rules_broken(draft, fixed(p8=1, p6=4)) == set()
    assert rules_broken(draft, fixed(p8=1, p1=1)) == set()
    assert rules_broken(draft, fixed(p8=9)) == set()
    assert 1 in draft.tables[0].seated
    assert rules_broken(draft, fixed(p1=1, p8=2)) == {Rule.FIXED}
    kept = replace(fixed(p8=1), settings=replace(request.settings, kept=draft.tables[:1]))
    assert Rule.FIXED not in rules_broken(draft, kept)


def test_a_fixed_table_of_another_girone_is_left_without_need_though_the_first_girone_moves_on() -> None:
    """A goes on with its Mitchell; 5 of B keeps table 5, which C has."""
    gironi = {EntrantId(number): (number + 3) // 4 for number in range(1, 13)}
    danish = RoundSettings(by_girone=((2, NamedSystem.DANISH), (3, NamedSystem.DANISH)), step=1)
    first = PairingRequest(round=1, entrants=entrants(range(1, 13)), gironi=gironi, settings=danish)
    request = replace(first, round=2, history=results(pair_round(System.MITCHELL, first), 1))
    draft = pair_round(System.MITCHELL, request)
    assert check_draft(draft, request) == []
    assert 5 in draft.tables[2].seated and {gironi[entrant] for entrant in draft.tables[4].seated} == {3}
    assert rules_broken(draft, keeping(request, 5, 5)) == {Rule.FIXED}
    assert rules_broken(draft, keeping(request, 5, 1)) == set()


def keeping(request: PairingRequest, pair: int, table: int) -> PairingRequest:
    """Return the same request, but the pair keeps this table."""
    pairs = [replace(entrant, fixed_table=table) if entrant.id == pair else entrant for entrant in request.entrants]
    return replace(request, entrants=tuple(pairs))


def test_in_a_mitchell_that_has_begun_those_who_sat_ns_at_their_table_keep_it_alone() -> None:
    draft, request = second_round(System.MITCHELL)
    one, two, *others = draft.tables
    assert rules_broken(draft, keeping(request, int(one.ew or 0), 2)) == set()
    assert rules_broken(draft, keeping(request, one.ns, 2)) == set()
    swapped = replace(draft, tables=(replace(one, ns=two.ns), replace(two, ns=one.ns), *others))
    assert Rule.FIXED in rules_broken(swapped, keeping(request, one.ns, 1))
    assert Rule.FIXED not in rules_broken(swapped, request)


def test_a_kept_table_changed() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    keeping = replace(request, settings=replace(request.settings, kept=(replace(draft.tables[1], why=()),)))
    assert rules_broken(draft, keeping) == set()
    table = draft.tables[1]
    assert rules_broken(with_table(draft, 2, ns=table.ew, ew=table.ns), keeping) == {Rule.KEPT}
    first, second, *others = draft.tables
    assert Rule.KEPT in rules_broken(
        replace(draft, tables=(replace(second, number=1), replace(first, number=2), *others)), keeping
    )


def test_teammates_or_an_unwanted_meeting_without_need() -> None:
    """1–3 and 2–4 are played; if they are teammates or unwanted, there is another round."""
    for system in (System.DANISH_NO_REMATCH, System.DRAW):
        draft, request = second_round(system)
        table = draft.tables[0]
        assert table.ew is not None
        meeting = (min(table.ns, table.ew), max(table.ns, table.ew))
        unwanted = replace(request, settings=replace(request.settings, excluded=(meeting,)))
        assert {Rule.BARRED, Rule.REASONS} <= rules_broken(draft, unwanted)
        team = tuple(replace(entrant, team=1 if entrant.id in meeting else None) for entrant in request.entrants)
        assert {Rule.BARRED, Rule.REASONS} <= rules_broken(draft, replace(request, entrants=team))


def test_barred_meetings_that_cannot_be_avoided() -> None:
    """Three of four are a team: one table of teammates is the least, and two are one too many."""
    draft, request = second_round(System.DANISH_NO_REMATCH, size=4)
    of_three = replace(request, entrants=tuple(replace(e, team=1 if e.id < 4 else None) for e in request.entrants))
    assert Rule.BARRED not in rules_broken(draft, of_three)
    all_four = replace(request, entrants=tuple(replace(e, team=1) for e in request.entrants))
    assert Rule.BARRED not in rules_broken(draft, all_four)


def test_meetings_beyond_the_memory_do_not_count() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH, size=4)
    later = replace(request, round=5, settings=replace(request.settings, memory=1))
    assert Rule.COST in rules_broken(draft, later)


def test_clubmates_apart_only_where_asked() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH, size=4)
    met = replace(request, history=(), round=1)
    together = replace(reseated(draft, (1, 2), (3, 4)), cost=2)
    assert Rule.CLUBS not in rules_broken(together, met)
    club_case = replace(met, settings=replace(met.settings, avoid_clubs=True))
    assert Rule.CLUBS in rules_broken(together, club_case)


def planned(
    system: System, size: int, rounds: int, settings: RoundSettings = USUAL
) -> list[tuple[Draft, PairingRequest]]:
    """Return a correct run of rounds."""
    run = run_of(system, size, rounds, settings)
    assert [fault for draft, request in run for fault in check_draft(draft, request)] == []
    assert check_runs(run) == []
    return run


def rules_broken_by(run: list[tuple[Draft, PairingRequest]]) -> set[Rule]:
    return {fault.rule for fault in check_runs(run)}


def exchanged(draft: Draft, one: int, other: int) -> Draft:
    """Return the draft with two entrants swapped."""
    place = {one: EntrantId(other), other: EntrantId(one)}

    def of(entrant: EntrantId | None) -> EntrantId | None:
        return None if entrant is None else place.get(entrant, entrant)

    tables = [
        replace(
            table, ns=of(table.ns), ew=of(table.ew), ns_partner=of(table.ns_partner), ew_partner=of(table.ew_partner)
        )
        for table in draft.tables
    ]
    return replace(draft, tables=tuple(tables), out=tuple(place.get(entrant, entrant) for entrant in draft.out))


def turned(table: DraftTable) -> DraftTable:
    return table if table.ew is None else replace(table, ns=table.ew, ew=table.ns)


@pytest.mark.parametrize(("size", "legs"), [(6, 1), (5, 1), (4, 2)])
def test_a_round_robin_whose_cycle_is_broken(size: int, legs: int) -> None:
    rounds = legs * (size - 1 + size % 2)
    run = planned(System.ROUND_ROBIN, size, rounds, RoundSettings(legs=legs))
    draft, request = run[-1]
    one, other = draft.tables[0], draft.tables[1]
    assert Rule.RUN in rules_broken_by([*run[:-1], (exchanged(draft, one.ns, other.ns), request)])
    assert Rule.RUN in rules_broken_by([*run[:-1], (run[0][0], request)])
    always_ns = [
        (replace(draft, tables=tuple(turned(table) if table.ew == 1 else table for table in draft.tables)), request)
        for draft, request in run
    ]
    assert rules_broken_by(always_ns) == {Rule.LINES}
    assert rules_broken_by(run[:-1]) == set()


def test_a_round_robin_in_groups_of_the_wrong_size() -> None:
    run = planned(System.ROUND_ROBIN, 8, 3, RoundSettings(groups=2))
    as_four = [(draft, replace(request, settings=RoundSettings(groups=4))) for draft, request in run]
    assert Rule.RUN in rules_broken_by(as_four)


def test_a_knockout_round_against_the_bracket() -> None:
    (first, request), (semi, later), (final, last) = planned(System.KNOCKOUT, 8, 3)
    assert Rule.SYSTEM in rules_broken(exchanged(first, 2, 8), request)
    winner, loser = semi.tables[0].ns, semi.out[0]
    assert Rule.SYSTEM in rules_broken(exchanged(semi, winner, loser), later)
    decider, third = final.tables
    assert Rule.SYSTEM in rules_broken(exchanged(final, decider.ns, third.ns), last)
    alone = replace(final, tables=(decider,), out=(*final.out, *third.seated))
    assert Rule.SYSTEM in rules_broken(alone, last)
    without = replace(last, settings=RoundSettings(third_place=False))
    assert rules_broken(alone, without) == set()
    assert rules_broken(replace(final, tables=(decider,)), last) == {Rule.SEATS}


def test_a_bye_for_the_wrong_seed_or_somebody_out_who_should_play() -> None:
    ((draft, request),) = planned(System.KNOCKOUT, 6, 1)
    assert draft.rests == (1, 2)
    assert {Rule.REST, Rule.SYSTEM} <= rules_broken(exchanged(draft, 2, 3), request)
    fewer = replace(request, settings=RoundSettings(qualifiers=4))
    assert Rule.SYSTEM in rules_broken(draft, fewer)
    danish, request = second_round(System.DANISH, size=4)
    assert rules_broken(replace(danish, tables=danish.tables[:1], out=danish.tables[1].seated), request) == {Rule.SEATS}


@pytest.mark.parametrize("players", [8, 9])
def test_a_whist_movement_that_repeats_partners(players: int) -> None:
    run = planned(System.INDIVIDUAL, players, 9 if players == 9 else 7)
    draft, request = run[-1]
    assert Rule.RUN in rules_broken_by([*run[:-1], (run[0][0], request)])
    table = draft.tables[0]
    assert table.ns_partner and table.ew
    assert Rule.RUN in rules_broken_by([*run[:-1], (exchanged(draft, table.ns_partner, table.ew), request)])


def test_whoever_opposes_somebody_a_third_time_is_found_before_the_movement_ends() -> None:
    fours = ([(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 5, 3, 6), (2, 7, 4, 8)], [(1, 7, 3, 8), (2, 5, 4, 6)])
    tables = [
        DraftTable(
            number=number,
            ns=EntrantId(ns),
            ns_partner=EntrantId(ns_partner),
            ew=EntrantId(ew),
            ew_partner=EntrantId(ew_partner),
        )
        for round_ in fours
        for number, (ns, ns_partner, ew, ew_partner) in enumerate(round_, start=1)
    ]
    players = [EntrantId(player) for player in range(1, 9)]
    assert [*check_whist(tables[:4], 2, players)] == []
    faults = {fault.detail for fault in check_whist(tables, 3, players)}
    assert faults == {"1 and 3 after 3 rounds of 7: (0, 3)", "2 and 4 after 3 rounds of 7: (0, 3)"}


def test_players_in_the_wrong_four() -> None:
    ((draft, request),) = planned(System.INDIVIDUAL, 10, 1, RoundSettings(movement=Movement.DANISH))
    assert Rule.SYSTEM in rules_broken(exchanged(draft, 1, 2), request)
    assert Rule.SYSTEM in rules_broken(exchanged(draft, 1, 5), request)
    assert Rule.REST in rules_broken(exchanged(draft, 8, 9), request)
    whist_exists = replace(request, entrants=request.entrants[:8], settings=USUAL)
    assert Rule.SYSTEM in rules_broken(replace(draft, tables=draft.tables[:2]), whist_exists)
    table = draft.tables[0]
    assert rules_broken(with_table(draft, table.number, ns_partner=None), request) == {Rule.SEATS}


def test_partners_again_without_need() -> None:
    run = planned(System.INDIVIDUAL, 8, 2, RoundSettings(movement=Movement.DANISH))
    (first, _request), (second, request) = run
    again = replace(second, tables=first.tables, rematches=4)
    assert Rule.REMATCHES in rules_broken(again, request)
    assert Rule.REMATCHES in rules_broken(replace(second, rematches=1), request)


def test_a_swiss_that_folds_wrongly_or_leaves_the_score_group() -> None:
    """Two groups of four: 1–3, 2–4 and 5–7, 6–8."""
    field = entrants(range(1, 9))
    vp = {entrant.id: 14 if entrant.id < 5 else 6 for entrant in field}
    request = PairingRequest(round=1, entrants=field, vp=vp)
    draft = pair_round(System.SWISS, request)
    assert check_draft(draft, request) == []
    assert {Rule.SYSTEM} <= rules_broken(exchanged(draft, 2, 3), request)
    assert {Rule.SYSTEM, Rule.COST} <= rules_broken(exchanged(draft, 4, 5), request)
    adjacent = replace(request, settings=RoundSettings(fold=Fold.ADJACENT))
    assert Rule.SYSTEM in rules_broken(draft, adjacent)


def test_largest_matching_counts_like_enumeration() -> None:
    for seed in range(200):
        lot = Random(seed)
        pairs = [EntrantId(number) for number in range(1, 8)]
        edges = [edge for edge in combinations(pairs, 2) if lot.random() < 0.3]

        def most(edges: list[tuple[EntrantId, EntrantId]]) -> int:
            if not edges:
                return 0
            (one, other), *others = edges
            return max(most(others), 1 + most([edge for edge in others if not {one, other} & {*edge}]))

        allowed = {frozenset(edge) for edge in edges}
        found = largest_matching(pairs, lambda one, other: frozenset((one, other)) in allowed)  # noqa: B023
        assert found == most(edges), f"seed {seed}"


def test_what_is_wrong_with_the_knockout_of_a_girone_is_found() -> None:
    gironi = {EntrantId(number): 1 if number < 6 else 2 for number in range(1, 10)}
    own = RoundSettings(by_girone=((1, NamedSystem.KNOCKOUT),), qualifiers=4)
    request = PairingRequest(round=2, entrants=entrants(range(1, 10)), settings=own, gironi=gironi, since=2)
    draft = pair_round(System.DANISH, request)
    assert check_draft(draft, request) == [] and draft.out == (5,)
    one, two, *others = draft.tables
    crossed = replace(draft, tables=(replace(one, ew=two.ew), replace(two, ew=one.ew), *others))
    assert Rule.SYSTEM in {fault.rule for fault in check_draft(crossed, request)}
    # Nobody of the other girone is out.
    last = draft.tables[-1]
    sent_out = replace(draft, tables=draft.tables[:-1], out=(*draft.out, *last.seated))
    assert {fault.rule for fault in check_draft(sent_out, request)} == {Rule.SEATS}


def details(draft: Draft, request: PairingRequest) -> set[str]:
    return {fault.detail for fault in check_draft(draft, request)}


def in_two_gironi() -> tuple[Draft, PairingRequest]:
    """Return a correct round: in girone A 5 rests, at the last table; B are 6 to 9."""
    gironi = {EntrantId(number): 1 if number < 6 else 2 for number in range(1, 10)}
    request = PairingRequest(round=2, entrants=entrants(range(1, 10)), gironi=gironi, since=2)
    draft = pair_round(System.DANISH, request)
    assert check_draft(draft, request) == []
    assert [table.seated for table in draft.tables] == [(1, 2), (3, 4), (6, 7), (8, 9), (5,)]
    return draft, request


def in_order(draft: Draft, *numbers: int) -> Draft:
    """Return the draft with its tables in this order."""
    tables = {table.number: table for table in draft.tables}
    return replace(draft, tables=tuple(replace(tables[old], number=new) for new, old in enumerate(numbers, start=1)))


def test_what_is_wrong_with_gironi_that_are_joined_is_found() -> None:
    draft, request = in_two_gironi()
    assert rules_broken(exchanged(draft, 4, 8), request) == {Rule.GIRONI}
    assert "gironi in the order [2, 1, 1, 2]" in details(in_order(draft, 3, 1, 2, 4, 5), request)
    assert details(in_order(draft, 1, 2, 3, 5, 4), request) == {"a rest stands before tables that play"}
    assert draft.cost == 4
    assert rules_broken(replace(draft, cost=5), request) == {Rule.COST}
    assert rules_broken(replace(draft, rematches=1), request) == {Rule.REMATCHES}


def test_a_mitchell_that_goes_back_is_found_to_repeat_meetings() -> None:
    draft, request = second_round(System.MITCHELL)
    third = replace(request, round=3, history=(*request.history, *results(draft, 2)), settings=RoundSettings(step=3))
    back = replace(reseated(draft, (1, 2), (3, 4), (5, 6), (7, 8)), rematches=4)
    assert "4 rematches in a Mitchell" in details(back, third)


def test_a_big_field_is_checked_as_well() -> None:
    """Every round of it is too many to look at: the fewest are counted, and exchanges are tried."""
    draft, request = second_round(System.DANISH_NO_REMATCH, size=40)
    again = replace(reseated(draft, *((at, at + 1) for at in range(1, 41, 2))), rematches=20)
    assert Rule.REMATCHES in rules_broken(again, request)
    table = draft.tables[0]
    assert table.ew is not None
    meeting = (min(table.ns, table.ew), max(table.ns, table.ew))
    unwanted = replace(request, settings=replace(request.settings, excluded=(meeting,)))
    assert Rule.BARRED in rules_broken(draft, unwanted)


def test_clubmates_whom_an_exchange_parts_are_found_in_a_big_field() -> None:
    draft, request = second_round(System.DRAW, size=40)
    first = replace(request, round=1, history=())
    broken = rules_broken(reseated(draft, *((at, at + 1) for at in range(1, 41, 2))), first)
    assert Rule.CLUBS in broken and Rule.BARRED not in broken


def test_a_mitchell_that_begins_at_the_wrong_seats_is_found() -> None:
    request = PairingRequest(round=1, entrants=entrants(range(1, 8)), settings=RoundSettings(step=1))
    draft = pair_round(System.MITCHELL, request)
    assert details(draft, request) == set()
    assert "not the first seats of a Mitchell" in details(exchanged(draft, 1, 2), request)
    assert draft.tables[-1].ew is None
    assert "a half table that is not the last" in details(in_order(draft, 4, 1, 2, 3), request)


def test_who_was_ew_and_becomes_ns_is_found() -> None:
    draft, request = second_round(System.MITCHELL)
    assert "EW 8 became NS at table 1" in details(with_table(draft, 1, ns=EntrantId(8), ew=EntrantId(1)), request)


def test_players_who_rest_too_many_or_without_a_reason_are_found() -> None:
    ((draft, request),) = planned(System.INDIVIDUAL, 10, 1, RoundSettings(movement=Movement.DANISH))
    four = draft.tables[1]
    assert four.ns_partner is not None and four.ew is not None and four.ew_partner is not None
    alone = [
        DraftTable(number=number, ns=player, ew=None, why=four.why) for number, player in enumerate(four_of(four), 2)
    ]
    rests = [replace(table, number=table.number + 3) for table in draft.tables[2:]]
    assert "6 rest of 10" in details(replace(draft, tables=(draft.tables[0], *alone, *rests)), request)
    assert rules_broken(with_table(draft, 2, why=()), request) == {Rule.REASONS}
    again = (Reason(ReasonCode.PARTNERS_AGAIN),)
    assert rules_broken(with_table(draft, 2, why=again), request) == {Rule.REASONS}


def four_of(table: DraftTable) -> tuple[EntrantId, ...]:
    return tuple(player for player in (table.ns, table.ns_partner, table.ew, table.ew_partner) if player is not None)


def test_a_whist_is_one_at_every_table() -> None:
    ((draft, _request),) = planned(System.INDIVIDUAL, 8, 1)
    assert is_whist(draft) and not is_whist(with_table(draft, 1, why=()))


def test_whoever_partners_somebody_twice_is_found_before_the_movement_ends() -> None:
    fours = [(1, 2, 3, 4), (5, 6, 7, 8), (1, 2, 5, 6), (3, 7, 4, 8)]
    tables = [
        DraftTable(number=at, **dict(zip(("ns", "ns_partner", "ew", "ew_partner"), map(EntrantId, four), strict=True)))
        for at, four in enumerate(fours, start=1)
    ]
    players = [EntrantId(player) for player in range(1, 9)]
    assert {fault.detail for fault in check_whist(tables, 2, players)} == {
        "1 and 2 after 2 rounds of 7: (2, 0)",
        "5 and 6 after 2 rounds of 7: (2, 0)",
    }


def test_around_a_table_that_players_keep_no_fours_down_the_ranking_are_expected() -> None:
    four = DraftTable(number=1, ns=EntrantId(1), ns_partner=EntrantId(5), ew=EntrantId(6), ew_partner=EntrantId(7))
    settings = RoundSettings(movement=Movement.DANISH, kept=(four,))
    request = PairingRequest(round=1, entrants=entrants(range(1, 9)), settings=settings)
    assert rules_broken(pair_round(System.INDIVIDUAL, request), request) == set()


def test_where_nothing_was_played_no_run_is_wrong() -> None:
    assert check_runs([]) == []


def test_rounds_of_two_systems_are_two_runs() -> None:
    run = planned(System.ROUND_ROBIN, 4, 3)
    draft, request = run[-1]
    knockout = replace(draft, system=System.KNOCKOUT)
    assert [len(rounds) for rounds in runs([*run, (knockout, request)])] == [3, 1]


def test_a_kept_table_that_is_gone_is_found() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH)
    kept = replace(draft.tables[0], number=9, why=())
    keeping = replace(request, settings=replace(request.settings, kept=(kept,)))
    assert Rule.KEPT in rules_broken(draft, keeping)


def test_a_rest_has_the_last_table_unless_the_referee_keeps_it_elsewhere() -> None:
    draft, request = second_round(System.DANISH, size=5)
    first = in_order(draft, 3, 1, 2)
    assert "the rest is not at the last table" in details(first, request)
    kept = (replace(first.tables[0], why=()),)
    keeping = replace(request, settings=replace(request.settings, kept=kept))
    assert "the rest is not at the last table" not in details(first, keeping)


def test_a_rest_is_that_of_a_pair_without_opponents_and_no_absence() -> None:
    seats = [
        (1, None, Outcome.REST),
        (None, 2, Outcome.OPEN),
        (3, None, Outcome.ABSENT_EW),
        (4, 5, Outcome.OPEN),
        (None, None, Outcome.OPEN),
    ]
    history = tuple(
        TableResult(
            round=1,
            table=table,
            ns=None if ns is None else EntrantId(ns),
            ew=None if ew is None else EntrantId(ew),
            outcome=outcome,
        )
        for table, (ns, ew, outcome) in enumerate(seats, start=1)
    )
    request = PairingRequest(round=2, entrants=entrants(range(1, 6)), history=history)
    assert dict(Case(pair_round(System.DANISH, request), request).rests) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        ({"ns_mp": 100, "ew_mp": 50}, 1),
        ({"ns_mp": 50, "ew_mp": 100}, 2),
        ({"ns_vp": 8, "ew_vp": 12, "ns_mp": 100, "ew_mp": 50}, 2),
        ({"ns_vp": 12, "ew_vp": 8, "ns_mp": 50, "ew_mp": 100}, 1),
        ({"ns_vp": 10, "ew_vp": 10, "ns_mp": 50, "ew_mp": 100}, 2),
        ({"ns_mp": 100, "ew_mp": 100}, 2),
        ({}, 2),
    ],
)
def test_what_the_referee_set_decides_a_match_before_the_hands(points: dict[str, int], winner: int) -> None:
    table = TableResult(round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=Outcome.PLAYED, **points)
    assert _winner(table, [EntrantId(2), EntrantId(1)], ()) == winner


def in_big_field(*history: tuple[int, int], team: int = 0, club: int = 0) -> PairingRequest:
    """Return a request of 40 pairs, the first of one team or one club; two meet in each round of the history."""
    field = tuple(
        replace(entrant, team=1 if entrant.id <= team else None, clubs=("A",) if entrant.id <= club else ())
        for entrant in entrants(range(1, 41))
    )
    met = tuple(
        TableResult(round=number, table=1, ns=EntrantId(ns), ew=EntrantId(ew), outcome=Outcome.PLAYED)
        for number, (ns, ew) in enumerate(history, start=1)
    )
    return PairingRequest(round=len(met) + 1, entrants=field, history=met)


@pytest.mark.parametrize(
    ("request_", "rule", "counted"),
    [
        (in_big_field(team=30), Rule.BARRED, "15 meetings that should not be, 10 are possible"),
        (in_big_field(club=30), Rule.CLUBS, ""),
        (
            in_big_field(*((one, other) for one in (1, 2) for other in range(3, 41)), (1, 2)),
            Rule.REMATCHES,
            "2 rematches, 1 are possible",
        ),
    ],
    ids=["team", "club", "met everybody"],
)
def test_in_a_big_field_no_more_may_be_wrong_than_must_be(request_: PairingRequest, rule: Rule, counted: str) -> None:
    draft = pair_round(System.DRAW, request_)
    assert check_draft(draft, request_) == []
    in_rank_order = [(at, at + 1) for at in range(1, 41, 2)]
    if rule is Rule.REMATCHES:
        in_rank_order[:2] = [(1, 3), (2, 4)]
    worse = replace(reseated(draft, *in_rank_order), rematches=2 if rule is Rule.REMATCHES else 0)
    broken = rules_broken(worse, request_)
    assert rule in broken and not broken & ({Rule.BARRED, Rule.REMATCHES, Rule.CLUBS} - {rule})
    assert not counted or counted in details(worse, request_)


def test_clubmates_whom_an_exchange_parts_are_found_beside_teammates_who_must_meet() -> None:
    """1 and 31 are of one club, 2 and 32 of another; the thirty of a team have ten others to meet."""
    request = in_big_field(team=30)
    clubs = {1: ("A",), 31: ("A",), 2: ("B",), 32: ("B",)}
    field = tuple(replace(entrant, clubs=clubs.get(entrant.id, ())) for entrant in request.entrants)
    with_clubs = replace(request, entrants=field)
    draft = pair_round(System.DRAW, with_clubs)
    seats = [(at, at + 30) for at in range(1, 11)] + [(at, at + 1) for at in range(11, 31, 2)]
    faults = [(fault.rule, fault.detail) for fault in check_draft(reseated(draft, *seats), with_clubs)]
    assert (Rule.CLUBS, "tables 1 and 2 could do better than (0, 0, 2)") in faults
    assert not {Rule.BARRED, Rule.REMATCHES} & {rule for rule, _detail in faults}


def test_a_rest_that_leaves_teammates_to_each_other_is_found() -> None:
    draft, request = second_round(System.DANISH_NO_REMATCH, size=5)
    team = tuple(replace(entrant, team=1 if entrant.id < 4 else None) for entrant in request.entrants)
    of_three = replace(request, entrants=team, history=(), round=1)
    assert rules_broken(pair_round(System.DANISH_NO_REMATCH, of_three), of_three) == set()
    wrong = reseated(draft, (1, 4), (2, 3), (5, None))
    assert any(detail.startswith("the rest of 5 costs (1, 0)") for detail in details(wrong, of_three))


@pytest.mark.parametrize(
    ("ns", "ew", "outcome"),
    [((9, 1), (2, 3), Outcome.OPEN), ((9,), (), Outcome.ABSENT_NS), ((), (9,), Outcome.ABSENT_EW)],
)
def test_a_player_who_played_or_was_absent_has_not_rested(
    ns: tuple[int, ...], ew: tuple[int, ...], outcome: Outcome
) -> None:
    seats = [EntrantId(side[at]) if at < len(side) else None for side in (ns, ew) for at in range(2)]
    past = TableResult(
        round=1, table=1, ns=seats[0], ns_partner=seats[1], ew=seats[2], ew_partner=seats[3], outcome=outcome
    )
    settings = RoundSettings(movement=Movement.DANISH)
    request = PairingRequest(round=2, entrants=entrants(range(1, 10)), history=(past,), settings=settings)
    draft = pair_round(System.INDIVIDUAL, request)
    assert draft.rests == (9,) and rules_broken(draft, request) == set()
