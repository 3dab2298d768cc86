"""The variables that every template has: what its reader may do, and the club's settings."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import resolve
from django.utils.functional import SimpleLazyObject

from accounts.models import role_of
from burraco_club.line.gate import may_pass
from burraco_club.rights import EVERYBODY, may, rights_of
from pages.club_face import club_face
from pages.line import came_by_line, line_address, line_mark
from tournaments.records import LineNames

NOBODY = {
    "name": "",
    "address": "",
    "accounts_online": False,
    "till": False,
    "membership_starts": 1,
    "membership_fees": {},
    "lines": LineNames.COMPASS,
    "accent": "",
    "logo": "",
    "data_keeper": "",
}
"""The values before the club's settings are saved."""


class Permissions:
    """`may.NAME` in a template: whether the reader may use the address of that name.

    The user is looked up only when needed, so that public pages stay without a cookie.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getitem__(self, name: str) -> bool:
        if not self._passes(name):
            return False
        who = rights_of(name).to_use
        return who is EVERYBODY or may(role_of(self._request.user), who)

    def _passes(self, name: str) -> bool:
        """Return whether the address can be reached on the way on which the page was."""
        if not came_by_line(self._request):
            return True
        club_settings: Any = getattr(self._request, "club_settings", NOBODY)
        method = "GET" if rights_of(name).write is None else "POST"
        return may_pass(name, method, with_accounts=club_settings["accounts_online"])

    def at(self, address: str) -> bool:
        """Return whether the reader may use an address of the program, given as a path."""
        return self[resolve(address.partition("?")[0].partition("#")[0]).view_name]


def rights(request: HttpRequest) -> dict[str, object]:
    return {"may": Permissions(request)}


def club(request: HttpRequest) -> dict[str, object]:
    """The club's name, public address and face, empty until they are set, its till, and the program's `version`.

    The settings are read, and the line is asked for its mark, only where a template shows them. A request that is
    refused before it has settings is nobody's.
    """
    club_settings = getattr(request, "club_settings", NOBODY)
    return {
        "club_name": SimpleLazyObject(lambda: club_settings["name"]),
        "club_address": SimpleLazyObject(lambda: line_address() or club_settings["address"]),
        "club_keeper": SimpleLazyObject(lambda: club_settings["data_keeper"]),
        "club_face": SimpleLazyObject(club_face),
        "club_till": SimpleLazyObject(lambda: club_settings["till"]),
        "line_mark": line_mark,
        "version": f"{settings.VERSION} ({settings.CODE_VERSION})",
    }
