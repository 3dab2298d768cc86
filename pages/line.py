"""The line that puts a hall's program on the web (`burraco_club/line/`), as far as pages have to know of it."""

from hashlib import blake2b

from django.http import HttpRequest

BY_LINE = "pages.by_line"
"""The key of a request's environment for the public address under which it came by the line. No client can set it."""


class _Held:
    address = ""


def line_address() -> str:
    """Return the public address with which links begin while the line holds; empty while it does not."""
    return _Held.address


def line_mark() -> str:
    """Return what tells a page, or the address of a picture, with the line's address in it from one without."""
    return f"-{blake2b(_Held.address.encode(), digest_size=4).hexdigest()}" if _Held.address else ""


def line_holds(address: str) -> None:
    """Note that the line holds, under this address, or with an empty one that it does not."""
    _Held.address = address


def came_by_line(request: HttpRequest) -> bool:
    """Return whether a request came by the line, not from the hall's network."""
    return bool(request.META.get(BY_LINE))
