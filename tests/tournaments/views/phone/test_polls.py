"""Phones that ask whether there is anything new: what is answered at once, and what goes the way of every request."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils.translation import override

from burraco_club import phone_polls
from burraco_club.phone_polls import PhonePollsMiddleware
from burraco_club.rights import Rights
from tests.factories import start_on_phones
from tests.tournaments.views.phone.visitors import HTMX, PhoneAt, address
from tournaments.records import Line
from tournaments.views.phone.door import table_address

pytestmark = pytest.mark.django_db

VIEW = 299
"""What comes of a request that goes on."""


@pytest.fixture
def phone() -> PhoneAt:
    return PhoneAt(start_on_phones().tables.select_related("round__tournament").get(number=1), Line.NS)


@pytest.fixture
def asked(phone: PhoneAt) -> Callable[..., HttpResponse]:
    """The answer to a poll of that phone, or to one that differs from it."""
    page = phone.look(**HTMX)
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in phone.client.cookies.items())

    def ask(path: str = "", method: str = "get", **otherwise: str) -> HttpResponse:
        sent = {"If-None-Match": page.headers["ETag"], "Cookie": cookies, **HTMX} | otherwise
        headers: Any = {name: value for name, value in sent.items() if value}
        request: HttpRequest = getattr(RequestFactory(), method)(
            path or f"{address(phone.table)}?us=1", headers=headers
        )
        answer: Any = PhonePollsMiddleware(lambda _request: HttpResponse(status=VIEW))(request)
        return answer

    return ask


def test_a_phone_that_shows_the_table_as_it_is_is_told_so_as_the_view_would(
    phone: PhoneAt, asked: Callable[..., HttpResponse]
) -> None:
    etag = phone.look(**HTMX).headers["ETag"]
    by_the_view = phone.client.get(address(phone.table) + "?us=1", headers={"If-None-Match": etag})
    answer = asked()
    assert (answer.status_code, by_the_view.status_code, answer.content) == (304, 304, b"")
    for header in ("ETag", "Cache-Control", "Referrer-Policy"):
        assert answer.headers[header] == by_the_view.headers[header]


@pytest.mark.parametrize(
    "otherwise",
    [
        {"If-None-Match": '"1-2"'},
        {"If-None-Match": ""},
        {"HX-Request": ""},
        {"Cookie": "phone-en=ns.somebody.0123"},
        {"Cookie": ""},
        {"Content-Type": "text/plain; charset=utf-16"},
        {"method": "post"},
        {"path": "/en/t/x/table/1/1/abc/?us=1"},
        {"path": "/en/t/x/?us=1"},
    ],
    ids=str,
)
def test_everything_else_goes_on(asked: Callable[..., HttpResponse], otherwise: dict[str, str]) -> None:
    assert asked(**otherwise).status_code == VIEW


def test_the_address_is_good_in_its_own_language_alone(phone: PhoneAt, asked: Callable[..., HttpResponse]) -> None:
    english = address(phone.table)
    with override("it"):
        italian = table_address(phone.table)
    assert english == f"/en{italian}"
    for path in (italian, f"/it{italian}", f"/en{english}"):
        assert asked(f"{path}?us=1").status_code == VIEW
    assert asked(f"{english}?us=1&q=1").status_code == VIEW


def test_what_has_changed_goes_on(phone: PhoneAt, asked: Callable[..., HttpResponse]) -> None:
    other = PhoneAt(phone.table, Line.EW)
    other.do("type", {"depth": "slip", "h1_ns_base": "300"})
    assert asked().status_code == VIEW


def test_who_may_not_look_is_not_told_either(
    asked: Callable[..., HttpResponse], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_polls, "rights_of", lambda _name: Rights())
    assert asked().status_code == VIEW
