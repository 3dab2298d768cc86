"""Pairs that sign up: places, the waiting list, the club's approval, and the erased data."""

from datetime import timedelta
from random import Random
from threading import Barrier, Thread

import pytest
from django.db import connection

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Entry, Pair, Payment, Player, Tournament
from tournaments.people.names import people_key
from tournaments.selectors.entries import crowds_of, free_places, terms_of
from tournaments.selectors.entry_conflicts import Conflict, conflicts_of
from tournaments.services import (
    club_keep_till,
    contacts_delete_old,
    entries_accept_all,
    entries_take_out,
    entry_accept,
    entry_make,
    entry_move_up,
    entry_refuse,
    entry_terms_set,
    entry_withdraw,
    pair_add,
    pair_delete,
    pair_pay,
    pair_set_status,
    pair_unpay,
    pairs_add_many,
    pairs_check_in,
    player_change,
    player_forget,
    singles_pair,
    tournament_change,
    tournament_delete,
    tournament_delete_for_good,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.services.entries import MOST_OF_A_SENDER, SentEntry
from tournaments.services.entry_tokens import entry_of_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

WAITING, LISTED, ACCEPTED = Entry.State.WAITING, Entry.State.LISTED, Entry.State.ACCEPTED


def open_to(places: int | None = None, *, pairs: int = 0, **settings: object) -> Tournament:
    """Create a tournament that accepts entries; `settings` are its terms, apart from its kind."""
    kind = {"kind": settings.pop("kind")} if "kind" in settings else {}
    tournament = make_tournament(pairs=pairs, here=False, **kind)
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": places, **settings})
    return tournament


def enter(
    tournament: Tournament,
    *names: str,
    minute: int = 0,
    form: str = "a",
    sender: str = "",
    club: str = "",
    team: str = "",
) -> Entry:
    sent = SentEntry(names=names, club=club, contact="333 1234567", team=team, form=form, sender=sender)
    entry, token = entry_make(tournament=tournament, sent=sent, at=AT + timedelta(minutes=minute))
    assert entry_of_token(tournament, token) == entry
    return entry


def couple(number: int) -> tuple[str, str]:
    return f"Signora{chr(97 + number)} Ada", f"Signor{chr(97 + number)} Ugo"


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("state", flat=True))


def test_who_comes_first_has_the_place_and_who_withdraws_gives_it_to_the_first_on_the_list() -> None:
    tournament = open_to(3, pairs=1)
    entries = [enter(tournament, *couple(at), minute=at) for at in range(4)]
    assert states(tournament) == [WAITING, WAITING, LISTED, LISTED]
    entry_withdraw(entry=entries[0])
    assert states(tournament) == ["withdrawn", WAITING, WAITING, LISTED]
    assert list(tournament.entries.values_list("moved_up", flat=True)) == [False, False, True, False]
    pair_set_status(pair=pair(tournament, 1), status=Pair.Status.WITHDRAWN)
    assert states(tournament) == ["withdrawn", WAITING, WAITING, WAITING]


def test_nobody_becomes_a_member_before_the_yes_and_then_a_pair_is_entered() -> None:
    tournament = open_to()
    member = Player.objects.create(last_name="Rossi", first_name="Anna")
    entry = enter(tournament, "Anna Rossi", "Verdi Ugo", club="Lecce")
    assert Player.objects.count() == 1 and not tournament.pairs.exists()
    entry = entry_accept(entry=entry)
    assert entry.pair is not None and entry.pair.player1 == member and entry.pair.status == Pair.Status.EXPECTED
    assert Player.objects.get(last_name="Verdi").contact == ""
    assert entry_accept(entry=entry).pair == entry.pair and tournament.pairs.count() == 1


def test_who_may_be_several_waits_for_the_club_to_say_who_it_is() -> None:
    tournament = open_to(without_yes=True)
    one, other = (Player.objects.create(last_name="Rossi", first_name="Anna", club=club) for club in ("Bari", "Lecce"))
    unclear = enter(tournament, "Rossi Anna", "Verdi Ugo")
    assert unclear.state == WAITING
    assert enter(tournament, "Neri Pia", "Bianchi Leo").state == ACCEPTED
    assert entries_accept_all(tournament=tournament) == [unclear]
    with pytest.raises(Refused, match="Several members match Rossi Anna"):
        entry_accept(entry=unclear)
    accepted = entry_accept(entry=unclear, players=[other, "Verdi Ugo"])
    assert accepted.pair is not None and accepted.pair.player1 == other
    # The typed club decides if only one of them is its member.
    assert enter(tournament, "Anna Rossi", "Gialli Rita", club="bari").pair.player1 == one  # type: ignore[union-attr]


