"""Forms during a database fault: the page that repeats their input contains no secret."""

import json
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.forms import BaseForm, PasswordInput, Widget
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve

import accounts
import scoring
import tournaments
from burraco_club.database_faults import DatabaseFault
from burraco_club.database_middleware import DatabaseFaultsMiddleware, fault_response, note

TYPED = "quattro-jolly-in-mano"


def forms(of: type[BaseForm] = BaseForm) -> Iterator[type[BaseForm]]:
    for form in of.__subclasses__():
        yield form
        yield from forms(form)


def is_secret(widget: Widget) -> bool:
    return isinstance(widget, PasswordInput) or widget.attrs.get("autocomplete") == "one-time-code"


def secrets() -> set[str]:
    """Return the names of the secret fields in all forms."""
    for app in (accounts, scoring, tournaments):
        for module in walk_packages(app.__path__, f"{app.__name__}."):
            if ".forms" in module.name:
                import_module(module.name)
    ours = (form for form in forms() if not form.__module__.startswith("django"))
    return {
        name for form in ours for name, field in getattr(form, "base_fields", {}).items() if is_secret(field.widget)
    }


def page_for(name: str) -> str:
    return fault_response(RequestFactory().post("/somewhere/", {name: TYPED}), DatabaseFault.BUSY).content.decode()


def test_no_secret_that_was_typed_is_written_into_the_page() -> None:
    found = secrets()
    assert {"password", "new_password", "old_password", "otp"} <= found
    assert [name for name in sorted(found) if TYPED in page_for(name)] == []


@pytest.mark.django_db
def test_the_log_tells_the_pattern_of_an_address_that_is_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    def fail(request: HttpRequest) -> HttpResponse:
        request.resolver_match = resolve(request.path)
        note(request, DatabaseFault.BUSY)
        return HttpResponse(status=503)

    DatabaseFaultsMiddleware(fail)(RequestFactory().get("/login/7/a-secret/"))
    assert [record.getMessage() for record in caplog.records] == ["database busy: GET login/<int:user>/<slug:token>/"]


def test_the_page_repeats_a_field_that_is_no_secret() -> None:
    assert TYPED in page_for("username")


def test_each_program_is_told_in_the_form_of_its_own_address() -> None:
    scored = fault_response(RequestFactory().post("/api/score_hand"), DatabaseFault.BUSY)
    assert (scored["Content-Type"], list(json.loads(scored.content))) == ("application/json", ["error"])
    put = fault_response(RequestFactory().put("/api/v1/tournaments"), DatabaseFault.LOST)
    assert (put["Content-Type"], json.loads(put.content)["status"]) == ("application/problem+json", 503)
    assert "kept here" not in put.content.decode()
