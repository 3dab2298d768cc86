"""The address of a request behind proxies."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from burraco_club.transport import ClientAddressMiddleware

CLUB: list[str] = []
PROXY = ["127.0.0.1"]
TWO = ["10.0.0.0/24", "127.0.0.1", "unix"]


@pytest.mark.parametrize(
    ("trusted", "remote", "forwarded", "client"),
    [
        (CLUB, "192.168.1.20", "1.2.3.4", "192.168.1.20"),
        (CLUB, "127.0.0.1", "1.2.3.4", "127.0.0.1"),
        (PROXY, "127.0.0.1", "1.2.3.4", "1.2.3.4"),
        (PROXY, "127.0.0.1", "9.9.9.9, 1.2.3.4", "1.2.3.4"),
        (PROXY, "127.0.0.1", "", "127.0.0.1"),
        (PROXY, "5.6.7.8", "1.2.3.4", "5.6.7.8"),
        (PROXY, "", "1.2.3.4", ""),
        (TWO, "127.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.7", "1.2.3.4"),
        (TWO, "", "1.2.3.4", "1.2.3.4"),
        (TWO, "10.0.0.7", "2001:db8::1", "2001:db8::1"),
        (TWO, "10.0.0.7", "10.0.0.9, 10.0.0.8", "10.0.0.9"),
        (PROXY, "127.0.0.1", "1.2.3.4, unknown", "unknown"),
    ],
)
def test_only_named_proxies_are_believed_and_only_what_they_wrote(
    trusted: list[str], remote: str, forwarded: str, client: str
) -> None:
    with override_settings(TRUSTED_PROXIES=trusted):
        middleware = ClientAddressMiddleware(lambda request: HttpResponse(request.META["REMOTE_ADDR"]))
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    response = middleware(request)
    assert isinstance(response, HttpResponse)
    assert response.content.decode() == client
