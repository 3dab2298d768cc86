"""A server may require a second factor of its administrators."""

import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory, override_settings
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Role
from accounts.services import needs_code, second_factor_begin, second_factor_confirm
from accounts.services.second_factor import lacks_second_factor
from accounts.views.own import second_factor_offered
from tests.factories import make_account

pytestmark = pytest.mark.django_db


@override_settings(HTTPS=True, SECOND_FACTOR_DEMANDED=True)
def test_nothing_is_open_to_an_administrator_before_the_second_factor() -> None:
    carla = make_account("carla", Role.ADMINISTRATOR)
    client = Client()
    client.force_login(carla)
    for address in ("/en/players/", "/en/club/accounts/", "/en/admin/", "/en/tournaments/new/"):
        assert client.get(address).headers["Location"] == "/en/account/second-factor/", address
    assert client.post("/en/club/", {"name": "Circolo"}).headers["Location"] == "/en/account/second-factor/"
    assert "set yours up first" in client.get("/en/account/second-factor/").content.decode()
    totp = TOTP(second_factor_begin(user=carla).bin_key)
    totp.time = time.time()
    assert second_factor_confirm(user=carla, code=f"{totp.token():06}")
    assert client.get("/en/players/").status_code == 200


@override_settings(HTTPS=True, SECOND_FACTOR_DEMANDED=True)
def test_nobody_else_is_asked_for_one() -> None:
    assert not lacks_second_factor(AnonymousUser())
    client = Client()
    client.force_login(make_account("marta", Role.REFEREE))
    assert client.get("/en/players/").status_code == 200


def test_a_code_is_asked_for_where_the_password_travels_and_nowhere_else() -> None:
    carla = make_account("carla", Role.ADMINISTRATOR)
    totp = TOTP(second_factor_begin(user=carla).bin_key)
    totp.time = time.time()
    assert second_factor_confirm(user=carla, code=f"{totp.token():06}")
    assert not needs_code(carla)
    with override_settings(HTTPS=True):
        assert needs_code(carla)


@pytest.mark.parametrize(
    ("https", "host", "secure", "online", "offered"),
    [
        (True, "club.example", False, False, True),
        (False, "localhost:8000", False, True, True),
        (False, "127.0.0.1", False, True, True),
        (False, "[::1]:8000", False, True, True),
        (False, "192.168.1.5", False, True, False),
        (False, "192.168.1.5", True, True, True),
        (False, "localhost", False, False, False),
        (False, "192.168.1.5", True, False, False),
    ],
)
def test_the_secret_is_shown_where_a_code_is_asked_for_and_nobody_else_reads_it(
    https: bool, host: str, secure: bool, online: bool, offered: bool
) -> None:
    request = RequestFactory(headers={"host": host}).get("/", secure=secure)
    request.club_settings = {"accounts_online": online}  # type: ignore[attr-defined]
    with override_settings(HTTPS=https, ALLOWED_HOSTS=["*"]):
        assert second_factor_offered(request) is offered


def test_a_code_confirms_nothing_as_long_as_no_phone_has_the_secret() -> None:
    assert not second_factor_confirm(user=make_account("carla", Role.ADMINISTRATOR), code="123456")


def test_a_new_phone_takes_the_place_of_the_old_one() -> None:
    carla = make_account("carla", Role.ADMINISTRATOR)
    keys = []
    for _phone in range(2):
        totp = TOTP(second_factor_begin(user=carla).bin_key)
        totp.time = time.time()
        assert second_factor_confirm(user=carla, code=f"{totp.token():06}")
        keys.append(totp.key)
    assert [device.bin_key for device in TOTPDevice.objects.filter(user=carla)] == keys[1:]


@override_settings(HTTPS=True)
def test_a_wrong_code_is_told_and_the_same_secret_stays() -> None:
    client, carla = Client(), make_account("carla", Role.ADMINISTRATOR)
    client.force_login(carla)
    secret = second_factor_begin(user=carla).bin_key
    answer = client.post("/en/account/second-factor/", {"otp": "x"})
    assert answer.status_code == 422 and "That code is wrong or has expired" in answer.content.decode()
    assert second_factor_begin(user=carla).bin_key == secret
