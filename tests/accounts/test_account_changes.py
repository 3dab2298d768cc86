"""What becomes of accounts, sessions, phones and tokens: stored, told to whoever did it, and written in the journal."""

import re
import time
from base64 import b32decode
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.logins import hashing_queue, security_log
from accounts.models import Account, JournalEntry, LoginNotice, Role, Session
from accounts.services import account_change, has_second_factor, second_factor_begin, second_factor_confirm
from pages.refusals import Refused
from tests.factories import make_account
from tests.tournaments.views.pages import said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

PASSWORD = "quattro-jolly-in-mano"


@pytest.fixture
def carla() -> User:
    return make_account("carla", Role.ADMINISTRATOR, password=PASSWORD)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def with_phone(user: User) -> None:
    totp = TOTP(second_factor_begin(user=user).bin_key)
    totp.time = time.time()
    assert second_factor_confirm(user=user, code=f"{totp.token():06}")


def told() -> list[tuple[str, str, str]]:
    return list(JournalEntry.objects.order_by("pk").values_list("event", "who", "about"))


def facts(user: User) -> tuple[bool, bool, bool, str, int]:
    stored = User.objects.get(pk=user.pk)
    account = Account.objects.get(user=user)
    return stored.is_active, stored.is_staff, stored.is_superuser, account.role, account.links


def test_a_role_brings_its_flags_and_who_is_shut_out_loses_sessions_and_links(carla: User) -> None:
    ugo, other = make_account("ugo"), make_account("ada")
    for user in (ugo, other):
        logged_in(user)
    account_change(user=ugo, role=Role.ADMINISTRATOR, active=True)
    assert facts(ugo) == (True, True, True, "administrator", 0) and Session.objects.filter(user=ugo).exists()
    changed = account_change(user=ugo, role=Role.SCORER, active=False)
    assert changed == ugo and not changed.is_active
    assert facts(ugo) == (False, False, False, "scorer", 1)
    assert {session.user_id for session in Session.objects.all()} == {other.pk}
    account_change(user=ugo, role=Role.SCORER, active=True)
    assert facts(ugo) == (True, False, False, "scorer", 1)
    assert facts(other) == (True, False, False, "referee", 0)


def test_an_account_without_a_role_gets_one() -> None:
    make_account("carla", Role.ADMINISTRATOR, password=PASSWORD)
    plain = User.objects.create_user("piano")
    account_change(user=plain, role=Role.TREASURER, active=True)
    assert facts(plain) == (True, False, False, "treasurer", 0)


@pytest.mark.parametrize(
    ("role", "active", "second", "refused"),
    [
        (Role.REFEREE, True, "", True),
        (Role.ADMINISTRATOR, False, "", True),
        (Role.ADMINISTRATOR, True, "", False),
        (Role.REFEREE, True, "administrator", False),
        (Role.REFEREE, False, "superuser", False),
        # These cannot log in, or are no administrators.
        (Role.REFEREE, True, "without a password", True),
        (Role.REFEREE, True, "shut", True),
        (Role.REFEREE, True, "superuser with a role", True),
        (Role.REFEREE, True, "referee", True),
    ],
)
def test_one_administrator_who_can_log_in_stays(
    carla: User, role: Role, active: bool, second: str, refused: bool
) -> None:
    if second in ("administrator", "without a password", "shut"):
        make_account("ugo", Role.ADMINISTRATOR, password=None if second == "without a password" else PASSWORD)
        User.objects.filter(username="ugo").update(is_active=second != "shut")
    elif second == "referee":
        make_account("ugo", Role.REFEREE, password=PASSWORD)
    elif second:
        made = User.objects.create_superuser("ugo", password=PASSWORD)
        if second == "superuser with a role":
            Account.objects.create(user=made, role=Role.REFEREE)
    if refused:
        with pytest.raises(Refused, match="without an administrator who can log in"):
            account_change(user=carla, role=role, active=active)
        assert facts(carla) == (True, True, True, "administrator", 0)
    else:
        account_change(user=carla, role=role, active=active)
        assert facts(carla)[0] is active and facts(carla)[3] == role


def test_somebody_else_may_be_changed_while_one_administrator_stays(carla: User) -> None:
    account_change(user=make_account("ugo"), role=Role.VIEWER, active=False)
    assert facts(User.objects.get(username="ugo"))[:4] == (False, False, False, "viewer")


