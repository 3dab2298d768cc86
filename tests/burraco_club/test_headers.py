"""The headers of every response, from a view, from middleware before it, or after a fault."""

import errno
import re

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from accounts.logins import hashing_queue
from burraco_club.middleware import LONGEST_QUERY
from burraco_club.urls import handler400, handler404, handler500  # noqa: F401 - Django looks for them here
from burraco_club.urls import urlpatterns as known_addresses

pytestmark = pytest.mark.django_db

HTTPS = {
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 3600,
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "TRUSTED_PROXIES": ["10.0.0.1"],
}


def fault_of_ours(request: HttpRequest) -> HttpResponse:
    raise ValueError("a mistake")


def full_disk(request: HttpRequest) -> HttpResponse:
    raise OSError(errno.ENOSPC, "No space left on device")


# The names are of addresses that the table of rights opens to everybody.
urlpatterns = [
    path("mistake/", fault_of_ours, name="health"),
    path("full/", full_disk, name="health"),
    *known_addresses,
]


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/score/", 200),
        ("/health/", 200),
        ("/static/img/mark.svg", 200),
        ("/players/", 302),
        ("/no-such-page/", 404),
        ("/static/", 404),
        (f"/score/?{'a' * (LONGEST_QUERY + 1)}", 414),
        ("/mistake/", 500),
        ("/full/", 503),
    ],
)
def test_every_answer_tells_the_browser_what_it_may_do(address: str, status: int) -> None:
    answer = Client(raise_request_exception=False).get(address)
    answer.close()
    assert answer.status_code == status
    check_headers(answer)


def test_so_does_a_login_that_is_turned_away() -> None:
    with hashing_queue.turn():
        answer = Client().post("/login/", {"username": "anna", "password": "x"})
    assert answer.status_code == 429
    check_headers(answer)


def check_headers(answer: HttpResponse) -> None:
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    kind = headers["Content-Type"]
    assert kind and (not kind.startswith("text/") or "charset" in kind)
    assert not [name for name in headers if name.startswith("Access-Control")]
    assert "Server" not in headers and "X-Powered-By" not in headers


@override_settings(**HTTPS)
def test_a_stranger_does_not_make_a_plain_line_an_encrypted_one() -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    behind_the_proxy = Client().get("/score/", headers=forwarded, REMOTE_ADDR="10.0.0.1")
    assert (behind_the_proxy.status_code, behind_the_proxy["Strict-Transport-Security"]) == (
        200,
        "max-age=3600",
    )
    stranger = Client().get("/score/", headers=forwarded, REMOTE_ADDR="192.0.2.1")
    assert (stranger.status_code, stranger["Location"]) == (301, "https://testserver/score/")


def test_who_is_lost_has_a_button_that_leads_on() -> None:
    page = Client().get("/en/no-such-page/").content.decode()
    assert re.search(r'<a class="btn btn-primary" href="/en/">To the tournaments</a>', page)
