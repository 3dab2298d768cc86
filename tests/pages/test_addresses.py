"""The address that is given to phones: never one that means the phone itself."""

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from pages.addresses import hall_address


def in_the_hall() -> list[str]:
    return ["192.168.1.20"]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost:8000", "http://192.168.1.20:8000/t/coppa/"),
        ("localhost", "http://192.168.1.20/t/coppa/"),
        ("127.0.0.5:8000", "http://192.168.1.20:8000/t/coppa/"),
        ("[::1]:8000", "http://192.168.1.20:8000/t/coppa/"),
        ("192.168.1.7:8000", "http://192.168.1.7:8000/t/coppa/"),
        ("burraco.example", "http://burraco.example/t/coppa/"),
    ],
)
def test_a_host_that_means_this_computer_alone_is_replaced(
    settings: Settings, rf: RequestFactory, host: str, address: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESSES = f"{__name__}.in_the_hall"
    assert hall_address(rf.get("/", headers={"host": host}), "/t/coppa/") == address
