"""What people send around: previews in messengers, a pair's own picture, and the home screen."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.factories import make_teams, make_tournament, play_round, start_round
from tests.tournaments.views.club.test_face import RED, drawing
from tests.tournaments.views.hall.test_highlights import finished
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Tournament
from tournaments.records import Carry
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    club_choose_accent,
    club_put_logo,
    club_rename,
    club_set_address,
    tournament_cut,
)
from tournaments.sheets.icon import SIZES
from tournaments.sheets.pair_picture import PairPicture, pair_picture

pytestmark = pytest.mark.django_db

CLUB = "https://burraco.example.it"


def said(html: str) -> dict[str, str]:
    """Return what a messenger reads of a page."""
    found = dict(re.findall(r'property="(og:\w+)" content="([^"]*)"', html))
    canonical = re.findall(r'<link rel="canonical" href="([^"]*)">', html)
    return found | ({"canonical": canonical[0]} if canonical else {})


def test_without_a_public_address_nothing_is_said_and_the_club_is_told(client: Client, administrator: Client) -> None:
    tournament = finished(make_tournament(pairs=4))
    assert said(html_of(client.get(url("public_ranking", tournament)))) == {}
    sentence = "Without a public address, links that people share have no preview"
    assert sentence in text_of(administrator.get("/en/club/"))
    club_set_address(address=CLUB)
    assert sentence not in text_of(administrator.get("/en/club/"))
    assert said(html_of(client.get(url("public_ranking", tournament))))


def test_the_ranking_says_its_state_and_its_best_and_shows_its_picture_once_final(client: Client) -> None:
    club_set_address(address=CLUB)
    tournament = make_tournament(pairs=4, rounds_planned=1)
    address = url("public_ranking", tournament)
    before = said(html_of(client.get(address)))
    assert before == {
        "canonical": CLUB + address,
        "og:title": "Torneo del venerdì",
        "og:description": "The first round has not started yet",
        "og:image": f"{CLUB}/face/maskable-512.png",
    }
    finished(tournament)
    after = said(html_of(client.get(f"{address}?after=1")))
    assert after["canonical"] == CLUB + address and after["og:image"] == f"{CLUB}/face/maskable-512.png"
    final = said(html_of(client.get(address)))
    first, second, third, _fourth = standings_of(tournament)
    best = " · ".join(f"{row.place}. {row.entrant.label}" for row in (first, second, third))
    assert final["og:description"] == f"Final ranking: {best}"
    assert client.get(final["og:image"].removeprefix(CLUB))["Content-Type"] == "image/png"


def test_teams_are_named_in_a_ranking_of_teams(client: Client) -> None:
    club_set_address(address=CLUB)
    tournament = finished(make_teams())
    names = {team.name for team in tournament.teams.all()}
    description = said(html_of(client.get(url("public_ranking", tournament))))["og:description"]
    assert all(name in description for name in names)


def test_a_pair_sends_its_place_and_points_with_a_card_of_its_own(client: Client) -> None:
    club_set_address(address=CLUB)
    tournament = make_tournament(pairs=4)
    address = url("public_pair", tournament, 1)
    waiting = said(html_of(client.get(address)))
    card = url("public_pair_picture", tournament, 1)
    assert waiting["og:image"].endswith("/face/maskable-512.png") and client.get(card).status_code == 404
    play_round(start_round(tournament), seed=1)
    standing = next(row for row in standings_of(tournament) if row.entrant.id == 1)
    page = html_of(client.get(address))
    title = f"{standing.entrant.label}: Place {standing.place}, {standing.vp} VP"
    assert said(page)["og:title"] == title and said(page)["og:image"] == CLUB + card
    assert f'data-share="{title} · Torneo del venerdì"' in page and f'data-share-picture="{card}"' in page
    answer = client.get(card)
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("PNG", (1080, 1080))
    assert client.get(card, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    play_round(start_round(tournament), seed=2)
    assert client.get(card)["ETag"] != answer["ETag"]
    assert client.get(url("public_pair_picture", tournament, 99)).status_code == 404


def test_a_pairs_card_says_what_the_ranking_says(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[PairPicture] = []

    def draw(picture: PairPicture) -> bytes:
        drawn.append(picture)
        return pair_picture(picture)

    monkeypatch.setattr("tournaments.views.hall.picture.pair_picture", draw)
    tournament = make_tournament(pairs=8, hands_per_round=2, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    best = standings_of(tournament)[0]
    client.get(url("public_pair_picture", tournament, best.entrant.id))
    assert [one.vp for one in drawn[-1].rounds] == [best.vp]
    tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    tournament = Tournament.objects.get(pk=finished(tournament).pk)
    for standing in standings_of(tournament):
        assert client.get(url("public_pair_picture", tournament, standing.entrant.id)).status_code == 200
        picture = drawn[-1]
        assert picture.names == standing.entrant.names and picture.place == standing.place
        assert picture.place_words == f"Place {standing.place} of 8 pairs"
        assert picture.points.startswith(f"{standing.vp} VP")
        assert picture.title == "Final ranking" and "irone" in picture.lines[0]
        assert len(picture.lines) > 1 and picture.rounds == (), "the evening is told in words"


def test_a_page_in_two_languages_has_two_manifests(client: Client) -> None:
    club_rename(name="ASD Burraco Aurora")
    italian, english = client.get("/manifest.json"), client.get("/en/manifest.json")
    assert italian["Content-Type"] == "application/manifest+json"
    assert (italian.json()["lang"], italian.json()["start_url"]) == ("it", "/")
    assert (english.json()["lang"], english.json()["start_url"]) == ("en", "/en/")
    assert italian.json()["name"] == "ASD Burraco Aurora"
    assert '<link rel="manifest" href="/manifest.json">' in html_of(client.get("/"))
    assert {(icon["sizes"], icon["purpose"]) for icon in italian.json()["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }
    for icon in italian.json()["icons"]:
        with Image.open(BytesIO(client.get(icon["src"]).content)) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
    tag = italian["ETag"]
    club_choose_accent(accent=RED)
    again = client.get("/manifest.json", headers={"If-None-Match": tag})
    assert again.status_code == 200 and again.json()["theme_color"] == RED


def icons(client: Client) -> Iterator[tuple[str, Image.Image]]:
    addresses = [f"/face/{kind}-{size}.png" for kind in ("icon", "maskable") for size in SIZES]
    for address in ("/apple-touch-icon.png", *addresses):
        with Image.open(BytesIO(client.get(address).content)) as image:
            yield address, image.convert("RGBA")


def test_the_icons_are_of_the_clubs_face(client: Client) -> None:
    club_choose_accent(accent=RED)
    for address, image in icons(client):
        # A maskable icon and that of an iPhone fill their square; of the other the corners are round.
        assert image.getpixel((0, 0)) == ((0, 0, 0, 0) if "/icon-" in address else (0x8A, 0x1C, 0x1C, 255))
        assert image.getpixel((image.width // 2, image.height // 2)) == (0xFB, 0xF8, 0xEE, 255)
    club_put_logo(sent=drawing(100, 100))
    for _address, image in icons(client):
        assert image.getpixel((0, 0)) == (255, 255, 255, 255)
        assert image.getpixel((image.width // 2, image.height // 2)) == (0x1D, 0x4E, 0x89, 255)
    assert client.get("/face/icon-191.png").status_code == 404
