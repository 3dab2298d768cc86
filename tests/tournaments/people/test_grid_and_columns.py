"""Lists as other programs write them: `tests/data/people/` has the faults that occur in practice."""

from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.files import FileTable, as_csv, as_xlsx
from tournaments.models import Player
from tournaments.people import grid
from tournaments.people.columns import LONGEST_HEADING, Columns, Holds, columns_of, people_rows
from tournaments.people.grid import GridFault, GridRow, UnreadableGrid, grid_of_file, grid_of_text, sheets_of_file
from tournaments.people.roster import ListedPerson, ListReading, people_listed
from tournaments.people.row_faults import Note, RowFault, UnreadableRow

DATA = Path(__file__).parents[2] / "data" / "people"

Read = list[ListedPerson | UnreadableRow]


def read(name: str, *, card_figures: int = 0) -> Read:
    rows = grid_of_file((DATA / name).read_bytes())
    columns = columns_of(rows)
    return people_listed(people_rows(rows, columns), columns, ListReading(card_figures=card_figures))


def names_and_cards(people: Read) -> list[tuple[object, object, object]]:
    return [
        (person.fields["last_name"], person.fields.get("first_name"), person.fields.get("card"))
        for person in people
        if isinstance(person, ListedPerson)
    ]


TWO = [("D’Angelo", "Nicolò", "00045"), ("Èrcoli", "Zoë", "00046")]


@pytest.mark.parametrize(
    "name",
    ["cp1252.csv", "utf8.csv", "utf8_bom.csv", "utf16.txt", "english_commas.csv", "spanish.csv", "portuguese.csv"],
)
def test_the_same_two_people_come_out_of_every_program(name: str) -> None:
    assert names_and_cards(read(name)) == TWO


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_list_without_a_mark_of_its_encoding_is_read_by_its_letters(encoding: str) -> None:
    lines = ["Cognome;Nome;Circolo", *(f"Dalò {letter};Niccolò;Cantù" for letter in "abcdefgh")]
    rows = grid_of_file("\n".join(lines).encode(encoding))
    assert [";".join(map(str, row.cells)) for row in rows] == lines


@pytest.mark.parametrize("name", ["cp1252.csv", "utf8.csv", "utf8_bom.csv", "utf16.txt", "english_commas.csv"])
def test_a_semicolon_within_quotes_ends_no_cell(name: str) -> None:
    first, second = read(name)
    assert isinstance(first, ListedPerson) and isinstance(second, ListedPerson)
    assert first.fields["club"] == "Aurora; sezione bridge"
    assert "club" not in second.fields


def test_years_states_and_contacts_are_read_in_every_language() -> None:
    spanish = [person.fields for person in read("spanish.csv") if isinstance(person, ListedPerson)]
    assert [fields["birth_year"] for fields in spanish] == [1956, 1961]
    assert spanish[0]["contact"] == "n@example.org"
    english = [person.fields["state"] for person in read("english_commas.csv") if isinstance(person, ListedPerson)]
    assert english == ["active", "guest"]
    portuguese = [person.fields for person in read("portuguese.csv") if isinstance(person, ListedPerson)]
    assert [fields["category"] for fields in portuguese] == ["A", "B"]
    assert portuguese[0]["contact"] == "919 555 001"


def test_one_column_holds_whole_names() -> None:
    assert names_and_cards(read("one_column.csv")) == [("D’Angelo", "Nicolò", None), ("Èrcoli", "Zoë", None)]


def test_a_workbook_with_titles_blanks_and_numbers() -> None:
    """The first sheet is empty, and two titles are above the headings; the row numbers are the spreadsheet's."""
    people = read("ugly.xlsx", card_figures=5)
    assert [person.line for person in people] == [5, 6, 8, 9, 10, 11]
    assert names_and_cards(people)[:3] == [
        ("Rossi", "Anna", "00123"),
        ("D’Angelo", "Nicolò", "04567"),
        ("De Luca", "Maria Pia", "12345"),
    ]
    rossi, dangelo, *_others, nobody, bianchi = people
    assert isinstance(rossi, ListedPerson) and isinstance(dangelo, ListedPerson)
    assert rossi.notes == {Note.ZEROS: "123"}
    assert rossi.fields["contact"] == "3335550001, anna@example.org"
    assert (rossi.fields["birth_year"], dangelo.fields["birth_year"]) == (1956, 1961)
    assert dangelo.notes == {}
    assert isinstance(nobody, UnreadableRow) and nobody.fault is RowFault.NO_NAME
    assert isinstance(bianchi, ListedPerson) and bianchi.notes == {Note.YEAR: "boh"}
    assert bianchi.name == "Bianchi Carlo" and "birth_year" not in bianchi.fields


