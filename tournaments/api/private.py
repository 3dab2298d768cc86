"""The answers to a program with a token: private, and sent as files."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

TOKEN: dict[str, Any] = {"security": [{"token": []}]}
"""The part of an operation's description that requires a token."""


def for_a_program(response: HttpResponse, etag: str = "") -> HttpResponse:
    """Return the answer so that no proxy stores it; `etag` names its state."""
    response["Content-Disposition"] = 'attachment; filename="burraco.json"'
    patch_cache_control(response, private=True, no_store=True)
    patch_vary_headers(response, ["Authorization"])
    if etag:
        response["ETag"] = etag
    return response
