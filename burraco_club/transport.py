"""The outermost middleware: a request's id, client and way, HEAD without a body, who may store or read a response."""

import logging
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from secrets import token_hex
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import has_vary_header, patch_cache_control

from burraco_club.line.gate import answer_by_line
from burraco_club.logs import request_id
from burraco_club.rights import EVERYBODY, rights_of
from pages.line import came_by_line

logger = logging.getLogger("burraco_club.requests")

Answer = Callable[[HttpRequest], HttpResponseBase]
Network = IPv4Network | IPv6Network

BAD_REQUEST = 400
UNIX = "unix"
"""The name of a proxy on a local socket, which has no address."""
NAMESPACES = frozenset({"api", "api_v1"})
"""The addresses that pages of other sites may read: the API's documentation and public answers, by GET."""
SCHEMA = "schema"
"""Another: it describes a file, which a form anywhere may have checked by it."""


class RequestIdMiddleware:
    """Give every request an id for the log. A response that refuses it has the id as `X-Request-ID`.

    Other responses may be shared, and then belong to no single request. The log line of a request has only its address
    pattern, because some addresses are secret.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began, own = perf_counter(), token_hex(8)
        outside = request_id.set(own)
        try:
            response = self._get_response(request)
            if response.status_code >= BAD_REQUEST:
                response["X-Request-ID"] = own
            if logger.isEnabledFor(logging.INFO):
                matched = request.resolver_match
                facts = {
                    "method": request.method,
                    "route": matched.route if matched else None,
                    "status": response.status_code,
                    "milliseconds": round((perf_counter() - began) * 1000),
                }
                logger.info("answered", extra={"facts": facts})
            return response
        finally:
            request_id.reset(outside)


class HeadWithoutBodyMiddleware:
    """Answer HEAD with the headers of the page and no body.

    Django leaves that to the server, and waitress sends the body that it gets. The client would take it for the
    beginning of the next response on the connection.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            elif isinstance(response, HttpResponse):
                response.content = b""
        return response


class TrustedProxies:
    """The proxies whose word on the client's address is taken, by address, by network, or as `unix`."""

    def __init__(self, named: Sequence[str]) -> None:
        self._trusts_sockets = UNIX in named
        self._networks: list[Network] = [ip_network(name) for name in named if name != UNIX]

    def trust(self, address: str) -> bool:
        """Return whether a proxy is trusted. One on a local socket has no address."""
        if not address:
            return self._trusts_sockets
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self._networks)

    def client(self, nearest: str, forwarded: str) -> str:
        """Return the client's address: who is connected, or whom they name in `X-Forwarded-For`.

        It is read from its end, where the nearest proxy writes, as far as the proxies are trusted: the rest may have
        been written by the client.
        """
        address, addresses = nearest, [part.strip() for part in forwarded.split(",") if part.strip()]
        while addresses and self.trust(address):
            address = addresses.pop()
        return address


class ClientAddressMiddleware:
    """Set REMOTE_ADDR to the client's address, for limits, logs and lists of sessions.

    `X-Forwarded-Proto` from an untrusted address is dropped.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response
        self._proxies = TrustedProxies(settings.TRUSTED_PROXIES)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        nearest = request.META.get("REMOTE_ADDR", "")
        request.META["REMOTE_ADDR"] = self._proxies.client(nearest, request.META.get("HTTP_X_FORWARDED_FOR", ""))
        if not self._proxies.trust(nearest):
            # An untrusted client may also claim that its connection is encrypted.
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return self._get_response(request)


class LineMiddleware:
    """Lead what came by the line through its gate. Requests from the hall's network pass untouched."""

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if came_by_line(request):
            return answer_by_line(request, self._get_response)
        return self._get_response(request)


class PrivatePagesMiddleware:
    """Forbid storing personal responses: after the logout, the next user of the laptop could open them.

    Whatever reads the session, and so everything that requires a login, varies by cookie; public pages do not.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True, no_store=True)
        return response


class OtherSitesMiddleware:
    """Let pages of other sites read these answers, and refusals: without the header a page could not read the reason.

    They may read nothing that requires a token, and nothing else of the club. No cookie is sent along, so they read
    what a stranger reads.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method in ("GET", "HEAD") and _is_public(request):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        return response


def _is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    if match is None or (NAMESPACES.isdisjoint(match.namespaces) and match.view_name != SCHEMA):
        return False
    return rights_of(match.view_name).look is EVERYBODY