def test_a_date_of_a_workbook_is_read_without_its_hour() -> None:
    book, content = Workbook(), BytesIO()
    book.active.append(["Rossi", datetime(1956, 3, 1, 10, 30)])
    book.save(content)
    assert [row.cells for row in grid_of_file(content.getvalue())] == [("Rossi", "1956-03-01")]


def test_numbers_of_a_workbook_are_read_as_they_are_shown() -> None:
    book, saved, content = Workbook(), BytesIO(), BytesIO()
    book.active.append([True, 12.0, 1.5, 987654.5])
    book.save(saved)
    # No program shows a number beyond all bounds, but a file can hold one.
    with ZipFile(saved) as written, ZipFile(content, "w") as changed:
        for name in written.namelist():
            changed.writestr(name, written.read(name).replace(b"987654.5", b"1E400"))
    assert [str(cell) for row in grid_of_file(content.getvalue()) for cell in row.cells] == ["True", "12", "1.5", "inf"]


def test_a_workbook_may_unpack_to_a_size_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    content = (DATA / "ugly.xlsx").read_bytes()
    with ZipFile(BytesIO(content)) as packed:
        size = sum(member.file_size for member in packed.infolist())
    monkeypatch.setattr(grid, "UNPACKED_BYTES", size)
    assert grid_of_file(content)
    monkeypatch.setattr(grid, "UNPACKED_BYTES", size - 1)
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_file(content)
    assert caught.value.fault is GridFault.TOO_BIG


@pytest.mark.parametrize(
    ("content", "rows"), [(b"Rossi;Anna\n" * 20_000, 20_000), (b"x;" * 59 + b"x", 1)], ids=["long", "wide"]
)
def test_a_list_as_large_as_any_is_read(content: bytes, rows: int) -> None:
    assert len(grid_of_file(content)) == rows


def test_zeros_are_not_put_before_a_card_unless_somebody_says_so() -> None:
    assert names_and_cards(read("ugly.xlsx"))[0] == ("Rossi", "Anna", "123")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", GridFault.EMPTY),
        (b"\n;;;\n", GridFault.EMPTY),
        (b"PK\x03\x04 no zip at all", GridFault.NO_LIST),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), GridFault.OLD_EXCEL),
        (bytes(range(256)) * 20, GridFault.NO_LIST),
        (b"a" * 5_000_000, GridFault.LONG_CELL),
        (b"a" * 5_000_001, GridFault.TOO_BIG),
        (b"\xef\xbb\xbfCognome;Nome\nRossi;Nicol\xf2", GridFault.NO_LIST),
        # A blank sheet is not what is wrong with a file whose other one is too wide.
        (b"<table><tr><td> </td></tr></table><table><tr>" + b"<td>x</td>" * 61, GridFault.TOO_MANY_COLUMNS),
        (b"Rossi;Anna\n" * 20_001, GridFault.TOO_MANY_ROWS),
        (b"x;" * 61 + b"x", GridFault.TOO_MANY_COLUMNS),
        (b"Cognome;Nome\n" + b"x;" * 61 + b"x", GridFault.TOO_MANY_COLUMNS),
        (b"Cognome;Nome\nRos\0si;Anna", GridFault.NO_LIST),
        (b"Cognome;Nome\nRossi;" + b"x" * 131_073, GridFault.LONG_CELL),
        (b'Cognome;Nome\nRossi;"' + b"Anna\n" * 40_000, GridFault.LONG_CELL),
        (b"<html><body><table><tr><td> </td></tr></table>", GridFault.EMPTY),
    ],
)
def test_what_is_no_list_is_called_what_it_is(content: bytes, fault: GridFault) -> None:
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_file(content)
    assert caught.value.fault is fault


