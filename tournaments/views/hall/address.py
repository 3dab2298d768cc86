"""The addresses for players' phones: in QR codes, and as the referee reads them out."""

from django.http import HttpRequest
from django.urls import reverse

from pages.addresses import shared_address
from pages.line import line_address


def ranking_address(request: HttpRequest, slug: str) -> str:
    """Return the public ranking's address in the language of the request, with a host that phones can reach."""
    return club_address(request, reverse("public_ranking", args=[slug]))


def club_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page: on the web while the line holds, or at the club's public address.

    Otherwise it is one that works in the hall.
    """
    public = line_address() or str(request.club_settings["address"])  # type: ignore[attr-defined]
    return public + path if public else shared_address(request, path)