def test_the_same_form_twice_is_one_entry_and_the_same_people_again_are_told_so() -> None:
    tournament = open_to()
    first = enter(tournament, "Rossi Anna", "Verdi Ugo", form="f" * 32)
    assert enter(tournament, "Rossi Anna", "Verdi Ugo", form="f" * 32) == first
    assert enter(tournament, "Neri Pia", "Verdi Ugo", form="f" * 32) != first
    for names in (("Rossi Anna", "Verdi Ugo"), ("ugo  VERDI", "Anna Rossi"), ("Verdi, Ugo", "Rossi Anna")):
        with pytest.raises(Refused, match="already been entered"):
            enter(tournament, *names, form="b")
    entered = make_tournament(pairs=1)
    entry_terms_set(tournament=entered, terms={"is_open": True})
    with pytest.raises(Refused, match="already been entered"):
        enter(entered, *map(str, pair(entered, 1).players))


@pytest.mark.parametrize("earlier_is", ["withdrawn", "refused"])
def test_who_sent_another_entry_meanwhile_is_not_entered_twice(earlier_is: str) -> None:
    """It is neither accepted nor put back on the waiting list while the other entry is live; then both are possible."""
    tournament, elsewhere = open_to(), open_to()
    enter(elsewhere, "Rossi Anna", "Verdi Ugo")
    first = enter(tournament, "Rossi Anna", "Verdi Ugo")
    first = entry_withdraw(entry=first) if earlier_is == "withdrawn" else entry_refuse(entry=first)
    second = enter(tournament, "Verdi Ugo", "Rossi Anna", form="b")
    for bring_back in (entry_accept, entry_move_up):
        with pytest.raises(Refused, match="now have another entry"):
            bring_back(entry=first)
    assert states(tournament) == [earlier_is, WAITING] and not tournament.pairs.exists()
    entry_refuse(entry=second)
    assert entry_move_up(entry=first).state == WAITING
    assert entry_accept(entry=first).state == ACCEPTED


def test_who_has_withdrawn_may_come_back_under_the_same_number() -> None:
    tournament = open_to(without_yes=True)
    first = enter(tournament, "Rossi Anna", "Verdi Ugo")
    entry_withdraw(entry=first)
    assert pair(tournament, 1).status == Pair.Status.WITHDRAWN
    again = enter(tournament, "Verdi Ugo", "Rossi Anna", form="b")
    assert (again.state, again.pair) == (ACCEPTED, pair(tournament, 1))
    assert tournament.pairs.count() == 1 and pair(tournament, 1).status == Pair.Status.EXPECTED
    assert states(tournament) == ["withdrawn", ACCEPTED]


def test_entries_end_at_their_time_and_when_the_tournament_begins() -> None:
    tournament = open_to(closes_at=AT + timedelta(minutes=5))
    enter(tournament, *couple(0), minute=4)
    with pytest.raises(Refused, match="Entries are closed"):
        enter(tournament, *couple(1), minute=5)
    begun = open_to(pairs=4)
    pairs_add_many(tournament=begun, lines=[couple(7)], here=True)
    begun.pairs.update(status=Pair.Status.ACTIVE)
    waiting = enter(begun, *couple(1))
    start_round(begun)
    with pytest.raises(Refused, match="has begun"):
        enter(begun, *couple(2))
    with pytest.raises(Refused, match="has begun"):
        entry_withdraw(entry=waiting)
    closed = make_tournament()
    with pytest.raises(Refused, match="the club enters everybody itself"):
        enter(closed, *couple(3))
    assert not closed.entries.exists()


def test_from_one_address_come_only_so_many_at_once() -> None:
    tournament = open_to()
    for at in range(MOST_OF_A_SENDER):
        enter(tournament, *couple(at), sender="hall")
    with pytest.raises(Refused, match="Too many entries"):
        enter(tournament, "Rossi Anna", "Verdi Ugo", sender="hall")
    enter(tournament, "Rossi Anna", "Verdi Ugo", sender="home")
    enter(tournament, "Neri Pia", "Gialli Rita", sender="hall", minute=11)
    assert tournament.entries.count() == MOST_OF_A_SENDER + 2


