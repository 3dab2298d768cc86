"""What names the line's address while it holds, and does so no longer when it does not."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from burraco_club.held_polls import HeldPolls
from pages.line import line_holds
from tests.burraco_club.line.conftest import ADDRESS
from tests.factories import make_account, make_tournament, start_round
from tournaments.seasons.rule import SeasonRule
from tournaments.selectors.hall.news import PublicPages, states_of
from tournaments.selectors.mail_addresses import public_address
from tournaments.services import club_set_address
from tournaments.services.seasons import season_create

pytestmark = pytest.mark.django_db

OWN = "https://burraco.example.it"


@pytest.fixture(autouse=True)
def _lost() -> Iterator[None]:
    yield
    line_holds("")


def canonical_at(path: str) -> str:
    """Return the address that a page names as its own; the second client finds the page in the cache."""
    Client().get(path)
    found = re.search(r'rel="canonical" href="([^"]*)"', Client().get(path).content.decode())
    return found[1] if found else ""


def test_a_kept_page_names_the_address_that_is_true_now() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    season_create(name="Inverno", rule=SeasonRule(), tournaments={tournament.pk: 100}, public=True, slug="inverno")
    for path in (f"/t/{tournament.slug}/", f"/t/{tournament.slug}/seat/", reverse("public_season", args=["inverno"])):
        for _time in range(2):
            line_holds("")
            assert canonical_at(path) == ""
            line_holds(ADDRESS)
            assert canonical_at(path) == ADDRESS + path


def test_codes_and_links_lead_to_the_line_first_then_to_the_clubs_own_address() -> None:
    tournament = make_tournament(pairs=4)
    client = Client()
    client.force_login(make_account())
    overview = f"/tournaments/{tournament.slug}/"

    def shown() -> tuple[str, str, bytes]:
        page = client.get(overview).content.decode()
        picture = re.search(r'src="([^"]*qr\.svg[^"]*)"', page)
        assert picture
        return page, picture[1], client.get(picture[1]).content

    in_the_hall = shown()
    assert "http://testserver/t/" in in_the_hall[0]
    club_set_address(address=OWN)
    own = shown()
    assert f"{OWN}/t/" in own[0] and public_address() == OWN
    line_holds(ADDRESS)
    online = shown()
    assert f"{ADDRESS}/t/" in online[0] and public_address() == ADDRESS
    assert len({in_the_hall[2], own[2], online[2]}) == 3 and online[1] != own[1]
    line_holds("")
    assert shown()[1:] == own[1:]


def test_a_wall_that_waits_for_news_learns_of_the_line() -> None:
    slug = make_tournament(pairs=4).slug
    pages, before = PublicPages(slug), states_of([PublicPages(slug)])
    polls = HeldPolls(lambda: None)
    polls.look()
    line_holds(ADDRESS)
    assert states_of([pages]) != before
    assert states_of([PublicPages("nowhere")]) == {PublicPages("nowhere"): None}


def test_every_public_page_has_the_sentence_that_a_proxy_uncovers() -> None:
    tournament = make_tournament(pairs=4)
    hall = f"/en/t/{tournament.slug}/"
    for path in ("/en/", hall, f"{hall}wall/", "/en/score/", "/en/framed/calendar/"):
        page = Client().get(path).content.decode()
        assert page.count('<p class="as-of" hidden data-line>') == page.count("<time></time>") == 1, path
