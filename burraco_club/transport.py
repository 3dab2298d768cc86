"""What holds for every request and every answer, whatever page it is for: how they come and go, and who keeps them."""

import codecs
import logging
from collections.abc import Callable
from secrets import token_hex
from time import perf_counter

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import has_vary_header, patch_cache_control

from burraco_club.error_pages import AddressTooLong, bad_request
from burraco_club.logs import request_id

logger = logging.getLogger("burraco_club.requests")

Answer = Callable[[HttpRequest], HttpResponseBase]

BAD_REQUEST = 400
LONGEST_QUERY = 8_000
"""In bytes, as it is sent. The longest of ours, a calculator full of cards, has a quarter of it."""
LONGEST_SEARCH = 200
"""In characters: more than a name, a club and a card have together. Every word of it is one more for the database."""
SEARCHES = ("q", "find")
"""What pages call what is looked for in them."""


class RequestIdMiddleware:
    """Gives every request an id for whatever it writes into the log; an answer that refuses has it as `X-Request-ID`.

    Other answers may be shared, and then no request is theirs. The line that tells of a request has no address but its
    pattern, for some addresses are secret.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began, own = perf_counter(), token_hex(8)
        outside = request_id.set(own)
        try:
            response = self.get_response(request)
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
    """Answers HEAD with the headers of the page and without the page.

    Django leaves that to the server, and waitress sends what it is given: the next answer on the connection would be
    read from the middle of this one.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            elif isinstance(response, HttpResponse):
                response.content = b""
        return response


class OwnPagesStayOwnMiddleware:
    """Lets nothing keep an answer that is one person's: it would be there after the logout, for the next at the laptop.

    What reads the session, and so whatever asks for a login, varies by cookie; what everybody may see does not.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True, no_store=True)
        return response


class LegibleRequestsMiddleware:
    """Refuses what no browser sends and nothing behind here could read, and what asks for more than is looked for."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        if len(query) > LONGEST_QUERY:
            raise AddressTooLong(LONGEST_QUERY)
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("The request names another encoding than UTF-8.")
        if not (request.META.get("CONTENT_LENGTH") or "0").isdecimal():
            raise BadRequest("The length of the body is no number.")
        # PostgreSQL has no text with a NUL in it.
        if "\0" in request.path:
            raise BadRequest("The address has a NUL in it.")
        if any(len(typed) > LONGEST_SEARCH for name in SEARCHES for typed in request.GET.getlist(name)):
            raise AddressTooLong(LONGEST_SEARCH)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A number larger than any that a database holds: Django's own forms hand it on, as one of several keys."""
        if not isinstance(exception, OverflowError | DataError):
            return None
        logger.warning("refused: %s", exception)
        return bad_request(request, exception)
