"""The addresses for players' phones: in QR codes, and as the referee reads them out."""

from django.http import HttpRequest
from django.urls import reverse

from pages.addresses import shared_address
from tournaments.models import Club


def ranking_address(request: HttpRequest, slug: str) -> str:
    """Return the public ranking's address in the language of the request, with a host that phones can reach."""
    return club_address(request, reverse("public_ranking", args=[slug]))


def club_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page: at the club's public address, or otherwise one that works in the hall."""
    public = _public_address(request)
    return public + path if public else shared_address(request, path)


def _public_address(request: HttpRequest) -> str:
    """Return the public address, read once for a request."""
    if not hasattr(request, "club_address"):
        request.club_address = Club.objects.values_list("address", flat=True).first() or ""  # type: ignore[attr-defined]
    return str(request.club_address)  # type: ignore[attr-defined]
