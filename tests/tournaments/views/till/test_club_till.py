"""The club's money over a period: an independent sum agrees to the cent; cash counts; pages, paper and files."""

from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from accounts.models import Role
from pages.refusals import Refused
from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, said, text_of
from tests.tournaments.views.test_printing import pdf_text
from tournaments import services
from tournaments.history.change_words import Difference
from tournaments.history.journal import journal, lines_of
from tournaments.models import CashCount, Club, MembershipFee, Pair, Payment, Player, Receipt, TillMovement
from tournaments.seasons.rule import PointsBy, SeasonRule
from tournaments.selectors.club_till import cash_at, statement_of
from tournaments.services import (
    cash_count_add,
    cash_count_delete,
    membership_fee_pay,
    membership_terms_set,
    player_create,
    receipt_issue,
    receipt_void,
    till_movement_add,
    till_movement_change,
    till_movement_delete,
    tournament_delete,
)
from tournaments.services.seasons import season_create
from tournaments.till.ledger import MoneySource

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

FIRST, LAST = date(2026, 1, 1), date(2026, 12, 31)
TODAY = timezone.localdate()
DAYS = st.dates(date(2025, 11, 1), min(date(2027, 2, 1), TODAY))
CENTS = st.integers(1, 50_000)
MEANS = st.sampled_from(["cash", "card", "other"])


@pytest.fixture
def treasurer() -> Client:
    Club.objects.update_or_create(pk=1, defaults={"till": True, "name": "Aurora"})
    client = Client()
    client.force_login(make_account("cassa", Role.TREASURER))
    return client


def movement(cents: int, day: date, *, direction: str = "expense", kind: str = "hall", means: str = "cash") -> Any:
    details = {"direction": direction, "kind": kind, "cents": cents, "means": means, "made_on": day, "note": ""}
    return till_movement_add(details=details)


def count(cents: int, day: date) -> CashCount:
    return cash_count_add(details={"cents": cents, "counted_on": day, "note": ""})


def receipt(day: date, **facts: Any) -> Receipt:
    words: Any = {"payer": "Rossi", "payer_details": "", "reason": "something"}
    return receipt_issue(words=words, on=day, **facts)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_independent_sum_agrees_to_the_cent(data: st.DataObject) -> None:
    """Every movement is also written into a plain list of (day, means, cents), and that list is summed."""
    for model in (Receipt, MembershipFee, Payment, TillMovement, CashCount):
        for row in model.objects.order_by("-pk"):
            row.delete()
    plain: list[tuple[date, str, int]] = []
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    receipts: list[tuple[date, dict[str, Any], tuple[str, int] | None]] = []
    for year in data.draw(st.lists(st.integers(2000, 2030), unique=True, max_size=4)):
        day, cents, means = data.draw(DAYS), data.draw(CENTS), data.draw(MEANS)
        fee = membership_fee_pay(player=player, year=year, cents=cents, means=means, paid_on=day)
        plain.append((day, means, cents))
        if data.draw(st.booleans()):
            receipts.append((data.draw(DAYS), {"fee": fee}, None))
    evening_day = data.draw(DAYS)
    evening = make_tournament(pairs=4, date=evening_day)
    for pair in evening.pairs.all():
        if data.draw(st.booleans()):
            cents, means = data.draw(CENTS), data.draw(MEANS)
            payment = Payment.objects.create(pair=pair, cents=cents, means=means)
            plain.append((evening_day, means, cents))
            if data.draw(st.booleans()):
                receipts.append((data.draw(DAYS), {"payment": payment}, None))
    for _number in range(data.draw(st.integers(0, 4))):
        kind, cents, means = (
            data.draw(st.sampled_from(["other", "refund", "entry", "fee"])),
            data.draw(CENTS),
            data.draw(MEANS),
        )
        amount = {"kind": kind, "cents": cents, "means": means}
        receipts.append((data.draw(DAYS), {"amount": amount}, (means, -cents if kind == "refund" else cents)))
    for day, facts, moved in sorted(receipts, key=lambda one: one[0]):
        issued = receipt(day, **facts)
        if data.draw(st.booleans()):
            receipt_void(receipt=issued, reason="wrong", at=timezone.now())
        elif moved is not None:
            plain.append((day, *moved))
    for _number in range(data.draw(st.integers(0, 4))):
        day, cents, means = data.draw(DAYS), data.draw(CENTS), data.draw(MEANS)
        direction = data.draw(st.sampled_from(["income", "expense"]))
        movement(cents, day, direction=direction, means=means)
        plain.append((day, means, cents if direction == "income" else -cents))

    statement = statement_of(FIRST, LAST)
    within = [(means, cents) for day, means, cents in plain if FIRST <= day <= LAST]
    assert statement.income == sum(cents for _means, cents in within if cents > 0)
    assert statement.expense == -sum(cents for _means, cents in within if cents < 0)
    assert sum(row.income - row.expense for row in statement.kinds) == sum(cents for _means, cents in within)
    for means, (income, expense) in statement.by_means.items():
        assert income - expense == sum(cents for name, cents in within if name == means)
    assert statement.cash_before == sum(cents for day, means, cents in plain if means == "cash" and day < FIRST)
    assert statement.cash_after == sum(cents for day, means, cents in plain if means == "cash" and day <= LAST)