def test_an_administrator_logs_somebody_out_and_takes_a_lost_phone_away(carla: User) -> None:
    ugo = make_account("ugo")
    page, phone = logged_in(carla), logged_in(ugo)
    with_phone(ugo)
    TOTPDevice.objects.create(user=ugo, confirmed=False)
    answer = page.post(f"/en/club/accounts/{ugo.pk}/second-factor/")
    assert answer.status_code == 302 and answer.headers["Location"] == f"/en/club/accounts/{ugo.pk}/"
    assert said(answer) == "ugo now needs only the password to log in."
    assert not TOTPDevice.objects.exists() and phone.get("/en/players/").status_code == 200
    answer = page.post(f"/en/club/accounts/{ugo.pk}/log-out/")
    assert answer.headers["Location"] == f"/en/club/accounts/{ugo.pk}/"
    assert said(answer).endswith(" ugo is logged out everywhere.")
    assert phone.get("/en/players/").status_code == 302 and page.get("/en/players/").status_code == 200
    assert told() == [("code_off", "carla", "ugo"), ("logged_out", "carla", "ugo")]
    notices = [LoginNotice.What.CODE_ON, LoginNotice.What.CODE_OFF]
    assert list(LoginNotice.objects.filter(user=ugo).order_by("pk").values_list("what", flat=True)) == notices
    # Nothing is reported of a phone that never gave a code.
    TOTPDevice.objects.create(user=ugo, confirmed=False)
    page.post(f"/en/club/accounts/{ugo.pk}/second-factor/")
    assert not TOTPDevice.objects.exists() and LoginNotice.objects.filter(user=ugo).count() == 2


@override_settings(HTTPS=True)
def test_everybody_takes_their_own_phone_away_and_ends_their_own_sessions(carla: User) -> None:
    here, there = logged_in(carla), logged_in(carla)
    with_phone(carla)
    answer = here.post("/en/account/second-factor/remove/")
    assert answer.headers["Location"] == "/en/account/" and not has_second_factor(carla)
    assert said(answer) == "You now need only your password to log in."
    answer = here.post("/en/account/log-out-everywhere/")
    assert answer.headers["Location"].startswith("/en/login/")
    assert said(answer).endswith("You are logged out everywhere.")
    assert not Session.objects.filter(user=carla).exists()
    assert [client.get("/en/players/").status_code for client in (here, there)] == [302, 302]
    assert told() == [("code_off", "carla", "carla"), ("logged_out", "carla", "carla")]


def test_where_others_read_along_no_phone_is_taken_away(carla: User) -> None:
    with_phone(carla)
    answer = logged_in(carla).post("/en/account/second-factor/remove/", headers={"host": "localhost"})
    assert answer.status_code == 404 and has_second_factor(carla)


