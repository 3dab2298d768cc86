"""A pasted list of pairs: every way of writing one that clubs use, and what must not be guessed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.people.names import parse_name, search_key
from tournaments.people.pasted_list import LineFault, NotText, decode_list, read_list
from tournaments.records import Kind

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

WITH_TEAMS = [
    ("Rossi Anna - Bianchi Carlo; Aurora", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("3. Rossi Anna / Bianchi Carlo;  Circolo  Aurora ", ("Rossi Anna", "Bianchi Carlo"), "Circolo Aurora"),
    ("Rossi Anna, Bianchi Carlo; Aurora", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("Rossi Anna e Bianchi Carlo; Aurora - Levante", ("Rossi Anna", "Bianchi Carlo"), "Aurora - Levante"),
    ("Rossi Anna;Bianchi Carlo;Aurora", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("7;Rossi Anna;Bianchi Carlo;Aurora;", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("Rossi Anna\tBianchi Carlo\tAurora", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("Rossi;Anna;Bianchi;Carlo;Aurora", ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ('"Rossi, Anna";"Bianchi, Carlo";Aurora', ("Rossi Anna", "Bianchi Carlo"), "Aurora"),
    ("Rossi Anna - Bianchi Carlo", ("Rossi Anna", "Bianchi Carlo"), ""),
    ("Rossi Anna - Bianchi Carlo;", ("Rossi Anna", "Bianchi Carlo"), ""),
    ("Rossi Anna;Bianchi Carlo", ("Rossi Anna", "Bianchi Carlo"), ""),
    ("7;Rossi Anna;Bianchi Carlo", ("Rossi Anna", "Bianchi Carlo"), ""),
    ("Rossi;Anna;Bianchi;Carlo", ("Rossi Anna", "Bianchi Carlo"), ""),
]

NOT_READ_WITH_TEAMS = [
    ("Rossi Anna; Aurora - Levante; Ponente; x; y; z", LineFault.SEVERAL_NAMES),
    ("Rossi - Bianchi - Neri; Aurora", LineFault.SEVERAL_NAMES),
    ("Rossi Anna -; Aurora", LineFault.NAME_MISSING),
    ("Rossi Anna - Rossi Anna; Aurora", LineFault.SAME_NAME),
    (f"Rossi Anna - Bianchi Carlo; {'A' * 121}", LineFault.TOO_LONG),
    ("Rossi Anna - Bianchi Carlo; Au\x00rora", LineFault.NOT_WRITING),
]

PLAYERS = [
    ("Rossi Anna", "Rossi", "Anna"),
    ("  3)  Rossi   Anna", "Rossi", "Anna"),
    ("- Rossi Anna", "Rossi", "Anna"),
    ("De Luca Sergio", "De Luca", "Sergio"),
    ("Rossi-Bianchi Anna", "Rossi-Bianchi", "Anna"),
    ("Rossi Neri, Anna", "Rossi Neri", "Anna"),
    ("Rossi", "Rossi", ""),
    ("Costa e Silva Maria", "Costa", "e Silva Maria"),
    ("Rossi Neri;Anna Maria", "Rossi Neri", "Anna Maria"),
    ("7\tRossi\tAnna", "Rossi", "Anna"),
    ("7;Rossi Anna;;", "Rossi", "Anna"),
    ("7,Rossi Anna", "Rossi", "Anna"),
]

NOT_PLAYERS = [
    ("Rossi Anna - Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("1;Rossi Anna / Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("Rossi Anna e Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("Rossi;Anna;Bianchi", LineFault.SEVERAL_NAMES),
    ("Rossi Anna, Bianchi Carlo", LineFault.AMBIGUOUS_COMMA),
    ("Rossi, Anna, Maria", LineFault.AMBIGUOUS_COMMA),
    ("99", LineFault.NO_LETTERS),
    ("😀", LineFault.NO_LETTERS),
    ("Ro\x00ssi", LineFault.NOT_WRITING),
    ("R" * 81, LineFault.TOO_LONG),
    ("R" * 401, LineFault.TOO_LONG),
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


@pytest.mark.parametrize(("line", "names", "team"), WITH_TEAMS)
def test_in_a_team_event_the_team_comes_last(line: str, names: tuple[str, str], team: str) -> None:
    (read,) = read_list(line, Kind.TEAMS)
    assert read.names is not None
    assert (tuple(parse_name(name).full for name in read.names), read.team) == (names, team)


@pytest.mark.parametrize(("line", "fault"), NOT_READ_WITH_TEAMS)
def test_a_team_does_not_hide_what_is_wrong_with_its_pair(line: str, fault: LineFault) -> None:
    (read,) = read_list(line, Kind.TEAMS)
    assert (read.text, read.names, read.team, read.fault) == (line, None, "", fault)


@pytest.mark.parametrize(("line", "last", "first"), PLAYERS)
def test_in_an_individual_tournament_a_line_is_one_player(line: str, last: str, first: str) -> None:
    (read,) = read_list(line, Kind.INDIVIDUAL)
    assert read.fault is None and read.names is not None
    (name,) = map(parse_name, read.names)
    assert (name.last, name.first) == (last, first)


@pytest.mark.parametrize(("line", "fault"), NOT_PLAYERS)
def test_two_players_on_a_line_are_not_guessed(line: str, fault: LineFault) -> None:
    (read,) = read_list(line, Kind.INDIVIDUAL)
    assert (read.text, read.names, read.fault) == (line, None, fault)


def test_columns_say_where_the_last_name_ends() -> None:
    (read,) = read_list("Rossi Neri;Anna;Bianchi;Carlo Ugo")
    assert read.names is not None
    assert [(parse_name(name).last, parse_name(name).first) for name in read.names] == [
        ("Rossi Neri", "Anna"),
        ("Bianchi", "Carlo Ugo"),
    ]


@pytest.mark.parametrize(
    "heading", ["N.;Giocatore 1;Giocatore 2;Squadra", "Cognome;Nome;Cognome;Nome", "COPPIE", "Pairs", "Giocatori"]
)
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


@given(st.text(max_size=200), st.sampled_from(Kind))
def test_whatever_is_pasted_every_line_is_read_or_has_a_fault(text: str, kind: Kind) -> None:
    for line in read_list(text, kind):
        assert (line.names is None) == (line.fault is not None)
        assert line.names is None or len(line.names) == (1 if kind is Kind.INDIVIDUAL else 2)
        assert line.text.strip() == line.text != ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_as_it_was_written(encoding: str) -> None:
    assert decode_list("Pàolo;D’Amico\n".encode(encoding)) == "Pàolo;D’Amico\n"


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00\x06\x00", b"\x00\x01\x02", b"\xff\xfe\x00\xd8", b"\x81\x8d"])
def test_a_file_without_text_is_refused(data: bytes) -> None:
    with pytest.raises(NotText):
        decode_list(data)