def test_cash_is_reckoned_from_the_last_count() -> None:
    movement(10_000, date(2026, 1, 5), direction="income")
    count(9_500, date(2026, 1, 10))
    movement(1_000, date(2026, 1, 10))
    movement(2_000, date(2026, 1, 20))
    movement(9_999, date(2026, 1, 20), means="card")
    second = count(7_500, date(2026, 1, 31))
    statement = statement_of(date(2026, 1, 1), date(2026, 1, 31))
    assert [(check.expected, check.difference) for check in statement.counts] == [(9_000, 500), (7_500, 0)]
    assert statement.cash_after == cash_at(date(2026, 1, 31)) == 7_500
    # A count belongs to the end of its day: the expense of that day is in it.
    assert cash_at(date(2026, 1, 10)) == 9_500 and cash_at(date(2026, 1, 9)) == 10_000
    cash_count_delete(count=second)
    assert statement_of(date(2026, 1, 15), date(2026, 1, 31)).cash_before == 9_500
    count(100, date(2026, 1, 10))
    assert statement_of(date(2026, 1, 15), date(2026, 1, 31)).cash_before == 100


def test_a_deleted_evening_is_no_income_but_the_receipt_of_its_payment_is() -> None:
    evening = make_tournament(pairs=4, date=date(2026, 3, 6))
    first, second = evening.pairs.order_by("number")[:2]
    payment = Payment.objects.create(pair=first, cents=2_000, means="cash")
    Payment.objects.create(pair=second, cents=2_000, means="cash")
    receipt(date(2026, 3, 6), payment=payment)
    assert statement_of(FIRST, LAST).income == 4_000
    tournament_delete(tournament=evening, by=None, at=timezone.now())
    statement = statement_of(FIRST, LAST)
    assert [(row.source, row.income) for row in statement.kinds] == [(MoneySource.RECEIPTS, 2_000)]
    assert cash_at(LAST) == 2_000


