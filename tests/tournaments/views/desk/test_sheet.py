"""The result sheet: a row for each table on screen and paper, with links between rows and slips."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.desk.test_results import HTMX, typed
from tests.tournaments.views.pages import html_of, plain, text_of, url
from tournaments.models import Round, Tournament
from tournaments.records import Allowance, Line, Outcome, System
from tournaments.services import adjustment_add, hand_set, table_award, table_set_outcome

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """Six tables: played, played with set hands, absent, with an assigned score, open, and a rest."""
    tournament = make_tournament(pairs=11)
    round_ = start_round(tournament)
    one, two, three, four, *_rest = round_.tables.all()
    play_table(one, slip(300, 145), slip(200, 40), slip(), slip(100, 35, other_base=200, other_points=260))
    play_table(two)
    two.refresh_from_db()
    hand_set(table=two, version=two.version, number=1, line=Line.EW, mp=-100, reason="Left the table")
    table_set_outcome(table=three, version=0, outcome=Outcome.ABSENT_NS, at=AT)
    split = {"ns": Allowance(vp=9, mp=0), "ew": Allowance(vp=9, mp=5)}
    table_award(table=four, version=0, reason="Cards mixed", at=AT, **split)
    adjustment_add(round=round_, pair=pair(tournament, 1), mp=-100, vp=-1, reason="late")
    return tournament


ROWS = {
    1: [("445 · 240 · 420 · 135", "1,240", "+425", "12"), ("85 · 85 · 85 · 460", "715", "−425", "8")],
    2: [("420 · 420 · 420 · 420", "1,680", "+1,525", "18"), ("−100 · 85 · 85 · 85", "155", "−1,525", "2")],
    3: [("", "", "−305", "8"), ("", "", "+305", "12")],
    4: [("", "", "−5", "9"), ("", "", "+5", "9")],
}


def row_of(page: str, number: int) -> str:
    found = re.search(rf'<li class="result-row" id="table-{number}"[^>]*>.*?</li>', page, re.DOTALL)
    assert found
    return found[0]


def test_every_table_is_a_row_with_its_figures(referee: Client, evening: Tournament) -> None:
    page = html_of(referee.get(url("result_sheet", evening, 1)))
    for number, lines in ROWS.items():
        text = plain(row_of(page, number))
        for entrant, (hands, mp, difference, vp) in zip((2 * number - 1, 2 * number), lines, strict=True):
            page_text = " ".join(filter(None, [hands, mp, difference, f"{vp} VP"]))
            assert f"{entrant} {pair(evening, entrant)} {page_text}" in text
    assert ["by the referee" in row_of(page, number) for number in range(1, 7)] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]
    assert "NS absent" in plain(row_of(page, 3)) and "assigned score" in plain(row_of(page, 4))
    assert "no result yet" in plain(row_of(page, 5)) and "rest" in plain(row_of(page, 6))
    assert page.count("data-tick=") == 6


def test_the_paper_says_the_same(referee: Client, evening: Tournament) -> None:
    (page,) = pages_of(referee.get(url("sheet_results", evening, 1)).content)
    assert page.startswith("Results of round 1 of 4\n")
    for number, lines in ROWS.items():
        for entrant, (hands, mp, difference, vp) in zip((2 * number - 1, 2 * number), lines, strict=True):
            figures = [*filter(None, hands.split(" · ")), *filter(None, [mp]), difference, vp]
            assert "\n".join([str(entrant), str(pair(evening, entrant)), *figures]) in page
    assert "\n*1\n" in page and "\n3\n" in page and "no result yet" in page


@pytest.mark.parametrize("htmx", [False, True])
def test_from_a_row_to_its_slip_and_back(referee: Client, evening: Tournament, htmx: bool) -> None:
    sheet = url("result_sheet", evening, 1)
    slip_url = url("table_entry", evening, 1, 1)
    assert f'href="{slip_url}?back=sheet"' in html_of(referee.get(sheet))
    assert '<input type="hidden" name="back" value="sheet">' in html_of(referee.get(f"{slip_url}?back=sheet"))
    headers = HTMX if htmx else {}
    wrong = referee.post(slip_url, typed(version=1, back="sheet", h1_ns_points="143"), headers=headers)
    assert wrong.status_code == 422
    assert '<input type="hidden" name="back" value="sheet">' in html_of(wrong)
    saved = referee.post(slip_url, typed(version=1, back="sheet"), headers=headers)
    assert saved.headers["HX-Redirect" if htmx else "Location"] == f"{sheet}?at=1#table-1"
    page = referee.get(sheet)
    assert "Table 1 saved" in text_of(page)
    assert 'data-tick="1-2"' in html_of(page)


def test_there_is_no_sheet_of_a_draft_or_of_no_round(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.get(url("result_sheet", tournament, 1)).status_code == 404
    round_ = start_round(tournament)
    Round.objects.update(state=Round.State.DRAFT)
    assert referee.get(url("result_sheet", tournament, round_.number)).status_code == 302
    assert referee.get(url("sheet_results", tournament, 1)).status_code == 404


@pytest.mark.parametrize(("kind", "system"), [("individual", System.INDIVIDUAL), ("pairs", System.KNOCKOUT)])
def test_every_kind_of_tournament_has_its_sheet(referee: Client, kind: str, system: System) -> None:
    tournament = make_tournament(pairs=9, kind=kind, hands_per_round=2)
    play_round(start_round(tournament, system))
    text = text_of(referee.get(url("result_sheet", tournament, 1)))
    assert ("bye" if system is System.KNOCKOUT else "rest") in text
    assert pages_of(referee.get(url("sheet_results", tournament, 1)).content)


@pytest.mark.parametrize("pairs", [4, 60])
def test_the_sheet_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament))
    with django_assert_max_num_queries(11):
        assert referee.get(url("result_sheet", tournament, 1)).status_code == 200
