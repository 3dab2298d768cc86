"""Membership fees: who has not renewed, a press that notes a payment, the door, many states at once, the journal."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Role
from pages.refusals import Refused
from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, said, text_of
from tournaments.history.journal import journal, lines_of
from tournaments.models import Membership, MembershipFee, Pair, Player, Receipt, Tournament
from tournaments.people.membership_years import first_day, last_day, membership_year
from tournaments.selectors.membership_fees import (
    FeeStatus,
    expired_at_door,
    expired_in_pair,
    fee_terms,
    members_with_fee,
)
from tournaments.services import (
    member_save,
    members_state_set,
    membership_fee_pay,
    membership_fee_take_back,
    membership_terms_set,
    player_create,
    player_forget,
    receipt_issue,
)
from tournaments.wording.memberships import year_label

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TODAY = timezone.localdate()
NO_BOOK: dict[str, Any] = {
    **dict.fromkeys(("number", "admitted_on", "left_on", "born_on", "card_year")),
    **dict.fromkeys(("data_consent_on", "pictures_consent_on", "messages_consent_on")),
    **dict.fromkeys(("tax_code", "address", "card_kind"), ""),
}


@pytest.fixture
def treasurer() -> Client:
    client = Client()
    client.force_login(make_account("cassa", Role.TREASURER))
    return client


def member(name: str, *, number: int | None = None, **fields: Any) -> Player:
    last, _space, first = name.partition(" ")
    player = player_create(details={"last_name": last, "first_name": first} | fields)
    return member_save(player=player, details={}, book=NO_BOOK | {"number": number}) if number else player


def pay(player: Player, year: int = TODAY.year, *, cents: int | None = 3000, means: str = "cash") -> MembershipFee:
    return membership_fee_pay(player=player, year=year, means=means, paid_on=TODAY, cents=cents)


def names(status: FeeStatus, year: int = TODAY.year, q: str = "") -> list[str]:
    return [str(player) for player in members_with_fee(year=year, status=status, q=q)]


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)), st.integers(1, 12))
def test_a_day_lies_within_its_year_of_membership(day: date, starts: int) -> None:
    year = membership_year(day, starts=starts)
    assert first_day(year, starts=starts) <= day <= last_day(year, starts=starts)
    assert last_day(year, starts=starts) + timedelta(days=1) == first_day(year + 1, starts=starts)


def test_a_year_is_called_as_it_begins() -> None:
    assert [year_label(2026, 1), year_label(2026, 9), year_label(2099, 9)] == ["2026", "2026/27", "2099/00"]


def test_a_year_in_which_nobody_was_due_is_not_one_in_which_everybody_has_renewed(treasurer: Client) -> None:
    member("Rossi Anna")
    assert "Nobody was due to renew." in text_of(treasurer.get(reverse("membership_fees")))
    pay(member("Bianchi Carla", number=7))
    page = text_of(treasurer.get(reverse("membership_fees")))
    assert "Everybody has renewed." in page
    assert "Nobody was due" not in page


def test_who_renews_is_in_the_book_or_has_paid_before() -> None:
    member("Rossi Anna", number=1)
    pay(member("Verdi Luca"), TODAY.year - 1)
    pay(member("Bianchi Carla", number=2))
    member("Neri Ugo")
    left = member("Gialli Pia", number=3)
    members_state_set(keys=[left.pk], state="left", on=TODAY)
    player_forget(player=member("Blu Ada", number=4))
    assert names(FeeStatus.OWING) == ["Rossi Anna", "Verdi Luca"]
    assert names(FeeStatus.PAID) == ["Bianchi Carla"]
    assert names(FeeStatus.EVERYBODY) == ["Bianchi Carla", "Neri Ugo", "Rossi Anna", "Verdi Luca"]
    assert names(FeeStatus.OWING, TODAY.year + 1) == ["Bianchi Carla", "Rossi Anna", "Verdi Luca"]
    assert names(FeeStatus.EVERYBODY, q="ros") == ["Rossi Anna"]


def test_a_fee_follows_the_category_and_is_paid_with_one_press(treasurer: Client) -> None:
    membership_terms_set(starts=1, fees={"": 3000, "Juniores": 500})
    anna, pia = member("Rossi Anna", number=1), member("Verdi Pia", number=2, category="juniores")
    page = html_of(treasurer.get(reverse("membership_fees")))
    assert f'value="{anna.pk}-{TODAY.year}-cash"' in page and f'value="{pia.pk}-{TODAY.year}-card"' in page
    answer = treasurer.post(reverse("membership_fee_paid"), {"pay": f"{pia.pk}-{TODAY.year}-card", "wanted": "q=pia"})
    assert answer.status_code == 302 and answer["Location"].endswith("?q=pia")
    paid = MembershipFee.objects.get()
    assert (paid.player, paid.cents, paid.means, paid.paid_on, paid.category) == (pia, 500, "card", TODAY, "juniores")
    assert said(answer) == f"Verdi Pia has paid {TODAY.year}: €5.00, card."
    assert names(FeeStatus.OWING) == ["Rossi Anna"]


def test_a_press_notes_the_years_that_a_page_can_have_and_no_others(treasurer: Client) -> None:
    membership_terms_set(starts=1, fees={"": 3000})
    anna = member("Rossi Anna", number=1)
    statuses = {
        year: treasurer.post(reverse("membership_fee_paid"), {"pay": f"{anna.pk}-{year}-cash"}).status_code
        for year in (1899, 1900, 2100, 2101)
    }
    assert statuses == {1899: 404, 1900: 302, 2100: 302, 2101: 404}
    assert set(MembershipFee.objects.values_list("year", flat=True)) == {1900, 2100}


def test_the_page_of_a_member_proposes_the_first_year_that_is_not_paid(treasurer: Client) -> None:
    membership_terms_set(starts=1, fees={"": 3000, "Juniores": 500})
    anna = member("Rossi Anna", number=1, category="juniores")
    address, proposed = reverse("member_fees", args=[anna.pk]), []
    for year in (TODAY.year - 1, TODAY.year, TODAY.year + 1):
        page = treasurer.get(address)
        assert page.status_code == 200
        proposed.append(page.context["form"].initial["year"])
        assert page.context["form"].initial["cents"] == 500 and page.context["form"].initial["paid_on"] == TODAY
        pay(anna, year)
    assert proposed == [TODAY.year, TODAY.year, TODAY.year + 1]
    page = treasurer.get(address)
    assert [label for _fee, label in page.context["years"]] == [str(TODAY.year + years) for years in (1, 0, -1)]
    assert page.context["expires"] == date(TODAY.year + 1, 12, 31)
    assert treasurer.get(reverse("member_fees", args=[member("Verdi Ugo").pk])).context["expires"] is None
    typed = {"year": TODAY.year + 2, "cents": "5", "means": "card", "paid_on": TODAY.isoformat()}
    answer = treasurer.post(address, typed)
    assert answer["Location"] == address and said(answer) == f"Rossi Anna has paid {TODAY.year + 2}: €5.00, card."


def test_a_year_is_paid_once_and_what_was_noted_is_not_replaced_silently(treasurer: Client) -> None:
    anna = member("Rossi Anna", number=1)
    first = pay(anna)
    assert pay(anna) == first
    with pytest.raises(Refused, match="undo it first"):
        pay(anna, means="card")
    address = reverse("member_fees", args=[anna.pk])
    typed = {"year": TODAY.year, "cents": "12,50", "means": "card", "paid_on": TODAY.isoformat()}
    answer = treasurer.post(address, typed)
    assert answer.status_code == 409 and "12,50" in html_of(answer) and "undo it first" in text_of(answer)
    assert treasurer.post(address, typed | {"year": TODAY.year + 1}).status_code == 302
    assert list(MembershipFee.objects.values_list("year", "cents")) == [(TODAY.year + 1, 1250), (TODAY.year, 3000)]


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("year", "20x6", "whole number"),
        ("year", "99999", "less than or equal to 2100"),
        ("cents", "trenta", "is not an amount"),
        ("means", "seashells", "seashells"),
        ("paid_on", "31/02/2026", "valid date"),
        ("paid_on", "9999-01-01", "between 1900 and today"),
    ],
)
def test_nonsense_is_named_and_nothing_typed_is_lost(treasurer: Client, field: str, typed: str, sentence: str) -> None:
    anna = member("Rossi Anna", number=1)
    sent = {"year": TODAY.year, "cents": "30", "means": "cash", "paid_on": TODAY.isoformat()} | {field: typed}
    answer = treasurer.post(reverse("member_fees", args=[anna.pk]), sent)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert MembershipFee.objects.count() == 0


def test_without_a_fee_the_amount_is_written_by_hand(treasurer: Client) -> None:
    anna = member("Rossi Anna", number=1)
    answer = treasurer.post(reverse("membership_fee_paid"), {"pay": f"{anna.pk}-{TODAY.year}-cash"})
    assert said(answer) == "The club has set no fee for Rossi Anna: set one, or write the amount."
    assert MembershipFee.objects.count() == 0
    for nonsense in (
        "",
        "x-2026-cash",
        f"{anna.pk}-x-cash",
        f"{anna.pk}--cash",
        f"{anna.pk}-2026-gold",
        f"{anna.pk}-9999-cash",
        f"{10**20}-2026-cash",
    ):
        assert treasurer.post(reverse("membership_fee_paid"), {"pay": nonsense}).status_code == 404


def test_what_a_receipt_says_is_not_taken_back(treasurer: Client) -> None:
    fee = pay(member("Rossi Anna", number=1))
    words: Any = {"payer": "Rossi Anna", "payer_details": "", "reason": "fee"}
    receipt_issue(words=words, on=TODAY, fee=fee)
    with pytest.raises(Refused, match="1/"):
        membership_fee_take_back(fee=fee)
    back = reverse("membership_fee_take_back", args=[fee.pk])
    refused = treasurer.post(back)
    assert "A receipt was issued for it" in said(refused) or "1/" in said(refused)
    assert refused["Location"] == reverse("member_fees", args=[fee.player_id])
    treasurer.get(refused["Location"])
    Receipt.objects.update(voided_at=timezone.now(), void_reason="wrong")
    assert treasurer.post(back)["Location"] == refused["Location"] and MembershipFee.objects.count() == 0
    gone = treasurer.post(back, {"wanted": "q=ros"})
    assert said(gone) == "Somebody else has already undone this payment."
    assert gone["Location"] == f"{reverse('membership_fees')}?q=ros"


def test_the_terms_are_kept_and_a_year_may_begin_in_september(treasurer: Client) -> None:
    sent = {"starts": 9, "fee": "30", "fees": "Juniores: 5,50\nOnorari: 0"}
    assert treasurer.get(reverse("membership_terms")).status_code == 200
    saved = treasurer.post(reverse("membership_terms"), sent)
    assert saved["Location"] == reverse("membership_fees") and said(saved) == "The membership fees are saved."
    terms = fee_terms()
    assert (terms.starts, terms.fees) == (9, {"": 3000, "Juniores": 550, "Onorari": 0})
    assert (terms.fee_of("onorari"), terms.fee_of("other"), terms.year_of(date(2026, 8, 31))) == (0, 3000, 2025)
    assert terms.expiry_of(2026) == date(2027, 8, 31)
    page = html_of(treasurer.get(reverse("membership_terms")))
    assert "Juniores: 5.50" in page and 'value="30"' in page
    answer = treasurer.post(reverse("membership_terms"), sent | {"fees": "Juniores 5"})
    assert answer.status_code == 422 and "Line 1" in text_of(answer) and "Juniores 5" in html_of(answer)


@pytest.fixture
def evening() -> Tournament:
    return make_tournament(pairs=4)


def first_pair(evening: Tournament) -> Pair:
    return evening.pairs.order_by("number").select_related("player1", "player2")[0]


def test_the_door_says_expired_lets_in_and_takes_the_fee(referee: Client, evening: Tournament) -> None:
    membership_terms_set(starts=1, fees={"": 3000})
    pair = first_pair(evening)
    pay(pair.player1, TODAY.year - 1)
    door = reverse("check_in", args=[evening.slug])
    value = f'value="{pair.number}-{pair.player1.pk}-cash"'
    assert html_of(referee.get(door)).count(value) == 1
    assert referee.post(door, {"here": pair.number, "in_place": 1}, HTTP_HX_REQUEST="true").status_code == 200
    pair.refresh_from_db()
    assert pair.status == Pair.Status.ACTIVE
    before = Tournament.objects.get(pk=evening.pk).revision
    fee = reverse("check_in_fee", args=[evening.slug])
    sent = {"fee": f"{pair.number}-{pair.player1.pk}-cash"}
    answer = referee.post(fee, sent, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200 and value not in html_of(answer)
    assert MembershipFee.objects.filter(player=pair.player1, year=TODAY.year, cents=3000).count() == 1
    assert Tournament.objects.get(pk=evening.pk).revision > before
    # A second press, from another door, changes nothing.
    assert referee.post(fee, sent).status_code == 302 and MembershipFee.objects.filter(year=TODAY.year).count() == 1


@pytest.mark.parametrize("starts", [1, 12])
def test_each_entrant_alone_is_asked_for_what_the_whole_list_says(starts: int) -> None:
    membership_terms_set(starts=starts, fees={"": 3000})
    tournament, day = make_tournament(pairs=4), date(2026, 11, 27)
    pairs = list(tournament.pairs.order_by("number").select_related("player1", "player2"))
    for at, pair in enumerate(pairs):
        pay(pair.player1, 2024)
        pay(pair.player2, 2025 + (at == 1))
    members_state_set(keys=[pairs[2].player1_id], state="left", on=TODAY)
    Pair.objects.filter(pk=pairs[3].pk).update(status=Pair.Status.WITHDRAWN)
    whole = expired_at_door(tournament, day=day, terms=fee_terms())
    alone = [expired_in_pair(pair, day=day, terms=fee_terms()) for pair in tournament.pairs.order_by("number")]
    assert {number: set(found) for one in alone for number, found in one.by_number.items()} == {
        number: set(found) for number, found in whole.by_number.items()
    }
    # What was paid for 2025 is still good in November if the year begins in December.
    in_both = starts == 1
    assert [len(one.by_number.get(at, ())) for at, one in enumerate(alone, 1)] == [1 + in_both, 1, in_both, 0]
    assert {one.year for one in alone if one.by_number} == {whole.year} == {2026 if in_both else 2025}


def test_the_door_asks_nothing_of_guests_and_names_who_has_no_fee(referee: Client, evening: Tournament) -> None:
    door = reverse("check_in", args=[evening.slug])
    assert 'name="fee"' not in html_of(referee.get(door)) and "is not paid" not in text_of(referee.get(door))
    pair = first_pair(evening)
    pay(pair.player2, TODAY.year - 2)
    assert f"{pair.player2}: {TODAY.year} is not paid" in text_of(referee.get(door))
    sent = {"fee": f"{pair.number}-{pair.player2.pk}-cash"}  # type: ignore[union-attr]
    no_fee = f"The club has set no fee for {pair.player2}: set one, or write the amount."
    address = reverse("check_in_fee", args=[evening.slug])
    in_place = referee.post(address, sent, HTTP_HX_REQUEST="true")
    assert in_place.status_code == 409 and no_fee in text_of(in_place)
    refused = referee.post(address, sent)
    assert refused["Location"] == door and said(refused) == no_fee
    # The key of somebody else, or of nobody, notes nothing.
    for key in (pair.player1.pk, 10**12, "x", ""):
        assert not said(referee.post(address, {"fee": f"{pair.number}-{key}-cash"})).replace(no_fee, "")
    assert MembershipFee.objects.count() == 1
    assert referee.post(reverse("check_in_fee", args=[evening.slug]), {"fee": "1-2-gold"}).status_code == 404


def test_many_states_are_changed_at_once(referee: Client) -> None:
    anna, luca = member("Rossi Anna", number=1), member("Verdi Luca")
    address = reverse("members_state")
    asked = f"{address}?status=everybody&q=a"
    answer = referee.post(asked, {"state": "left", "on": "2026-06-30", "only": [anna.pk, luca.pk]})
    assert said(answer) == "2 members changed"
    assert answer["Location"] == f"{reverse('membership_fees')}?status=everybody&q=a"
    assert set(Player.objects.values_list("state", flat=True)) == {"left"}
    assert Membership.objects.get(pk=anna.pk).left_on == date(2026, 6, 30)
    assert referee.post(address, {"state": "active", "only": [anna.pk]}).status_code == 302
    assert Membership.objects.get(pk=anna.pk).left_on is None
    nobody = referee.post(address, {"state": "left"})
    assert nobody.status_code == 422 and "Nobody is ticked" in text_of(nobody)
    Membership.objects.filter(pk=anna.pk).update(admitted_on=date(2026, 9, 1))
    answer = referee.post(address, {"state": "left", "on": "2026-06-30", "only": [anna.pk, luca.pk]})
    assert answer.status_code == 409 and "admitted later" in text_of(answer)
    assert set(answer.context["form"].errors) == {"on"}
    assert answer.context["ticked"] == {str(anna.pk), str(luca.pk)}
    assert Player.objects.get(pk=anna.pk).state == "active"


def test_the_journal_tells_fees_and_terms() -> None:
    membership_terms_set(starts=9, fees={"": 3000})
    membership_terms_set(starts=9, fees={"": 3500, "Juniores": 500})
    fee = pay(member("Rossi Anna"), 2026)
    membership_fee_take_back(fee=fee)
    told = [line.headline for line in lines_of(list(journal()))]
    assert told[:2] == [
        "Membership fee 2026 undone: Rossi Anna, €30.00",
        "Membership fee 2026 paid: Rossi Anna, €30.00",
    ]
    assert told.count("Membership fees of the club") == 2
    assert [(one.before, one.after) for one in lines_of(list(journal(text="")))[3].differences] == [
        ("€30.00", "€35.00"),
        ("", "€5.00"),
    ]


def test_a_list_of_thousands_takes_few_queries(referee: Client, django_assert_max_num_queries: Any) -> None:
    Player.objects.bulk_create(Player(last_name=f"Rossi{n}", search_name=f"rossi{n}") for n in range(300))
    with django_assert_max_num_queries(12):
        assert referee.get(reverse("membership_fees"), {"status": "everybody"}).status_code == 200
