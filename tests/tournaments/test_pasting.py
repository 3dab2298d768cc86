"""A pasted list of pairs: every way of writing one that clubs use, and what must not be guessed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.names import parse_name, search_key
from tournaments.pasting import LineFault, NotText, decode_list, read_list

READ = [
    ("Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna – Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna — Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna–Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna- Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna/Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi & Bianchi", "Rossi", "Bianchi"),
    ("Rossi Anna + Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna;Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna\tBianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna, Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna e Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi Anna and Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi, Anna - Bianchi, Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("  Rossi   Anna  -  Bianchi\u00a0Carlo  ", "Rossi Anna", "Bianchi Carlo"),
    ("\u200eRossi Anna - Bianchi\u200b Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("1. Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("1) Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("12 Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("3 - Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("- Rossi Anna - Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("7\tRossi Anna\tBianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("7;Rossi Anna;Bianchi Carlo;;", "Rossi Anna", "Bianchi Carlo"),
    ("1,Rossi Anna,Bianchi Carlo", "Rossi Anna", "Bianchi Carlo"),
    ('"Rossi, Anna";"Bianchi, Carlo"', "Rossi Anna", "Bianchi Carlo"),
    ("Rossi;Anna;Bianchi;Carlo", "Rossi Anna", "Bianchi Carlo"),
    ("Rossi-Bianchi Anna - Neri Ugo", "Rossi-Bianchi Anna", "Neri Ugo"),
    ("1 Rossi-Bianchi Anna / D'Angelò Niccolò", "Rossi-Bianchi Anna", "D'Angelò Niccolò"),
    ("Costa e Silva Maria - Neri Ugo", "Costa e Silva Maria", "Neri Ugo"),
]

NOT_READ = [
    ("Rossi Anna", LineFault.ONE_NAME),
    ("Rossi Anna Bianchi Carlo", LineFault.ONE_NAME),
    ("Rossi-Bianchi", LineFault.ONE_NAME),
    ("Rossi e Bianchi", LineFault.ONE_NAME),
    ("Costa e Silva Maria", LineFault.ONE_NAME),
    ("Rossi, Bianchi", LineFault.AMBIGUOUS_COMMA),
    ("Rossi, Anna", LineFault.AMBIGUOUS_COMMA),
    ("Rossi - Bianchi - Neri", LineFault.SEVERAL_NAMES),
    ("Rossi Anna;Bianchi Carlo;Circolo Aurora", LineFault.SEVERAL_NAMES),
    ("Rossi Anna -", LineFault.NAME_MISSING),
    (";Rossi Anna", LineFault.NAME_MISSING),
    ("Rossi Anna;;Bianchi Carlo", LineFault.NAME_MISSING),
    ("😀 - Rossi Anna", LineFault.NO_LETTERS),
    ("Rossi Anna - 99", LineFault.NO_LETTERS),
    ("Rossi Anna - rossi ànna", LineFault.SAME_NAME),
    ("Rossi Anna - Anna Rossi", LineFault.SAME_NAME),
    ("Rossi Anna - Bia\x00nchi Carlo", LineFault.NOT_WRITING),
    (f"{'R' * 81} Anna - Bianchi Carlo", LineFault.TOO_LONG),
    (f"Rossi Anna - Bianchi {'C' * 500}", LineFault.TOO_LONG),
]

FULL_NAMES = st.tuples(*[st.text("abcdefghilmnopqrstuvzàèìòù", min_size=2, max_size=12)] * 2).map(
    lambda parts: " ".join(part.capitalize() for part in parts)
)


@pytest.mark.parametrize(("line", "first", "second"), READ)
def test_a_line_is_read(line: str, first: str, second: str) -> None:
    (read,) = read_list(line)
    assert read.fault is None
    assert read.names is not None
    assert [parse_name(name).full for name in read.names] == [first, second]


@pytest.mark.parametrize(("line", "fault"), NOT_READ)
def test_a_line_that_is_not_a_pair_keeps_its_text_and_says_why(line: str, fault: LineFault) -> None:
    (read,) = read_list(line)
    assert (read.text, read.names, read.fault) == (line, None, fault)


def test_columns_say_where_the_last_name_ends() -> None:
    (read,) = read_list("Rossi Neri;Anna;Bianchi;Carlo Ugo")
    assert read.names is not None
    assert [(parse_name(name).last, parse_name(name).first) for name in read.names] == [
        ("Rossi Neri", "Anna"),
        ("Bianchi", "Carlo Ugo"),
    ]


@pytest.mark.parametrize("heading", ["N.;Giocatore 1;Giocatore 2", "Cognome;Nome;Cognome;Nome", "COPPIE", "Pairs"])
def test_a_line_of_headings_is_left_out_where_it_stands_first_only(heading: str) -> None:
    pair = "Rossi Anna - Bianchi Carlo"
    assert [line.text for line in read_list(f"{heading}\n{pair}")] == [pair]
    assert [line.text for line in read_list(f"{pair}\n{heading}")] == [pair, heading]


def test_empty_lines_are_nothing() -> None:
    assert read_list("\n \n;;;\r\n\t\t\n") == ()


@given(FULL_NAMES, FULL_NAMES, st.sampled_from([" - ", " – ", "/", ";", "\t", " & "]), st.integers(0, 9999))
def test_two_names_come_out_as_they_went_in_whatever_stands_between(
    first: str, second: str, separator: str, number: int
) -> None:
    assume(sorted(search_key(first).split()) != sorted(search_key(second).split()))
    lines = read_list(f"{first}{separator}{second}\n{number}. {first}{separator}{second}")
    assert [line.names for line in lines] == [(first, second)] * 2


@given(st.text(max_size=200))
def test_whatever_is_pasted_every_line_is_a_pair_or_has_a_fault(text: str) -> None:
    for line in read_list(text):
        assert (line.names is None) == (line.fault is not None)
        assert line.text.strip() == line.text != ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_as_it_was_written(encoding: str) -> None:
    assert decode_list("Pàolo;D’Amico\n".encode(encoding)) == "Pàolo;D’Amico\n"


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00\x06\x00", b"\x00\x01\x02", b"\xff\xfe\x00\xd8", b"\x81\x8d"])
def test_a_file_without_text_is_refused(data: bytes) -> None:
    with pytest.raises(NotText):
        decode_list(data)
