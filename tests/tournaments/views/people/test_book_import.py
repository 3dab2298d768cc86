"""The club's book in an imported list: seen before, written with its history, undone; the file of members read back."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import make_account
from tests.tournaments.views.pages import text_of
from tournaments.files import as_csv, as_xlsx
from tournaments.history.journal import journal, lines_of
from tournaments.models import Membership, PeopleImport, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.grid import grid_of_file, grid_of_text
from tournaments.people.names import tidy
from tournaments.people.verdicts import Verdict
from tournaments.selectors.member_files import members_table
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    member_save,
    membership_fee_pay,
    people_import_begin,
    people_import_undo,
    people_import_write,
    player_create,
    player_forget,
    slices,
)
from tournaments.services.memberships import BLANK

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NEW = "/en/players/import/"
HEADINGS = "Cognome;Nome;N. libro;Data ammissione;Data di nascita;C.F.;Indirizzo;Privacy"


@pytest.fixture
def secretary() -> Client:
    client = Client()
    client.force_login(make_account())
    return client


def pending_of(*lines: str, headings: str = HEADINGS) -> PeopleImport:
    rows = grid_of_text("\n".join([headings, *lines]))
    return people_import_begin(rows=rows, file_name="", by=None, at=timezone.now())


def imported(pending: PeopleImport, **decisions: Any) -> tuple[PeopleImport, list[str]]:
    judged = list_looked_at(pending)
    return people_import_write(pending=pending, decisions=decisions, seen=judged.fingerprint, by=None)


def member(last: str, first: str = "Anna", **book: Any) -> Player:
    player = player_create(details={"last_name": last, "first_name": first})
    return member_save(player=player, details={}, book=BLANK | book) if book else player


def book_of(last: str) -> dict[str, Any]:
    return Membership.objects.values(*BOOK_FIELDS).get(player__last_name=last)  # type: ignore[no-any-return]


def press(client: Client, pending: PeopleImport) -> HttpResponse:
    sent = {"do": "import", "seen": list_looked_at(pending).fingerprint}
    return client.post(f"{NEW}{pending.pk}/", sent)  # type: ignore[return-value]


def test_what_the_list_says_of_the_book_is_seen_written_told_and_undone(secretary: Client) -> None:
    member("Rossi", number=7, address="Via Vecchia 1")
    before = book_of("Rossi")
    pending = pending_of(
        "Rossi;Anna;7;1/9/2020;1/1/1956;RSSNNA56A41H501L;Via Nuova 2;2/9/2020",
        "Verdi;Luca;8;1/10/2021;;;Via Po 3;",
        "Neri;Ugo;;;;;;",
    )
    page = text_of(secretary.get(f"{NEW}{pending.pk}/"))
    for sentence in (
        *("admitted on: 01/09/2020", "address: Via Vecchia 1 → Via Nuova 2", "year of birth: 1956"),
        *("number in the book: 8", "agreed to the keeping of data on: 02/09/2020", "tax code: RSSNNA56A41H501L"),
    ):
        assert sentence in page
    assert "number in the book: 7" not in page and book_of("Rossi") == before
    assert press(secretary, pending).status_code == 302
    assert book_of("Rossi") == BLANK | {
        **{"number": 7, "admitted_on": date(2020, 9, 1), "born_on": date(1956, 1, 1), "address": "Via Nuova 2"},
        **{"tax_code": "RSSNNA56A41H501L", "data_consent_on": date(2020, 9, 2)},
    }
    assert book_of("Verdi")["number"] == 8 and not Membership.objects.filter(player__last_name="Neri").exists()
    assert Player.objects.get(last_name="Rossi").birth_year == 1956
    written = Membership.history.filter(history_change_reason=pending.reason)
    assert {row.history_user.username for row in written} == {"anna"} and written.count() == 2
    headlines = [lines_of([row])[0].headline for row in journal(kind="people")]
    assert headlines[0].endswith(": –, 2, 1") and sum("club’s book" in line for line in headlines) == 1
    assert secretary.post(f"{NEW}{pending.pk}/", {"do": "undo"}).status_code == 302
    assert book_of("Rossi") == before and list(Membership.objects.values_list("number", flat=True)) == [7]
    assert list(Player.objects.values_list("last_name", "birth_year")) == [("Rossi", None)]
    assert [*history_faults()] == []


def test_a_book_that_the_list_began_is_gone_when_it_is_undone() -> None:
    member("Rossi")
    pending, _left = imported(pending_of("Rossi;Anna;7;;;;;"))
    assert book_of("Rossi")["number"] == 7
    people_import_undo(pending=pending, by=None)
    assert not Membership.objects.exists() and [*history_faults()] == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Rossi;Anna;7;31/2/2020;;;;", "admitted on: “31/2/2020” is not a day: write it as 31/12/2026"),
        ("Rossi;Anna;7;;;RSSNNA56A41H501M;;", "tax code RSSNNA56A41H501M: The last letter does not match"),
        (
            "Rossi;Anna;7;;2/1/1956;RSSNNA56A41H501L;;",
            "tax code RSSNNA56A41H501L: The date of birth in this tax code is not 2 January 1956",
        ),
        ("Rossi;Anna;n. 7;;;;;", "number in the book: “n. 7” is not a whole number from 1"),
    ],
)
def test_a_row_that_cannot_be_right_is_refused_with_line_and_column(
    secretary: Client, line: str, sentence: str
) -> None:
    pending = pending_of("Verdi;Luca;8;;;;;", line)
    page = text_of(secretary.get(f"{NEW}{pending.pk}/"))
    assert f"3 {sentence}" in page and "Rossi · Anna" in page
    press(secretary, pending)
    assert [str(player) for player in Player.objects.all()] == ["Verdi Luca"]


def test_numbers_pass_from_hand_to_hand_and_are_never_two_peoples(
    secretary: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "AT_ONCE", 1)
    monkeypatch.setattr(slices, "LETS_IN", 0)
    for last, number in (("Rossi", 1), ("Verdi", 2), ("Neri", 3)):
        member(last, number=number)
    held = pending_of("Bruni;Ada;3;;;;;")
    refused = press(secretary, held)
    assert refused.status_code == 422 and "the same number in the book: 3" in text_of(refused)
    twice = pending_of("Bruni;Ada;4;;;;;", "Gialli;Ada;4;;;;;")
    assert "the same number in the book: 4" in text_of(press(secretary, twice))
    two = pending_of("Bruni;Ada;8;;;;;", "Gialli;Ada;8;;;;;", "Viola;Ada;1;;;;;")
    assert "the same number in the book: 1, 8." in text_of(press(secretary, two))
    player_forget(player=Player.objects.get(last_name="Neri"))
    assert "number in the book: 3" in text_of(press(secretary, pending_of("Bruni;Ada;3;;;;;")))
    assert Player.objects.count() == 3
    done, left = imported(pending_of("Rossi;Anna;2;;;;;", "Verdi;Anna;1;;;;;"))
    assert left == [] and (book_of("Rossi")["number"], book_of("Verdi")["number"]) == (2, 1)
    people_import_undo(pending=done, by=None)
    assert (book_of("Rossi")["number"], book_of("Verdi")["number"]) == (1, 2)


def test_who_got_the_number_meanwhile_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "AT_ONCE", 1)
    member("Rossi")
    lines = ("Rossi;Anna;5;;;;;", "Verdi;Luca;6;;;;;", "Neri;Ugo;7;;;;;")
    monkeypatch.setattr("time.sleep", lambda _seconds: Membership.objects.count() == 2 and member("Altra", number=7))
    pending, left = imported(pending_of(*lines))
    assert left == ["Neri Ugo"] and book_of("Altra")["number"] == 7 and pending.counts == (1, 1)
    # Undone, Rossi would get nothing back that another has now.
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    again, _left = imported(pending_of("Altra;Anna;9;;;;;"))
    member("Bruni", number=7)
    _again, left = people_import_undo(pending=again, by=None)
    assert left == ["Altra Anna"] and book_of("Altra")["number"] == 9


def test_who_was_admitted_meanwhile_does_not_leave_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "AT_ONCE", 1)
    for last in ("Rossi", "Verdi"):
        member(last)
    pending = pending_of("Rossi;Anna;31/12/2019", "Verdi;Anna;31/12/2019", headings="Cognome;Nome;Uscito il")
    verdi = Player.objects.get(last_name="Verdi")
    book = BLANK | {"admitted_on": date(2020, 1, 1)}
    monkeypatch.setattr("time.sleep", lambda _seconds: member_save(player=verdi, details={}, book=book))
    _pending, left = imported(pending)
    assert left == ["Verdi Anna"] and book_of("Rossi")["left_on"] == date(2019, 12, 31)
    assert book_of("Verdi") == book


def test_a_book_changed_since_is_not_undone() -> None:
    member("Rossi", address="Via Vecchia 1")
    pending, _left = imported(pending_of("Rossi;Anna;7;;;;;", "Verdi;Luca;8;;;;;", "Neri;Ugo;;;;;;"))
    for last in ("Rossi", "Neri"):
        member_save(player=Player.objects.get(last_name=last), details={}, book=BLANK | {"address": "Via Po 3"})
    with pytest.raises(Refused, match="Neri Ugo, Rossi Anna"):
        people_import_undo(pending=pending, by=None)
    assert book_of("Rossi")["address"] == "Via Po 3"


def test_a_doubtful_row_that_would_contradict_the_book_is_refused_when_decided() -> None:
    known = member("Rossi", admitted_on=date(2020, 1, 1))
    pending = pending_of("Rosi;Anna;31/12/2019", headings="Cognome;Nome;Uscito il")
    judged = list_looked_at(pending)
    with pytest.raises(Refused, match="Row 2: left on 31/12/2019: that is before the day of admission. Correct"):
        people_import_write(pending=pending, decisions={2: known.pk}, seen=judged.fingerprint, by=None)


def test_a_payment_of_the_list_is_told_and_never_invented(secretary: Client) -> None:
    rossi = member("Rossi", number=7)
    membership_fee_pay(player=rossi, year=2025, cents=3_000, means="cash", paid_on=date(2025, 10, 1))
    pending = pending_of("Rossi;Anna;2025, 2026", headings="Cognome;Nome;Anni pagati")
    page = text_of(secretary.get(f"{NEW}{pending.pk}/"))
    assert "paid in the list, not noted here: 2026" in page
    assert "1 row names years paid that are not noted here. A list does not note payments" in page
    assert list_looked_at(pending).counts[Verdict.SAME] == 1 and rossi.membership_fees.count() == 1


TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=40)
PAST = st.none() | st.dates(min_value=date(1900, 1, 1), max_value=date(2026, 1, 1))
CODES = {date(1956, 1, 1): "RSSNNA56A41H501L"}


@st.composite
def books(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Books as the form of a member can leave them, each with another number."""
    numbers = draw(st.lists(st.integers(1, 2_147_483_647), min_size=1, max_size=4, unique=True))
    found = []
    for number in numbers:
        born_on = draw(PAST | st.just(date(1956, 1, 1)))
        code = draw(st.sampled_from(["", CODES.get(born_on, ""), "DE 123 456", "FR -7"]))  # type: ignore[arg-type]
        admitted_on, left_on = sorted([draw(PAST), draw(PAST)], key=lambda day: day or date.min)
        book = {"number": draw(st.sampled_from([number, None])), "admitted_on": admitted_on, "left_on": left_on}
        book |= {"born_on": born_on, "tax_code": code}
        book |= {name: tidy(draw(TEXTS)).lstrip("'") for name in ("address", "card_kind")}
        book |= {"card_year": draw(st.none() | st.integers(1900, 2099))}
        found.append(book | {name: draw(PAST) for name in BOOK_FIELDS if name.endswith("consent_on")})
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(books(), st.sampled_from(["xlsx", ",", ";"]), st.sampled_from(["it", "en"]))
def test_what_the_file_writes_is_read_back_to_no_change(
    found: Sequence[dict[str, Any]], format: str, language: str
) -> None:
    Membership.objects.all().delete()
    Player.objects.all().delete()
    for at, book in enumerate(found):
        member(f"Socio{'abcd'[at]}", **book)
    with translation.override(language):
        table = members_table(Player.objects.all(), contacts=True, book=True)
        content = as_xlsx(table) if format == "xlsx" else as_csv(table, format)
        rows = grid_of_file(content)
        pending = people_import_begin(rows=rows, file_name="", by=None, at=timezone.now())
        judged = list_looked_at(pending)
    assert [(row.verdict, row.changes, row.unreadable) for row in judged.verdicts] == [(Verdict.SAME, {}, None)] * len(
        found
    )
    # Read by a club without a book, it gives the same book again.
    wanted = books_here()
    if wanted and not any(map(says_nothing, wanted)):
        Membership.objects.all().delete()
        imported(people_import_begin(rows=rows, file_name="", by=None, at=timezone.now()))
        assert books_here() == wanted


def books_here() -> list[dict[str, Any]]:
    return [book for book in Membership.objects.order_by("player__last_name").values(*BOOK_FIELDS) if book != BLANK]


def says_nothing(book: dict[str, Any]) -> bool:
    """Return whether a text is made of signs alone, or is a spreadsheet's error, which a list leaves out."""
    return any(
        text and ("#" in text or not any(map(str.isalnum, text))) for text in (book["address"], book["card_kind"])
    )
