"""The notes on seats that a referee changed, worked out by hand."""

from dataclasses import replace

from tournaments.pairing.move_effects import SeatCosts, noted_anew, reseated
from tournaments.pairing.moves import Tables, swap
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import Rule, check_draft
from tournaments.records import (
    DraftTable,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    Reason,
    ReasonCode,
    RoundSettings,
    System,
    TableResult,
)


def id_of(number: int) -> EntrantId:
    return EntrantId(number)


def entrant(number: int, *, club: str = "", team: int | None = None, fixed_table: int | None = None) -> Entrant:
    return Entrant(
        id=id_of(number), names=(f"{number}",), clubs=(club,) if club else (), team=team, fixed_table=fixed_table
    )


def tables(*seats: tuple[int, int | None]) -> Tables:
    return tuple(
        DraftTable(number=number, ns=id_of(ns), ew=None if ew is None else id_of(ew))
        for number, (ns, ew) in enumerate(seats, 1)
    )


def played(*seats: tuple[int, int | None]) -> tuple[TableResult, ...]:
    return tuple(
        TableResult(
            round=1, table=table.number, ns=table.ns, ew=table.ew, outcome=Outcome.PLAYED if table.ew else Outcome.REST
        )
        for table in tables(*seats)
    )


def request(*entrants: Entrant, history: tuple[TableResult, ...] = (), **settings: object) -> PairingRequest:
    return PairingRequest(round=2, entrants=entrants, history=history, settings=RoundSettings(**settings))  # type: ignore[arg-type]


SIX = [entrant(number) for number in (5, 3, 1, 2, 4, 6)]
"""In ranking order: 5 leads."""


def test_the_squares_are_those_of_the_places_among_the_pairs_that_play() -> None:
    pairing_request = request(*SIX, history=played((1, 2)))
    assert SeatCosts.of(pairing_request).squares(tables((5, 3), (1, 2), (4, 6))) == 3
    # 5–2 are three places apart, 3–1 and 4–6 one.
    assert SeatCosts.of(pairing_request).squares(tables((5, 2), (1, 3), (4, 6))) == 11
    # Without the resting 3 and 1, 5 and 2 are neighbours.
    assert SeatCosts.of(pairing_request).squares(tables((5, 2), (6, 4), (1, None), (3, None))) == 2


def test_there_are_no_squares_before_there_is_a_ranking_nor_at_tables_of_four() -> None:
    assert SeatCosts.of(request(*SIX)).squares(tables((5, 3), (1, 2), (4, 6))) is None
    four = DraftTable(number=1, ns=id_of(5), ns_partner=id_of(3), ew=id_of(1), ew_partner=id_of(2))
    assert SeatCosts.of(request(*SIX, history=played((1, 2)))).squares([four]) is None


def test_whoever_is_in_no_ranking_costs_nothing_and_has_no_notes() -> None:
    pairing_request = request(*SIX, history=played((1, 2)))
    costs = SeatCosts.of(pairing_request)
    assert costs.squares(tables((5, 3), (1, 9))) is None
    assert costs.says(tables((1, 9))[0], ()) == ()
    before, after = tables((5, 3), (1, 9)), tables((5, 3), (1, 2))
    for was, now in ((before, after), (after, before)):
        assert reseated(was, now, pairing_request)[1].why[0] == Reason(ReasonCode.MOVED_BY_REFEREE, {})


def test_a_change_says_what_it_costs_and_breaks_at_the_tables_it_touches_alone() -> None:
    pairing_request = request(*SIX, history=played((5, 2), (1, 3), (4, 6)))
    drawn = Reason(ReasonCode.NEIGHBOURS, {"upper": 5, "lower": 6})
    before = (*tables((5, 3), (1, 2)), DraftTable(number=3, ns=id_of(4), ew=id_of(6), why=(drawn,)))
    after = reseated(before, swap(before, id_of(3), id_of(2)), pairing_request)
    assert [reason.code for reason in after[0].why] == [ReasonCode.MOVED_BY_REFEREE, ReasonCode.REMATCH]
    assert after[0].why[0].facts == {"before": 3, "now": 11}
    assert after[2].why == (drawn,)


def test_reasons_name_club_team_exclusion_and_fixed_table() -> None:
    here = [entrant(1, club="Lucca", team=3, fixed_table=7), entrant(2, club="Lucca", team=3)]
    pairing_request = request(*here, excluded=((id_of(1), id_of(2)),))
    effects = SeatCosts.of(pairing_request).says(tables((2, 1))[0], ())
    assert {reason.code for reason in effects} == {
        ReasonCode.SAME_TEAM,
        ReasonCode.EXCLUDED,
        ReasonCode.SAME_CLUB,
        ReasonCode.OFF_ITS_TABLE,
    }
    # The referee chose these seats, so no note says that they are forced.
    assert not any(reason.facts.get("forced") for reason in effects)


def test_a_second_rest_counts_those_who_play_and_rested_less() -> None:
    pairing_request = request(*SIX, history=played((5, None), (3, None), (1, 2)))
    resting = [id_of(5), id_of(4)]
    effects = SeatCosts.of(pairing_request).says(tables((5, None))[0], resting)
    # 1, 2 and 6 have not rested; nor has 4, which rests now.
    assert effects == (Reason(ReasonCode.REST_BY_REFEREE, {"pair": 5, "rests": 1, "fewer": 3}),)


def test_notes_are_taken_again_and_the_other_reasons_stay() -> None:
    drawn, old = Reason(ReasonCode.DRAWN), Reason(ReasonCode.EXCLUDED, {"pair": 1, "other": 2})
    (table,) = tables((1, 2))
    before = (replace(table, why=(drawn, old)),)
    assert noted_anew(before, request(*SIX), [1])[0].why == (drawn,)
    assert noted_anew(before, request(*SIX), [])[0].why == (drawn, old)


def test_the_independent_check_finds_in_a_changed_draft_what_the_notes_say() -> None:
    """After a swap that causes two rematches, the check counts them too, and finds no fault in the seats."""
    pairing_request = replace(request(*SIX, history=played((5, 2), (1, 3), (4, 6))), vp={})
    draft = pair_round(System.DANISH_NO_REMATCH, pairing_request)
    assert check_draft(draft, pairing_request) == []
    one, other = draft.tables[0], draft.tables[1]
    before = {entrant_id for table in draft.tables for entrant_id in table.seated}
    after = reseated(draft.tables, swap(draft.tables, one.ns, other.ns), pairing_request)
    faults = {fault.rule for fault in check_draft(replace(draft, tables=after), pairing_request)}
    assert {entrant_id for table in after for entrant_id in table.seated} == before
    assert Rule.SEATS not in faults
    assert Rule.TABLE_NUMBERS in faults or Rule.COST in faults
