"""The variables that every template has."""

from django.http import HttpRequest
from django.urls import resolve

from accounts.models import role_of
from burraco_club.rights import EVERYBODY, may, rights_of


class Permissions:
    """`may.NAME` in a template: whether the reader may use the address of that name.

    The user is looked up only when needed, so that public pages stay without a cookie.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getitem__(self, name: str) -> bool:
        who = rights_of(name).to_use
        return who is EVERYBODY or may(role_of(self._request.user), who)

    def at(self, address: str) -> bool:
        """Return whether the reader may use an address of the program, given as a path."""
        return self[resolve(address.partition("?")[0].partition("#")[0]).view_name]


def rights(request: HttpRequest) -> dict[str, object]:
    return {"may": Permissions(request)}