def test_a_zip_that_is_no_workbook_is_no_list(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "x.xlsx", "w") as packed:
        packed.writestr("hello.txt", "hello")
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_file((tmp_path / "x.xlsx").read_bytes())
    assert caught.value.fault is GridFault.NO_LIST


COLUMNS = {
    **{"last_name": "Cognome", "first_name": "Nome", "club": "Circolo", "card": "Tessera", "contact": "Telefono"},
    **{"category": "Categoria", "province": "Provincia", "region": "Regione"},
}


@pytest.mark.parametrize("field", COLUMNS)
def test_a_text_is_as_long_as_the_members_field_and_no_longer(field: str) -> None:
    longest = Player._meta.get_field(field).max_length
    assert longest
    cells = {"last_name": "Rossi", "first_name": "Anna"}
    rows = [cells | {field: "x" * length} for length in (longest, longest + 1)]
    lines = [COLUMNS.values(), *([row.get(name, "") for name in COLUMNS] for row in rows)]
    fits, too_long = of_text("\n".join(map(";".join, lines)))
    assert isinstance(fits, ListedPerson) and fits.fields[field] == "x" * longest
    assert isinstance(too_long, UnreadableRow)
    assert (too_long.fault, too_long.cell) == (RowFault.TOO_LONG, "x" * (longest + 1))


def test_a_cell_that_is_too_long_is_told_with_its_row() -> None:
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_text("Cognome;Nome\nRossi;Anna\nVerdi;" + "x" * 131_073)
    assert caught.value.line == 3


def of_text(text: str, **how: Any) -> Read:
    rows = grid_of_text(text)
    columns = columns_of(rows)
    return people_listed(people_rows(rows, columns), columns, ListReading(**how))


@pytest.mark.parametrize(
    ("heading", "holds"),
    [
        *(("TESSERA FITAB", Holds.CARD), ("N. tessera socio", Holds.CARD), ("Cod. tessera", Holds.CARD)),
        *(("NATO/A IL", Holds.BORN_ON), ("Nato(a) il", Holds.BORN_ON), ("Data di nascita", Holds.BORN_ON)),
        *(("Indirizzo email", Holds.CONTACT), ("Tel. casa", Holds.CONTACT), ("Nome circolo", Holds.CLUB)),
        *(
            ("Indirizzo web", None),
            ("Nato a", None),
            ("Scadenza tessera", None),
            ("Nome della madre", None),
            ("Note", None),
        ),
    ],
)
def test_headings_are_understood_by_the_words_that_count(heading: str, holds: Holds | None) -> None:
    columns = columns_of(grid_of_text(f"Cognome;Nome;{heading}\nRossi;Anna;1"))
    assert columns.holds[2] is holds
    assert columns.not_understood == ([] if holds else [heading])


@pytest.mark.parametrize("row", ["Tipo;Tipo", "Stato;Situazione;Tipo"])
def test_a_row_of_states_alone_is_no_heading(row: str) -> None:
    assert columns_of(grid_of_text(f"{row}\nRossi;Anna;1")).heading_line is None


def test_one_word_of_headings_among_others_makes_no_heading() -> None:
    assert columns_of(grid_of_text("Circolo;Aurora;2026\nRossi;Anna;1")).heading_line is None


def test_nothing_has_no_columns() -> None:
    assert columns_of([]) == Columns(heading_line=None, headings=(), holds=())


def test_a_heading_is_understood_up_to_a_length() -> None:
    heading = "Tessera".ljust(LONGEST_HEADING - 5) + "FITAB"
    for typed, holds in ((heading, Holds.CARD), (heading.replace(" F", "  F"), None)):
        assert columns_of(grid_of_text(f"Cognome;Nome;{typed}\nRossi;Anna;1")).holds[2] is holds


def test_a_paragraph_is_no_heading_and_is_read_beside_a_name() -> None:
    """Of 20,000 words there are 200 million runs, each of which could be what a column holds."""
    rossi, verdi = of_text("Cognome;Nome;Note\nRossi;Anna;" + "cod n. " * 10_000 + "\nVerdi;Ugo;")
    assert isinstance(rossi, ListedPerson) and isinstance(verdi, ListedPerson)


