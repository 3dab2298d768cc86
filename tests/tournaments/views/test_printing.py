"""Paper and files: every sheet is a PDF with the right text, and every file can be read again."""

import csv
import io
from datetime import time

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader

from tests.factories import make_tournament, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.interchange import export_tournament, tournament_import
from tournaments.models import Club, Pair, Player, Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    pair_add,
    pair_set_status,
    round_draft,
    till_terms_set,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.views.printing.exports import as_text

pytestmark = pytest.mark.django_db


def pdf_text(response: HttpResponse) -> str:
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(response.content)).pages)


def csv_rows(response: HttpResponse, delimiter: str = ",") -> list[list[str]]:
    text = response.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def one_round(pairs: int = 5) -> Tournament:
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament, System.REGISTRATION))
    return tournament


def test_before_the_first_round_only_blank_slips_and_the_tournament_are_offered(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    page = html_of(referee.get(url("printing", tournament)))
    assert url("sheet_blank_slips", tournament) in page
    assert url("tournament_json", tournament) in page
    assert url("sheet_slips", tournament, 1) not in page
    assert url("sheet_ranking", tournament) not in page


def test_every_sheet_of_a_published_round_is_offered(referee: Client) -> None:
    tournament = one_round()
    page = html_of(referee.get(url("printing", tournament)))
    for name, args in (("sheet_slips", [1]), ("sheet_seating", [1]), ("sheet_ranking", []), ("ranking_csv", [])):
        assert url(name, tournament, *args) in page


def test_the_evening_is_told_on_a_sheet_as_soon_as_a_table_is_in(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    assert url("sheet_evening", tournament) in html_of(referee.get(url("printing", tournament)))
    assert "Nothing to report yet" in pdf_text(referee.get(url("sheet_evening", tournament)))
    # The sheet is the referee's: it names whoever is not shown in public, too.
    Player.objects.update(shown=Player.Shown.SHORT)
    for table in round_.tables.all():
        play_table(table)
    text = pdf_text(referee.get(url("sheet_evening", tournament)))
    first = tournament.pairs.get(number=1)
    assert f"Highest hand 420 MP {first} · round 1, table 1, hand 1, NS and 7 more" in text


def test_slips_name_the_round_its_tables_and_pairs(referee: Client) -> None:
    tournament = one_round()
    Club.objects.create(pk=1, name="Circolo Aurora")
    response = referee.get(url("sheet_slips", tournament, 1))
    text = pdf_text(response)
    for pair in tournament.pairs.filter(number__lte=4):
        assert str(pair.player1) in text and str(pair.player2) in text
    assert "Torneo del venerdì" in text
    assert "Circolo Aurora" in text
    assert response.headers["Content-Disposition"] == 'inline; filename="round-1-slips-torneo-del-venerdi.pdf"'


@pytest.mark.parametrize("by", ["name", "table"])
def test_seats_name_everybody(referee: Client, by: str) -> None:
    tournament = one_round()
    text = pdf_text(referee.get(url("sheet_seating", tournament, 1), {"by": by}))
    for pair in tournament.pairs.all():
        assert str(pair.player1) in text and str(pair.player2) in text


def test_blank_slips_come_as_many_as_asked(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    response = referee.get(url("sheet_blank_slips", tournament), {"copies": "7"})
    assert len(PdfReader(io.BytesIO(response.content)).pages) == 4
    assert "Torneo del venerdì" in pdf_text(response)


@pytest.mark.parametrize("copies", ["0", "-3", "501", "1" + "0" * 30, "dieci", "\x00", "🂡", ""])
def test_a_wrong_number_of_copies_is_said_beside_it(referee: Client, copies: str) -> None:
    response = referee.get(url("sheet_blank_slips", make_tournament(pairs=2)), {"copies": copies})
    assert response.status_code == 422
    assert "error-sentence" in html_of(response)


def test_roll_call_and_plates_are_printed_before_anything_is_drawn(referee: Client) -> None:
    tournament = make_tournament(pairs=5, here=False)
    pair_set_status(pair=tournament.pairs.get(number=5), status=Pair.Status.WITHDRAWN)
    page = html_of(referee.get(url("printing", tournament)))
    coming = [str(player) for pair in tournament.pairs.filter(number__lte=4) for player in pair.players]
    gone = str(tournament.pairs.get(number=5).player1)
    for name in ("sheet_roll_call", "sheet_name_plates"):
        text = pdf_text(referee.get(url(name, tournament)))
        assert url(name, tournament) in page
        assert [who for who in coming if who not in text] == [] and gone not in text
    first = tournament.pairs.get(number=1)
    called = pdf_text(referee.get(url("sheet_roll_call", tournament)))
    for player, partner in ((first.player1, first.player2), (first.player2, first.player1)):
        assert f"{player} 1 {partner}" in called
    assert 'name="tables" value="2"' in page
    plates = referee.get(url("sheet_table_plates", tournament), {"tables": "12"})
    assert len(PdfReader(io.BytesIO(plates.content)).pages) == 12
    for wrong in ("0", "501", "x", ""):
        refused = referee.get(url("sheet_table_plates", tournament), {"tables": wrong})
        assert refused.status_code == 422 and "error-sentence" in html_of(refused)


def test_four_sheets_are_in_the_reader_s_language_and_in_the_tournament_s_second_one(referee: Client) -> None:
    """Whoever reads in the second one has the club's beside it."""
    tournament = one_round()
    Club.objects.create(pk=1, name="Circolo Aurora", language="it", till=True)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "fund_percent": 80, "shares": [60, 40]})
    changes = {"starts_at": time(21), "second_language": "es"}
    tournament = tournament_change(tournament=tournament, changes=changes)
    of_the_poster = (
        "Si comincia alle 21:00 / Empieza a las 21:00",
        "Quota / Arancel",
        "€ 20,00 per coppia / por pareja",
    )
    of_the_poster += ("Premi / Premios", "80% delle quote / 80% de los aranceles: 60%, 40%")
    sheets: dict[str, tuple[tuple[str, ...], str]] = {
        "round-1-slips.pdf": (("tavolo / mesa", "punti / puntos", "l’arbitro / el árbitro"), "mesa / tavolo"),
        "blank-slips.pdf?copies=1": (("tavolo / mesa",), "mesa / tavolo"),
        "round-1-seating.pdf": (("giocatore / jugador",), "jugador / giocatore"),
        "name-plates.pdf": (("Coppia / Pareja",), "Pareja / Coppia"),
        "table-plates.pdf?tables=1": (("Tavolo / Mesa",), "Mesa / Tavolo"),
        "poster.pdf": (of_the_poster, "por pareja / per coppia"),
    }
    printing = url("printing", tournament).removeprefix("/en")
    for name, (in_italian, in_spanish) in sheets.items():
        text = pdf_text(referee.get(printing + name))
        assert [words for words in in_italian if words not in text] == []
        assert in_spanish in pdf_text(referee.get(f"/es{printing}{name}"))
    assert "venerdì 20 novembre 2026 viernes 20 de noviembre de 2026" in text
    assert "Italiano / Español" in text_of(referee.get(printing))
    assert "Second language of printed sheets Español" in text_of(referee.get(url("tournament", tournament)))


def test_a_tournament_without_a_second_language_prints_one(referee: Client) -> None:
    tournament = one_round()
    printing = url("printing", tournament).removeprefix("/en")
    assert " / " not in pdf_text(referee.get(printing + "round-1-slips.pdf"))
    tournament_change(tournament=tournament, changes={"second_language": "it"})
    assert " / " not in pdf_text(referee.get(printing + "round-1-slips.pdf"))
    assert "in due lingue" not in text_of(referee.get(printing))


def test_how_phones_write_is_printed_where_they_do(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    guide = url("sheet_phone_guide", tournament)
    assert guide not in html_of(referee.get(url("printing", tournament))) and referee.get(guide).status_code == 404
    tournament_change(tournament=tournament, changes={"writing": Tournament.Writing.PHONES})
    assert guide in html_of(referee.get(url("printing", tournament)))
    assert url("phone_entrance", tournament) in pdf_text(referee.get(guide))


def test_the_ranking_is_printed_as_of_a_round(referee: Client) -> None:
    tournament = one_round(4)
    play_round(start_round(tournament, System.MITCHELL, step=1), seed=9)
    now, then = standings_of(tournament), standings_of(tournament, after_round=1)
    assert pdf_text(referee.get(url("sheet_ranking", tournament))).index(now[0].entrant.names[0])
    first = pdf_text(referee.get(url("sheet_ranking", tournament), {"after": "1"}))
    positions = [first.index(standing.entrant.names[0]) for standing in then]
    assert positions == sorted(positions)
    assert f"{then[0].mp:,}" in first


def test_the_final_ranking_says_so(referee: Client) -> None:
    tournament = one_round(4)
    open_ = pdf_text(referee.get(url("sheet_ranking", tournament)))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    assert "Final" not in open_
    assert "Final" in pdf_text(referee.get(url("sheet_ranking", tournament)))


def test_a_drafts_papers_are_not_found(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    assert referee.get(url("sheet_slips", tournament, 1)).status_code == 404
    assert referee.get(url("sheet_seating", tournament, 1)).status_code == 404


@pytest.mark.parametrize(
    ("name", "args", "query"),
    [
        ("sheet_slips", [9], {}),
        ("sheet_slips", [10**30], {}),
        ("sheet_seating", [1], {"by": "club"}),
        ("sheet_ranking", [], {"after": "9"}),
        ("sheet_ranking", [], {"after": "x"}),
        ("ranking_csv", [], {"after": "2"}),
        ("ranking_csv", [], {"separator": "tab"}),
    ],
)
def test_what_does_not_exist_is_not_found(referee: Client, name: str, args: list[int], query: dict[str, str]) -> None:
    assert referee.get(url(name, one_round(), *args), query).status_code == 404


def test_the_ranking_goes_to_a_spreadsheet(referee: Client) -> None:
    tournament = one_round()
    response = referee.get(url("ranking_csv", tournament))
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response.headers["Content-Disposition"] == 'attachment; filename="ranking-torneo-del-venerdi.csv"'
    head, *rows = csv_rows(response)
    assert head == ["place", "pair", "names", "vp", "mp_difference", "mp"]
    expected = [(s.place, s.entrant.id, s.entrant.label, s.vp, s.mp_difference, s.mp) for s in standings_of(tournament)]
    assert rows == [[str(cell) for cell in row] for row in expected]


def test_an_italian_spreadsheet_gets_semicolons(referee: Client) -> None:
    tournament = one_round()
    rows = csv_rows(referee.get(url("ranking_csv", tournament), {"separator": "semicolon"}), ";")
    assert rows == csv_rows(referee.get(url("ranking_csv", tournament)))


@pytest.mark.parametrize("name", ["=1+1", "+39 02", "-Rossi", "@Anna", "\tRossi"])
def test_a_name_is_never_a_formula(name: str) -> None:
    assert as_text(name) == f"'{name}"


def test_a_name_like_a_formula_reaches_the_file_as_text(referee: Client) -> None:
    tournament = make_tournament(pairs=1)
    pair_add(tournament=tournament, players=("=SUM(A1) Ugo", "Zanon Ada"), here=True)
    start_round(tournament)
    names = [row[2] for row in csv_rows(referee.get(url("ranking_csv", tournament)))]
    assert "'=SUM(A1) Ugo – Zanon Ada" in names


def test_the_whole_tournament_can_be_taken_elsewhere(referee: Client) -> None:
    tournament = one_round()
    response = referee.get(url("tournament_json", tournament))
    assert response.headers["Content-Disposition"] == 'attachment; filename="torneo-del-venerdi.json"'
    copy = tournament_import(text=response.content.decode(), slug="altrove")
    assert export_tournament(copy)["rounds"] == export_tournament(tournament)["rounds"]


PAGES = ("printing", "sheet_blank_slips", "sheet_ranking", "tournament_json", "ranking_csv")


@pytest.mark.parametrize("name", PAGES)
def test_only_the_referee_gets_in(client: Client, name: str) -> None:
    response = client.get(url(name, one_round()))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]


def test_the_page_says_what_each_file_is(referee: Client) -> None:
    text = text_of(referee.get(url("printing", one_round())))
    assert "UTF-8, columns separated by commas." in text
    assert "UTF-8, columns separated by semicolons." in text
