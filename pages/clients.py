"""The client of a request, for counting."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

OF_ONE_HOUSEHOLD = 64
"""Bits of the IPv6 prefix that a provider assigns to a household, which can use any number of addresses within it."""


def whence(request: HttpRequest) -> str:
    """Return a mark that tells one client from another without identifying anybody: an HMAC of the address.

    Behind a proxy the address has been corrected before (`TRUSTED_PROXIES`). Return an empty string if there is no
    address, as for a local socket.
    """
    address_text = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(address_text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address_text = str(ip_network((int(address), OF_ONE_HOUSEHOLD), strict=False))
    return salted_hmac("pages.clients", address_text, algorithm="sha256").hexdigest()[:32]
