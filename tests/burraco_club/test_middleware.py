"""Who must log in."""

import pytest
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils.functional import SimpleLazyObject

from burraco_club.middleware import LoginUnlessPublicMiddleware


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


@login_not_required
def hello_everybody(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


def answer(view: object, user: object) -> object:
    request = RequestFactory().get("/somewhere/")
    request.user = user  # type: ignore[assignment]
    return LoginUnlessPublicMiddleware(hello).process_view(request, view, (), {})  # type: ignore[arg-type]


def test_a_view_asks_for_a_login_unless_it_says_otherwise() -> None:
    response = answer(hello, AnonymousUser())
    assert isinstance(response, HttpResponse)
    assert (response.status_code, response["Location"]) == (302, "/login/?next=/somewhere/")


def test_a_public_view_is_answered_without_asking_who_it_is() -> None:
    def who_is_it() -> AnonymousUser:
        pytest.fail("the session was read")

    assert answer(hello_everybody, SimpleLazyObject(who_is_it)) is None
