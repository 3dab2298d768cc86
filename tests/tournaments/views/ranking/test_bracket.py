"""The bracket of a knockout on its pages and on paper."""

import io
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from tests.factories import draft_round, make_tournament, pair, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of
from tournaments.services import adjustment_add

pytestmark = pytest.mark.django_db


def to_the_final(pairs: int = 10, *, qualifiers: int = 4) -> Tournament:
    """Create two Danish rounds and a knockout of the best, with the final in progress."""
    tournament = make_tournament(pairs=pairs, hands_per_round=2, rounds_planned=4)
    for seed in (1, 2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    play_round(start_round(tournament, System.KNOCKOUT, qualifiers=qualifiers), seed=3)
    start_round(tournament, System.KNOCKOUT, qualifiers=qualifiers)
    return tournament


@pytest.mark.parametrize("name", ["bracket", "public_bracket"])
def test_both_pages_tell_the_stages_the_scores_and_who_is_still_to_play(name: str, referee: Client) -> None:
    tournament = to_the_final()
    seeds = [row.entrant for row in standings_of(tournament, after_round=2)[:4]]
    text = text_of(referee.get(url(name, tournament)))
    assert "Semi-finals Round 3" in text and "Final Round 4" in text and "Third place" in text
    assert "2 matches are still to be decided." in text
    for entrant in seeds:
        assert f"{entrant.id} {entrant.label}" in text
    assert text.count("goes on:") == 2
    assert text.count("· playing") == 2


def test_the_winner_is_named(client: Client) -> None:
    tournament = to_the_final()
    play_round(tournament.rounds.latest("number"), seed=5)
    winner = standings_of(tournament)[0].entrant
    text = text_of(client.get(url("public_bracket", tournament)))
    assert f"The winner is {winner.id} {winner.label}" in text
    assert "still to be decided" not in text


def test_a_first_round_that_is_a_draft_is_the_referees_alone(client: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.get(url("bracket", tournament)).status_code == 404
    draft_round(tournament, System.KNOCKOUT)
    assert "Semi-finals Round 1" in text_of(referee.get(url("bracket", tournament)))
    assert client.get(url("public_bracket", tournament)).status_code == 404


def test_the_bracket_is_found_where_the_knockout_is(client: Client, referee: Client) -> None:
    tournament = to_the_final()
    for page in ("public_ranking", "public_rounds"):
        assert url("public_bracket", tournament) in html_of(client.get(url(page, tournament)))
    assert url("public_bracket", tournament) not in html_of(client.get(url("public_round", tournament, 1)))
    assert url("bracket", tournament) in html_of(referee.get(url("round", tournament, 4)))
    assert url("bracket", tournament) in html_of(referee.get(url("ranking", tournament)))
    assert url("sheet_bracket", tournament) in html_of(referee.get(url("printing", tournament)))


def test_without_a_knockout_there_is_no_bracket(client: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_table(start_round(tournament).tables.get(number=1))
    for page, name in (("public_ranking", "public_bracket"), ("public_round", "public_bracket")):
        args = [1] if page == "public_round" else []
        assert url(name, tournament) not in html_of(client.get(url(page, tournament, *args)))
    assert url("sheet_bracket", tournament) not in html_of(referee.get(url("printing", tournament)))
    for name in ("bracket", "public_bracket", "sheet_bracket"):
        assert referee.get(url(name, tournament)).status_code == 404


def test_the_sheet_has_the_bracket_with_its_names(referee: Client) -> None:
    tournament = to_the_final()
    response = referee.get(url("sheet_bracket", tournament))
    assert response.headers["Content-Type"] == "application/pdf"
    (page,) = PdfReader(io.BytesIO(response.content)).pages
    text = " ".join(page.extract_text().split())
    assert "Semi-finals" in text and "Third place" in text
    for row in standings_of(tournament, after_round=2)[:4]:
        # The two names are below each other.
        assert f"{row.entrant.id} {row.entrant.label.replace(' – ', ' ')}" in text


def test_a_player_gets_a_304_and_no_cookie(client: Client) -> None:
    tournament = to_the_final()
    page = url("public_bracket", tournament)
    first = client.get(page)
    assert not first.cookies and "csrf" not in html_of(first).casefold()
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 304
    play_table(tournament.rounds.latest("number").tables.get(number=1))
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_withdrawn_pair_stays_in_the_bracket(client: Client) -> None:
    tournament = to_the_final()
    loser = pair(tournament, standings_of(tournament)[3].entrant.id)
    loser.status = loser.Status.WITHDRAWN
    loser.save()
    assert f"{loser.number} {loser}" in text_of(client.get(url("public_bracket", tournament)))


@pytest.mark.parametrize("pairs", [8, 60])
def test_the_bracket_costs_the_same_whatever_its_size(
    referee: Client, client: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = to_the_final(pairs, qualifiers=pairs)
    for browser, name, most in ((referee, "bracket", 8), (client, "public_bracket", 9)):
        with django_assert_max_num_queries(most):
            assert browser.get(url(name, tournament)).status_code == 200


def test_no_other_bracket_begins_before_the_one_under_way_has_ended(referee: Client) -> None:
    """Another number of qualifiers would bring the losers back; the preview says so, too."""
    tournament = make_tournament(pairs=10, hands_per_round=2, rounds_planned=6)
    play_round(start_round(tournament, System.DANISH), seed=1)
    play_round(start_round(tournament, System.KNOCKOUT, qualifiers=8), seed=2)
    page, other = url("round_new", tournament), {"system": "knockout", "qualifiers": "4"}
    refused = "The knockout that began in round 2 is still on."
    assert refused in text_of(referee.get(page, other, headers={"HX-Request": "true"}))
    answer = referee.post(page, other)
    assert answer.status_code == 422 and refused in text_of(answer)
    assert not tournament.rounds.filter(number=3).exists()
    with pytest.raises(CommandError, match=refused):
        call_command("pair_round", tournament.slug, system="knockout", qualifiers=4)
    # With the same settings it continues; after its end, another one may begin.
    for seed in (3, 4):
        play_round(start_round(tournament, System.KNOCKOUT, qualifiers=8), seed=seed)
    assert referee.post(page, other).status_code == 302


def test_every_ranking_says_that_its_first_places_were_played_out(client: Client, referee: Client) -> None:
    """Four places have four stages, and a note explains why fewer VP may rank higher: on all pages, paper and files."""
    tournament = to_the_final()
    play_round(tournament.rounds.latest("number"), seed=5)
    rows = standings_of(tournament)
    adjustment_add(round=tournament.rounds.get(number=4), pair=pair(tournament, rows[0].entrant.id), vp=-60, reason="x")
    note = "The first 4 places are those of the knockout, whatever the VP."
    for page in (
        html_of(client.get(url("public_ranking", tournament))),
        html_of(referee.get(url("ranking", tournament))),
    ):
        assert note in page
        places = [
            page.index(f">{stage}<") for stage in ("Winner of the knockout", "Final", "Third place", "Fourth place")
        ]
        assert places == sorted(places) and ">Semi-finals<" not in page
    sheet = PdfReader(io.BytesIO(referee.get(url("sheet_ranking", tournament)).content))
    assert note in " ".join(" ".join(page.extract_text() for page in sheet.pages).split())
    assert "Ranking, the knockout first" in text_of(client.get(url("wall", tournament)))
    workbook = load_workbook(io.BytesIO(referee.get(url("ranking_xlsx", tournament)).content)).active
    head, *cells = workbook.iter_rows(values_only=True)
    at = head.index("knockout")
    assert [row[at] or "" for row in cells[:5]] == [
        "Winner of the knockout",
        "Final",
        "Third place",
        "Fourth place",
        "",
    ]
    output = StringIO()
    call_command("standings", tournament.slug, format="json", stdout=output)
    assert [row.get("by_knockout", False) for row in json.loads(output.getvalue())] == [True] * 4 + [False] * 6
    # Neither the ranking before the knockout nor one without a knockout mentions it.
    assert note not in text_of(referee.get(url("ranking", tournament) + "?after=2"))
    head, *_cells = load_workbook(
        io.BytesIO(referee.get(url("ranking_xlsx", tournament) + "?after=2").content)
    ).active.iter_rows(values_only=True)
    assert "knockout" not in head


def test_the_wall_shows_the_bracket_while_it_is_played_and_none_before(client: Client) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, rounds_planned=3)
    play_round(start_round(tournament, System.DANISH), seed=1)
    assert "Knockout" not in text_of(client.get(url("wall", tournament)))
    start_round(tournament, System.KNOCKOUT, qualifiers=4)
    assert "Knockout Semi-finals" in text_of(client.get(url("wall", tournament)))
