"""The members as a file: its content, its import without new members, and the log of downloaded contacts."""

import csv
import io
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from accounts.models import JournalEntry, Role
from tests.factories import make_account, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import FileLayout, PeopleImport, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.verdicts import Verdict
from tournaments.seasons.rule import SeasonRule
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    file_layout_save,
    member_save,
    membership_fee_pay,
    player_create,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.services.memberships import BLANK
from tournaments.services.seasons import season_create
from tournaments.wording.files import MEMBER_COLUMN_NAMES

pytestmark = pytest.mark.django_db

FILE = "/en/players/file/"
PEOPLE: tuple[dict[str, Any], ...] = (
    {"last_name": "Rossi", "first_name": "Anna", "card": "00123", "contact": "+39 333 1234567", "birth_year": 1956},
    {"last_name": "D’Angelò", "first_name": "Niccolò", "club": "=1+1", "card": "-7", "category": "@Senior"},
    {"last_name": "De Luca Rossi", "first_name": "Maria Pia", "state": "guest", "contact": "a@example.org"},
    {"last_name": "Unica", "state": "left", "shown": "short", "card": "12345678901234567890"},
)


@pytest.fixture
def people(db: None) -> None:
    for details in PEOPLE:
        player_create(details=details)


def opened(content: bytes) -> list[list[Any]]:
    return [list(row) for row in load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)]


def journal() -> list[tuple[str, str]]:
    event = JournalEntry.Event
    events = (event.MEMBERS_EXPORT, event.CONTACTS_EXPORT, event.BOOK_EXPORT)
    return list(JournalEntry.objects.filter(event__in=events).order_by("pk").values_list("event", "about"))


@pytest.mark.usefixtures("people")
def test_the_file_holds_whom_the_filter_finds_and_no_contact(referee: Client) -> None:
    first, *rows = opened(referee.get(FILE, {"format": "xlsx", "q": "rossi"}).content)
    assert first == [
        *("last name", "first name", "club", "card number", "category", "state", "year of birth"),
        *("province", "region"),
        "name shown in public",
    ]
    assert rows == [
        ["De Luca Rossi", "Maria Pia", None, None, None, "guest", None, None, None, "in full: Rossi Anna"],
        ["Rossi", "Anna", None, "00123", None, "member", 1956, None, None, "in full: Rossi Anna"],
    ]
    everything = referee.get(FILE, {"format": "comma"}).content.decode("utf-8-sig")
    assert "example.org" not in everything and "333" not in everything
    assert journal() == [("members_export", "2"), ("members_export", "4")]


@pytest.mark.usefixtures("people")
def test_a_file_that_is_only_asked_about_is_not_noted(referee: Client) -> None:
    assert referee.head(FILE, {"format": "xlsx", "contacts": "on"}).status_code == 200
    assert journal() == []


@pytest.mark.usefixtures("people")
def test_whoever_takes_contacts_along_is_told_of_in_the_journal(referee: Client, administrator: Client) -> None:
    rows = opened(referee.get(FILE, {"format": "xlsx", "contacts": "on", "state": "guest"}).content)
    assert [row[9] for row in rows] == ["contact", "a@example.org"]
    assert journal() == [("contacts_export", "1")]
    assert "with their contacts (how many): 1" in text_of(administrator.get("/en/club/journal/"))


@pytest.mark.usefixtures("people")
def test_what_the_book_says_is_only_in_a_file_that_asks_for_it_and_the_journal_tells(referee: Client) -> None:
    anna = Player.objects.get(last_name="Rossi")
    book: dict[str, Any] = dict.fromkeys(BOOK_FIELDS, None) | {"card_kind": "", "address": "Via Roma 7"}
    book |= {"number": 12, "born_on": date(1956, 1, 1), "tax_code": "RSSNNA56A41H501L"}
    member_save(player=anna, details={}, book=book)
    for year in (2026, 2025):
        membership_fee_pay(player=anna, year=year, cents=3_000, means="cash", paid_on=date(2025, 10, 1))
    first, *rows = opened(referee.get(FILE, {"format": "xlsx", "q": "anna", "book": "on"}).content)
    said = dict(zip(first, rows[0], strict=True))
    assert (said["number in the book"], said["tax code"], said["address"]) == (12, "RSSNNA56A41H501L", "Via Roma 7")
    assert said["date of birth"] == datetime(1956, 1, 1) and said["years paid"] == "2025, 2026"
    assert first[:10] == opened(referee.get(FILE, {"format": "xlsx", "q": "anna"}).content)[0]
    assert "contact" not in first and journal() == [("book_export", "1"), ("members_export", "1")]


