"""The address that a player's phone opens: what a QR code says, and what the referee reads out."""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils.module_loading import import_string


def ranking_address(request: HttpRequest, slug: str) -> str:
    """The public ranking's address, in the language of the request.

    It has the host that the request came to, for that one is known to work. Only a referee at the club's own
    computer comes to `localhost`, which on a phone is the phone: then it has this computer's address on the LAN.
    """
    url = request.build_absolute_uri(reverse("public_ranking", args=[slug]))
    host, port = split_domain_port(request.get_host())
    if not _is_loopback(host):
        return url
    lan = next((address for address in _lan_addresses() if validate_host(address, settings.ALLOWED_HOSTS)), host)
    return url.replace(request.get_host(), f"{lan}:{port}" if port else lan, 1)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _lan_addresses() -> list[str]:
    find: Callable[[], list[str]] = import_string(settings.LAN_ADDRESSES)
    return find()
