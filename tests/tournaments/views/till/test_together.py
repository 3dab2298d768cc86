"""Everybody has paid: one press for all who owe, what it leaves alone, and its undoing; several devices at once."""

from collections import Counter
from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import make_account, make_tournament, pair
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.models import Club, Pair, Payment, Receipt, Tournament
from tournaments.selectors.till import Owed, owed_parts, paid_together, till_of, till_terms_of
from tournaments.services import (
    club_keep_till,
    pair_pay,
    pair_set_status,
    pair_unpay,
    payments_note_together,
    payments_take_back_together,
    player_change,
    receipt_issue,
    receipt_void,
    till_terms_set,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

FEE = 2000


@pytest.fixture
def treasurer(db: None) -> Client:
    browser = Client()
    browser.force_login(make_account("tea", Role.TREASURER))
    return browser


def with_till(pairs: int = 4, **terms: object) -> Tournament:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=pairs, here=False, date=timezone.localdate())
    till_terms_set(tournament=tournament, terms={"fee": FEE, "per": "pair", "fund_percent": 80} | terms)
    return tournament


def owed_in(tournament: Tournament) -> list[Owed]:
    return list(owed_parts(till_of(tournament, till_terms_of(tournament))))


def press(client: Client, tournament: Tournament, **sent: object) -> HttpResponse:
    everybody = {"owed": list(map(str, owed_in(tournament))), "means": "cash"}
    return client.post(url("till_together", tournament), everybody | sent)  # type: ignore[return-value]


def paid(tournament: Tournament) -> list[tuple[int, int | None, int, str]]:
    rows = Payment.objects.filter(pair__tournament=tournament).order_by("pair__number", "seat")
    return list(rows.values_list("pair__number", "seat", "cents", "means"))


def test_one_press_notes_everybody_who_owes_and_says_before_how_many_and_how_much(treasurer: Client) -> None:
    tournament = with_till(6, reductions={"Gratis": 0})
    pair_pay(pair=pair(tournament, 1), means="card")
    pair_pay(pair=pair(tournament, 2), means="card", seat=1)
    pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    for player in pair(tournament, 4).players:
        player_change(player=player, details={"category": "Gratis"})
    pair_set_status(pair=pair(tournament, 5), status=Pair.Status.ACTIVE)
    page = treasurer.get(url("till_together", tournament))
    assert "Still to be paid: 3 payments, €50.00" in text_of(page) and html_of(page).count("not here yet") == 2
    assert html_of(page).count("checked") == 4
    answer = press(treasurer, tournament)
    assert said(answer) == "Noted: 3 payments, €50.00."
    assert paid(tournament) == [
        *((1, None, 2000, "card"), (2, 1, 1000, "card"), (2, 2, 1000, "cash")),
        *((5, None, 2000, "cash"), (6, None, 2000, "cash")),
    ]
    again = text_of(treasurer.get(url("till_together", tournament)))
    assert "Nobody owes anything." in again and "Noted with one press: 3 payments, €50.00, cash" in again
    written = Payment.history.filter(history_change_reason__startswith="together ")
    assert [row.history_user.username for row in written] == [written[0].history_user.username] * 3
    assert written[0].history_user is not None and list(history_faults()) == []


def test_whom_one_unticks_is_left_and_nobody_ticked_is_asked_about(treasurer: Client) -> None:
    tournament = with_till(3)
    refused = press(treasurer, tournament, owed=[])
    assert refused.status_code == 422 and paid(tournament) == []
    assert press(treasurer, tournament, owed=["1-2000", "x"]).status_code == 422
    press(treasurer, tournament, owed=["1-2000", "3-2000"], means="other")
    assert paid(tournament) == [(1, None, 2000, "other"), (3, None, 2000, "other")]


def test_to_turn_the_page_notes_nothing(treasurer: Client) -> None:
    tournament = with_till()
    assert press(treasurer, tournament, turn="2").status_code == 422
    assert not paid(tournament)


def test_of_nobody_noted_only_those_left_out_are_told(treasurer: Client) -> None:
    tournament = with_till(1)
    shown = list(map(str, owed_in(tournament)))
    pair_pay(pair=pair(tournament, 1), means="card")
    answer = treasurer.post(url("till_together", tournament), {"owed": shown, "means": "cash"})
    assert said(answer).startswith("1 was left out, because somebody else has noted it")


def test_what_has_changed_since_the_page_was_shown_is_left_out_and_told(treasurer: Client) -> None:
    tournament = with_till(5)
    shown = list(map(str, owed_in(tournament)))
    pair_pay(pair=pair(tournament, 1), means="card")
    pair_pay(pair=pair(tournament, 2), means="card", seat=2)
    pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    answer = treasurer.post(url("till_together", tournament), {"owed": shown, "means": "cash"}, follow=True)
    assert "3 were left out, because somebody else has noted them" in text_of(answer)
    assert [number for number, _seat, _cents, means in paid(tournament) if means == "cash"] == [4, 5]
    till_terms_set(tournament=tournament, terms={"fee": 3000})
    # The fee is another one than the page says.
    assert payments_note_together(tournament=tournament, owed=[Owed(2, 1, 1000)], means="cash", press="x") == []