def test_what_cannot_be_read_beside_a_name_costs_no_person() -> None:
    text = "Cognome;Nome;Tessera;Nato;Stato;Circolo\nRossi;Anna;1,2E+9;12/13/56;boh;#N/D\nVerdi;Ugo;7;1950;socio;Lecce"
    rossi, verdi = of_text(text)
    assert isinstance(rossi, ListedPerson) and isinstance(verdi, ListedPerson)
    assert rossi.fields == {"last_name": "Rossi", "first_name": "Anna"}
    assert rossi.notes == {Note.CARD: "1,2E+9", Note.ERROR: "#N/D", Note.YEAR: "12/13/56", Note.STATE: "boh"}
    assert verdi.notes == {} and verdi.fields["birth_year"] == 1950


def test_a_row_says_why_it_is_nobody() -> None:
    people = of_text("Cognome;Nome;Circolo\nRossi;Anna;Au\x07rora\n123;Anna;\n333 1234567;Anna;")
    assert [(person.fault, person.cell) for person in people if isinstance(person, UnreadableRow)] == [
        (RowFault.UNPRINTABLE, "Au\x07rora"),
        (RowFault.NO_LETTERS, "123"),
        (RowFault.NO_LETTERS, "333 1234567"),
    ]


def test_the_only_name_of_a_row_is_the_last_name() -> None:
    (anna,) = of_text("Cognome;Nome;Tessera\n;Anna;7")
    assert isinstance(anna, ListedPerson)
    assert (anna.fields, anna.notes) == ({"last_name": "Anna", "card": "7"}, {Note.ONE_NAME: "Anna"})


def test_a_number_with_a_fraction_or_a_power_is_no_card_and_may_be_anything_else() -> None:
    headings = GridRow(1, ("Cognome", "Nome", "Tessera", "Categoria"))
    columns = columns_of([headings])
    for card, category in ((1.5, "1,2E+9"), ("1,2E+9", 1.5)):
        (rossi,) = people_listed([GridRow(2, ("Rossi", "Anna", card, category))], columns)
        assert isinstance(rossi, ListedPerson)
        assert rossi.fields == {"last_name": "Rossi", "first_name": "Anna", "category": str(category)}
        assert rossi.notes == {Note.CARD: str(card)}


def test_what_stands_beside_a_name_is_taken_out_as_in_a_pasted_list() -> None:
    lines: tuple[str, ...] = (
        "Nominativo;Telefono;Circolo",
        *("Rossi Anna 333 1234567;;", "Dott.ssa De Luca Pia (Torino);;", "Verdi Ugo (Lecce);0832 111111;"),
        *("Neri Ivo (Lecce) tel. 347-1234567;0832 222222;Aurora", "Lo Presti, Maria Sig.ra;;"),
    )
    people = of_text("\n".join(lines), clubs=frozenset({"lecce"}))
    assert [person.fields for person in people if isinstance(person, ListedPerson)] == [
        {"last_name": "Rossi", "first_name": "Anna", "contact": "333 1234567"},
        {"last_name": "De Luca", "first_name": "Pia"},
        {"last_name": "Verdi", "first_name": "Ugo", "contact": "0832 111111", "club": "Lecce"},
        {"last_name": "Neri", "first_name": "Ivo", "contact": "0832 222222, 347-1234567", "club": "Aurora"},
        {"last_name": "Lo Presti", "first_name": "Maria"},
    ]
    _rossi, luca, *_others, presti = people
    assert isinstance(luca, ListedPerson) and luca.notes == {Note.BESIDE: "Dott.ssa, Torino"}
    assert isinstance(presti, ListedPerson) and presti.notes == {Note.BESIDE: "Sig.ra"}


