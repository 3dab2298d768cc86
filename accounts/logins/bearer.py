"""The token that a program sends along with its request, and whose it turned out to be."""

from django.http import HttpRequest

from accounts.models import ApiToken

SCHEME = "bearer"
PROGRAM = "burraco_club.program"
"""The key of a request's environment that says which program's token came with it."""


def bearer_of(request: HttpRequest) -> str | None:
    """What stands behind `Authorization: Bearer`; None where nothing of that kind was sent."""
    scheme, _blank, text = request.headers.get("Authorization", "").partition(" ")
    return text.strip(" ") if scheme.lower() == SCHEME else None


def let_in(request: HttpRequest, token: ApiToken) -> None:
    """From now on the request is this program's."""
    request.META[PROGRAM] = token


def program_of(request: HttpRequest) -> ApiToken:
    """Whose request it is, at an address that asks for a token."""
    token: ApiToken = request.META[PROGRAM]
    return token
