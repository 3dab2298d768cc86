"""A referee changes a draft: the notes, the kept tables, undoing, and two referees at once."""

from collections.abc import Callable

import pytest
from django.utils import translation

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, play_round, start_round
from tournaments.models import Round, Table
from tournaments.pairing.moves import Tables, change_lines, exchange_numbers, gather, join, rest, swap
from tournaments.records import (
    Carry,
    DraftTable,
    Entrant,
    EntrantId,
    Kind,
    NamedSystem,
    Policy,
    ReasonCode,
    System,
)
from tournaments.selectors.drafts import drafted, keys_of
from tournaments.services import (
    draft_by_hand,
    draft_change,
    draft_exclude,
    draft_fix,
    draft_keep,
    draft_redraw,
    draft_undo,
    pair_add,
    pair_set_status,
    round_draft,
    round_publish,
    tournament_cut,
)
from tournaments.services.draft_memory import store_tables
from tournaments.services.drafts import _refuse_unclear_final, refuse_absent
from tournaments.services.refusals import TableChanged

pytestmark = pytest.mark.django_db


def id_of(number: int) -> EntrantId:
    return EntrantId(number)


def tables_now(round_: Round) -> Tables:
    return drafted(Round.objects.get(pk=round_.pk)).tables


def seats(round_: Round) -> list[tuple[EntrantId, ...]]:
    return [table.seated for table in tables_now(round_)]


def codes(round_: Round, number: int) -> list[ReasonCode]:
    return [reason.code for reason in tables_now(round_)[number - 1].why]


def change(round_: Round, what: Callable[[Tables], Tables]) -> None:
    draft_change(round=round_, seen=tables_now(round_), change=what)


def second_round(pairs: int = 8, system: System = System.DANISH, **settings: object) -> Round:
    """The draft of a second round, after a first one of 1–2, 3–4 …"""
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament))
    return draft_round(tournament, system, **settings)


def test_a_swap_is_written_and_says_what_it_costs_and_breaks() -> None:
    round_ = second_round(system=System.DANISH_NO_REMATCH)
    ranking = [number for number, _vp in round_.order]
    one, other = tables_now(round_)[0], tables_now(round_)[3]
    changed = draft_change(round=round_, seen=[one, other], change=lambda tables: swap(tables, one.ns, other.ns))
    assert seats(round_)[0] == (other.ns, one.ew)
    assert changed.touched == {1, 4}
    moved = tables_now(round_)[0].why[0]
    assert moved.code is ReasonCode.MOVED_BY_REFEREE
    squares = [
        sum((ranking.index(ns) - ranking.index(ew)) ** 2 for ns, ew in at)
        for at in ([(t.ns, t.ew) for t in drafted(round_).tables],)
    ]
    assert moved.facts["now"] == squares[0]
    assert moved.facts["before"] != moved.facts["now"]


def test_a_rematch_is_named_with_its_round_as_soon_as_it_is_made() -> None:
    round_ = draft_of_four()
    change(round_, lambda tables: swap(tables, id_of(2), id_of(3)))
    assert seats(round_) == [(1, 2), (3, 4)]
    why = tables_now(round_)[0].why
    assert [reason.code for reason in why] == [ReasonCode.MOVED_BY_REFEREE, ReasonCode.REMATCH]
    assert why[1].facts["round"] == 1


def draft_of_four() -> Round:
    """Round 2 of four pairs, 1–3 and 2–4, after 1–2 and 3–4."""
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    seated = [(id_of(1), id_of(3)), (id_of(2), id_of(4))]
    return round_draft(tournament=tournament, system=System.MANUAL, seats=seated)


def test_two_pairs_may_rest_and_a_reason_says_so() -> None:
    tournament = make_tournament(pairs=5)
    play_round(start_round(tournament))
    round_ = round_draft(
        tournament=tournament,
        system=System.MANUAL,
        seats=[(id_of(1), id_of(3)), (id_of(2), id_of(5)), (id_of(4), None)],
    )
    change(round_, lambda tables: rest(tables, id_of(5)))
    assert seats(round_) == [(1, 3), (2,), (4,), (5,)]
    again = next(reason for reason in tables_now(round_)[3].why if reason.code is ReasonCode.REST_BY_REFEREE)
    assert (again.facts["rests"], again.facts["fewer"]) == (1, 2)
    change(round_, lambda tables: join(tables, id_of(5), 2))
    assert seats(round_) == [(1, 3), (2, 5), (4,)]


