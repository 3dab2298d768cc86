"""The public highlights of an evening, and the picture of its ranking."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from tests.factories import AT, draft_round, make_teams, make_tournament, play_round, play_table, slip, start_round
from tests.tournaments.sample_hand import COUNTS, entry_of
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Player, Tournament
from tournaments.records import Carry, Outcome, System
from tournaments.services import (
    club_rename,
    player_change,
    round_close,
    table_set_outcome,
    tournament_cut,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.sheets.picture import RankingPicture, ranking_picture

pytestmark = pytest.mark.django_db


def finished(tournament: Tournament) -> Tournament:
    play_round(start_round(tournament), seed=1)
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    return tournament


def test_the_highlights_name_hand_table_and_who_climbed(client: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    round_ = start_round(tournament)
    first, second = round_.tables.order_by("number")
    play_table(first, slip(300, 120, other_points=85), slip(900, 435, other_points=60))
    play_table(
        second, slip(300, 100, other_base=300, other_points=100), slip(300, 100, other_base=300, other_points=95)
    )
    page = text_of(client.get(url("public_highlights", tournament)))
    assert f"Highest hand 1,335 MP {first.ns} against {first.ew} round 1, table 1, hand 2, NS" in page
    assert f"Closest table 5 MP apart {second.ns} against {second.ew} round 1, table 2, NS" in page
    assert "Biggest comeback" not in page and "clean burracos" not in page
    round_close(round=round_)
    play_round(start_round(tournament, System.DANISH), seed=3)
    page = html_of(client.get(url("public_highlights", tournament)))
    assert "Longest in the lead" in page and 'aria-labelledby="first-courses-title"' in page


def test_a_draft_and_an_absence_are_no_highlight(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    table_set_outcome(table=round_.tables.get(number=1), version=0, outcome=Outcome.ABSENT_EW, at=AT)
    draft = make_tournament(pairs=4, name="Domani")
    draft_round(draft)
    for evening in (tournament, draft):
        assert "Nothing to report yet" in text_of(client.get(url("public_highlights", evening)))


def test_clean_burracos_are_told_where_those_of_every_hand_are_known(client: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    first, second = start_round(tournament).tables.order_by("number")
    play_table(first, entry_of(COUNTS), entry_of(COUNTS))
    page = url("public_highlights", tournament)
    assert f"Most clean burracos 2 {first.ns}" in text_of(client.get(page))
    play_table(second)
    assert "clean burracos" not in text_of(client.get(page))


def test_the_highlights_take_the_same_queries_whatever_the_size(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=12)
    for seed in (1, 2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    with django_assert_max_num_queries(12):
        client.get(url("public_highlights", tournament))


def test_the_ranking_offers_highlights_and_once_final_the_picture(client: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    picture = url("public_picture", tournament, 1080, 1350)
    for browser, name in ((client, "public_ranking"), (referee, "ranking")):
        page = html_of(browser.get(url(name, tournament)))
        assert url("public_highlights", tournament) in page and picture not in page
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    for browser, name in ((client, "public_ranking"), (referee, "ranking")):
        page = html_of(browser.get(url(name, tournament)))
        assert picture in page and url("public_picture", tournament, 1080, 1080) in page
        assert picture not in html_of(browser.get(url(name, tournament) + "?after=1"))


@pytest.mark.parametrize("make", [lambda: make_tournament(pairs=4), make_teams])
def test_the_picture_is_there_in_two_sizes_while_the_ranking_is_final(client: Client, make: object) -> None:
    assert callable(make)
    tournament = finished(make())
    for width, height in ((1080, 1350), (1080, 1080)):
        response = client.get(url("public_picture", tournament, width, height))
        assert response.headers["Content-Disposition"].startswith("inline")
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert not response.cookies and "public" in response["Cache-Control"]
        with Image.open(BytesIO(response.content)) as image:
            assert image.size == (width, height)
    assert client.get(url("public_picture", tournament, 1080, 1081)).status_code == 404
    tournament_reopen(tournament=tournament, reason="a slip was read wrongly")
    assert client.get(url("public_picture", tournament, 1080, 1080)).status_code == 404


def test_the_picture_is_another_when_what_it_says_is(client: Client) -> None:
    tournament = finished(make_tournament(pairs=4))
    path = url("public_picture", tournament, 1080, 1080)
    tags = [client.get(path)["ETag"]]
    assert client.get(path, headers={"If-None-Match": tags[0]}).status_code == 304
    club_rename(name="Circolo Aurora")
    tags.append(client.get(path, headers={"If-None-Match": tags[0]})["ETag"])
    player = Player.objects.order_by("pk")[0]
    player_change(player=player, details={"first_name": "Zoë"})
    tags.append(client.get(path)["ETag"])
    tags.append(client.get("/en" + path if not path.startswith("/en") else path.removeprefix("/en"))["ETag"])
    assert len({*tags}) == len(tags)


def test_the_wall_tells_the_highlights_while_people_wait_and_not_while_all_play(client: Client) -> None:
    tournament = make_tournament(pairs=4, round_minutes=0)
    first = start_round(tournament)
    assert "Highlights" not in text_of(client.get(url("wall", tournament)))
    play_round(first)
    assert "Highlights of the evening Highest hand" in text_of(client.get(url("wall", tournament)))
    second = start_round(tournament, System.DANISH)
    assert "Highlights" not in text_of(client.get(url("wall", tournament)))
    play_table(second.tables.get(number=1))
    assert "Highlights" in text_of(client.get(url("wall", tournament)))


def test_a_rounds_page_draws_its_differences_and_a_pairs_page_its_course(client: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=12)
    play_round(start_round(tournament), seed=1)
    assert "The differences of round 1" in text_of(client.get(url("public_round", tournament, 1)))
    pages = [(client, url("public_pair", tournament, 1)), (referee, url("ranking_pair", tournament, 1))]
    assert not any("course-title" in html_of(browser.get(page)) for browser, page in pages)
    play_round(start_round(tournament, System.DANISH), seed=2)
    for browser, page in pages:
        assert 'aria-labelledby="course-title"' in html_of(browser.get(page))


@pytest.mark.parametrize(("is_cut", "title"), [(False, "Final ranking"), (True, "Final ranking, girone by girone")])
def test_the_picture_says_that_a_ranking_goes_girone_by_girone(
    client: Client, monkeypatch: pytest.MonkeyPatch, is_cut: bool, title: str
) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament), seed=1)
    if is_cut:
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    titles: list[str] = []

    def draw(picture: RankingPicture, size: tuple[int, int]) -> bytes:
        titles.append(picture.title)
        return ranking_picture(picture, size)

    monkeypatch.setattr("tournaments.views.hall.picture.ranking_picture", draw)
    assert client.get(url("public_picture", tournament, 1080, 1350)).status_code == 200
    assert titles == [title]