OF_MEMBERS = [
    *(["constant", "Affiliata", "00123"], ["card", "TESSERA"], ["first_and_last", ""], ["number", "N."]),
    *(["tax_code", "CF"], ["contact", ""], ["state", ""], ["paid", ""]),
]


@pytest.mark.usefixtures("people")
def test_members_have_a_layout_with_the_clubs_code_and_only_with_their_ticks_what_is_theirs(referee: Client) -> None:
    anna = Player.objects.get(last_name="Rossi")
    book = BLANK | {"number": 12, "tax_code": "RSSNNA56A41H501L"}
    member_save(player=anna, details={}, book=book)
    layout = file_layout_save(name="FITAB", rows="members", format="semicolon", columns=OF_MEMBERS)
    assert "FITAB" in text_of(referee.get("/en/players/"))
    asked = {"format": "xlsx", "layout": layout.pk, "q": "anna"}
    refused = text_of(referee.get(FILE, asked))
    assert "FITAB has contacts: tick them." in refused and "FITAB has what the club’s book says" in refused
    assert journal() == []
    answer = referee.get(FILE, asked | {"contacts": "on", "book": "on"})
    assert answer.content.decode("utf-8-sig").splitlines() == [
        "Affiliata;TESSERA;first and last name;N.;CF;contact;state;years paid",
        "00123;00123;Anna Rossi;12;RSSNNA56A41H501L;'+39 333 1234567;member;",
    ]
    assert journal() == [("contacts_export", "1"), ("book_export", "1")]
    plain = file_layout_save(name="ASI", rows="members", format="xlsx", columns=[["name", ""], ["shown", ""]])
    rows = opened(referee.get(FILE, asked | {"layout": plain.pk, "book": "on"}).content)
    assert rows == [["last and first name", "name shown in public"], ["Rossi Anna", "in full: Rossi Anna"]]
    assert journal()[2:] == [("members_export", "1")]


