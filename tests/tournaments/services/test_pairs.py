"""Entering, correcting and removing pairs."""

import pytest

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Pair, Player, Round
from tournaments.people.persons import ListedPlayer
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.registration import Admission, entering_of
from tournaments.services import (
    adjustment_add,
    adjustment_remove,
    club_keep_till,
    pair_add,
    pair_change,
    pair_delete,
    pair_pay,
    pair_set_status,
    pairs_add_many,
    pairs_check_in,
    round_publish,
    round_withdraw,
    single_add,
    single_remove,
    singles_pair,
    till_terms_set,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_a_new_name_becomes_a_member_and_a_known_one_is_found_however_it_is_written():
    tournament = make_tournament()
    pair_add(tournament=tournament, players=("Rossi Anna", "De Luca Sergio"))
    other = make_tournament(name="Sabato")
    again = pair_add(tournament=other, players=("sergio DE LUCA", "  rossi   anna "))
    assert Player.objects.count() == 2
    assert str(again) == "De Luca Sergio – Rossi Anna"


def test_a_list_adds_what_the_club_does_not_know_of_a_member_and_changes_nothing_it_knows():
    listed = (
        ListedPlayer(name="Rossi Anna", club="Torino", contact="333 1234567"),
        ListedPlayer(name="Bianchi Carlo"),
    )
    pair_add(tournament=make_tournament(), players=listed)
    again = (
        ListedPlayer(name="Rossi Anna", club="Torino", contact="347 7654321"),
        ListedPlayer(name="Bianchi Carlo", club="Asti", contact="011 123456"),
    )
    pair_add(tournament=make_tournament(name="Sabato"), players=again)
    facts = Player.objects.order_by("last_name").values_list("last_name", "club", "contact")
    assert list(facts) == [("Bianchi", "Asti", "011 123456"), ("Rossi", "Torino", "333 1234567")]


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
    # Only the other namesake is left.
    assert pair_add(tournament=tournament, players=("Rossi Anna", "Verdi Ugo")).player1 == second


def test_a_pasted_list_is_entered_whole_or_not_at_all():
    tournament = make_tournament()
    with pytest.raises(Refused):
        pairs_add_many(tournament=tournament, lines=[("Rossi Anna", "Bianchi Carlo"), ("Verdi Ugo", "Rossi Anna")])
    assert not Pair.objects.exists()
    assert not Player.objects.exists()


def test_numbers_are_given_in_order_and_can_be_changed_until_the_pair_is_seated():
    tournament = make_tournament(pairs=4)
    assert [pair.number for pair in tournament.pairs.all()] == [1, 2, 3, 4]
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
    assert [pair.status for pair in tournament.pairs.all()] == ["active", "withdrawn", "active"]


def test_a_pair_that_was_seated_withdraws_and_is_not_deleted():
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    with pytest.raises(Refused):
        pair_delete(pair=pair(tournament, 1))
    pair_set_status(pair=pair(tournament, 1), status=Pair.Status.WITHDRAWN)
    # The first round has no ranking yet.
    late = pair_add(tournament=tournament, players=("Rossi Zoe", "Bianchi Zoe"))
    pair_delete(pair=late)
    assert tournament.pairs.count() == 4


def test_nobody_is_entered_once_the_first_round_has_its_ranking():
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    with pytest.raises(Refused, match="nobody else can be added"):
        pair_add(tournament=tournament, players=("Rossi Zoe", "Bianchi Zoe"))
    with pytest.raises(Refused, match="nobody else can be added"):
        pairs_add_many(tournament=tournament, lines=[("Rossi Zoe", "Bianchi Zoe")])
    assert tournament.pairs.count() == 4
    # A pair that was added in time may leave and come back.
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1)], here=False)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1)], here=True)
    assert pair(tournament, 1).status == Pair.Status.ACTIVE


def test_a_draft_of_the_first_round_shuts_nobody_out():
    tournament = make_tournament(pairs=4)
    round_ = draft_round(tournament)
    tournament.refresh_from_db()
    assert entering_of(tournament) is Admission.OPEN
    round_publish(round=round_, at=AT)
    tournament.refresh_from_db()
    assert entering_of(tournament) is Admission.LATE
    round_withdraw(round=round_)
    tournament.refresh_from_db()
    assert entering_of(tournament) is Admission.OPEN


def test_an_individual_tournament_takes_one_name_at_a_time():
    tournament = make_tournament(kind="individual")
    anna = pair_add(tournament=tournament, players=("Rossi Anna",))
    assert (str(anna), anna.players, anna.player2) == ("Rossi Anna", [anna.player1], None)
    with pytest.raises(Refused, match="one name is entered at a time"):
        pair_add(tournament=tournament, players=("Neri Ugo", "Verdi Pia"))
    with pytest.raises(Refused, match="Rossi Anna is already playing, under number 1"):
        pair_add(tournament=tournament, players=("anna rossi",))
    with pytest.raises(Refused, match="A name is missing"):
        pair_add(tournament=tournament, players=("  ",))
    corrected = pair_change(pair=anna, players=("Bianchi Eva",), number=7)
    assert (str(corrected), corrected.number) == ("Bianchi Eva", 7)
    assert [entrant.names for entrant in entrants_of(tournament)] == [("Bianchi Eva",)]