def test_a_press_is_taken_back_but_what_has_a_receipt_stays(treasurer: Client) -> None:
    tournament = with_till(4)
    pair_pay(pair=pair(tournament, 1), means="cash")
    press(treasurer, tournament)
    two, three = (Payment.objects.get(pair__number=number) for number in (2, 3))
    words = {"payer": "Rossi", "payer_details": "", "reason": "quota"}
    receipt = receipt_issue(payment=two, words=words, on=timezone.localdate())
    pair_unpay(pair=three.pair, means="cash")
    page = treasurer.get(url("till_together", tournament))
    assert "2 payments, €40.00, cash" in text_of(page) and "1 has a receipt, and stays" in text_of(page)
    noted = paid_together(tournament)
    assert noted is not None
    take_back = url("till_together_take_back", tournament)
    answer = treasurer.post(take_back, {"press": noted.press})
    assert answer["Location"] == url("till_together", tournament)
    assert said(answer).endswith("1 payment was undone. 1 has a receipt, and stays: declare that void first.")
    assert [number for number, *_rest in paid(tournament)] == [1, 2]
    assert "undone in the meantime" in text_of(treasurer.post(take_back, {"press": "x"}, follow=True))
    receipt_void(receipt=receipt, reason="nome", at=timezone.now())
    treasurer.get(url("till_together", tournament))
    assert said(treasurer.post(take_back, {"press": noted.press})) == "1 payment was undone."
    assert [number for number, *_rest in paid(tournament)] == [1] and list(history_faults()) == []
    assert Receipt.objects.count() == 1
    with pytest.raises(Refused, match="undone in the meantime"):
        payments_take_back_together(tournament=tournament, press=noted.press)


def test_the_way_there_is_on_the_till_and_at_the_door_for_who_may(referee: Client) -> None:
    tournament = with_till()
    address = url("till_together", tournament)
    for page in ("till", "check_in"):
        assert address in html_of(referee.get(url(page, tournament)))
    secretary, scorer = Client(), Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))
    scorer.force_login(make_account("ugo", Role.SCORER))
    assert press(secretary, tournament).status_code == 302
    assert url("check_in", tournament) in html_of(secretary.get(address))
    assert address not in html_of(scorer.get(url("check_in", tournament)))
    assert scorer.get(address).status_code == 403
    Club.objects.update(till=False)
    assert referee.get(address).status_code == 404


def test_a_hall_is_noted_with_a_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    tournament = with_till(120)
    owed = owed_in(tournament)
    with django_assert_max_num_queries(12):
        payments_note_together(tournament=tournament, owed=owed, means="cash", press="x")
    assert Payment.objects.count() == 120


@pytest.mark.django_db(transaction=True)
def test_devices_that_note_the_same_at_once_note_it_once() -> None:
    """One notes the pair, one each of its players, two press for all that they were shown: many times over."""
    tournaments = [with_till(3) for _time in range(6)]
    shown = {tournament.pk: owed_in(tournament) for tournament in tournaments}
    barrier, failures, refused = Barrier(4), list[BaseException](), list[Refused]()

    def whole(tournament: Tournament) -> None:
        pair_pay(pair=pair(tournament, 1), means="cash")

    def each(tournament: Tournament) -> None:
        pair_pay(pair=pair(tournament, 1), means="cash", seat=1)
        pair_pay(pair=pair(tournament, 1), means="card", seat=2)

    def everybody(tournament: Tournament) -> None:
        payments_note_together(tournament=tournament, owed=shown[tournament.pk], means="cash", press="x")

    def at_once(act: Callable[[Tournament], None]) -> None:
        try:
            for tournament in tournaments:
                barrier.wait(timeout=60)
                try:
                    act(tournament)
                except Refused as refusal:
                    refused.append(refusal)
        except (DatabaseError, RuntimeError) as failure:
            failures.append(failure)
            barrier.abort()
        finally:
            connection.close()

    threads = [Thread(target=at_once, args=(act,)) for act in (whole, each, everybody, everybody)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    for tournament in tournaments:
        till = till_of(tournament, till_terms_of(tournament))
        assert (till.paid, till.out) == (3 * FEE, 0)
        seats = Counter((number, seat) for number, seat, _cents, _means in paid(tournament))
        assert set(seats.values()) == {1} and [seats[number, None] for number in (2, 3)] == [1, 1]
        assert (seats[1, None], seats[1, 1], seats[1, 2]) in ((1, 0, 0), (0, 1, 1))
    assert list(history_faults()) == []
