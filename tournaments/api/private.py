"""Answers to a program with a token: nobody else's, and a file as every answer is."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

TOKEN: dict[str, Any] = {"security": [{"token": []}]}
"""Of an operation's description: it asks for a token."""


def for_a_program(response: HttpResponse, etag: str = "") -> HttpResponse:
    """The same answer, which nobody on the way may keep; `etag`: what it names the state by that it tells of."""
    response["Content-Disposition"] = 'attachment; filename="burraco.json"'
    patch_cache_control(response, private=True, no_store=True)
    patch_vary_headers(response, ["Authorization"])
    if etag:
        response["ETag"] = etag
    return response
