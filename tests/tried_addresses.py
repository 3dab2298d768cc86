"""Addresses that are tried until one has a page: most lead nowhere."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.http import HttpResponse, HttpResponseNotFound
from django.urls import URLResolver


@contextmanager
def nowhere_is_no_page() -> Iterator[None]:
    """Answer without the page that says that there is nothing here, which takes as long as any other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(URLResolver, "resolve_error_handler", lambda *_status: _nothing)
        yield


def _nothing(*_request: object, **_error: object) -> HttpResponse:
    return HttpResponseNotFound()
