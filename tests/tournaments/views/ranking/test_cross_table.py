"""The cross-table on the referee's page, on the public one, and on paper."""

import io
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from tests.factories import draft_round, make_tournament, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, plain, text_of, url
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of
from tournaments.services import pair_add, pairs_check_in

pytestmark = pytest.mark.django_db

PAGES = ["cross_table", "public_cross_table"]


def evening(pairs: int = 5) -> Tournament:
    tournament = make_tournament(pairs=pairs, hands_per_round=2, rounds_planned=2)
    for seed in (1, 2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    return tournament


def rows_of(response: HttpResponse) -> list[str]:
    """Return the text of each row of the first table."""
    body = re.search(r"<tbody.*?</tbody>", html_of(response), re.DOTALL)
    assert body is not None
    return [plain(row) for row in re.findall(r"<tr.*?</tr>", body[0], re.DOTALL)]


@pytest.mark.parametrize("name", PAGES)
def test_a_row_has_place_names_cells_and_vp(name: str, referee: Client) -> None:
    tournament = evening()
    rows = rows_of(referee.get(url(name, tournament)))
    for line, row in zip(rows, standings_of(tournament), strict=True):
        assert line.startswith(f"{row.place}. {row.entrant.id} {row.entrant.label} ")
        assert line.endswith(f" {row.vp}")
        for score in row.rounds:
            if score.opponents:
                assert f" {score.vp} R{score.round} " in line


@pytest.mark.parametrize("name", PAGES)
def test_as_a_list_it_tells_round_by_round(name: str, referee: Client) -> None:
    tournament = evening()
    rows = rows_of(referee.get(url(name, tournament) + "?as=list"))
    for line, row in zip(rows, standings_of(tournament), strict=True):
        first, second = row.rounds
        assert f"{first.vp} → {first.vp}" in line
        assert f"{second.vp} → {first.vp + second.vp}" in line
        assert ("rest" in line) == any(not score.opponents for score in row.rounds)


def test_more_than_thirty_are_a_list_only(client: Client) -> None:
    tournament = evening(32)
    page = client.get(url("public_cross_table", tournament))
    assert "Of each round: the line" in text_of(page)
    assert "?as=list" not in html_of(page)


@pytest.mark.parametrize("name", PAGES)
def test_groups_have_a_table_each(name: str, referee: Client) -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    for seed in (1, 2, 3):
        play_round(start_round(tournament, System.ROUND_ROBIN, groups=2), seed=seed)
    html = html_of(referee.get(url(name, tournament)))
    assert "Group A" in html and "Group B" in html and "The whole tournament" in html
    tables = re.findall(r"<tbody.*?</tbody>", html, re.DOTALL)
    members = [
        {int(number) for number in re.findall(r'<strong class="number-inline">(\d+)</strong>', t)} for t in tables
    ]
    # Dealt like a snake: A gets 1, 4, 5, B gets 2, 3, 6, 7; the last table is everybody's.
    assert members == [{1, 4, 5}, {2, 3, 6, 7}, set(range(1, 8))]


def test_a_pair_that_comes_late_is_of_the_group_in_which_it_plays(client: Client) -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    late = pair_add(tournament=tournament, players=("Tardi Ugo", "Attesa Clara"))
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2), seed=1)
    pairs_check_in(tournament=tournament, pairs=[late], here=True)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2), seed=2)
    html = html_of(client.get(url("public_cross_table", tournament)))
    group_a = html[html.index("Group A") : html.index("Group B")]
    assert "Tardi Ugo" in group_a


def test_partners_are_marked_in_an_individual_tournament(client: Client) -> None:
    tournament = make_tournament(pairs=8, kind="individual", hands_per_round=2)
    play_round(start_round(tournament, System.INDIVIDUAL), seed=1)
    page = client.get(url("public_cross_table", tournament))
    assert text_of(page).count("they were partners") == 8
    assert "& marks partners." in text_of(page)


@pytest.mark.parametrize("name", PAGES)
def test_before_the_first_round_there_is_nothing_to_cross(name: str, referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    draft_round(tournament)
    assert "Nobody has met anybody yet" in text_of(referee.get(url(name, tournament)))
    assert referee.get(url("sheet_cross_table", tournament)).status_code == 200


def test_a_draft_is_not_to_be_seen(client: Client) -> None:
    tournament = evening()
    before = rows_of(client.get(url("public_cross_table", tournament)))
    draft_round(tournament, System.DANISH)
    assert rows_of(client.get(url("public_cross_table", tournament))) == before


def test_it_is_found_from_the_rankings_and_the_papers(client: Client, referee: Client) -> None:
    tournament = evening()
    assert url("public_cross_table", tournament) in html_of(client.get(url("public_ranking", tournament)))
    assert url("cross_table", tournament) in html_of(referee.get(url("ranking", tournament)))
    assert url("sheet_cross_table", tournament) in html_of(referee.get(url("printing", tournament)))


@pytest.mark.parametrize("form", ["", "?as=list"])
def test_the_sheet_names_everybody(referee: Client, form: str) -> None:
    tournament = evening()
    (page,) = PdfReader(io.BytesIO(referee.get(url("sheet_cross_table", tournament) + form).content)).pages
    text = " ".join(page.extract_text().split())
    for row in standings_of(tournament):
        assert row.entrant.label in text


def test_a_player_gets_a_304_and_no_cookie(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    page = url("public_cross_table", tournament)
    first = client.get(page)
    assert not first.cookies and "csrf" not in html_of(first).casefold()
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 304
    play_table(round_.tables.get(number=1))
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["cross_table", "sheet_cross_table", "bracket", "sheet_bracket"])
def test_the_referees_pages_are_the_referees(client: Client, name: str) -> None:
    assert "/login/" in client.get(url(name, evening())).headers["Location"]


@pytest.mark.parametrize("pairs", [5, 120])
def test_it_costs_the_same_whatever_the_size(
    referee: Client, client: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    round_ = start_round(tournament, System.ROUND_ROBIN, groups=2)
    for table in round_.tables.exclude(ew=None)[:5]:
        play_table(table)
    for browser, name, most in ((referee, "cross_table", 8), (client, "public_cross_table", 9)):
        with django_assert_max_num_queries(most):
            assert browser.get(url(name, tournament)).status_code == 200
