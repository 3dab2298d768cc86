"""A user whose password or second factor was changed is told at the next login, whoever changed it."""

import re
import time
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.logins.notices import JUST_NOW, password_saved
from accounts.models import LoginNotice
from accounts.services import (
    second_factor_begin,
    second_factor_confirm,
    second_factor_remove,
    sessions_delete_old,
)
from accounts.services.second_factor import _is_used, code_is_right
from tests.factories import make_account
from tests.tournaments.views.pages import in_one_piece

pytestmark = pytest.mark.django_db

PASSWORD = "quattro-jolly-in-mano"
OTHER = "una pinella al posto suo"
NOTICE = "Since you last logged in, the password was changed"


@pytest.fixture(autouse=True)
def anna() -> User:
    return make_account(password=PASSWORD)


def log_in(password: str = PASSWORD) -> tuple[Client, str]:
    """Log in, and return the browser and its first page."""
    client = Client()
    page = client.post("/en/login/", {"username": "anna", "password": password}, follow=True)
    assert page.redirect_chain
    return client, page.content.decode()


def choose(client: Client, address: str, *typed: str) -> None:
    """Fill in the passwords of a page, in their order on it."""
    fields = re.findall(r'<input type="password" name="(\w+)"', client.get(address).content.decode())
    assert client.post(address, dict(zip(fields, typed, strict=True))).status_code == 302


def link_for(user: User) -> str:
    """Return the path of a login link, as an administrator sees it."""
    administrator = Client()
    administrator.force_login(User.objects.get_or_create(username="capo", is_superuser=True)[0])
    text = administrator.post(f"/en/club/accounts/{user.pk}/link/").content.decode()
    return urlsplit(unescape(re.findall(r"<code>(.*?)</code>", in_one_piece(text))[0])).path


def later() -> None:
    """Move what has happened into the past."""
    for notice in LoginNotice.objects.all():
        notice.at -= JUST_NOW * 2
        notice.save()
    User.objects.update(last_login=timezone.now() - JUST_NOW * 3)


def test_whoever_changes_a_password_its_owner_is_told_once() -> None:
    client, first = log_in()
    assert "Since you last" not in first
    choose(client, "/en/account/password/", PASSWORD, OTHER, OTHER)
    later()
    owner, page = log_in(OTHER)
    assert page.count(NOTICE) == 1 and "tell an administrator" in page
    assert "The password was changed" in owner.get("/en/account/").content.decode()
    assert "Since you last" not in log_in(OTHER)[1]


def test_a_command_and_the_administration_are_seen_too(anna: User) -> None:
    log_in()
    anna.set_password(OTHER)
    anna.save()
    later()
    assert NOTICE in log_in(OTHER)[1]


def test_a_password_chosen_by_a_link_is_not_reported_to_who_chose_it(anna: User) -> None:
    log_in()
    client = Client()
    choose(client, link_for(anna), OTHER, OTHER)
    assert LoginNotice.objects.get().what == LoginNotice.What.PASSWORD
    assert "Since you last" not in client.get("/en/").content.decode()


def test_the_first_password_and_a_stronger_hash_of_the_same_are_no_change() -> None:
    choose(Client(), link_for(make_account("marta")), OTHER, OTHER)
    stronger = ["django.contrib.auth.hashers.ScryptPasswordHasher", "django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=stronger):
        log_in()
    assert User.objects.get(username="anna").password.startswith("scrypt")
    assert not LoginNotice.objects.exists()


def test_an_account_that_is_copied_into_a_club_brings_no_notice(anna: User) -> None:
    User(pk=anna.pk + 77, username="marta", password=anna.password).save()
    password_saved(User(pk=anna.pk, password="md5$another"), raw=True, update_fields=None)
    assert not LoginNotice.objects.exists()


def test_turning_the_second_factor_on_or_off_is_reported_to_the_user(anna: User) -> None:
    log_in()
    second_factor_remove(user=anna)
    assert not LoginNotice.objects.exists(), "there was none"
    totp = TOTP(second_factor_begin(user=anna).bin_key)
    totp.time = time.time()
    assert second_factor_confirm(user=anna, code=f"{totp.token():06}")
    second_factor_remove(user=anna)
    later()
    page = log_in()[1]
    assert "two-step login was turned on" in page and "two-step login was turned off" in page
    sessions_delete_old(at=timezone.now() + timedelta(days=366))
    assert not LoginNotice.objects.exists()


@override_settings(HTTPS=True)
def test_a_code_used_twice_lets_nobody_in_and_is_reported_to_the_user(anna: User) -> None:
    """Somebody who looked over the user's shoulder knows the password as well."""
    log_in()
    device = second_factor_begin(user=anna)
    totp = TOTP(device.bin_key)
    totp.time = time.time()
    assert second_factor_confirm(user=anna, code=f"{totp.token():06}")
    LoginNotice.objects.all().delete()
    assert not code_is_right(anna, "000000" if totp.token() else "111111")
    assert not LoginNotice.objects.exists()
    assert not code_is_right(anna, f"{totp.token():06}")
    assert LoginNotice.objects.get().what == LoginNotice.What.CODE_TWICE


def test_a_code_that_becomes_valid_at_this_moment_was_not_used_before(anna: User) -> None:
    device = TOTPDevice.objects.create(user=anna, confirmed=True)
    totp = TOTP(device.bin_key)
    totp.time = time.time()
    assert not _is_used(device, f"{totp.token():06}")
    assert device.verify_token(totp.token()) and _is_used(device, f"{totp.token():06}")
