"""Logging in: who is admitted, who has to wait, whom nobody can delay, and what is logged."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread, Timer

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.errors import HashingBusy, LoginDelayed
from accounts.logins import hashing_queue, security_log
from accounts.logins.devices import device_name
from accounts.models import Access, FailedLogins, Role
from accounts.services import device_code, device_sign, link_make, sessions_delete_old
from accounts.services.device_codes import CHANGES_EVERY
from accounts.services.login_delays import (
    ADDRESS,
    DEVICE,
    LIMITS,
    NAME,
    Limit,
    LoginAttempt,
    check_delay,
    count_attempt,
    network_of,
)
from tests.factories import AT, make_account
from tests.tournaments.views.pages import html_of, said

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
    """Refused logins do not linger, and other tests' state in the process is cleared."""
    monkeypatch.setattr(hashing_queue, "AFTER_A_REFUSAL", 0)
    hashing_queue._shut.clear()
    security_log._lines_logged.clear()


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
    assert f'value="{name}"' in page and "Wrong name or password." in page
    assert "sbagliata" not in page


@pytest.mark.parametrize("lacking", ["username", "password"])
def test_a_login_with_an_empty_field_is_shown_again_and_counted_against_nobody(lacking: str) -> None:
    response = Client().post("/en/login/", {"username": "anna", "password": PASSWORD} | {lacking: ""})
    assert response.status_code == 422 and response.context["form"].errors.keys() == {lacking}
    assert not FailedLogins.objects.exists()


