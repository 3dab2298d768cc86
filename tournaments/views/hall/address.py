"""The addresses for players' phones: in QR codes, and as the referee reads them out."""

from django.http import HttpRequest
from django.urls import reverse

from pages.addresses import club_address


def ranking_address(request: HttpRequest, slug: str) -> str:
    """Return the public ranking's address in the language of the request, with a host that phones can reach."""
    return club_address(request, reverse("public_ranking", args=[slug]))
