"""Income, expenses and counts noted by hand, and payments noted together: changed, deleted, or taken back."""

from datetime import date
from typing import Any

import pytest

from pages.refusals import Refused
from tests.factories import AT, make_tournament, pair
from tournaments.models import CashCount, Payment, Receipt, TillMovement, Tournament
from tournaments.selectors.till import owed_parts, till_of, till_terms_of
from tournaments.services import (
    cash_count_add,
    cash_count_delete,
    pair_pay,
    pair_unpay,
    payments_note_together,
    payments_take_back_together,
    receipt_issue,
    receipt_void,
    special_prize_add,
    special_prize_draw,
    special_prize_remove,
    till_movement_add,
    till_movement_change,
    till_movement_delete,
    till_terms_set,
)
from tournaments.services.receipts import ReceiptWords

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

DAY = date(2026, 3, 1)
HALL: dict[str, Any] = {
    "direction": "expense",
    "kind": "hall",
    "cents": 700,
    "means": "cash",
    "made_on": DAY,
    "note": "",
}


def revision() -> int:
    return Tournament.objects.get().revision


def test_a_movement_that_did_not_change_is_not_written_and_a_deleted_one_cannot_be() -> None:
    movement = till_movement_add(details=HALL)
    other = till_movement_add(details=HALL | {"kind": "bar"})
    changed = till_movement_change(movement=movement, details=HALL | {"cents": 800, "note": "heating"})
    assert (changed.pk, changed.cents, changed.note) == (movement.pk, 800, "heating")
    assert till_movement_change(movement=movement, details={"cents": 800, "note": "heating"}) == movement
    assert TillMovement.history.filter(id=movement.pk).count() == 2
    assert list(TillMovement.objects.order_by("pk").values_list("cents", "note")) == [(800, "heating"), (700, "")]
    for _time in range(2):
        till_movement_delete(movement=movement)
    with pytest.raises(Refused, match="Somebody else has deleted this"):
        till_movement_change(movement=movement, details={"cents": 900})
    assert list(TillMovement.objects.all()) == [other]


def test_a_count_is_noted_and_deleted_once() -> None:
    first, other = (cash_count_add(details={"cents": cents, "counted_on": DAY, "note": ""}) for cents in (5, 7))
    for _time in range(2):
        cash_count_delete(count=first)
    assert list(CashCount.objects.values_list("pk", "cents")) == [(other.pk, 7)]


def test_payments_noted_together_are_taken_back_but_for_those_with_a_receipt_that_holds() -> None:
    tournament = make_tournament(pairs=4)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    alone = pair_pay(pair=pair(tournament, 4), means="cash")
    owed = list(owed_parts(till_of(tournament, till_terms_of(tournament))))
    noted = payments_note_together(tournament=tournament, owed=owed, means="cash", press="p1")
    assert len(noted) == 3
    words: Any = {"payer": "Rossi", "payer_details": "", "reason": "Iscrizione"}
    held = receipt_issue(words=words, on=DAY, payment=noted[0])
    receipt_void(receipt=receipt_issue(words=words, on=DAY, payment=noted[1]), reason="wrong", at=AT)
    for press in ("p2", ""):
        with pytest.raises(Refused, match="This has been undone in the meantime"):
            payments_take_back_together(tournament=tournament, press=press)
    before = revision()
    assert payments_take_back_together(tournament=tournament, press="p1") == (2, 1)
    assert {*Payment.objects.all()} == {alone, noted[0]} and revision() > before
    receipt_void(receipt=held, reason="wrong", at=AT)
    assert payments_take_back_together(tournament=tournament, press="p1") == (1, 0)
    with pytest.raises(Refused, match="This has been undone in the meantime"):
        payments_take_back_together(tournament=tournament, press="p1")
    assert list(Payment.objects.all()) == [alone]


def test_a_receipt_is_void_once_and_says_why() -> None:
    receipt = receipt_issue(
        words={"payer": "Rossi", "payer_details": "", "reason": "Cena"},
        on=DAY,
        amount={"kind": "other", "cents": 5, "means": "cash"},
    )
    void = receipt_void(receipt=receipt, reason="wrong name", at=AT)
    receipt.refresh_from_db()
    assert (void, receipt.voided_at, receipt.void_reason) == (receipt, AT, "wrong name")
    with pytest.raises(Refused, match="Receipt 1/2026 is already void: wrong name"):
        receipt_void(receipt=receipt, reason="another", at=AT)


def test_what_was_paid_otherwise_in_the_meantime_is_said_with_the_payer() -> None:
    tournament = make_tournament(pairs=2)
    till_terms_set(tournament=tournament, terms={"fee": 1000, "per": "player", "fund_percent": 50})
    first, second = pair(tournament, 1), pair(tournament, 2)
    pair_pay(pair=first, means="card")
    pair_pay(pair=second, means="cash", seat=2)
    with pytest.raises(Refused, match=r"^Nothing was undone: 1 has already paid €20\.00 \(card\), noted in"):
        pair_unpay(pair=first, means="cash")
    said = rf"^Nothing was undone: 2, {second.player2} has already paid €10\.00 \(cash\), noted in"
    with pytest.raises(Refused, match=said):
        pair_unpay(pair=second, means="card", seat=2)
    assert Payment.objects.count() == 2


def test_a_special_prize_is_removed_once() -> None:
    tournament = make_tournament(pairs=2)
    details = {"title": "Lotto", "given_for": "lot", "cents": 500}
    first, other = (special_prize_add(tournament=tournament, details=details) for _prize in range(2))
    before = revision()
    special_prize_remove(prize=first)
    assert revision() > before and list(tournament.special_prizes.all()) == [other]
    special_prize_remove(prize=first)
    assert list(tournament.special_prizes.all()) == [other]


def test_terms_share_out_the_whole_fund() -> None:
    tournament = make_tournament()
    with pytest.raises(ValueError, match="expected shares that make 100"):
        till_terms_set(tournament=tournament, terms={"fund_percent": 80, "shares": [50, 30]})
    assert till_terms_set(tournament=tournament, terms={"fund_percent": 80, "shares": [70, 30]}).shares == [70, 30]


def test_a_player_of_an_individual_tournament_has_no_seat_to_pay_for() -> None:
    alone = pair(make_tournament(kind="individual", pairs=1), 1)
    with pytest.raises(ValueError, match="expected a pair of two players"):
        pair_pay(pair=alone, means="cash", seat=1)
    assert not Payment.objects.exists()


def test_only_a_prize_by_lot_is_drawn() -> None:
    details = {"title": "Cesto", "given_for": "last", "cents": 500}
    prize = special_prize_add(tournament=make_tournament(pairs=2), details=details)
    with pytest.raises(ValueError, match="expected a prize drawn by lot, got 'last'"):
        special_prize_draw(prize=prize, seed=1)


def test_a_receipt_is_for_something_that_is_still_noted() -> None:
    tournament = make_tournament(pairs=1)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    payment = pair_pay(pair=pair(tournament, 1), means="cash")
    pair_unpay(pair=pair(tournament, 1), means="cash")
    words: ReceiptWords = {"payer": "Rossi", "payer_details": "", "reason": "Torneo"}
    with pytest.raises(Refused, match="The payment was undone in the meantime"):
        receipt_issue(words=words, on=DAY, payment=payment)
    with pytest.raises(ValueError, match="expected a payment, a fee or an amount"):
        receipt_issue(words=words, on=DAY)
    assert not Receipt.objects.exists()
