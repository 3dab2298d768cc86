"""What browsers, search engines and whoever finds a hole look for at addresses that every site has."""

import re
from datetime import date
from io import BytesIO
from itertools import product

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from PIL import Image

from pages.club_face import club_face
from pages.conditional_answers import answer, same_for_everybody
from tournaments.models import Club
from tournaments.selectors.mail_addresses import public_address
from tournaments.sheets.icon import club_icon

from .manifest import ICON_SECONDS, face_etag

NOT_FOR_SEARCH = (
    "/t/*/table/",
    "/t/*/captain/",
    "/t/*/pairs/*/code/",
    "/t/*/enter/*/",
    "/emails/",
    "/login/",
    "/admin/",
    "/club/",
    "/tournaments/",
)
"""Tables' phones, links of one person, and what asks for an account, as search engines write addresses (RFC 9309)."""
FAVICON = 192
FAVICON_SIZES = [(16, 16), (32, 32), (48, 48)]
MONTHS_AHEAD = 6
"""How long what `security.txt` says may be believed: less than a year, RFC 9116 asks."""

EMAIL = re.compile(r"[^\s@<>,;:]+@[\w-]+(?:\.[\w-]+)+")
WEB = re.compile(r"https://[^\s<>,;]+")


@same_for_everybody
def robots(request: HttpRequest) -> HttpResponse:
    """Send what search engines may read: the players' pages, but no table's phone."""
    prefixes = ["", *(f"/{code}" for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)]
    lines = [f"Disallow: {prefix}{path}" for prefix, path in product(prefixes, NOT_FOR_SEARCH)]
    return _plain("\n".join(["User-agent: *", *lines]))


@require_safe
def favicon(request: HttpRequest) -> HttpResponseBase:
    """Send the club's icon where browsers look for it that read no page."""
    etag = face_etag(FAVICON_SIZES)
    return answer(request, etag, lambda: HttpResponse(_ico(), "image/x-icon"), max_age=ICON_SECONDS)


def _ico() -> bytes:
    file = BytesIO()
    with Image.open(BytesIO(club_icon(club_face(), FAVICON)), formats=["PNG"]) as image:
        image.save(file, "ICO", sizes=FAVICON_SIZES)
    return file.getvalue()


@same_for_everybody
def security_txt(request: HttpRequest) -> HttpResponse:
    """Send whom to tell of a hole (RFC 9116): whom the club names for people's data; 404 if it names nobody."""
    club = Club.objects.first() or Club()
    contact = contact_of(club.data_contact) or contact_of(club.data_keeper)
    address = public_address()
    is_encrypted = address.startswith("https://")
    if not contact and is_encrypted and (club.data_contact or club.data_keeper):
        contact = address + reverse("privacy")
    if not contact:
        raise Http404
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [
        f"Contact: {contact}",
        f"Expires: {good_until(timezone.localdate()).isoformat()}T00:00:00Z",
        f"Preferred-Languages: {languages}",
    ]
    if is_encrypted:
        lines.append(f"Canonical: {address}{reverse('security_txt')}")
    return _plain("\n".join(lines))


def contact_of(text: str) -> str:
    """Return the first email address or encrypted web address in a text as a URI, or an empty string.

    >>> contact_of("la segreteria, info@burraco.example, 02 1234567")
    'mailto:info@burraco.example'
    """
    if found := EMAIL.search(text):
        return f"mailto:{found[0]}"
    web = WEB.search(text)
    return web[0].rstrip(".") if web else ""


def good_until(today: date) -> date:
    """Return the first day of the month some months ahead, so that the file changes once a month.

    >>> good_until(date(2026, 11, 28))
    datetime.date(2027, 5, 1)
    """
    months = today.year * 12 + today.month - 1 + MONTHS_AHEAD
    return date(months // 12, months % 12 + 1, 1)


def _plain(text: str) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
