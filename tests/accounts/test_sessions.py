"""The life of a session: a new one at the login, none after the logout, and an end in any case."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.utils import timezone

from accounts.logins.backend import SessionStore
from accounts.logins.session_start import stay_awake
from accounts.models import Session
from tests.factories import AT, make_account

pytestmark = pytest.mark.django_db

PASSWORD = "quattro-jolly-in-mano"
COOKIE = "sessionid"


@pytest.fixture(autouse=True)
def anna() -> User:
    return make_account(password=PASSWORD)


def logged_in(client: Client) -> Client:
    client.post("/en/login/", {"username": "anna", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/en/players/").status_code == 200


def with_cookie(key: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = key
    return client


def test_a_login_begins_another_session_than_the_one_that_came_with_it() -> None:
    """An attacker who planted a session is not logged in with its victim."""
    client = Client()
    laid = client.session
    laid["of"] = "somebody else"
    laid.save()
    before = client.cookies[COOKIE].value
    after = logged_in(client).cookies[COOKIE]
    assert is_in(client) and after.value != before and len(after.value) >= 32
    assert (after["httponly"], after["samesite"], after["path"], after["domain"]) == (True, "Lax", "/", "")
    assert not is_in(with_cookie(before))


def test_an_account_that_is_switched_off_in_the_database_is_out_at_once(anna: User) -> None:
    client = logged_in(Client())
    assert is_in(client)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not is_in(client)


def test_after_the_logout_its_cookie_is_good_for_nothing() -> None:
    client = logged_in(Client())
    key = client.cookies[COOKIE].value
    assert is_in(with_cookie(key))
    client.post("/en/logout/")
    assert not is_in(with_cookie(key)) and not Session.objects.exists()


@override_settings(LONGEST_HOURS=12)
def test_after_so_long_one_logs_in_again_idle_or_not() -> None:
    client = logged_in(Client())
    session = Session.objects.get()
    assert timedelta(hours=11) < session.expire_date - timezone.now() <= timedelta(hours=12)
    store = client.session
    store["begun"] = (timezone.now() - timedelta(hours=11, minutes=50)).timestamp()
    store["seen"] = 0
    store.save()
    assert is_in(client)
    assert Session.objects.get().expire_date - timezone.now() <= timedelta(minutes=10)
    store["begun"] = (timezone.now() - timedelta(hours=12)).timestamp()
    store.save()
    assert not is_in(client)


@pytest.mark.parametrize(("idle", "extended"), [(0, False), (299, False), (300, True), (3600, True)])
def test_a_session_that_is_used_is_extended_every_five_minutes(idle: int, extended: bool) -> None:
    session = SessionStore()
    session["seen"] = AT.timestamp() - idle
    stay_awake(session, at=AT)
    assert (session["seen"] == AT.timestamp()) is (extended or not idle)
