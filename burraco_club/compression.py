"""Texts are sent packed: over a hall's Wi-Fi a page is a sixth as long. Files that are collected are packed already.

BREACH: whoever can have another's browser ask for pages, writes into them what he guesses, and sees on the air how long
they become, can find out a secret that stands in the same page, letter by letter. So a page that is somebody's own, as
one with a token is, is left as it is wherever it may repeat what a stranger wrote: in the query of its address, the
only part of a request that a link can fill. (A form cannot be sent from elsewhere: without its token it is refused.
And a token is written differently in every page.) What is the same for everybody has no secret.
"""

import zlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import has_vary_header, patch_vary_headers

LEVEL = 5
SHORTEST = 1_000
"""In bytes. A shorter answer goes in one packet of the network anyway."""
TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
GZIP = 16 + zlib.MAX_WBITS


class CompressionMiddleware:
    """Packs a whole answer in words, for whoever takes it so, unless it may hold a secret beside a stranger's words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if isinstance(response, HttpResponse) and _is_long_text(response) and not _may_hold_both(request, response):
            patch_vary_headers(response, ["Accept-Encoding"])
            if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
                response.content = _packed(response.content)
                response["Content-Encoding"] = "gzip"
                response["Content-Length"] = str(len(response.content))
        return response


def _is_long_text(response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and not response.has_header("Content-Encoding")
        and response.get("Content-Type", "").startswith(TEXTS)
        and len(response.content) >= SHORTEST
    )


def _may_hold_both(request: HttpRequest, response: HttpResponse) -> bool:
    """A secret, for it is one person's page or gives a cookie, and what a stranger wrote."""
    private = "no-store" in response.get("Cache-Control", "")
    is_own = private or has_vary_header(response, "Cookie") or bool(response.cookies)
    return is_own and bool(request.META.get("QUERY_STRING"))


def _packed(content: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return packer.compress(content) + packer.flush()
