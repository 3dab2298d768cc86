"""Receipts: a series without gaps for each year, issued once for each payment, voided and never changed."""

import io
from datetime import UTC, date, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone, translation
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from burraco_club.integrity.histories import history_faults
from burraco_club.integrity.receipts import receipt_faults
from pages.refusals import Refused
from tests.factories import make_account, make_tournament, pair
from tests.tournaments.views.pages import text_of, url
from tournaments.models import Membership, MembershipFee, Payment, Player, Receipt
from tournaments.services import (
    club_keep_till,
    club_rename,
    pair_pay,
    pair_unpay,
    player_create,
    receipt_issue,
    receipt_void,
    till_terms_set,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 20)
AT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
LIST, NEW = "/en/till/receipts/", "/en/till/receipts/new/"
TYPED = {
    "kind": "other",
    "payer": "Rossi Anna",
    "payer_details": "",
    "reason": "Cena",
    "cents": "25,50",
    "means": "cash",
}


@pytest.fixture
def treasurer(db: None) -> Client:
    """A browser in which Tea is logged in, who keeps the till."""
    club_keep_till(keeps=True)
    client = Client()
    client.force_login(make_account("tea", Role.TREASURER))
    return client


def issue(on: date = DAY, cents: int = 1000, kind: str = "other", payer: str = "Rossi Anna") -> Receipt:
    return receipt_issue(
        words={"payer": payer, "payer_details": "", "reason": "Cena"},
        on=on,
        amount={"kind": kind, "cents": cents, "means": "cash"},
    )


def paid() -> Payment:
    tournament = make_tournament(pairs=2)
    terms = {"fee": 2000, "per": "pair", "fund_percent": 80, "fund_amount": None, "shares": [50, 30, 20]}
    till_terms_set(tournament=tournament, terms=terms)
    return pair_pay(pair=pair(tournament, 1), means="card")


def test_each_year_has_its_own_series() -> None:
    issued = [issue(), issue(), issue(date(2027, 1, 2)), issue(date(2027, 1, 2))]
    assert [str(receipt) for receipt in issued] == ["1/2026", "2/2026", "1/2027", "2/2027"]
    assert [receipt.previous for receipt in issued] == [None, issued[0], None, issued[2]]
    assert [*receipt_faults(), *history_faults()] == []


def test_a_receipt_is_not_dated_before_the_last_one() -> None:
    issue()
    with translation.override("en"), pytest.raises(Refused, match="1/2026 is dated Friday 20 November 2026"):
        issue(DAY - timedelta(days=1))
    assert Receipt.objects.count() == 1


def test_the_database_refuses_a_gap_and_a_number_that_is_not_its_own() -> None:
    first = issue()
    row = {"year": 2026, "issued_on": DAY, "kind": "other", "payer": "A", "reason": "B", "cents": 1, "means": "cash"}
    wrong = (
        {"id": 202600003, "number": 3, "previous": first},
        {"id": 202600003, "number": 3, "previous": None},
        {"id": 202600003, "number": 2, "previous": first},
        {"id": 202600001, "number": 1, "previous": None},
        {"id": 202600002, "number": 2, "previous": None},
    )
    for fields in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Receipt.objects.bulk_create([Receipt(**row, **fields)])  # type: ignore[arg-type]
    assert Receipt.objects.count() == 1


def test_a_receipt_that_another_follows_cannot_be_deleted() -> None:
    first = issue()
    issue()
    with pytest.raises(ProtectedError):
        first.delete()


@pytest.mark.django_db(transaction=True)
def test_a_gap_made_by_force_is_shown_by_check_club() -> None:
    for _time in range(3):
        issue()
    with connection.cursor() as cursor, connection.constraint_checks_disabled():
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE tournaments_receipt DISABLE TRIGGER ALL")
        cursor.execute("DELETE FROM tournaments_receipt WHERE number IN (2, 3)")
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE tournaments_receipt ENABLE TRIGGER ALL")
    with translation.override("en"), pytest.raises(CommandError) as fault:
        call_command("check_club", stdout=io.StringIO())
    assert "receipt 2/2026 is missing" in str(fault.value) and "receipt 3/2026 is missing" in str(fault.value)


