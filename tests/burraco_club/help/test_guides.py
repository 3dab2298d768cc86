"""The guides in the program: every page, link, anchor and picture of them, and the places that lead to them."""

import re
from collections.abc import Mapping
from functools import cache
from urllib.parse import unquote, urldefrag

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.translation import override
from PIL import Image

from burraco_club.help.guides import DOCS, GUIDE_OF, GUIDES, PICTURES
from burraco_club.help.places import PLACES
from burraco_club.help.rendering import picture_size
from burraco_club.help.sections import sections
from burraco_club.rights import RIGHTS
from tests.factories import AT, draft_round, make_account, make_tournament
from tests.tournament_pages import FILES
from tournaments.services import round_publish

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
WITHOUT_HELP = {
    **dict.fromkeys(("help", "help_guide"), "the guides themselves"),
    **dict.fromkeys(("framed_calendar", "framed_ranking", "framed_season"), "parts of another site"),
    "wall": "a projector, which nobody touches",
    **dict.fromkeys(("draft_menu", "player_complete", "phone_hall", "calculator_judged"), "parts of a page"),
    "adjustment_complete": "a part of a page",
    **dict.fromkeys(("health", "health_ready", "server_time"), "for programs"),
    **dict.fromkeys(("members_file", "ranking_file", "table_photo", "face_style", "face_favicon"), "files"),
}
"""The addresses that lead to no part of the guides, and why."""


@cache
def page(address: str) -> str:
    answer = Client().get(address)
    assert (answer.status_code, answer.cookies) == (200, {}), address
    return answer.content.decode()


def main(text: str) -> str:
    return text.partition("<main")[2].partition("</main>")[0]


@pytest.fixture(params=LANGUAGES)
def guides(request: pytest.FixtureRequest) -> Mapping[str, str]:
    """The pages of the guides in a language, and the page of all of them, by address."""
    with override(request.param):
        addresses = [reverse("help"), *(reverse("help_guide", args=[key]) for key in GUIDES)]
    return {address: page(address) for address in addresses}


def test_every_link_leads_to_a_page_and_every_anchor_to_a_heading(guides: Mapping[str, str]) -> None:
    lost = []
    for here, text in guides.items():
        for target in re.findall(r'href="([^"]+)"', main(text)):
            address, anchor = urldefrag(unquote(target))
            if address.startswith("http"):
                continue
            there = guides.get(address or here)
            if there is None or (anchor and f' id="{anchor}"' not in there):
                lost.append((here, target))
    assert lost == []


def test_every_picture_is_sent_and_has_its_measures(guides: Mapping[str, str]) -> None:
    images = {image for text in guides.values() for image in re.findall(r"<img [^>]+>", main(text))}
    assert len(images) > 5
    for image in images:
        told = dict(re.findall(r'(\w+)="([^"]*)"', image))
        assert told["alt"] and told["loading"] == "lazy"
        name = told["src"].rpartition("/")[2]
        with Image.open(PICTURES / name) as picture:
            assert (int(told["width"]), int(told["height"])) == picture.size
    answer = Client().get(told["src"])
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Client().get(told["src"], headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_page_is_the_same_for_everybody_and_not_sent_twice() -> None:
    first = Client().get("/en/help/players/")
    assert "public" in first["Cache-Control"] and "private" not in first["Cache-Control"]
    assert Client().get("/en/help/players/", headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    "address", ["/help/nothing/", "/help/rules.md/", "/help/pictures/nothing.png", "/help/pictures/..%2Frules.png"]
)
def test_what_is_not_there_is_not_found(address: str) -> None:
    assert Client().get(address).status_code == 404


def test_a_guide_has_the_same_headings_in_every_language() -> None:
    for guide in GUIDES.values():
        levels = {language: [part.level for part in sections(guide, language)] for language in LANGUAGES}
        assert levels["it"] == levels["en"] == levels["es"] == levels["pt"], guide.key
        anchors = [part.anchor for part in sections(guide, "en")]
        assert len({*anchors}) == len(anchors), guide.key


def test_every_file_of_a_translated_folder_is_a_guide() -> None:
    written = {path for language in ("it", "es", "pt") for path in (DOCS / language).glob("*.md")}
    assert {path.name for path in written - GUIDE_OF.keys()} == {"README.md"}
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in GUIDE_OF if f"]({path.relative_to(DOCS).as_posix()})" not in index] == []


def test_every_page_leads_to_a_heading_that_is_there() -> None:
    for view, place in PLACES.items():
        key, _hash, heading = place.partition("#")
        assert view in RIGHTS
        assert not heading or heading in [part.anchor for part in sections(GUIDES[key], "en")], place


def test_every_page_of_the_program_leads_to_the_guides() -> None:
    known = get_resolver().reverse_dict
    pages = {
        name for name, rights in RIGHTS.items() if rights.look is not None and not rights.polled and ":" not in name
    }
    paths = {name: known.getlist(name)[0][0][0][0] for name in pages}
    pages = {name for name, path in paths.items() if not path.endswith(FILES) and not path.startswith("api/v1/")}
    assert pages - PLACES.keys() - WITHOUT_HELP.keys() == set()
    assert WITHOUT_HELP.keys() - RIGHTS.keys() == WITHOUT_HELP.keys() & PLACES.keys() == set()


def test_a_guide_says_to_search_engines_whom_it_is_for(guides: Mapping[str, str]) -> None:
    for address, text in guides.items():
        [words] = re.findall(r'<meta name="description" content="([^"]*)">', text)
        assert 20 < len(words) < 200 and not re.search(r"[*`\[|]", words), address


def test_what_is_read_in_english_says_so() -> None:
    assert 'class="guide" lang="en"' in page("/help/rules/") and "in inglese" in page("/help/rules/")
    assert 'class="guide">' in page("/en/help/rules/") and 'class="guide">' in page("/help/laptop/")


def test_figures_stand_under_each_other() -> None:
    """By a class: the policy of the pages takes no style of an element's own."""
    tables = re.findall(r"<table.*?</table>", page("/en/help/tournaments/"), flags=re.DOTALL)
    heads = [re.findall(r'<th( class="number")?>', table) for table in tables]
    assert heads[0] == [' class="number"', ' class="number"', ""]
    assert set(heads[1]) == {""}


def test_a_link_to_a_file_that_is_no_guide_names_the_file() -> None:
    assert "<code>docs/scale.md</code>" in page("/en/help/server/")


def test_pages_lead_to_what_the_guides_say_of_them() -> None:
    tournament = make_tournament(pairs=4)
    assert 'href="/en/help/first-evening/#before"' in Client().get("/en/").content.decode()
    with override("es"):
        seat = reverse("public_seat", args=[tournament.slug])
    assert 'href="/es/help/players/#your-table"' in Client().get(seat).content.decode()
    assert 'href="/help/players/#your-data"' in Client().get("/privacy/").content.decode()
    assert 'href="/help/"' in Client().get("/no-such-page/").content.decode()


def test_a_draft_and_the_same_round_published_lead_each_to_its_own_part(client: Client) -> None:
    client.force_login(make_account())
    tournament = make_tournament(pairs=4)
    draft_round(tournament)
    address = reverse("round", args=[tournament.slug, 1])
    assert 'href="/help/pairings/#the-draft"' in client.get(address).content.decode()
    round_publish(round=tournament.rounds.get(), at=AT)
    assert 'href="/help/first-evening/#a-round"' in client.get(address).content.decode()


def test_a_picture_tells_its_size_without_being_decoded() -> None:
    assert picture_size(PICTURES / "phone-pair-it.png")[0] == 360
