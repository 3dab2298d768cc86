"""What the form of adjustments offers, and what is told of an adjustment in words and in files."""

import pytest

from tests.factories import draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Adjustment, Table
from tournaments.records import Kind, System
from tournaments.records.sections import TableNumber
from tournaments.selectors.adjustments import given_adjustments, is_given, pairs_offered, tables_played, taken_back_in
from tournaments.selectors.report_files import _adjustment_row, _table_cell, adjustment_in_words
from tournaments.services import adjustment_add, adjustment_remove

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_pairs_are_offered_by_the_beginning_of_their_number_or_by_their_name() -> None:
    tournament = make_tournament(pairs=21)
    make_tournament(name="Altro", pairs=3)

    def offered(typed: str, **most: int) -> list[int]:
        return [entered.number for entered in pairs_offered(tournament, typed, **most)]

    assert offered("2") == [2, 20, 21] and offered(" 21 ") == [21] and offered("22") == []
    assert offered("1") == [1, 10, 11, 12, 13, 14, 15, 16] and offered("1", limit=2) == [1, 10]
    own = pair(tournament, 3)
    assert offered(str(own.player1)) == [3]
    assert offered(own.player2.first_name if own.player2 else "", limit=1) == [1]


def test_tables_are_those_played_against_somebody_the_latest_first_from_any_seat() -> None:
    tournament = make_tournament(pairs=9, kind=Kind.INDIVIDUAL, hands_per_round=2)
    for _round in range(2):
        play_round(start_round(tournament, System.INDIVIDUAL))
    draft_round(tournament, System.INDIVIDUAL)
    played = {own.number: [table.round.number for table in tables_played(own)] for own in tournament.pairs.all()}
    rests = Table.objects.filter(ew=None, round__number__lt=3).order_by("round__number")
    first, second = rests.values_list("ns__number", flat=True)
    assert played == {number: [2, 1] for number in range(1, 10)} | {first: [2], second: [1]}


def test_an_adjustment_was_given_since_even_if_it_is_gone() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    first = adjustment_add(round=round_, pair=pair(tournament, 1), mp=-50, reason="Late")
    newest = Adjustment.history.latest("history_id").history_id
    assert not is_given(first, since=newest) and is_given(first, since=newest - 1)
    adjustment_remove(adjustment=adjustment_add(round=round_, pair=pair(tournament, 1), mp=-50, reason="Late"))
    assert is_given(first, since=newest)
    first.reason = "Noise"
    assert not is_given(first, since=newest - 1)


def test_an_adjustment_is_told_with_its_round_its_pair_and_its_player() -> None:
    tournament = make_tournament(pairs=4)
    round_, own = start_round(tournament), pair(tournament, 2)
    adjustment_add(round=round_, pair=own, mp=-100, vp=-1, reason="Late", article="9", player=own.player1)
    adjustment_add(round=round_, pair=own, reason="Noise")
    first, second = given_adjustments(tournament)
    assert adjustment_in_words(first) == f"Round 1, 2 {own}: −100 MP, −1 VP, {own.player1}: Late (9)"
    assert adjustment_in_words(second) == f"Round 1, 2 {own}: warning, Noise"
    assert _adjustment_row(first) == (1, 2, str(own), -100, -1, f"{own.player1}: Late", "9")
    assert _adjustment_row(second) == (1, 2, str(own), 0, 0, "Noise", "")


def test_a_table_is_a_number_in_a_file_unless_it_has_a_name() -> None:
    assert (_table_cell(None), _table_cell(7), _table_cell(TableNumber(7, "B 2"))) == (None, 7, "B 2")


def test_what_was_taken_back_last_is_offered_first() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    first, second, third, _stays = (
        adjustment_add(round=round_, pair=pair(tournament, number), mp=-100, reason=f"Motivo {number}")
        for number in (1, 2, 3, 4)
    )
    for adjustment in (second, third, first):
        adjustment_remove(adjustment=adjustment)
    assert [given.row.pair.number for given in taken_back_in(tournament)] == [1, 3, 2]
