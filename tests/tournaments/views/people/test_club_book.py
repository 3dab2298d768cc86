"""The club's book on a member's page: typed once, corrected, shown to the staff alone, merged and forgotten."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role
from pages.refusals import Refused
from tests.factories import make_account
from tests.tournaments.views.pages import html_of, text_of
from tournaments.history.journal import journal, lines_of
from tournaments.models import Membership, MembershipFee, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.services import member_save, player_create, player_forget, players_merge, players_part
from tournaments.services.merges import MERGED_FIELDS
from tournaments.services.people_changes import MemberChange, members_change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

BOOK: dict[str, Any] = {
    "number": 12,
    "admitted_on": date(2020, 9, 1),
    "left_on": None,
    "born_on": date(1956, 1, 1),
    "tax_code": "RSSNNA56A41H501L",
    "address": "Via Nascosta 7, Roma",
    "card_kind": "agonistica",
    "card_year": 2026,
    "data_consent_on": date(2020, 9, 2),
    "pictures_consent_on": None,
    "messages_consent_on": date(2020, 9, 3),
    "mail_consent_on": None,
}
EMPTY: dict[str, Any] = dict.fromkeys(BOOK) | {"tax_code": "", "address": "", "card_kind": ""}


def rossi(book: dict[str, Any] | None = None, **fields: Any) -> Player:
    player = player_create(details={"last_name": "Rossi", "first_name": "Anna"} | fields)
    return member_save(player=player, details={}, book=book) if book else player


def typed(**changed: Any) -> dict[str, str]:
    book = {name: value.isoformat() if isinstance(value, date) else value for name, value in BOOK.items()}
    return {"last_name": "Rossi", "first_name": "Anna", **{k: v for k, v in (book | changed).items() if v is not None}}


def edit(client: Client, player: Player, **changed: Any) -> Any:
    return client.post(reverse("player_edit", args=[player.pk]), typed(**changed))


def book_of(player: Player) -> dict[str, Any]:
    membership = Membership.objects.get(pk=player.pk)
    return {name: getattr(membership, name) for name in BOOK_FIELDS}


def test_everything_is_optional_and_an_empty_book_has_no_row(referee: Client) -> None:
    player = rossi()
    assert edit(referee, player, **EMPTY).status_code == 302
    assert not Membership.objects.exists()


def test_what_is_typed_is_saved_and_shown_again_and_the_year_follows_the_date(referee: Client) -> None:
    player = rossi()
    assert edit(referee, player).status_code == 302
    assert book_of(player) == BOOK
    assert Player.objects.get().birth_year == 1956
    page = text_of(referee.get(reverse("player", args=[player.pk])))
    assert all(shown in page for shown in ("Number in the book 12", "RSSNNA56A41H501L", "Via Nascosta 7, Roma"))
    form = html_of(referee.get(reverse("player_edit", args=[player.pk])))
    assert 'value="2020-09-01"' in form and "next free number" not in form


def test_the_next_free_number_is_offered_and_given(referee: Client) -> None:
    first = rossi(EMPTY)
    assert "It is 1." in text_of(referee.get(reverse("player_edit", args=[first.pk])))
    rossi(EMPTY | {"number": 120})
    player = rossi(last_name="Verdi")
    assert "It is 121." in text_of(referee.get(reverse("player_edit", args=[player.pk])))
    edit(referee, player, number=None, next_number="on")
    assert Membership.objects.get(pk=player.pk).number == 121


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"tax_code": "RSSNNA56A41H501"}, "has 16 characters, and this one 15"),
        ({"tax_code": "RSSNNA56A41H5O1L"}, "is in the wrong place"),
        ({"tax_code": "RSSNNA56A41H501M"}, "last letter does not match"),
        ({"born_on": "1956-01-02"}, "is not 2 January 1956"),
        ({"birth_year": "1957"}, "The year of birth above is 1957"),
        ({"born_on": "1856-01-01"}, "between 1900 and today"),
        ({"admitted_on": (timezone.localdate() + timedelta(days=2)).isoformat()}, "between 1900 and today"),
        ({"left_on": "2019-01-01"}, "leaves after being admitted"),
        ({"left_on": "0202-01-01"}, "Write a date with a four-digit year"),
        ({"card_year": "26"}, "with four digits"),
        ({"number": "0"}, "begin with 1"),
        ({"number": "7"}, "Number 7 is Verdi Luca’s"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_saved_or_lost(
    referee: Client, changed: dict[str, str], sentence: str
) -> None:
    rossi(EMPTY | {"number": 7}, last_name="Verdi", first_name="Luca")
    player = rossi()
    answer = edit(referee, player, **changed)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert 'value="Via Nascosta 7, Roma"' in html_of(answer)
    assert not Membership.objects.filter(pk=player.pk).exists()
    assert Player.objects.get(pk=player.pk).birth_year is None


def test_the_code_of_another_country_is_kept_as_it_is(referee: Client) -> None:
    player = rossi()
    edit(referee, player, tax_code="de 123 456 789")
    assert Membership.objects.get().tax_code == "DE 123 456 789"


def test_viewers_and_the_public_see_nothing_of_the_book(referee: Client) -> None:
    player = rossi(BOOK)
    viewer = Client()
    viewer.force_login(make_account("viewer", Role.VIEWER))
    page = html_of(viewer.get(reverse("player", args=[player.pk])))
    assert "RSSNNA56A41H501L" not in page and "Via Nascosta" not in page


def test_the_journal_tells_what_the_book_says(referee: Client) -> None:
    player = rossi()
    edit(referee, player)
    edit(referee, player, card_year="2027")
    lines = [
        line for line in lines_of(list(journal(text="Rossi"))) if line.headline == "In the club’s book: Rossi Anna"
    ]
    changed, added = lines
    assert [(part.label, part.before, part.after) for part in changed.differences] == [
        ("Year of the card", "2026", "2027")
    ]
    assert ("Admitted on", "1 September 2020") in [(part.label, part.after) for part in added.differences]
    assert changed.who


def test_a_list_does_not_contradict_the_date_of_birth() -> None:
    player = rossi(BOOK)
    change = MemberChange(key=player.pk, before={}, after={"birth_year": 1950, "category": "senior"})
    assert members_change([[change]], reason="", by=None) == [change]
    player.refresh_from_db()
    assert (player.birth_year, player.category) == (1956, "senior")


def merged(keep: Player, gone: Player) -> Any:
    details = {name: getattr(keep, name) for name in MERGED_FIELDS}
    return players_merge(keep=keep, gone=gone, details=details, by=None, at=timezone.now())


def test_a_merge_completes_the_book_and_its_undoing_gives_both_back() -> None:
    keep, gone = rossi(EMPTY | {"number": 3, "address": "Via Tenuta 1"}), rossi(BOOK, last_name="Rosi")
    merge = merged(keep, gone)
    joined = BOOK | {"number": 3, "address": "Via Tenuta 1", "admitted_on": None}
    assert book_of(keep) == joined and Membership.objects.count() == 1
    assert Player.objects.get().birth_year == 1956
    players_part(merge=merge, at=timezone.now())
    assert book_of(keep) == EMPTY | {"number": 3, "address": "Via Tenuta 1"}
    assert book_of(gone) == BOOK
    assert not Membership.history.filter(player_id=keep.pk, tax_code=BOOK["tax_code"]).exists()
    assert Player.objects.get(pk=keep.pk).birth_year is None


@pytest.mark.parametrize(
    ("kept", "other", "entry"),
    [
        ((None, date(2022, 1, 1), None), (5, date(2018, 1, 1), date(2020, 1, 1)), "other"),
        ((None, date(2022, 1, 1), None), (None, date(2018, 1, 1), date(2020, 1, 1)), "kept"),
        ((None, None, None), (None, date(2018, 1, 1), None), "other"),
        ((4, None, None), (5, date(2018, 1, 1), None), "kept"),
    ],
)
def test_number_and_dates_come_from_one_of_two_merged_books(kept: Any, other: Any, entry: str) -> None:
    names = ("number", "admitted_on", "left_on")
    keep = rossi(EMPTY | dict(zip(names, kept, strict=True)) | {"address": "Via Tenuta 1"})
    gone = rossi(EMPTY | dict(zip(names, other, strict=True)) | {"card_kind": "agonistica"}, last_name="Rosi")
    merged(keep, gone)
    book = book_of(keep)
    assert tuple(book[name] for name in names) == {"kept": kept, "other": other}[entry]
    assert (book["address"], book["card_kind"]) == ("Via Tenuta 1", "agonistica")


def test_a_merge_gives_the_book_to_a_member_without_one_and_a_change_since_keeps_it_from_being_undone() -> None:
    keep, gone = rossi(), rossi(BOOK, last_name="Rosi")
    merge = merged(keep, gone)
    assert book_of(keep) == BOOK
    member_save(player=keep, details={}, book=BOOK | {"card_year": 2027})
    with pytest.raises(Refused, match="changed since"):
        players_part(merge=merge, at=timezone.now())
    assert not Player.objects.filter(pk=gone.pk).exists()
    member_save(player=keep, details={}, book=BOOK)
    players_part(merge=merge, at=timezone.now())
    assert book_of(gone) == BOOK and not Membership.objects.filter(pk=keep.pk).exists()


def fee(player: Player, year: int) -> MembershipFee:
    return MembershipFee.objects.create(
        player=player, year=year, category="senior", cents=3000, means="cash", paid_on=date(year, 1, 7)
    )


def test_fees_follow_a_merge_and_a_year_paid_twice_refuses_it() -> None:
    keep, gone = rossi(), rossi(last_name="Rosi")
    fee(keep, 2026)
    fee(gone, 2025)
    twice = fee(gone, 2026)
    with pytest.raises(Refused, match="Both have paid the fee for 2026"):
        merged(keep, gone)
    twice.delete()
    merge = merged(keep, gone)
    assert set(keep.membership_fees.values_list("year", flat=True)) == {2025, 2026}
    players_part(merge=merge, at=timezone.now())
    assert list(MembershipFee.objects.filter(player=gone.pk).values_list("year", flat=True)) == [2025]


def test_who_is_forgotten_leaves_a_number_and_amounts_alone() -> None:
    player = rossi(BOOK)
    member_save(player=player, details={}, book=BOOK | {"address": "Via Vecchia 2"})
    fee(player, 2026)
    player_forget(player=player)
    kept = {name: BOOK[name] for name in ("number", "admitted_on", "left_on")}
    assert book_of(player) == EMPTY | kept
    secret = {str(BOOK[name]) for name in BOOK.keys() - kept.keys() if BOOK[name]} | {"Via Vecchia 2", "senior"}
    for rows in (Membership.history.values_list(*BOOK_FIELDS), MembershipFee.history.values_list("category")):
        assert rows and secret.isdisjoint(str(value) for row in rows for value in row)
    assert MembershipFee.objects.get().cents == 3000