def test_addresses_that_wait_are_forgotten_together_where_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing_queue, "_shut", {})
    monkeypatch.setattr(hashing_queue, "MOST_SHUT", 2)
    hashing_queue.shut("a", seconds=60)
    hashing_queue.shut("b", seconds=-1)
    assert hashing_queue.is_shut("a") and not hashing_queue.is_shut("b") and not hashing_queue.is_shut("c")
    hashing_queue.shut("b", seconds=60)
    assert hashing_queue.is_shut("a") and hashing_queue.is_shut("b")
    hashing_queue.shut("c", seconds=60)
    assert not hashing_queue.is_shut("a") and not hashing_queue.is_shut("b") and hashing_queue.is_shut("c")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines of the security log, each without the address and the page."""
    said = [record.getMessage() for record in caplog.records if record.name == security_log.LOGGER.name]
    caplog.clear()
    return [re.sub(r"(: | )address='[^']*', user='[^']*', page='[^']*'(, )?", r"\1", line) for line in said]


@pytest.fixture(autouse=True)
def nothing_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security_log, "_lines_logged", {})


def test_an_account_that_is_saved_opened_or_shut_is_said_logged_and_in_the_journal(
    carla: User, caplog: pytest.LogCaptureFixture
) -> None:
    page, ugo = logged_in(carla), make_account("ugo")
    address = f"/en/club/accounts/{ugo.pk}/"
    shown = page.get(address)
    assert shown.status_code == 200 and not page.post(address, {}).headers.get("Location")
    assert page.post(address, {"role": "emperor"}).status_code == 422
    assert [*logged(caplog), *told()] == []
    for sent, changed, event in (
        ({"role": "scorer", "active": "on"}, "role=<Role.SCORER: 'scorer'>", ""),
        ({"role": "scorer"}, "role=<Role.SCORER: 'scorer'>", "shut"),
        ({"role": "viewer"}, "role=<Role.VIEWER: 'viewer'>", ""),
        ({"role": "viewer", "active": "on"}, "role=<Role.VIEWER: 'viewer'>", "opened"),
    ):
        answer = page.post(address, sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/en/club/accounts/")
        assert said(answer).endswith("The account of ugo is saved.")
        lines = logged(caplog)
        assert [line.partition(":")[0] for line in lines] == ["account changed", f"account {event}"][: 1 + bool(event)]
        assert "account='ugo'" in lines[0] and f"active='{'active' in sent}'" in lines[0]
        assert changed.split("'")[1] in lines[0]
    assert told() == [("shut", "carla", "ugo"), ("opened", "carla", "ugo")]
    refused = page.post(f"/en/club/accounts/{carla.pk}/", {"role": "viewer", "active": "on"})
    assert refused.status_code == 422 and "without an administrator" in refused.content.decode()
    assert logged(caplog) == [] and page.get("/en/club/accounts/987654/").status_code == 404


def test_the_sessions_of_an_account_are_those_that_last_the_latest_seen_first(carla: User) -> None:
    ugo = make_account("ugo")
    now = timezone.now()
    for name, seen, left in (("a", 3, 1), ("b", 1, 1), ("c", 2, -1), ("d", 2, 1)):
        facts = {"seen_at": now - timedelta(hours=seen), "expire_date": now + timedelta(hours=left)}
        Session.objects.create(session_key=name, session_data="", user=ugo, **facts)
    shown = logged_in(carla).get(f"/en/club/accounts/{ugo.pk}/").context
    assert [session.session_key for session in shown["sessions"]] == ["b", "d", "a"]
    assert shown["owner"] == ugo and not shown["has_second_factor"]
    with_phone(ugo)
    with override_settings(HTTPS=True):
        assert logged_in(carla).get(f"/en/club/accounts/{ugo.pk}/").context["has_second_factor"]


def test_a_password_that_is_changed_or_not_is_said_and_logged(
    carla: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashing_queue, "AFTER_A_REFUSAL", 0)
    monkeypatch.setattr(hashing_queue, "PATIENCE", 0)
    page, address, new = logged_in(carla), "/en/account/password/", "una pinella al posto suo"

    def sent(old: str) -> HttpResponse:
        typed = {"old_password": old, "new_password": new, "new_password_again": new}
        return page.post(address, typed)  # type: ignore[return-value]

    assert page.get(address).status_code == 200
    wrong = sent("sbagliata")
    assert wrong.status_code == 422
    assert wrong.context["form"].errors == {"old_password": ["That is not your current password."]}  # type: ignore[attr-defined]
    with hashing_queue.turn():
        busy = sent(PASSWORD)
    assert busy.status_code == 422 and list(busy.context["form"].errors) == ["__all__"]  # type: ignore[attr-defined]
    assert logged(caplog) == ["password not changed: "] and told() == []
    done = sent(PASSWORD)
    assert (done.status_code, done.headers["Location"]) == (302, "/en/account/")
    assert said(done) == ("The new password is valid from now on. You have been logged out everywhere else.")
    assert logged(caplog) == ["password changed: "] and told() == [("password", "carla", "carla")]
    assert page.get("/en/players/").status_code == 200


@override_settings(HTTPS=True)
def test_a_phone_is_set_up_by_a_right_code_and_a_wrong_one_is_told(
    carla: User, caplog: pytest.LogCaptureFixture
) -> None:
    page, address = logged_in(carla), "/en/account/second-factor/"
    shown = page.get(address)
    assert shown.status_code == 200
    key = shown.context["key"]
    wrong = page.post(address, {"otp": "abc"})
    assert wrong.status_code == 422 and list(wrong.context["form"].errors) == ["otp"]
    assert "wrong or has expired" in wrong.content.decode() and wrong.context["key"] == key
    assert page.post(address, {"otp": ""}).status_code == 422
    assert logged(caplog) == ["second factor not set up: "] and not has_second_factor(carla)
    totp = TOTP(b32decode(key))
    totp.time = time.time()
    right = page.post(address, {"otp": f"{totp.token():06}"})
    assert (right.status_code, right.headers["Location"]) == (302, "/en/account/")
    assert said(right) == "From now on you also need a code from your phone to log in."
    assert has_second_factor(carla) and logged(caplog) == ["second factor set up: "]
    assert told() == [("code_on", "carla", "carla")]
