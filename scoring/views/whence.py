"""Where a request comes from, for counting."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

OF_ONE_HOUSEHOLD = 64
"""Bits of an IPv6 address that a provider gives out at once; whoever has them has as many addresses as they like."""


def whence(request: HttpRequest) -> str:
    """What tells one client from another, and nobody who: made of the address with the club's key.

    Behind a proxy the address has been put right before (`TRUSTED_PROXIES`). Empty where there is none, as of a socket
    of this machine.
    """
    told = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(told)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        told = str(ip_network((int(address), OF_ONE_HOUSEHOLD), strict=False))
    return salted_hmac("scoring.views.whence", told, algorithm="sha256").hexdigest()[:32]
