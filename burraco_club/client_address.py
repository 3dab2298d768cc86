"""Where a request comes from: behind a proxy that the settings name, the address that the proxy tells."""

from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

UNIX = "unix"
"""How a proxy is named that speaks over a socket of this machine, and so has no address."""

Network = IPv4Network | IPv6Network


class ClientAddressMiddleware:
    """Puts the client's address into REMOTE_ADDR, for everybody who asks after it: limits, logs, lists of sessions.

    `X-Forwarded-For` is read from its end, where the nearest proxy writes, and only as far as proxies are trusted:
    whatever stands before the first stranger, the stranger may have written. `X-Forwarded-Proto` counts as little.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        named: Sequence[str] = settings.TRUSTED_PROXIES
        self._trusts_sockets = UNIX in named
        self._trusted: list[Network] = [ip_network(name) for name in named if name != UNIX]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        nearest = request.META.get("REMOTE_ADDR", "")
        if self._is_trusted(nearest):
            request.META["REMOTE_ADDR"] = self._client(nearest, request.META.get("HTTP_X_FORWARDED_FOR", ""))
        else:
            # A stranger may write as well that the line is encrypted.
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return self._get_response(request)

    def _client(self, address: str, forwarded: str) -> str:
        told = [part.strip() for part in forwarded.split(",") if part.strip()]
        while told and self._is_trusted(address):
            address = told.pop()
        return address

    def _is_trusted(self, address: str) -> bool:
        if not address:
            return self._trusts_sockets
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._trusted)
