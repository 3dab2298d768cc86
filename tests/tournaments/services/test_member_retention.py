"""What is kept of members for a while is deleted by itself, histories included; what the club needs stays."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import JournalEntry
from tests.factories import AT
from tests.tournaments.views.people.test_membership_fees import NO_BOOK
from tournaments.models import Membership, PeopleImport, Player, PlayerMerge, Receipt
from tournaments.services import (
    club_set_privacy,
    member_data_delete_old,
    member_retention,
    member_save,
    membership_fee_pay,
    player_create,
    players_merge,
    receipt_issue,
)
from tournaments.services.merges import MERGED_FIELDS
from tournaments.services.receipts import ReceiptWords

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LEFT = date(2020, 6, 30)
BOOK: dict[str, Any] = NO_BOOK | {
    "number": 12,
    "admitted_on": date(2010, 9, 1),
    "left_on": LEFT,
    "born_on": date(1956, 1, 1),
    "tax_code": "RSSNNA56A41H501L",
    "address": "Via Nascosta 7, Roma",
    "card_kind": "ordinaria",
    "data_consent_on": date(2018, 9, 1),
}
PERSONAL = ("RSSNNA56A41H501L", "Via Nascosta", "1956", "333 5550000", "ordinaria")


def at(day: date) -> Any:
    return timezone.make_aware(timezone.datetime(day.year, day.month, day.day, 12))  # type: ignore[attr-defined]


def left(state: str = Player.State.LEFT, **book: Any) -> Player:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna", "contact": "333 5550000"})
    return member_save(player=player, details={"state": state}, book=BOOK | book)


def keep_for(years: int | None) -> None:
    club_set_privacy(facts={"years_after_leaving": years})


def everything_about_members() -> str:
    models = (Player, Player.history, Membership, Membership.history, PlayerMerge, PeopleImport)
    rows = [list((model if hasattr(model, "values") else model.objects).values()) for model in models]  # type: ignore[attr-defined]
    return repr(rows)


def test_what_the_book_says_of_who_left_is_deleted_after_the_clubs_years() -> None:
    player = left()
    keep_for(3)
    assert member_data_delete_old(at=at(date(2023, 6, 29))) == 0
    assert all(fact in everything_about_members() for fact in ("RSSNNA56A41H501L", "333 5550000"))
    assert member_data_delete_old(at=at(date(2023, 6, 30))) == 1
    book, person = Membership.objects.get(), Player.objects.get()
    assert not any(fact in everything_about_members() for fact in PERSONAL)
    assert (person.full_name, person.birth_year, person.contact) == ("Rossi Anna", None, "")
    assert (book.number, book.admitted_on, book.left_on) == (12, date(2010, 9, 1), LEFT)
    assert book.data_consent_on == date(2018, 9, 1)
    entry = JournalEntry.objects.get(event=JournalEntry.Event.LEAVERS_CLEARED)
    assert (entry.who, entry.about) == ("", "1")
    # Nothing is left to do, and to be told, the next night.
    assert member_data_delete_old(at=at(date(2023, 7, 1))) == 0 and JournalEntry.objects.count() == 1
    assert player.pk == person.pk


def test_however_many_left_the_data_of_each_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(member_retention, "AT_A_TIME", 2)
    for number in range(1, 6):
        left(number=number)
    stays = left(number=9, left_on=date(2022, 1, 1))
    keep_for(3)
    assert member_data_delete_old(at=at(date(2023, 6, 30))) == 5
    assert set(Membership.objects.exclude(tax_code="").values_list("player", flat=True)) == {stays.pk}
    assert set(Player.objects.exclude(contact="").values_list("pk", flat=True)) == {stays.pk}
    assert JournalEntry.objects.get(event=JournalEntry.Event.LEAVERS_CLEARED).about == "5"


def test_the_history_of_who_was_merged_into_somebody_goes_with_theirs() -> None:
    keep = left()
    other = {"last_name": "Rosi", "first_name": "Anna", "contact": "349 7770000"}
    details = {name: getattr(keep, name) for name in MERGED_FIELDS}
    players_merge(keep=keep, gone=player_create(details=other), details=details, by=None, at=AT)
    keep_for(3)
    assert member_data_delete_old(at=AT + timedelta(days=31)) == 1
    assert "349 7770000" not in everything_about_members() and "Rosi" in everything_about_members()


def test_nothing_is_deleted_where_the_club_has_chosen_no_years() -> None:
    left()
    assert member_data_delete_old(at=at(date(2060, 1, 1))) == 0
    keep_for(None)
    assert member_data_delete_old(at=at(date(2060, 1, 1))) == 0
    assert "RSSNNA56A41H501L" in everything_about_members()


def test_who_is_a_member_again_keeps_everything_and_a_guest_the_contact() -> None:
    keep_for(1)
    player = left(Player.State.ACTIVE)
    assert member_data_delete_old(at=at(date(2060, 1, 1))) == 0
    member_save(player=player, details={"state": Player.State.GUEST}, book=BOOK)
    assert member_data_delete_old(at=at(date(2060, 1, 1))) == 1
    assert Player.objects.get().contact == "333 5550000"
    assert "Via Nascosta" not in everything_about_members()


def test_receipts_and_fees_keep_what_they_carry() -> None:
    keep_for(1)
    player = left()
    fee = membership_fee_pay(player=player, year=2019, means="cash", paid_on=LEFT, cents=3000)
    words: ReceiptWords = {"payer": "Rossi Anna", "payer_details": "Via Nascosta 7, Roma", "reason": "Quota 2019"}
    receipt_issue(words=words, on=LEFT, fee=fee)
    assert member_data_delete_old(at=at(date(2060, 1, 1))) == 1
    receipt = Receipt.objects.get()
    assert (receipt.payer, receipt.payer_details, receipt.fee) == ("Rossi Anna", "Via Nascosta 7, Roma", fee)


def test_what_would_undo_a_merge_is_erased_after_thirty_days() -> None:
    keep, gone = left(left_on=None), player_create(details={"last_name": "Rosi", "first_name": "Anna"})
    details = {name: getattr(keep, name) for name in MERGED_FIELDS}
    players_merge(keep=keep, gone=gone, details=details, by=None, at=AT)
    member_data_delete_old(at=AT + timedelta(days=30))
    assert PlayerMerge.objects.get().name == "Rosi Anna"
    member_data_delete_old(at=AT + timedelta(days=30, minutes=1))
    merge = PlayerMerge.objects.get()
    assert (merge.fields, merge.changed, merge.moved) == ({}, {}, []) and merge.gone
    assert not merge.can_be_parted(AT)


def test_lists_that_cannot_be_undone_any_more_are_deleted_without_another_import() -> None:
    state = PeopleImport.State
    for name, made, days in ((state.LOOKED_AT, "seen", 1), (state.IMPORTED, "imported", 30)):
        PeopleImport.objects.create(file_name=made, made_at=AT, state=name)
        member_data_delete_old(at=AT + timedelta(days=days))
        assert PeopleImport.objects.filter(file_name=made).exists()
        member_data_delete_old(at=AT + timedelta(days=days, minutes=1))
        assert not PeopleImport.objects.filter(file_name=made).exists()