def test_a_layout_of_members_is_made_on_its_own_page_and_is_none_of_rankings(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    new = "/en/club/files/new/?of=members"
    page = html_of(referee.get(new))
    assert 'name="place_tax_code"' in page and 'name="place_vp"' not in page and 'name="rows"' not in page
    form = {"name": "FITAB", "format": "comma", "place_tax_code": "1", "heading_tax_code": "CF"}
    saved = referee.post(new, form)
    layout = FileLayout.objects.get()
    assert (layout.rows, layout.columns) == ("members", [["tax_code", "CF"]])
    assert referee.post(saved["Location"], form | {"place_number": "2"}).status_code == 302
    layout.refresh_from_db()
    assert layout.columns == [["tax_code", "CF"], ["number", ""]] and layout.rows == "members"
    assert f"/file-{layout.pk}/" not in html_of(referee.get(url("printing", tournament)))
    assert referee.get(url("ranking_file", tournament, layout.pk)).status_code == 404


def test_every_column_of_members_can_be_written(referee: Client, people: None) -> None:
    columns = [[key, ""] for key in MEMBER_COLUMN_NAMES]
    layout = file_layout_save(name="x", rows="members", format="xlsx", columns=columns)
    first, *rows = opened(
        referee.get(FILE, {"format": "xlsx", "layout": layout.pk, "contacts": "on", "book": "on"}).content
    )
    assert len(first) == len(columns) and None not in first and len(rows) == len(PEOPLE)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_no_cell_of_the_csv_begins_a_formula(referee: Client, separator: str) -> None:
    text = referee.get(FILE, {"format": separator, "contacts": "on"}).content.decode("utf-8-sig")
    cells = {cell for row in csv.reader(io.StringIO(text), delimiter=",;"[separator == "semicolon"]) for cell in row}
    assert {"'=1+1", "'-7", "'@Senior", "'+39 333 1234567", "00123"} <= cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("contacts", [{}, {"contacts": "on"}, {"contacts": "on", "book": "on"}])
@pytest.mark.parametrize("format", ["xlsx", "comma", "semicolon"])
def test_the_import_finds_everybody_of_the_file_the_same(
    referee: Client, language: str, contacts: dict[str, str], format: str
) -> None:
    address = FILE if language == "en" else FILE.removeprefix("/en")
    content = referee.get(address, {"format": format, **contacts}).content
    answer = referee.post("/en/players/import/", {"file": SimpleUploadedFile("soci", content)})
    assert answer.status_code == 302
    looked_at = list_looked_at(PeopleImport.objects.get())
    assert looked_at.counts == dict.fromkeys(Verdict, 0) | {Verdict.SAME: len(PEOPLE)}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("asked", [{}, {"format": "pdf"}, {"format": "xlsx", "state": "x"}, {"format": "\x00"}])
def test_what_is_no_file_is_told_on_the_page(referee: Client, asked: dict[str, str]) -> None:
    response = referee.get(FILE, asked)
    assert response.status_code == 422 and "error-sentence" in response.content.decode()
    assert not journal()
    assert '<input type="text" name="last_name"' in html_of(response)


def test_a_file_of_nobody_has_its_headings(referee: Client) -> None:
    assert len(opened(referee.get(FILE, {"format": "xlsx"}).content)) == 1


def test_members_files_are_the_referees() -> None:
    scorer = Client()
    scorer.force_login(make_account("ugo", Role.SCORER))
    assert scorer.get(FILE, {"format": "xlsx"}).status_code == 403


@pytest.mark.usefixtures("people")
def test_the_command_writes_members_season_and_till(tmp_path: Path) -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament), seed=1)
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    season_create(name="Circuito", rule=SeasonRule(), tournaments={tournament.pk: 100}, public=False, slug="circuito")

    def written(*asked: str, name: str) -> bytes:
        call_command("export_file", *asked, "--to", str(tmp_path / name))
        return (tmp_path / name).read_bytes()

    with translation.override("en"):
        members = opened(written("--of", "members", name="a.xlsx"))
        assert len(members) == 1 + Player.objects.count() and "contact" not in members[0]
        with_contacts = written("--of", "members", "--contacts", "--separator", "semicolon", name="a.csv")
        assert b"'+39 333 1234567" in with_contacts and b";" in with_contacts
        assert journal() == [("members_export", "12"), ("contacts_export", "12")]
        file_layout_save(name="FITAB", rows="members", format="comma", columns=OF_MEMBERS)
        with pytest.raises(CommandError, match="FITAB has contacts, or what the club’s book says"):
            written("--of", "members", "--layout", "FITAB", "--contacts", name="f.csv")
        of_all = written("--of", "members", "--layout", "FITAB", "--contacts", "--book", name="f.csv")
        assert of_all.startswith("\ufeffAffiliata,TESSERA,first and last name".encode())
        with pytest.raises(CommandError, match="No layout is called FITAB"):
            written(tournament.slug, "--layout", "FITAB", name="g.csv")
        assert written("circuito", "--of", "season", name="b.csv").startswith("\ufeffPlace,Name,".encode())
        book = load_workbook(io.BytesIO(written("circuito", "--of", "season", name="b.xlsx")))
        assert book.sheetnames == ["Ranking", "What counts", "Tournaments"]
        assert load_workbook(io.BytesIO(written(tournament.slug, "--of", "till", name="c.xlsx"))).sheetnames == [
            *("Till", "Prizes"),
        ]
        assert written(tournament.slug, name="d.csv").startswith("\ufeffplace,no.,".encode())
        for wrong in (["--of", "season"], ["x", "--of", "members"], []):
            with pytest.raises(CommandError, match="need a slug"):
                written(*wrong, name="e")
        with pytest.raises(CommandError, match="Available: circuito"):
            written("x", "--of", "season", name="e")
