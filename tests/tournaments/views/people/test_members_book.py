"""The club's book as of a day: who is in it, in which order, as a file and on paper."""

from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from accounts.models import JournalEntry
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.people.test_membership_fees import NO_BOOK, member, pay
from tests.tournaments.views.test_printing import pdf_text
from tournaments.models import Membership, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.selectors.members_book import members_book
from tournaments.services import club_rename, member_save, player_create, player_forget

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TODAY = timezone.localdate()


def listed(name: str, number: int | None, admitted_on: date | None, left_on: date | None = None) -> Player:
    last, _space, first = name.partition(" ")
    player = player_create(details={"last_name": last, "first_name": first})
    book = NO_BOOK | {"number": number, "admitted_on": admitted_on, "left_on": left_on}
    return member_save(player=player, details={}, book=book)


@pytest.fixture
def book() -> None:
    listed("Verdi Luca", 2, date(2021, 9, 1), date(2024, 6, 30))
    listed("Rossi Anna", 1, date(2020, 9, 1))
    listed("Neri Ugo", None, date(2022, 1, 1))
    listed("Gialli Pia", 3, None)
    member("Bianchi Carla")
    player_forget(player=listed("Blu Ada", 4, date(2019, 1, 1)))


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("day", "names", "left"),
    [
        (date(2020, 1, 1), ["Gialli Pia", ""], []),
        (date(2021, 12, 31), ["Rossi Anna", "Verdi Luca", "Gialli Pia", ""], []),
        (date(2024, 6, 30), ["Rossi Anna", "Verdi Luca", "Gialli Pia", "", "Neri Ugo"], ["Verdi Luca"]),
    ],
)
def test_the_book_is_as_of_its_day_in_order_of_number(day: date, names: list[str], left: list[str]) -> None:
    entries = members_book(day)
    assert [entry.name for entry in entries] == names
    assert [entry.name for entry in entries if entry.left_on] == left


@pytest.mark.usefixtures("book")
def test_what_was_paid_later_does_not_count_in_an_earlier_book() -> None:
    anna = Player.objects.get(last_name="Rossi")
    pay(anna, TODAY.year)
    until = {entry.name: entry.paid_until for entry in members_book(TODAY)}
    assert until["Rossi Anna"] == date(TODAY.year, 12, 31) and until["Gialli Pia"] is None
    assert {entry.paid_until for entry in members_book(TODAY - timedelta(days=1))} == {None}


@pytest.mark.usefixtures("book")
def test_the_file_has_real_dates_and_the_journal_tells_who_took_it(referee: Client) -> None:
    answer = referee.get(reverse("members_book"), {"day": "2024-06-30", "format": "xlsx"})
    rows = list(load_workbook(BytesIO(answer.content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
    assert [row[:2] for row in rows[1:]] == [
        (1, "Rossi Anna"),
        (2, "Verdi Luca"),
        (3, "Gialli Pia"),
        (4, "erased on request"),
        (None, "Neri Ugo"),
    ]
    assert rows[2][2].date() == date(2021, 9, 1) and rows[2][3].date() == date(2024, 6, 30)  # type: ignore[union-attr]
    assert answer["Content-Disposition"] == 'attachment; filename="members-book-2024-06-30.xlsx"'
    referee.head(reverse("members_book"), {"day": "2024-06-30", "format": "xlsx"})
    assert JournalEntry.objects.get().event == JournalEntry.Event.BOOK_EXPORT
    assert JournalEntry.objects.get().about == "5"


@pytest.mark.usefixtures("book")
def test_the_paper_has_every_entry_and_a_line_to_sign(referee: Client) -> None:
    Membership.objects.filter(number=1).update(tax_code="RSSNNA56A41H501L", address="Via Roma 7, 00100 Roma")
    asked = {"day": TODAY.isoformat(), "format": "pdf"}
    assert referee.get(reverse("members_book"), asked).status_code == 200
    club_rename(name="Circolo Aurora")
    answer = referee.get(reverse("members_book"), asked)
    assert answer["Content-Disposition"] == f'inline; filename="members-book-{TODAY.isoformat()}.pdf"'
    text = pdf_text(answer)
    assert "Circolo Aurora" in text
    for words in ("Rossi Anna", "Verdi Luca", "erased on request", "RSSNNA56A41H501L", "Via Roma 7", "signature"):
        assert words in text
    assert "Bianchi" not in text and "members: 4" in text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"day": "31/02/2026", "format": "pdf"}, "valid date"),
        ({"day": "9999-01-01", "format": "pdf"}, "between 1900 and today"),
        ({"day": "2026-01-01", "format": "gold"}, "gold"),
        ({"day": "", "format": "pdf"}, "required"),
    ],
)
def test_nonsense_is_named(referee: Client, typed: dict[str, str], sentence: str) -> None:
    answer = referee.get(reverse("members_book"), typed)
    assert answer.status_code == 422 and sentence in text_of(answer)


SAID: dict[str, Any] = {
    **{
        "number": 7,
        "card_year": 2026,
        "tax_code": "RSSNNA56C41E506X",
        "address": "via Roma 1",
        "card_kind": "ordinary",
    },
    **dict.fromkeys(("admitted_on", "left_on", "born_on", "mail_consent_on"), date(2020, 9, 1)),
    **dict.fromkeys(("data_consent_on", "pictures_consent_on", "messages_consent_on"), date(2020, 9, 1)),
}


@pytest.mark.parametrize("name", [None, *BOOK_FIELDS])
def test_a_members_page_is_open_at_the_book_if_it_says_anything(referee: Client, name: str | None) -> None:
    player = player_create(details={"last_name": "Rossi"})
    if name is not None:
        Membership.objects.create(player=player, **{name: SAID[name]})
    page = referee.get(reverse("player_edit", args=[player.pk])).content.decode()
    assert ('<details class="fold" open>' in page) is (name is not None)


def test_an_empty_book_says_how_it_is_filled(referee: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(10):
        assert "Nobody is in the book yet" in text_of(referee.get(reverse("members_book")))


def test_the_book_of_today_is_offered(referee: Client) -> None:
    assert f'value="{TODAY.isoformat()}"' in referee.get(reverse("members_book")).content.decode()
