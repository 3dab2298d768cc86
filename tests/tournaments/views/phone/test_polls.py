"""Phones that poll for changes: the polls answered at once, and those that reach the view."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.utils.translation import override

from burraco_club import early_answers
from burraco_club.early_answers import PhonePollsMiddleware
from burraco_club.rights import Rights
from tests.factories import play_table, start_on_phones
from tests.tournaments.views.phone.visitors import HTMX, PhoneAt, address
from tournaments.records import Line
from tournaments.services import table_clear
from tournaments.views.phone.door import table_address

pytestmark = pytest.mark.django_db

VIEW = 299
"""The status of a request that reaches the view."""


@pytest.fixture
def phone() -> PhoneAt:
    return PhoneAt(start_on_phones().tables.select_related("round__tournament").get(number=1), Line.NS)


@pytest.fixture
def asked(phone: PhoneAt) -> Callable[..., HttpResponse]:
    """Return a function that gets the answer to this phone's poll, or to a different one."""
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


@override_settings(ALLOWED_HOSTS=["club.example"])
def test_a_poll_under_another_name_than_the_clubs_is_no_answer(asked: Callable[..., HttpResponse]) -> None:
    with pytest.raises(DisallowedHost):
        asked(Host="evil.example")


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
    monkeypatch.setattr(early_answers, "rights_of", lambda _name: Rights())
    assert asked().status_code == VIEW


def test_whoever_has_not_chosen_who_writes_is_not_told_of_a_result_that_came_and_went(phone: PhoneAt) -> None:
    first = phone.client.get(address(phone.table))
    table = play_table(phone.table)
    table_clear(table=table, version=table.version)
    again = phone.client.get(address(phone.table), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
