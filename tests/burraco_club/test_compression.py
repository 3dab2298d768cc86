"""Texts are packed where that is worth it, and where it gives no secret away."""

import gzip
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.test import RequestFactory

from burraco_club.compression import SHORTEST, CompressionMiddleware

LONG = "Rossi Anna – Bianchi Carlo " * 100


def plain(text: str = LONG, **headers: str) -> HttpResponse:
    return HttpResponse(text, headers=headers)


def own(text: str = LONG) -> HttpResponse:
    return plain(text, Vary="Cookie")


def with_a_cookie() -> HttpResponse:
    response = plain()
    response.set_cookie("csrftoken", "secret")
    return response


def asked(make: Callable[[], HttpResponseBase], path: str = "/", encodings: str = "gzip, deflate") -> HttpResponseBase:
    request: HttpRequest = RequestFactory().get(path, headers={"Accept-Encoding": encodings})
    return CompressionMiddleware(lambda _request: make())(request)


@pytest.mark.parametrize("make", [plain, own, with_a_cookie])
def test_a_text_is_packed_for_whoever_unpacks_it(make: Callable[[], HttpResponse]) -> None:
    packed, as_it_is = asked(make), asked(make, encodings="br")
    assert isinstance(packed, HttpResponse) and isinstance(as_it_is, HttpResponse)
    assert gzip.decompress(packed.content).decode() == LONG == as_it_is.content.decode()
    assert packed["Content-Length"] == str(len(packed.content)) and len(packed.content) < len(LONG) / 4
    assert (packed["Content-Encoding"], as_it_is.get("Content-Encoding")) == ("gzip", None)
    for response in (packed, as_it_is):
        assert "Accept-Encoding" in response["Vary"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: plain("x" * (SHORTEST - 1)),
        lambda: plain(**{"Content-Type": "application/pdf"}),
        lambda: plain(**{"Content-Encoding": "gzip"}),
        lambda: HttpResponse(LONG, status=404),
        lambda: StreamingHttpResponse([LONG]),
    ],
    ids=["short", "no text", "packed already", "not found", "a stream"],
)
def test_what_would_gain_nothing_is_left_alone(make: Callable[[], HttpResponseBase]) -> None:
    was, now = make(), asked(make)
    assert dict(now.headers) == dict(was.headers)
    assert b"".join(now) == b"".join(was)  # type: ignore[call-overload]


@pytest.mark.parametrize("make", [own, with_a_cookie, lambda: plain(**{"Cache-Control": "private, no-store"})])
def test_a_secret_is_not_packed_with_what_a_link_can_say(make: Callable[[], HttpResponse]) -> None:
    reflecting, plainly = asked(make, "/?q=csrf%3Da"), asked(make)
    assert "Content-Encoding" not in reflecting and plainly["Content-Encoding"] == "gzip"


def test_what_is_everybodys_is_packed_whatever_the_address_says() -> None:
    assert asked(plain, "/?q=Rossi")["Content-Encoding"] == "gzip"