@pytest.mark.django_db(transaction=True)
def test_those_who_issue_at_the_same_time_get_different_numbers() -> None:
    barrier, failures = Barrier(4), list[BaseException]()

    def write(name: str) -> None:
        try:
            for _time in range(5):
                barrier.wait(timeout=60)
                issue(payer=name)
        except (Refused, DatabaseError) as failure:
            failures.append(failure)
            barrier.abort()
        finally:
            connection.close()

    threads = [Thread(target=write, args=(name,)) for name in ("Ada", "Bea", "Cia", "Dea")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(Receipt.objects.values_list("number", flat=True)) == list(range(1, 21))
    assert list(receipt_faults()) == []


def test_a_payment_has_one_valid_receipt_and_stays_while_it_has(treasurer: Client) -> None:
    payment = paid()
    address = f"{NEW}?payment={payment.pk}"
    page = treasurer.get(address)
    assert page.context["form"].initial["reason"] == "Entry fee: Torneo del venerdì, Friday 20 November 2026"
    assert page.context["form"].initial["payer"] == str(payment.pair)
    assert treasurer.post(address, {"payer": "Rossi Anna", "reason": "Iscrizione"}).status_code == 302
    receipt = Receipt.objects.get()
    assert (receipt.kind, receipt.cents, receipt.means, receipt.payment) == ("entry", 2000, "card", payment)
    again = treasurer.post(address, {"payer": "Rossi Anna", "reason": "Ancora"})
    assert again.status_code == 409 and "has already been issued for this" in text_of(again)
    assert 'value="Ancora"' in again.content.decode()
    with translation.override("en"), pytest.raises(Refused, match="was issued for it: declare it void first"):
        pair_unpay(pair=payment.pair, means="card")
    assert f"Receipt {receipt}" in text_of(treasurer.get(url("till", payment.pair.tournament)))
    receipt_void(receipt=receipt, reason="ha cambiato idea", at=AT)
    pair_unpay(pair=payment.pair, means="card")
    receipt.refresh_from_db()
    assert (receipt.payment, receipt.cents) == (None, 2000)
    assert list(history_faults()) == []


def test_a_receipt_for_a_membership_fee_is_filled_from_the_book(treasurer: Client) -> None:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    Membership.objects.create(player=player, address="Via Po 1, Lecce", tax_code="RSSNNA56A41E506X")
    fee = MembershipFee.objects.create(
        player=player, year=2026, category="Ordinario", cents=3000, means="cash", paid_on=DAY
    )
    form = treasurer.get(f"{NEW}?fee={fee.pk}").context["form"]
    assert form.initial == {
        "payer": "Rossi Anna",
        "reason": "Membership fee 2026, Ordinario",
        "payer_details": "Via Po 1, Lecce, RSSNNA56A41E506X",
    }
    for address, tax_code, details in (
        ("Via Po 1, Lecce", "", "Via Po 1, Lecce"),
        ("", "RSSNNA56A41E506X", "RSSNNA56A41E506X"),
        ("", "", ""),
    ):
        Membership.objects.filter(player=player).update(address=address, tax_code=tax_code)
        assert treasurer.get(f"{NEW}?fee={fee.pk}").context["form"].initial["payer_details"] == details
    Membership.objects.all().delete()
    assert treasurer.get(f"{NEW}?fee={fee.pk}").context["form"].initial["payer_details"] == ""
    treasurer.post(f"{NEW}?fee={fee.pk}", dict(form.initial))
    receipt = Receipt.objects.get()
    assert (receipt.kind, receipt.cents, receipt.fee, receipt.player) == ("fee", 3000, fee, player)


def test_what_cannot_be_read_is_refused_and_nothing_typed_is_lost(treasurer: Client) -> None:
    for wrong in ({"cents": "2,5"}, {"cents": "0"}, {"payer": " "}, {"reason": "\u200b"}, {"means": "shells"}):
        page = treasurer.post(NEW, TYPED | wrong)
        assert page.status_code == 422 and ("Cena" in page.content.decode() or "reason" in wrong)
    assert not Receipt.objects.exists()
    for address in (
        f"{NEW}?payment=x",
        f"{NEW}?payment=9",
        f"{NEW}?fee=9",
        f"{LIST}2026/9/",
        f"{LIST}2026/9/receipt.pdf",
    ):
        assert treasurer.get(address).status_code == 404, address


def test_a_void_receipt_stays_with_its_reason_and_counts_no_more(treasurer: Client) -> None:
    treasurer.post(NEW, TYPED)
    treasurer.post(NEW, TYPED | {"kind": "refund", "cents": "5", "payer": "Verdi Ugo"})
    year = timezone.localdate().year
    assert "2 receipts, €20.50" in text_of(treasurer.get(LIST))
    void = f"{LIST}{year}/1/void/"
    assert treasurer.post(void, {"reason": ""}).status_code == 422
    treasurer.post(void, {"reason": "nome sbagliato"})
    assert "nome sbagliato" in text_of(treasurer.get(f"{LIST}{year}/1/"))
    assert "1/2026 is already void" in text_of(treasurer.post(void, {"reason": "altro"}, follow=True))
    assert Receipt.objects.get(number=1).void_reason == "nome sbagliato"
    administrator = Client()
    administrator.force_login(make_account("carla", Role.ADMINISTRATOR))
    journal = text_of(administrator.get("/en/club/journal/", {"kind": "till"}))
    assert "tea Receipt 1/2026 declared void: Rossi Anna" in journal
    assert "tea Receipt 2/2026 issued: Verdi Ugo, €5.00" in journal
    assert treasurer.get(f"{LIST}{year}/1/").status_code == 200
    club_rename(name="Circolo Aurora")
    sheet = treasurer.get(f"{LIST}{year}/1/receipt.pdf")
    assert sheet["Content-Disposition"] == f'inline; filename="receipt-{year}-1.pdf"'
    paper = PdfReader(io.BytesIO(sheet.content)).pages[0].extract_text()
    for words in ("Circolo Aurora", f"1/{year}", "Cena", "cash", "nome sbagliato"):
        assert paper.count(words) >= 2, words
    assert paper.count("VOID") == paper.count("Rossi Anna") == paper.count("€25.50") == 2
    back = PdfReader(io.BytesIO(treasurer.get(f"{LIST}{year}/2/receipt.pdf").content)).pages[0].extract_text()
    assert "paid back to" in back and "copy for whoever was paid" in back and "VOID" not in back


def test_a_large_receipt_says_what_to_ask_the_accountant(treasurer: Client) -> None:
    for cents, asks in ((7747, False), (7748, True)):
        receipt = issue(cents=cents)
        assert ("revenue stamp" in text_of(treasurer.get(f"{LIST}2026/{receipt.number}/"))) is asks


def test_receipts_are_found_by_number_and_by_words_and_taken_along(treasurer: Client) -> None:
    for name in ("Rossi Anna", "Verdi Ugo", "=1+1", "Rossi Ada"):
        issue(payer=name)
    found = {
        q: [str(r) for r in treasurer.get(LIST, {"q": q, "year": 2026}).context["page"]]
        for q in ("rossi", "2", "ada rossi")
    }
    assert found == {"rossi": ["4/2026", "1/2026"], "2": ["2/2026"], "ada rossi": ["4/2026"]}
    assert treasurer.get(LIST, {"year": "x"}).status_code == 422
    answer = treasurer.get(f"{LIST}receipts.xlsx", {"year": 2026, "q": ""})
    assert answer["Content-Disposition"] == 'attachment; filename="receipts-2026.xlsx"'
    assert treasurer.get(f"{LIST}receipts.xlsx", {"year": "x"}).status_code == 422
    rows = list(load_workbook(io.BytesIO(answer.content)).active.iter_rows(values_only=True))
    assert [row[1] for row in rows] == ["number", 1, 2, 3, 4]
    assert (rows[3][4], rows[3][7], rows[3][2].date()) == ("=1+1", 10, DAY)


def test_a_year_that_cannot_be_read_is_named_and_no_file_of_another_is_sent(treasurer: Client) -> None:
    for address in (LIST, f"{LIST}receipts.xlsx"):
        answer = treasurer.get(address, {"year": "duemila"})
        assert answer.status_code == 422 and "whole number" in text_of(answer)


def test_a_list_of_receipts_takes_no_query_for_each(
    treasurer: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _time in range(150):
        issue()
    for address in (f"{LIST}?year=2026", f"{LIST}receipts.xlsx?year=2026"):
        with django_assert_max_num_queries(12):
            assert treasurer.get(address).status_code == 200


def test_the_secretary_issues_and_the_treasurer_voids_and_a_club_without_a_till_has_none(treasurer: Client) -> None:
    secretary, viewer = Client(), Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))
    viewer.force_login(make_account("vito", Role.VIEWER))
    assert secretary.post(NEW, TYPED).status_code == 302
    year = timezone.localdate().year
    assert "Declare it void" not in text_of(secretary.get(f"{LIST}{year}/1/"))
    assert secretary.post(f"{LIST}{year}/1/void/", {"reason": "no"}).status_code == 403
    assert viewer.get(LIST).status_code == 403
    assert "Receipts" in text_of(secretary.get("/en/club/"))
    club_keep_till(keeps=False)
    gone = [LIST, NEW, f"{LIST}{year}/1/", f"{LIST}receipts.xlsx", f"{LIST}{year}/1/receipt.pdf"]
    assert [treasurer.get(address).status_code for address in gone] == [404] * 5
    assert "Receipts" not in text_of(secretary.get("/en/club/"))
    assert Player.objects.count() == 0
