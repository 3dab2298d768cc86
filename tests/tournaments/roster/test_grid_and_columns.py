"""Lists as they come out of other programs: `tests/data/people/` holds what goes wrong in life."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.files import FileTable, as_csv, as_xlsx
from tournaments.roster.columns import Holds, columns_of, people_rows
from tournaments.roster.grid import GridFault, GridRow, UnreadableGrid, grid_of_file, grid_of_text
from tournaments.roster.listed import ListedPerson, Note, RowFault, UnreadableRow, people_listed

DATA = Path(__file__).parents[2] / "data" / "people"

Read = list[ListedPerson | UnreadableRow]


def read(name: str, *, card_figures: int = 0) -> Read:
    rows = grid_of_file((DATA / name).read_bytes())
    columns = columns_of(rows)
    return people_listed(people_rows(rows, columns), columns, card_figures=card_figures)


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
    """The first sheet is blank, two titles stand above the headings; row numbers are the spreadsheet's."""
    people = read("ugly.xlsx", card_figures=5)
    assert [person.line for person in people] == [5, 6, 8, 9, 10, 11]
    assert names_and_cards(people)[:3] == [
        ("Rossi", "Anna", "00123"),
        ("D’Angelo", "Nicolò", "04567"),
        ("De Luca", "Maria Pia", "12345"),
    ]
    rossi, dangelo, *_others, nobody, bianchi = people
    assert isinstance(rossi, ListedPerson) and isinstance(dangelo, ListedPerson)
    assert rossi.notes == (Note.ZEROS,)
    assert rossi.fields["contact"] == "3335550001, anna@example.org"
    assert (rossi.fields["birth_year"], dangelo.fields["birth_year"]) == (1956, 1961)
    assert dangelo.notes == ()
    assert isinstance(nobody, UnreadableRow) and nobody.fault is RowFault.NO_NAME
    assert isinstance(bianchi, UnreadableRow) and (bianchi.fault, bianchi.cell) == (RowFault.YEAR, "boh")


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
        (b"a" * 5_000_001, GridFault.TOO_BIG),
        (b"Rossi;Anna\n" * 20_001, GridFault.TOO_MANY_ROWS),
        (b"x;" * 61 + b"x", GridFault.TOO_MANY_COLUMNS),
    ],
)
def test_what_is_no_list_is_called_what_it_is(content: bytes, fault: GridFault) -> None:
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_file(content)
    assert caught.value.fault is fault


def test_a_zip_that_is_no_workbook_is_no_list(tmp_path: Path) -> None:
    from zipfile import ZipFile

    with ZipFile(tmp_path / "x.xlsx", "w") as packed:
        packed.writestr("hello.txt", "hello")
    with pytest.raises(UnreadableGrid) as caught:
        grid_of_file((tmp_path / "x.xlsx").read_bytes())
    assert caught.value.fault is GridFault.NO_LIST


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
