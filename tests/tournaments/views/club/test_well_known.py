"""What search engines, browsers and whoever finds a hole read at addresses that every site has."""

import re
from datetime import datetime, timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from PIL import Image

from tests.tournaments.views.club.test_face import RED
from tests.tournaments.views.pages import html_of
from tournaments.models import Club
from tournaments.services import club_choose_accent, club_set_address
from tournaments.views.club.well_known import contact_of

pytestmark = pytest.mark.django_db

HIDDEN = {
    "phone_entrance": ["friday"],
    "phone_table": ["friday", 1, 2, "secret"],
    "phone_photo": ["friday", 1, 2, "secret"],
    "captain": ["friday", "secret"],
    "phone_code": ["friday", 7],
    "own_entry": ["friday", "secret"],
    "mail_stop": ["secret"],
    "login": [],
    "club_settings": [],
    "tournament": ["friday"],
}
SHOWN = {
    "home": [],
    "public_ranking": ["friday"],
    "public_rounds": ["friday"],
    "public_pair": ["friday", 7],
    "public_entry": ["friday"],
    "rulesets": [],
    "calculator": [],
    "privacy": [],
}
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def forbidden(text: str, path: str) -> bool:
    """Return whether a search engine that keeps to RFC 9309 leaves this address alone."""
    rules = re.findall(r"^Disallow: (\S+)$", text, re.M)
    return any(re.match(re.escape(rule).replace(r"\*", ".*"), path) for rule in rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_engines_read_what_is_public_and_no_phone_of_a_table(language: str, client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert text.startswith("User-agent: *\nDisallow: /")
    with override(language):
        assert [name for name, facts in HIDDEN.items() if not forbidden(text, reverse(name, args=facts))] == []
        assert [name for name, facts in SHOWN.items() if forbidden(text, reverse(name, args=facts))] == []


def test_browsers_that_read_no_page_find_the_clubs_icon(client: Client) -> None:
    answer = client.get("/favicon.ico")
    with Image.open(BytesIO(answer.content)) as icon:
        assert icon.format == "ICO" and icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
    assert client.get("/favicon.ico", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    club_choose_accent(accent=RED)
    assert client.get("/favicon.ico")["ETag"] != answer["ETag"]


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("la segreteria: info@burraco.example.", "mailto:info@burraco.example"),
        ("https://burraco.example/contatti.", "https://burraco.example/contatti"),
        ("http://burraco.example", ""),
        ("Anna, al banco", ""),
        ("", ""),
    ],
)
def test_a_contact_is_read_from_what_the_club_says(text: str, contact: str) -> None:
    assert contact_of(text) == contact


def test_whoever_finds_a_hole_is_told_whom_to_write_to(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    Club.objects.update_or_create(pk=1, defaults={"data_contact": "Anna, al banco"})
    assert client.get("/.well-known/security.txt").status_code == 404
    club_set_address(address="https://burraco.example.it")
    assert security(client)["Contact"] == "https://burraco.example.it/privacy/"
    Club.objects.update(data_contact="Anna: anna@burraco.example.it")
    found = security(client)
    assert found["Contact"] == "mailto:anna@burraco.example.it"
    assert found["Canonical"] == "https://burraco.example.it/.well-known/security.txt"
    expires = datetime.fromisoformat(found["Expires"])
    assert timedelta(days=100) < expires - timezone.now() < timedelta(days=365)


def test_who_keeps_the_data_is_told_of_a_hole_where_no_contact_is_named(client: Client) -> None:
    Club.objects.update_or_create(pk=1, defaults={"data_keeper": "ASD Aurora, info@burraco.example.it"})
    found = security(client)
    assert found["Contact"] == "mailto:info@burraco.example.it" and "Canonical" not in found
    Club.objects.update(data_keeper="ASD Aurora")
    assert client.get("/.well-known/security.txt").status_code == 404
    club_set_address(address="https://burraco.example.it")
    assert security(client)["Contact"] == "https://burraco.example.it/privacy/"


def security(client: Client) -> dict[str, str]:
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return dict(line.split(": ", 1) for line in answer.content.decode().splitlines())


@pytest.mark.parametrize("name", ["home", "rulesets", "calculator", "games", "privacy", "api_docs", "help"])
def test_a_public_page_describes_itself_once(name: str, client: Client) -> None:
    for address in ("", "https://burraco.example.it"):
        club_set_address(address=address)
        page = html_of(client.get(reverse(name)))
        assert len(re.findall(r'<meta name="description"[^>]* content="[^"]{20,}">', page)) == 1
        assert page.count('property="og:title"') == bool(address)


def test_the_browsers_bar_has_the_colour_of_the_band_before_any_script(client: Client) -> None:
    page = html_of(client.get("/"))
    styles = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"--club-band: (#\w{6});", styles)
    assert f'<meta name="theme-color" content="{light}" media="(prefers-color-scheme: light)">' in page
    assert f'<meta name="theme-color" content="{dark}" media="(prefers-color-scheme: dark)">' in page
    club_choose_accent(accent=RED)
    assert re.findall(r'name="theme-color" content="([^"]+)"', html_of(client.get("/"))) == [RED]
