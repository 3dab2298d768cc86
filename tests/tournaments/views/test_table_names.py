"""In a hall of sections people read `B 2` wherever a table is named, and may type it; programs read the number."""

import json
import re
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook

from tests.factories import AT, draft_round, make_tournament, play_table, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, text_of, url
from tests.tournaments.views.phone.visitors import PhoneAt, address, code, figures
from tournaments.clock.clock import ClockAction
from tournaments.models import Incident, Player, RefereeCall, Round, Table
from tournaments.records import Line, System
from tournaments.services import call_referee, clock_change, round_withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NUMBERED = re.compile(r"\b[Tt]ables? \d+\b(?! MP).{0,20}")
"""A table that is called by its number."""
OF_THE_REFEREE = [
    *(("tournament",), ("results", 1), ("table_entry", 1, 5), ("table_arbitral", 1, 5), ("hand_cards", 1, 5, 1)),
    *(("result_sheet", 1), ("desk_hall", 1), ("round", 1), ("round_seats", 1), ("round_check", 1), ("history",)),
    *(("incidents",), ("round_new",), ("ranking",), ("ranking_pair", 10)),
]
OF_EVERYBODY = [
    *(("public_ranking",), ("public_seat",), ("public_round", 1), ("public_pair", 10), ("wall",)),
    ("public_highlights",),
]


@pytest.fixture
def hall() -> Round:
    """Return a round at five tables, called A 1 to A 3, B 1 and B 2, with slips on phones, a clock and a call."""
    tournament = make_tournament(pairs=10, hands_per_round=2, writing="phones", round_minutes=50)
    round_ = start_round(tournament, System.MITCHELL, sections=(4,), step=1)
    table = last_table(round_)
    clock_change(round=round_, action=ClockAction.START, at=AT, table=5)
    call_referee(table=table, line=Line.NS, reason=RefereeCall.Reason.RULE, at=AT)
    return round_


def last_table(round_: Round) -> Table:
    return Table.objects.select_related("round__tournament").get(round=round_, number=5)


def names_no_number(response: HttpResponse) -> str:
    text = text_of(response).replace("sections A from table 1, B from table 4", "")
    assert not NUMBERED.findall(text)
    return text


def test_every_page_calls_a_table_by_its_section(referee: Client, client: Client, hall: Round) -> None:
    for number in (1, 4):
        play_table(Table.objects.select_related("round__tournament").get(round=hall, number=number))
    pages = {page[0]: (referee, page) for page in OF_THE_REFEREE} | {page[0]: (client, page) for page in OF_EVERYBODY}
    texts = {
        name: names_no_number(browser.get(url(page[0], hall.tournament, *page[1:])))
        for name, (browser, page) in pages.items()
    }
    unnamed = {"incidents", "ranking", "round_check"}
    assert {name for name, text in texts.items() if not re.search(r"\b[AB] [123]\b", text)} == unnamed
    assert "Missing tables A 2 A 3 B 2" in texts["tournament"]
    assert "Clock of table B 2" in html_of(referee.get(url("results", hall.tournament, 1)))
    assert "Table B 2 10 " in texts["public_seat"] or "B 2" in texts["public_seat"]
    assert "Tables A 2, A 3, B 2 are missing" in texts["wall"]


def test_a_draft_and_its_corrections_name_sections(referee: Client) -> None:
    tournament = make_tournament(pairs=10, hands_per_round=2)
    round_ = draft_round(tournament, System.MITCHELL, sections=(4,), step=1)
    draft = referee.get(url("round", tournament, 1))
    assert "Table B 2" in names_no_number(draft) and 'data-called="B 2"' in html_of(draft)
    key = re.search(r'value="\d+@(5:[^"]+)"', html_of(draft))
    assert key is not None
    before = {table.number: table.ns_id for table in round_.tables.all()}
    change = {"do": "number", "table": key[1], "to": "a 1"}
    answer = referee.post(url("draft_change", tournament, 1), change, follow=True)
    assert answer.status_code == 200
    names_no_number(answer)
    now = {table.number: table.ns_id for table in round_.tables.all()}
    assert (now[1], now[5]) == (before[5], before[1])
    change |= {"to": "C 1", "table": key[1].replace("5", "1", 1)}
    assert "There is no table C 1: write it as on its card, B 1." in text_of(
        referee.post(url("draft_change", tournament, 1), change, follow=True)
    )


def test_a_draft_names_the_sections_of_tables_where_clubmates_meet(referee: Client) -> None:
    tournament = make_tournament(pairs=10)
    draft_round(tournament, System.MITCHELL, sections=(4,), step=1)
    Player.objects.update(club="Aurora")
    text = names_no_number(referee.get(url("round", tournament, 1)))
    assert "At 5 tables two pairs are of the same club: tables A 1, A 2, A 3, B 1, B 2." in text


