"""Logging in: who is let in, who waits, whom nobody can make wait, and what is written down of it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread, Timer

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import LoginDelayed
from accounts.logins import security_log, turns
from accounts.logins.devices import device_name
from accounts.models import Access, FailedLogins
from accounts.services import link_make, sessions_delete_old
from accounts.services.limits import ADDRESS, LIMITS, NAME, Attempt, Limit, check_delay, count_attempt, network_of
from tests.factories import AT, make_account

pytestmark = pytest.mark.django_db

PASSWORD = "quattro-jolly-in-mano"


def log_in(client: Client, name: str = "anna", password: str = PASSWORD, *, address: str = "10.0.0.1") -> HttpResponse:
    return client.post("/en/login/", {"username": name, "password": password}, REMOTE_ADDR=address)


def fail(times: int, name: str = "anna", *, address: str = "10.6.6.6") -> HttpResponse:
    for _time in range(times):
        response = log_in(Client(), name, "sbagliata", address=address)
    return response


def at_last(key: str) -> FailedLogins:
    return FailedLogins.objects.get(key__startswith=key)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody lingers, and what other tests have left in the process is forgotten."""
    monkeypatch.setattr(turns, "AFTER_A_REFUSAL", 0)
    turns._shut.clear()
    security_log._told.clear()


@pytest.fixture(autouse=True)
def anna() -> User:
    return make_account(password=PASSWORD)


def test_whoever_knows_the_password_is_on_the_page_that_was_asked_for() -> None:
    client = Client()
    asked = client.get("/en/players/")
    client.get(asked.headers["Location"])
    response = client.post(
        asked.headers["Location"], {"username": "anna", "password": PASSWORD, "next": "/en/players/"}
    )
    assert response.headers["Location"] == "/en/players/"
    assert client.get("/en/players/").status_code == 200
    assert client.get("/en/login/").headers["Location"] == "/en/"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil", "NaN"]
)
def test_no_link_leads_from_the_login_to_another_site(elsewhere: str) -> None:
    response = Client().post("/en/login/", {"username": "anna", "password": PASSWORD, "next": elsewhere})
    assert response.headers["Location"] == "/en/"


@pytest.mark.parametrize("name", ["anna", "nobody-of-that-name"])
def test_a_refusal_keeps_the_name_and_does_not_say_whether_it_is_known(name: str) -> None:
    response = fail(1, name)
    assert response.status_code == 422
    page = response.content.decode()
    assert f'value="{name}"' in page and "Name and password do not go together." in page
    assert "sbagliata" not in page


def test_an_account_that_is_shut_lets_nobody_in(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert log_in(Client()).status_code == 422


# --- Who waits -------------------------------------------------------------------------------------------------------


def test_a_name_waits_longer_and_longer_wherever_it_is_tried_from() -> None:
    """270 guesses an hour from 30 addresses, one every 13 seconds: only a few of them are looked at."""
    begun, looked_at = AT, 0
    for guess in range(270):
        at = begun + timedelta(seconds=guess * 3600 / 270)
        try:
            count_attempt(Attempt(name="Anna " if guess % 2 else "anna", address=f"10.0.1.{guess % 30}"), at=at)
        except LoginDelayed:
            continue
        looked_at += 1
    assert looked_at < 30
    assert at_last("name:").failures == looked_at


def test_many_names_from_one_address_wait_too() -> None:
    assert {fail(1, f"name-{number}").status_code for number in range(ADDRESS.free)} == {422}
    other = log_in(Client(), "nobody", "x", address="10.6.6.6")
    assert other.status_code == 429 and 0 < int(other.headers["Retry-After"]) <= ADDRESS.longest.total_seconds()
    unheard = log_in(Client(), "nobody", "x", address="10.6.6.6")
    assert unheard.status_code == 429 and "came in from this place" in unheard.content.decode()
    assert log_in(Client(), "nobody", "x", address="10.6.6.7").status_code == 422


def test_nobody_locks_out_a_device_that_has_logged_in_before() -> None:
    laptop, new = Client(), Client()
    assert log_in(laptop).status_code == 302
    laptop.post("/en/logout/")
    assert fail(NAME.free + 3, address="10.0.0.1").status_code == 429
    told = log_in(new)
    assert told.status_code == 429
    assert "A device on which you have logged in before does not wait" in told.content.decode()
    assert log_in(laptop).status_code == 302


def test_the_sign_of_a_device_is_good_for_its_owner_alone_and_guesses_with_it_wait() -> None:
    make_account("luca", password=PASSWORD)
    laptop = Client()
    log_in(laptop)
    laptop.post("/en/logout/")
    fail(NAME.free + 3, "luca")
    assert log_in(laptop, "luca").status_code == 429
    answers = [log_in(laptop, "anna", "sbagliata") for _guess in range(8)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429] * 3
    told = answers[-1].content.decode()
    assert "typed on this device" in told and "does not wait" not in told
    assert FailedLogins.objects.filter(key__startswith="name:", failures__gt=0).count() == 1


def test_who_gets_it_right_begins_anew_but_not_the_address() -> None:
    fail(3, address="10.0.0.1")
    assert log_in(Client()).status_code == 302
    assert not FailedLogins.objects.filter(key__startswith="name:").exists()
    assert at_last("address:").failures == 3


def test_failures_are_forgotten_after_their_time() -> None:
    attempt = Attempt(name="anna", address="10.0.0.1")
    for _guess in range(NAME.free):
        count_attempt(attempt, at=AT)
    with pytest.raises(LoginDelayed):
        check_delay(attempt, at=AT)
    later = AT + NAME.forgotten + timedelta(seconds=1)
    count_attempt(attempt, at=later)
    assert {row.failures for row in FailedLogins.objects.all()} == {1}
    count_attempt(Attempt(name="luca", address="10.0.0.2"), at=later + NAME.forgotten * 2)
    assert FailedLogins.objects.count() == 2


@given(st.sampled_from(list(LIMITS.values())), st.integers(0, 10_000))
def test_the_delay_never_falls_and_never_becomes_a_lock(limit: Limit, failures: int) -> None:
    now, then = limit.delay(failures), limit.delay(failures + 1)
    assert timedelta(0) <= now <= then <= limit.longest
    assert (now == timedelta(0)) == (failures < limit.free)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", ""),
        ("not an address", "not an address"),
    ],
)
def test_of_ipv6_a_household_is_one(address: str, network: str) -> None:
    assert network_of(address) == network