def test_in_all_come_only_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.entries.MOST_OF_ALL", 2)
    tournament = open_to()
    for at in range(2):
        enter(tournament, *couple(at), form=f"{at}", sender=f"{at}")
    with pytest.raises(Refused, match="Too many entries are coming from here at once"):
        enter(tournament, *couple(2), form="2", sender="2")
    assert tournament.entries.count() == 2


def test_whoever_sits_in_the_draft_of_the_first_round_tells_the_referee() -> None:
    tournament = open_to(pairs=1)
    entry = entry_accept(entry=enter(tournament, *couple(1)))
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1), entry.pair], here=True)
    draft_round(tournament)
    with pytest.raises(Refused, match="The first round is being drawn: tell the referee"):
        entry_withdraw(entry=entry)
    assert states(tournament) == [ACCEPTED]


def test_an_entry_that_was_refused_stays_so_when_the_club_takes_its_pair_back() -> None:
    tournament = open_to()
    entry = entry_accept(entry=enter(tournament, *couple(1)))
    entry_refuse(entry=entry_withdraw(entry=entry))
    pair_set_status(pair=entry.pair, status=Pair.Status.EXPECTED)
    assert states(tournament) == ["refused"]


def test_a_player_of_any_name_is_the_first_of_an_entry_of_one() -> None:
    entry = entry_accept(entry=enter(open_to(kind="individual"), "None"))
    assert (str(entry.member1), entry.member2) == ("None", None)


def test_who_comes_alone_looks_for_a_partner_takes_no_place_and_is_off_the_list_again() -> None:
    tournament = open_to(1, without_yes=True)
    alone = enter(tournament, "Rossi Anna")
    assert alone.state == ACCEPTED and alone.single is not None
    assert enter(tournament, *couple(0)).state == ACCEPTED
    assert enter(tournament, "Neri Pia").state == LISTED
    entry_withdraw(entry=alone)
    assert not tournament.singles.exists() and states(tournament)[0] == "withdrawn"


def test_who_found_a_partner_tells_the_club_and_does_not_just_go() -> None:
    tournament = open_to(without_yes=True)
    one, other = enter(tournament, "Rossi Anna"), enter(tournament, "Neri Pia")
    assert one.single is not None and other.single is not None
    singles_pair(one=one.single, other=other.single)
    with pytest.raises(Refused, match="You already have a partner"):
        entry_withdraw(entry=one)
    assert states(tournament) == [ACCEPTED, ACCEPTED] and list(history_faults()) == []


def test_pairs_that_name_a_team_alike_are_in_it_once_the_club_says_yes() -> None:
    tournament = open_to(kind="teams")
    for number, team in enumerate(("Le Volpi", "le  volpi", "Gli Assi", ""), start=1):
        enter(tournament, *couple(number), team=team)
    assert not tournament.teams.exists()
    entries_accept_all(tournament=tournament)
    assert [pair.team and pair.team.name for pair in tournament.pairs.all()] == ["Le Volpi"] * 2 + ["Gli Assi", None]


def test_who_comes_back_for_another_team_is_in_that_one() -> None:
    tournament = open_to(kind="teams", without_yes=True)
    first = enter(tournament, *couple(1), team="Le Volpi")
    entry_withdraw(entry=first)
    enter(tournament, *couple(1), team="Gli Assi", form="b", minute=1)
    assert [pair.team and pair.team.name for pair in tournament.pairs.all()] == ["Gli Assi"]


def test_where_there_are_no_teams_any_more_the_pair_is_entered_without() -> None:
    tournament = open_to(kind="teams")
    entry = enter(tournament, *couple(1), team="Le Volpi")
    tournament_change(tournament=tournament, changes={"kind": "pairs"})
    entry_accept(entry=entry)
    assert [pair.team for pair in tournament.pairs.all()] == [None]


def test_in_an_individual_tournament_a_player_takes_a_place() -> None:
    tournament = open_to(1, kind="individual", without_yes=True)
    assert enter(tournament, "Rossi Anna").pair == pair(tournament, 1)
    assert enter(tournament, "Neri Pia").state == LISTED