@pytest.mark.parametrize("kind", ["pairs", "teams"])
def test_a_pair_is_two_names(kind):
    tournament = make_tournament(kind=kind)
    for players in (("Rossi Anna",), ("Rossi Anna", "Neri Ugo", "Verdi Pia"), ()):
        with pytest.raises(Refused, match="A pair needs two names"):
            pair_add(tournament=tournament, players=players)
    assert not Player.objects.exists()


def test_a_player_seated_as_somebodys_partner_is_seated():
    tournament = make_tournament(kind="individual", pairs=4)
    one, two, three, four = tournament.pairs.all()
    round_ = Round.objects.create(tournament=tournament, number=1, system="manual", seed=1, state="published")
    round_.tables.create(number=1, ns=one, ns_partner=two, ew=three, ew_partner=four)
    for seated in (two, four):
        with pytest.raises(Refused, match="cannot be deleted"):
            pair_delete(pair=seated)
        with pytest.raises(Refused, match="the number is on the slips"):
            pair_change(pair=seated, number=9)
    Round.objects.update(state="draft")
    with pytest.raises(Refused, match="draft of round 1"):
        pair_set_status(pair=four, status=Pair.Status.WITHDRAWN)


def test_a_table_is_kept_by_one_pair():
    tournament = make_tournament(pairs=3)
    pair_change(pair=pair(tournament, 1), fixed_table=3)
    with pytest.raises(Refused, match=r"Table 3 is kept by pair 1, .*: choose another"):
        pair_change(pair=pair(tournament, 2), fixed_table=3)
    with pytest.raises(Refused, match="Table numbers start at 1"):
        pair_change(pair=pair(tournament, 2), fixed_table=-1)
    # The pair may save the same table again, and give it up.
    pair_change(pair=pair(tournament, 1), fixed_table=3)
    pair_change(pair=pair(tournament, 1), fixed_table=0)
    pair_change(pair=pair(tournament, 2), fixed_table=3)
    assert [entrant.fixed_table for entrant in entrants_of(tournament)] == [None, 3, None]


def test_nobody_else_is_put_on_the_list_of_those_alone_once_a_round_is_ranked() -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2)
    play_round(start_round(tournament))
    with pytest.raises(Refused, match="Round 1 has been ranked"):
        pairs_add_many(tournament=tournament, lines=[], singles=["Sala Eva"])
    assert pairs_add_many(tournament=tournament, lines=[]) == []


def test_a_pair_that_never_sat_anywhere_and_was_given_points_is_not_deleted() -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2)
    round_ = start_round(tournament)
    late = pair_add(tournament=tournament, players=["Nuova Ada", "Nuovo Ugo"])
    given = adjustment_add(round=round_, pair=late, mp=-100, reason="Late")
    with pytest.raises(Refused):
        pair_delete(pair=late)
    adjustment_remove(adjustment=given)
    pair_delete(pair=late)
    assert tournament.pairs.count() == 2


def test_a_payment_keeps_a_pair_as_long_as_the_club_keeps_a_till() -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=1)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    pair_pay(pair=pair(tournament, 1), means="cash")
    with pytest.raises(Refused, match="Number 1 has paid: undo the payment first"):
        pair_delete(pair=pair(tournament, 1))
    club_keep_till(keeps=False)
    pair_delete(pair=pair(tournament, 1))
    assert not tournament.pairs.exists()


def test_a_number_is_one_or_more() -> None:
    tournament = make_tournament(pairs=2)
    pair_delete(pair=pair(tournament, 1))
    for number in (0, -1):
        with pytest.raises(Refused, match="1"):
            pair_change(pair=pair(tournament, 2), number=number)
    assert pair_change(pair=pair(tournament, 2), number=1).number == 1


def test_two_on_the_list_make_a_pair_and_one_alone_or_gone_does_not() -> None:
    tournament = make_tournament()
    one, other = (single_add(tournament=tournament, player=name) for name in ("Sala Eva", "Conti Aldo"))
    with pytest.raises(Refused, match="Both players must be on the list"):
        singles_pair(one=one, other=one)
    single_remove(single=other)
    with pytest.raises(Refused, match="Both players must be on the list"):
        singles_pair(one=one, other=other)
    assert singles_pair(one=one, other=single_add(tournament=tournament, player="Conti Aldo")).number == 1


def test_in_an_individual_tournament_nobody_needs_a_partner() -> None:
    tournament = make_tournament(kind="individual")
    with pytest.raises(Refused, match="nobody needs a partner"):
        single_add(tournament=tournament, player="Sala Eva")