def test_a_pair_that_keeps_a_table_is_missed_there() -> None:
    round_ = second_round()
    first = tables_now(round_)[0]
    draft_fix(round=round_, pair=first.ns, table=1)
    assert ReasonCode.OFF_ITS_TABLE not in codes(round_, 1)
    change(round_, lambda tables: exchange_numbers(tables, 1, 3))
    assert ReasonCode.OFF_ITS_TABLE in codes(round_, 3)
    draft_fix(round=round_, pair=first.ns, table=0)
    assert ReasonCode.OFF_ITS_TABLE not in codes(round_, 3)


def test_an_excluded_meeting_is_said_where_it_stands() -> None:
    round_ = second_round()
    table = tables_now(round_)[1]
    assert table.ew is not None
    draft_exclude(round=round_, one=table.ew, other=table.ns, exclude=True)
    meeting = (min(table.ns, table.ew), max(table.ns, table.ew))
    assert Round.objects.get(pk=round_.pk).chosen.excluded == (meeting,)
    assert ReasonCode.EXCLUDED in codes(round_, 2)
    draft_exclude(round=round_, one=table.ns, other=table.ew, exclude=False)
    assert Round.objects.get(pk=round_.pk).chosen.excluded == ()
    assert ReasonCode.EXCLUDED not in codes(round_, 2)


def test_an_excluded_meeting_changes_what_is_read_at_the_tables_of_the_two_alone() -> None:
    round_ = second_round()
    first, second = tables_now(round_)[:2]
    assert draft_exclude(round=round_, one=second.ns, other=second.ew, exclude=True).touched == {2}
    assert draft_exclude(round=round_, one=first.ns, other=second.ns, exclude=True).touched == {1, 2}


def test_a_meeting_of_somebody_who_left_is_allowed_again() -> None:
    round_ = second_round(8, System.DRAW)
    one, other = sorted(seats(round_)[0])
    draft_exclude(round=round_, one=one, other=other, exclude=True)
    round_.tournament.pairs.filter(number=one).update(status="expected")
    draft_redraw(round=round_, seed=3)
    draft_exclude(round=round_, one=one, other=other, exclude=False)
    assert Round.objects.get(pk=round_.pk).chosen.excluded == ()


def test_a_kept_table_is_kept_until_somebody_leaves_it() -> None:
    round_ = second_round()
    table = tables_now(round_)[1]
    draft_keep(round=round_, seen=table, keep=True)
    change(round_, lambda tables: change_lines(exchange_numbers(tables, 2, 4), 4))
    kept = Round.objects.get(pk=round_.pk).chosen.kept
    assert [(table.number, table.ns, table.ew) for table in kept] == [(4, table.ew, table.ns)]
    change(round_, lambda tables: swap(tables, table.ns, tables[0].ns))
    assert Round.objects.get(pk=round_.pk).chosen.kept == ()


def test_a_table_can_be_released_again() -> None:
    round_ = second_round()
    for number in (3, 1):
        draft_keep(round=round_, seen=tables_now(round_)[number - 1], keep=True)
    assert [table.number for table in Round.objects.get(pk=round_.pk).chosen.kept] == [1, 3]
    draft_keep(round=round_, seen=tables_now(round_)[0], keep=False)
    assert [table.number for table in Round.objects.get(pk=round_.pk).chosen.kept] == [3]


CHANGES: dict[str, Callable[[Round], object]] = {
    "a swap": lambda round_: change(round_, lambda tables: swap(tables, tables[0].ns, tables[2].ns)),
    "lines": lambda round_: change(round_, lambda tables: change_lines(tables, 2)),
    "a rest": lambda round_: change(round_, lambda tables: rest(tables, tables[0].ns)),
    "a table less": lambda round_: change(round_, lambda tables: join(tables, tables[-1].ns, len(tables))),
    "keeping": lambda round_: draft_keep(round=round_, seen=tables_now(round_)[0], keep=True),
    "excluding": lambda round_: draft_exclude(
        round=round_, one=tables_now(round_)[0].ns, other=tables_now(round_)[0].ew or id_of(1), exclude=True
    ),
    "fixing": lambda round_: draft_fix(round=round_, pair=tables_now(round_)[0].ns, table=3),
    "drawing again": lambda round_: draft_redraw(round=round_, seed=12),
    "another system": lambda round_: draft_round(
        round_.tournament, System.DANISH_NO_REMATCH, policy=Policy.MIN_SQUARE, seed=4
    ),
}


def as_stored(round_: Round) -> object:
    fresh = Round.objects.get(pk=round_.pk)
    fixed = list(fresh.tournament.pairs.values_list("number", "fixed_table"))
    return fresh.system, fresh.seed, fresh.settings, fresh.order, drafted(fresh).tables, fixed


