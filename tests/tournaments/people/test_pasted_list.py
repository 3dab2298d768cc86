"""A pasted list of pairs: all ways in which clubs write one, and what must not be guessed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.people.list_faults import LineFault
from tournaments.people.list_files import NotText, decode_list
from tournaments.people.names import parse_name, search_key
from tournaments.people.pasted_list import PastedLine, read_list
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
    (f"{'R' * 80} Anna - Bianchi Carlo", f"{'R' * 80} Anna", "Bianchi Carlo"),
]

NOT_READ = [
    ("Rossi Anna Bianchi Carlo", LineFault.ONE_NAME),
    ("Rossi-Bianchi", LineFault.ONE_NAME),
    ("Rossi e Bianchi", LineFault.ONE_NAME),
    ("Costa e Silva Maria", LineFault.ONE_NAME),
    ("Rossi, Bianchi", LineFault.AMBIGUOUS_COMMA),
    ("Rossi, Anna", LineFault.AMBIGUOUS_COMMA),
    ("Rossi - Bianchi - Neri", LineFault.SEVERAL_NAMES),
    ("Rossi Anna;Bianchi Carlo;Neri Ugo", LineFault.SEVERAL_NAMES),
    ("Rossi Anna -", LineFault.NAME_MISSING),
    (";Rossi Anna", LineFault.NAME_MISSING),
    ("Rossi Anna;;Bianchi Carlo", LineFault.NAME_MISSING),
    ("😀", LineFault.NO_LETTERS),
    ("1,", LineFault.NO_LETTERS),
    ("3, ,", LineFault.NO_LETTERS),
    ("Rossi Anna - 99", LineFault.NO_LETTERS),
    ("Rossi Anna - rossi ànna", LineFault.SAME_NAME),
    ("Rossi Anna - Anna Rossi", LineFault.SAME_NAME),
    ("Rossi Anna - Bia\x00nchi Carlo", LineFault.NOT_WRITING),
    (f"{'R' * 81} Anna - Bianchi Carlo", LineFault.TOO_LONG),
    (f"Rossi Anna - Bianchi {'C' * 500}", LineFault.TOO_LONG),
    # A search for the stamp of a chat in so many blanks would take minutes.
    pytest.param(f"Rossi Anna{' ' * 190_000}- Bianchi Carlo", LineFault.TOO_LONG, id="blanks"),
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
    (f"Rossi Anna - Bianchi Carlo; {'A' * 120}", ("Rossi Anna", "Bianchi Carlo"), "A" * 120),
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
    ("Rossi Anna Maria", "Rossi", "Anna Maria"),
    ("De Luca Sergio", "De Luca", "Sergio"),
    ("Rossi-Bianchi Anna", "Rossi-Bianchi", "Anna"),
    ("Rossi Neri, Anna", "Rossi Neri", "Anna"),
    ("Rossi Neri , Anna", "Rossi Neri", "Anna"),
    ("Rossi", "Rossi", ""),
    ("Costa e Silva Maria", "Costa e Silva", "Maria"),
    ("Rossi Neri;Anna Maria", "Rossi Neri", "Anna Maria"),
    ("7\tRossi\tAnna", "Rossi", "Anna"),
    ("7;Rossi Anna;;", "Rossi", "Anna"),
    ("7,Rossi Anna", "Rossi", "Anna"),
    ("Rossi;Anna;Bianchi", "Rossi", "Anna"),
]

NOT_PLAYERS = [
    ("Rossi Anna - Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("1;Rossi Anna / Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("Rossi Anna e Bianchi Carlo", LineFault.SEVERAL_NAMES),
    ("Rossi;Anna;Bianchi;Carlo", LineFault.SEVERAL_NAMES),
    ("Rossi Anna, Bianchi Carlo", LineFault.AMBIGUOUS_COMMA),
    ("Rossi, Anna, Maria", LineFault.AMBIGUOUS_COMMA),
    ("99", LineFault.NO_LETTERS),
    ("😀", LineFault.NO_LETTERS),
    ("Ro\x00ssi", LineFault.NOT_WRITING),
    ("R" * 81, LineFault.TOO_LONG),
    ("R" * 401, LineFault.TOO_LONG),
]

REAL_LINES = json.loads((Path(__file__).parents[2] / "data/lists/lines.json").read_text(encoding="utf-8"))
"""Real lines, each with its people (name, club, contact) and the other things read, or with its fault."""

NAMES = st.builds(
    "{} {}".format,
    st.sampled_from(["Rossi", "De Luca", "D'Angelò", "Rossi-Bianchi", "Lo Presti", "Müller", "O’Neill", "Peña"]),
    st.sampled_from(["Anna", "Maria Pia", "Niccolò", "José", "Jean-Luc", "Ugo", "Emma"]),
)


@pytest.mark.parametrize(("line", "first", "second"), READ)
def test_a_line_is_read(line: str, first: str, second: str) -> None:
    (read,) = read_list(line)
    assert read.fault is None
    assert [parse_name(name).full for name in read.names] == [first, second]


@pytest.mark.parametrize(("line", "fault"), NOT_READ)
def test_a_line_that_is_not_a_pair_keeps_its_text_and_says_why(line: str, fault: LineFault) -> None:
    (read,) = read_list(line)
    assert (read.text, read.names, read.fault) == (line, (), fault)


@pytest.mark.parametrize(("line", "names", "team"), WITH_TEAMS)
def test_in_a_team_event_the_team_comes_last(line: str, names: tuple[str, str], team: str) -> None:
    (read,) = read_list(line, Kind.TEAMS)
    assert (tuple(parse_name(name).full for name in read.names), read.team) == (names, team)


@pytest.mark.parametrize(("line", "fault"), NOT_READ_WITH_TEAMS)
def test_a_team_does_not_hide_what_is_wrong_with_its_pair(line: str, fault: LineFault) -> None:
    (read,) = read_list(line, Kind.TEAMS)
    assert (read.text, read.names, read.team, read.fault) == (line, (), "", fault)


@pytest.mark.parametrize(("line", "last", "first"), PLAYERS)
def test_in_an_individual_tournament_a_line_is_one_player(line: str, last: str, first: str) -> None:
    (read,) = read_list(line, Kind.INDIVIDUAL)
    assert read.fault is None
    (name,) = map(parse_name, read.names)
    assert (name.last, name.first) == (last, first)


@pytest.mark.parametrize(("line", "fault"), NOT_PLAYERS)
def test_two_players_on_a_line_are_not_guessed(line: str, fault: LineFault) -> None:
    (read,) = read_list(line, Kind.INDIVIDUAL)
    assert (read.text, read.names, read.fault) == (line, (), fault)


def test_columns_say_where_the_last_name_ends() -> None:
    (read,) = read_list("Rossi Neri;Anna;Bianchi;Carlo Ugo")
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


def read_from(line: PastedLine) -> dict[str, Any]:
    """Return the content of a line in the form of the data file."""
    if line.fault:
        return {"fault": line.fault}
    players = [" | ".join([player.name, player.club, player.contact]).rstrip(" |") for player in line.players]
    notes = {key: list(getattr(line, key)) for key in ("doubts", "alone", "remarks") if getattr(line, key)}
    return {"players": players, **notes, **({"team": line.team} if line.team else {})}


def test_lines_as_people_write_them() -> None:
    for wanted in REAL_LINES:
        (read,) = read_list(wanted["line"], Kind(wanted.get("kind", "pairs")), wanted.get("clubs", ()))
        assert read_from(read) == {key: wanted[key] for key in wanted.keys() - {"line", "kind", "clubs"}}, read.text


def test_a_list_from_a_chat_keeps_its_sections_and_drops_what_nobody_wrote() -> None:
    pasted = """[12/11, 21:03] Gino: Torneo di venerdì: chi viene?
