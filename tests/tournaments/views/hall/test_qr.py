"""The QR code of a tournament, read back from its drawing."""

import re

import pytest
import segno
from django.test import Client
from pytest_django import Settings

from tests.factories import make_tournament
from tests.tournaments.views.pages import html_of

pytestmark = pytest.mark.django_db


def matrix_of(svg: str) -> list[list[int]]:
    """Return the modules of a QR code drawn by horizontal strokes, read from its path without the quiet zone."""
    size = re.search(r'viewBox="0 0 (\d+) \1"', svg)
    path = re.search(r'd="(M[^"z]*)"', svg)
    assert size is not None and path is not None
    modules = [[0] * int(size[1]) for _row in range(int(size[1]))]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            modules[int(y)][int(x) : int(x + values[0])] = [1] * int(values[0])
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    quiet = 4
    assert not any(map(any, modules[:quiet])) and not any(map(any, modules[-quiet:]))
    return [row[quiet:-quiet] for row in modules[quiet:-quiet]]


def code_of(text: str) -> list[list[int]]:
    return [list(row) for row in segno.make(text, error="m", micro=False).matrix]


@pytest.mark.parametrize(
    ("host", "path", "says"),
    [
        ("192.168.1.20:8000", "/t/{slug}/qr.svg", "http://192.168.1.20:8000/t/{slug}/"),
        ("club.example", "/t/{slug}/qr.svg", "http://club.example/t/{slug}/"),
        ("club.example", "/en/t/{slug}/qr.svg", "http://club.example/en/t/{slug}/"),
    ],
)
def test_the_qr_code_says_where_the_ranking_is(
    host: str, path: str, says: str, client: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    slug = make_tournament().slug
    response = client.get(path.format(slug=slug), headers={"Host": host})
    assert response["Content-Type"] == "image/svg+xml"
    # The club's computer may get another address: after a minute the code is read again.
    assert "max-age=60" in response["Cache-Control"]
    assert not response.cookies
    assert matrix_of(html_of(response)) == code_of(says.format(slug=slug))


@pytest.mark.parametrize(("asked", "letters"), [("?with=address", True), ("?with=else", False), ("", False)])
def test_the_address_of_the_club_stands_below_the_code_if_it_is_asked_for(
    client: Client, settings: Settings, asked: str, letters: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    drawn = client.get(f"/t/{make_tournament().slug}/qr.svg{asked}", headers={"Host": "club.example"})
    assert (">club.example<" in html_of(drawn)) is letters


def test_a_qr_code_is_another_for_another_host(client: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    path = f"/t/{make_tournament().slug}/qr.svg"
    one = client.get(path, headers={"Host": "192.168.1.20:8000"})
    known = {"If-None-Match": one["ETag"]}
    assert client.get(path, headers=known | {"Host": "192.168.1.20:8000"}).status_code == 304
    assert client.get(path, headers=known | {"Host": "10.0.0.5:8000"}).status_code == 200