@pytest.mark.parametrize("name", sorted(CHANGES.keys() - {"a table less"}))
def test_every_change_is_taken_back_exactly(name: str) -> None:
    round_ = second_round(9, System.DRAW)
    before = as_stored(round_)
    CHANGES[name](round_)
    assert as_stored(round_) != before
    draft_undo(round=round_, depth=1)
    assert as_stored(round_) == before
    assert Round.objects.get(pk=round_.pk).undo == []


def test_changes_are_taken_back_one_after_the_other() -> None:
    round_ = second_round(9, System.DRAW)
    states = []
    for name in ("a rest", "a swap", "keeping", "drawing again", "excluding", "lines", "fixing"):
        states.append(as_stored(round_))
        CHANGES[name](round_)
    for depth, state in reversed(list(enumerate(states, 1))):
        draft_undo(round=round_, depth=depth)
        assert as_stored(round_) == state
    with pytest.raises(Refused):
        draft_undo(round=round_, depth=0)


def test_the_memory_is_long_but_not_endless() -> None:
    round_ = second_round()
    for _ in range(60):
        change(round_, lambda tables: change_lines(tables, 1))
    assert len(Round.objects.get(pk=round_.pk).undo) == 50


def test_a_change_of_tables_that_are_no_longer_so_is_told_and_changes_nothing() -> None:
    round_ = second_round()
    seen = tables_now(round_)
    change(round_, lambda tables: swap(tables, seen[0].ns, seen[1].ns))
    before = as_stored(round_)
    stale: list[Callable[[], object]] = [
        lambda: draft_change(round=round_, seen=[seen[1]], change=lambda tables: change_lines(tables, 2)),
        lambda: draft_keep(round=round_, seen=seen[0], keep=True),
        lambda: draft_undo(round=round_, depth=0),
        lambda: draft_exclude(round=round_, one=id_of(1), other=id_of(77), exclude=True),
    ]
    for attempt in stale:
        with pytest.raises(TableChanged):
            attempt()
    assert as_stored(round_) == before
    draft_change(round=round_, seen=[seen[3]], change=lambda tables: change_lines(tables, 4))


def test_a_change_of_a_table_that_is_no_more_is_told() -> None:
    round_ = second_round()
    gone = DraftTable(number=99, ns=id_of(1), ew=id_of(2))
    with pytest.raises(TableChanged):
        draft_change(round=round_, seen=[gone], change=lambda tables: tables)


def test_the_draft_of_two_pairs_may_exclude_that_they_meet() -> None:
    round_ = draft_round(make_tournament(pairs=2))
    draft_exclude(round=round_, one=id_of(2), other=id_of(1), exclude=True)
    assert Round.objects.get().chosen.excluded == ((1, 2),)


def test_excluded_meetings_are_kept_in_the_order_of_their_numbers() -> None:
    round_ = draft_round(make_tournament(pairs=8))
    meetings = [(3, 4), (5, 6), (1, 8), (2, 3), (1, 7)]
    for one, other in meetings:
        draft_exclude(round=round_, one=id_of(one), other=id_of(other), exclude=True)
    assert Round.objects.get().chosen.excluded == tuple(sorted(meetings))


def by_hand(round_: Round, *seated: tuple[int, int | None]) -> Round:
    seats = [(id_of(ns), None if ew is None else id_of(ew)) for ns, ew in seated]
    draft_by_hand(tournament=round_.tournament, seats=seats)
    return Round.objects.get(pk=round_.pk)


def test_seats_by_hand_keep_the_system_as_long_as_a_table_of_the_draw_is_left() -> None:
    round_ = draft_round(make_tournament(pairs=6), System.REGISTRATION)
    assert by_hand(round_, (1, 2), (3, 5), (4, 6)).system == System.REGISTRATION
    assert codes(round_, 2) == [ReasonCode.MOVED_BY_REFEREE]
    assert by_hand(round_, (1, 3), (2, 5), (4, 6)).system == System.MANUAL


def test_where_nobody_knows_any_more_what_was_drawn_the_draft_is_taken_for_it() -> None:
    round_ = draft_round(make_tournament(pairs=6), System.REGISTRATION)
    Round.objects.update(as_drawn={})
    assert by_hand(round_, (1, 2), (3, 5), (4, 6)).system == System.REGISTRATION


def test_of_seats_made_by_hand_and_made_anew_nobody_was_moved() -> None:
    round_ = by_hand(draft_round(make_tournament(pairs=6)), (1, 3), (2, 5), (4, 6))
    assert by_hand(round_, (1, 3), (2, 6), (4, 5)).system == System.MANUAL
    assert [codes(round_, number) for number in (1, 2, 3)] == [[ReasonCode.SEATED_BY_HAND]] * 3


