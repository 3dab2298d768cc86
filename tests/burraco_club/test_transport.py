"""Requests and responses, whatever page they are for."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, RequestFactory

from burraco_club.handler import ClubHandler
from burraco_club.logs import JsonLines, RequestFilter
from burraco_club.middleware import LONGEST_QUERY, LONGEST_SEARCH, RequestChecksMiddleware
from tests.fuzz.requests import Request
from tests.fuzz.sweep import Answer, ask, connection_left_open
from tests.fuzz.world import Visitor

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def referee(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    return client


@pytest.fixture
def written() -> Iterator[list[logging.LogRecord]]:
    """Return the lines that would be logged on the terminal."""
    found: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.addFilter(RequestFilter())
    handler.emit = found.append  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


def sent(method: str = "POST", path: str = "/login/", **given: Any) -> Answer:
    """Return the response to a client without an account."""
    with connection_left_open():
        return ask(ClubHandler(), Request(visitor=Visitor(name="nobody"), method=method, path=path, **given))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        (f"{FORM}; charset=utf-16", b"username=anna"),
        (f"{FORM}; charset=hex", b"username=anna"),
        ("multipart/form-data", b"--x"),
        ("multipart/form-data; boundary=", b"--x"),
        ("multipart/form-data; boundary=x; charset=rot13", b"--x"),
    ],
)
@pytest.mark.parametrize("headers", [(), (("HTTP_X_CSRFTOKEN", ""),)], ids=["token", "no token"])
def test_a_body_that_cannot_be_read_is_refused_once_and_quietly(
    content_type: str, body: bytes, headers: tuple[tuple[str, str], ...], written: list[logging.LogRecord]
) -> None:
    answer = sent(content_type=content_type, body=body, headers=headers, query="next=/")
    assert answer.status == 400
    assert "Non si riesce a leggere" in answer.body.decode()
    assert written == []


@pytest.mark.django_db
def test_too_many_fields_are_refused_with_a_sentence(written: list[logging.LogRecord]) -> None:
    body = "&".join(f"f{number}=" for number in range(3_000)).encode()
    answer = sent(content_type=FORM, body=body)
    assert answer.status == 413
    assert "invia meno" in answer.body.decode()
    assert [(record.name, record.exc_info) for record in written] == [("django.security.TooManyFieldsSent", None)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"path": "/players/", "query": "q=" + "a" * (LONGEST_SEARCH + 1)}, 414),
        ({"path": "/players/", "query": "q=" + "a" * LONGEST_SEARCH}, 302),
        ({"path": "/score/", "query": "a" * (LONGEST_QUERY + 1)}, 414),
        ({"path": "/score/", "query": "a" * LONGEST_QUERY}, 200),
        ({"path": "/score/", "headers": (("CONTENT_LENGTH", "much"),)}, 400),
        ({"path": "/tournaments/a%00b/"}, 400),
    ],
)
def test_an_address_asks_for_so_much_and_no_more(given: dict[str, Any], status: int) -> None:
    assert sent("GET", **given).status == status


@pytest.mark.django_db
def test_what_is_too_long_is_told_how_long_it_may_be(client: Client) -> None:
    page = client.get("/en/players/", {"q": "a " * 200})
    assert page.status_code == 414
    assert "No more than 200 characters" in page.content.decode()


def test_a_referees_pages_are_kept_by_nothing_and_the_players_may_be(referee: Client) -> None:
    for path in ("/", "/players/", "/tournaments/new/", "/club/"):
        assert "no-store" in referee.get(path)["Cache-Control"]
    assert "no-store" not in Client().get("/score/")["Cache-Control"]
    assert "no-store" not in referee.get("/score/")["Cache-Control"]


@pytest.mark.django_db
def test_a_refusal_has_the_id_under_which_it_is_logged(written: list[logging.LogRecord]) -> None:
    answer = sent("GET", "/", headers=(("HTTP_HOST", "no host"),))
    assert answer.status == 400
    ids = {record.request_id for record in written}  # type: ignore[attr-defined]
    assert ids == {answer.headers["X-Request-ID"]}


def test_a_line_for_programs_says_the_same_and_no_secret_address(client: Client, db: None) -> None:
    lines: list[dict[str, Any]] = []
    handler = logging.Handler(logging.INFO)
    handler.addFilter(RequestFilter())
    handler.emit = lambda record: lines.append(json.loads(JsonLines().format(record)))  # type: ignore[method-assign]
    logger = logging.getLogger("burraco_club.requests")
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        client.get(f"/games/{'2' * 26}/")
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    (line,) = lines
    assert (line["method"], line["route"], line["status"]) == ("GET", "games/<secret:secret>/", 404)
    assert len(line["request"]) == 16 and "2222" not in json.dumps(line)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/score/", "/no-such-page/", "/api/docs", "/games/", "/login/"])
def test_head_has_the_headers_of_the_page_and_no_body(path: str) -> None:
    page, head = sent("GET", path), sent("HEAD", path)
    assert (head.status, head.body) == (page.status, b"")
    if "csrf" not in page.body.decode():
        assert head.headers["Content-Length"] == str(len(page.body))


@pytest.mark.django_db
def test_a_number_that_no_database_holds_is_refused_and_a_fault_of_ours_is_not() -> None:
    refuse = RequestChecksMiddleware(lambda _request: HttpResponse()).process_exception
    answer = refuse(RequestFactory().post("/"), OverflowError("Python int too large to convert to SQLite INTEGER"))
    assert answer is not None and answer.status_code == 400
    assert refuse(RequestFactory().post("/"), ValueError("a mistake")) is None
