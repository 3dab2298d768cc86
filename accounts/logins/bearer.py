"""The token that a program sends with its request, and the program it belongs to."""

from django.http import HttpRequest

from accounts.models import ApiToken

SCHEME = "bearer"
PROGRAM = "burraco_club.program"
"""The key in `request.META` under which the program's token is stored."""


def bearer_of(request: HttpRequest) -> str | None:
    """Return the token in `Authorization: Bearer …`, or None if there is no such header."""
    scheme, _blank, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip(" ") if scheme.lower() == SCHEME else None


def let_in(request: HttpRequest, token: ApiToken) -> None:
    """Attach the token to the request."""
    request.META[PROGRAM] = token


def program_of(request: HttpRequest) -> ApiToken:
    """Return the token attached to the request, at an address that requires one."""
    token: ApiToken = request.META[PROGRAM]
    return token