def test_in_a_knockout_of_one_girone_whoever_is_back_in_the_other_needs_a_seat() -> None:
    tournament = make_tournament(pairs=10, hands_per_round=2)
    play_round(start_round(tournament))
    tournament = tournament_cut(tournament=tournament, sizes=(5, 5), carry=Carry.WHOLE)
    back = [tournament.pairs.filter(girone=girone).order_by("number").last() for girone in (1, 2)]
    for pair in back:
        pair_set_status(pair=pair, status="withdrawn")
    round_ = draft_round(tournament, System.DANISH, by_girone=((1, NamedSystem.KNOCKOUT),))
    for pair in back:
        pair_set_status(pair=pair, status="active")
    with translation.override("en"), pytest.raises(Refused) as refused:
        by_hand(round_, *(table.seated for table in tables_now(round_)))
    assert f"{back[1].number} {back[1]}" in refused.value.message
    assert f"{back[0].number} {back[0]}" not in refused.value.message


def test_all_who_are_here_may_come_to_a_table_at_once_and_nobody_else() -> None:
    tables = (DraftTable(number=1, ns=id_of(1), ew=id_of(2)),)
    here = [Entrant(id=id_of(number), names=("Rossi", "Verdi"), active=number < 3) for number in (1, 2, 3)]
    refuse_absent(here, (), tables)
    with pytest.raises(Refused):
        refuse_absent(here[1:], (), tables)


def test_whose_opponent_in_the_semi_final_is_not_known_yet_may_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.drafts.semi_finals_before", lambda _round: [(1,), (2, 3)])
    _refuse_unclear_final(Round(), (DraftTable(number=1, ns=id_of(1), ew=None),))
    with pytest.raises(Refused):
        _refuse_unclear_final(Round(), (DraftTable(number=1, ns=id_of(3), ew=id_of(2)),))


def test_a_published_round_is_no_draft_any_more() -> None:
    round_ = second_round()
    seen = tables_now(round_)
    round_publish(round=round_, at=AT)
    with pytest.raises(TableChanged):
        draft_change(round=round_, seen=seen[:1], change=lambda tables: change_lines(tables, 1))
    assert tables_now(round_) == seen


def test_what_makes_no_seats_is_refused() -> None:
    round_ = second_round()
    seen = tables_now(round_)
    with pytest.raises(Refused):
        change(round_, lambda tables: swap(tables, seen[0].ns, seen[0].ns))
    assert tables_now(round_) == seen


def test_changes_leave_no_history_before_the_round_is_published() -> None:
    round_ = second_round(9, System.DRAW)
    tables, rounds = Table.history.count(), Round.history.count()
    for name in ("a rest", "a swap", "keeping", "excluding", "lines"):
        CHANGES[name](round_)
    assert (Table.history.count(), Round.history.count()) == (tables, rounds)
    round_publish(round=round_, at=AT)
    assert Table.history.count() == tables + len(tables_now(round_))


def test_a_pair_that_left_is_not_kept_when_the_round_is_drawn_again() -> None:
    round_ = second_round(8, System.DRAW)
    table = tables_now(round_)[0]
    draft_keep(round=round_, seen=table, keep=True)
    round_.tournament.pairs.filter(number=table.ns).update(status="expected")
    draft_redraw(round=round_, seed=3)
    assert Round.objects.get(pk=round_.pk).chosen.kept == ()
    assert table.ns not in {entrant for seated in seats(round_) for entrant in seated}


def test_players_change_partners_and_a_table_of_four_is_broken_up() -> None:
    tournament = make_tournament(kind=Kind.INDIVIDUAL)
    for name in ("Anna", "Bice", "Carla", "Dora", "Elsa", "Fede", "Gina", "Ines", "Lina"):
        pair_add(tournament=tournament, players=[f"Rossi {name}"], here=True)
    round_ = Round.objects.create(tournament=tournament, number=1, system=System.INDIVIDUAL, seed=1)
    fours = [
        DraftTable(number=1, ns=id_of(1), ns_partner=id_of(2), ew=id_of(3), ew_partner=id_of(4)),
        DraftTable(number=2, ns=id_of(5), ns_partner=id_of(6), ew=id_of(7), ew_partner=id_of(8)),
        DraftTable(number=3, ns=id_of(9), ew=None),
    ]
    store_tables(round_, (), fours, keys_of(tournament))
    before = as_stored(round_)
    change(round_, lambda tables: swap(tables, id_of(2), id_of(9)))
    change(round_, lambda tables: rest(tables, id_of(5)))
    assert seats(round_) == [(1, 9, 3, 4), (6,), (2,), (7,), (8,), (5,)]
    change(round_, lambda tables: gather(tables, id_of(5), 2))
    assert seats(round_) == [(1, 9, 3, 4), (6, 5, 2, 7), (8,)]
    for depth in (3, 2, 1):
        draft_undo(round=round_, depth=depth)
    assert as_stored(round_) == before