def test_the_page_shows_what_its_paper_and_its_file_say(treasurer: Client) -> None:
    movement(12_000, TODAY, kind="hall")
    movement(3_050, TODAY, direction="income", kind="gift", means="card")
    count(500, TODAY)
    page = text_of(treasurer.get(reverse("club_till")))
    assert "hall" in page and "€120.00" in page and "€30.50" in page and "balance −€89.50" in page
    assert "Difference €125.00" in page
    paper = pdf_text(treasurer.get(reverse("club_till_pdf")))
    day = f"{TODAY:%d/%m/%Y}"
    assert paper.startswith(
        f"Statement of the club’s money {TODAY.year} Aurora income, € expenses, € By kind gift 30.50"
    )
    for words in (
        "gift 30.50 hall 120.00 in all 30.50 120.00 balance −89.50",
        "By payment method card 30.50 0.00 cash 0.00 120.00",
        f"Cash at the beginning 0.00 counted on {day}: €5.00, difference €125.00 at the end 5.00 Date and signature",
    ):
        assert words in paper
    name = f"till-{TODAY.year}-01-01-{TODAY.year}-12-31"
    workbook = treasurer.get(reverse("club_till_xlsx"))
    assert f'filename="{name}.xlsx"' in workbook["Content-Disposition"]
    assert f'filename="{name}.pdf"' in treasurer.get(reverse("club_till_pdf"))["Content-Disposition"]
    book = load_workbook(BytesIO(workbook.content))
    assert [[cell.value for cell in sheet[1]] for sheet in book] == [
        ["kind", "income", "expenses"],
        ["day", "kind", "what for", "paid", "income", "expenses"],
    ]
    assert book.sheetnames == ["Statement", "Movements"]
    sums, movements = (list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in book)
    assert sums == [("gift", 30.5, 0), ("hall", 0, 120), ("in all", 30.5, 120)]
    assert [row[1:] for row in movements] == [("hall", None, "cash", None, 120), ("gift", None, "card", 30.5, None)]


def test_a_movement_is_typed_corrected_and_deleted_and_the_journal_tells_it(treasurer: Client) -> None:
    typed = {"direction": "expense", "kind": " playing  cards ", "cents": "12,50", "means": "cash"}
    blank = treasurer.get(reverse("movement_add"))
    assert blank.status_code == 200
    assert blank.context["form"].initial == {"made_on": TODAY, "direction": "expense", "means": "cash"}
    answer = treasurer.post(reverse("movement_add"), typed | {"made_on": TODAY.isoformat(), "note": ""})
    assert answer["Location"] == reverse("club_till") and said(answer) == "The income or expense is noted."
    noted = TillMovement.objects.get()
    assert (noted.kind, noted.cents) == ("playing cards", 1_250)
    assert '<option value="playing cards">' in html_of(treasurer.get(reverse("movement_add")))
    edit = reverse("movement_edit", args=[noted.pk])
    assert 'value="12.50"' in html_of(page := treasurer.get(edit))
    assert page.status_code == 200 and page.context["form"].initial == {
        "direction": "expense",
        "kind": "playing cards",
        "cents": 1_250,
        "means": "cash",
        "made_on": TODAY,
        "note": "",
    }
    wrong = treasurer.post(edit, typed | {"made_on": TODAY.isoformat(), "cents": "x"})
    assert wrong.status_code == 422 and reverse("movement_delete", args=[noted.pk]) in html_of(wrong)
    assert treasurer.post(edit, typed | {"made_on": TODAY.isoformat(), "cents": "13"}).status_code == 302
    assert treasurer.post(reverse("movement_delete", args=[noted.pk])).status_code == 302
    assert treasurer.post(reverse("movement_delete", args=[noted.pk])).status_code == 302
    assert not TillMovement.objects.exists()
    told = lines_of(list(journal(kind="till")))
    day = date_format(TODAY)
    before = Difference("Before", after=f"Expense, playing cards: €12.50, cash, {day}")
    assert [line.differences for line in told] == [(), (before,), ()]
    assert [line.headline for line in told] == [
        f"Expense, playing cards: €13.00, cash, {day} deleted",
        f"Expense, playing cards: €13.00, cash, {day} changed",
        f"Expense, playing cards: €12.50, cash, {day} noted",
    ]


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("direction", "sideways", "sideways"),
        ("kind", "", "required"),
        ("kind", "\x00", "characters"),
        ("kind", "x" * 41, "40"),
        ("cents", "0", "neither an income"),
        ("cents", "tanto", "is not an amount"),
        ("cents", "-5", "is not an amount"),
        ("means", "gold", "gold"),
        ("made_on", "2026-02-30", "valid date"),
        ("made_on", (TODAY + timedelta(days=2)).isoformat(), "and today"),
    ],
)
def test_nonsense_is_named_and_nothing_typed_is_lost(treasurer: Client, field: str, typed: str, sentence: str) -> None:
    sent = {"direction": "income", "kind": "gift", "cents": "7,77", "means": "card", "made_on": "2026-01-01"}
    answer = treasurer.post(reverse("movement_add"), sent | {field: typed})
    assert answer.status_code == 422 and sentence in text_of(answer)
    kept = html_of(answer)
    assert field == "kind" or 'value="gift"' in kept
    assert field == "cents" or 'value="7,77"' in kept
    assert not TillMovement.objects.exists()


