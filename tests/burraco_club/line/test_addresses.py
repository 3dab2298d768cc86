"""What names the line's address while it holds, and does so no longer when it does not."""

import re
from collections.abc import Iterator
from itertools import islice, product

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from burraco_club.held_polls import HeldPolls
from burraco_club.rights import RIGHTS
from pages.line import line_holds
from tests.burraco_club.line.conftest import ADDRESS
from tests.factories import make_account, make_tournament, start_round
from tests.fuzz.world import World, build_world
from tests.tried_addresses import nowhere_is_no_page
from tournaments.seasons.rule import SeasonRule
from tournaments.selectors.hall.news import PublicPages, states_of
from tournaments.selectors.mail_addresses import public_address
from tournaments.services import club_set_address
from tournaments.services.seasons import season_create

pytestmark = pytest.mark.django_db

OWN = "https://burraco.example.it"
OF_THE_HALL = {"own_device_code"}
"""Pages with an address at which one logs in, which is the hall's, line or no line."""
NUMBERS = ("1", "2", "3")
MOST_TRIED = 30
"""Addresses of a page that are tried until one answers."""


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


@pytest.mark.long
def test_no_page_or_file_names_another_address_while_the_line_holds_or_the_lines_when_it_is_lost() -> None:
    """QR codes and PDFs are drawn of the same addresses, in `pages/addresses.py`."""
    world, client = build_world(), Client()
    client.force_login(User.objects.get(username="amministratore"))
    faults, named = [], set()
    for name, rights in RIGHTS.items():
        if rights.look is None:
            continue
        line_holds(ADDRESS)
        if (found := first_answer(client, name, world)) is None:
            continue
        path, answer = found
        online = text_of(answer)
        if "testserver" in online and name not in OF_THE_HALL:
            faults.append(f"{path}: names the hall's address")
        if ADDRESS in online:
            named.add(name)
        line_holds("")
        again = client.get(path, headers={"if-none-match": answer.headers.get("ETag", '"none"')})
        if ADDRESS in (online if again.status_code == 304 else text_of(again)):
            faults.append(f"{path}: names the line's address when it is lost")
    assert faults == []
    assert named >= {
        "calculator",
        "rulesets",
        "ruleset",
        "api_docs",
        "game",
        "public_entry",
        "calendar_feed",
        "website",
    }


def first_answer(client: Client, name: str, world: World) -> tuple[str, HttpResponse] | None:
    """Return the first address of that name in this club with an answer, and the answer."""
    space, _colon, own = name.rpartition(":")
    routes = get_resolver().namespace_dict[space][1].reverse_dict if space else get_resolver().reverse_dict
    parts = routes.getlist(own)[0][0][0][1]
    for chosen in islice(product(*(world.values.get(part, NUMBERS) for part in parts)), MOST_TRIED):
        path = reverse(name, kwargs=dict(zip(parts, chosen, strict=True)))
        with nowhere_is_no_page():
            answer = client.get(path)
        if answer.status_code == 200:
            return path, answer
    return None


def text_of(answer: HttpResponse) -> str:
    return b"".join(answer).decode(errors="replace")
