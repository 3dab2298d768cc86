"""A secretary takes members over from a file: looks, decides, imports, undoes."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, text_of
from tournaments.files import FileTable, as_xlsx
from tournaments.journal.reading import journal, lines_of
from tournaments.models import PeopleImport, Player
from tournaments.roster.verdicts import Verdict
from tournaments.selectors.members import relations_to_players
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import pair_add, people_import_undo, player_change, player_create, player_forget

DATA = Path(__file__).parents[3] / "data" / "people"
NEW = "/en/players/import/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary() -> Client:
    client = Client()
    client.force_login(make_account())
    return client


def upload(client: Client, content: bytes, name: str = "soci.csv") -> HttpResponse:
    return client.post(NEW, {"file": SimpleUploadedFile(name, content), "text": ""})  # type: ignore[return-value]


def paste(client: Client, text: str) -> PeopleImport:
    assert client.post(NEW, {"text": text}).status_code == 302
    return PeopleImport.objects.latest("pk")


def do(client: Client, pending: PeopleImport, **said: object) -> HttpResponse:
    seen = list_looked_at(pending).fingerprint if pending.rows else ""
    sent = {"do": "import", "seen": seen} | said
    return client.post(f"{NEW}{pending.pk}/", sent)  # type: ignore[return-value,arg-type]


def test_an_ugly_workbook_becomes_members(secretary: Client) -> None:
    known = player_create(details={"last_name": "De Luca", "first_name": "Maria Pia", "card": "00011"})
    player_create(details={"last_name": "D'Angelo", "first_name": "Nicolò", "card": "04567"})
    answer = upload(secretary, (DATA / "ugly.xlsx").read_bytes(), "ugly.xlsx")
    pending = PeopleImport.objects.get()
    looked_at = list_looked_at(pending)
    assert (pending.file_name, pending.card_figures) == ("ugly.xlsx", 5)
    assert looked_at.counts == {
        Verdict.NEW: 1,
        Verdict.CHANGED: 1,
        Verdict.SAME: 0,
        Verdict.DOUBTFUL: 2,
        Verdict.UNREADABLE: 2,
    }
    page = text_of(secretary.get(answer["Location"]))
    for told in (
        *("zeros put before the card number", "there is no name: “5 999”", "“boh” is no year"),
        *("Row 5 is the same person", "The member of this name has another card", "card number: 00011 → 12345"),
        "6 · Bianchi · Carlo · 00777 · boh",
    ):
        assert told in page
    assert Player.objects.count() == 2
    refused = do(secretary, pending, who8=known.pk)
    assert refused.status_code == 422 and "Row 9 is not decided" in text_of(refused)
    assert f'value="{known.pk}" checked' in html_of(refused)
    assert Player.objects.count() == 2
    assert do(secretary, pending, who8=known.pk, who9="out").status_code == 302
    people = Player.objects.order_by("card").values_list("last_name", "card", "birth_year", "contact")
    assert list(people) == [
        ("Rossi", "00123", 1956, "3335550001, anna@example.org"),
        ("D’Angelo", "04567", 1961, "333 5550002"),
        ("De Luca", "12345", 1948, "pia@example.org"),
    ]


def test_an_import_is_one_line_of_the_journal_and_taken_back_in_one(secretary: Client) -> None:
    rossi = player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": "Aurora"})
    pending = paste(secretary, "Cognome;Nome;Circolo;Nato\nRossi;Anna;Stella;1950\nVerdi;Luca;Stella;\n")
    do(secretary, pending)
    rossi.refresh_from_db()
    assert (rossi.club, rossi.birth_year, Player.objects.count()) == ("Stella", 1950, 2)
    assert {row.history_user.username for row in Player.history.filter(history_change_reason=pending.reason)} == {
        "anna"
    }
    undone = secretary.post(f"{NEW}{pending.pk}/", {"do": "undo"})
    assert undone.status_code == 302
    rossi.refresh_from_db()
    assert (rossi.club, rossi.birth_year, Player.objects.count()) == ("Aurora", None, 1)
    with translation.override("en"):
        told = [lines_of([row])[0].headline for row in journal(kind="people")]
    assert [headline.split(":")[0] for headline in told] == [
        "Import of members undone (file, new, changed)",
        "Members imported from a list (file, new, changed)",
        "New member",
    ]
    assert told[1].endswith(": –, 1, 1")


def test_what_has_been_touched_since_is_not_undone(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\nVerdi;Luca\nNeri;Ugo\n")
    do(secretary, pending)
    player_change(player=Player.objects.get(last_name="Rossi"), details={"club": "Aurora"})
    pair_add(tournament=make_tournament(), players=["Verdi Luca", "Bianchi Ada"])
    answer = secretary.post(f"{NEW}{pending.pk}/", {"do": "undo"})
    assert answer.status_code == 422
    told = text_of(answer)
    assert "Rossi Anna, Verdi Luca" in told and "Neri" not in told
    assert Player.objects.filter(last_name__in=["Rossi", "Verdi", "Neri"]).count() == 3


def test_rows_are_left_out_and_the_undecided_too(secretary: Client) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    pending = paste(secretary, "Cognome;Nome\nRosi;Anna\nVerdi;Luca\nNeri;Ugo\n")
    do(secretary, pending, out="3", undecided_out="on")
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["Neri", "Rossi"]


def test_cards_may_change_hands_but_never_be_two_peoples(secretary: Client) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna", "card": "1"})
    player_create(details={"last_name": "Verdi", "first_name": "Luca", "card": "2"})
    pending = paste(secretary, "Cognome;Nome;Tessera\nRossi;Anna;2\nVerdi;Luca;1\n")
    rossi, verdi = Player.objects.order_by("last_name")
    refused = do(secretary, pending, who2=verdi.pk, who3="new")
    assert refused.status_code == 422 and "the same card: 1" in text_of(refused)
    do(secretary, pending, who2=rossi.pk, who3=verdi.pk)
    assert list(Player.objects.order_by("last_name").values_list("card", flat=True)) == ["2", "1"]


def test_whoever_decides_has_seen_what_is_there(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    seen = list_looked_at(pending).fingerprint
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    answer = do(secretary, pending, seen=seen)
    assert answer.status_code == 422 and "changed a member meanwhile" in text_of(answer)
    assert Player.objects.count() == 1


def test_a_list_is_imported_once(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    seen = list_looked_at(pending).fingerprint
    for _time in range(2):
        do(secretary, pending, seen=seen)
    assert Player.objects.count() == 1


def test_columns_without_headings_are_named_by_hand(secretary: Client) -> None:
    pending = paste(secretary, "Rossi\tAnna\t123\nVerdi\tLuca\t4567\n")
    assert "say below which one holds the names" in text_of(secretary.get(f"{NEW}{pending.pk}/"))
    columns = {"column0": "last_name", "column1": "first_name", "column2": "last_name", "card_figures": "5"}
    twice = do(secretary, pending, do="columns", **columns)
    assert twice.status_code == 422 and "Two columns cannot both be this" in text_of(twice)
    assert do(secretary, pending, do="columns", **columns | {"column2": "card"}).status_code == 302
    pending.refresh_from_db()
    do(secretary, pending)
    assert list(Player.objects.values_list("first_name", "card")) == [("Anna", "00123"), ("Luca", "04567")]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "There is nothing in it"),
        (b"PK\x03\x04", "neither XLSX nor CSV"),
        (bytes.fromhex("d0cf11e0"), "a file of an old Excel"),
    ],
)
def test_what_is_no_list_is_refused_in_place(secretary: Client, content: bytes, told: str) -> None:
    answer = upload(secretary, content, "x.xlsx")
    assert answer.status_code == 422 and told in text_of(answer)


def test_whoever_is_forgotten_is_in_no_list(secretary: Client) -> None:
    done = paste(secretary, "Cognome;Nome\nRossi;Anna\nVerdi;Luca\n")
    do(secretary, done)
    paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    player_forget(player=Player.objects.get(last_name="Rossi"))
    assert "Rossi" not in repr(list(PeopleImport.objects.values("rows", "done")))
    assert PeopleImport.objects.get().done[0]["after"]["last_name"] == "Verdi"


def test_everything_that_names_a_player_is_known() -> None:
    named = {(model.__name__, column) for model, column in relations_to_players()}
    assert {("Pair", "player1_id"), ("Pair", "substitute2_id"), ("Single", "player_id")} <= named
    assert not [name for name, _column in named if name.startswith("Historical")]


def test_everybody_exported_is_the_same_when_imported_again(secretary: Client) -> None:
    rows = [["Rossi", "Anna", "00123", 1956], ["D’Angelo", "Nicolò", "", None], ["De Luca", "", "00124", 1970]]
    content = as_xlsx(FileTable(title="x", headings=["Cognome", "Nome", "Tessera", "Nato"], rows=rows))
    for time in range(2):
        upload(secretary, content, "x.xlsx")
        pending = PeopleImport.objects.filter(state=PeopleImport.State.LOOKED_AT).get()
        assert list_looked_at(pending).counts[Verdict.SAME if time else Verdict.NEW] == 3
        do(secretary, pending)
    assert Player.objects.count() == 3
    people_import_undo(pending=PeopleImport.objects.get(state=PeopleImport.State.IMPORTED), by=None)
    assert not Player.objects.exists()