1) Rossi Anna - Neri Ugo
2)
3) ✅
Riserve:

Conti Pia - Sala Ugo
Cercano compagno
4) Verdi Lia 333 1234567"""
    first, *lines = read_list(pasted)
    assert first.fault is LineFault.ONE_NAME
    assert [(line.text, line.names, line.doubts, line.alone) for line in lines] == [
        ("1) Rossi Anna - Neri Ugo", ("Rossi Anna", "Neri Ugo"), (), ()),
        ("3) ✅", (), (), ()),
        ("Conti Pia - Sala Ugo (Riserve)", ("Conti Pia", "Sala Ugo"), ("Riserve",), ()),
        ("4) Verdi Lia 333 1234567 (Cercano compagno)", ("Verdi Lia",), (), ("Cercano compagno",)),
    ]


def test_a_club_that_is_known_is_no_partner() -> None:
    for line in ("Rossi Anna - Bianchi Carlo - Porto Cesareo", "Rossi Anna - Porto Cesareo"):
        (read,) = read_list(line, clubs=["porto cesareo"])
        assert {player.club for player in read.players} == {"Porto Cesareo"}


@pytest.mark.parametrize(("length", "fault"), [(400, None), (401, LineFault.TOO_LONG)])
def test_a_line_has_as_many_letters_as_fit_on_a_row_and_no_more(length: int, fault: LineFault | None) -> None:
    line = "Rossi Anna - Neri Ugo (nota"
    (read,) = read_list(f"{line}{'!' * (length - len(line) - 1)})")
    assert read.fault is fault


def test_a_club_is_no_partner_by_a_word_of_its_name_though_nobody_knows_it() -> None:
    for line, names in (
        ("Rossi Anna - A.S.D. Aurora", ["Rossi Anna"]),
        ("Rossi Anna - Neri Ugo - Circolo Asso", ["Rossi Anna", "Neri Ugo"]),
    ):
        (read,) = read_list(line)
        assert [player.name for player in read.players] == names and read.fault is None


BESIDE_NAMES = ["porta la torta", "arriva alle 21", "ASD Asso", "Lecce", "vegetariana", "sorella di Ugo"]


@pytest.mark.parametrize("words", BESIDE_NAMES)
@pytest.mark.parametrize("kind", Kind)
def test_what_nobody_knows_as_a_club_is_a_note_wherever_it_stands(words: str, kind: Kind) -> None:
    names = "Rossi Anna" if kind is Kind.INDIVIDUAL else "Rossi Anna - Neri Ugo"
    for line in (f"{names} ({words})", f"{names} [{words}]", f"{names} – {words}", f"1) {names} ({words}) 333 1234567"):
        (read,) = read_list(line, kind)
        # A line with two possible readings is a fault, and names no club either.
        assert {player.club for player in read.players} <= {""}
        if read.fault is None:
            assert (read.remarks, read.perhaps_clubs) == ((words,), (words,)), line
            (known,) = read_list(line, kind, clubs=[words.upper()])
            assert ({player.club for player in known.players}, known.remarks, known.perhaps_clubs) == ({words}, (), ())


@pytest.mark.parametrize(
    ("heading", "line", "clubs", "remarks"),
    [
        ("N.;Coppia;Circolo", "1;Rossi Anna - Neri Ugo;Asso di Cuori", ["Asso di Cuori"] * 2, ()),
        ("Giocatore 1\tCircolo 1\tGiocatore 2\tCircolo 2", "Rossi Anna\tLevante\tNeri Ugo\tASD Asso (LE)", None, ()),
        ("Cognome;Nome;Cognome;Nome;A.S.D.", "Rossi;Anna;Neri;Ugo;Levante", ["Levante"] * 2, ()),
        ("Circolo,Giocatore,Compagno", "Levante,Rossi Anna,Neri Ugo", ["Levante"] * 2, ()),
        ("N.;Circolo;Coppia", "1;Levante;Rossi Anna - Neri Ugo", ["Levante"] * 2, ()),
        ("Coppia;Note", "Rossi Anna - Neri Ugo;porta la torta", [""] * 2, ("porta la torta",)),
        ("Coppia;Note;Club", "Rossi Anna - Neri Ugo;;Levante", ["Levante"] * 2, ()),
        ("Coppia;Note;Club", "Rossi Anna - Neri Ugo;Levante;", [""] * 2, ("Levante",)),
        ("Giocatore 1;Giocatore 2", "Rossi Anna;Neri Ugo;Levante", [""] * 2, ("Levante",)),
    ],
)
def test_a_column_that_is_headed_so_holds_clubs_or_notes(
    heading: str, line: str, clubs: list[str] | None, remarks: tuple[str, ...]
) -> None:
    (read,) = read_list(f"{heading}\n{line}", clubs=["ponente"])
    assert read.fault is None
    assert [parse_name(name).full for name in read.names] == ["Rossi Anna", "Neri Ugo"]
    assert [player.club for player in read.players] == (clubs or ["Levante", "ASD Asso LE"])
    assert read.remarks == remarks
    # The line's text is complete, because it is read again without its heading.
    assert read_list(read.text) == (read,)


def test_a_row_without_names_under_headings_of_clubs_and_notes_stays_readable() -> None:
    (read,) = read_list("Circolo;Note\nLevante;porta la torta")
    assert (read.text, read.fault) == ("(Circolo: Levante) (Note: porta la torta)", LineFault.NO_LETTERS)
    (nothing,) = read_list("Circolo;Note\n();")
    assert nothing.text == "();" and nothing.fault


def test_a_number_in_brackets_is_no_club() -> None:
    (read,) = read_list("Rossi Anna - Neri Ugo (12)")
    assert (read.remarks, read.perhaps_clubs, read.fault) == (("12",), (), None)


def test_marks_of_doubt_alone_say_nothing_about_the_lines_below() -> None:
    doubt, pair = read_list("???\nRossi Anna - Neri Ugo")
    assert (doubt.text, doubt.fault) == ("???", LineFault.NO_LETTERS)
    assert (pair.text, pair.doubts) == ("Rossi Anna - Neri Ugo", ())


LONG_LINES = [
    ("", "[12/11, 21:03] Anna:{}Rossi Anna - Neri Ugo", 800, "", ()),
    ("Coppia;Circolo\n", "Rossi Anna - Neri Ugo;{}Levante", 400, "Levante", ()),
    ("", "Riserve{}:\nRossi Anna - Neri Ugo", 400, "", ("Riserve",)),
]
"""What stands above, a line to fill with blanks, the length up to which it is read, and what is read then."""


@pytest.mark.parametrize(("above", "line", "longest", "club", "doubts"), LONG_LINES)
def test_a_line_is_taken_apart_up_to_a_length_and_is_a_paragraph_beyond(
    above: str, line: str, longest: int, club: str, doubts: tuple[str, ...]
) -> None:
    blanks = longest - len(line.split("\n")[0].format(""))
    (read,) = read_list(above + line.format(" " * blanks))
    assert ({player.club for player in read.players}, read.doubts, read.fault) == ({club}, doubts, None)
    beyond, *_below = read_list(above + line.format(" " * (blanks + 1)))
    assert beyond.fault is LineFault.TOO_LONG


def test_empty_lines_are_nothing() -> None:
    assert read_list("\n \n;;;\r\n\t\t\n") == ()


@given(NAMES, NAMES, st.sampled_from([" - ", " – ", "/", ";", "\t", " & "]), st.integers(0, 9999))
def test_two_names_come_out_as_they_went_in_whatever_stands_between(
    first: str, second: str, separator: str, number: int
) -> None:
    assume(sorted(search_key(first).split()) != sorted(search_key(second).split()))
    lines = read_list(f"{first}{separator}{second}\n{number}. {first}{separator}{second}")
    assert [line.names for line in lines] == [(first, second)] * 2


DIGITS = st.text("0123456789", min_size=6, max_size=7)
TELEPHONES = st.one_of(
    st.builds("{} {}".format, st.sampled_from(["333", "347", "+39 333", "0039 340"]), DIGITS),
    st.builds("{}{}".format, st.sampled_from(["0832", "06/", "338-", "0881 - ", "06."]), DIGITS),
)
CLUBS = st.sampled_from(["Lecce", "ASD Asso di Cuori", "De Luca Club", "Porto Cesareo"])
ALONE = st.sampled_from(["cerca compagno", "singola", "looking for a partner", "busca pareja", "procura parceiro"])
DOUBTS = st.sampled_from(["forse", "?", "riserva", "da confermare", "maybe", "quizás", "talvez"])
FRONTS = st.sampled_from(["", "1) ", "12. ", "(3) ", "n° 4 ", "• ", "- ", "7 - ", "[12/11, 21:03] Anna: ", "✅ 2️⃣ "])
BETWEEN = st.sampled_from([" - ", " – ", "/", " e ", " & ", " and ", ", ", ";", "\t"])


@st.composite
def written(draw: st.DrawFn) -> tuple[str, list[str], dict[str, Any]]:
    """Draw a line as a club's secretary might write it, the known clubs, and the expected reading."""
    names = draw(st.lists(NAMES, min_size=1, max_size=2, unique=True))
    club, telephone, doubt = (draw(st.one_of(st.just(""), texts)) for texts in (CLUBS, TELEPHONES, DOUBTS))
    alone = draw(ALONE) if len(names) == 1 else ""
    behind = [f"({club})" if club else "", telephone, alone, f"({doubt})" if doubt else ""]
    line = " ".join([draw(FRONTS) + draw(BETWEEN).join(names), *filter(None, draw(st.permutations(behind)))])
    contact = " ".join(telephone.split())
    known = draw(st.booleans())
    of_club = club if known else ""
    players = [f"{name} | {of_club} | {contact if name is names[-1] else ''}".rstrip(" |") for name in names]
    wanted = {
        "players": players,
        **({"doubts": [doubt]} if doubt else {}),
        **({"alone": [alone]} if alone else {}),
        **({"remarks": [club]} if club and not known else {}),
    }
    return line, [club] if club and known else [], wanted


