"""The lines of the club's money, each on its own, what came in on each day, and the receipts as a file."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.factories import make_account, make_tournament, pair
from tournaments.models import Payment, Receipt, Tournament
from tournaments.selectors.club_till import income_by_day, statement_of
from tournaments.selectors.receipts import receipts_sum, receipts_table
from tournaments.selectors.till import owed_parts, paid_together, till_of, till_terms_of
from tournaments.services import (
    cash_count_add,
    membership_fee_pay,
    pair_pay,
    pair_unpay,
    payments_note_together,
    player_create,
    receipt_issue,
    receipt_void,
    till_movement_add,
    till_terms_set,
    tournament_delete,
)
from tournaments.till.ledger import CashCheck, LedgerLine, MoneySource, Statement

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

ENDS = date(2026, 3, 1), date(2026, 3, 31)
"""A month; the first and the last day belong to it."""
OUTSIDE = date(2026, 2, 28), date(2026, 4, 1)


def test_the_cash_is_what_was_counted_last_and_what_moved_since() -> None:
    lines = [
        LedgerLine(day=day, source=MoneySource.RECEIPTS, kind="", what="bar", means="cash", income=cents)
        for day, cents in ((ENDS[0], 700), (date(2026, 3, 2), 90), (ENDS[1], 5))
    ]
    count = CashCheck(key=1, day=date(2026, 3, 2), counted=1_000, expected=790, note="")
    counted = Statement(first=ENDS[0], last=ENDS[1], lines=lines, cash_before=0, counts=[count])
    assert (counted.cash_after, replace(counted, counts=[]).cash_after) == (1_005, 795)


@pytest.fixture
def year() -> None:
    """Fees, movements, evenings and receipts on the first and the last day of the month, and just outside."""
    anna = player_create(details={"last_name": "Rossi", "first_name": "Anna", "category": "Junior"})
    for at, day in enumerate((*ENDS, *OUTSIDE)):
        membership_fee_pay(player=anna, year=2026 + at, cents=3000 + at, means="card" if at else "cash", paid_on=day)
        for direction, kind, cents in (("expense", "hall", 700 + at), ("income", "bar", 90 + at)):
            till_movement_add(
                details={
                    "direction": direction,
                    "kind": kind,
                    "cents": cents,
                    "means": "cash",
                    "made_on": day,
                    "note": f"of {day.day}",
                }
            )
        evening = make_tournament(name=f"Sera {at}", date=day, pairs=2)
        Payment.objects.create(pair=pair(evening, 1), cents=1000 + at, means="other")
        gone = make_tournament(name=f"Via {at}", date=day, pairs=1)
        Payment.objects.create(pair=pair(gone, 1), cents=9, means="other")
        tournament_delete(tournament=gone, by=make_account(f"a{at}"), at=datetime(2026, 5, 1, tzinfo=UTC))
    issue_receipts()


def issue_receipts() -> None:
    """Issue one for an income, one for a refund, and one that becomes void."""
    for day, kind, cents in ((ENDS[0], "other", 50), (ENDS[0], "refund", 20), (ENDS[1], "other", 5)):
        issued = receipt_issue(
            words={"payer": "Bianchi", "payer_details": "Lecce", "reason": "Cena"},
            on=day,
            amount={"kind": kind, "cents": cents, "means": "cash"},
        )
    receipt_void(receipt=issued, reason="wrong name", at=datetime(2026, 5, 1, tzinfo=UTC))


@pytest.mark.usefixtures("year")
def test_movements_sums_and_cash_of_a_month_are_those_of_its_days() -> None:
    lines = statement_of(*ENDS, each=True).lines
    first, last = ENDS
    entries, fees, receipts, refunds, other = MoneySource
    assert [(line.day, line.source, line.kind, line.what, line.means, line.income, line.expense) for line in lines] == [
        (first, entries, "", "Entry fee: Sera 0, Sunday 1 March 2026", "other", 1000, 0),
        (first, fees, "", "Membership fee 2026, Junior: Rossi Anna", "cash", 3000, 0),
        (first, receipts, "", "1/2026: Bianchi, Cena", "cash", 50, 0),
        (first, refunds, "", "2/2026: Bianchi, Cena", "cash", 0, 20),
        (first, other, "hall", "of 1", "cash", 0, 700),
        (first, other, "bar", "of 1", "cash", 90, 0),
        (last, entries, "", "Entry fee: Sera 1, Tuesday 31 March 2026", "other", 1001, 0),
        (last, fees, "", "Membership fee 2027, Junior: Rossi Anna", "card", 3001, 0),
        (last, other, "hall", "of 31", "cash", 0, 701),
        (last, other, "bar", "of 31", "cash", 91, 0),
    ]
    # What came in on each day is of every source.
    assert income_by_day(*ENDS) == {first: 1000 + 3000 + 50 + 90, last: 1001 + 3001 + 91}
    statement = statement_of(*ENDS)
    assert statement.by_means == {"other": (2001, 0), "cash": (3231, 1421), "card": (3001, 0)}
    assert (statement.income, statement.expense) == (8233, 1421)
    # On the day before, 702 went out and 92 came in, by cash.
    assert (statement.cash_before, statement.cash_after) == (-610, -610 + 3231 - 1421)
    cash_count_add(details={"cents": 2000, "counted_on": first, "note": "short"})
    cash_count_add(details={"cents": 1500, "counted_on": last, "note": ""})
    counts = statement_of(*ENDS).counts
    assert [(check.day, check.counted, check.expected, check.difference, check.note) for check in counts] == [
        (first, 2000, -610 + 3140 - 720, 2000 - 1810, "short"),
        (last, 1500, 2000 + 91 - 701, 110, ""),
    ]


def test_the_difference_is_negative_where_cash_is_missing() -> None:
    assert CashCheck(key=1, day=ENDS[0], counted=70, expected=100, note="").difference == -30


def test_receipts_are_a_file_with_their_amounts_as_money() -> None:
    issue_receipts()
    table = receipts_table(Receipt.objects.all())
    assert table.title == "Receipts" and table.money == {7}
    assert table.headings == [
        *("year", "number", "issued on", "kind", "name", "address and tax code", "for", "amount", "paid", "void"),
        "why it is void",
    ]
    first, last = ENDS
    assert table.rows == [
        (2026, 1, first, "other", "Bianchi", "Lecce", "Cena", 50, "cash", "", ""),
        (2026, 2, first, "refund", "Bianchi", "Lecce", "Cena", 20, "cash", "", ""),
        (2026, 3, last, "other", "Bianchi", "Lecce", "Cena", 5, "cash", "yes", "wrong name"),
    ]


def test_the_sum_of_receipts_is_what_the_valid_ones_say_less_what_was_paid_back() -> None:
    assert receipts_sum(Receipt.objects.all()) == 0
    issue_receipts()
    assert receipts_sum(Receipt.objects.all()) == 50 - 20
    assert receipts_sum(Receipt.objects.filter(kind="refund")) == -20
    assert receipts_sum(Receipt.objects.filter(kind="other")) == 50


def test_the_latest_press_is_told_with_what_is_left_of_it() -> None:
    tournament, elsewhere = make_tournament(pairs=5), make_tournament(name="Altro", pairs=2)
    for one in (tournament, elsewhere):
        till_terms_set(tournament=one, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    assert paid_together(tournament) is None
    alone = pair_pay(pair=pair(tournament, 5), means="card")

    def press(of: Tournament, name: str, *numbers: int) -> list[Payment]:
        owed = owed_parts(till_of(of, till_terms_of(of)))
        wanted = [part for part in owed if part.number in numbers]
        return payments_note_together(tournament=of, owed=wanted, means="cash", press=name)

    first = press(tournament, "p1", 1, 2)
    press(elsewhere, "p9", 1)
    noted = paid_together(tournament)
    assert noted is not None
    assert (noted.press, noted.who, noted.means, noted.cents) == ("p1", "", "cash", 4000)
    assert noted.payments == tuple(payment.pk for payment in first) and alone.pk not in noted.payments
    second = press(tournament, "p2", 3, 4)
    Payment.history.filter(id__in=[one.pk for one in second]).update(history_user=make_account("tea"))
    pair_unpay(pair=pair(tournament, 3), means="cash")
    noted = paid_together(tournament)
    assert noted is not None and (noted.press, noted.who, noted.cents) == ("p2", "tea", 2000)
    assert noted.payments == (second[1].pk,)
    pair_unpay(pair=pair(tournament, 4), means="cash")
    noted = paid_together(tournament)
    assert noted is not None and (noted.press, noted.cents) == ("p1", 4000)