def test_an_account_that_is_shut_lets_nobody_in(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert log_in(Client()).status_code == 422


# --- Who waits -------------------------------------------------------------------------------------------------------


def test_a_name_waits_longer_and_longer_wherever_it_is_tried_from() -> None:
    """Of 270 guesses an hour from 30 addresses, one every 13 seconds, only a few are checked."""
    begun, looked_at = AT, 0
    for guess in range(270):
        at = begun + timedelta(seconds=guess * 3600 / 270)
        try:
            count_attempt(LoginAttempt(name="Anna " if guess % 2 else "anna", address=f"10.0.1.{guess % 30}"), at=at)
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
    assert unheard.status_code == 429 and "passwords from this place" in unheard.content.decode()
    assert log_in(Client(), "nobody", "x", address="10.6.6.7").status_code == 422


def test_nobody_locks_out_a_device_that_has_logged_in_before() -> None:
    laptop, new = Client(), Client()
    assert log_in(laptop).status_code == 302
    laptop.post("/en/logout/")
    assert fail(NAME.free + 3, address="10.0.0.1").status_code == 429
    response = log_in(new)
    assert response.status_code == 429
    assert "A device on which you have logged in before does not have to wait" in response.content.decode()
    assert log_in(laptop).status_code == 302


def code_shown_to(user: User) -> str:
    """Return the code on the page for new devices of a logged-in user."""
    there = Client()
    there.force_login(user)
    code_match = re.search(
        r'class="device-code" translate="no">(\w{8})<', there.get("/en/account/device/").content.decode()
    )
    assert code_match
    return code_match[1]


def test_a_new_device_is_told_an_address_that_it_can_open(anna: User, settings: Settings) -> None:
    """At the club's own computer the page is at `localhost`, which on the new device would be that device itself."""
    settings.ALLOWED_HOSTS, settings.LAN_ADDRESSES = ["*"], f"{__name__}.in_the_hall"
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(anna)
    assert "http://192.168.1.20:8000/en/login/device/" in html_of(client.get("/en/account/device/"))


def in_the_hall() -> list[str]:
    return ["192.168.1.20"]


def test_a_new_device_is_let_in_by_somebody_who_is_logged_in_whatever_others_have_typed(anna: User) -> None:
    """The referee's laptop broke; somebody in the hall types wrong passwords; a scorer is logged in."""
    scorer = make_account("ugo", Role.SCORER)
    new = Client()
    assert fail(NAME.free + ADDRESS.free, address="10.0.0.1").status_code == 429
    assert log_in(new).status_code == 429
    code = code_shown_to(scorer)
    let_in = new.post("/en/login/device/", {"username": "anna", "code": f" {code.lower()[:4]} {code.lower()[4:]} "})
    assert let_in.headers["Location"] == "/en/login/" and "This device no longer waits" in said(let_in)
    # The code is not a password: a wrong password is refused and counted for the device.
    assert log_in(new, password="sbagliata").status_code == 422
    assert log_in(new).status_code == 302
    # The device is now known, like any other on which somebody has logged in.
    new.post("/en/logout/")
    assert log_in(new).status_code == 302


def test_a_code_for_a_device_gives_few_guesses_and_no_more_when_it_is_given_again(anna: User) -> None:
    code = code_shown_to(anna)
    answers = []
    for _again in range(3):
        guesser = Client()
        guesser.post("/en/login/device/", {"username": "anna", "code": code})
        answers += [log_in(guesser, password="sbagliata").status_code for _guess in range(3)]
    assert answers == [422] * DEVICE.free + [429] * (9 - DEVICE.free)


def test_a_code_for_a_device_dies_with_its_time_its_owner_and_its_owners_password(anna: User) -> None:
    code = device_code(shown_by=anna, at=AT)
    assert device_sign(code=code, name="anna", at=AT + CHANGES_EVERY)
    assert not device_sign(code=code, name="anna", at=AT + 2 * CHANGES_EVERY)
    assert device_sign(code=device_code(shown_by=None, at=AT), name="anna", at=AT)
    for other in ("", "22222222", code[:-1], code + "A"):
        assert not device_sign(code=other, name="anna", at=AT)
    anna.set_password("un'altra parola lunga")
    anna.save()
    assert not device_sign(code=code, name="anna", at=AT)
    code = device_code(shown_by=anna, at=AT)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not device_sign(code=code, name="anna", at=AT)
    refused = Client().post("/en/login/device/", {"username": "anna", "code": code})
    assert refused.status_code == 422 and "This code is not valid now" in refused.content.decode()


def test_a_wrong_code_for_a_device_stays_typed_and_both_answers_are_logged(
    anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    security_log._lines_logged.clear()
    new, address = Client(), "/en/login/device/"
    assert new.get(address).status_code == 200 and new.put(address).status_code == 405
    for typed in ({"username": "anna"}, {"username": "anna", "code": "22222222"}):
        refused = new.post(address, typed)
        assert refused.status_code == 422 and 'value="anna"' in refused.content.decode()
    new.post(address, {"username": "anna", "code": code_shown_to(anna)})
    messages = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert [line.partition(":")[0] for line in messages if "anna" in line and "shown" not in line] == [
        "wrong code of a device",
        "device let in",
    ]


def test_the_clubs_computer_lets_a_device_in_by_its_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("device_code")
    code = capsys.readouterr().out.split()[-1]
    assert Client().post("/en/login/device/", {"username": "anna", "code": code}).status_code == 302


def test_the_sign_of_a_device_is_good_for_its_owner_alone_and_guesses_with_it_wait() -> None:
    make_account("luca", password=PASSWORD)
    laptop = Client()
    log_in(laptop)
    laptop.post("/en/logout/")
    fail(NAME.free + 3, "luca")
    assert log_in(laptop, "luca").status_code == 429
    answers = [log_in(laptop, "anna", "sbagliata") for _guess in range(8)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429] * 3
    text = answers[-1].content.decode()
    assert "typed on this device" in text and "does not wait" not in text
    assert FailedLogins.objects.filter(key__startswith="name:", failures__gt=0).count() == 1


def test_who_gets_it_right_begins_again_but_not_the_address() -> None:
    fail(3, address="10.0.0.1")
    assert log_in(Client()).status_code == 302
    assert not FailedLogins.objects.filter(key__startswith="name:").exists()
    assert at_last("address:").failures == 3


def test_failures_are_forgotten_after_their_time() -> None:
    attempt = LoginAttempt(name="anna", address="10.0.0.1")
    for _guess in range(NAME.free):
        count_attempt(attempt, at=AT)
    with pytest.raises(LoginDelayed):
        check_delay(attempt, at=AT)
    later = AT + timedelta(days=1, seconds=1)
    count_attempt(attempt, at=later)
    assert {row.failures for row in FailedLogins.objects.all()} == {1}
    count_attempt(LoginAttempt(name="luca", address="10.0.0.2"), at=later + NAME.forgotten * 2)
    assert FailedLogins.objects.count() == 2


def test_an_address_begins_again_when_its_time_is_over_though_its_row_is_still_stored() -> None:
    attempt = LoginAttempt(name="anna", address="10.0.0.1")
    for _guess in range(3):
        count_attempt(attempt, at=AT)
    last = AT + ADDRESS.forgotten
    count_attempt(attempt, at=last)
    assert at_last("address:").failures == 4
    count_attempt(attempt, at=last + ADDRESS.forgotten + timedelta(seconds=1))
    assert (at_last("address:").failures, at_last("name:").failures) == (1, 5)


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
    """Another login holds the turn until the event or the end."""
    entered, leave = Event(), Event()

    def hash_slowly() -> None:
        with hashing_queue.turn():
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


def test_no_stranger_has_a_turn_before_a_known_device_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing_queue, "_waiting", 1)
    with pytest.raises(HashingBusy), hashing_queue.turn():
        pass
    with hashing_queue.turn(patience=30):
        pass


def test_a_refused_login_keeps_the_turn_for_its_time_and_one_that_is_let_in_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[tuple[float, bool]] = []
    monkeypatch.setattr(hashing_queue, "AFTER_A_REFUSAL", 0.75)
    monkeypatch.setattr(
        hashing_queue.time, "sleep", lambda seconds: kept.append((seconds, hashing_queue._TURN.acquire(blocking=False)))
    )
    assert log_in(Client()).status_code == 302 and not kept
    assert fail(1).status_code == 422 and kept == [(0.75, False)]


def test_an_address_waits_as_long_as_was_said_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(hashing_queue.time, "monotonic", lambda: now)
    hashing_queue.shut("10.6.6.6", seconds=60)
    now += 59
    assert hashing_queue.is_shut("10.6.6.6")
    now += 1
    assert not hashing_queue.is_shut("10.6.6.6")


def test_a_flood_of_addresses_that_wait_takes_no_memory_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing_queue, "MOST_SHUT", 3)
    for network in range(7):
        hashing_queue.shut(str(network), seconds=60)
        assert hashing_queue.is_shut(str(network)) and not hashing_queue.is_shut(f"{network + 1}")
        assert len(hashing_queue._shut) <= 3


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
    texts = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert len(texts) == NAME.free + 2
    assert all("\n" not in line and "10.6.6.6" in line and "sbagliata" not in line for line in texts)
    assert texts[0].startswith("login refused") and texts[-1].startswith("login delayed")
    assert all(record.levelno == logging.WARNING for record in caplog.records)


