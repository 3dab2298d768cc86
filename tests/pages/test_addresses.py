"""The address that is given to phones: never one that means the phone itself."""

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from pages.addresses import club_address, hall_address, line_or_hall_address, qr_with_letters


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


def test_a_line_that_is_lost_meanwhile_leaves_no_half_address(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory
) -> None:
    request = rf.get("/", headers={"host": "testserver"})
    request.club_settings = {"address": "https://club.example"}
    for address_of in (club_address, line_or_hall_address):
        known = iter(["https://hall.example"])
        monkeypatch.setattr("pages.addresses.line_address", lambda known=known: next(known, ""))
        assert address_of(request, "/t/coppa/") == "https://hall.example/t/coppa/"


@pytest.mark.parametrize(
    ("letters", "height", "line", "size"),
    [
        ("AB", "115.0", "108.2", "11.0"),
        ("club.example/t/serata", "111.8", "105.9", "7.8"),
        ("x" * 60, "106.7", "102.1", "2.7"),
        ("", "115.0", "108.2", "11.0"),
    ],
)
def test_the_letters_below_a_code_are_as_high_as_they_fit(letters: str, height: str, line: str, size: str) -> None:
    drawn = qr_with_letters("https://a.example", letters).decode()
    assert f'viewBox="0 0 100 {height}"><rect width="100" height="{height}" fill="#fff"/><svg width="100"' in drawn
    text = (
        f'<text x="50" y="{line}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="{size}">'
    )
    assert drawn.endswith(f"{text}{letters}</text></svg>")