def test_a_period_that_cannot_be_read_is_named(treasurer: Client) -> None:
    for first, last, sentence in (
        ("2026-12-31", "2026-01-01", "swap them"),
        ("nie", "2026-01-01", "valid date"),
        ("0001-01-01", "2026-01-01", "between 1900 and 2100"),
    ):
        for name in ("club_till", "club_till_pdf", "club_till_xlsx"):
            answer = treasurer.get(reverse(name), {"first": first, "last": last})
            assert answer.status_code == 422 and sentence in text_of(answer)
    for half in ("first", "last"):
        assert treasurer.get(reverse("club_till"), {half: "nie"}).status_code == 422


def test_cash_is_counted_on_the_page_and_a_wrong_count_is_deleted(treasurer: Client) -> None:
    address = reverse("cash_count_add")
    assert treasurer.get(reverse("club_till")).context["count"].initial == {"counted_on": TODAY}
    assert treasurer.post(address, {"cents": "abc", "counted_on": TODAY.isoformat()}).status_code == 422
    counted_now = treasurer.post(address, {"cents": "0", "counted_on": TODAY.isoformat(), "note": "x"})
    assert counted_now["Location"] == reverse("club_till") and said(counted_now) == "The cash counted is noted."
    counted = CashCount.objects.get()
    assert "It agrees." in text_of(treasurer.get(reverse("club_till")))
    assert treasurer.post(reverse("cash_count_delete", args=[counted.pk])).status_code == 302
    assert [line.headline.partition(":")[0] for line in lines_of(list(journal(kind="till")))] == [
        "Cash count deleted",
        "Cash counted",
    ]


def test_a_movement_that_somebody_else_deleted_is_not_noted_again(treasurer: Client) -> None:
    noted = movement(1_000, TODAY)
    till_movement_delete(movement=noted)
    with pytest.raises(Refused, match="has deleted this"):
        till_movement_change(movement=noted, details={"cents": 2_000})
    assert not TillMovement.objects.exists()


def test_a_correction_that_was_refused_says_why_on_its_page(treasurer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_facts: object) -> None:
        raise Refused("Somebody else has deleted this.")

    noted = movement(1_000, TODAY)
    monkeypatch.setattr(services, "till_movement_change", refuse)
    typed = {"direction": "expense", "kind": "cards", "cents": "12,50", "means": "cash", "made_on": TODAY.isoformat()}
    answer = treasurer.post(reverse("movement_edit", args=[noted.pk]), typed)
    assert answer.status_code == 422 and "Somebody else has deleted this." in text_of(answer)
    assert 'value="12,50"' in html_of(answer)


def test_the_latest_cash_count_comes_first(treasurer: Client) -> None:
    days = [date(TODAY.year, 1, 1), TODAY] if TODAY.timetuple().tm_yday > 1 else [TODAY]
    for day in days:
        count(500, day)
    assert [check.day for check, *_sums in treasurer.get(reverse("club_till")).context["counts"]] == days[::-1]


