"""Requests as they come by the line."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from pages.line import BY_LINE, line_holds

ADDRESS = "https://aurora.burraco.example"
BY_LINE_ENVIRON: dict[str, Any] = {
    BY_LINE: ADDRESS,
    "HTTP_HOST": "aurora.burraco.example",
    "REMOTE_ADDR": "203.0.113.9",
}
"""What `burraco_club/line/door.py` writes into the environment of a request."""


class Outside(Client):
    """A client on the web."""

    def generic(self, *sent: Any, **named: Any) -> Any:
        return super().generic(*sent, **BY_LINE_ENVIRON | named | {"secure": True})


@pytest.fixture
def outside() -> Client:
    return Outside(enforce_csrf_checks=True)


@pytest.fixture
def held_line() -> Iterator[str]:
    """Let the line hold."""
    line_holds(ADDRESS)
    yield ADDRESS
    line_holds("")
