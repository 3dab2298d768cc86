"""The reach of a link: who can open it, as far as its address shows."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

LOCAL_ENDS = (".local", ".lan", ".home", ".internal", ".home.arpa")
"""The names that only routers at home know."""


def who_can_open(address: str) -> str:
    """Return who can open the link, in words for the person who gets it; empty if everybody can."""
    match _reached_from(address):
        case "here":
            return _("This link opens on the club’s own computer only.")
        case "network":
            return _("This link opens only on the club’s network, its Wi-Fi.")
    return ""


def who_can_open_for_the_club(address: str) -> str:
    """Return the same in words for the club, with the remedy."""
    sentence = who_can_open(address)
    remedy = _("So that links work from home too, give the club its public address on the page “The club”.")
    return f"{sentence} {remedy}" if sentence else ""


def unanswered(host: str) -> str:
    """Return what to say of a host name to which the program does not answer."""
    return _("The program does not answer at %(host)s: name it in the server’s setting ALLOWED_HOSTS first.") % {
        "host": host
    }


def _reached_from(address: str) -> str:
    """Return `here` or `network`, or an empty string for an address that everybody reaches."""
    host = urlsplit(address).hostname or ""
    try:
        ip = ip_address(host)
    except ValueError:
        if host == "localhost":
            return "here"
        return "network" if "." not in host or host.endswith(LOCAL_ENDS) else ""
    if ip.is_loopback:
        return "here"
    return "" if ip.is_global else "network"
