"""Entering, correcting and removing pairs."""

import pytest

from tests.factories import make_tournament, pair, start_round
from tournaments.errors import Refused
from tournaments.models import Pair, Player
from tournaments.services import (
    pair_add,
    pair_change,
    pair_delete,
    pair_set_status,
    pairs_add_many,
    pairs_check_in,
)

pytestmark = pytest.mark.django_db


def test_a_new_name_becomes_a_member_and_a_known_one_is_found_however_it_is_written():
    tournament = make_tournament()
    pair_add(tournament=tournament, players=("Rossi Anna", "De Luca Sergio"))
    other = make_tournament(name="Sabato")
    again = pair_add(tournament=other, players=("sergio DE LUCA", "  rossi   anna "))
    assert Player.objects.count() == 2
    assert str(again) == "De Luca Sergio – Rossi Anna"


def test_nobody_plays_twice_and_the_refusal_names_the_other_pair():
    tournament = make_tournament()
    pair_add(tournament=tournament, players=("Rossi Anna", "Bianchi Carlo"))
    with pytest.raises(Refused, match=r"Rossi Anna.* 1, Rossi Anna – Bianchi Carlo"):
        pair_add(tournament=tournament, players=("Verdi Ugo", "Rossi Anna"))
    with pytest.raises(Refused, match="Neri Ada"):
        pair_add(tournament=tournament, players=("Neri Ada", "Neri Ada"))
    assert Pair.objects.count() == 1
    assert not Player.objects.filter(last_name__in=["Verdi", "Neri"]).exists()


def test_namesakes_are_chosen_not_guessed():
    tournament = make_tournament()
    first = Player.objects.create(last_name="Rossi", first_name="Anna", card="1")
    second = Player.objects.create(last_name="Rossi", first_name="Anna", card="2")
    with pytest.raises(Refused, match="Rossi Anna"):
        pair_add(tournament=tournament, players=("Rossi Anna", "Bianchi Carlo"))
    pair_add(tournament=tournament, players=(first, "Bianchi Carlo"))
    # The namesake who is left is the only one it can be.
    assert pair_add(tournament=tournament, players=("Rossi Anna", "Verdi Ugo")).player1 == second


def test_a_pasted_list_is_entered_whole_or_not_at_all():
    tournament = make_tournament()
    with pytest.raises(Refused):
        pairs_add_many(tournament=tournament, lines=[("Rossi Anna", "Bianchi Carlo"), ("Verdi Ugo", "Rossi Anna")])
    assert not Pair.objects.exists()
    assert not Player.objects.exists()


def test_numbers_are_given_in_order_and_can_be_changed_until_the_pair_is_seated():
    tournament = make_tournament(pairs=4)
    assert [each.number for each in tournament.pairs.all()] == [1, 2, 3, 4]
    with pytest.raises(Refused):
        pair_change(pair=pair(tournament, 4), number=2)
    with pytest.raises(Refused):
        pair_change(pair=pair(tournament, 4), number=0)
    pair_change(pair=pair(tournament, 4), number=12)
    start_round(tournament)
    with pytest.raises(Refused):
        pair_change(pair=pair(tournament, 12), number=4)


def test_a_pair_keeps_its_own_players_when_it_is_corrected():
    tournament = make_tournament(pairs=2)
    first = pair(tournament, 1)
    corrected = pair_change(pair=first, players=(first.player1, "Sostituta Nuova"))
    assert corrected.player1 == first.player1
    with pytest.raises(Refused):
        pair_change(pair=first, players=(pair(tournament, 2).player1, first.player2))


def test_check_in_leaves_withdrawn_pairs_alone():
    tournament = make_tournament(pairs=3, here=False)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    pairs_check_in(tournament=tournament, pairs=tournament.pairs.all(), here=True)
    assert [each.status for each in tournament.pairs.all()] == ["active", "withdrawn", "active"]


def test_a_pair_that_was_seated_withdraws_and_is_not_deleted():
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    with pytest.raises(Refused):
        pair_delete(pair=pair(tournament, 1))
    pair_set_status(pair=pair(tournament, 1), status=Pair.Status.WITHDRAWN)
    late = pair_add(tournament=tournament, players=("Rossi Zoe", "Bianchi Zoe"))
    pair_delete(pair=late)
    assert tournament.pairs.count() == 4