def test_where_places_have_no_limit_whoever_no_longer_conflicts_waits_for_a_yes() -> None:
    tournament = open_to()
    first = enter(tournament, "Rossi Anna", "Neri Pia")
    enter(tournament, "Rossi Anna", "Verdi Ugo", minute=1)
    enter(tournament, "Sala Eva", "Verdi Ugo", minute=2)
    assert states(tournament)[:2] == [WAITING, LISTED]
    entry_withdraw(entry=first)
    assert states(tournament)[1] == WAITING
    assert list(tournament.entries.values_list("moved_up", flat=True))[1] is False


def test_once_play_has_begun_nobody_moves_up_into_a_place_that_is_free() -> None:
    tournament = open_to(4, pairs=4)
    enter(tournament, *couple(0))
    for number in range(1, 5):
        pair_set_status(pair=pair(tournament, number), status=Pair.Status.ACTIVE)
    start_round(tournament)
    pair_set_status(pair=pair(tournament, 4), status=Pair.Status.WITHDRAWN)
    assert states(tournament) == [LISTED]


def test_the_club_refuses_takes_back_and_moves_up_past_others() -> None:
    tournament = open_to(1)
    first, second, third = (enter(tournament, *couple(at), minute=at) for at in range(3))
    assert states(tournament) == [WAITING, LISTED, LISTED]
    entry_move_up(entry=third)
    assert states(tournament) == [WAITING, LISTED, WAITING]
    entry_refuse(entry=first)
    # The third one has the place now.
    assert states(tournament) == ["refused", LISTED, WAITING]
    entry_refuse(entry=third)
    assert states(tournament) == ["refused", WAITING, "refused"]
    entry_accept(entry=second)
    with pytest.raises(Refused, match="already been entered"):
        entry_refuse(entry=second)
    again = enter(tournament, *couple(0), form="b", minute=9)
    assert again.state == LISTED
    with pytest.raises(Refused, match="now have another entry"):
        entry_move_up(entry=first)


def test_an_entry_follows_its_pair() -> None:
    tournament = open_to()
    entry = entry_accept(entry=enter(tournament, *couple(0)))
    assert entry.pair is not None
    pair_set_status(pair=entry.pair, status=Pair.Status.WITHDRAWN)
    assert states(tournament) == ["withdrawn"]
    pair_set_status(pair=entry.pair, status=Pair.Status.EXPECTED)
    assert states(tournament) == [ACCEPTED]
    pair_delete(pair=entry.pair)
    assert states(tournament) == ["refused"]
    assert list(history_faults()) == []


