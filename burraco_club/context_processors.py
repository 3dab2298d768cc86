"""What every template may name."""

from django.http import HttpRequest
from django.urls import resolve

from accounts.models import role_of
from burraco_club.rights import EVERYBODY, may, rights_of


class May:
    """`may.NAME`: whether the reader may do what the address of that name is for.

    Who that is, is asked only when it matters: what is for everybody stays without a cookie.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getitem__(self, name: str) -> bool:
        who = rights_of(name).to_use
        return who is EVERYBODY or may(role_of(self._request.user), who)

    def at(self, address: str) -> bool:
        """The same of an address of the program itself."""
        return self[resolve(address.partition("?")[0].partition("#")[0]).view_name]


def rights(request: HttpRequest) -> dict[str, object]:
    return {"may": May(request)}
