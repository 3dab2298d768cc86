"""Drafting, publishing, unpublishing and closing rounds."""

import pytest
from django.utils import translation

from pages.refusals import Refused
from tests.factories import AT, make_tournament, pair, play_round, play_table, start_round
from tournaments.models import Pair, Round, Table
from tournaments.records import EntrantId, System
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    adjustment_add,
    pair_set_status,
    round_close,
    round_discard,
    round_draft,
    round_publish,
    round_withdraw,
)

pytestmark = pytest.mark.django_db


def seats(round_: Round) -> list[tuple[int, int | None]]:
    return [(table.ns.number, table.ew and table.ew.number) for table in round_.tables.select_related("ns", "ew").all()]


def test_a_draft_seats_those_who_are_here_and_can_be_drawn_again():
    tournament = make_tournament(pairs=6)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.EXPECTED)
    round_ = round_draft(tournament=tournament, system=System.REGISTRATION)
    assert seats(round_) == [(1, 3), (4, 5), (6, None)]
    again = round_draft(tournament=tournament, system=System.DRAW, seed=3)
    assert (again.pk, again.system, again.tables.count()) == (round_.pk, "draw", 3)
    assert (round_.redrawn, again.redrawn) == (0, 1)


def test_the_same_seed_gives_the_same_draw():
    drawn = [
        seats(round_draft(tournament=make_tournament(pairs=20, name=name), system=System.DRAW, seed=5))
        for name in ("A", "B")
    ]
    assert drawn[0] == drawn[1]


def test_what_cannot_be_paired_is_said_and_leaves_no_draft():
    tournament = make_tournament(pairs=1)
    with pytest.raises(Refused):
        round_draft(tournament=tournament, system=System.DRAW)
    assert not Round.objects.exists()


def test_a_round_is_withdrawn_only_while_it_has_no_result():
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    assert round_withdraw(round=round_).state == Round.State.DRAFT
    round_publish(round=round_, at=AT)
    with pytest.raises(Refused):
        round_discard(round=round_)
    play_table(round_.tables.first())
    with pytest.raises(Refused):
        round_withdraw(round=round_)
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_a_round_with_an_adjustment_is_not_withdrawn():
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    adjustment_add(round=round_, pair=pair(tournament, 1), mp=-100, reason="late")
    with pytest.raises(Refused):
        round_withdraw(round=round_)


def test_closing_needs_every_table_and_names_those_missing():
    tournament = make_tournament(pairs=7)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=2))
    with pytest.raises(Refused, match="1, 3"):
        round_close(round=round_)
    with pytest.raises(Refused):
        round_draft(tournament=tournament, system=System.DANISH)
    play_round(round_)
    assert Round.objects.get().state == Round.State.CLOSED


def test_a_pair_that_left_after_the_draft_is_not_published():
    tournament = make_tournament(pairs=4)
    round_ = round_draft(tournament=tournament, system=System.REGISTRATION)
    with pytest.raises(Refused):
        pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    Pair.objects.filter(number=3).update(status=Pair.Status.WITHDRAWN)
    with pytest.raises(Refused, match="3"):
        round_publish(round=round_, at=AT)


def test_a_resting_pair_does_not_keep_a_round_from_being_published():
    round_ = start_round(make_tournament(pairs=5))
    assert seats(round_)[-1] == (5, None)
    assert round_.state == Round.State.PUBLISHED


def test_danish_rounds_follow_the_ranking():
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament))
    ranking = [standing.entrant.id for standing in standings_of(tournament)]
    round_ = round_draft(tournament=tournament, system=System.DANISH)
    assert [set(table) for table in seats(round_)] == [set(ranking[at : at + 2]) for at in range(0, 8, 2)]


def test_seats_by_hand():
    tournament = make_tournament(pairs=4)
    by_hand = [(EntrantId(4), EntrantId(1)), (EntrantId(2), EntrantId(3))]
    round_ = round_draft(tournament=tournament, system=System.MANUAL, seats=by_hand)
    assert seats(round_) == [(4, 1), (2, 3)]
    with pytest.raises(Refused):
        round_draft(tournament=tournament, system=System.MANUAL, seats=[(EntrantId(4), EntrantId(4))])
    assert seats(Round.objects.get()) == [(4, 1), (2, 3)]


def test_the_seats_enter_the_history_when_they_are_published():
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.REGISTRATION)
    assert Table.history.count() == 0
    round_publish(round=Round.objects.get(), at=AT)
    assert Table.history.count() == 2


def test_each_step_of_a_round_is_taken_once():
    round_ = round_draft(tournament=make_tournament(pairs=4, hands_per_round=2), system=System.REGISTRATION)
    with translation.override("en"):
        with pytest.raises(Refused, match="Only a round that is under way can be unpublished"):
            round_withdraw(round=round_)
        with pytest.raises(Refused, match="Only a round that is under way can be closed"):
            round_close(round=round_)
        round_publish(round=round_, at=AT)
        with pytest.raises(Refused, match="Round 1 has been published already"):
            round_publish(round=round_, at=AT)
        play_round(round_)
        for act in (round_withdraw, round_close):
            with pytest.raises(Refused, match="Only a round that is under way"):
                act(round=round_)