@given(written())
def test_what_is_written_beside_the_names_is_read_as_it_was_meant(line: tuple[str, list[str], dict[str, Any]]) -> None:
    text, clubs, wanted = line
    (read,) = read_list(text, clubs=clubs)
    assert read_from(read) == wanted, text


WORDS = st.one_of(
    NAMES, TELEPHONES, CLUBS, ALONE, DOUBTS, BETWEEN, CLUBS.map("({})".format), TELEPHONES.map("({})".format),
    st.sampled_from(["15€", "(vegetariana)", "tavolo 3", "😀", "[", ")", "*", "...", "x", "ore 21"]),
)  # fmt: skip
JOINING = {"e", "ed", "and", "y", "con", "with", "com"}


@given(FRONTS, st.lists(WORDS, min_size=1, max_size=7), st.sampled_from(Kind))
def test_no_word_is_lost_and_no_telephone_ends_in_a_name(front: str, words: list[str], kind: Kind) -> None:
    """In any order, each word of a line goes into a field or a remark."""
    for read in read_list(front + " ".join(words), kind):
        if read.fault:
            assert set(search_key(" ".join(words)).split()) <= set(search_key(read.text).split())
            continue
        fields = [read.team, *read.doubts, *read.alone, *read.remarks]
        for player in read.players:
            assert not re.search(r"\d", player.name)
            fields += [player.name, player.club, player.contact]
        lost = set(search_key(" ".join(words)).split()) - set(search_key(" ".join(fields)).split())
        assert lost <= JOINING, (read, lost)


