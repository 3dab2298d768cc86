"""The next round while slips are missing: the systems that wait, the draw, and the closing of rounds."""

from itertools import product

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, play_round, play_table, start_round
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Round, Tournament
from tournaments.pairing_check import check_draft
from tournaments.records import EntrantId, Movement, Outcome, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.services import round_close, round_draft, round_publish, round_withdraw
from tournaments.services.rounds import compute_draft

pytestmark = pytest.mark.django_db

WAITS = {System.DANISH, System.DANISH_NO_REMATCH, System.SWISS, System.KNOCKOUT}


def under_way(pairs: int = 12, **settings: object) -> Tournament:
    """Round 1 in progress: tables 1 and 2 are in, the others missing."""
    tournament = make_tournament(pairs=pairs, hands_per_round=2, **settings)
    system = System.INDIVIDUAL if tournament.kind == "individual" else System.DRAW
    round_ = start_round(tournament, system)
    for table in round_.tables.filter(number__lte=2):
        play_table(table)
    return tournament


def draw(tournament: Tournament, system: System, *, without_open: bool = False, **settings: object) -> Round:
    seats = [(EntrantId(number), EntrantId(number + 6)) for number in range(1, 7)] if system is System.MANUAL else ()
    wanted = RoundSettings(**settings)  # type: ignore[arg-type]
    return round_draft(tournament=tournament, system=system, settings=wanted, seats=seats, without_open=without_open)


def test_only_what_follows_the_ranking_waits_and_every_draw_can_be_repeated_once_the_results_are_in() -> None:
    for system in System:
        if system is System.INDIVIDUAL:
            continue
        tournament = under_way(name=system.value)
        if system in WAITS:
            with translation.override("en"), pytest.raises(Refused, match=r"tables 3, 4, 5, 6 have not handed in\."):
                draw(tournament, system)
            assert tournament.rounds.count() == 1
        second = draw(tournament, system, without_open=system in WAITS)
        if system is System.MANUAL:
            continue
        request = request_as_drawn(second)
        assert check_draft(compute_draft(system, request), request) == [], system
        before = drafted(second).tables
        round_publish(round=second, at=AT)
        play_round(tournament.rounds.get(number=1), seed=3)
        second.refresh_from_db()
        assert compute_draft(system, request_as_drawn(second)).tables == before, system


def test_a_whist_movement_goes_on_and_the_danish_individual_waits() -> None:
    for movement in (None, Movement.WHIST, Movement.DANISH):
        tournament = under_way(16, kind="individual", name=str(movement))
        if movement is Movement.DANISH:
            with pytest.raises(Refused):
                draw(tournament, System.INDIVIDUAL, movement=movement)
        second = draw(tournament, System.INDIVIDUAL, movement=movement, without_open=movement is Movement.DANISH)
        assert second.tables.count() == 4


def test_rounds_close_in_order_and_only_the_last_is_withdrawn() -> None:
    tournament = under_way()
    first = tournament.rounds.get()
    second = round_publish(round=draw(tournament, System.MITCHELL, step=1), at=AT)
    third = draw(tournament, System.MITCHELL, step=1)
    for number, attempt in product((1, 2), (round_withdraw, round_close)):
        with pytest.raises(Refused):
            attempt(round=tournament.rounds.get(number=number))
    play_round(second, close=False)
    with translation.override("en"), pytest.raises(Refused, match="Round 1 is still under way: close it first"):
        round_close(round=second)
    assert [round_.state for round_ in tournament.rounds.order_by("number")] == ["published", "published", "draft"]
    play_round(first)
    round_close(round=second)
    round_publish(round=third, at=AT)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.bulk_create(
            Round(tournament=tournament, number=number, system="draw", seed=1) for number in (4, 5)
        )


def test_rounds_side_by_side_go_out_and_in_but_not_out_of_order() -> None:
    tournament = under_way()
    round_publish(round=draw(tournament, System.MITCHELL, step=1), at=AT)
    draft_round(tournament, System.MITCHELL, step=1)
    tournament.refresh_from_db()
    data = export_tournament(tournament)
    copy = tournament_import(text=to_json(data), slug="copia")
    assert [round_.state for round_ in copy.rounds.order_by("number")] == ["published", "published", "draft"]
    assert request_as_drawn(copy.rounds.get(number=3)) == request_as_drawn(tournament.rounds.get(number=3))
    for states in (("published", "closed", "draft"), ("draft", "published", "published"), ("draft", "draft", "draft")):
        rounds = [
            row | {"state": state, "tables": [table | {"outcome": "open", "hands": []} for table in row["tables"]]}
            for row, state in zip(data["rounds"], states, strict=True)
        ]
        with translation.override("en"), pytest.raises(Exception, match=r"closed rounds come first|needs its result"):
            tournament_import(text=to_json(data | {"rounds": rounds}), slug="altra")


def test_results_that_come_later_count_in_the_ranking_and_move_nobody() -> None:
    tournament = under_way()
    second = round_publish(round=draw(tournament, System.DANISH, without_open=True), at=AT)
    seats = [table.seated for table in drafted(second).tables]
    ranked = [number for number, _vp in second.order]
    played = {
        number
        for table in tournament.rounds.get(number=1).tables.filter(outcome=Outcome.PLAYED)
        for number in (
            table.ns.number,
            table.ew.number,  # type: ignore[union-attr]
        )
    }
    # Those who already have VP come first.
    assert set(ranked[:2]) <= played
    play_round(tournament.rounds.get(number=1))
    assert [table.seated for table in drafted(second).tables] == seats
    request = request_as_drawn(second)
    assert [entrant.id for entrant in request.entrants] == ranked