@pytest.mark.parametrize("starts", [1, 9])
def test_a_year_of_membership_that_is_not_the_calendars_is_offered_as_a_period(treasurer: Client, starts: int) -> None:
    membership_terms_set(starts=starts, fees={})
    years = [period.partition("&")[0] for _name, period in treasurer.get(reverse("club_till")).context["periods"]]
    begun = TODAY.year if TODAY.month >= starts else TODAY.year - 1
    own = [f"first={begun}-09-01"] if starts == 9 else []
    assert years == [f"first={TODAY.year}-01-01", f"first={TODAY.year - 1}-01-01", *own]


def test_a_season_is_offered_from_its_first_evening_to_its_last(treasurer: Client) -> None:
    rule = SeasonRule(points=PointsBy.VP, table=())
    days = (date(2026, 5, 29), date(2025, 10, 3), date(2026, 7, 1))
    evenings = [make_tournament(name=f"Evening {day}", date=day) for day in days]
    season_create(name="Winter <cup>", rule=rule, tournaments={evening.pk: 100 for evening in evenings})
    season_create(name="Nothing played", rule=rule, tournaments={})
    tournament_delete(tournament=evenings[-1], by=None, at=timezone.now())
    page = html_of(treasurer.get(reverse("club_till")))
    assert '"?first=2025-10-03&amp;last=2026-05-29">Winter &lt;cup&gt;</a>' in page
    assert "Nothing played" not in page


def test_a_secretary_sees_the_money_and_is_offered_no_change(treasurer: Client) -> None:
    noted, counted = movement(1_000, TODAY), count(500, TODAY)
    writes = [
        reverse("movement_add"),
        reverse("movement_edit", args=[noted.pk]),
        reverse("cash_count_add"),
        reverse("cash_count_delete", args=[counted.pk]),
    ]
    page = html_of(treasurer.get(reverse("club_till")))
    assert all(address in page for address in writes)
    secretary = Client()
    secretary.force_login(make_account("segreteria", Role.SECRETARY))
    page = html_of(secretary.get(reverse("club_till")))
    assert "hall" in page and "Counted on" in page
    assert not any(address in page for address in writes)


def test_a_fee_has_a_line_of_its_own_in_the_file_and_the_same_sum(treasurer: Client) -> None:
    for name in ("Rossi", "Verdi"):
        player = player_create(details={"last_name": name, "first_name": "Anna"})
        membership_fee_pay(player=player, year=TODAY.year, cents=3_000, means="cash", paid_on=TODAY)
    period = (date(TODAY.year, 1, 1), date(TODAY.year, 12, 31))
    together, apart = statement_of(*period), statement_of(*period, each=True)
    assert [line.income for line in together.lines] == [6_000]
    assert [line.what.rpartition(": ")[2] for line in apart.lines] == ["Rossi Anna", "Verdi Anna"]
    assert together.kinds == apart.kinds and together.by_means == apart.by_means
    assert together.cash_after == apart.cash_after
    book = load_workbook(BytesIO(treasurer.get(reverse("club_till_xlsx")).content))
    assert len(list(book.worksheets[1].iter_rows(min_row=2))) == 2


def test_a_club_without_a_till_has_no_such_page(treasurer: Client) -> None:
    noted = movement(1_000, TODAY)
    Club.objects.update(till=False)
    for name in ("club_till", "club_till_pdf", "club_till_xlsx", "movement_add"):
        assert treasurer.get(reverse(name)).status_code == 404
    assert treasurer.get(reverse("movement_edit", args=[noted.pk])).status_code == 404


def test_a_statement_costs_the_same_queries_however_many_members_paid(django_assert_num_queries: Any) -> None:
    players = Player.objects.bulk_create(Player(last_name=f"R{n}", search_name=f"r{n}") for n in range(200))
    fee = {"year": 2026, "cents": 3_000, "means": "cash", "paid_on": date(2026, 2, 1)}
    MembershipFee.objects.bulk_create(MembershipFee(player=player, **fee) for player in players)
    with django_assert_num_queries(12):
        assert statement_of(FIRST, LAST).income == 600_000
    assert Pair.objects.count() == 0
