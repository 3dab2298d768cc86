"""Whatever changes a tournament counts its revision up, so that open pages show it; what changes nothing does not."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from pages.refusals import Refused
from tests.factories import (
    AT,
    make_team_matches,
    make_tournament,
    members,
    pair,
    play_round,
    start_on_phones,
    start_round,
)
from tournaments.models import Pair, PhoneLog, RefereeCall, Table, Tournament
from tournaments.records import Carry, Line, Outcome, System
from tournaments.services import (
    call_answer,
    call_referee,
    call_take_back,
    evening_call_off,
    evening_reinstate,
    own_link_check_in,
    pair_move_girone,
    pair_part,
    pair_set_status,
    pair_substitute,
    pairs_expect_again,
    pairs_withdraw_missing,
    round_write_on_paper,
    single_add,
    substitute_change,
    substitute_take_back,
    table_set_outcome,
    team_delete,
    team_rename,
    tournament_cut,
    tournament_uncut,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

BEFORE = datetime(2026, 11, 20, 20, 30, tzinfo=ZoneInfo("Europe/Rome"))
AFTER = BEFORE + timedelta(minutes=15)


def revision() -> int:
    return Tournament.objects.get().revision


def grows(*acts: Callable[[], object]) -> None:
    for number, act in enumerate(acts):
        before = revision()
        act()
        assert revision() > before, number


def stays(act: Callable[[], object]) -> None:
    before = revision()
    act()
    assert revision() == before


def test_check_in_and_whoever_is_missing() -> None:
    day = date(2026, 11, 20)
    tournament = make_tournament(pairs=4, here=False, date=day, check_in_until=time(20, 45), self_check_in=True)
    own = pair(tournament, 1)
    grows(lambda: own_link_check_in(pair=own, at=BEFORE))
    stays(lambda: own_link_check_in(pair=own, at=BEFORE))
    assert pair(tournament, 1).status == Pair.Status.ACTIVE
    pair_set_status(pair=pair(tournament, 4), status=Pair.Status.WITHDRAWN)
    with pytest.raises(Refused, match="4 has withdrawn"):
        own_link_check_in(pair=pair(tournament, 4), at=BEFORE)
    grows(
        lambda: pairs_withdraw_missing(tournament=tournament, at=AFTER),
        lambda: pairs_expect_again(tournament=tournament, numbers=[2, 3]),
    )
    assert list(tournament.pairs.order_by("number").values_list("status", flat=True)) == [
        *("active", "expected", "expected", "withdrawn"),
    ]


def test_a_cut_its_moves_and_its_undoing() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    with pytest.raises(Refused, match="has not been cut"):
        tournament_uncut(tournament=tournament)
    play_round(start_round(tournament, System.DRAW), seed=1)
    grows(lambda: tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.HALF, own_tables=True))
    second = tournament.pairs.filter(girone=2)[0]
    grows(lambda: pair_move_girone(pair=second, girone=1), lambda: tournament_uncut(tournament=tournament))
    now = Tournament.objects.get()
    assert (now.cut_after, now.carry, now.own_tables) == (None, "", False)
    assert set(tournament.pairs.values_list("girone", flat=True)) == {None}
    tournament_cut(tournament=now, sizes=(4, 4), carry=Carry.HALF)
    start_round(Tournament.objects.get(), System.DANISH)
    with pytest.raises(Refused, match="Round 2 has been drawn in gironi"):
        tournament_uncut(tournament=tournament)
    assert Tournament.objects.get().cut_after == 1


def test_calls_for_the_referee() -> None:
    table = start_round(make_tournament(pairs=4)).tables.get(number=1)

    def call(line: Line | None = Line.NS) -> RefereeCall:
        return call_referee(table=table, line=line, reason=RefereeCall.Reason.RULE, at=AT)

    grows(call)
    one = RefereeCall.objects.get()
    grows(lambda: call_answer(call=one, at=AT))
    for settle in (call_answer, call_take_back):
        with pytest.raises(Refused, match="This call from table 1 has already been settled"):
            settle(call=one, at=AT)
    two = call()
    grows(lambda: call_take_back(call=two, at=AFTER))
    moments = RefereeCall.objects.order_by("pk").values_list("answered_at", "taken_back_at")
    assert list(moments) == [(AT, None), (None, AFTER)]


def test_substitutes_and_absences() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    grows(lambda: pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca"))
    substitute = pair(tournament, 1).substitutes.get()
    grows(lambda: substitute_change(substitute=substitute, first=2, last=3))
    substitute.refresh_from_db()
    assert (substitute.first_round, substitute.last_round) == (2, 3)
    grows(lambda: substitute_take_back(substitute=substitute))
    table = Table.objects.get(number=2)
    grows(lambda: table_set_outcome(table=table, version=0, outcome=Outcome.ABSENT_EW, at=AT))


def test_two_who_part_look_for_a_partner_again() -> None:
    tournament = make_tournament(pairs=1)
    first, second = members(2)
    grows(lambda: pair_part(pair=pair(tournament, 1)))
    assert not tournament.pairs.exists()
    assert list(tournament.singles.order_by("pk").values_list("player", flat=True)) == [first.pk, second.pk]
    other = members(3)[2]
    grows(lambda: single_add(tournament=tournament, player=other))
    grows(lambda: evening_call_off(tournament=tournament, at=AT), lambda: evening_reinstate(tournament=tournament))


def test_teams_that_play_matches() -> None:
    tournament = make_team_matches(3)
    team = tournament.teams.get(number=3)
    grows(lambda: team_rename(team=team, name="Aurora"))
    tournament.pairs.filter(team=team).delete()
    grows(lambda: team_delete(team=team))
    assert list(tournament.teams.order_by("number").values_list("name", flat=True)) == ["Squadra 1", "Squadra 2"]


def test_a_round_is_written_on_paper_until_it_is_closed() -> None:
    round_ = start_on_phones()
    grows(lambda: round_write_on_paper(round=round_, on_paper=True))
    stays(lambda: round_write_on_paper(round=round_, on_paper=True))
    round_.refresh_from_db()
    assert round_.on_paper
    grows(lambda: round_write_on_paper(round=round_, on_paper=False))
    play_round(round_)
    with pytest.raises(Refused, match="Round 1 is closed: its slips have been written"):
        round_write_on_paper(round=round_, on_paper=True)
    assert not PhoneLog.objects.exists()