def test_random_comings_and_goings_never_give_more_places_than_there_are_nor_pass_anybody_by() -> None:
    rng = Random(11)
    tournament = open_to(5)
    for step in range(80):
        entries = list(tournament.entries.all())
        if rng.random() < 0.5 or not entries:
            enter(tournament, f"Cognome{step:02}a Ada", f"Cognome{step:02}b Ugo", minute=step * 20)
        else:
            chosen = rng.choice(entries)
            deeds = {WAITING: [entry_accept, entry_refuse, entry_withdraw], LISTED: [entry_withdraw, entry_refuse]}
            deed = rng.choice(deeds.get(chosen.state, [entry_withdraw]))  # type: ignore[call-overload]
            deed(entry=chosen)
        taken = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).count() + states(tournament).count(WAITING)
        assert taken <= 5
        assert LISTED not in states(tournament) or taken == 5
    assert list(history_faults()) == []


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_place_at_once_one_has_it() -> None:
    """Two connections try it many times."""
    tournaments = [open_to(3, pairs=2) for _time in range(8)]
    barrier = Barrier(2)

    def come(at: int) -> None:
        try:
            for tournament in tournaments:
                barrier.wait(timeout=30)
                enter(tournament, *couple(at), form=str(at))
        finally:
            connection.close()

    threads = [Thread(target=come, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [sorted(states(tournament)) for tournament in tournaments] == [[LISTED, WAITING]] * 8


def test_who_asks_to_be_forgotten_is_forgotten_in_entries_and_their_history() -> None:
    tournament = open_to(without_yes=True)
    entry = enter(tournament, "Rossi Anna", "Verdi Ugo", club="Lecce")
    player_forget(player=Player.objects.get(last_name="Rossi"))
    entry.refresh_from_db()
    assert (entry.name2, entry.contact, entry.club) == ("Verdi Ugo", "", "")
    assert "Rossi" not in entry.name1 and entry.people_key != people_key(["Rossi Anna", "Verdi Ugo"])
    assert not Entry.history.filter(name1__contains="Rossi").exists()
    assert list(history_faults()) == []


def test_who_is_forgotten_is_so_under_a_mistyped_name_of_an_entry_that_was_deleted() -> None:
    tournament = open_to()
    anna = Player.objects.create(last_name="Rossi", first_name="Anna")
    entry_accept(entry=enter(tournament, "Rosi Anna", "Verdi Ugo"), players=[anna, "Verdi Ugo"])
    tournament_delete_for_good(tournament=tournament_delete(tournament=tournament, by=None, at=AT))
    assert {*Entry.history.values_list("member1", flat=True)} == {None, anna.pk}
    player_forget(player=anna)
    assert not Entry.history.filter(name1__contains="Rosi").exists()
    assert {*Entry.history.values_list("name2", flat=True)} == {"Verdi Ugo"}


def test_contacts_go_when_nobody_needs_them_any_more() -> None:
    tournament = open_to(pairs=4)
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    enter(tournament, *couple(0))
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    final = tournament.history.latest().history_date
    Tournament.objects.filter(pk=tournament.pk).update(date=final.date())
    assert contacts_delete_old(at=final + timedelta(days=29, hours=23)) == 0
    assert contacts_delete_old(at=final + timedelta(days=31)) == 1
    never_final = open_to()
    enter(never_final, *couple(1))
    assert contacts_delete_old(at=AT + timedelta(days=80)) == 0
    assert contacts_delete_old(at=AT + timedelta(days=92)) == 1
    assert not Entry.objects.exclude(contact="").exists()


def test_who_entered_again_stays_so_when_the_club_takes_the_withdrawn_pair_back() -> None:
    tournament = open_to()
    first = entry_accept(entry=enter(tournament, *couple(0)))
    assert first.pair is not None
    entry_withdraw(entry=first)
    again = enter(tournament, *couple(0), form="b", minute=1)
    pair_set_status(pair=first.pair, status=Pair.Status.EXPECTED)
    assert states(tournament) == ["withdrawn", LISTED]
    with pytest.raises(Refused, match="is already playing in pair 1"):
        entry_accept(entry=again)
    entry_refuse(entry=again)
    pair_set_status(pair=first.pair, status=Pair.Status.ACTIVE)
    assert states(tournament) == [ACCEPTED, "refused"]


def test_an_entry_that_cannot_be_accepted_holds_no_place_and_says_so_at_once() -> None:
    tournament = open_to(3)
    first = enter(tournament, "Rossi Anna", "Verdi Ugo")
    double = enter(tournament, "Neri Pia", "anna rossi", form="b", minute=1)
    other = enter(tournament, "Conti Aldo", "Sala Eva", form="c", minute=2)
    assert states(tournament) == [WAITING, LISTED, WAITING]
    assert conflicts_of(tournament) == {double.pk: Conflict("anna rossi")}
    assert free_places(tournament, terms_of(tournament)) == 1
    with pytest.raises(Refused, match="anna rossi is in an earlier entry, too"):
        entry_move_up(entry=double)

    # The club adds one of the others itself: their entry holds no place now, and a place is free.
    pair_add(tournament=tournament, players=["Conti Aldo", "Galli Ivo"])
    assert states(tournament) == [WAITING, LISTED, LISTED] and free_places(tournament, terms_of(tournament)) == 1
    assert conflicts_of(tournament)[other.pk].name == "Conti Aldo"
    with pytest.raises(Refused, match="Conti Aldo is already playing, with number 1"):
        entry_move_up(entry=other)
    # An entry with a player of another pair is refused before it is stored, without naming the partner.
    with pytest.raises(Refused, match="Galli Ivo is already entered in this tournament, with another partner"):
        enter(tournament, "Galli Ivo", "Costa Lia", form="d", minute=3)
    assert tournament.entries.count() == 3

    # The club refuses the first entry, which no longer conflicts with the others.
    entry_refuse(entry=first)
    assert states(tournament) == ["refused", WAITING, LISTED]
    pair_delete(pair=pair(tournament, 1))
    assert states(tournament) == ["refused", WAITING, WAITING] and conflicts_of(tournament) == {}
    assert list(history_faults()) == []


def test_two_of_one_name_may_both_come_and_who_found_a_partner_leaves_the_list() -> None:
    tournament = open_to()
    for club in ("Bari", "Lecce"):
        Player.objects.create(last_name="Rossi", first_name="Anna", club=club)
    enter(tournament, "Rossi Anna", "Verdi Ugo")
    enter(tournament, "Rossi Anna", "Neri Pia", form="b", minute=1)
    enter(tournament, "Sala Eva", form="c", minute=2)
    enter(tournament, "Sala Eva", "Conti Aldo", form="d", minute=3)
    assert states(tournament) == [WAITING] * 4


def test_a_name_one_letter_from_a_members_waits_for_the_club_to_say_who_it_is() -> None:
    tournament = open_to(without_yes=True)
    anna = Player.objects.create(last_name="Rossi", first_name="Anna", club="Lecce")
    mistyped = enter(tournament, "Rosi Anna", "Verdi Ugo")
    assert mistyped.state == WAITING and entries_accept_all(tournament=tournament) == [mistyped]
    with pytest.raises(Refused, match=r"Rosi Anna is nearly Rossi Anna \(Lecce\): say who it is"):
        entry_accept(entry=mistyped)
    assert Player.objects.count() == 1
    assert entry_accept(entry=mistyped, players=[anna, "Verdi Ugo"]).member1 == anna
    # A name declared as another person is a new member, and both exist from then on.
    mine = open_to()
    entry_accept(entry=enter(mine, "Rosi Anna", "Neri Pia"), players=["Rosi Anna", "Neri Pia"])
    assert enter(open_to(without_yes=True), "Rosi Anna", "Sala Eva").state == ACCEPTED


PRANK = ["Topolino", "Paperino", "Pippo", "Pluto", "Minnie", "Paperone", "Qui", "Archimede", "Gastone", "Nonna Papera"]


def test_a_prank_of_twenty_leaves_no_members() -> None:
    tournament = open_to(without_yes=True, pairs=2)
    known = Player.objects.create(last_name="Rossi", first_name="Anna")
    before = set(Player.objects.values_list("pk", flat=True))
    jokes = [(f"{name} {first}", f"{first} {name} Zio") for first in ("Alfa", "Bravissimo") for name in PRANK]
    for at, names in enumerate(jokes):
        assert enter(tournament, *names, form=str(at), sender="prank").state == ACCEPTED
    honest = enter(tournament, "Rossi Anna", "Verdi Ugo", form="x", minute=15, sender="home")
    again = enter(tournament, "Sala Eva", "Topolino Alfa Beta", form="y", minute=15, sender="prank")
    assert again.state == ACCEPTED and tournament.pairs.count() == 2 + 20 + 2
    ((sender, many),) = crowds_of(tournament)
    assert sender == "prank" and len(many) == 21

    # One pair has paid, so it is not a prank, and the club gets a message.
    assert again.pair is not None
    club_keep_till(keeps=True)
    pair_pay(pair=again.pair, means="cash")
    assert entries_take_out(tournament=tournament, sender="prank") == [again]
    assert tournament.pairs.count() == 2 + 2 and crowds_of(tournament) == []
    names = set(Player.objects.exclude(pk__in=before).values_list("last_name", flat=True))
    assert names == {"Verdi", "Sala", "Topolino"} and Player.objects.filter(pk=known.pk).exists()
    assert Entry.objects.get(pk=honest.pk).state == ACCEPTED
    assert list(history_faults()) == []

    # A deleted pair leaves no members either, unless they have other entries or more data.
    assert honest.pair is not None
    player_change(player=Player.objects.get(last_name="Verdi"), details={"card": "0042"})
    pair_delete(pair=honest.pair)
    assert Player.objects.filter(last_name__in=["Verdi", "Rossi"]).count() == 2
    pair_unpay(pair=again.pair, means="cash")
    pair_delete(pair=again.pair)
    assert not Player.objects.filter(last_name__in=["Sala", "Topolino"]).exists()
    assert list(history_faults()) == []


def test_of_a_tournament_deleted_for_good_nothing_is_left_but_histories_without_contacts() -> None:
    tournament = open_to(pairs=2, without_yes=True)
    enter(tournament, *couple(0))
    enter(tournament, "Rossi Anna")
    pair_pay(pair=pair(tournament, 1), means="cash")
    away = tournament_delete(tournament=tournament, by=None, at=AT)
    tournament_delete_for_good(tournament=away)
    assert not Entry.objects.exists() and not Payment.objects.exists()
    assert not hasattr(Entry.history.model, "contact") and list(history_faults()) == []