def test_a_flood_of_refusals_is_told_as_a_number(caplog: pytest.LogCaptureFixture, rf: RequestFactory) -> None:
    for _refusal in range(security_log.LINES * 3):
        security_log.note(rf.get("/en/login/"), "login refused")
    began, times = security_log._lines_logged["login refused"]
    security_log._lines_logged["login refused"] = began - security_log.WITHIN - 1, times
    security_log.note(rf.get("/en/login/"), "login refused")
    texts = [record.getMessage() for record in caplog.records]
    assert len(texts) == security_log.LINES + 2
    assert texts[-2] == f"login refused: {security_log.LINES * 2} times more"


@pytest.mark.parametrize(("passed", "lines"), [(security_log.WITHIN, 0), (security_log.WITHIN + 1, 1)])
def test_a_minute_of_the_log_is_over_after_its_last_second_and_as_many_lines_as_are_logged_leave_no_number(
    caplog: pytest.LogCaptureFixture, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch, passed: int, lines: int
) -> None:
    now = 1_000.0
    monkeypatch.setattr(security_log.time, "monotonic", lambda: now)
    for _refusal in range(security_log.LINES):
        security_log.note(rf.get("/en/login/"), "login refused")
    now += passed
    security_log.note(rf.get("/en/login/"), "login refused")
    assert len(caplog.records) == security_log.LINES + lines and "times more" not in caplog.text


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
    texts = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert texts[-1].startswith("forbidden: ") and "/delete/" in texts[-1] and "user='capo'" in texts[-1]
    Access.objects.update(at=timezone.now() - timedelta(days=366))
    sessions_delete_old(at=timezone.now())
    assert not Access.objects.exists()


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140 Safari/537.36 Edg/140", "Edge · Windows"),
        ("curl/8.5", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
