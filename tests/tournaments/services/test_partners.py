"""Players alone who look for a partner: offers made, accepted, declined and withdrawn, and what is left of them."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils.translation import override

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import AT
from tests.tournaments.services.test_entries import enter, open_to
from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.entry_board import entry_board, entry_rows
from tournaments.selectors.partners import MOST_OFFERS, partners_wanted
from tournaments.services import (
    contacts_delete_old,
    entries_take_out,
    entry_accept,
    entry_look,
    entry_make,
    entry_move_up,
    entry_refuse,
    entry_terms_set,
    entry_withdraw,
    offer_accept,
    offer_decline,
    offer_make,
    offer_withdraw,
    pair_add,
    player_forget,
    single_remove,
    singles_pair,
    tournament_delete,
    tournament_delete_for_good,
)
from tournaments.services.entries import MOST_OF_A_SENDER, SentEntry
from tournaments.services.entry_tokens import entry_of_token
from tournaments.services.refusals import EnteredAlready
from tournaments.wording.entries import ENTERED_ALREADY, OFFER_SENTENCES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

WAITING, LISTED, ACCEPTED = Entry.State.WAITING, Entry.State.LISTED, Entry.State.ACCEPTED
PROPOSED, JOINED, DECLINED = Entry.State.PROPOSED, Entry.State.JOINED, Entry.State.DECLINED
REFUSED, WITHDRAWN = Entry.State.REFUSED, Entry.State.WITHDRAWN
LATER = AT + timedelta(minutes=30)


def look(tournament: Tournament, name: str = "Rossi Anna", *, minute: int = 0) -> Entry:
    """Enter a player alone who is shown as looking for a partner."""
    sent = SentEntry(names=(name,), club="", contact="333 1111111", form=name, sender="", looking=True)
    return entry_make(tournament=tournament, sent=sent, at=AT + timedelta(minutes=minute))[0]


def offer(wanted: Entry, name: str = "Verdi Ugo", *, form: str = "o", sender: str = "", minute: int = 10) -> Entry:
    sent = SentEntry(names=(name,), club="", contact="333 2222222", form=form, sender=sender)
    made, token = offer_make(wanted=wanted, sent=sent, at=AT + timedelta(minutes=minute))
    assert entry_of_token(wanted.tournament, token) == made
    return made


def now(entry: Entry) -> Entry:
    entry.refresh_from_db()
    return entry


def names(tournament: Tournament) -> list[str]:
    return [wanted.name for wanted in partners_wanted(tournament)]


def test_an_offer_accepted_is_an_entry_of_two_and_the_other_offers_are_declined() -> None:
    tournament = open_to()
    wanted = look(tournament)
    chosen, other = offer(wanted), offer(wanted, "Neri Pia")
    assert not tournament.pairs.exists() and wanted.state == WAITING
    entry = offer_accept(offer=chosen, at=LATER)
    assert (entry.pk, entry.names, entry.state, entry.looking) == (
        wanted.pk,
        ("Rossi Anna", "Verdi Ugo"),
        WAITING,
        False,
    )
    assert (now(chosen).state, chosen.contact) == (JOINED, "333 2222222")
    assert (now(other).state, other.contact) == (DECLINED, "")
    with pytest.raises(Refused, match="no longer open"):
        offer_accept(offer=other, at=LATER)
    assert names(tournament) == []
    pair = entry_accept(entry=entry).pair
    assert pair is not None and str(pair) == "Rossi Anna – Verdi Ugo"
    assert Entry.objects.filter(state__in=(WAITING, ACCEPTED)).count() == 1
    assert list(history_faults()) == []


def test_who_is_shown_wants_it_is_alone_and_may_change_their_mind() -> None:
    tournament = open_to()
    enter(tournament, "Gialli Rita")
    wanted = look(tournament)
    assert names(tournament) == ["Rossi A."]
    offered = offer(wanted)
    entry_look(entry=wanted, looking=False)
    assert names(tournament) == [] and now(offered).state == PROPOSED
    with pytest.raises(Refused, match="no longer looking"):
        offer(wanted, "Neri Pia")
    entry_look(entry=wanted, looking=True, at=LATER)
    entry_accept(entry=wanted)
    assert names(tournament) == ["Rossi A."]
    sent = SentEntry(names=("Neri Pia", "Blu Leo"), club="", contact="333 33333", form="p", sender="", looking=True)
    pair_entry, _token = entry_make(tournament=tournament, sent=sent, at=AT)
    assert not pair_entry.looking
    with pytest.raises(Refused, match="no longer looking"):
        entry_look(entry=pair_entry, looking=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=pair_entry.pk).update(looking=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=pair_entry.pk).update(state=PROPOSED)


def test_in_an_individual_tournament_nobody_looks_for_a_partner() -> None:
    tournament = open_to(kind="individual")
    wanted = look(tournament)
    assert not wanted.looking and names(tournament) == []
    with pytest.raises(Refused, match="no longer looking"):
        entry_look(entry=wanted, looking=True)


def test_a_player_alone_keeps_the_place_in_the_queue_and_places_are_counted() -> None:
    tournament = open_to(1)
    wanted = look(tournament)
    first = enter(tournament, "Neri Pia", "Blu Leo", minute=1)
    second = enter(tournament, "Gialli Rita", "Viola Ida", minute=2)
    assert (first.state, second.state) == (WAITING, LISTED)
    joined = offer_accept(offer=offer(wanted), at=LATER)
    assert joined.state == LISTED
    entry_withdraw(entry=first)
    assert (now(joined).state, now(second).state) == (WAITING, LISTED)


def test_where_no_approval_is_needed_both_are_entered_at_once_also_when_one_was_accepted_alone() -> None:
    tournament = open_to(without_yes=True)
    wanted = look(tournament)
    assert wanted.state == ACCEPTED and tournament.singles.count() == 1
    joined = offer_accept(offer=offer(wanted), at=LATER)
    assert joined.state == ACCEPTED and joined.pair is not None and not tournament.singles.exists()
    assert joined.made1 and joined.made2
    # A prank leaves no members, of those accepted alone neither.
    entries_take_out(tournament=tournament, sender="")
    assert not Player.objects.exists()


def test_of_two_who_are_both_alone_one_entry_remains_in_the_earlier_place() -> None:
    tournament = open_to()
    early, late = look(tournament, "Verdi Ugo"), look(tournament, minute=1)
    entry_accept(entry=early)
    to_late, to_early = offer(late, "Ugo Verdi"), offer(early, "Rossi Anna", form="x")
    third = offer(early, "Neri Pia")
    joined = offer_accept(offer=to_late, at=LATER)
    assert joined.pk == late.pk and joined.created_at == early.created_at
    assert [now(entry).state for entry in (early, to_late, third)] == [JOINED, JOINED, DECLINED]
    # The offer in the other direction is no longer needed, and cannot be accepted.
    assert now(to_early).state == WITHDRAWN and to_early.contact == ""
    with pytest.raises(Refused, match="withdrawn in the meantime"):
        offer_accept(offer=to_early, at=LATER)
    assert not tournament.singles.exists() and names(tournament) == []
    pair = entry_accept(entry=joined).pair
    assert pair is not None and tournament.pairs.count() == 1 and Player.objects.count() == 2
    board = entry_board(tournament)
    (row,) = entry_rows(tournament, board, board.accepted).values()
    assert set(row.joined) == {early, to_late}


@pytest.mark.parametrize("busy", ["pair", "entry"])
def test_who_plays_with_somebody_else_can_neither_offer_nor_be_accepted(busy: str) -> None:
    tournament = open_to()
    wanted = look(tournament)
    offered = offer(wanted)
    entry = enter(tournament, "Verdi Ugo", "Neri Pia", minute=20)
    if busy == "pair":
        entry_accept(entry=entry)
    with pytest.raises(Refused, match="Verdi Ugo is already entered in this tournament"):
        offer_accept(offer=offered, at=LATER)
    assert now(offered).state == PROPOSED and now(wanted).names == ("Rossi Anna",)
    with pytest.raises(Refused, match="Neri Pia is already entered in this tournament"):
        offer(wanted, "Neri Pia", form="y")


def test_an_offer_counts_once_and_only_so_many_wait() -> None:
    tournament = open_to()
    wanted = look(tournament)
    first = offer(wanted)
    assert offer(wanted) == first
    for name in ("Ugo VERDI", "Anna Rossi"):
        with pytest.raises(Refused, match="already made an offer"):
            offer(wanted, name, form="again")
    for number in range(1, MOST_OFFERS):
        offer(wanted, f"Signor{chr(97 + number)} Ugo")
    with pytest.raises(Refused, match="Many offers are waiting"):
        offer(wanted, "Neri Pia")
    offer_decline(offer=first)
    offer(wanted, form="again", minute=11)


def test_from_one_address_come_only_so_many_offers_and_entries() -> None:
    tournament = open_to()
    singles = [look(tournament, f"Sola{chr(97 + at)} Ada", minute=at - 25) for at in range(MOST_OF_A_SENDER + 1)]
    for single in singles[:-1]:
        offer(single, sender="one")
    with pytest.raises(Refused, match="Too many entries"):
        offer(singles[-1], sender="one")
    offer(singles[-1], sender="another")


def test_when_entries_are_closed_players_wait_for_the_club_to_join_them() -> None:
    tournament = open_to()
    wanted = look(tournament)
    offered = offer(wanted)
    entry_terms_set(tournament=tournament, terms={"closes_at": LATER})
    for act in (
        lambda: offer(wanted, "Neri Pia", minute=31),
        lambda: offer_accept(offer=offered, at=LATER),
        lambda: entry_look(entry=wanted, looking=True, at=LATER),
    ):
        with pytest.raises(Refused, match="Entries are closed"):
            act()
    assert offer_accept(offer=offered).names == ("Rossi Anna", "Verdi Ugo")
    begun = open_to()
    wanted = look(begun, "Sola Ada")
    offered = offer(wanted, "Solo Ugo")
    Tournament.objects.filter(pk=begun.pk).update(state=Tournament.State.RUNNING)
    with pytest.raises(Refused, match="has begun"):
        offer_accept(offer=offered)


def test_the_partner_withdraws_the_offer_and_later_the_entry_of_two() -> None:
    tournament = open_to()
    wanted = look(tournament)
    gone = offer_withdraw(offer=offer(wanted), joined=False)
    assert (gone.state, gone.contact) == (WITHDRAWN, "")
    assert offer_withdraw(offer=gone, joined=False).state == WITHDRAWN
    offered = offer(wanted, form="again", minute=11)
    joined = offer_accept(offer=offered, at=LATER)
    # Whoever did not see the answer yet is told, and withdraws nobody.
    with pytest.raises(Refused, match="accepted in the meantime"):
        offer_withdraw(offer=offered, joined=False)
    assert now(joined).state == WAITING
    offer_withdraw(offer=offered, joined=True)
    assert now(joined).state == WITHDRAWN


def by_the_player(wanted: Entry, _tournament: Tournament) -> None:
    entry_withdraw(entry=wanted)


def by_the_club(wanted: Entry, _tournament: Tournament) -> None:
    entry_refuse(entry=wanted)


def off_the_list(wanted: Entry, _tournament: Tournament) -> None:
    single = entry_accept(entry=wanted).single
    assert single is not None
    single_remove(single=single)


def paired_by_the_club(wanted: Entry, tournament: Tournament) -> None:
    one, other = (entry_accept(entry=entry).single for entry in (wanted, enter(tournament, "Gialli Rita", form="g")))
    assert one is not None and other is not None
    singles_pair(one=one, other=other)


def forgotten(wanted: Entry, _tournament: Tournament) -> None:
    entry_accept(entry=wanted)
    player_forget(player=Player.objects.get(last_name="Rossi"))


@pytest.mark.parametrize("leave", [by_the_player, by_the_club, off_the_list, paired_by_the_club, forgotten])
def test_offers_end_with_the_search_and_nobody_is_shown_any_longer(
    leave: Callable[[Entry, Tournament], None],
) -> None:
    tournament = open_to()
    wanted = look(tournament)
    offered = offer(wanted)
    leave(wanted, tournament)
    assert (now(offered).state, offered.contact) == (DECLINED, "")
    assert names(tournament) == []


def test_who_offered_and_is_forgotten_is_erased_with_the_offer() -> None:
    tournament = open_to()
    member = Player.objects.create(last_name="Verdi", first_name="Ugo", contact="333 2222222")
    offered = offer(look(tournament))
    player_forget(player=member)
    assert (now(offered).state, offered.contact) == (REFUSED, "") and "Verdi" not in offered.name1
    assert not Entry.history.filter(name1__contains="Verdi").exists()


def test_contacts_of_offers_go_with_those_of_entries_and_nothing_outlives_the_tournament() -> None:
    tournament = open_to()
    wanted = look(tournament)
    offer_accept(offer=offer(wanted), at=LATER)
    offer(look(tournament, "Sola Ada"), "Neri Pia")
    assert contacts_delete_old(at=AT + timedelta(days=92)) == 4
    assert not Entry.objects.exclude(contact="").exists()
    tournament_delete(tournament=tournament, by=None, at=LATER)
    tournament_delete_for_good(tournament=Tournament.everything.get(pk=tournament.pk))
    assert not Entry.objects.exists()


def test_an_offer_is_no_entry_that_the_club_accepts_or_takes_back() -> None:
    offered = offer(look(open_to()))
    for act in (entry_accept, entry_refuse, entry_move_up):
        with pytest.raises(Refused, match="answer it below that entry"):
            act(entry=offered)


def test_a_prank_of_entries_and_offers_is_taken_out_with_the_contacts_of_the_offers() -> None:
    tournament = open_to()
    wanted = look(tournament)
    offered = offer(wanted)
    assert entries_take_out(tournament=tournament, sender="") == []
    assert (now(wanted).state, now(offered).state, offered.contact) == (REFUSED, REFUSED, "")
    assert "not accepted" in str(OFFER_SENTENCES[offered.state])


def at_once(acts: list[Callable[[], object]]) -> list[str]:
    """Do several things at once, each over its own connection. Return the refusals."""
    barrier, refused = Barrier(len(acts)), []

    def do(act: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=30)
            with override("en"):
                act()
        except Refused as refusal:
            refused.append(refusal.message)
        finally:
            connection.close()

    threads = [Thread(target=do, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused


@pytest.mark.django_db(transaction=True)
def test_of_two_offers_accepted_at_once_one_is_and_the_other_device_is_told() -> None:
    for _time in range(5):
        tournament = open_to()
        wanted = look(tournament)
        offers = [offer(wanted, "Verdi Ugo"), offer(wanted, "Neri Pia")]
        refused = at_once([lambda made=made: offer_accept(offer=made, at=LATER) for made in offers])  # type: ignore[misc]
        assert refused == ["This offer is no longer open."]
        assert sorted(now(made).state for made in offers) == [DECLINED, JOINED]
        (joined,) = (made for made in offers if made.state == JOINED)
        assert now(wanted).name2 == joined.name1


def test_an_offer_that_ends_keeps_no_contact_and_is_shown_at_once() -> None:
    tournament = open_to()
    wanted = look(tournament)
    first, second, third = (offer(wanted, name, form=name) for name in ("Verdi Ugo", "Neri Pia", "Blu Eva"))
    Entry.objects.filter(answers=wanted).update(mail_consent_at=AT)

    def revision() -> int:
        return Tournament.objects.get().revision

    def stored(entry: Entry) -> tuple[str, str, bool]:
        entry.refresh_from_db()
        return entry.state, entry.contact, entry.mail_consent_at is not None

    before = revision()
    assert offer_withdraw(offer=first, joined=True).state == PROPOSED and revision() == before
    offer_withdraw(offer=first, joined=False)
    assert stored(first) == (WITHDRAWN, "", False) and revision() > before
    before = revision()
    offer_withdraw(offer=first, joined=False)
    assert revision() == before
    assert offer_decline(offer=second) == second
    assert stored(second) == (DECLINED, "", False) and revision() > before
    for late in (lambda: offer_decline(offer=second), lambda: offer_withdraw(offer=second, joined=False)):
        with pytest.raises(Refused):
            late()
    assert stored(third) == (PROPOSED, "333 2222222", True)
    offer_accept(offer=third, at=LATER)
    assert stored(third)[0] == JOINED
    offer_withdraw(offer=third, joined=True)
    assert now(wanted).state == WITHDRAWN


def test_what_one_sender_sent_goes_with_its_pairs_its_players_and_its_offers() -> None:
    tournament = open_to()
    wanted = look(tournament)
    offered = offer(wanted, "Burla Ugo", sender="prank")
    alone = SentEntry(names=("Burla Ada",), club="", contact="", form="x", sender="prank", looking=True)
    single = entry_make(tournament=tournament, sent=alone, at=AT)[0]
    entry_accept(entry=single)
    couple = enter(tournament, "Burla Pia", "Burla Leo", form="c", sender="prank")
    entry_accept(entry=couple)
    waiting = enter(tournament, "Burla Eva", "Burla Ida", form="w", sender="prank")
    honest = enter(tournament, "Verdi Ugo", "Neri Pia", form="h", sender="other")
    entry_accept(entry=honest)
    withdrawn = enter(tournament, "Burla Zoe", "Burla Gil", form="z", sender="prank")
    entry_withdraw(entry=withdrawn)
    assert (tournament.singles.count(), tournament.pairs.count()) == (1, 2)
    assert Player.objects.filter(last_name="Burla").count() == 3
    before = Tournament.objects.get().revision
    assert entries_take_out(tournament=tournament, sender="prank") == []
    states = [now(entry).state for entry in (offered, single, couple, waiting, honest, withdrawn, wanted)]
    assert states == [REFUSED, REFUSED, REFUSED, REFUSED, ACCEPTED, WITHDRAWN, WAITING]
    assert (tournament.singles.count(), tournament.pairs.count()) == (0, 1)
    assert (now(couple).pair, now(single).single, offered.contact) == (None, None, "")
    assert not Player.objects.filter(last_name="Burla").exists()
    assert Tournament.objects.get().revision > before


@pytest.mark.django_db(transaction=True)
def test_an_offer_withdrawn_while_it_is_accepted_is_one_or_the_other() -> None:
    for _time in range(5):
        wanted = look(open_to())
        made = offer(wanted)
        refused = at_once(
            [
                lambda made=made: offer_accept(offer=made, at=LATER),  # type: ignore[misc]
                lambda made=made: offer_withdraw(offer=made, joined=False),  # type: ignore[misc]
            ]
        )
        ends = {
            JOINED: "This offer has been accepted in the meantime.",
            WITHDRAWN: "This offer has been withdrawn in the meantime.",
        }
        assert refused == [ends[Entry.State(now(made).state)]]
        assert bool(now(wanted).name2) == (made.state == JOINED)


@pytest.mark.django_db(transaction=True)
def test_two_alone_who_accept_one_another_at_once_are_one_entry() -> None:
    for _time in range(5):
        tournament = open_to()
        one, other = look(tournament), look(tournament, "Verdi Ugo", minute=1)
        offers = [offer(one, "Verdi Ugo"), offer(other, "Rossi Anna")]
        refused = at_once([lambda made=made: offer_accept(offer=made, at=LATER) for made in offers])  # type: ignore[misc]
        assert refused == ["This offer has been withdrawn in the meantime."]
        (entry,) = tournament.entries.filter(state=WAITING)
        assert set(entry.names) == {"Rossi Anna", "Verdi Ugo"}


def test_two_who_are_entered_together_already_cannot_join_a_second_time() -> None:
    tournament = open_to()
    offered = offer(look(tournament))
    pair_add(tournament=tournament, players=["Rossi Anna", "Verdi Ugo"])
    with pytest.raises(EnteredAlready) as refused:
        offer_accept(offer=offered)
    assert refused.value.message == str(ENTERED_ALREADY)
