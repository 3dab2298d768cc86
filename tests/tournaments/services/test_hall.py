"""The hall's clock and the tables' calls: complete writes, and refusals that change nothing."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, play_round, start_round
from tournaments.clock.clock import ClockAction, ClockState
from tournaments.models import RefereeCall, Round, Table, Tournament
from tournaments.pairing.moves import change_lines
from tournaments.records import Line, Outcome
from tournaments.services import (
    call_answer,
    call_referee,
    call_take_back,
    clock_change,
    clock_follow_hall,
    draft_change,
    round_publish,
    round_withdraw,
    tournament_announce,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
)

pytestmark = pytest.mark.django_db

COUNT = RefereeCall.Reason.COUNT


def seen(tournament: Tournament) -> tuple[int, object, int]:
    """Return the state that a refused write must not change: the revision, the clocks, the calls."""
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    return revision, list(tournament.rounds.values_list("clocks", flat=True)), RefereeCall.objects.count()


def table_of(round_: Round, number: int) -> Table:
    return Table.objects.select_related("round").get(round=round_, number=number)


def test_publishing_starts_no_clock_and_one_that_runs_goes_on_where_somebody_still_plays() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    assert round_.running_clocks.hall.state is ClockState.WAITING
    for table in (None, 1, 2):
        clock_change(round=round_, action=ClockAction.START, at=AT, table=table)
    running = Round.objects.get().running_clocks
    round_withdraw(round=round_)
    assert round_publish(round=round_, at=AT).running_clocks == running
    round_withdraw(round=round_)
    change = partial(change_lines, number=2)
    draft_change(round=round_, seen=(), change=change)
    again = round_publish(round=round_, at=AT).running_clocks
    assert (again.hall, again.tables) == (running.hall, {1: running.tables[1]})
    # If everybody sits elsewhere, nobody plays yet.
    round_withdraw(round=round_)
    for number in (1, 2):
        draft_change(round=round_, seen=(), change=partial(change_lines, number=number))
    round_ = round_publish(round=round_, at=AT)
    assert round_.clocks == {} and round_.published_at == AT


def test_a_clock_is_of_a_round_under_way_with_minutes_and_of_tables_that_play() -> None:
    tournament = make_tournament(pairs=5)
    draft = draft_round(tournament)
    with pytest.raises(Refused):
        clock_change(round=draft, action=ClockAction.START, at=AT)
    round_ = round_publish(round=draft, at=AT)
    clock_change(round=round_, action=ClockAction.START, at=AT)
    resting = round_.tables.get(outcome=Outcome.REST).number
    refused = (
        lambda: clock_change(round=round_, action=ClockAction.START, at=AT),
        lambda: clock_change(round=round_, action=ClockAction.START, at=AT, table=resting),
        lambda: clock_change(round=round_, action=ClockAction.ADD, at=AT, table=99),
        lambda: clock_follow_hall(round=round_, table=1),
    )
    before = seen(tournament)
    for refuse in refused:
        with pytest.raises(Refused):
            refuse()
    tournament_change(tournament=tournament, changes={"round_minutes": 0})
    with pytest.raises(Refused, match="settings|impostazioni"):
        clock_change(round=round_, action=ClockAction.PAUSE, at=AT)
    assert seen(tournament)[1:] == before[1:]
    play_round(round_)
    with pytest.raises(Refused):
        clock_change(round=round_, action=ClockAction.PAUSE, at=AT)


def test_a_table_calls_once_and_may_call_again_when_it_was_answered() -> None:
    tournament = make_tournament(pairs=5)
    round_ = start_round(tournament)
    first = call_referee(table=table_of(round_, 1), line=Line.EW, reason=COUNT, at=AT)
    before = seen(tournament)
    for table in (table_of(round_, 1), round_.tables.select_related("round").get(outcome=Outcome.REST)):
        with pytest.raises(Refused):
            call_referee(table=table, line=Line.NS, reason=COUNT, at=AT)
    assert seen(tournament) == before
    anna = User.objects.create_user("anna")
    answered = call_answer(call=first, at=AT + timedelta(minutes=3), by=anna)
    assert (answered.line, answered.answered_by, answered.is_open) == ("ew", anna, False)
    with pytest.raises(Refused):
        call_take_back(call=first, at=AT)
    again = call_referee(table=table_of(round_, 1), line=None, reason=RefereeCall.Reason.RULE, at=AT)
    assert not call_take_back(call=again, at=AT).is_open
    assert seen(tournament)[0] == before[0] + 3
    play_round(round_)
    with pytest.raises(Refused):
        call_referee(table=table_of(round_, 2), line=Line.NS, reason=COUNT, at=AT)


def test_one_line_is_announced_at_a_time_after_the_last_round_too() -> None:
    tournament = make_tournament(pairs=2)
    play_round(start_round(tournament))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    tournament_announce(tournament=tournament, text="Il buffet è aperto")
    assert tournament_announce(tournament=tournament, text="  Premiazione\n alle 23:30 ").announcement == (
        "Premiazione alle 23:30"
    )
    with pytest.raises(Refused):
        tournament_announce(tournament=tournament, text="x" * 161)
    assert tournament_announce(tournament=tournament, text="").announcement == ""


def announced(tournament: Tournament) -> str:
    return Tournament.objects.get(pk=tournament.pk).announcement


def test_what_is_announced_ends_with_its_round_unless_it_stays() -> None:
    tournament = make_tournament(pairs=4, round_minutes=25)
    first = start_round(tournament)
    tournament_announce(tournament=tournament, text="Finestre aperte")
    play_round(first)
    assert announced(tournament) == ""
    # Between two rounds, it stays until play continues: the next round's clock ends it, not its seats.
    tournament_announce(tournament=tournament, text="Si riprende alle 21:50")
    second = start_round(tournament)
    assert announced(tournament) == "Si riprende alle 21:50"
    clock_change(round=second, action=ClockAction.START, at=AT)
    assert announced(tournament) == ""
    tournament_announce(tournament=tournament, text="Premiazione alle 23:30", stays=True)
    play_round(second)
    assert announced(tournament) == "Premiazione alle 23:30"
    # Without a clock, the seats of the next round end it.
    tournament_change(tournament=tournament, changes={"round_minutes": 0})
    tournament_announce(tournament=tournament, text="Si riprende alle 22:30")
    start_round(tournament)
    assert announced(tournament) == ""