def test_names_of_the_first_name_first_keep_their_particles() -> None:
    people = of_text(
        "Nome e cognome;Tessera\nAnna De Luca;1\nUgo Rossi;2\nMaria Pia Dalla Chiesa;3\nBianchi, Ada;4"
        "\nPelé;5\nAnna Maria De;6\nAnna Maria Dex Rossi;7"
    )
    assert [(person.fields["last_name"], person.fields.get("first_name", "")) for person in people] == [  # type: ignore[union-attr]
        ("De Luca", "Anna"),
        ("Rossi", "Ugo"),
        ("Dalla Chiesa", "Maria Pia"),
        ("Bianchi", "Ada"),
        # One word is a last name, a particle at the end opens nothing, and `Dex` is none.
        ("Pelé", ""),
        ("Maria De", "Anna"),
        ("Maria Dex Rossi", "Anna"),
    ]


def test_totals_and_errors_of_the_spreadsheet_are_nobody() -> None:
    lines = (
        "Cognome;Nome;Tessera",
        "Totale soci: 45;;",
        "TOTALE;;12",
        "#DIV/0!;;",
        "#RIF!;Anna;3",
        "Somma;Luigi;4",
        "Media;;5",
        "Totale iscritte;;6",
    )
    people = of_text("\n".join(lines))
    faults = [person.fault if isinstance(person, UnreadableRow) else person.name for person in people]
    total, error = RowFault.TOTAL, RowFault.ERROR
    assert faults == [total, total, error, error, "Somma Luigi", total, total]


def test_capitals_become_ordinary_letters_where_that_is_wanted() -> None:
    text = "Cognome;Nome\nDE LUCA;ANNA MARIA\nD'ANGELO;Nicolò\nMcBain;ÈVE"
    as_it_is = [person.name for person in of_text(text) if isinstance(person, ListedPerson)]
    assert as_it_is == ["DE LUCA ANNA MARIA", "D'ANGELO Nicolò", "McBain ÈVE"]
    wanted = of_text(text, ordinary_letters=True)
    assert [person.name for person in wanted if isinstance(person, ListedPerson)] == [
        "De Luca Anna Maria",
        "D'Angelo Nicolò",
        "McBain Ève",
    ]


PAGE = """<html><head><title>Soci</title><style>td {color: red}</style></head><body>
<table><tr><td>Menu</td></tr></table>
<table border=1><tr><th colspan=2>ASD Aurora &amp; C.</th></tr>
<tr><th>Cognome<th>Nome<th>Tessera FITAB</tr>
<tr><td>D&rsquo;Angelo<td>Nicol&ograve;<br>Maria<div>Pia</div><p>Rosa</td><td>00045</td></tr></table>"""
WORKBOOK = """<?xml version="1.0"?><ss:Workbook xmlns:ss="urn:x"><ss:Worksheet ss:Name="Soci"><ss:Table>
<ss:Row><ss:Cell><ss:Data>Cognome</ss:Data></ss:Cell><ss:Cell ss:Index="3"><ss:Data>Nome</ss:Data></ss:Cell></ss:Row>
<ss:Row><ss:Cell><ss:Data>Rossi</ss:Data></ss:Cell><ss:Cell ss:Index="3"><ss:Data>Anna</ss:Data></ss:Cell></ss:Row>
</ss:Table></ss:Worksheet></ss:Workbook>"""


@pytest.mark.parametrize("width", ["9" * 400, "0", "-1", "x", "''"], ids=["vast", "none", "less", "words", "empty"])
def test_a_cell_as_wide_as_no_table_is_read_as_one(width: str) -> None:
    page = PAGE.replace("colspan=2", f"colspan={'9' * 5000}").replace("<th>Nome", f"<th colspan={width}>Nome")
    _menu, people = sheets_of_file(page.encode("cp1252"))
    assert people.rows[1].cells == ("Cognome", "Nome", "Tessera FITAB")


def test_a_page_that_is_saved_as_a_workbook_is_read_table_by_table() -> None:
    menu, people = sheets_of_file(PAGE.encode("cp1252"))
    assert [row.cells for row in menu.rows] == [("Menu",)]
    assert [row.cells for row in people.rows][1:] == [
        ("Cognome", "Nome", "Tessera FITAB"),
        ("D’Angelo", "Nicolò Maria Pia Rosa", "00045"),
    ]
    (workbook,) = sheets_of_file(WORKBOOK.encode())
    assert [row.cells for row in workbook.rows] == [("Cognome", "", "Nome"), ("Rossi", "", "Anna")]