# --- One password at a time ------------------------------------------------------------------------------------------


@contextmanager
def somebody_elses_turn() -> Iterator[Event]:
    """Another login is being looked at, until the event or the end."""
    entered, leave = Event(), Event()

    def hash_slowly() -> None:
        with turns.turn():
            entered.set()
            leave.wait(30)

    other = Thread(target=hash_slowly)
    other.start()
    assert entered.wait(30)
    try:
        yield leave
    finally:
        leave.set()
        other.join()


def test_a_stranger_is_sent_away_at_once_while_a_password_is_looked_at_and_a_known_device_waits() -> None:
    laptop = Client()
    log_in(laptop)
    laptop.post("/en/logout/")
    with somebody_elses_turn() as leave:
        for language, sentence in (("/en", "what you typed is sent once more"), ("", "quello che hai scritto")):
            response = Client().post(f"{language}/login/", {"username": "anna", "password": PASSWORD})
            assert (response.status_code, response.headers["Retry-After"]) == (429, "2")
            assert sentence in response.content.decode()
        assert not FailedLogins.objects.exists()
        Timer(0.05, leave.set).start()
        assert log_in(laptop).status_code == 302
    assert log_in(Client()).status_code == 302


def test_passwords_are_chosen_one_at_a_time_too(anna: User) -> None:
    link = f"/en/login/{anna.pk}/{link_make(user=anna)}/"
    with somebody_elses_turn():
        response = Client().post(link, {"new_password": PASSWORD, "new_password_again": PASSWORD})
    assert response.status_code == 503 and "Somebody else is logging in" in response.content.decode()
    assert Client().post(link, {"new_password": PASSWORD, "new_password_again": PASSWORD}).status_code == 302


@override_settings(
    PASSWORD_HASHERS=["accounts.logins.hasher.ClubArgon2", "django.contrib.auth.hashers.MD5PasswordHasher"]
)
def test_an_older_hash_is_read_and_replaced_by_argon2(anna: User) -> None:
    assert identify_hasher(anna.password).algorithm == "md5"
    assert log_in(Client()).status_code == 302
    anna.refresh_from_db()
    assert anna.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert log_in(Client()).status_code == 302


# --- What is written down --------------------------------------------------------------------------------------------


def test_every_refusal_is_logged_and_nobody_writes_lines_of_their_own(caplog: pytest.LogCaptureFixture) -> None:
    fail(1, "anna\n2026 forged", address="10.6.6.6")
    fail(NAME.free + 1)
    said = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert len(said) == NAME.free + 2
    assert all("\n" not in line and "10.6.6.6" in line and "sbagliata" not in line for line in said)
    assert said[0].startswith("login refused") and said[-1].startswith("login delayed")
    assert all(record.levelno == logging.WARNING for record in caplog.records)


def test_a_flood_of_refusals_is_told_as_a_number(caplog: pytest.LogCaptureFixture, rf: RequestFactory) -> None:
    for _refusal in range(security_log.LINES * 3):
        security_log.note(rf.get("/en/login/"), "login refused")
    began, times = security_log._told["login refused"]
    security_log._told["login refused"] = began - security_log.WITHIN - 1, times
    security_log.note(rf.get("/en/login/"), "login refused")
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == security_log.LINES + 2
    assert said[-2] == f"login refused: {security_log.LINES * 2} times more"


def test_the_log_of_access_is_kept_for_a_year_and_has_no_way_to_delete_a_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log_in(Client())
    fail(1)
    assert list(Access.objects.values_list("name", "outcome", "address")) == [
        ("anna", "refused", "10.6.6.6"),
        ("anna", "in", "10.0.0.1"),
    ]
    administrator = Client()
    administrator.force_login(User.objects.create_superuser("capo"))
    page = administrator.get("/en/admin/accounts/access/")
    assert page.status_code == 200 and "delete_selected" not in page.content.decode()
    line = Access.objects.first()
    assert line is not None
    assert administrator.post(f"/en/admin/accounts/access/{line.pk}/delete/", {"post": "yes"}).status_code == 403
    told = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert told[-1].startswith("forbidden: ") and "/delete/" in told[-1] and "user='capo'" in told[-1]
    Access.objects.update(at=timezone.now() - timedelta(days=366))
    sessions_delete_old(at=timezone.now())
    assert not Access.objects.exists()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140 Safari/537.36 Edg/140", "Edge · Windows"),
        ("curl/8.5", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(said: str, name: str) -> None:
    assert device_name(said) == name
