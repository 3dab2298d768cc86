"""A secretary imports members from a file: preview, decisions, import, undo."""

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation
from openpyxl import Workbook

from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, said, text_of
from tournaments import services
from tournaments.files import FileTable, as_xlsx
from tournaments.forms.people.list_import import ListForm
from tournaments.history.journal import journal, lines_of
from tournaments.models import PeopleImport, Player
from tournaments.people.columns import Columns
from tournaments.people.grid import MOST_BYTES, GridFault, UnreadableGrid
from tournaments.people.verdicts import ListVerdict, Verdict
from tournaments.selectors.members import relations_to_players
from tournaments.selectors.people_imports import ImportPreview, list_looked_at
from tournaments.services import pair_add, people_import_undo, player_change, player_create, player_forget
from tournaments.views.people.list_import import VerdictPart
from tournaments.wording.roster import grid_fault

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


def do(client: Client, pending: PeopleImport, **decisions: object) -> HttpResponse:
    text = list_looked_at(pending).fingerprint if pending.rows else ""
    sent = {"do": "import", "seen": text} | decisions
    return client.post(f"{NEW}{pending.pk}/", sent)  # type: ignore[return-value,arg-type]


def test_an_ugly_workbook_becomes_members(secretary: Client) -> None:
    known = player_create(details={"last_name": "De Luca", "first_name": "Maria Pia", "card": "00011"})
    player_create(details={"last_name": "D'Angelo", "first_name": "Nicolò", "card": "04567"})
    answer = upload(secretary, (DATA / "ugly.xlsx").read_bytes(), "ugly.xlsx")
    pending = PeopleImport.objects.get()
    looked_at = list_looked_at(pending)
    assert (pending.file_name, pending.card_figures) == ("ugly.xlsx", 5)
    assert looked_at.counts == {
        Verdict.NEW: 2,
        Verdict.CHANGED: 1,
        Verdict.SAME: 0,
        Verdict.DOUBTFUL: 2,
        Verdict.UNREADABLE: 1,
    }
    page = text_of(secretary.get(answer["Location"]))
    for sentence in (
        *("zeros put before the card number", "there is no name: “5 999”", "“boh” is not a year: left empty"),
        *("Row 5 is the same person", "The member of this name has another card", "card number: 00011 → 12345"),
        "5 999",
    ):
        assert sentence in page
    assert Player.objects.count() == 2
    refused = do(secretary, pending, who8=known.pk)
    assert refused.status_code == 422 and "Row 9 is not decided" in text_of(refused)
    assert f'value="{known.pk}" checked' in html_of(refused)
    assert Player.objects.count() == 2
    assert do(secretary, pending, who8=known.pk, who9="out").status_code == 302
    people = Player.objects.order_by("card").values_list("last_name", "card", "birth_year", "contact")
    assert list(people) == [
        ("Rossi", "00123", 1956, "3335550001, anna@example.org"),
        ("Bianchi", "00777", None, ""),
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
    assert f'href="{NEW}{pending.pk}/"' in html_of(secretary.get(NEW))
    address = f"{NEW}{pending.pk}/"
    for page in (secretary.get(address), secretary.post(address, {"do": "import"}), secretary.post(address)):
        assert page.status_code == 200 and "1 new member" in text_of(page) and "1 member changed" in text_of(page)
    assert page.context["undone_until"] - pending.made_at == timedelta(days=30)
    undone = secretary.post(address, {"do": "undo"})
    assert undone["Location"] == NEW and said(undone) == "The import is undone: everybody is as before."
    rossi.refresh_from_db()
    assert (rossi.club, rossi.birth_year, Player.objects.count()) == ("Aurora", None, 1)
    with translation.override("en"):
        texts = [lines_of([row])[0].headline for row in journal(kind="people")]
    assert [headline.split(":")[0] for headline in texts] == [
        "Import of members undone (file, new, changed)",
        "Members imported from a list (file, new, changed)",
        "New member",
    ]
    assert texts[1].endswith(": –, 1, 1")


def test_a_list_is_discarded_with_nothing_imported(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    answer = do(secretary, pending, do="discard")
    assert (answer.status_code, answer["Location"]) == (302, NEW)
    assert not PeopleImport.objects.exists() and not Player.objects.exists()


def test_an_act_that_is_not_known_imports_nothing(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    assert do(secretary, pending, do="else").status_code == 422
    assert not Player.objects.exists()


def test_those_on_whom_somebody_else_was_working_are_named(secretary: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The services' tests show who they are."""
    for name in ("people_import_write", "people_import_undo"):
        act = getattr(services, name)
        monkeypatch.setattr(services, name, lambda act=act, **facts: (act(**facts)[0], ["Rossi Anna", "Neri Ugo"]))
    pending = paste(secretary, "Cognome;Nome\nVerdi;Luca\n")
    assert said(do(secretary, pending)).endswith("so they were left as they are: Rossi Anna, Neri Ugo.")
    undone = secretary.post(f"{NEW}{pending.pk}/", {"do": "undo"})
    assert undone["Location"] == NEW
    assert said(undone).endswith("on whom somebody else was working: Rossi Anna, Neri Ugo.")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verdict", "rows", "is_open"),
    [
        *((verdict, 41, verdict in (Verdict.DOUBTFUL, Verdict.UNREADABLE)) for verdict in Verdict),
        (Verdict.NEW, 40, True),
    ],
)
def test_long_parts_are_open_only_if_somebody_has_to_look_at_them(verdict: Verdict, rows: int, is_open: bool) -> None:
    verdicts = [ListVerdict(line=line, verdict=verdict) for line in range(rows)]
    columns = Columns(heading_line=1, headings=(), holds=())
    looked_at = ImportPreview(columns=columns, rows=(), verdicts=verdicts, members={})
    assert VerdictPart(verdict, looked_at, HttpRequest()).is_open is is_open


def test_a_changed_state_is_told_by_its_name(secretary: Client) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    pending = paste(secretary, "Cognome;Nome;Stato\nRossi;Anna;ospite\n")
    (part,) = secretary.get(f"{NEW}{pending.pk}/").context["parts"]
    (row,) = part.rows()
    assert row.changes == [("state", "member", "guest")]


def test_what_has_been_touched_since_is_not_undone(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\nVerdi;Luca\nNeri;Ugo\n")
    do(secretary, pending)
    player_change(player=Player.objects.get(last_name="Rossi"), details={"club": "Aurora"})
    pair_add(tournament=make_tournament(), players=["Verdi Luca", "Bianchi Ada"])
    answer = secretary.post(f"{NEW}{pending.pk}/", {"do": "undo"})
    assert answer.status_code == 422
    text = text_of(answer)
    assert "Rossi Anna, Verdi Luca" in text and "Neri" not in text
    assert Player.objects.filter(last_name__in=["Rossi", "Verdi", "Neri"]).count() == 3


def test_rows_are_left_out_and_the_undecided_too(secretary: Client) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    pending = paste(secretary, "Cognome;Nome\nRosi;Anna\nVerdi;Luca\nNeri;Ugo\n")
    do(secretary, pending, out="3", undecided_out="on")
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["Neri", "Rossi"]


def test_a_choice_says_what_the_member_would_lose_and_not_what_is_only_filled_in(secretary: Client) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": "Aurora", "contact": "333 5550001"})
    pending = paste(secretary, "Cognome;Nome;Circolo;Telefono;Nato\nRosi;Anna;Stella;333 5550001;1956\n")
    (part,) = secretary.get(f"{NEW}{pending.pk}/").context["parts"]
    (row,) = part.rows()
    member, new, out = row.choices
    assert member.changes == [("last name", "Rossi", "Rosi"), ("club", "Aurora", "Stella")]
    assert [(choice.value, choice.chosen, choice.changes) for choice in (new, out)] == [
        ("new", False, []),
        ("out", False, []),
    ]


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
    text = list_looked_at(pending).fingerprint
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    answer = do(secretary, pending, seen=text)
    assert answer.status_code == 422 and "changed a member meanwhile" in text_of(answer)
    assert Player.objects.count() == 1


def test_a_list_is_imported_once(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    text = list_looked_at(pending).fingerprint
    for _time in range(2):
        do(secretary, pending, seen=text)
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
    ("content", "sentence"),
    [
        (b"", "There is nothing in it"),
        (b"PK\x03\x04", "neither XLSX nor CSV"),
        (bytes.fromhex("d0cf11e0"), "is from an old version of Excel"),
    ],
)
def test_what_is_no_list_is_refused_in_place(secretary: Client, content: bytes, sentence: str) -> None:
    answer = upload(secretary, content, "x.xlsx")
    assert answer.status_code == 422 and sentence in text_of(answer)


def test_pasted_rows_that_are_too_long_are_refused_in_place() -> None:
    text = "Rossi;Anna\n" * (MOST_BYTES // len("Rossi;Anna\n") + 1)
    typed = ListForm({"text": text})
    assert not typed.is_valid()
    assert typed.errors == {"text": [grid_fault(UnreadableGrid(GridFault.TOO_BIG))]}


def test_whoever_is_forgotten_is_in_no_list(secretary: Client) -> None:
    done = paste(secretary, "Cognome;Nome\nRossi;Anna\nVerdi;Luca\n")
    do(secretary, done)
    paste(secretary, "Cognome;Nome\nRossi;Anna\n")
    player_forget(player=Player.objects.get(last_name="Rossi"))
    assert "Rossi" not in repr(list(PeopleImport.objects.values("rows", "done")))
    assert PeopleImport.objects.get().done[0]["after"]["last_name"] == "Verdi"


def test_everything_that_names_a_player_is_known() -> None:
    named = {(model.__name__, column) for model, column in relations_to_players()}
    assert {("Pair", "player1_id"), ("Substitute", "player_id"), ("Single", "player_id")} <= named
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


def test_beside_a_name_stands_what_else_the_list_says_of_the_person(secretary: Client) -> None:
    headings = "Cognome;Nome;Circolo;Tessera;Telefono;Nato;Provincia;Regione;Stato"
    pending = paste(
        secretary, f"{headings}\nRossi;Anna;Aurora;00123;333 5550001;1956;Lecce;Puglia;ospite\n;;Stella;8\n"
    )
    html = html_of(secretary.get(f"{NEW}{pending.pk}/"))
    asides = re.findall(r'<span class="row-aside muted">\s*(.*)\n', html)
    assert asides == ["Stella · 8", "Aurora · 00123 · 333 5550001 · 1956 · Lecce · Puglia"]


def test_columns_that_are_not_understood_are_named(secretary: Client) -> None:
    pending = paste(secretary, "Cognome;Nome;Altezza;TESSERA FITAB;Quota\nRossi;Anna;1,70;123;30\n")
    page = text_of(secretary.get(f"{NEW}{pending.pk}/"))
    assert "These columns were not recognized and are left out: Altezza, Quota." in page
    do(secretary, pending)
    assert Player.objects.get().card == "123"


def test_another_sheet_of_a_workbook_is_looked_at(secretary: Client) -> None:
    """The sheet with people comes first; each sheet keeps its own columns."""
    tables = [
        FileTable(title="Quote", headings=["Mese", "Euro"], rows=[["Marzo", 30]]),
        FileTable(title="Soci", headings=["Cognome", "Nome"], rows=[["Rossi", "Anna"]]),
        FileTable(title="Ospiti", headings=["Nome e cognome"], rows=[["Ugo De Luca"]]),
    ]
    answer = upload(secretary, workbook_of(tables), "soci.xlsx")
    pending = PeopleImport.objects.get()
    assert "Rossi Anna" in text_of(secretary.get(answer["Location"]))
    assert 'value="1" selected>Soci' in html_of(secretary.get(answer["Location"]))
    assert do(secretary, pending, do="sheet", sheet="0").status_code == 302
    assert 'value="0" selected>Quote' in html_of(secretary.get(answer["Location"]))
    assert do(secretary, pending, do="sheet", sheet="2").status_code == 302
    assert "De Luca Ugo" in text_of(secretary.get(answer["Location"]))
    for nonsense in ("3", "x", "", "9" * 5000):
        refused = do(secretary, pending, do="sheet", sheet=nonsense)
        assert refused.status_code == 422 and "There is no such sheet" in text_of(refused)
    pending.refresh_from_db()
    do(secretary, pending)
    pending.refresh_from_db()
    assert [str(player) for player in Player.objects.all()] == ["De Luca Ugo"]
    assert (pending.sheets, pending.rows) == ([], [])


def test_capitals_become_ordinary_letters_by_a_tick(secretary: Client) -> None:
    known = player_create(details={"last_name": "De Luca", "first_name": "Anna", "card": "1"})
    pending = paste(secretary, "Cognome;Nome;Tessera\nDE LUCA;ANNA;1\nD'ANGELO;NICOLÒ;2\n")
    page = f"{NEW}{pending.pk}/"
    assert "2 names are in capitals" in text_of(secretary.get(page))
    columns = {"column0": "last_name", "column1": "first_name", "column2": "card", "card_figures": "0"}
    assert do(secretary, pending, do="columns", ordinary_letters="on", **columns).status_code == 302
    again = secretary.get(page)
    assert "names are in capitals" not in text_of(again)
    assert re.search(r'<input[^>]*name="ordinary_letters"[^>]* checked', html_of(again))
    pending.refresh_from_db()
    do(secretary, pending)
    known.refresh_from_db()
    assert str(known) == "De Luca Anna"
    assert sorted(map(str, Player.objects.all())) == ["D'Angelo Nicolò", "De Luca Anna"]


def test_all_those_with_another_card_are_new_by_a_tick(secretary: Client) -> None:
    """The tick changes only undecided rows with this doubt."""
    for last, card in (("Rossi", "1"), ("Verdi", "2"), ("Neri", "3")):
        player_create(details={"last_name": last, "first_name": "Anna", "card": card})
    pending = paste(secretary, "Cognome;Nome;Tessera\nRossi;Anna;7\nVerdi;Anna;8\nNerri;Anna;9\n")
    verdi = Player.objects.get(last_name="Verdi")
    refused = do(secretary, pending, another_card_new="on", who3=verdi.pk)
    assert refused.status_code == 422 and "Row 4 is not decided" in text_of(refused)
    assert "another_card_new" in html_of(refused) and "checked" in html_of(refused)
    chosen = re.findall(r'name="(who\d)" value="(\w+)" checked', html_of(refused))
    assert chosen == [("who3", str(verdi.pk))]
    do(secretary, pending, another_card_new="on", who3=verdi.pk, who4="out")
    cards = Player.objects.order_by("card").values_list("last_name", "card")
    assert list(cards) == [("Rossi", "1"), ("Neri", "3"), ("Rossi", "7"), ("Verdi", "8")]


def test_a_list_with_a_cell_without_end_is_refused_in_place(secretary: Client) -> None:
    answer = secretary.post(NEW, {"text": "Cognome;Nome\nRossi;" + "x" * 131_072 + "y"})
    assert answer.status_code == 422 and "A cell of row 2 has more than 131072 characters" in text_of(answer)  # type: ignore[arg-type]
    assert "Rossi" in html_of(answer)  # type: ignore[arg-type]


def workbook_of(tables: list[FileTable]) -> bytes:
    book = Workbook()
    for table in tables:
        sheet = book.create_sheet(table.title)
        for row in (table.headings, *table.rows):
            sheet.append(list(row))
    book.remove(book.worksheets[0])
    written = BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("Rossi Anna 333 1234567", "333 1234567"),
        ("Rossi Anna (Torino)", "Torino"),
        ("Rossi Anna (tel. 0832 123456)", "0832 123456"),
    ],
)
def test_a_name_in_a_form_is_read_as_one_in_a_list(secretary: Client, typed: str, title: str) -> None:
    page = f"/en/tournaments/{make_tournament().slug}/pairs/add/"
    answer = secretary.post(page, {"player1": typed, "player2": "Dott. Verdi Ugo"})
    assert answer.status_code == 422 and f"without “{title}”" in text_of(answer)  # type: ignore[arg-type]
    assert secretary.post(page, {"player1": "Rossi Anna", "player2": "Dott. Verdi Ugo"}).status_code == 302
    assert set(map(str, Player.objects.all())) == {"Rossi Anna", "Verdi Ugo"}


def test_a_member_who_is_called_otherwise_since_earlier_is_entered_all_the_same(secretary: Client) -> None:
    member = player_create(details={"last_name": "Rossi", "first_name": "Anna (Torino)"})
    page = f"/en/tournaments/{make_tournament().slug}/pairs/add/"
    sent = {"player1": "Rossi Anna (Torino)", "player1_id": member.pk, "player2": "Verdi Ugo"}
    assert secretary.post(page, sent).status_code == 302
    assert Player.objects.count() == 2
    answer = secretary.post(f"/en/players/{member.pk}/edit/", {"last_name": "Rossi 333 1234567", "first_name": "Anna"})
    assert answer.status_code == 422 and "without “333 1234567”" in text_of(answer)  # type: ignore[arg-type]
