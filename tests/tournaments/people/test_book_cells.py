"""What a list says of members in the club's book, cell by cell."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.people.book_cells import day_in
from tournaments.people.columns import Holds, columns_of, people_rows
from tournaments.people.grid import grid_of_text
from tournaments.people.roster import ListedPerson, ListReading, people_listed
from tournaments.people.row_faults import Note, RowFault, UnreadableRow
from tournaments.people.tax_codes import TaxCodeFault
from tournaments.people.verdicts import KnownPerson, ListVerdict, Verdict, judge_list

TODAY = date(2026, 11, 27)


def person(heading: str, cells: str, *, starts: int = 1) -> ListedPerson | UnreadableRow:
    rows = grid_of_text(f"Cognome;Nome;{heading}\nRossi;Anna;{cells}")
    columns = columns_of(rows)
    return people_listed(people_rows(rows, columns), columns, ListReading(today=TODAY, year_starts=starts))[0]


@pytest.mark.parametrize(
    ("heading", "cell", "field", "value"),
    [
        ("Data di nascita", "1/3/1956", "born_on", "1956-03-01"),
        ("Data di nascita", "nata a Roma il 01.03.1956", "born_on", "1956-03-01"),
        ("Data di nascita", "1956-03-01 00:00:00", "born_on", "1956-03-01"),
        ("Data di nascita", "1956", "birth_year", 1956),
        ("Data di nascita", "1/3/1956, sposata 1980", "born_on", "1956-03-01"),
        ("Data ammissione", "27-11-2026", "admitted_on", "2026-11-27"),
        ("Uscito il", "31/12/2027", "left_on", "2027-12-31"),
        ("N. libro", "0012", "number", 12),
        ("N. libro", "12".zfill(20), "number", 12),
        ("C.F.", "rss nna 56a41 h501l", "tax_code", "RSSNNA56A41H501L"),
        ("Anno tessera", "2026/27", "card_year", 2026),
        ("Privacy", "firmata il 2/1/2025", "data_consent_on", "2025-01-02"),
        ("Tipo tessera", "agonistica", "card_kind", "agonistica"),
        ("Indirizzo;CAP;Città", "Via Roma 7;00184;Roma", "address", "Via Roma 7, 00184, Roma"),
    ],
)
def test_a_cell_is_read_as_secretaries_write_it(heading: str, cell: str, field: str, value: str | int) -> None:
    read = person(heading, cell)
    assert isinstance(read, ListedPerson) and read.fields[field] == value and read.notes == {}


@pytest.mark.parametrize(
    ("heading", "cell", "holds", "fault"),
    [
        ("Data di nascita", "31/2/1956", Holds.BORN_ON, RowFault.DAY),
        ("Data di nascita", "3/25/1956", Holds.BORN_ON, RowFault.DAY),
        ("Data di nascita", "1/1/1856", Holds.BORN_ON, RowFault.DAY_RANGE),
        ("Data ammissione", "28/11/2026", Holds.ADMITTED_ON, RowFault.DAY_RANGE),
        ("Data ammissione", "1/9/98", Holds.ADMITTED_ON, RowFault.DAY),
        ("Uscito il", "1/1/2101", Holds.LEFT_ON, RowFault.DAY_RANGE),
        ("Newsletter", "30/2/2025", Holds.MESSAGES_CONSENT_ON, RowFault.DAY),
        ("N. libro", "0", Holds.NUMBER, RowFault.NUMBER),
        ("N. libro", "12 bis", Holds.NUMBER, RowFault.NUMBER),
        ("N. libro", "12".zfill(21), Holds.NUMBER, RowFault.NUMBER),
        ("N. libro", "2147483648", Holds.NUMBER, RowFault.NUMBER),
        ("N. libro", "9" * 5_000, Holds.NUMBER, RowFault.NUMBER),
        ("Anno tessera", "26", Holds.CARD_YEAR, RowFault.CARD_YEAR),
        ("Indirizzo", "x" * 201, Holds.ADDRESS, RowFault.TOO_LONG),
        ("Data di nascita;Anno di nascita", "1/3/1956;1957", Holds.BIRTH, RowFault.OTHER_YEAR),
    ],
)
def test_what_cannot_be_is_refused_with_its_column(heading: str, cell: str, holds: Holds, fault: RowFault) -> None:
    read = person(heading, cell)
    assert isinstance(read, UnreadableRow) and (read.line, read.holds, read.fault) == (2, holds, fault)


def test_a_word_where_a_day_belongs_is_noted_and_a_stroke_is_nothing() -> None:
    assert person("C.F.", "IT -") == person("C.F.", "")
    read = person("Privacy;Newsletter;Data ammissione;C.F.", "sì;no;–;-")
    assert isinstance(read, ListedPerson) and read.notes == {Note.DAY: "sì, no"}
    assert set(read.fields) == {"last_name", "first_name"}
    two = person("Data di nascita;Anno di nascita", "boh;1956")
    assert isinstance(two, ListedPerson) and (two.fields["birth_year"], two.notes) == (1956, {Note.YEAR: "boh"})


@given(st.dates(min_value=date(1900, 1, 1), max_value=TODAY), st.sampled_from("/.- "))
def test_every_day_is_read_day_first_and_as_the_norm_has_it(day: date, sign: str) -> None:
    assert day_in(f"{day.day}{sign}{day.month}{sign}{day.year}") == day == day_in(day.isoformat())
    assert day_in(f"{day:%d/%m/%Y}") == day


def test_the_years_paid_are_read_as_years_or_as_the_last_day() -> None:
    for cell, years in (
        ("2025, 2026", (2025, 2026)),
        ("2024, 2023", (2023, 2024)),
        ("31/12/2026", (2026,)),
        ("no", ()),
        ("99/99/2026", (2026,)),
    ):
        read = person("Anni pagati", cell)
        assert isinstance(read, ListedPerson) and read.paid == years
    of_september = person("Scadenza", "31/08/2026", starts=9)
    assert isinstance(of_september, ListedPerson) and of_september.paid == (2025,)


def judged(heading: str, cells: str, **known: str | int) -> ListVerdict:
    fields = {"last_name": "Rossi", "first_name": "Anna", **known}
    members = [KnownPerson(key=1, fields=fields, paid=frozenset({2025}))] if known else []
    return judge_list([person(heading, cells)], members)[0]


@pytest.mark.parametrize(
    ("heading", "cells", "known", "fault"),
    [
        ("C.F.", "RSSNNA56A41H501M", {}, TaxCodeFault.CONTROL_LETTER),
        ("C.F.", "RSSNNA56A41H501L", {"born_on": "1956-01-02"}, TaxCodeFault.OTHER_DATE),
        ("Data di nascita", "2/1/1956", {"tax_code": "RSSNNA56A41H501L"}, TaxCodeFault.OTHER_DATE),
        ("Data ammissione;Uscito il", "1/1/2020;31/12/2019", {}, RowFault.LEFT_FIRST),
        ("Uscito il", "31/12/2019", {"admitted_on": "2020-01-01"}, RowFault.LEFT_FIRST),
    ],
)
def test_what_does_not_agree_with_the_list_or_with_the_book_is_refused(
    heading: str, cells: str, known: dict[str, str | int], fault: RowFault | TaxCodeFault
) -> None:
    row = judged(heading, cells, **known)
    assert row.verdict is Verdict.UNREADABLE and row.unreadable and row.unreadable.fault is fault


def test_whoever_leaves_on_the_day_of_the_admission_is_taken() -> None:
    assert judged("Data ammissione;Uscito il", "1/1/2020;1/1/2020").verdict is Verdict.NEW


def test_what_the_book_has_already_is_the_same_even_if_it_does_not_agree() -> None:
    known = {"tax_code": "RSSNNA56A41H501L", "born_on": "1956-01-02", "birth_year": 1956}
    row = judged("C.F.;Nato;Anno di nascita", "RSSNNA56A41H501L;2/1/1956;1956", **known)
    assert (row.verdict, row.changes) == (Verdict.SAME, {})
    # The date says more than a year alone.
    assert judged("Anno di nascita", "1957", **known).verdict is Verdict.SAME


def test_years_that_the_club_has_noted_are_not_told() -> None:
    assert judged("Anni pagati", "2025, 2026", number=7).paid == (2026,)
    assert judged("Anni pagati", "2025, 2026").paid == (2025, 2026)
