"""Pages are compressed once, for clients that accept it, and never to a length that reveals a secret."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_tournament

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip, deflate"}


def test_a_page_is_compressed_for_whoever_accepts_it(client: Client) -> None:
    page = reverse("calculator")
    compressed, plain = client.get(page, headers=GZIP), client.get(page, headers={"Accept-Encoding": "br"})
    assert (compressed["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(compressed.content) == plain.content
    assert compressed["Content-Length"] == str(len(compressed.content)) and len(compressed.content) < len(plain.content)
    for response in (compressed, plain):
        assert "Accept-Encoding" in response["Vary"]


def test_a_compressed_page_that_a_phone_has_is_not_sent_again(client: Client) -> None:
    page = reverse("calculator")
    etag = client.get(page, headers=GZIP)["ETag"]
    assert client.get(page, headers=GZIP | {"If-None-Match": etag}).status_code == 304


def test_a_cached_page_is_compressed_once(client: Client) -> None:
    page = reverse("public_ranking", args=[make_tournament(pairs=4).slug])
    response, cached = client.get(page, headers=GZIP), client.get(page, headers=GZIP)
    assert response.content == cached.content and b"<html" in gzip.decompress(cached.content)


def test_the_length_of_a_page_with_a_token_says_nothing_of_it(client: Client) -> None:
    """BREACH: an attacker who makes another's browser request pages, and sees their length, learns nothing from it."""
    lengths = {len(client.get(reverse("login"), {"next": "/"}, headers=GZIP).content) for _ in range(20)}
    assert len(lengths) > 1
