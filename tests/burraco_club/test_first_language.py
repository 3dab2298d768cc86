"""The language in which somebody meets the program."""

import pytest
from django.test import Client

from tests.factories import make_tournament
from tournaments.services import club_choose_language

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml", "Accept-Language": "es-AR,es;q=0.9,en;q=0.5"}
VISIT = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"}


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("es-AR,es;q=0.9,en;q=0.5", "/es"),
        ("pt-BR,pt;q=0.9", "/pt"),
        ("en-GB,it;q=0.5", "/en"),
        ("fi,sv;q=0.9,pt;q=0.1", "/pt"),
        ("it-IT,it;q=0.9,es;q=0.5", ""),
        ("fi", ""),
        ("", ""),
        ("*", ""),
        (";q=x,,es--", ""),
    ],
)
@pytest.mark.parametrize("headers", [VISIT, {}])
def test_a_stranger_is_led_to_the_language_of_the_browser(
    wish: str, language: str, headers: dict[str, str], client: Client
) -> None:
    path = f"/t/{make_tournament(pairs=4).slug}/?pair=1"
    response = client.get(path, headers=BROWSER | {"Accept-Language": wish} | headers)
    if not language:
        assert response.status_code == 200 and response["Content-Language"] == "it"
        return
    assert (response.status_code, response["Location"]) == (302, f"{language}{path}")
    assert "no-store" in response["Cache-Control"] and "Accept-Language" in response["Vary"]
    assert client.get(response["Location"], headers=BROWSER | headers)["Content-Language"] == language[1:]


def test_whoever_asks_for_no_language_of_the_program_reads_the_clubs(client: Client) -> None:
    club_choose_language(language="es")
    for wish, there in (("fi", "/es/"), ("it", None), ("pt", "/pt/")):
        response = client.get("/", headers=BROWSER | VISIT | {"Accept-Language": wish})
        assert response.get("Location") == there


@pytest.mark.parametrize(
    "headers",
    [
        {"Referer": "http://testserver/es/"},
        {"HX-Request": "true"},
        {"Accept": "*/*"},
        VISIT | {"Sec-Fetch-Site": "same-origin"},
        VISIT | {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"},
        VISIT | {"Sec-Fetch-Dest": "empty"},
        {"Cookie": "sessionid=abc"},
    ],
    ids=str,
)
def test_nobody_is_led_away_from_an_address_that_was_chosen_here(headers: dict[str, str], client: Client) -> None:
    response = client.get("/", headers=BROWSER | headers)
    assert (response.status_code, response["Content-Language"]) == (200, "it")


@pytest.mark.parametrize("path", ["/en/", "/es/", "/health/", "/robots.txt", "/nowhere/", "/static/css/app.css"])
def test_other_addresses_are_left_alone(path: str, client: Client) -> None:
    assert client.get(path, headers=BROWSER | VISIT).status_code != 302
    assert client.post("/", headers=BROWSER | VISIT).status_code != 302