@given(st.text(max_size=200), st.sampled_from(Kind))
def test_whatever_is_pasted_every_line_is_read_or_has_a_fault(text: str, kind: Kind) -> None:
    for line in read_list(text, kind):
        assert (line.names == ()) == (line.fault is not None)
        assert len(line.names) <= (1 if kind is Kind.INDIVIDUAL else 2)
        assert line.text.strip() == line.text != ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_as_it_was_written(encoding: str) -> None:
    assert decode_list("Pàolo;D’Amico\n".encode(encoding)) == "Pàolo;D’Amico\n"


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00\x06\x00", b"\x00\x01\x02", b"\xff\xfe\x00\xd8", b"\x81\x8d"])
def test_a_file_without_text_is_refused(data: bytes) -> None:
    with pytest.raises(NotText):
        decode_list(data)


def test_titles_are_no_part_of_a_name_and_are_remarked() -> None:
    lines = read_list(
        "Dott.ssa Rossi Anna - Sig. De Luca Ugo\n1) prof. Neri Ivo / SIG.RA BRUNI ADA\nSignori Giuseppe - Profeta Pia"
    )
    assert [line.names for line in lines] == [
        ("Rossi Anna", "De Luca Ugo"),
        ("Neri Ivo", "BRUNI ADA"),
        ("Signori Giuseppe", "Profeta Pia"),
    ]
    assert [line.remarks for line in lines] == [("Dott.ssa", "Sig."), ("prof.", "SIG.RA"), ()]


def test_a_line_without_end_is_no_pair_and_stops_nothing() -> None:
    heading, row = "Cognome;Circolo", "Rossi Anna;" + "x" * 131_073
    assert [line.fault for line in read_list(f"{heading}\n{row}")] == [LineFault.TOO_LONG]
    assert [line.fault for line in read_list(f"{'Circolo;' * 20_000}\nRossi Anna - Verdi Ugo")] == [
        LineFault.TOO_LONG,
        None,
    ]
