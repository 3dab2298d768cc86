"""The address that a player's phone opens: what a QR code says, and what the referee reads out."""

from django.http import HttpRequest
from django.urls import reverse

from scoring.views.page_address import shared_address


def ranking_address(request: HttpRequest, slug: str) -> str:
    """The public ranking's address, in the language of the request, with a host that a phone can reach."""
    return shared_address(request, reverse("public_ranking", args=[slug]))
