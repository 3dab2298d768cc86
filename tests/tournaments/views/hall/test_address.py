"""The address on a QR code: one that a phone in the hall can open."""

import pytest
from django.test import RequestFactory
from django.utils.translation import override
from pytest_django import Settings

from tournaments.views.hall.address import ranking_address

WIFI, CABLE = "192.168.1.20", "10.0.0.5"


def in_two_networks() -> list[str]:
    return [WIFI, CABLE]


def in_no_network() -> list[str]:
    return []


def address(host: str, *, secure: bool = False) -> str:
    with override("it"):
        return ranking_address(RequestFactory().get("/", headers={"Host": host}, secure=secure), "venerdi")


@pytest.fixture(autouse=True)
def club_laptop(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESSES = f"{__name__}.in_two_networks"


@pytest.mark.parametrize("host", [f"{WIFI}:8000", "burraco.local:8000", "localhost.example", "[2001:db8::1]:8000"])
def test_the_host_that_was_asked_for_is_known_to_work(host: str) -> None:
    assert address(host) == f"http://{host}/t/venerdi/"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
def test_a_phone_cannot_open_the_referees_localhost(host: str) -> None:
    assert address(f"{host}:8000") == f"http://{WIFI}:8000/t/venerdi/"
    assert address(host) == f"http://{WIFI}/t/venerdi/"


def test_only_an_address_that_the_server_answers_to_is_given_away(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", CABLE]
    assert address("localhost:8000") == f"http://{CABLE}:8000/t/venerdi/"
    settings.ALLOWED_HOSTS = ["localhost"]
    assert address("localhost:8000") == "http://localhost:8000/t/venerdi/"


def test_without_a_network_the_address_stays_what_it_is(settings: Settings) -> None:
    settings.LAN_ADDRESSES = f"{__name__}.in_no_network"
    assert address("localhost:8000") == "http://localhost:8000/t/venerdi/"


def test_https_stays_https() -> None:
    assert address("club.example", secure=True) == "https://club.example/t/venerdi/"