def test_a_table_within_a_cell_ends_where_it_ends() -> None:
    """Old pages are laid out by tables: what stands after an inner one belongs to the outer again."""
    page = b"<table><tr><td>Elenco <table><tr><td>Rossi</td></tr></table> dei soci</td><td>2026</td></tr></table>"
    outer, inner = sheets_of_file(page)
    assert [row.cells for row in inner.rows] == [("Rossi",)]
    assert [row.cells for row in outer.rows] == [("Elenco dei soci", "2026")]


def test_no_spoilt_workbook_makes_it_stumble() -> None:
    """Single bytes are changed, as on a stick that was pulled out too early."""
    whole, lottery = (DATA / "ugly.xlsx").read_bytes(), Random(7)
    for _time in range(150):
        spoilt = bytearray(whole)
        for at in lottery.sample(range(len(whole)), lottery.choice([1, 3, 30])):
            spoilt[at] = lottery.randrange(256)
        with suppress(UnreadableGrid):
            grid_of_file(bytes(spoilt))


@given(st.binary(max_size=300))
def test_no_bytes_make_it_stumble(content: bytes) -> None:
    try:
        rows = grid_of_file(content)
    except UnreadableGrid:
        return
    columns = columns_of(rows)
    assert len(people_listed(people_rows(rows, columns), columns)) <= len(rows)


WORDS = st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=12)
CELLS = st.text(st.characters(categories=["Lu", "Ll", "Nd", "Po"], exclude_characters="\x85"), max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS, CELLS), min_size=1, max_size=20), st.sampled_from("xc;"))
def test_what_is_written_is_read_again(people: list[tuple[str, str, str]], form: str) -> None:
    table = FileTable(title="x", headings=["Cognome", "Nome", "Circolo"], rows=people)
    content = as_xlsx(table) if form == "x" else as_csv(table, ";" if form == ";" else ",")
    first, *rows = grid_of_file(content)
    assert first.cells == ("Cognome", "Nome", "Circolo")
    cells = [tuple(str(cell) for cell in row.cells) + ("",) * (3 - len(row.cells)) for row in rows]
    assert [(last, name, club.removeprefix("'")) for last, name, club in cells] == [
        (last, name, club.strip().removeprefix("'")) for last, name, club in people
    ]


def test_headings_that_come_again_on_each_page_are_nobody() -> None:
    rows = grid_of_text("Cognome;Nome\nRossi;Anna\nCognome;Nome\nVerdi;Luca\n")
    assert [row.line for row in people_rows(rows, columns_of(rows))] == [2, 4]


def test_without_headings_nothing_is_known() -> None:
    columns = columns_of([GridRow(1, ("Rossi", "Anna", "00123"))])
    assert columns.holds == (None, None, None)
    assert not columns.name_somebody


@pytest.mark.parametrize(
    ("headings", "holds"),
    [
        ("Nome", [Holds.NAME]),
        ("Cognome e nome;Tessera", [Holds.NAME, Holds.CARD]),
        ("NOME;COGNOME;Tel.", [Holds.FIRST_NAME, Holds.LAST_NAME, Holds.CONTACT]),
        ("Name;Club;Card no.", [Holds.NAME, Holds.CLUB, Holds.CARD]),
        ("Cognome;Nome;Telefono;E-mail", [Holds.LAST_NAME, Holds.FIRST_NAME, Holds.CONTACT, Holds.CONTACT]),
        ("Cognome;Nome;Tessera;Tessera FIBUR", [Holds.LAST_NAME, Holds.FIRST_NAME, Holds.CARD, None]),
    ],
)
def test_headings_are_known_by_their_words(headings: str, holds: list[Holds | None]) -> None:
    assert list(columns_of(grid_of_text(f"{headings}\nx;y;z;w\n")).holds)[: len(holds)] == holds


def test_a_workbook_whose_sheets_are_all_empty_is_called_so() -> None:
    book, file = Workbook(), BytesIO()
    book.create_sheet("Altro")
    book.save(file)
    with pytest.raises(UnreadableGrid) as caught:
        sheets_of_file(file.getvalue())
    assert caught.value.fault is GridFault.EMPTY