@pytest.mark.parametrize(
    ("typed", "found"),
    [("B2", {5}), ("b 2", {5}), ("5", {5}), ("2", {2, 5}), ("a3", {3}), ("3", {3}), ("B 3", set())],
)
def test_a_table_is_found_at_the_desk_as_people_call_it(
    referee: Client, hall: Round, typed: str, found: set[int]
) -> None:
    answer = referee.get(url("results", hall.tournament, 1), {"find": typed})
    if len(found) == 1:
        assert answer.url == url("table_entry", hall.tournament, 1, *found)  # type: ignore[attr-defined]
    else:
        links = re.findall(r'class="row-main" href="[^"]*/tables/(\d+)/"', html_of(answer))
        assert {int(number) for number in links} == found


def test_phones_say_the_section_and_read_it(hall: Round) -> None:
    table, tournament = last_table(hall), hall.tournament
    assert "Slip of table B 2" in names_no_number(Client().get(address(table)))
    entrance = Client().post(url("phone_entrance", tournament), {"table": "b2", "code": code(table, Line.NS)})
    assert entrance.status_code == 302 and entrance.url == address(table)  # type: ignore[attr-defined]
    refused = Client().post(url("phone_entrance", tournament), {"table": "B 9", "code": "AAAA"})
    assert "There is no table B 9." in text_of(refused)
    phone = PhoneAt(table, Line.NS)
    assert phone.do("send", figures()).status_code == 200
    names_no_number(phone.look())
    round_withdraw(round=hall)
    assert "B 2" in names_no_number(Client().get(address(table)))


def test_calls_clocks_and_statements_are_typed_and_told_by_the_section(referee: Client, hall: Round) -> None:
    tournament = hall.tournament
    called = referee.post(
        url("desk_call", tournament, 1), {"table": "a2", "reason": "rule"}, headers={"HX-Request": "true"}
    )
    assert "A 2" in names_no_number(called)
    again = referee.post(
        url("desk_call", tournament, 1), {"table": "A 2", "reason": "rule"}, headers={"HX-Request": "true"}
    )
    assert "Table A 2 has already called" in text_of(again)
    written = {"source": "other", "round": "1", "table": "B2", "facts": "Cards seen."}
    assert referee.post(url("incident_new", tournament), written).status_code == 302
    row = Incident.objects.get()
    assert row.table == 5
    page = referee.get(url("incident", tournament, row.number))
    assert 'value="B 2"' in html_of(page)
    assert "Round 1, table B 2" in names_no_number(referee.get(url("incidents", tournament)))
    assert "Round 1, table B 2" in names_no_number(referee.get(url("history", tournament)))
    assert "table B 2" in " ".join(pages_of(referee.get(url("sheet_incident", tournament, row.number)).content))
    book = load_workbook(BytesIO(referee.get(url("report_xlsx", tournament)).content))
    assert "B 2" in [cell.value for row_ in book["Statements"].iter_rows() for cell in row_]


def test_paper_has_the_sections(referee: Client, hall: Round) -> None:
    for name, query in (
        ("sheet_slips", ""),
        ("sheet_seating", ""),
        ("sheet_seating", "?by=table"),
        ("sheet_results", ""),
    ):
        sheet = " ".join(pages_of(referee.get(url(name, hall.tournament, 1) + query).content))
        assert all(seat in sheet for seat in ("A 1", "A 2", "A 3", "B 1", "B 2")), name


def test_refusals_and_what_is_missing_name_the_section(referee: Client, hall: Round) -> None:
    tournament, table = hall.tournament, last_table(hall)
    play_table(table)
    for number in (1, 2, 3):
        play_table(Table.objects.select_related("round__tournament").get(round=hall, number=number))
    assert "Table B 1 is still missing." in text_of(referee.post(url("round_close", tournament, 1)))
    stale = referee.post(url("table_clear", tournament, 1, 5), {"version": "0"}, headers={"HX-Request": "true"})
    assert "table B 2" in names_no_number(stale).replace("Table", "table")


def test_programs_read_the_number(referee: Client, client: Client, hall: Round) -> None:
    exported = json.loads(referee.get(url("tournament_json", hall.tournament)).content)
    assert [table["number"] for table in exported["rounds"][0]["tables"]] == [1, 2, 3, 4, 5]
    public = client.get(f"/api/v1/tournaments/{hall.tournament.slug}/rounds/1").json()
    assert "B 2" not in json.dumps(public)


def test_cards_are_printed_for_the_sections(referee: Client, hall: Round) -> None:
    assert 'name="sections" value="2"' in html_of(referee.get(url("printing", hall.tournament)))
    asked = {"tables": "5", "sections": "2"}
    cards = pages_of(referee.get(url("sheet_table_plates", hall.tournament), asked).content)
    assert [re.findall(r"[AB] \d", card)[:1] for card in cards] == [["A 1"], ["A 2"], ["A 3"], ["B 1"], ["B 2"]]
    refused = referee.get(url("sheet_table_plates", hall.tournament), asked | {"sections": "6"})
    assert refused.status_code == 422 and "There are more sections than tables." in text_of(refused)
