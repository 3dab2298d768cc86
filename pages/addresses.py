"""The address under which a phone can open a page, and that address as a QR code."""

from base64 import b64encode
from collections.abc import Callable
from html import escape
from io import BytesIO
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.module_loading import import_string

from pages.line import line_address

QR_WIDTH, QR_MARGIN, QR_HIGHEST_LETTERS = 100, 4, 11
"""The measures of a QR code with letters below it, in units of its viewBox."""


def club_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page: on the web while the line holds, or at the club's public address.

    Otherwise it is one that works in the hall.
    """
    public = line_address() or str(request.club_settings["address"])  # type: ignore[attr-defined]
    return public + path if public else hall_address(request, path)


def line_or_hall_address(request: HttpRequest, path: str) -> str:
    """Return the same without the club's public address, for what is made again at each key and asks no database."""
    line = line_address()
    return line + path if line else hall_address(request, path)


def hall_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page in the hall, with the host of the request, which is known to work.

    A request to `localhost` comes from the club's own computer. On a phone `localhost` would be the phone itself, so
    the answer then has this computer's address on the LAN.
    """
    url = request.build_absolute_uri(path)
    host, port = split_domain_port(request.get_host())
    if not _is_loopback(host):
        return url
    find: Callable[[], list[str]] = import_string(settings.LAN_ADDRESSES)
    lan = next((address for address in find() if validate_host(address, settings.ALLOWED_HOSTS)), host)
    return url.replace(request.get_host(), f"{lan}:{port}" if port else lan, 1)


def qr_svg(text: str) -> bytes:
    """Return a QR code as a scalable SVG, black on white, with the quiet zone that readers need."""
    # Import only if needed: many pages have an address, and few draw it.
    import segno

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, light="#fff", omitsize=True, nl=False, xmldecl=False
    )
    return drawn.getvalue()


def qr_with_letters(text: str, letters: str) -> bytes:
    """Return an SVG of a QR code on a white sheet, with a line of letters below it that people can type instead."""
    wide = QR_WIDTH - 2 * QR_MARGIN
    # A character of a bold sans serif is a little more than half as wide as it is high.
    high = min(wide / max(1, len(letters)) / 0.56, QR_HIGHEST_LETTERS)
    sheet = QR_WIDTH + high + QR_MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {QR_WIDTH} {sheet:.1f}">'
        f'<rect width="{QR_WIDTH}" height="{sheet:.1f}" fill="#fff"/><svg width="{QR_WIDTH}" height="{QR_WIDTH}">'
        f"{qr_svg(text).decode()}</svg>"
        f'<text x="{QR_WIDTH / 2:g}" y="{QR_WIDTH + high * 0.75:.1f}" text-anchor="middle" '
        f'font-family="sans-serif" font-weight="700" font-size="{high:.1f}">{escape(letters)}</text></svg>'
    ).encode()


def qr_image(text: str) -> str:
    """Return a QR code as a data URI, for secrets that must not have an address of their own."""
    return "data:image/svg+xml;base64," + b64encode(qr_svg(text)).decode()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
